// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on launch modes.
namespace launching {

inline constexpr SeriesTerm kernelAlone{"kernel-alone", "kernel alone"};
inline constexpr LabelTerm crossing{"crossing", "kernel = launch"};
/// The second plot.
inline constexpr int timelinePlot = 1;
/// The smallest kernel that is measured, in elements: nearly all of it is launch.
inline constexpr std::int64_t smallest = 64;

/// The chain that is timed: so many passes that what a chain costs once shows no more, fewer where a pass is long.
[[nodiscard]] Workload chainOf(std::int64_t elements, LaunchMode mode, int threads);
/// The first size whose kernel takes as long as launching it costs, from roofs; nothing where roofs are missing.
[[nodiscard]] std::optional<std::int64_t> predictedCrossing(LaunchMode mode, const RoofSet& roofs, DeviceKind kind);

/// A mode's time of one launch (y, seconds) by the kernel's elements (x), with where kernel and launch take equally
/// long.
struct Curve {
    std::vector<ExperimentPoint> points; ///< by growing x
    /// The launch's own cost: the least time of the three smallest sizes.
    [[nodiscard]] double floor() const;
    /// The size at which the kernel takes as long as its launch: where the time is twice the floor. By one end of the
    /// times' intervals, that end of its own.
    [[nodiscard]] std::optional<double> crossing(double ExperimentPoint::*time = &ExperimentPoint::y) const;
};
/// The measured curve of a mode.
[[nodiscard]] Curve measuredCurve(const ExperimentResult& result, LaunchMode mode);

/// Records one run of a chain for the timeline. Named as missing where the device keeps no such times.
[[nodiscard]] ExperimentStep recordLaunches(const Workload& chain);
/// How large a part of the recorded time the device waited, a sentence for each mode.
void addIdleness(const ExperimentResult& result, std::vector<Finding>& findings);

/// What is seen: the cost of a launch, where it stops to matter, and beside what was published.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace launching

} // namespace ridgepoint
