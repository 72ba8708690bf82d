// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/curves_data.h"

#include "app/charts/data/apply_what_if.h"
#include "core/session/csv_writer.h"
#include "core/stats/sample.h"

#include <algorithm>
#include <iterator>

namespace ridgepoint {
namespace {

void predictLine(CurvesData& data, const Snapshot& snapshot)
{
    PredictedLine line = predictedLine(data.line, data.axis, data.low, data.high, snapshot.roofs, snapshot.device.kind);
    data.predicted = std::move(line.points);
    data.borders = std::move(line.borders);
    if (snapshot.provenance != Provenance::Measured)
        data.series.front().predicted = data.predicted;
}

/// A chain cannot be fused deeper than it is long: axes of another chain's plan do not stretch this one's.
bool isOfLine(const CurvesData& data, std::int64_t value)
{
    return data.axis != AxisKind::Depth || value <= data.line.chainLength;
}

void spanAxis(CurvesData& data, const Snapshot& snapshot)
{
    std::vector<std::int64_t> values;
    for (const CurvesSeries& series : data.series)
        for (const ChartPoint& point : series.points)
            values.push_back(coordinate(point.workload, data.axis));
    for (const Axis& axis : snapshot.plan.axes)
        if (axis.kind == data.axis)
            std::copy_if(axis.values.begin(), axis.values.end(), std::back_inserter(values),
                         [&](std::int64_t value) { return isOfLine(data, value); });
    if (data.axis == AxisKind::Depth) // as the slider goes, before any depth is measured
        values.insert(values.end(), {1, data.line.chainLength});
    if (values.empty())
        return;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    data.low = static_cast<double>(*low);
    data.high = static_cast<double>(*high);
}

} // namespace

CurvesData curvesData(const Snapshot& snapshot, const Workload& cursor, AxisKind axis)
{
    CurvesData data;
    data.axis = axis;
    data.line = nearestLine(snapshot, cursor, axis);
    data.series.push_back({{}, data.line, pointsAlong(snapshot, data.line, axis), snapshot.provenance});
    spanAxis(data, snapshot);
    data.computeRoof = activeOf(computeRoofs(snapshot.roofs, data.line));
    // Along the size axis the level changes on the way; DRAM's is the roof that stays.
    const auto bandwidths = bandwidthRoofs(snapshot.roofs, data.line);
    data.bandwidthRoof = axis == AxisKind::Size && !bandwidths.empty() ? std::optional(bandwidths.back())
                                                                       : activeOf(bandwidths);
    data.whatIf = whatIfCode(snapshot);
    for (std::optional<RoofLine>* line : {&data.computeRoof, &data.bandwidthRoof})
        if (*line) {
            (*line)->factor = whatIfFactor(snapshot, (*line)->roof.id);
            if ((*line)->factor != 1.0)
                data.originals.push_back({*realRoof(snapshot, (*line)->roof.id), true});
        }
    predictLine(data, snapshot);
    return data;
}

void addSeries(CurvesData& data, const Snapshot& snapshot, const Workload& cursor, const std::string& name)
{
    const Workload line = nearestLine(snapshot, comparable(snapshot, cursor), data.axis);
    std::vector<ChartPoint> points = pointsAlong(snapshot, line, data.axis);
    const Provenance provenance = provenanceOf(points, snapshot.provenance);
    data.series.push_back({name, line, std::move(points), provenance});
    spanAxis(data, snapshot);
}

void predictAlong(CurvesData& data, std::size_t index, const Snapshot& snapshot)
{
    CurvesSeries& series = data.series[index];
    if (snapshot.provenance == Provenance::Measured && comparesTimes(data, series))
        return;
    auto curve = absentCurve(data.line, series.line, series.points, snapshot, data.axis, data.low, data.high);
    if (curve)
        series = {series.name, curve->line, std::move(curve->points), curve->provenance, std::move(curve->predicted)};
}

bool comparesTimes(const CurvesData& data, const CurvesSeries& series) { return comparesTimes(data, series.line); }

bool comparesTimes(const CurvesData& data, const Workload& workload)
{
    return data.axis == AxisKind::Size || workload.elements == data.line.elements;
}

std::string toCsv(const CurvesData& data)
{
    CsvWriter csv("kind,session,operations_per_element,fusion_depth,elements,launch_mode,time_s,time_low_s,time_high_s,"
                  "flop_per_s,byte_per_s,regime,flags,provenance,share_unexplained");
    for (const CurvesSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            csv.add("point").add(series.name).add(point.workload.operationsPerElement);
            csv.add(point.workload.fusionDepth).add(point.workload.elements).add(nameOf(point.workload.launchMode));
            csv.add(point.time.value()).add(point.low.value()).add(point.high.value());
            csv.add(point.performance().value()).add(point.bandwidth().value());
            csv.add(point.regime && !point.regimeIsPredicted ? nameOf(*point.regime) : std::string_view{});
            csv.add(toString(point.flags)).add(provenanceWord(point.provenance, point.flags));
            point.shares ? csv.add(point.shares->unexplained) : csv.addEmpty();
            csv.endLine();
        }
    for (const PredictedPoint& point : data.predicted) {
        if (!point.isWorkload)
            continue;
        const Workload workload = moved(data.line, data.axis, static_cast<std::int64_t>(point.x));
        csv.add("prediction").addEmpty().add(workload.operationsPerElement).add(workload.fusionDepth);
        csv.add(workload.elements).add(nameOf(workload.launchMode)).add(point.time.value()).addEmpty().addEmpty();
        csv.add(point.performance.value()).add(point.bandwidth.value()).addEmpty().addEmpty();
        csv.add(data.whatIf.empty() ? std::string("predicted") : "what-if: " + data.whatIf).addEmpty().endLine();
    }
    return csv.text();
}

} // namespace ridgepoint
