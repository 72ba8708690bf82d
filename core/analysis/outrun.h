// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/prediction.h"
#include "core/stats/sample.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// Above this share of its roof a measurement is faster than the roof allows, and a count or the roof is wrong. Below,
/// it is at its roof: what roofs, counts and rounds are uncertain by.
inline constexpr double clearlyBeyondRoof = 1.03;

/// A roof of the device, as it is in the reference state, that a measured sample outran by its whole interval.
struct Outrun {
    std::string roof;
    double share = 0.0; ///< of the roof, at least
    bool ofLaunches = false;
    /// The bandwidth roof of the nearer cache, where that is large enough to serve as much of the tensor as explains
    /// the time; empty where none is: then the roof is of a slower device.
    std::string cache = {};
};

/// The roof that a sample outran by its whole interval and clearly, the one that it outran most; nothing of a sample
/// that was not measured. `prediction` is by the device's own `roofs`, in the reference state.
[[nodiscard]] std::optional<Outrun> outrunBy(const Sample& sample, const Prediction& prediction, const RoofSet& roofs);

} // namespace ridgepoint
