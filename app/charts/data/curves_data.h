// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// One session's samples along the shared axis.
struct CurvesSeries {
    std::string name;
    Workload line;
    std::vector<ChartPoint> points;
    Provenance provenance = Provenance::Measured; ///< of the device
    std::vector<PredictedPoint> predicted = {};   ///< the dashed line through the predicted points
    /// In which respects a line that others published is another than the own, "mul · queued · 16 Mi"; empty for a like
    /// one.
    std::string unlike = {};
};

/// Runtime, performance and bandwidth over one axis, in SI units; x is the axis' whole value.
struct CurvesData {
    AxisKind axis = AxisKind::Operations;
    Workload line;
    std::vector<CurvesSeries> series; ///< the own one first, even when it has no points
    std::vector<PredictedPoint> predicted;
    std::optional<RoofLine> computeRoof;
    std::optional<RoofLine> bandwidthRoof;
    std::vector<RoofLine> originals; ///< of these two, where a what-if multiplies them, as they are
    std::string whatIf;              ///< the what-if in a file's words; empty without one
    std::vector<double> borders;     ///< x at which the predicted regime changes (the ridge): dashed verticals
    double low = 1.0;
    double high = 1024.0;
};

[[nodiscard]] CurvesData curvesData(const Snapshot& snapshot, const Workload& cursor,
                                    AxisKind axis); ///< the line through the cursor
void addSeries(CurvesData& data, const Snapshot& snapshot, const Workload& cursor,
               const std::string& name); ///< another session's line
/// Fills the series of a device that is not on this machine (its snapshot says so) with what its roofs predict over the
/// whole axis, beside what was published of it there. Where less than a line was, its line becomes the own one, in the
/// launch mode that its roofs know; where they predict nothing the series stays. One that was measured is predicted
/// where its line is of another size, or nothing of it would stand among the times.
void predictAlong(CurvesData& data, std::size_t series, const Snapshot& snapshot);
/// Whether a series' times are of tensors as large as the own ones at the same place: those of other sizes say nothing
/// beside them, while rates do.
[[nodiscard]] bool comparesTimes(const CurvesData& data, const CurvesSeries& series);
/// Likewise of one place: what is predicted beside a published line of another size is of the own size.
[[nodiscard]] bool comparesTimes(const CurvesData& data, const Workload& workload);
[[nodiscard]] std::string toCsv(const CurvesData& data);

} // namespace ridgepoint
