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

/// A roof that a sample contradicts, and its value by what was measured there, in the roof's unit.
struct DoubtfulRoof {
    std::string roof;
    double seen = 0.0;
};
/// The roof of its device that a measured sample contradicts, by its whole interval and clearly: it is faster than the
/// roof allows (outrunBy), or its launches cost more than twice as much (costlierLaunch) as by `then`, the prediction
/// in the state of the device while it was measured. Nothing where it does not.
[[nodiscard]] std::optional<DoubtfulRoof> doubtfulRoof(const Sample& sample, const Prediction& prediction,
                                                       const Prediction& then, const PointAnalysis* analysis,
                                                       const RoofSet& roofs);
/// The first that one of these samples of the roofs' device contradicts, each judged among the others; those of another
/// number of threads are left out, because these are not their roofs.
[[nodiscard]] std::optional<DoubtfulRoof> doubtfulRoof(std::span<const Sample> samples, const RoofSet& roofs,
                                                       DeviceKind kind);

} // namespace ridgepoint
