// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/utilisation_steps.h"

#include "core/model/cost.h"
#include "core/stats/readings.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint::utilising {
namespace {

constexpr double roundSeconds = 0.06;
constexpr int processorRounds = 8;
/// Twice the longest period over which NVIDIA's driver samples (1 s; NVML API reference, nvmlUtilization_t): the last
/// whole one may have begun nearly two of them ago.
constexpr Seconds driverFill{2.0};
constexpr double pieceSeconds = 0.05;
/// Of three ways, two seconds each: 18 s.
constexpr int gpuRounds = 3;

/// What this process has used of all processors, as the operating system counts it for `top`.
double processorSeconds()
{
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

double secondsNow()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// One number by rounds: the middle one, from the least to the most.
struct Values {
    std::vector<double> all;
    [[nodiscard]] ExperimentPoint point(const char* series, const char* label) const
    {
        std::vector<double> sorted = all;
        std::sort(sorted.begin(), sorted.end());
        return {.series = series,
                .label = label,
                .y = sorted[sorted.size() / 2],
                .low = sorted.front(),
                .high = sorted.back()};
    }
};

/// Shares of one way to be busy.
struct Shares {
    const char* busySeries;
    Values busy{};
    Values used{};
    Readings readings{};             ///< of which only the flags are told
    std::optional<PointWork> work{}; ///< of what was computed
    void add(std::optional<double> busyShare, double usedShare, Seconds time, FlagSet flags = {})
    {
        if (busyShare)
            busy.all.push_back(*busyShare);
        used.all.push_back(usedShare);
        readings.beginRound();
        readings.add(time, flags);
    }
    void putInto(const MeasuringContext& context, const char* label) const
    {
        for (const auto& [values, series] : {std::pair{&busy, busySeries}, std::pair{&used, usedSeries}}) {
            if (values->all.empty())
                continue;
            ExperimentPoint point = values->point(series, label);
            point.flags = readings.flags();
            if (values->all.size() < static_cast<std::size_t>(minimumRounds))
                point.flags |= Flag::FewReadings;
            point.work = work;
            context.put(std::move(point));
        }
    }
};

Result<double> peakIn(const MeasuringContext& context)
{
    if (const Roof* peak = context.roofs.find(peakRoof()))
        return peak->value;
    return Error{ErrorKind::Unavailable,
                 "utilisation.no-roof",
                 "The compute roof %1 is not known, so there is nothing to take a share of; measure the roofs.",
                 {peakRoof()}};
}

std::int64_t repetitionsFor(double seconds, const BatchTiming& one)
{
    return static_cast<std::int64_t>(std::clamp(seconds / std::max(one.time.value(), 1e-9), 1.0, 1e8));
}

ExperimentStep spinStep()
{
    auto shares = std::make_shared<Shares>(Shares{systemSeries});
    return {spinning, processorRounds, [shares](MeasuringContext& context) -> Result<StepState> {
                const double wall = secondsNow();
                const double used = processorSeconds();
                while (secondsNow() - wall < roundSeconds) {
                }
                // Asking the clock is no floating-point operation.
                const double passed = secondsNow() - wall;
                shares->add((processorSeconds() - used) / passed, 0.0, Seconds(passed));
                shares->putInto(context, spinning);
                return StepState::Round;
            }};
}

ExperimentStep workStep(const Way& way)
{
    auto shares = std::make_shared<Shares>(Shares{systemSeries});
    return {way.label, processorRounds, [=](MeasuringContext& context) -> Result<StepState> {
                const auto peak = peakIn(context);
                if (!peak)
                    return peak.error();
                auto work = context.backend.prepare(way.workload);
                if (!work)
                    return work.error();
                const auto first = work->run(1);
                if (!first)
                    return first.error();
                const std::int64_t repetitions = repetitionsFor(roundSeconds, *first);
                const double wall = secondsNow();
                const double used = processorSeconds();
                const auto timing = work->run(repetitions);
                if (!timing)
                    return timing.error();
                const double passed = secondsNow() - wall;
                const double rate = costOf(way.workload).flops.value() * static_cast<double>(repetitions)
                                  / timing->time.value();
                shares->add((processorSeconds() - used) / passed / std::max(1, way.workload.threads), rate / *peak,
                            timing->time, timing->flags);
                shares->work = pointWork(way.workload, timing->time / static_cast<double>(repetitions),
                                         bandwidthRoofId(way.level));
                shares->putInto(context, way.label);
                return StepState::Round;
            }};
}

/// Work that is repeated without a pause worth the name.
class Stretch {
public:
    Stretch(Way way, Shares shares) : m_way(std::move(way)), m_shares(std::move(shares)) {}

    Result<StepState> step(MeasuringContext& context)
    {
        const auto peak = peakIn(context);
        if (!peak)
            return peak.error();
        if (m_work == nullptr)
            return begin(context);
        const auto timing = m_work->run(m_repetitions);
        if (!timing)
            return timing.error();
        m_done += m_repetitions;
        m_time += timing->time;
        m_flags |= timing->flags;
        const bool isFilled = context.clock.now() - m_begun >= driverFill;
        if (isFilled || m_isFirst)
            put(context, *peak, isFilled);
        m_isFirst = false;
        if (!isFilled)
            return StepState::Again;
        m_work.reset();
        return StepState::Round;
    }

private:
    Result<StepState> begin(MeasuringContext& context)
    {
        auto work = context.backend.prepare(m_way.workload);
        if (!work)
            return work.error();
        const auto first = work->run(1);
        if (!first)
            return first.error();
        m_work = std::move(work->work);
        m_repetitions = repetitionsFor(pieceSeconds, *first);
        m_done = 0;
        m_time = {};
        m_flags = {};
        m_begun = context.clock.now();
        return StepState::Again;
    }

    /// What was done so far; only the whole stretch is kept, and only then the driver has something to say of it.
    void put(MeasuringContext& context, double peak, bool isWhole)
    {
        const Seconds one = m_time / static_cast<double>(m_done);
        const double share = costOf(m_way.workload).flops.value() / one.value() / peak;
        std::optional<double> busy;
        if (isWhole)
            if (const auto told = context.backend.busyShare())
                busy = *told;
        Shares shares = m_shares;
        shares.add(busy, share, m_time, m_flags);
        shares.work = pointWork(m_way.workload, one, bandwidthRoofId(m_way.level));
        shares.putInto(context, m_way.label);
        if (isWhole)
            m_shares = std::move(shares);
    }

    Way m_way;
    Shares m_shares;
    std::unique_ptr<PreparedWork> m_work; ///< null between rounds
    std::int64_t m_repetitions = 1;       ///< to a piece
    std::int64_t m_done = 0;
    Seconds m_time;
    FlagSet m_flags;
    Seconds m_begun;
    bool m_isFirst = true; ///< so that a number is there soon
};

} // namespace

std::string peakRoof() { return computeRoofId(Operation::Fma, Precision::Fp32); }

std::vector<Way> waysOf(DeviceKind kind, std::int64_t elements, int threads)
{
    // A pass of one fma per element over memory, and a thousand of them in registers.
    if (kind == DeviceKind::Cpu)
        return {
            {passing, {.elements = elements, .threads = threads}, "dram"},
            {computing, {.elements = std::int64_t{1} << 16, .operationsPerElement = 1024, .threads = threads}, "l2"}};
    // A thread of a GPU's kernels has 16 bytes: of four floats every operation that it carries out is counted. Launches
    // are queued and last, so that next to no time lies between kernels.
    return {{spinning,
             {.elements = 4, .operationsPerElement = maximumOperationsPerElement, .launchMode = LaunchMode::Queued},
             "l2"},
            {passing, {.elements = elements, .launchMode = LaunchMode::Queued}, "dram"},
            {computing,
             {.elements = std::int64_t{1} << 24, .operationsPerElement = 1024, .launchMode = LaunchMode::Queued},
             "dram"}};
}

std::vector<ExperimentStep> processorSteps(const std::vector<Way>& ways)
{
    std::vector<ExperimentStep> steps{spinStep()};
    for (const Way& way : ways)
        steps.push_back(workStep(way));
    return steps;
}

std::vector<ExperimentStep> gpuSteps(const std::vector<Way>& ways)
{
    std::vector<ExperimentStep> steps;
    steps.push_back({driverSeries, 1, [](MeasuringContext& context) -> Result<StepState> {
                         const auto told = context.backend.busyShare();
                         return told ? Result<StepState>(StepState::Finished) : Result<StepState>(told.error());
                     }});
    for (const Way& way : ways)
        steps.push_back({.what = way.label,
                         .rounds = gpuRounds,
                         .run = [stretch = std::make_shared<Stretch>(way, Shares{driverSeries})](
                                    MeasuringContext& context) { return stretch->step(context); },
                         .isUnbroken = true});
    return steps;
}

} // namespace ridgepoint::utilising
