// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/timing.h"

#include "core/stats/convergence.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

constexpr Seconds shortestOnCpu{20e-6};
constexpr Seconds shortestOnGpu{100e-6};
/// So long a repetition is its own warm-up and its own reading.
constexpr Seconds longRun{3e-3};
constexpr double margin = 1.25;
constexpr double largestRepetitions = 1e8;
constexpr int tries = 12;

int readingsFor(Seconds reading)
{
    if (reading <= Seconds(200e-6))
        return 5;
    return reading < longRun ? 3 : 1;
}

Error noTime()
{
    return {ErrorKind::DeviceFailure, "experiment.no-time", "The device reports no measurable time for this work; run the experiment again.", {}};
}

} // namespace

Result<void> WorkTimer::round(PreparedWork& work, DeviceKind device, Readings& readings)
{
    const Seconds shortest = device == DeviceKind::Cuda ? shortestOnGpu : shortestOnCpu;
    readings.beginRound();
    const std::size_t before = readings.size();
    m_repetitions = std::max<std::int64_t>(m_repetitions, 1);
    bool isWarm = false;
    for (int attempt = 0, wanted = 1; attempt < tries && static_cast<int>(readings.size() - before) < wanted; ++attempt) {
        const auto timing = work.run(m_repetitions);
        if (!timing)
            return timing.error();
        const auto repetitions = static_cast<double>(m_repetitions);
        if (!std::isfinite(timing->time.value()) || !(timing->time > Seconds()) || timing->time < shortest * 0.9) {
            const double factor = timing->time > Seconds() ? margin * (shortest / timing->time) : 16.0;
            m_repetitions = static_cast<std::int64_t>(std::clamp(std::ceil(repetitions * factor), repetitions + 1.0, largestRepetitions));
            isWarm = true;
            continue;
        }
        // The first run of a round brings code and data back, unless it is long enough to drown that.
        if (std::exchange(isWarm, true) || timing->time >= longRun) {
            readings.add(timing->time / repetitions, timing->flags, timing->clock);
            wanted = readingsFor(timing->time);
        }
    }
    return readings.size() > before ? Result<void>() : Result<void>(noTime());
}

ExperimentStep timedStep(std::string what, PrepareWork prepare, PointsOf points, bool keepsWork, int rounds)
{
    struct State {
        PrepareWork prepare;
        PointsOf points;
        bool keepsWork;
        std::unique_ptr<PreparedWork> work{};
        WorkTimer timer{};
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
        const auto taken = state->timer.round(*state->work, context.backend.info().kind, state->readings);
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
