// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/datasheet.h"

#include <algorithm>
#include <limits>

namespace ridgepoint {
namespace {

constexpr std::string_view fmaSuffix = ".fma";

std::string wordsFor(const Datasheet& sheet, const DatasheetValue& value)
{
    const DatasheetSource& source = sheet.sources[value.source];
    std::string words = source.title + ", " + source.url + ", read " + source.date;
    if (!value.note.empty())
        words += "; " + value.note;
    return words;
}

Roof roofFor(const std::string& id, double value, Provenance provenance, std::string method)
{
    const auto kind = kindOfRoof(id); // the reader took no other ids
    return {.id = id,
            .kind = kind ? *kind : RoofKind::Compute,
            .value = value,
            .low = value,
            .high = value,
            .provenance = provenance,
            .method = std::move(method)};
}

} // namespace

const DatasheetValue* Datasheet::find(std::string_view roof) const
{
    const auto found = std::find_if(values.begin(), values.end(),
                                    [&](const DatasheetValue& value) { return value.roof == roof; });
    return found == values.end() ? nullptr : &*found;
}

const Datasheet* sheetOf(const DeviceInfo& device, std::span<const Datasheet> sheets)
{
    for (const Datasheet& sheet : sheets)
        if (std::find(sheet.deviceNames.begin(), sheet.deviceNames.end(), device.name) != sheet.deviceNames.end())
            return &sheet;
    return nullptr;
}

std::vector<ReferenceLine> linesOf(const Datasheet& sheet)
{
    std::vector<ReferenceLine> lines;
    for (const DatasheetValue& value : sheet.values)
        lines.push_back({.roof = value.roof,
                         .value = value.value,
                         .provenance = Provenance::Datasheet,
                         .label = value.roof.ends_with(".matrix") ? "datasheet, dense" : "datasheet",
                         .source = wordsFor(sheet, value)});
    return lines;
}

RoofSet roofsOf(const Datasheet& sheet)
{
    RoofSet set;
    set.device = sheet.id;
    for (const DatasheetValue& value : sheet.values) {
        set.put(roofFor(value.roof, value.value, Provenance::Datasheet, "datasheet: " + wordsFor(sheet, value)));
        if (!value.roof.ends_with(fmaSuffix))
            continue;
        const std::string stem = value.roof.substr(0, value.roof.size() - fmaSuffix.size());
        for (const char* single : {".mul", ".add"})
            set.put(roofFor(stem + single, value.value / 2.0, Provenance::Predicted,
                            "half of the datasheet's multiply-adds: one FLOP each"));
    }
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

std::vector<ReferenceLine> referenceLines(const DeviceInfo& device, std::span<const Datasheet> sheets)
{
    std::vector<ReferenceLine> lines;
    if (device.gpu)
        lines = theoreticalLines(
            {.capability = computeCapabilityFrom(device.gpu->computeCapability).value_or(ComputeCapability{}),
             .multiprocessors = device.gpu->multiprocessors,
             .clock = device.gpu->clock,
             .memoryClock = device.gpu->memoryClock,
             .memoryBusBits = device.gpu->memoryBusBits});
    if (const Datasheet* sheet = sheetOf(device, sheets)) {
        const std::vector<ReferenceLine> promised = linesOf(*sheet);
        lines.insert(lines.end(), promised.begin(), promised.end());
    }
    return lines;
}

} // namespace ridgepoint
