// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/loading_pipeline.h"
#include "core/experiment/timed_step.h"

#include <array>
#include <functional>
#include <optional>
#include <string>

/// What the bars of stages that overlap have in common, on a processor and on a GPU.
namespace ridgepoint::transfers {

[[nodiscard]] ExperimentPoint measuredBar(const char* label, const Summary& summary); ///< in seconds
[[nodiscard]] ExperimentPoint predictedBar(const char* label, Seconds time);          ///< an interval of one value

/// How long each stage takes for all batches by itself, where that is known.
using AloneTimes = std::array<std::optional<Seconds>, loading::stages>;
/// What the stages alone say of all together, once each was measured, where so many of them can be under way at once
/// and what they share takes `moving`.
void putPrediction(const AloneTimes& alone, int batches, int processors, Seconds moving, MeasuringContext& context);

/// Readings of one bar, by rounds; long enough each to be one reading.
[[nodiscard]] ExperimentStep barStep(std::string what, std::function<Result<BatchTiming>(MeasuringContext&)> measure,
                                     std::function<void(MeasuringContext&, const Summary&)> show);

} // namespace ridgepoint::transfers
