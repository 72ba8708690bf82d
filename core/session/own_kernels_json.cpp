// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_json.h"

#include "core/session/json_limits.h"

namespace ridgepoint {
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
    return limits::inRange(kernel.flops.value(), 0.0, limits::rate) && limits::inRange(kernel.bytes.value(), 0.0, limits::rate)
        && limits::inRange(kernel.launches, 0.0, limits::rate) && limits::inRange(kernel.time.value(), limits::shortestTime, limits::time);
}

} // namespace ridgepoint
