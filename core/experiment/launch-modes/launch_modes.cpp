// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/launch-modes/launch_modes.h"

#include "core/experiment/frame/experiment_guess.h"
#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {
namespace {

constexpr const char* rrze = "RRZE gpu-benches, gpu-small-kernels: kernels that move 64 KiB (A100: of 80 GB)";

/// What others published of a launch of a small kernel: the bytes that it moves over the rate at which launches follow.
struct Published {
    LaunchMode mode;
    const char* device;
    Seconds time;
    std::int64_t elements; ///< where it is drawn: of so small kernels any costs as much, and devices stand apart
};
constexpr std::array published{Published{LaunchMode::Queued, "NVIDIA H200", Seconds(2.43e-6), launching::smallest},
                               Published{LaunchMode::Graph, "NVIDIA H200", Seconds(1.26e-6), launching::smallest},
                               Published{LaunchMode::Queued, "NVIDIA A100", Seconds(2.62e-6), 4 * launching::smallest},
                               Published{LaunchMode::Graph, "NVIDIA A100", Seconds(1.34e-6), 4 * launching::smallest}};

/// The work of one launch of a chain.
std::optional<PointWork> workOf(Workload chain, Seconds time, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = ridgepoint::predict(chain, roofs, kind);
    if (!prediction)
        return std::nullopt;
    chain.chainLength = 1;
    return pointWork(chain, time, prediction->bandwidthRoof);
}

ExperimentStep timeLaunches(std::int64_t elements, LaunchMode mode, const MeasuringContext& known)
{
    const Workload chain = launching::chainOf(elements, mode, known.threads);
    const auto work = workOf(chain, Seconds(), known.roofs, known.backend.info().kind);
    return timedStep(std::string(nameOf(mode)) + ", " + std::to_string(elements) + " floats", preparing(chain),
                     [chain, work](const Summary& summary) {
                         ExperimentPoint point = measuredPoint(std::string(nameOf(chain.launchMode)), {},
                                                               static_cast<double>(chain.elements), summary);
                         for (double* value : {&point.y, &point.low, &point.high})
                             *value /= chain.passes();
                         point.work = lasting(work, Seconds(point.y));
                         return std::vector{point};
                     });
}

[[nodiscard]] std::optional<GuessAnswer> launchAnswer(const ExperimentResult& result);

class LaunchModes final : public ExperimentDefinition {
public:
    [[nodiscard]] const ExperimentInfo& info() const override
    {
        static const ExperimentInfo info{
            .id = "launch-modes",
            .title = "Launch modes and timeline",
            .summary = "the cost of a launch when each is waited for, when launches are queued and as a graph, and "
                       "when the device idles",
            .parameters = {sizeParameter("largest", "Largest kernel (floats)", "1Mi", 1 << 13, 1 << 24),
                           sizeParameter("recorded", "Recorded kernel (floats)", "4Ki", 64, 1 << 24),
                           numberParameter("launches", "Recorded launches", 16, 4, 64)},
            .chart = ExperimentChartKind::Lines,
            .plots = {{"One launch by kernel size", binaryAxis("Elements"), decimalAxis("Time of a launch", "s")},
                      {.title = "A recorded run in each mode",
                       .x = linearAxis("Time since the first launch", "s"),
                       .chart = ExperimentChartKind::Timeline}},
            .series = {launching::kernelAlone},
            .labels = {launching::crossing},
            .guess = {.text = "How long does it take to launch a nearly empty kernel and wait until it is done?",
                      .unit = "s",
                      .answer = launchAnswer}};
        return info;
    }

    [[nodiscard]] std::vector<std::string> roofs(const ExperimentParameters&, const DeviceInfo& device) const override
    {
        std::vector<std::string> ids{std::string(launchFixedRoofId), computeRoofId(Operation::Fma, Precision::Fp32)};
        for (const LaunchMode mode : allLaunchModes)
            ids.push_back(launchRoofId(mode));
        if (device.kind == DeviceKind::Cuda) {
            ids.push_back(bandwidthRoofId("dram"));
            ids.emplace_back(deviceGapRoofId);
        }
        return withBandwidths(std::move(ids), {"l1", "l2", "l3"});
    }

    [[nodiscard]] std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters, const RoofSet& roofs,
                                                       const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points;
        for (const Published& one : published)
            points.push_back(saidPoint(std::string(nameOf(one.mode)), one.device, static_cast<double>(one.elements),
                                       one.time.value(), 0, Provenance::Published));
        for (ExperimentPoint& point : points) {
            point.source = rrze;
            point.note = "drawn at this size; published of a kernel that moves 64 KiB";
        }
        const auto add = [&](LaunchMode mode, std::int64_t size, const LabelName& label) {
            const Workload chain = launching::chainOf(size, mode, roofs.threads);
            if (const auto prediction = ridgepoint::predict(chain, roofs, device.kind)) {
                points.push_back(saidPoint(std::string(nameOf(mode)), label, static_cast<double>(size),
                                           prediction->time.value() / chain.passes()));
                points.back().work = workOf(chain, prediction->time / chain.passes(), roofs, device.kind);
            }
        };
        for (std::int64_t size = launching::smallest; size <= parameters.number("largest"); size *= 2) {
            for (const LaunchMode mode : allLaunchModes)
                add(mode, size, {});
            const Workload chain = launching::chainOf(size, LaunchMode::WaitEach, roofs.threads);
            const auto kernel = ridgepoint::predict(chain, roofs, device.kind);
            if (!kernel)
                continue;
            // A kernel that is next to nothing beside its launch would stretch the axis downward for nothing.
            if (const Seconds alone = std::max(kernel->compute, kernel->memory); alone > kernel->overhead * 0.1)
                points.push_back(
                    saidPoint(launching::kernelAlone, {}, static_cast<double>(size), alone.value() / chain.passes()));
        }
        for (const LaunchMode mode : allLaunchModes)
            if (const auto size = launching::predictedCrossing(mode, roofs, device.kind);
                size && *size <= parameters.number("largest"))
                add(mode, *size, launching::crossing);
        return points;
    }

    /// Where a kernel begins to count, and where the crossings lie, is for the roofs to say once all are there.
    [[nodiscard]] std::vector<ExperimentPoint> predictEarly(const ExperimentParameters& parameters,
                                                            const RoofSet& roofs,
                                                            const DeviceInfo& device) const override
    {
        std::vector<ExperimentPoint> points = predict(parameters, roofs, device);
        std::erase_if(points, [](const ExperimentPoint& point) {
            return point.series == launching::kernelAlone || point.label == launching::crossing;
        });
        return points;
    }

    [[nodiscard]] Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                            MeasuringContext& context) const override
    {
        std::vector<ExperimentStep> all;
        for (const LaunchMode mode : allLaunchModes)
            all.push_back(launching::recordLaunches({.elements = parameters.number("recorded"),
                                                     .chainLength = static_cast<int>(parameters.number("launches")),
                                                     .launchMode = mode,
                                                     .threads = context.threads}));
        for (const std::int64_t size : coarseToFine(launching::smallest, parameters.number("largest")))
            for (const LaunchMode mode : allLaunchModes)
                all.push_back(timeLaunches(size, mode, context));
        return all;
    }

    [[nodiscard]] Result<void> canRecord(Backend& backend, int threads) const override
    {
        const auto recording = backend.recordLaunches(
            {.elements = 64, .launchMode = LaunchMode::Queued, .threads = threads});
        return recording ? Result<void>() : Result<void>(recording.error());
    }

    [[nodiscard]] std::vector<Finding> seenIn(const ExperimentResult& result) const override
    {
        return launching::findings(result);
    }
};

} // namespace

namespace launching {

Workload chainOf(std::int64_t elements, LaunchMode mode, int threads)
{
    constexpr std::int64_t elementsOfAChain = std::int64_t{1} << 26;
    const auto passes = static_cast<int>(std::clamp<std::int64_t>(elementsOfAChain / elements, 4, 64));
    return {.elements = elements, .chainLength = passes, .launchMode = mode, .threads = threads};
}

std::optional<std::int64_t> predictedCrossing(LaunchMode mode, const RoofSet& roofs, DeviceKind kind)
{
    // Work grows with the size throughout, so that halving finds the first that takes as long as its launch.
    std::int64_t below = 0;
    std::int64_t above = std::int64_t{1} << 30;
    while (above - below > 1) {
        const std::int64_t middle = below + (above - below) / 2;
        const auto prediction = predict(chainOf(middle, mode, roofs.threads), roofs, kind);
        // A size past the known levels is past the crossing, or nothing is known of it at all.
        const bool reached = !prediction || prediction->time >= prediction->overhead * 2.0;
        (reached ? above : below) = middle;
    }
    return predict(chainOf(above, mode, roofs.threads), roofs, kind) ? std::optional(above) : std::nullopt;
}

} // namespace launching

std::unique_ptr<const ExperimentDefinition> makeLaunchModes() { return std::make_unique<LaunchModes>(); }

} // namespace ridgepoint

namespace ridgepoint::launching {
ExperimentStep recordLaunches(const Workload& chain)
{
    return {"timeline, " + std::string(nameOf(chain.launchMode)), 1,
            [chain](MeasuringContext& context) -> Result<StepState> {
                const auto recording = context.backend.recordLaunches(chain);
                if (!recording)
                    return recording.error();
                for (TimelineLane& lane : lanesOf(*recording, std::string(nameOf(chain.launchMode)), timelinePlot))
                    context.put(std::move(lane));
                return StepState::Finished;
            }};
}

void addIdleness(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const auto size = result.parameters.find("recorded");
    const std::size_t before = findings.size();
    for (const LaunchMode mode : allLaunchModes) {
        const double idle = idleShare(result.lanes, nameOf(mode));
        if (idle < 0.0)
            continue;
        findings.push_back(
            {"%1, kernels of %2 elements: the device is idle %3 of the time.",
             {std::string(nameOf(mode)), size == result.parameters.end() ? "?" : size->second, {idle, "%"}}});
    }
    if (findings.size() > before) // a device has one way to record, and that of each mode differs in its figures alone
        findings.push_back({"How the timeline was recorded: %1.", {result.lanes.front().note}});
}

namespace {

/// Times nearer than this are called the same.
constexpr double matters = 1.1;

/// A crossing that lies so many times beside the predicted one, and beside it with its interval, was not predicted.
constexpr double miss = 1.5;

/// Which of two values at the ends of a straight line in logarithms the x of a time lies between.
double between(const ExperimentPoint& a, const ExperimentPoint& b, double ExperimentPoint::*time, double y)
{
    const double share = std::log(y / a.*time) / std::log(b.*time / a.*time);
    return a.x * std::pow(b.x / a.x, share);
}

const ExperimentPoint* saidOf(const ExperimentResult& result, LaunchMode mode, const LabelName& label,
                              Provenance provenance)
{
    return firstPoint(result, [&](const ExperimentPoint& point) {
        return point.provenance == provenance && point.series == nameOf(mode) && point.label == label;
    });
}

void addFloors(const ExperimentResult& result, std::vector<Finding>& all)
{
    const Curve waited = measuredCurve(result, LaunchMode::WaitEach);
    const Curve queued = measuredCurve(result, LaunchMode::Queued);
    const Curve graph = measuredCurve(result, LaunchMode::Graph);
    if (waited.points.empty() || queued.points.empty() || graph.points.empty())
        return;
    all.push_back({"Launching a nearly empty kernel takes %1 when each launch is waited for, %2 queued and %3 in a "
                   "graph.",
                   {{waited.floor(), "s"}, {queued.floor(), "s"}, {graph.floor(), "s"}}});
    const ExperimentPoint& largest = waited.points.back();
    if (const double ratio = largest.y / graph.points.back().y; largest.x == graph.points.back().x)
        all.push_back({ratio < matters ? "At %1 elements waiting for each launch takes %2 the time of a graph: with "
                                         "long kernels the launch mode no longer matters."
                                       : "At %1 elements waiting for each launch still takes %2 the time of a graph; "
                                         "a longer kernel would hide the launch cost.",
                       {{largest.x, ""}, {ratio, "x"}}});
    if (const ExperimentPoint* h200 = saidOf(result, LaunchMode::Queued, "NVIDIA H200", Provenance::Published))
        all.push_back({"The published cost of a queued launch on an H200 is %1: %2 the cost here.",
                       {{h200->y, "s"}, {h200->y / queued.floor(), "x"}}});
}

} // namespace

double Curve::floor() const
{
    const auto end = points.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, points.size()));
    const auto least = std::min_element(points.begin(), end,
                                        [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.y < b.y; });
    return least == end ? 0.0 : least->y;
}

std::optional<double> Curve::crossing(double ExperimentPoint::*time) const
{
    const double twice = 2.0 * floor();
    const auto past = std::find_if(points.begin(), points.end(),
                                   [&](const ExperimentPoint& point) { return point.*time >= twice; });
    if (past == points.begin() || past == points.end())
        return std::nullopt;
    return between(*std::prev(past), *past, time, twice);
}

Curve measuredCurve(const ExperimentResult& result, LaunchMode mode)
{
    return {cube::lineOf(result, 0, nameOf(mode), Provenance::Measured)};
}

namespace {

/// How a measured crossing lies to its prediction.
enum class Crossing { Met, Earlier, Later };

/// Where kernel and launch take equally long, beside what was predicted; a miss is told as one.
Crossing addModeCrossing(const ExperimentResult& result, LaunchMode mode, std::vector<Finding>& all)
{
    const Curve curve = measuredCurve(result, mode);
    const auto seen = curve.crossing();
    const ExperimentPoint* theory = saidOf(result, mode, crossing, Provenance::Predicted);
    if (!seen || theory == nullptr)
        return Crossing::Met;
    // The longer the times, the earlier they reach twice the floor. An end beyond what was measured excludes nothing.
    const double low = curve.crossing(&ExperimentPoint::high).value_or(0.0);
    const double high = curve.crossing(&ExperimentPoint::low).value_or(HUGE_VAL);
    const Crossing crossed = *seen * miss < theory->x && high < theory->x ? Crossing::Earlier
                           : *seen > miss * theory->x && low > theory->x  ? Crossing::Later
                                                                          : Crossing::Met;
    const char* text = crossed == Crossing::Earlier
                         ? "%1: the prediction missed: the kernel takes as long as its launch at %2 elements already, "
                           "predicted %3."
                     : crossed == Crossing::Later
                         ? "%1: the prediction missed: the kernel takes as long as its launch at %2 elements only, "
                           "predicted %3."
                         : "%1: the kernel takes as long as its launch at %2 elements; predicted %3.";
    all.push_back({text, {std::string(nameOf(mode)), {*seen, ""}, {theory->x, ""}}});
    return crossed;
}

/// The crossings of all modes, then once what may be why some missed.
void addCrossings(const ExperimentResult& result, std::vector<Finding>& all)
{
    bool isEarlier = false;
    bool isLater = false;
    for (const LaunchMode mode : allLaunchModes) {
        const Crossing crossed = addModeCrossing(result, mode, all);
        isEarlier = isEarlier || crossed == Crossing::Earlier;
        isLater = isLater || crossed == Crossing::Later;
    }
    if (isEarlier)
        all.push_back({"So small a kernel may not reach the bandwidth of the roofs, or a launch may cost less in this "
                       "run than in the roofs: measure the roofs again before trusting either.",
                       {}});
    if (isLater)
        all.push_back({"A launch may cost more in this run than in the roofs, or part of the kernel may run while the "
                       "next is launched: measure the roofs again before trusting either.",
                       {}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    addFloors(result, all);
    addCrossings(result, all);
    addIdleness(result, all); // of the timeline, which stands below
    return all;
}

} // namespace ridgepoint::launching

namespace ridgepoint {
namespace {

std::optional<GuessAnswer> launchAnswer(const ExperimentResult& result)
{
    const launching::Curve waited = launching::measuredCurve(result, LaunchMode::WaitEach);
    if (waited.points.empty())
        return std::nullopt;
    std::vector<Finding> why;
    launching::addFloors(result, why);
    return answerOf(*std::find_if(waited.points.begin(), waited.points.end(),
                                  [&](const ExperimentPoint& point) { return point.y == waited.floor(); }),
                    std::move(why));
}

} // namespace
} // namespace ridgepoint
