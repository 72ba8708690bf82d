// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/prediction.h"
#include "core/stats/sample.h"

#include <optional>

namespace ridgepoint {

/// What takes more than twice the time that the roofs allow is limited by something that none of them is: to name a
/// roof as the limit would send people to the wrong lever.
inline constexpr double leastShareLimited = 0.5;

/// Whether the roofs leave more of a measured time unexplained than any of them takes.
[[nodiscard]] bool isUnexplained(const PointAnalysis& analysis);
/// What a launch costs a measured sample that launches limit by its verdict and by the roofs alike, and that by its
/// whole interval takes more than twice what the roofs say: their cost may have been measured while the device was
/// faster. Nothing of other samples, nor of one that was disturbed, or where the regime is a close call, or the cost of
/// a chain outweighs its launches.
[[nodiscard]] std::optional<Seconds> costlierLaunch(const Sample& sample, const Prediction& prediction,
                                                    const PointAnalysis* analysis);
/// The share of its time that the roofs allow a measured sample, where by its whole interval it takes so much longer
/// that none of them limits it.
[[nodiscard]] std::optional<double> shareFarBelow(const Sample& sample, const Prediction& prediction,
                                                  const PointAnalysis* analysis);

} // namespace ridgepoint
