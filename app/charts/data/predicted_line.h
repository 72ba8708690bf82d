// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// A predicted place of a line. The model has times between whole values of the axis, too: there its curve is straight
/// or bends as it would where such workloads could be run.
struct PredictedPoint {
    double x = 0.0; ///< along the axis
    Seconds time;
    FlopsPerSecond performance;
    BytesPerSecond bandwidth;
    bool isWorkload = true; ///< false between the values that a workload can have
};

/// What the roofs predict along an axis.
struct PredictedLine {
    std::vector<std::int64_t> places;   ///< the values that a workload can have, ascending
    std::vector<PredictedPoint> points; ///< at those, at many between them and at every knee; ascending
    std::vector<double> borders;        ///< x at which the predicted regime changes
};

/// The line from `low` to `high` of the axis; empty where the roofs predict none of it.
[[nodiscard]] PredictedLine predictedLine(const Workload& line, AxisKind axis, double low, double high,
                                          const RoofSet& roofs, DeviceKind kind);

/// What is drawn of a device that is not on this machine along an axis of the own line.
struct AbsentCurve {
    Workload line;
    std::vector<ChartPoint> points; ///< what was published, and what is predicted of every place
    std::vector<PredictedPoint>
        predicted; ///< the line through all of the latter, as large as the own one whatever was published
    Provenance provenance = Provenance::Datasheet;
};

/// `line` and `points` are what the device has of its own line that compares best. Where less than a line was published
/// of it, the own line takes its place, in the launch mode that the device's roofs know. Nullopt where they predict
/// nothing, and for a device of this machine.
[[nodiscard]] std::optional<AbsentCurve> absentCurve(const Workload& own, const Workload& line,
                                                     std::span<const ChartPoint> points, const Snapshot& snapshot,
                                                     AxisKind axis, double low, double high);

} // namespace ridgepoint
