// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/timed_step.h"
#include "core/model/workload.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the experiments share that walk along one axis of the cube.
namespace ridgepoint::cube {

/// The points of one line in the order of x.
using Line = std::vector<ExperimentPoint>;

/// What was done for a number, with the bandwidth that the roofs say it falls in; nothing where they cannot predict it.
[[nodiscard]] std::optional<PointWork> workOf(const Workload& workload, Seconds time, const RoofSet& roofs,
                                              DeviceKind kind);
/// A number that is said and not measured: its interval is itself.
[[nodiscard]] ExperimentPoint said(std::string series, double x, double y, int plot,
                                   Provenance provenance = Provenance::Predicted);
/// Times a whole workload, all its passes, in so many rounds at most, and ends with its companions; `points` are what
/// its summary comes to.
[[nodiscard]] ExperimentStep timeWorkload(std::string what, const Workload& workload, int rounds,
                                          const std::shared_ptr<Companions>& companions, PointsOf points);
/// `point` seen as a rate or as another multiple: y = amount / y, with the interval's ends exchanged.
[[nodiscard]] ExperimentPoint perTime(ExperimentPoint point, double amount, int plot);
/// How many times as long as `first` the `second` takes, by their times and intervals, at the place of `at`.
[[nodiscard]] ExperimentPoint ratioOf(const Summary& second, const Summary& first, ExperimentPoint at);
/// InvalidInput where a tensor takes more than half of the device's memory.
[[nodiscard]] Result<void> fits(const Workload& workload, const DeviceInfo& device);
/// An interval whose ends lie so many times apart decides nothing that a sentence should claim.
inline constexpr double tooWide = 2.5;
[[nodiscard]] inline bool isUncertain(const ExperimentPoint& point) { return point.high > tooWide * point.low; }
/// That others used the processors meanwhile, where points tell: what differs is then only as good as the quiet. To be
/// said last.
[[nodiscard]] std::optional<Finding> disturbance(const ExperimentResult& result);
/// The points of one plot, series and provenance in the order of x.
[[nodiscard]] Line lineOf(const ExperimentResult& result, int plot, std::string_view series, Provenance provenance);
/// The first with this x; null where there is none.
[[nodiscard]] const ExperimentPoint* at(const Line& line, double x);

} // namespace ridgepoint::cube
