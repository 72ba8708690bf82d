// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/json_convert.h"

#include "core/session/json_limits.h"
#include "core/session/json_text.h"

#include <algorithm>

namespace ridgepoint {
namespace {

std::optional<DeviceKind> deviceKindNamed(std::string_view name)
{
    if (name == "cpu")
        return DeviceKind::Cpu;
    if (name == "cuda")
        return DeviceKind::Cuda;
    return std::nullopt;
}

std::optional<Strategy> strategyNamed(std::string_view name)
{
    if (name == "full")
        return Strategy::Full;
    if (name == "adaptive")
        return Strategy::Adaptive;
    return std::nullopt;
}

GpuMoment momentFrom(const JsonFields& fields)
{
    GpuMoment moment;
    moment.clock = Hertz(fields.numberOr("clock_hz", 0.0, limits::hertz, 0.0));
    moment.memoryClock = Hertz(fields.numberOr("memory_clock_hz", 0.0, limits::hertz, 0.0));
    moment.watts = fields.numberOr("power_w", 0.0, limits::watts, 0.0);
    if (fields.has("temperature_c"))
        moment.celsius = fields.number("temperature_c", limits::coldest, limits::hottest);
    moment.clockEvents = fields.textOr("clock_events", "");
    return moment;
}

std::optional<GpuFacts> gpuFrom(const JsonFields& fields)
{
    if (!fields.has("uuid"))
        return std::nullopt;
    GpuFacts gpu;
    gpu.uuid = fields.text("uuid");
    gpu.pci = fields.textOr("pci", "");
    gpu.computeCapability = fields.textOr("compute_capability", "");
    gpu.multiprocessors = fields.countOr("multiprocessors", 0, limits::count, 0);
    gpu.l2 = Bytes(fields.numberOr("l2_bytes", 0.0, limits::bytes, 0.0));
    gpu.driver = fields.textOr("driver", "");
    gpu.ecc = fields.flagOr("ecc", false);
    gpu.mig = fields.flagOr("mig", false);
    gpu.computeMode = fields.textOr("compute_mode", "");
    gpu.powerLimitWatts = fields.numberOr("power_limit_w", 0.0, limits::watts, 0.0);
    gpu.clock = Hertz(fields.numberOr("clock_hz", 0.0, limits::hertz, 0.0));
    gpu.memoryClock = Hertz(fields.numberOr("memory_clock_hz", 0.0, limits::hertz, 0.0));
    gpu.memoryBusBits = fields.countOr("memory_bus_bits", 0, limits::count, 0);
    if (fields.has("now"))
        gpu.now = momentFrom(fields.object("now"));
    return gpu;
}

/// The structured error where there is one, else the plain words of another writer.
Error reasonFrom(const JsonFields& fields)
{
    if (fields.has("error"))
        return errorFrom(fields.object("error"));
    return {ErrorKind::Unavailable, "reason.given", "%1", {fields.text("reason")}};
}

} // namespace

Error errorFrom(const JsonFields& fields)
{
    Error error;
    error.kind = fields.choice("kind", errorKindNamed);
    error.id = fields.text("id");
    error.text = fields.text("text");
    error.arguments = fields.texts("arguments");
    return error;
}

DeviceInfo deviceFrom(const JsonFields& fields)
{
    DeviceInfo device;
    device.id = fields.text("id");
    device.kind = fields.choice("kind", deviceKindNamed);
    device.name = fields.textOr("name", "");
    device.available = fields.flag("available");
    if (!device.available)
        device.reason = reasonFrom(fields);
    device.threads = fields.countOr("threads", 0, limits::threads, 0);
    device.isa = fields.textOr("isa", "");
    device.memory = Bytes(fields.numberOr("memory_bytes", 0.0, limits::bytes, 0.0));
    device.gpu = gpuFrom(fields);
    device.machine = fields.textOr("machine", "");
    return device;
}

Roof roofFrom(const JsonFields& fields)
{
    Roof roof;
    roof.id = fields.text("id");
    roof.kind = fields.choice("kind", roofKindNamed);
    if (const auto named = kindOfRoof(roof.id); named && *named != roof.kind)
        fields.problem().report(fields.pathOf("kind"), "\"" + std::string(nameOf(*named)) + "\", as the id says");
    roof.value = fields.number("value", limits::leastRoof(roof.kind), limits::rate);
    roof.low = fields.numberOr("low", -limits::rate, limits::rate, roof.value);
    roof.high = fields.numberOr("high", -limits::rate, limits::rate, roof.value);
    if (roof.low > roof.high)
        fields.problem().report(fields.pathOf("low"), "at most high");
    if (fields.has("latest"))
        roof.latest = fields.number("latest", limits::leastRoof(roof.kind), limits::rate);
    roof.measurements = fields.countOr("measurements", 1, limits::count, 1);
    roof.clock = Hertz(fields.numberOr("clock_hz", 0.0, limits::rate, 0.0));
    roof.watts = fields.numberOr("power_w", 0.0, limits::watts, 0.0);
    roof.provenance = fields.choice("provenance", provenanceNamed);
    roof.method = fields.textOr("method", "");
    if (fields.has("flags"))
        roof.flags = fields.choice("flags", flagsFrom);
    return roof;
}

MemoryLevel levelFrom(const JsonFields& fields)
{
    MemoryLevel level;
    level.name = fields.text("name");
    level.capacity = Bytes(fields.numberOrInfinity("capacity_bytes", 0.0, limits::bytes));
    level.perThread = fields.flag("per_thread");
    level.claimed = Bytes(fields.numberOr("claimed_bytes", 0.0, limits::bytes, 0.0));
    const Bytes kept(fields.numberOr("kept_bytes", 0.0, limits::bytes, 0.0));
    level.kept = level.perThread ? Bytes(0.0) : std::min(kept, level.capacity); // no cache keeps more than it holds
    level.gone = Bytes(fields.numberOr("gone_bytes", 0.0, limits::bytes, 0.0));
    return level;
}

RoofSet roofSetFrom(const JsonFields& fields)
{
    RoofSet set;
    set.device = fields.text("device");
    set.threads = fields.countOr("threads", 0, limits::threads, 0);
    set.roofs = fields.objects("roofs", roofFrom);
    if (fields.has("unavailable"))
        set.unavailable = fields.objects("unavailable", [](const JsonFields& roof) {
            return UnavailableRoof{roof.text("id"), reasonFrom(roof)};
        });
    if (fields.has("levels"))
        set.levels = fields.objects("levels", levelFrom);
    if (fields.has("other_load"))
        set.otherLoad = fields.number("other_load", 0.0, 1.0);
    return set;
}

Workload workloadFrom(const JsonFields& fields)
{
    Workload workload;
    workload.operation = fields.choice("operation", operationNamed);
    workload.precision = fields.choice("precision", precisionNamed);
    workload.elements = fields.integer("elements", 1, maximumElements);
    workload.operationsPerElement = fields.integer("operations_per_element", 1, maximumOperationsPerElement);
    workload.chainLength = fields.count("chain_length", 1, maximumChainLength);
    workload.fusionDepth = fields.count("fusion_depth", 1, maximumChainLength);
    workload.launchMode = fields.choice("launch_mode", launchModeNamed);
    workload.threads = fields.countOr("threads", 0, limits::threads, 0);
    if (!fields.problem().none())
        return workload;
    if (const auto valid = validate(workload); !valid)
        fields.problem().report(withPlace(valid.error(), fields.pathOf("fusion_depth")));
    return workload;
}

Sample sampleFrom(const JsonFields& fields)
{
    Sample sample;
    sample.workload = workloadFrom(fields);
    sample.device = fields.textOr("device", sample.device);
    if (sample.device.size() > limits::wordBytes)
        fields.problem().report(fields.pathOf("device"),
                                "a text of at most " + std::to_string(limits::wordBytes) + " bytes");
    sample.time = Seconds(fields.number("time_s", limits::shortestTime, limits::time));
    sample.median = Seconds(fields.numberOr("median_s", 0.0, limits::time, sample.time.value()));
    sample.low = Seconds(fields.numberOr("time_low_s", 0.0, limits::time, sample.time.value()));
    sample.high = Seconds(fields.numberOr("time_high_s", 0.0, limits::time, sample.time.value()));
    sample.wall = Seconds(fields.numberOr("wall_time_s", 0.0, limits::time, 0.0));
    sample.controls = {fields.numberOr("control_bandwidth_bytes_per_s", 0.0, limits::rate, 0.0),
                       fields.numberOr("control_rate_per_s", 0.0, limits::rate, 0.0),
                       fields.numberOr("control_launch_s", 0.0, limits::time, 0.0)};
    if (sample.isInverted())
        fields.problem().report(fields.pathOf("time_low_s"), "at most time_high_s");
    sample.rounds = fields.countOr("rounds", 0, limits::count, 0);
    sample.readings = fields.countOr("readings", 0, limits::count, 0);
    sample.clock = Hertz(fields.numberOr("clock_hz", 0.0, limits::hertz, 0.0));
    if (fields.has("flags"))
        sample.flags = fields.choice("flags", flagsFrom);
    if (fields.has("provenance"))
        sample.provenance = fields.choice("provenance", provenanceNamed);
    if (fields.has("kept_readings_s"))
        sample.keptReadings = fields.floats("kept_readings_s", maximumKeptReadings);
    return sample;
}

Plan planFrom(const JsonFields& fields)
{
    Plan plan;
    plan.device = fields.text("device");
    plan.base = workloadFrom(fields.object("base"));
    plan.axes = fields.objects("axes", [](const JsonFields& axis) {
        return Axis{axis.choice("axis", axisKindNamed), axis.integers("values", 1, maximumElements)};
    });
    plan.strategy = fields.choice("strategy", strategyNamed);
    plan.budget = Seconds(fields.number("budget_s", 0.0, limits::time));
    plan.targetInterval = fields.number("target_interval", 0.0, 1.0);
    if (!fields.problem().none())
        return plan;
    if (const auto valid = validate(plan); !valid)
        fields.problem().report(withPlace(valid.error(), fields.pathOf("axes")));
    return plan;
}

} // namespace ridgepoint
