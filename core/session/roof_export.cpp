// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/roof_export.h"

#include "core/session/csv_writer.h"
#include "core/session/json_writer.h"
#include "core/session/session.h"

#include <algorithm>
#include <string_view>

namespace ridgepoint {
namespace {

/// The keys of examples/gpu_arch_example.md in TraceLens' repository (AMD-AGI/TraceLens, as of 2026), and the roof that
/// each is. TensorFloat-32 has none there.
struct TraceLensKey {
    std::string_view key;
    std::string_view roof;
};
constexpr TraceLensKey traceLensKeys[] = {
    {"matrix_fp16", "compute.fp16.matrix"}, {"matrix_bf16", "compute.bf16.matrix"},
    {"matrix_fp32", "compute.fp32.matrix"}, {"matrix_fp64", "compute.fp64.matrix"},
    {"matrix_fp8", "compute.fp8.matrix"},   {"matrix_int8", "compute.int8.matrix"},
    {"vector_fp16", "compute.fp16.fma"},    {"vector_bf16", "compute.bf16.fma"},
    {"vector_fp32", "compute.fp32.fma"},    {"vector_fp64", "compute.fp64.fma"}};

/// "measured roofs from Ridgepoint, 4 threads, 2026-01-01T00:00:00Z".
std::string referenceText(const ExportedRoofs& exported, const Roof& memory)
{
    std::string text = std::string(nameOf(memory.provenance)) + " roofs from Ridgepoint";
    if (const int threads = exported.roofs.threads; threads > 0)
        text += ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    return exported.created.empty() ? text : text + ", " + exported.created;
}

} // namespace

std::vector<ExportedRoofs> roofsOf(const Session& session)
{
    std::vector<ExportedRoofs> all;
    for (const RoofSet& roofs : session.roofs) {
        if (roofs.roofs.empty())
            continue;
        const auto device = std::ranges::find(session.devices, roofs.device, &DeviceInfo::id);
        const bool hasName = device != session.devices.end() && !device->name.empty();
        all.push_back({roofs, hasName ? device->name : roofs.device, session.created});
    }
    return all;
}

std::string roofsToCsv(std::span<const ExportedRoofs> sets)
{
    CsvWriter csv("device,threads,id,value,unit,low,high,provenance,flags,method");
    for (const ExportedRoofs& set : sets) {
        const auto begin = [&](const std::string& id) -> CsvWriter& {
            return csv.add(set.deviceName).addKnown(set.roofs.threads).add(id);
        };
        for (const Roof& roof : set.roofs.roofs) {
            begin(roof.id).add(roof.value).add(unitOfRoof(roof.id)).addKnown(roof.low).addKnown(roof.high);
            csv.add(nameOf(roof.provenance)).add(toString(roof.flags)).add(roof.method).endLine();
        }
        for (const UnavailableRoof& roof : set.roofs.unavailable) {
            begin(roof.id).addEmpty().add(unitOfRoof(roof.id)).addEmpty().addEmpty().addEmpty().addEmpty();
            csv.add("not measured: " + roof.reason.message()).endLine();
        }
    }
    return csv.text();
}

Result<std::string> toTraceLens(const ExportedRoofs& exported)
{
    const Roof* memory = exported.roofs.find(bandwidthRoofId("dram"));
    const bool hasRate = std::ranges::any_of(
        traceLensKeys, [&](const TraceLensKey& key) { return exported.roofs.find(key.roof) != nullptr; });
    if (memory == nullptr || !hasRate)
        return Error{.kind = ErrorKind::InvalidInput,
                     .id = "roofs.not-for-tracelens",
                     .text = "TraceLens needs the bandwidth of memory and a compute rate, but these roofs have no %1; "
                             "measure all roofs of the device",
                     .arguments = {memory == nullptr ? bandwidthRoofId("dram") : "compute rate of fma or matrix"}};
    JsonWriter json;
    json.beginObject().field("name", exported.deviceName).field("mem_bw_gbps", memory->value / 1e9);
    json.key("max_achievable_tflops").beginObject();
    for (const TraceLensKey& each : traceLensKeys)
        if (const Roof* roof = exported.roofs.find(each.roof))
            json.field(each.key, roof->value / 1e12);
    json.endObject().field("_reference", referenceText(exported, *memory)).endObject();
    return json.take() + '\n';
}

} // namespace ridgepoint
