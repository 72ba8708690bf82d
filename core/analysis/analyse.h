// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"
#include "core/analysis/verdict.h"
#include "core/model/device.h"
#include "core/model/flags.h"
#include "core/model/regime.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// What the roofs allow a sample in the state that it was measured in, of the whole Prediction the part that charts and
/// files need for every point.
struct PredictedTime {
    Seconds time;
    Regime limit = Regime::Memory; ///< the largest term
};

/// What analysis knows of one sample; index-aligned with the samples it came from.
struct PointAnalysis {
    /// Measured shares, when both needed slopes are known, with an interval for each in the order
    /// compute, memory, overhead, under-filled.
    std::optional<Shares> shares;
    Interval intervals[4];
    std::optional<Regime> regime;   ///< the verdict's, see verdictOf()
    std::optional<Regime> runnerUp; ///< the verdict's: which other one it may be as well
    Basis basis = Basis::Slopes;    ///< of shares and regime
    FlagSet flags;                  ///< the sample's flags and those of analysis
    DeviceState state;              ///< of the device while the sample was measured, by its own roofs
    /// What the sample would have taken in the reference state of its roofs, by the equation of time; nothing of
    /// samples that were neither measured nor filled in between such, or that cannot be predicted.
    std::optional<Seconds> referenceTime;
    std::optional<PredictedTime> prediction; ///< predict() tells the terms and the roofs behind it
    std::optional<double> residual;          ///< measured over predicted time
    /// The larger of performance over its compute roof and bandwidth over its memory roof, launches left out: what
    /// share of the roofline was reached. Of the roofs as charts draw them, whatever state the device was in, and under
    /// a what-if of its roofs, so that a reader comes to the same. Above 1 where a roof or a count is wrong, or the
    /// device was faster than its roofs.
    std::optional<double> shareOfRoof;
};

/// Analyses samples of one device (any mixture of operations, precisions and modes: neighbours are found by workload).
/// Interpolated samples take part as neighbours and get shares of their own, flagged Interpolated; a measured sample of
/// the same workload outweighs them. Samples whose time is no positive number get their flags only. O(n log n).
[[nodiscard]] std::vector<PointAnalysis> analyse(std::span<const Sample> samples, const RoofSet& roofs,
                                                 DeviceKind kind);

/// Predictions, residuals and shares of the roof anew from what-if roofs; slopes, shares of the time, the verdict and
/// flags are the device's own and stay.
/// `points` is index-aligned with the samples.
void predictAgain(std::span<const Sample> samples, std::vector<PointAnalysis>& points, const RoofSet& roofs,
                  DeviceKind kind);

} // namespace ridgepoint
