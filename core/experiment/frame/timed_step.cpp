// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/timed_step.h"

#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/stats/summary.h"
#include "core/sweep/work_timer.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

/// Times the usual rounds where others disturb them.
constexpr int mostTimes = 3;
/// An interval wider than this after the usual rounds is narrowed by more of them, where others used the processors:
/// states of the device itself may last longer than anybody waits.
constexpr double wide = 0.1;

bool wantsMore(const Summary& summary)
{
    return summary.relativeWidth() > wide
        && (summary.flags.has(Flag::Preempted) || summary.flags.has(Flag::MachineBusy));
}

} // namespace

PrepareWork preparing(WorkRequest work)
{
    return [work = std::move(work)](MeasuringContext& context) { return context.backend.prepare(work); };
}

ExperimentStep timedStep(std::string what, PrepareWork prepare, PointsOf points, bool keepsWork, int rounds)
{
    PointsOfWork ofWork = [points = std::move(points)](const Summary& summary, const ReadyWork&) {
        return points(summary);
    };
    return timedStep(std::move(what), std::move(prepare), std::move(ofWork), keepsWork, rounds);
}

ExperimentStep timedStep(std::string what, PrepareWork prepare, PointsOfWork points, bool keepsWork, int rounds)
{
    struct State {
        PrepareWork prepare;
        PointsOfWork points;
        bool keepsWork;
        ReadyWork ready{};
        std::optional<WorkTimer> timer{};
        Readings readings{};
    };
    auto state = std::make_shared<State>(State{std::move(prepare), std::move(points), keepsWork});
    const auto run = [state, rounds](MeasuringContext& context) -> Result<StepState> {
        if (!state->ready.work) {
            auto prepared = state->prepare(context);
            if (!prepared)
                return prepared.error();
            state->ready = std::move(*prepared);
        }
        if (!state->timer)
            state->timer.emplace(context.backend.info().kind);
        // Other steps ran since the last round.
        const auto taken = state->timer->round(*state->ready.work, true, state->readings);
        if (!state->keepsWork)
            state->ready.work.reset();
        if (!taken)
            return taken.error();
        const Summary summary = summarise(state->readings);
        for (ExperimentPoint& point : state->points(summary, state->ready))
            context.put(std::move(point));
        const bool isConverged = StoppingRule{}.judge(summary) != Convergence::Continue
                              || (summary.rounds >= rounds && !wantsMore(summary));
        return isConverged ? StepState::Finished : StepState::Round;
    };
    return {.what = std::move(what), .rounds = rounds, .run = run, .moreRounds = (mostTimes - 1) * rounds};
}

ExperimentStep together(ExperimentStep step, const std::shared_ptr<Companions>& companions)
{
    ++companions->unsettled;
    step.run = [run = std::move(step.run), companions,
                isSettled = false](MeasuringContext& context) mutable -> Result<StepState> {
        auto state = run(context);
        // One that failed is waited for no longer, and one that is settled stays so, or two could keep each other from
        // ending.
        if (!isSettled && (!state || *state == StepState::Finished)) {
            isSettled = true;
            --companions->unsettled;
        }
        if (!state || *state == StepState::Again)
            return state;
        return companions->unsettled == 0 ? StepState::Finished : StepState::Round;
    };
    return step;
}

ExperimentPoint measuredPoint(SeriesName series, LabelName label, double x, const Summary& summary, double amount)
{
    ExperimentPoint point{.series = std::move(series), .label = std::move(label), .x = x};
    const bool isRate = amount > 0.0;
    point.y = isRate ? amount / summary.time.value() : summary.time.value();
    point.low = isRate ? amount / summary.high.value() : summary.low.value();
    point.high = isRate ? amount / summary.low.value() : summary.high.value();
    point.flags = summary.flags;
    return point;
}

} // namespace ridgepoint

namespace ridgepoint::cube {

std::optional<PointWork> workOf(const Workload& workload, Seconds time, const RoofSet& roofs, DeviceKind kind)
{
    const auto prediction = predict(workload, roofs, kind);
    return prediction ? std::optional(pointWork(workload, time, prediction->bandwidthRoof)) : std::nullopt;
}

ExperimentStep timeWorkload(std::string what, const Workload& workload, int rounds,
                            const std::shared_ptr<Companions>& companions, PointsOf points)
{
    constexpr bool keepsWork = true;
    return together(timedStep(std::move(what), preparing(workload), std::move(points), keepsWork, rounds), companions);
}

ExperimentPoint perTime(ExperimentPoint point, double amount, int plot)
{
    point.plot = plot;
    point.y = amount / point.y;
    const double low = point.low;
    point.low = amount / point.high;
    point.high = amount / low;
    return point;
}

ExperimentPoint ratioOf(const Summary& second, const Summary& first, ExperimentPoint at)
{
    at.y = second.time / first.time;
    at.low = second.low / first.high;
    at.high = second.high / first.low;
    at.flags |= first.flags;
    at.flags |= second.flags;
    return at;
}

Result<void> fits(const Workload& workload, const DeviceInfo& device)
{
    return fitsInto(device, 0.5, footprintOf(workload),
                    "A tensor of %1 does not fit into half of the memory (%2); choose a smaller size.");
}

Line lineOf(const ExperimentResult& result, int plot, const SeriesName& series, Provenance provenance)
{
    Line points;
    std::copy_if(
        result.points.begin(), result.points.end(), std::back_inserter(points), [&](const ExperimentPoint& point) {
            return point.plot == plot && point.series == series && point.provenance == provenance && point.y > 0.0;
        });
    std::sort(points.begin(), points.end(),
              [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.x < b.x; });
    return points;
}

const ExperimentPoint* at(const Line& line, double x)
{
    const auto found = std::find_if(line.begin(), line.end(),
                                    [x](const ExperimentPoint& point) { return point.x == x; });
    return found == line.end() ? nullptr : &*found;
}

} // namespace ridgepoint::cube
