// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/overlap_bars.h"

#include "core/experiment/transfers.h"

#include <utility>

namespace ridgepoint::transfers {

ExperimentPoint measuredBar(const char* label, const Summary& summary)
{
    ExperimentPoint point = measuredPoint("measured", label, 0.0, summary);
    point.plot = totalPlot;
    return point;
}

ExperimentPoint predictedBar(const char* label, Seconds time)
{
    return {.series = "predicted",
            .label = label,
            .y = time.value(),
            .low = time.value(),
            .high = time.value(),
            .provenance = Provenance::Predicted,
            .plot = totalPlot};
}

void putPrediction(const AloneTimes& alone, int batches, int processors, Seconds moving, MeasuringContext& context)
{
    std::array<Seconds, loading::stages> known;
    for (std::size_t i = 0; i < loading::stages; ++i) {
        if (!alone[i])
            return;
        known[i] = *alone[i];
    }
    context.put(predictedBar(loading::inTurn, loading::inTurnTime(known)));
    context.put(predictedBar(loading::overlapped, loading::overlappedTime(known, batches, processors, moving)));
}

ExperimentStep barStep(std::string what, std::function<Result<BatchTiming>(MeasuringContext&)> measure,
                       std::function<void(MeasuringContext&, const Summary&)> show)
{
    const auto readings = std::make_shared<Readings>();
    return {std::move(what), usualRounds,
            [readings, measure = std::move(measure),
             show = std::move(show)](MeasuringContext& context) -> Result<StepState> {
                const auto timing = measure(context);
                if (!timing)
                    return timing.error();
                readings->beginRound();
                readings->add(timing->time, timing->flags, timing->clock);
                show(context, summarise(*readings));
                return StepState::Round;
            }};
}

} // namespace ridgepoint::transfers
