// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/timing.h"

#include "core/stats/convergence.h"
#include "core/sweep/work_timer.h"

#include <optional>
#include <utility>

namespace ridgepoint {

ExperimentStep timedStep(std::string what, PrepareWork prepare, PointsOf points, bool keepsWork, int rounds)
{
    struct State {
        PrepareWork prepare;
        PointsOf points;
        bool keepsWork;
        std::unique_ptr<PreparedWork> work{};
        std::optional<WorkTimer> timer{};
        Readings readings{};
    };
    auto state = std::make_shared<State>(State{std::move(prepare), std::move(points), keepsWork});
    const auto run = [state](MeasuringContext& context) -> Result<StepState> {
        if (!state->work) {
            auto prepared = state->prepare(context);
            if (!prepared)
                return prepared.error();
            state->work = std::move(*prepared);
        }
        if (!state->timer)
            state->timer.emplace(context.backend.info().kind);
        // Other steps ran since the last round.
        const auto taken = state->timer->round(*state->work, true, state->readings);
        if (!state->keepsWork)
            state->work.reset();
        if (!taken)
            return taken.error();
        const Summary summary = summarise(state->readings);
        for (ExperimentPoint& point : state->points(summary))
            context.put(std::move(point));
        return StoppingRule{}.judge(summary) == Convergence::Continue ? StepState::Round : StepState::Finished;
    };
    return {std::move(what), rounds, run};
}

ExperimentStep together(ExperimentStep step, const std::shared_ptr<Companions>& companions)
{
    ++companions->unsettled;
    step.run = [run = std::move(step.run), companions, isSettled = false](MeasuringContext& context) mutable -> Result<StepState> {
        auto state = run(context);
        // One that failed is waited for no longer, and one that is settled stays so, or two could keep each other from ending.
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
