// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "core/model/axis_kind.h"
#include "core/model/cost.h"

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// One sample as a chart shows it: where it came from and what is known of its regime.
struct ChartPoint {
    Workload workload;
    std::size_t index = 0; ///< into the snapshot's samples
    Seconds time;
    Seconds low;
    Seconds high;
    Flops flops;
    Bytes bytes;
    std::optional<Shares> shares;
    std::optional<Regime> regime;   ///< the verdict's; of a place on a predicted line what the roofs say
    bool regimeIsPredicted = false; ///< the latter
    FlagSet flags;
    Provenance provenance = Provenance::Measured;

    /// Whether its regime is less sure, or cannot be told.
    [[nodiscard]] bool doubtful() const { return flags.has(Flag::Ambiguous); }
    [[nodiscard]] bool interpolated() const { return flags.has(Flag::Interpolated); }
    [[nodiscard]] FlopsPerByte intensity() const { return flops / bytes; }
    [[nodiscard]] FlopsPerSecond performance() const { return flops / time; }
    [[nodiscard]] BytesPerSecond bandwidth() const { return bytes / time; }
};

/// The sample at an index with its analysis.
[[nodiscard]] ChartPoint chartPoint(const Snapshot& snapshot, std::size_t index);

/// Every sample that differs from `through` along one axis only, ascending along it, one a place (a measured one
/// before an interpolated one). The snapshot's own device only.
[[nodiscard]] std::vector<ChartPoint> pointsAlong(const Snapshot& snapshot, const Workload& through, AxisKind axis);

/// The line to show for a cursor: the cursor itself when samples lie along the axis through it, else the place with
/// samples that is nearest in the logarithms of the other coordinates, so that a slider between two measured sizes
/// still shows something. The cursor when there are no samples of its operation, precision, mode and threads.
[[nodiscard]] Workload nearestLine(const Snapshot& snapshot, const Workload& cursor, AxisKind axis);

/// The kind of workload of another session that compares best with the cursor: its own threads, because another machine
/// has another number; the same operation, precision and launch mode where it has samples of them, else another launch
/// mode, else another operation of the same unit. What then differs is for the caller to say (differenceWords).
[[nodiscard]] Workload comparable(const Snapshot& other, const Workload& cursor);

/// Where a line's points come from; `fallback` for a line without any.
[[nodiscard]] Provenance provenanceOf(const std::vector<ChartPoint>& points, Provenance fallback);

/// The next workload along an axis, up or down by direction (+1 or -1): among the plan's values, or where the plan has
/// no such axis among those of the samples. The same workload at the end.
[[nodiscard]] Workload stepped(const Snapshot& snapshot, const Workload& from, AxisKind axis, int direction);

/// A roof as a line of a chart.
struct RoofLine {
    Roof roof;
    bool active = false; ///< the one that predicts the cursor's workload
    double factor = 1.0; ///< of a what-if
};

/// The bandwidth roofs of the memory levels, nearest level first: those of updates in place, whatever else of a level
/// was measured.
[[nodiscard]] std::vector<RoofLine> bandwidthRoofs(const RoofSet& roofs, const Workload& workload);
/// The compute roofs of the cursor's operation in each precision and, where that counts FLOP, of the matrix units.
[[nodiscard]] std::vector<RoofLine> computeRoofs(const RoofSet& roofs, const Workload& workload);
/// The active one among them; null or none where there is none.
[[nodiscard]] const RoofLine* findActive(const std::vector<RoofLine>& lines);
[[nodiscard]] std::optional<RoofLine> activeOf(const std::vector<RoofLine>& lines);

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

/// What is drawn along an axis of the own line of a device that is not on this machine, or was measured of another
/// size.
struct AbsentCurve {
    Workload line;
    std::vector<ChartPoint> points; ///< what was published or measured, and what is predicted of every place
    std::vector<PredictedPoint>
        predicted; ///< the line through all of the latter, as large as the own one whatever the former are
    Provenance provenance = Provenance::Datasheet;
};

/// `line` and `points` are what the device has of its own line that compares best. Where less than a line was published
/// of it, the own line takes its place, in the launch mode that the device's roofs know. Nullopt where they predict
/// nothing.
[[nodiscard]] std::optional<AbsentCurve> absentCurve(const Workload& own, const Workload& line,
                                                     std::span<const ChartPoint> points, const Snapshot& snapshot,
                                                     AxisKind axis, double low, double high);

/// The points of all series of a chart, the own session's first.
template <class Series> [[nodiscard]] std::vector<ChartPoint> pointsOf(const std::vector<Series>& all)
{
    std::vector<ChartPoint> points;
    for (const Series& series : all)
        points.insert(points.end(), series.points.begin(), series.points.end());
    return points;
}

/// The own session's point of a workload, which is in the first series; null for none.
template <class Series>
[[nodiscard]] const ChartPoint* ownPoint(const std::vector<Series>& all, const Workload& workload)
{
    if (!all.empty())
        for (const ChartPoint& point : all.front().points)
            if (point.workload == workload)
                return &point;
    return nullptr;
}

} // namespace ridgepoint
