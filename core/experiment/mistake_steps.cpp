// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/mistake_steps.h"

#include "core/experiment/timed_step.h"
#include "core/experiment/wrong_clocks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr const char* mistakeSeries = "measured";
constexpr std::int64_t fusedOperations = 8;
/// Repetitions of the ways that look at many single runs: a hundred ms of them, fifteen at most, six at least.
constexpr double lookSeconds = 0.1;
/// Passes of a round that nobody waits for.
constexpr int submissions = 6;

/// The way of the contract: see timedStep.
ExperimentStep rightStep(const char* label, const Workload& workload, Bytes counted, int rounds,
                         const char* level = "dram")
{
    const auto points = [label, counted, workload, level](const Summary& summary) -> std::vector<ExperimentPoint> {
        ExperimentPoint point = measuredPoint(mistakeSeries, label, 0.0, summary, counted.value());
        point.work = pointWork(workload, summary.time, bandwidthRoofId(level));
        return {std::move(point)};
    };
    return timedStep(label, preparing(workload), points, false, rounds);
}

/// A step that takes readings of its own kind; `read` adds a round of them.
template <class Read, class PointOf>
ExperimentStep readingStep(const char* label, int rounds, Read read, PointOf pointOf)
{
    auto readings = std::make_shared<Readings>();
    return {label, rounds, [=](MeasuringContext& context) -> Result<StepState> {
                readings->beginRound();
                if (auto taken = read(context, *readings); !taken)
                    return taken.error();
                if (!readings->empty())
                    context.put(pointOf(*readings));
                return StepState::Round;
            }};
}

/// Prepared and run once, so that it is warm.
Result<ReadyWork> warmWork(MeasuringContext& context, const Workload& workload, Seconds& runTime)
{
    auto work = context.backend.prepare(workload);
    if (!work)
        return work.error();
    const auto timing = work->run(1);
    if (!timing)
        return timing.error();
    runTime = timing->time;
    return work;
}

int looksAt(Seconds runTime)
{
    return runTime > Seconds() ? static_cast<int>(std::clamp(lookSeconds / runTime.value(), 6.0, 15.0)) : 6;
}

/// Warm work of which one round looks at some runs, in pieces of about 50 ms: one call of a step is not to last longer.
struct Looks {
    ReadyWork ready{};
    int left = 0;
};
constexpr Seconds longestPiece{0.05};

/// The pass, and the time in which this way says that it was done: against the roofs some ways give themselves away.
PointWork claimed(const Workload& pass, const ExperimentPoint& point)
{
    return pointWork(pass, costOf(pass).bytes / BytesPerSecond(point.y));
}

/// `count` says from the time of one run how many a round has; `read` takes as many as `more` allows; `show` follows a
/// round.
template <class Count, class Read, class Show>
ExperimentStep lookingStep(const char* label, int rounds, const Workload& workload, Count count, Read read, Show show)
{
    auto looks = std::make_shared<Looks>();
    return {label, rounds, [=](MeasuringContext& context) -> Result<StepState> {
                if (looks->left == 0) {
                    Seconds runTime;
                    auto work = warmWork(context, workload, runTime);
                    if (!work)
                        return work.error();
                    *looks = {std::move(*work), count(runTime)};
                    return StepState::Again;
                }
                const Seconds begin = context.clock.now();
                const auto more = [&] { return --looks->left > 0 && context.clock.now() - begin < longestPiece; };
                if (const Result<void> taken = read(*looks->ready.work, more); !taken) {
                    *looks = {};
                    return taken.error();
                }
                if (looks->left > 0)
                    return StepState::Again;
                *looks = {};
                show(context);
                return StepState::Round;
            }};
}

/// What was timed of passes that nobody waited for.
ExperimentPoint noWaitPoint(const Readings& readings, const Workload& pass, const char* note)
{
    ExperimentPoint point = measuredPoint(mistakeSeries, mistake::noWait, 0.0, summarise(readings),
                                          costOf(pass).bytes.value());
    point.work = claimed(pass, point);
    point.note = note;
    return point;
}

/// On a device with a queue of its own: from before each launch until the call has returned, by the host's clock.
ExperimentStep launchedStep(const Workload& workload, int rounds)
{
    const auto read = [workload](MeasuringContext& context, Readings& readings) -> Result<void> {
        Workload chain = workload;
        chain.launchMode = LaunchMode::Queued;
        chain.chainLength = submissions;
        const auto recording = context.backend.recordLaunches(chain);
        if (!recording)
            return recording.error();
        for (const HostSpan& span : recording->host)
            if (span.doing == HostDoing::Submits)
                readings.add(span.span.end - span.span.begin, {}, {});
        return {};
    };
    return readingStep(mistake::noWait, rounds, read, [workload](const Readings& readings) {
        return noWaitPoint(readings, workload, mistake::untilLaunched);
    });
}

/// Where a kernel runs in the thread that calls it, a queue in front of it.
ExperimentStep handedOverStep(const Workload& workload, int rounds)
{
    auto readings = std::make_shared<Readings>();
    const auto count = [readings](Seconds) {
        readings->beginRound();
        return submissions;
    };
    const auto read = [readings](PreparedWork& work, const std::function<bool()>& more) -> Result<void> {
        WorkQueue queue;
        do {
            Result<BatchTiming> timing{BatchTiming{}};
            const Seconds handedOver = queue.submit([&] { timing = work.run(1); });
            queue.wait();
            if (!timing)
                return timing.error();
            readings->add(handedOver, timing->flags, timing->clock);
        } while (more());
        return {};
    };
    const auto show = [readings, workload](MeasuringContext& context) {
        if (!readings->empty())
            context.put(noWaitPoint(*readings, workload, mistake::untilHandedOver));
    };
    return lookingStep(mistake::noWait, rounds, workload, count, read, show);
}

Result<void> readFirstCall(MeasuringContext& context, Readings& readings, const Workload& workload)
{
    // Another precision in between, so that the call finds nothing ready; where the device has none, the memory stays.
    Workload other = workload;
    other.precision = Precision::Fp64;
    other.elements = 1;
    if (auto between = context.backend.prepare(other))
        static_cast<void>(between->run(1));
    const Seconds begin = context.clock.now();
    auto work = context.backend.prepare(workload);
    if (!work)
        return work.error();
    const auto timing = work->run(1);
    if (!timing)
        return timing.error();
    readings.add(context.clock.now() - begin, timing->flags, timing->clock);
    return {};
}

ExperimentStep coarseStep(const Workload& workload, int rounds)
{
    auto readings = std::make_shared<std::vector<double>>();
    auto honest = std::make_shared<Readings>(); // of the device's own clock, for the flags: a reading may be of no tick
    const auto count = [honest](Seconds runTime) {
        honest->beginRound();
        return looksAt(runTime);
    };
    const auto read = [readings, honest](PreparedWork& work, const std::function<bool()>& more) -> Result<void> {
        do {
            const Seconds begin = coarseNow();
            const auto timing = work.run(1);
            if (!timing)
                return timing.error();
            readings->push_back((coarseNow() - begin).value());
            honest->add(timing->time, timing->flags, timing->clock);
        } while (more());
        return {};
    };
    const auto show = [readings, honest, workload](MeasuringContext& context) {
        FlagSet flags = honest->flags();
        if (honest->rounds() < minimumRounds)
            flags |= Flag::FewReadings;
        ExperimentPoint point = coarsePoint(*readings, flags, costOf(workload).bytes, coarseTick());
        if (!tookNoTick(point)) // else there is no time that could be claimed
            point.work = claimed(workload, point);
        context.put(std::move(point));
    };
    return lookingStep(mistake::coarseClock, rounds, workload, count, read, show);
}

/// The arithmetic mean with twice its standard error, as many scripts print it: both follow the slowest runs.
ExperimentPoint meanPoint(const Readings& readings, Bytes bytes)
{
    double sum = 0.0;
    double squares = 0.0;
    for (const Reading& reading : readings.all()) {
        sum += reading.time.value();
        squares += reading.time.value() * reading.time.value();
    }
    const auto count = static_cast<double>(readings.size());
    const double mean = sum / count;
    const double variance = count > 1.0 ? std::max(0.0, (squares - sum * mean) / (count - 1.0)) : 0.0;
    const double error = 2.0 * std::sqrt(variance / count);
    ExperimentPoint point{.series = mistakeSeries, .label = mistake::disturbed, .y = bytes.value() / mean};
    point.low = bytes.value() / (mean + error);
    point.high = bytes.value() / std::max(mean - error, mean * 0.1);
    point.flags = readings.flags();
    return point;
}

ExperimentStep disturbedStep(const Workload& workload, int rounds, Bytes bytes)
{
    auto readings = std::make_shared<Readings>();
    const auto count = [readings](Seconds runTime) {
        readings->beginRound();
        return looksAt(runTime);
    };
    const auto read = [readings](PreparedWork& work, const std::function<bool()>& more) -> Result<void> {
        const Disturbance disturbance;
        do {
            const auto timing = work.run(1);
            if (!timing)
                return timing.error();
            readings->add(timing->time, timing->flags, timing->clock);
        } while (more());
        return {};
    };
    const auto show = [readings, bytes, workload](MeasuringContext& context) {
        if (readings->empty())
            return;
        ExperimentPoint point = meanPoint(*readings, bytes);
        point.work = claimed(workload, point);
        context.put(std::move(point));
    };
    return lookingStep(mistake::disturbed, rounds, workload, count, read, show);
}

} // namespace

ExperimentPoint coarsePoint(const std::vector<double>& readings, FlagSet flags, Bytes bytes, Seconds tick)
{
    const auto within = [&](double time) { return bytes.value() / std::max(time, tick.value()); };
    const auto [low, high] = std::minmax_element(readings.begin(), readings.end());
    ExperimentPoint point{.series = mistakeSeries, .label = mistake::coarseClock};
    point.flags = flags;
    point.y = within(percentile(readings, 0.5));
    point.low = std::min(within(*high), point.y);
    point.high = std::max(within(*low), point.y);
    point.note = "a tick is " + quantityText(tick.value(), "s");
    const auto none = static_cast<std::size_t>(
        std::count_if(readings.begin(), readings.end(), [](double time) { return time <= 0.0; }));
    if (none > 0)
        point.note += "; " + std::to_string(none) + " of " + std::to_string(readings.size()) + " runs "
                    + mistake::noTick;
    if (2 * none > readings.size())
        point.note += std::string("; ") + mistake::mostTookNone;
    return point;
}

MistakeWorks mistakeWorks(std::int64_t elements, const RoofSet& roofs, int threads)
{
    MistakeWorks works;
    works.pass.elements = elements;
    works.pass.threads = threads;
    works.cached = works.fused = works.pass;
    // Half of the second level leaves room for what else is in it; a quarter MiB fits anywhere where no level is known.
    double bytes = 256.0 * 1024.0;
    for (const MemoryLevel& level : roofs.levels)
        if (level.name == "l2" && std::isfinite(level.capacity.value()))
            bytes = 0.5 * level.capacity.value() * (level.perThread ? std::max(threads, 1) : 1);
    works.cached.elements = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(bytes / bytesPerElement(works.pass.precision)), 1, elements / 4);
    works.fused.operationsPerElement = fusedOperations;
    works.fusedClaim = costOf(works.pass).bytes * static_cast<double>(fusedOperations);
    return works;
}

std::vector<ExperimentStep> mistakeSteps(const MistakeWorks& works, int rounds, DeviceKind device)
{
    const Workload pass = works.pass;
    const Bytes bytes = costOf(pass).bytes;
    const auto rate = [bytes, pass](const char* label) {
        return [bytes, pass, label](const Readings& readings) {
            ExperimentPoint point = measuredPoint(mistakeSeries, label, 0.0, summarise(readings), bytes.value());
            point.work = claimed(pass, point);
            return point;
        };
    };
    std::vector<ExperimentStep> steps;
    steps.push_back(rightStep(mistake::right, pass, bytes, rounds));
    steps.push_back(device == DeviceKind::Cuda ? launchedStep(pass, rounds) : handedOverStep(pass, rounds));
    steps.push_back(readingStep(
        mistake::firstCall, rounds,
        [pass](MeasuringContext& context, Readings& readings) { return readFirstCall(context, readings, pass); },
        rate(mistake::firstCall)));
    steps.push_back(coarseStep(pass, rounds));
    steps.push_back(rightStep(mistake::cached, works.cached, costOf(works.cached).bytes, rounds, "l2"));
    steps.push_back(disturbedStep(pass, rounds, bytes));
    steps.push_back(rightStep(mistake::counted, works.fused, works.fusedClaim, rounds));
    return steps;
}

} // namespace ridgepoint
