// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/timed_step.h"

#include "core/stats/convergence.h"
#include "core/sweep/work_timer.h"

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
        const bool isSettled = StoppingRule{}.judge(summary) != Convergence::Continue
                            || (summary.rounds >= rounds && !wantsMore(summary));
        return isSettled ? StepState::Finished : StepState::Round;
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

ExperimentPoint measuredPoint(std::string series, std::string label, double x, const Summary& summary, double amount)
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
