// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/prediction.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>
#include <string>

namespace ridgepoint {

/// Above this share of its roof a measurement is faster than the roof allows, and a count or the roof is wrong. Below,
/// it is at its roof: what roofs, counts and rounds are uncertain by.
inline constexpr double clearlyBeyondRoof = 1.03;

/// A roof that a measured sample outran by its whole interval and clearly.
struct OutrunRoof {
    std::string roof;
    double share = 0.0; ///< of the roof, at least
    bool ofLaunches = false;
};
/// `prediction` is by these roofs, in the state that they are of. Nothing where the sample keeps to its roofs, or was
/// not measured.
[[nodiscard]] std::optional<OutrunRoof> outrunRoof(const Sample& sample, const Prediction& prediction,
                                                   const RoofSet& roofs);

/// A roof that a sample contradicts, and its value by what was measured there, in the roof's unit.
struct DoubtfulRoof {
    std::string roof;
    double seen = 0.0;
};
/// The roof of its device that a measured sample contradicts, by its whole interval and clearly: it is faster than the
/// roof allows (outrunRoof), or its launches cost more than twice as much (costlierLaunch) as by `then`, the prediction
/// in the state of the device while it was measured. Nothing where it does not.
[[nodiscard]] std::optional<DoubtfulRoof> doubtfulRoof(const Sample& sample, const Prediction& prediction,
                                                       const Prediction& then, const PointAnalysis* analysis,
                                                       const RoofSet& roofs);
/// The first that one of these samples of the roofs' device contradicts, each judged among the others; those of another
/// number of threads are left out, because these are not their roofs.
[[nodiscard]] std::optional<DoubtfulRoof> doubtfulRoof(std::span<const Sample> samples, const RoofSet& roofs,
                                                       DeviceKind kind);

} // namespace ridgepoint
