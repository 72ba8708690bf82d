// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_write.h"

#include "core/session/json_limits.h"
#include "core/session/json_text.h"

#include <cmath>

namespace ridgepoint {
namespace {

void writeWorkloadFields(JsonWriter& json, const Workload& workload)
{
    json.field("operation", nameOf(workload.operation));
    json.field("precision", nameOf(workload.precision));
    json.field("elements", workload.elements);
    json.field("operations_per_element", workload.operationsPerElement);
    json.field("chain_length", workload.chainLength);
    json.field("fusion_depth", workload.fusionDepth);
    json.field("launch_mode", nameOf(workload.launchMode));
    json.field("threads", workload.threads);
}

void writeMoment(JsonWriter& json, const GpuMoment& moment)
{
    json.key("now").beginObject();
    if (moment.clock > Hertz())
        json.field("clock_hz", moment.clock.value());
    if (moment.memoryClock > Hertz())
        json.field("memory_clock_hz", moment.memoryClock.value());
    if (moment.watts > 0.0)
        json.field("power_w", moment.watts);
    if (moment.celsius)
        json.field("temperature_c", *moment.celsius);
    if (!moment.clockEvents.empty())
        json.field("clock_events", moment.clockEvents);
    json.endObject();
}

void writeGpuFields(JsonWriter& json, const GpuFacts& gpu)
{
    json.field("uuid", gpu.uuid);
    json.field("pci", gpu.pci);
    json.field("compute_capability", gpu.computeCapability);
    json.field("multiprocessors", gpu.multiprocessors);
    json.field("l2_bytes", gpu.l2.value());
    json.field("driver", gpu.driver);
    json.field("ecc", gpu.ecc);
    json.field("mig", gpu.mig);
    json.field("compute_mode", gpu.computeMode);
    json.field("power_limit_w", gpu.powerLimitWatts);
    if (gpu.clock > Hertz())
        json.field("clock_hz", gpu.clock.value());
    if (gpu.memoryClock > Hertz())
        json.field("memory_clock_hz", gpu.memoryClock.value());
    if (gpu.memoryBusBits > 0)
        json.field("memory_bus_bits", gpu.memoryBusBits);
    if (gpu.now)
        writeMoment(json, *gpu.now);
}

void writeReason(JsonWriter& json, const Error& reason)
{
    json.field("reason", reason.message());
    json.key("error");
    writeJson(json, reason);
}

} // namespace

void writeJson(JsonWriter& json, const Error& error)
{
    json.beginObject();
    json.field("kind", nameOf(error.kind)).field("id", error.id).field("text", error.text);
    json.key("arguments").beginArray();
    for (const std::string& argument : error.arguments)
        json.value(argument);
    json.endArray().endObject();
}

void writeJson(JsonWriter& json, const DeviceInfo& device)
{
    json.beginObject();
    json.field("id", device.id);
    json.field("kind", device.kind == DeviceKind::Cpu ? "cpu" : "cuda");
    if (!device.name.empty())
        json.field("name", device.name);
    json.field("available", device.available);
    if (!device.available)
        writeReason(
            json, device.reason.value_or(Error{ErrorKind::Unavailable, "device.no-reason", "no reason was given", {}}));
    if (device.threads > 0)
        json.field("threads", device.threads);
    if (!device.isa.empty())
        json.field("isa", device.isa);
    if (device.memory.value() > 0)
        json.field("memory_bytes", device.memory.value());
    if (device.gpu)
        writeGpuFields(json, *device.gpu);
    if (!device.machine.empty())
        json.field("machine", device.machine);
    json.endObject();
}

void writeJson(JsonWriter& json, const Roof& roof)
{
    json.beginObject();
    json.field("id", roof.id).field("kind", nameOf(roof.kind));
    json.field("value", roof.value).field("unit", unitOfRoof(roof.id));
    // Without its ends a roof reads back as one without a range; ends that no reader takes would cost the whole file.
    if (roof.low <= roof.high && limits::inRange(roof.low, -limits::rate, limits::rate)
        && limits::inRange(roof.high, -limits::rate, limits::rate))
        json.field("low", roof.low).field("high", roof.high);
    if (roof.latest && limits::inRange(*roof.latest, limits::leastRoof(roof.kind), limits::rate))
        json.field("latest", *roof.latest);
    if (roof.measurements > 1)
        json.field("measurements", roof.measurements);
    if (roof.clock > Hertz() && limits::inRange(roof.clock.value(), 0.0, limits::rate))
        json.field("clock_hz", roof.clock.value());
    if (roof.watts > 0.0 && limits::inRange(roof.watts, 0.0, limits::watts))
        json.field("power_w", roof.watts);
    json.field("provenance", nameOf(roof.provenance)).field("method", roof.method);
    json.field("flags", toString(roof.flags));
    json.endObject();
}

void writeJson(JsonWriter& json, const MemoryLevel& level)
{
    json.beginObject();
    json.field("name", level.name);
    // Infinity becomes null, and so does what is larger than any memory that a reader takes.
    json.field("capacity_bytes", level.capacity.value() <= limits::bytes ? level.capacity.value() : HUGE_VAL);
    json.field("per_thread", level.perThread);
    if (level.claimed > Bytes(0.0) && limits::inRange(level.claimed.value(), 0.0, limits::bytes))
        json.field("claimed_bytes", level.claimed.value());
    if (level.kept > Bytes(0.0) && limits::inRange(level.kept.value(), 0.0, limits::bytes))
        json.field("kept_bytes", level.kept.value());
    if (level.gone > Bytes(0.0) && limits::inRange(level.gone.value(), 0.0, limits::bytes))
        json.field("gone_bytes", level.gone.value());
    json.endObject();
}

void writeJson(JsonWriter& json, const RoofSet& roofs)
{
    json.beginObject();
    json.field("device", roofs.device).field("threads", roofs.threads);
    json.key("roofs").beginArray();
    for (const Roof& roof : roofs.roofs)
        if (limits::inRange(roof.value, limits::leastRoof(roof.kind),
                            limits::rate)) // anything else could not be read back
            writeJson(json, roof);
    json.endArray();
    json.key("unavailable").beginArray();
    for (const UnavailableRoof& roof : roofs.unavailable) {
        json.beginObject().field("id", roof.id);
        writeReason(json, roof.reason);
        json.endObject();
    }
    json.endArray();
    json.key("levels");
    writeJsonArray(json, roofs.levels);
    if (roofs.otherLoad && limits::inRange(*roofs.otherLoad, 0.0, 1.0))
        json.field("other_load", *roofs.otherLoad);
    json.endObject();
}

void writeJson(JsonWriter& json, const Workload& workload)
{
    json.beginObject();
    writeWorkloadFields(json, workload);
    json.endObject();
}

void writeJson(JsonWriter& json, const Sample& sample)
{
    json.beginObject();
    json.field("device", sample.device);
    writeWorkloadFields(json, sample.workload);
    json.field("time_s", sample.time.value()).field("median_s", sample.median.value());
    json.field("time_low_s", sample.low.value()).field("time_high_s", sample.high.value());
    if (sample.wall > sample.time)
        json.field("wall_time_s", sample.wall.value());
    if (sample.controls != ControlReadings{})
        json.field("control_bandwidth_bytes_per_s", sample.controls.bandwidth)
            .field("control_rate_per_s", sample.controls.rate)
            .field("control_launch_s", sample.controls.launch);
    json.field("rounds", sample.rounds).field("readings", sample.readings);
    if (sample.clock.value() > 0)
        json.field("clock_hz", sample.clock.value());
    json.field("flags", toString(sample.flags)).field("provenance", nameOf(sample.provenance));
    if (!sample.keptReadings.empty()) {
        json.key("kept_readings_s").beginArray();
        for (const float reading : sample.keptReadings)
            json.value(reading);
        json.endArray();
    }
    json.endObject();
}

void writeJson(JsonWriter& json, const Plan& plan)
{
    json.beginObject().field("device", plan.device);
    json.key("base");
    writeJson(json, plan.base);
    json.key("axes").beginArray();
    for (const Axis& axis : plan.axes) {
        json.beginObject().field("axis", nameOf(axis.kind));
        json.key("values").beginArray();
        for (const std::int64_t value : axis.values)
            json.value(value);
        json.endArray().endObject();
    }
    json.endArray();
    json.field("strategy", nameOf(plan.strategy));
    json.field("budget_s", plan.budget.value());
    json.field("target_interval", plan.targetInterval);
    json.endObject();
}

std::string_view nameOf(Strategy strategy) { return strategy == Strategy::Full ? "full" : "adaptive"; }

} // namespace ridgepoint
