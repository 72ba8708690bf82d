// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_json.h"

#include "core/session/json_limits.h"

#include <cmath>

namespace ridgepoint {
namespace {

bool inRange(double value, double low, double high) { return std::isfinite(value) && value >= low && value <= high; }

} // namespace

OwnKernel ownKernelFrom(const JsonFields& fields)
{
    OwnKernel kernel;
    kernel.name = fields.textOr("name", "");
    kernel.flops = Flops(fields.number("flops", 0.0, limits::rate));
    kernel.bytes = Bytes(fields.numberOr("bytes", 0.0, limits::rate, 0.0));
    kernel.launches = fields.numberOr("launches", 0.0, limits::rate, 1.0);
    kernel.time = Seconds(fields.number("time_s", limits::shortestTime, limits::time));
    return kernel;
}

void writeJson(JsonWriter& json, const OwnKernel& kernel)
{
    json.beginObject().field("name", kernel.name).field("flops", kernel.flops.value()).field("bytes", kernel.bytes.value());
    json.field("launches", kernel.launches).field("time_s", kernel.time.value()).endObject();
}

bool isStorable(const OwnKernel& kernel)
{
    return inRange(kernel.flops.value(), 0.0, limits::rate) && inRange(kernel.bytes.value(), 0.0, limits::rate)
        && inRange(kernel.launches, 0.0, limits::rate) && inRange(kernel.time.value(), limits::shortestTime, limits::time);
}

} // namespace ridgepoint
