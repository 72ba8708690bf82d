// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/experiment_parts.h"
#include "core/experiment/registry.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/model/theory.h"
#include "core/stats/readings.h"
#include "core/stats/summary.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The parts of the experiment on utilisation.
namespace ridgepoint::utilising {

inline constexpr SeriesTerm systemSeries{"system", "CPU-% of the system"};
inline constexpr SeriesTerm driverSeries{"driver", "GPU-Util of the driver"};
inline constexpr SeriesTerm usedSeries{"used", "share of the compute roof"};
inline constexpr LabelTerm spinning{"spinning", "One thread that spins"};
inline constexpr LabelTerm passing{"passing", "A pass over memory"};
inline constexpr LabelTerm computing{"computing", "Work in registers"};

/// One way to be busy that computes something.
struct Way {
    LabelTerm label;
    Workload workload;
    const char* level; ///< of memory, that its tensor comes from
};

namespace {

/// The roof that shares are taken of.
std::string peakRoof() { return computeRoofId(Operation::Fma, Precision::Fp32); }

/// In the order in which they are measured; a processor's spinning thread computes nothing and is none of them.
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
    [[nodiscard]] ExperimentPoint point(SeriesTerm series, LabelTerm label) const
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
    SeriesTerm busySeries;
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
    void putInto(const MeasuringContext& context, LabelTerm label) const
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
                 "The compute roof %1 is unknown, so its used share cannot be computed; measure the roofs.",
                 {peakRoof()}};
}

std::int64_t repetitionsFor(double seconds, const BatchTiming& one)
{
    return static_cast<std::int64_t>(std::clamp(seconds / std::max(one.time.value(), 1e-9), 1.0, 1e8));
}

ExperimentStep spinStep()
{
    auto shares = std::make_shared<Shares>(Shares{systemSeries});
    return {std::string(spinning.words), processorRounds, [shares](MeasuringContext& context) -> Result<StepState> {
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
    return {std::string(way.label.words), processorRounds, [=](MeasuringContext& context) -> Result<StepState> {
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

/// A processor's: each a round of a fifteenth of a second, by the operating system's processor time.
std::vector<ExperimentStep> processorSteps(const std::vector<Way>& ways)
{
    std::vector<ExperimentStep> steps{spinStep()};
    for (const Way& way : ways)
        steps.push_back(workStep(way));
    return steps;
}

/// A GPU's: each kept up until the driver's sampling period lies within it, in pieces. The first step asks whether the
/// driver tells anything; where it does not, the shares of the compute roof are measured alone.
std::vector<ExperimentStep> gpuSteps(const std::vector<Way>& ways)
{
    std::vector<ExperimentStep> steps;
    steps.push_back({.what = std::string(driverSeries.words),
                     .run = [](MeasuringContext& context) -> Result<StepState> {
                         const auto told = context.backend.busyShare();
                         return told ? Result<StepState>(StepState::Finished) : Result<StepState>(told.error());
                     },
                     .series = driverSeries});
    for (const Way& way : ways)
        steps.push_back({.what = std::string(way.label.words),
                         .rounds = gpuRounds,
                         .run = [stretch = std::make_shared<Stretch>(way, Shares{driverSeries})](
                                    MeasuringContext& context) { return stretch->step(context); },
                         .isUnbroken = true});
    return steps;
}

} // namespace
} // namespace ridgepoint::utilising

namespace ridgepoint {
namespace {

using namespace utilising;

/// Figures nearer than this are called the same.
constexpr double sameFigure = 0.1;
/// A share of the roof under this would be rounded to nothing.
constexpr double leastShareInWords = 1e-4;

/// The most of the peak that the spinning thread may use. A processor's computes nothing. A GPU's starts one
/// multiply-add a clock at most, and the peak is one on every lane of every multiprocessor; nothing where their number
/// is not known.
std::optional<double> spinningShare(const DeviceInfo& device)
{
    if (device.kind == DeviceKind::Cpu)
        return 0.0;
    const auto capability = computeCapabilityFrom(device.gpu ? device.gpu->computeCapability : "");
    const auto lanes = capability ? fp32LanesPerMultiprocessor(*capability) : std::nullopt;
    if (!lanes || device.gpu->multiprocessors <= 0)
        return std::nullopt;
    return 1.0 / (static_cast<double>(*lanes) * device.gpu->multiprocessors);
}

const ExperimentPoint* measuredOf(const ExperimentResult& result, const LabelName& label, const SeriesName& series)
{
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.label == label && point.series == series && point.provenance == Provenance::Measured;
    });
}

FindingValue shareWords(double share)
{
    return share > 0.0 && share < leastShareInWords ? FindingValue("under 0.01 %") : FindingValue(share, "%");
}

/// The sentences of one kind of device.
struct Words {
    SeriesTerm series;
    const char* one;
    const char* same;
    const char* differ;
};

constexpr Words processorWords{
    .series = systemSeries,
    .one = "%1: the system reports the processors in use as %2 busy, and %3 of the compute roof is used.",
    .same = "The figure is the same for a spinning thread, waiting for memory and full work: it counts time in which "
            "something runs, not work done.",
    .differ = "The figures differ (%1 to %2) because other programs used the processors too: it counts the time that "
              "a program runs, not work done."};
constexpr Words gpuWords{
    .series = driverSeries,
    .one = "%1: the driver reports the GPU as busy %2 of the time, and %3 of the compute roof is used.",
    .same = "The figure is the same for one spinning thread, waiting for memory and full work: it counts time in "
            "which a kernel runs, not work done.",
    .differ = "The figures differ (%1 to %2), although a kernel ran nearly all the time in each. It still counts "
              "time, not work done."};

void addFigures(const ExperimentResult& result, const Words& words, std::vector<Finding>& findings)
{
    double least = std::numeric_limits<double>::infinity();
    double most = 0.0;
    for (const LabelTerm label : {spinning, passing, computing})
        if (const ExperimentPoint* busy = measuredOf(result, label, words.series),
            *used = measuredOf(result, label, usedSeries);
            busy != nullptr && used != nullptr) {
            findings.push_back({words.one, {label, {busy->y, "%"}, shareWords(used->y)}});
            least = std::min(least, busy->y);
            most = std::max(most, busy->y);
        }
    if (findings.size() == 3 && most - least < sameFigure)
        findings.push_back({words.same, {}});
    else if (findings.size() == 3)
        findings.push_back({words.differ, {{least, "%"}, {most, "%"}}});
}

/// A GPU of which the driver tells nothing.
void addShares(const ExperimentResult& result, std::vector<Finding>& findings)
{
    for (const LabelTerm label : {spinning, passing, computing})
        if (const ExperimentPoint* used = measuredOf(result, label, usedSeries))
            findings.push_back({"%1: %2 of the compute roof is used.", {label, shareWords(used->y)}});
    if (!findings.empty())
        findings.push_back({"The driver's utilisation of the GPU is not available here. By its definition, time in "
                            "which a kernel runs, it would be about 100 % for each of these.",
                            {}});
}

std::vector<Finding> utilisationFindings(const ExperimentResult& result)
{
    std::vector<Finding> findings;
    addFigures(result, result.isOfGpu() ? gpuWords : processorWords, findings);
    if (result.isOfGpu() && findings.empty())
        addShares(result, findings);
    return findings;
}

std::optional<GuessAnswer> utilisationAnswer(const ExperimentResult& result)
{
    const ExperimentPoint* used = measuredOf(result, passing, usedSeries);
    if (used == nullptr)
        return std::nullopt;
    std::vector<Finding> why;
    const Words& words = result.isOfGpu() ? gpuWords : processorWords;
    if (const ExperimentPoint* busy = measuredOf(result, passing, words.series))
        why.push_back({words.one, {passing, {busy->y, "%"}, shareWords(used->y)}});
    if (const std::vector<Finding> all = utilisationFindings(result); !all.empty())
        why.push_back(all.back()); // on what the figure counts
    return answerOf(*used, std::move(why));
}

class Utilisation final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "utilisation",
            .title = "Utilisation is not performance",
            .summary = "the utilisation that the operating system or GPU driver reports, and the share of the peak "
                       "that is used",
            .parameters = {sizeParameter("size", "Tensor size (floats)", automaticSize, 1 << 16, 1 << 30)},
            .chart = ExperimentChartKind::Bars,
            .plots = {{"Reported utilisation and used compute roof", {}, linearAxis("Share", "%")}},
            .series = {systemSeries, driverSeries, usedSeries},
            .labels = {spinning, passing, computing},
            .guess = {.text = "A pass over a large tensor keeps the device busy all the time: what share of the "
                              "compute roof does it use?",
                      .unit = "%",
                      .answer = utilisationAnswer}};
        return info;
    }
    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        if (device.kind == DeviceKind::Cuda)
            return {peakRoof(), bandwidthRoofId("dram"), bandwidthRoofId("l2"), launchRoofId(LaunchMode::Queued)};
        return {peakRoof(), bandwidthRoofId("dram"), bandwidthRoofId("l2"), bandwidthRoofId("l3"),
                launchRoofId(LaunchMode::WaitEach)};
    }
    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& known,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        const auto say = [&](LabelTerm label, double share) {
            points.push_back(saidPoint(usedSeries, label, 0.0, share));
        };
        if (const auto share = spinningShare(device))
            say(spinning, *share);
        const Roof* peak = known.find(peakRoof());
        for (const Way& way : waysOf(device.kind, parameters.number("size"), known.threads)) {
            if (peak == nullptr || way.label.id == spinning.id)
                continue; // no roof is that of one thread
            if (const auto prediction = ridgepoint::predict(way.workload, known, device.kind))
                say(way.label, (costOf(way.workload).flops / prediction->time).value() / peak->value);
        }
        return points;
    }
    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        const DeviceKind kind = context.backend.info().kind;
        const std::vector<Way> ways = waysOf(kind, parameters.number("size"), context.threads);
        return kind == DeviceKind::Cuda ? gpuSteps(ways) : processorSteps(ways);
    }
    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return utilisationFindings(result);
    }
};

} // namespace

std::unique_ptr<const ExperimentDefinition> makeUtilisation() { return std::make_unique<Utilisation>(); }

} // namespace ridgepoint
