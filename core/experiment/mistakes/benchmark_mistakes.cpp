// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/mistakes/benchmark_mistakes.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include <time.h>

namespace ridgepoint {
namespace {

using Steady = std::chrono::steady_clock;

Seconds secondsOf(const timespec& time)
{
    return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

} // namespace

WorkQueue::WorkQueue() : m_thread([this] { serve(); }) {}

WorkQueue::~WorkQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

Seconds WorkQueue::submit(std::function<void()> work)
{
    wait();
    const auto begin = Steady::now();
    {
        const std::lock_guard lock(m_mutex);
        m_work = std::move(work);
        m_busy = true;
    }
    m_changed.notify_all();
    return Seconds(std::chrono::duration<double>(Steady::now() - begin).count());
}

void WorkQueue::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_busy; });
}

void WorkQueue::serve()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_busy || m_ending; });
        if (!m_busy)
            return;
        const std::function<void()> work = std::exchange(m_work, {});
        lock.unlock();
        work();
        lock.lock();
        m_busy = false;
        m_changed.notify_all();
    }
}

Disturbance::Disturbance()
    : m_thread([this] {
          constexpr std::chrono::milliseconds busy{10};
          constexpr std::chrono::milliseconds idle{20};
          while (!m_ending) {
              for (const auto until = Steady::now() + busy; Steady::now() < until && !m_ending;) {
              }
              std::this_thread::sleep_for(idle);
          }
      })
{}

Disturbance::~Disturbance()
{
    m_ending = true;
    m_thread.join();
}

Seconds coarseNow()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return secondsOf(now);
}

Seconds coarseTick()
{
    timespec tick{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    return secondsOf(tick);
}
namespace {

constexpr const char* mistakeSeries = "measured";
constexpr std::int64_t fusedOperations = 8;
/// Repetitions of the ways that look at many single runs: a hundred ms of them, fifteen at most, six at least.
constexpr double lookSeconds = 0.1;
/// Passes of a round that nobody waits for.
constexpr int submissions = 6;

/// The way of the contract: see timedStep.
ExperimentStep rightStep(LabelTerm label, const Workload& workload, Bytes counted, int rounds,
                         const char* level = "dram")
{
    const auto points = [label, counted, workload, level](const Summary& summary) -> std::vector<ExperimentPoint> {
        ExperimentPoint point = measuredPoint(mistakeSeries, label, 0.0, summary, counted.value());
        point.work = pointWork(workload, summary.time, bandwidthRoofId(level));
        return {std::move(point)};
    };
    return timedStep(std::string(label.words), preparing(workload), points, false, rounds);
}

/// A step that takes readings of its own kind; `read` adds a round of them.
template <class Read, class PointOf> ExperimentStep readingStep(LabelTerm label, int rounds, Read read, PointOf pointOf)
{
    auto readings = std::make_shared<Readings>();
    return {std::string(label.words), rounds, [=](MeasuringContext& context) -> Result<StepState> {
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
ExperimentStep lookingStep(LabelTerm label, int rounds, const Workload& workload, Count count, Read read, Show show)
{
    auto looks = std::make_shared<Looks>();
    return {std::string(label.words), rounds, [=](MeasuringContext& context) -> Result<StepState> {
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
        if (point.openAbove != OpenAbove::Value) // else there is no time that could be claimed
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
    point.flags.remove(Flag::MachineBusy); // which is what this way of timing shows
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
    if (none > 0) {
        point.openAbove = OpenAbove::Interval;
        point.note += "; " + std::to_string(none) + " of " + std::to_string(readings.size()) + " runs took no tick";
    }
    if (2 * none > readings.size()) { // no rate follows from them
        point.openAbove = OpenAbove::Value;
        point.note += "; the bar shows the result of one tick";
    }
    return point;
}

namespace {

/// A wait takes a GPU longer than the pass over its cache: a claim from passes that are each waited for is of the wait.
/// Who measures memory by mistake there queues the passes over one buffer and waits once.
LaunchMode cachedMode(DeviceKind device)
{
    return device == DeviceKind::Cuda ? LaunchMode::Queued : LaunchMode::WaitEach;
}

} // namespace

MistakeWorks mistakeWorks(std::int64_t elements, const RoofSet& roofs, int threads, DeviceKind device)
{
    MistakeWorks works;
    works.pass.elements = elements;
    works.pass.threads = threads;
    works.cached = works.fused = works.pass;
    works.cached.launchMode = cachedMode(device);
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
    const auto rate = [bytes, pass](LabelTerm label) {
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

namespace {

std::vector<LabelName> mistakeLabels()
{
    std::vector<LabelName> all(mistake::all.begin(), mistake::all.end());
    all.emplace_back(mistake::right);
    return all;
}

[[nodiscard]] std::optional<GuessAnswer> mistakeAnswer(const ExperimentResult& result);

class BenchmarkMistakes final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "mistakes",
            .title = "How to benchmark honestly",
            .summary = "one pass over a large tensor, timed correctly and in six wrong ways",
            .parameters = {sizeParameter("size", "Tensor size (floats)", automaticSize, 1 << 16, 1 << 30),
                           numberParameter("rounds", "Rounds", 8, 6, 40)},
            .chart = ExperimentChartKind::Bars,
            .plots = {{"Result of each way of timing the same pass",
                       {},
                       decimalAxis("Memory bandwidth claimed", "B/s")}},
            .labels = mistakeLabels(),
            .guess = {.kind = GuessKind::Choice,
                      .text = "Which wrong way of timing claims the highest bandwidth?",
                      .unit = "B/s",
                      .options = {mistake::firstCall, mistake::disturbed, mistake::cached, mistake::noWait,
                                  mistake::counted, mistake::coarseClock},
                      .answer = mistakeAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        std::vector<std::string> ids{computeRoofId(Operation::Fma, Precision::Fp32),
                                     launchRoofId(LaunchMode::WaitEach)};
        if (device.kind == DeviceKind::Cuda)
            ids.insert(ids.end(), {launchRoofId(cachedMode(device.kind)), std::string(deviceGapRoofId)});
        return withBandwidths(std::move(ids), {"l2", "l3", "dram"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const MistakeWorks works = mistakeWorks(parameters.number("size"), roofs, roofs.threads, device.kind);
        const auto add = [&](LabelTerm label, const Workload& workload, Bytes bytes) {
            if (const auto prediction = ridgepoint::predict(workload, roofs, device.kind)) {
                points.push_back(saidPoint("predicted", label, 0.0, (bytes / prediction->time).value()));
                points.back().work = pointWork(workload, prediction->time, prediction->bandwidthRoof);
            }
        };
        add(mistake::right, works.pass, costOf(works.pass).bytes);
        add(mistake::cached, works.cached, costOf(works.cached).bytes);
        add(mistake::counted, works.fused, works.fusedClaim);
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceInfo& device = context.backend.info();
        const MistakeWorks works = mistakeWorks(parameters.number("size"), context.roofs, context.threads, device.kind);
        if (const auto possible = cube::fits(works.pass, device); !possible)
            return possible.error();
        return mistakeSteps(works, static_cast<int>(parameters.number("rounds")), device.kind);
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return mistakeFindings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeBenchmarkMistakes() { return std::make_unique<BenchmarkMistakes>(); }

namespace {

/// Under this factor nobody would draw another conclusion.
constexpr double worthSaying = 1.05;

Finding findingOf(const ExperimentPoint& wrong, const ExperimentPoint& right)
{
    if (wrong.openAbove == OpenAbove::Value)
        return {"%1: most runs took no tick of the clock, so no bandwidth follows; one tick would give %2.",
                {wrong.label, {wrong.y, "B/s"}}};
    const double factor = wrong.y / right.y;
    if (factor > worthSaying)
        return {"%1: %2, which is %3 too high.", {wrong.label, {wrong.y, "B/s"}, {factor, "x"}}};
    if (factor < 1.0 / worthSaying)
        return {"%1: %2, which is %3 too low.", {wrong.label, {wrong.y, "B/s"}, {1.0 / factor, "x"}}};
    return {"%1: %2, which made no difference this time.", {wrong.label, {wrong.y, "B/s"}}};
}

/// Whether the intervals do not even touch. One that was cut because a run took no tick reaches up without an end.
bool isApart(const ExperimentPoint& wrong, const ExperimentPoint& right)
{
    return wrong.low > right.high || (wrong.high < right.low && wrong.openAbove == OpenAbove::No);
}

} // namespace

std::vector<Finding> mistakeFindings(const ExperimentResult& result)
{
    const ExperimentPoint* right = result.find(mistake::right);
    if (right == nullptr || !(right->y > 0.0))
        return {};
    std::vector<Finding> findings{{"Timed correctly, the pass moves %1 (%2 to %3).",
                                   {{right->y, "B/s"}, {right->low, "B/s"}, {right->high, "B/s"}}}};
    if (const ExperimentPoint* predicted = result.find(mistake::right, Provenance::Predicted))
        findings.push_back({"The roof predicted %1; the pass reaches %2 of it.",
                            {{predicted->y, "B/s"}, {right->y / predicted->y, "%"}}});
    int sure = 0;
    int shown = 0;
    for (const LabelTerm label : mistake::all)
        if (const ExperimentPoint* wrong = result.find(label)) {
            findings.push_back(findingOf(*wrong, *right));
            ++shown;
            sure += isApart(*wrong, *right) ? 1 : 0;
        }
    if (shown > 0)
        findings.push_back({"%1 of %2 wrong figures have an interval that does not overlap the right one: an error "
                            "bar shows how well a figure repeats, not whether it is correct.",
                            {std::to_string(sure), std::to_string(shown)}});
    return findings;
}

} // namespace ridgepoint

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> mistakeAnswer(const ExperimentResult& result)
{
    std::vector<GuessRank> ranks;
    for (const LabelTerm label : mistake::all)
        if (const ExperimentPoint* wrong = result.find(label); wrong != nullptr && wrong->y > 0.0)
            ranks.push_back(rankOf(*wrong));
    const ExperimentPoint* right = result.find(mistake::right);
    if (ranks.size() < 2 || right == nullptr || !(right->y > 0.0))
        return std::nullopt;
    sortRanks(ranks);
    const std::vector<Finding> all = mistakeFindings(result);
    return answerOf(ranks, {findingOf(*result.find(LabelName(ranks.front().id)), *right), all.back()});
}

} // namespace
} // namespace ridgepoint
