// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_result.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"
#include "core/sweep/plan.h"

#include <cmath>
#include <limits>
#include <random>

/// Seeded values for round-trip tests, and comparisons that the model itself does not need.
namespace ridgepoint::test {

/// A stream of pseudo-random model values; the same seed gives the same values everywhere.
class RandomModels {
public:
    explicit RandomModels(std::uint64_t seed) : m_engine(seed) {}

    std::int64_t whole(std::int64_t low, std::int64_t high)
    {
        const auto span = static_cast<std::uint64_t>(high - low) + 1;
        return low + static_cast<std::int64_t>(m_engine() % span);
    }
    /// Log-uniform, with all 52 bits of the mantissa drawn: shortest forms of every length.
    double real(double low, double high)
    {
        const double unit = static_cast<double>(m_engine() >> 11U) * 0x1p-53;
        return std::exp(std::log(low) + unit * (std::log(high) - std::log(low)));
    }
    Workload workload()
    {
        Workload workload;
        workload.operation = allOperations[index(allOperations.size())];
        workload.precision = allPrecisions[index(allPrecisions.size())];
        workload.launchMode = allLaunchModes[index(allLaunchModes.size())];
        workload.elements = whole(1, maximumElements);
        workload.operationsPerElement = whole(1, maximumOperationsPerElement);
        workload.fusionDepth = static_cast<int>(whole(1, 64));
        workload.chainLength = workload.fusionDepth * static_cast<int>(whole(1, 64));
        workload.threads = static_cast<int>(whole(0, 256));
        return workload;
    }
    Sample sample()
    {
        Sample sample;
        sample.workload = workload();
        sample.device = whole(0, 3) == 0 ? "cuda:0" : "cpu";
        sample.time = Seconds(real(1e-9, 1e3));
        sample.median = sample.time * real(1.0, 2.0);
        sample.low = sample.time * real(0.5, 1.0);
        sample.high = sample.median;
        sample.rounds = static_cast<int>(whole(0, 40));
        sample.readings = static_cast<int>(whole(0, 100000));
        sample.clock = Hertz(whole(0, 1) == 0 ? 0.0 : real(1e8, 1e10));
        for (const Flag flag : {Flag::Interpolated, Flag::FewReadings, Flag::Throttled, Flag::MachineBusy})
            if (whole(0, 2) == 0)
                sample.flags |= flag;
        sample.provenance = static_cast<Provenance>(whole(0, 3));
        sample.keptReadings.resize(index(maximumKeptReadings + 1));
        for (float& reading : sample.keptReadings)
            reading = static_cast<float>(real(1e-9, 1e3));
        return sample;
    }
    std::vector<Sample> samples(std::size_t count)
    {
        std::vector<Sample> result(count);
        for (Sample& each : result)
            each = sample();
        return result;
    }

private:
    std::size_t index(std::size_t size)
    {
        return static_cast<std::size_t>(whole(0, static_cast<std::int64_t>(size) - 1));
    }

    std::mt19937_64 m_engine;
};

inline bool same(const Error& a, const Error& b)
{
    return a.kind == b.kind && a.id == b.id && a.text == b.text && a.arguments == b.arguments;
}

inline bool same(const Sample& a, const Sample& b)
{
    return a.workload == b.workload && a.device == b.device && a.time == b.time && a.median == b.median
        && a.low == b.low && a.high == b.high && a.rounds == b.rounds && a.readings == b.readings && a.clock == b.clock
        && a.flags == b.flags && a.provenance == b.provenance && a.keptReadings == b.keptReadings;
}

inline bool same(const DeviceInfo& a, const DeviceInfo& b)
{
    const bool sameReason = a.reason.has_value() == b.reason.has_value() && (!a.reason || same(*a.reason, *b.reason));
    return a.id == b.id && a.kind == b.kind && a.name == b.name && a.available == b.available && sameReason
        && a.threads == b.threads && a.isa == b.isa && a.memory == b.memory && a.gpu == b.gpu && a.machine == b.machine;
}

inline bool same(const Roof& a, const Roof& b)
{
    return a.id == b.id && a.kind == b.kind && a.value == b.value && a.low == b.low && a.high == b.high
        && a.provenance == b.provenance && a.method == b.method && a.flags == b.flags && a.latest == b.latest
        && a.measurements == b.measurements && a.clock == b.clock;
}

inline bool same(const MemoryLevel& a, const MemoryLevel& b)
{
    return a.name == b.name && a.capacity == b.capacity && a.perThread == b.perThread && a.claimed == b.claimed
        && a.kept == b.kept && a.gone == b.gone;
}

inline bool same(const UnavailableRoof& a, const UnavailableRoof& b)
{
    return a.id == b.id && same(a.reason, b.reason);
}

template <class Item> bool same(const std::vector<Item>& a, const std::vector<Item>& b);

inline bool same(const RoofSet& a, const RoofSet& b)
{
    return a.device == b.device && a.threads == b.threads && same(a.roofs, b.roofs)
        && same(a.unavailable, b.unavailable) && same(a.levels, b.levels) && a.otherLoad == b.otherLoad;
}

inline bool same(const UnavailablePart& a, const UnavailablePart& b)
{
    return a.part == b.part && a.isRoof == b.isRoof && same(a.reason, b.reason);
}

inline bool same(const ExperimentResult& a, const ExperimentResult& b)
{
    return a.id == b.id && a.device == b.device && a.deviceName == b.deviceName && a.threads == b.threads
        && a.created == b.created && a.parameters == b.parameters && same(a.roofs, b.roofs) && a.points == b.points
        && a.lanes == b.lanes && same(a.unavailable, b.unavailable) && a.notes == b.notes;
}

template <class Item> bool same(const std::vector<Item>& a, const std::vector<Item>& b)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!same(a[i], b[i]))
            return false;
    return true;
}

inline DeviceInfo aCpu()
{
    return {.id = "cpu",
            .kind = DeviceKind::Cpu,
            .name = "Test \"CPU\" é",
            .available = true,
            .threads = 2,
            .isa = "AVX-512",
            .memory = Bytes(17179869184.0)};
}

inline DeviceInfo anAbsentGpu()
{
    return {.id = "cuda:0",
            .kind = DeviceKind::Cuda,
            .reason = Error{ErrorKind::Unavailable, "cuda.no-driver", "no NVIDIA driver on %1", {"this machine"}}};
}

inline DeviceInfo aGpu()
{
    return {.id = "cuda:1",
            .kind = DeviceKind::Cuda,
            .name = "GPU",
            .available = true,
            .memory = Bytes(8e10),
            .gpu = GpuFacts{.uuid = "GPU-1",
                            .pci = "0000:01:00.0",
                            .computeCapability = "9.0",
                            .multiprocessors = 132,
                            .l2 = Bytes(5e7),
                            .driver = "550.1",
                            .ecc = true,
                            .mig = false,
                            .computeMode = "default",
                            .powerLimitWatts = 700.0,
                            .clock = Hertz(1.98e9),
                            .memoryClock = Hertz(3.201e9),
                            .memoryBusBits = 6144,
                            .now = GpuMoment{.clock = Hertz(1.755e9),
                                             .memoryClock = Hertz(3.201e9),
                                             .watts = 692.5,
                                             .celsius = 61.0,
                                             .clockEvents = "power cap"}},
            .machine = "gpu01"};
}

inline RoofSet someRoofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    set.put({"bandwidth.dram",
             RoofKind::Bandwidth,
             6.3e10,
             6.2e10,
             6.35e10,
             Provenance::Measured,
             "in-place update",
             {},
             6.25e10,
             3,
             Hertz(1.98e9)});
    set.put({"compute.fp32.cos", RoofKind::Compute, 1.0 / 3.0 * 1e11, 3e10, 4e10, Provenance::Measured, "registers",
             Flag::MachineBusy | Flag::Preempted});
    set.otherLoad = 0.43;
    set.put({"launch.wait_each", RoofKind::Launch, 1.1e-6, 1e-6, 1.2e-6, Provenance::Published, ""});
    set.unavailable.push_back(
        {"compute.bf16.matrix", {ErrorKind::Unsupported, "cpu.no-amx", "this CPU has no AMX", {}}});
    set.levels = {{"l1", Bytes(32768), true, Bytes(49152)},
                  {"l3", Bytes(3e7), false, Bytes(33554432), Bytes(1.9e7 + 0.5), Bytes(4.1e7)},
                  {"dram", Bytes(std::numeric_limits<double>::infinity()), false}};
    return set;
}

inline ExperimentResult anExperimentResult()
{
    ExperimentResult result{.id = "mistakes",
                            .device = "cpu",
                            .deviceName = "Test \"CPU\" é",
                            .threads = 2,
                            .created = "2026-01-02T03:04:05Z"};
    result.parameters = {{"size", "64Mi"}, {"rounds", "8"}};
    result.roofs = someRoofs().roofs;
    result.points = {{.series = "measured",
                      .label = "first, \"é\"",
                      .x = 0.1,
                      .y = 1.0 / 3.0 * 1e11,
                      .low = 3e10,
                      .high = 4e10,
                      .flags = Flag::MachineBusy | Flag::FewReadings,
                      .note = "a tick is 4.00 ms",
                      .plot = 1},
                     {.series = "said",
                      .x = -2.5,
                      .y = -1.0,
                      .low = -1.0,
                      .high = -1.0,
                      .provenance = Provenance::Published,
                      .source = "somebody, 2020"}};
    result.points[0].work = PointWork{
        .work = {.elements = 3e7, .accessesPerElement = 1.5, .operationsPerElement = 0.0, .launches = 2.0},
        .time = Seconds(0.1 / 3.0),
        .computeRoof = "compute.fp32.fma",
        .bandwidthRoof = "bandwidth.dram",
        .launchRoof = "",
        .bandwidth = BytesPerSecond(1e11 / 3.0),
        .launch = Seconds(2e-7 / 3.0)};
    result.points[0].movedX = 0.1 / 3.0;
    result.lanes = {
        {.group = "queued",
         .name = "host, \"é\"",
         .note = "stamps",
         .spans = {{SpanKind::Launch, "submit", 0.0, 1.0 / 3.0 * 1e-6}, {SpanKind::Wait, "wait", 1e-6, 0.0}},
         .plot = 1},
        {.group = "queued",
         .name = "thread 1",
         .spans = {{SpanKind::Work, "kernel", -1e-9, 2e-6}, {SpanKind::Move, "", 3e-6, 1e-6}}}};
    result.unavailable = {{"python3", {ErrorKind::Unavailable, "x.python", "no %1 here", {"python3"}}}};
    result.notes = {"no power cap binds"};
    return result;
}

inline Plan aPlan()
{
    Plan plan;
    plan.base.threads = 2;
    plan.axes = {{AxisKind::Operations, {1, 2, 8, 1024}}, {AxisKind::Size, {1024, 1 << 20}}};
    return plan;
}

} // namespace ridgepoint::test
