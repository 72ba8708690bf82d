// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"
#include "core/model/device.h"
#include "core/model/prediction.h"
#include "core/model/regime.h"
#include "core/stats/sample.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// How the time of a sample is made up by the fit of all samples of its kind, in the device's reference state.
struct FittedPoint {
    Shares shares;                     ///< of the time in the reference state; they sum to 1
    std::array<Interval, 4> intervals; ///< by Regime
    Seconds time;                      ///< of the sample by the fit, in the state that it was measured in
    Seconds referenceTime;             ///< by the fit in the reference state
    std::array<Seconds, 4> slowTerms;  ///< the same in the slowest state that lasted
    std::array<Seconds, 4> roofTerms;  ///< what the roofs alone say of each term in the reference state, by Regime
    bool isCertain = false;            ///< the largest share is told from the next by more than the fit is unsure of
    Seconds hidden{};                  ///< of the overhead's roof term what a queue hides behind the work: L (s - t)
};

/// One robust fit of the equation of time to all measured samples of one operation, precision, launch mode, thread
/// count and device. A pass takes T = (C^p + M^p + U^p)^(1/p) + t, with p = 5 for the rounded corner that devices have
/// at their ridge; where launches are handed over while the device works, (T^q + s^q)^(1/q) with q = 12.
/// ln C = ln F/P + c(k) + e(N), ln M = ln B/W + w(N), ln U = ln k lambda + l, ln t = ln t0 + q(N). What departs from
/// the roofs (c, e, w, q) is a random walk along its axis, so that one disturbed sample moves nothing and a whole row
/// does. Residuals are weighed by what disturbances do: they slow a sample down, never up. Each sample's terms are
/// those of the state it was taken in; shares are given in the reference state, which is that of the roofs: then a
/// reader comes to them with the roofs as they are drawn, and levers are of the same time.
///
/// States, predictions (each in the state of its sample) and results are index-aligned with the samples; nothing where
/// there is no prediction. Interpolated samples take no part in the fit and get the fit's shares of their place. Of
/// more than some thousand samples an even selection is fitted.
[[nodiscard]] std::vector<std::optional<FittedPoint>> fitTimes(std::span<const Sample> samples,
                                                               std::span<const DeviceState> states,
                                                               std::span<const std::optional<Prediction>> predictions,
                                                               const RoofSet& roofs, DeviceKind kind);

} // namespace ridgepoint
