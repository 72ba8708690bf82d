// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_json.h"

#include "core/session/json_limits.h"
#include "core/session/own_kernels_csv.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

std::string bytesField(std::string_view level) { return "bytes_" + std::string(level); }

constexpr std::array<std::pair<WorkOrigin, std::string_view>, 5> originNames{
    std::pair{WorkOrigin::Unknown, std::string_view("unknown")},
    {WorkOrigin::Counted, "counted"},
    {WorkOrigin::Formula, "formula"},
    {WorkOrigin::Declared, "declared"},
    {WorkOrigin::Typed, "typed"}};

/// A word of a later version is taken for typed: the kernel's numbers are the same.
WorkOrigin originNamed(std::string_view name)
{
    const auto found = std::ranges::find(originNames, name, &std::pair<WorkOrigin, std::string_view>::second);
    return found == originNames.end() ? WorkOrigin::Typed : found->first;
}

KernelSlope slopeFrom(const JsonFields& fields)
{
    return {.name = fields.text("along"),
            .value = fields.number("slope", -limits::rate, limits::rate),
            .halfWidth = fields.number("half_width", 0.0, limits::rate),
            .fewRuns = fields.flagOr("few_runs", false)};
}

void writeSlope(JsonWriter& json, const KernelSlope& slope)
{
    json.beginObject().field("along", slope.name).field("slope", slope.value).field("half_width", slope.halfWidth);
    if (slope.fewRuns)
        json.field("few_runs", true);
    json.endObject();
}

} // namespace

std::string_view nameOf(WorkOrigin origin)
{
    return std::ranges::find(originNames, origin, &std::pair<WorkOrigin, std::string_view>::first)->second;
}

OwnKernel ownKernelFrom(const JsonFields& fields)
{
    OwnKernel kernel;
    kernel.name = fields.textOr("name", "");
    kernel.flops = Flops(fields.number("flops", 0.0, limits::rate));
    kernel.bytes = Bytes(fields.numberOr("bytes", 0.0, limits::rate, 0.0));
    kernel.launches = fields.numberOr("launches", 0.0, limits::rate, 1.0);
    kernel.time = Seconds(fields.number("time_s", limits::shortestTime, limits::time));
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        kernel.throughCaches[i] = Bytes(fields.numberOr(bytesField(cacheLevels[i]).c_str(), 0.0, limits::rate, 0.0));
    kernel.work = originNamed(fields.textOr("work", nameOf(WorkOrigin::Typed)));
    kernel.flopsUnknown = fields.flagOr("flops_unknown", false);
    kernel.profiled = fields.flagOr("profiled", false);
    kernel.source = fields.textOr("source", "");
    kernel.device = fields.textOr("device", "");
    if (fields.has("slopes"))
        kernel.slopes = fields.objects("slopes", slopeFrom);
    return kernel;
}

void writeJson(JsonWriter& json, const OwnKernel& kernel)
{
    json.beginObject()
        .field("name", kernel.name)
        .field("flops", kernel.flops.value())
        .field("bytes", kernel.bytes.value());
    json.field("launches", kernel.launches).field("time_s", kernel.time.value());
    for (std::size_t i = 0; i < cacheLevels.size(); ++i)
        if (kernel.throughCaches[i] > Bytes())
            json.field(bytesField(cacheLevels[i]), kernel.throughCaches[i].value());
    // What a kernel that was typed has by default is not written: most have nothing else.
    if (kernel.work != WorkOrigin::Typed)
        json.field("work", nameOf(kernel.work));
    if (kernel.flopsUnknown)
        json.field("flops_unknown", true);
    if (kernel.profiled)
        json.field("profiled", true);
    if (!kernel.source.empty())
        json.field("source", kernel.source);
    if (!kernel.device.empty())
        json.field("device", kernel.device);
    if (!kernel.slopes.empty()) {
        json.key("slopes").beginArray();
        for (const KernelSlope& slope : kernel.slopes)
            writeSlope(json, slope);
        json.endArray();
    }
    json.endObject();
}

bool isStorable(const OwnKernel& kernel)
{
    const auto isInRange = [](Bytes bytes) { return limits::inRange(bytes.value(), 0.0, limits::rate); };
    const auto isSlope = [](const KernelSlope& slope) {
        return limits::inRange(slope.value, -limits::rate, limits::rate)
            && limits::inRange(slope.halfWidth, 0.0, limits::rate);
    };
    return std::ranges::all_of(kernel.throughCaches, isInRange) && std::ranges::all_of(kernel.slopes, isSlope)
        && limits::inRange(kernel.flops.value(), 0.0, limits::rate) && isInRange(kernel.bytes)
        && limits::inRange(kernel.launches, 0.0, limits::rate)
        && limits::inRange(kernel.time.value(), limits::shortestTime, limits::time);
}

} // namespace ridgepoint
