// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_parts.h"
#include "core/model/workload.h"
#include "core/stats/readings.h"
#include "core/stats/summary.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Rounds of a step that is measured as well as a sweep's cell: enough for an interval with a claim, and two more.
inline constexpr int usualRounds = minimumRounds + 2;

/// Prepares work for a step, at its first round and, where it is not kept, at every one.
using PrepareWork = std::function<Result<ReadyWork>(MeasuringContext&)>;
/// Prepares this work on the device that is measured.
[[nodiscard]] PrepareWork preparing(WorkRequest work);
/// The points that a summary of one repetition's time comes to.
using PointsOf = std::function<std::vector<ExperimentPoint>(const Summary&)>;
/// The same where they depend on how it was run. `ready` says that; its work is there only where it is kept.
using PointsOfWork = std::function<std::vector<ExperimentPoint>(const Summary&, const ReadyWork& ready)>;

/// A step that times one piece of work over interleaved rounds and shows its points, sharper with every round. Stops
/// early once the interval is within 3 %, and goes on to three times `rounds` while others use the processors and it is
/// wider than 10 %. `keepsWork`: the work (with its memory) stays prepared between rounds.
[[nodiscard]] ExperimentStep timedStep(std::string what, PrepareWork prepare, PointsOfWork points,
                                       bool keepsWork = true, int rounds = usualRounds);
[[nodiscard]] ExperimentStep timedStep(std::string what, PrepareWork prepare, PointsOf points, bool keepsWork = true,
                                       int rounds = usualRounds);

/// Steps that are compared with each other: none stops before all are settled, so that all have been through the same
/// rounds. A machine whose memory is faster in one minute than in the next would else be seen by one alone.
struct Companions {
    std::size_t unsettled = 0;
};
/// The step as one of these companions.
[[nodiscard]] ExperimentStep together(ExperimentStep step, const std::shared_ptr<Companions>& companions);

/// A point of this y with the interval and flags of a summary: `amount` over the time where it is a rate (bytes, FLOP),
/// or the time itself where `amount` is 0.
[[nodiscard]] ExperimentPoint measuredPoint(SeriesName series, LabelName label, double x, const Summary& summary,
                                            double amount = 0.0);

} // namespace ridgepoint

/// What the experiments share that walk along one axis of the cube.
namespace ridgepoint::cube {

/// The points of one line in the order of x.
using Line = std::vector<ExperimentPoint>;

/// What was done for a number, with the bandwidth that the roofs say it falls in; nothing where they cannot predict it.
[[nodiscard]] std::optional<PointWork> workOf(const Workload& workload, Seconds time, const RoofSet& roofs,
                                              DeviceKind kind);
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
/// The points of one plot, series and provenance in the order of x.
[[nodiscard]] Line lineOf(const ExperimentResult& result, int plot, const SeriesName& series, Provenance provenance);
/// The first with this x; null where there is none.
[[nodiscard]] const ExperimentPoint* at(const Line& line, double x);

} // namespace ridgepoint::cube
