// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/prediction.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// What roofs predict of these workloads, as samples of provenance Predicted without an interval, so that a device that
/// was never measured can be drawn like one that was. They are index-aligned with the workloads. Unavailable when a
/// roof that the equation needs is missing (which one).
[[nodiscard]] Result<std::vector<Sample>> predictedSamples(std::span<const Workload> workloads, const RoofSet& roofs,
                                                           DeviceKind kind);

/// The cost of a launch by mode; what is not known is absent.
struct LaunchCosts {
    std::optional<Seconds> waitEach;
    std::optional<Seconds> queued;
    std::optional<Seconds> graph;
};

/// Gives roofs the launch costs that they lack, such as those of a datasheet, which knows none. Roofs that are there
/// stay. `method` says where the costs come from.
[[nodiscard]] RoofSet withLaunchCosts(RoofSet roofs, const LaunchCosts& costs, Provenance provenance,
                                      const std::string& method);

} // namespace ridgepoint
