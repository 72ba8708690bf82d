// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/prediction.h"

#include <optional>
#include <string>

namespace ridgepoint {

/// Of two levels that serve a tensor, one with more than this share of their time is named alone.
inline constexpr double nearlyAllOfTheTime = 0.95;

/// Of a cache and memory that both serve a tensor, the one that takes longer.
struct LongerLevel {
    std::string roof;
    double ofBytes = 0.0; ///< the share that it serves
    double ofTime = 0.0;  ///< its share of their combined time
};
[[nodiscard]] LongerLevel longerLevel(const SharedService& shared, double cacheBandwidth, double memoryBandwidth);

/// What data would gain that came from the next level nearer to the processor.
struct NearerLevel {
    std::string roof; ///< id of that level's bandwidth roof
    Prediction then;
    double speedup = 1.0; ///< predicted time now over then
};

/// What a workload would gain if its data came from the level before the one that serves it. None where there is no
/// nearer level, where a roof is missing, or where computing or launching leave less than a tenth of a gain. `now`: the
/// workload's prediction by these roofs.
[[nodiscard]] std::optional<NearerLevel> nearerLevel(const Workload& workload, const RoofSet& roofs, DeviceKind kind,
                                                     const std::string& level, const Prediction& now);

} // namespace ridgepoint
