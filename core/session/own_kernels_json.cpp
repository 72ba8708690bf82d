// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_json.h"

#include "core/session/json_limits.h"

#include <algorithm>
#include <string>

namespace ridgepoint {
namespace {

std::string bytesField(std::string_view level) { return "bytes_" + std::string(level); }

} // namespace

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
    json.endObject();
}

bool isStorable(const OwnKernel& kernel)
{
    const auto isInRange = [](Bytes bytes) { return limits::inRange(bytes.value(), 0.0, limits::rate); };
    return std::ranges::all_of(kernel.throughCaches, isInRange)
        && limits::inRange(kernel.flops.value(), 0.0, limits::rate) && isInRange(kernel.bytes)
        && limits::inRange(kernel.launches, 0.0, limits::rate)
        && limits::inRange(kernel.time.value(), limits::shortestTime, limits::time);
}

} // namespace ridgepoint
