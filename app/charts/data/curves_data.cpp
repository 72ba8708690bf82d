// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/curves_data.h"

#include "app/charts/data/imagine.h"
#include "app/charts/style/csv_text.h"
#include "core/model/prediction.h"
#include "core/stats/provenance_word.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

/// Values of the axis at which the model is evaluated: every sample's and the plan's, and between them so many that
/// curves look smooth (whole values; a depth must divide the chain, so it has no values between).
std::vector<std::int64_t> predictedPlaces(const CurvesData& data)
{
    const auto low = static_cast<std::int64_t>(data.low);
    const auto high = static_cast<std::int64_t>(data.high);
    std::set<std::int64_t> places;
    if (data.axis == AxisKind::Depth) {
        for (std::int64_t depth = low; depth <= high; ++depth)
            if (data.line.chainLength % depth == 0)
                places.insert(depth);
    } else {
        const auto spaced = logSpaced(std::max<std::int64_t>(1, low), std::max(low, high), 160);
        places.insert(spaced.begin(), spaced.end());
    }
    return {places.begin(), places.end()};
}

void predictLine(CurvesData& data, const Snapshot& snapshot)
{
    std::optional<Regime> before;
    double xBefore = 0.0;
    for (const std::int64_t value : predictedPlaces(data)) {
        const Workload workload = moved(data.line, data.axis, value);
        const auto prediction = predict(workload, snapshot.roofs, snapshot.device.kind);
        if (!prediction)
            return;
        const Cost cost = costOf(workload);
        const auto x = static_cast<double>(value);
        data.predicted.push_back({x, prediction->time, cost.flops / prediction->time, cost.bytes / prediction->time});
        if (before && *before != prediction->limit)
            data.borders.push_back(std::sqrt(xBefore * x));
        before = prediction->limit;
        xBefore = x;
    }
}

bool isSaidOnly(const ChartPoint& point) { return point.provenance == Provenance::Predicted; }

/// The own line on a device that is not here, in the nearest operation and launch mode that its roofs know.
std::optional<Workload> lineElsewhere(const CurvesData& data, const Snapshot& snapshot, Operation nearest)
{
    Workload line = data.line;
    line.threads = snapshot.plan.base.threads;
    for (const Operation operation : {data.line.operation, nearest})
        for (const LaunchMode mode : {data.line.launchMode, snapshot.plan.base.launchMode, LaunchMode::Queued, LaunchMode::Graph, LaunchMode::WaitEach}) {
            line.operation = operation;
            line.launchMode = mode;
            if (predict(line, snapshot.roofs, snapshot.device.kind))
                return line;
        }
    return std::nullopt;
}

ChartPoint predictedPoint(const Workload& workload, const Prediction& prediction)
{
    const Cost cost = costOf(workload);
    return {.workload = workload, .time = prediction.time, .low = prediction.time, .high = prediction.time, .flops = cost.flops, .bytes = cost.bytes,
            .regime = prediction.limit, .regimeIsPredicted = true, .provenance = Provenance::Predicted};
}

void spanAxis(CurvesData& data, const Snapshot& snapshot)
{
    std::vector<std::int64_t> values;
    for (const CurvesSeries& series : data.series)
        for (const ChartPoint& point : series.points)
            values.push_back(coordinate(point.workload, data.axis));
    for (const Axis& axis : snapshot.plan.axes)
        if (axis.kind == data.axis)
            values.insert(values.end(), axis.values.begin(), axis.values.end());
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
    data.bandwidthRoof = axis == AxisKind::Size && !bandwidths.empty() ? std::optional(bandwidths.back()) : activeOf(bandwidths);
    data.whatIf = whatIfCode(snapshot);
    for (std::optional<RoofLine>* line : {&data.computeRoof, &data.bandwidthRoof})
        if (*line) {
            (*line)->factor = imaginedFactor(snapshot, (*line)->roof.id);
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
    if (snapshot.provenance == Provenance::Measured)
        return;
    CurvesSeries series = data.series[index];
    std::erase_if(series.points, isSaidOnly);
    if (series.points.size() < 2) {
        const auto line = lineElsewhere(data, snapshot, series.line.operation);
        if (!line)
            return;
        series.line = *line;
        series.points = pointsAlong(snapshot, *line, data.axis);
        std::erase_if(series.points, isSaidOnly);
    }
    const bool isPublished = !series.points.empty();
    for (const std::int64_t place : predictedPlaces(data)) { // also where something was published, so that the line is whole
        const Workload workload = moved(series.line, data.axis, place);
        const auto prediction = predict(workload, snapshot.roofs, snapshot.device.kind);
        if (!prediction)
            return;
        series.points.push_back(predictedPoint(workload, *prediction));
    }
    std::stable_sort(series.points.begin(), series.points.end(),
                     [&](const ChartPoint& a, const ChartPoint& b) { return coordinate(a.workload, data.axis) < coordinate(b.workload, data.axis); });
    // A published device of which only predictions are shown here is a line, not a row of points.
    series.provenance = isPublished ? Provenance::Published : std::max(snapshot.provenance, Provenance::Datasheet);
    data.series[index] = std::move(series);
}

std::string toCsv(const CurvesData& data)
{
    CsvText csv("kind,session,operations_per_element,fusion_depth,elements,launch_mode,time_s,time_low_s,time_high_s,"
                "flop_per_s,byte_per_s,regime,flags,provenance");
    for (const CurvesSeries& series : data.series)
        for (const ChartPoint& point : series.points) {
            csv.add("point").add(series.name).add(point.workload.operationsPerElement);
            csv.add(std::int64_t{point.workload.fusionDepth}).add(point.workload.elements).add(nameOf(point.workload.launchMode));
            csv.add(point.time.value()).add(point.low.value()).add(point.high.value());
            csv.add(point.performance().value()).add(point.bandwidth().value());
            csv.add(point.regime && !point.regimeIsPredicted ? nameOf(*point.regime) : std::string_view{});
            csv.add(toString(point.flags)).add(provenanceWord(point.provenance, point.flags)).endLine();
        }
    for (const PredictedPoint& point : data.predicted) {
        const Workload workload = moved(data.line, data.axis, static_cast<std::int64_t>(point.x));
        csv.add("prediction").addEmpty().add(workload.operationsPerElement).add(std::int64_t{workload.fusionDepth});
        csv.add(workload.elements).add(nameOf(workload.launchMode)).add(point.time.value()).addEmpty().addEmpty();
        csv.add(point.performance.value()).add(point.bandwidth.value()).addEmpty().addEmpty();
        csv.add(data.whatIf.empty() ? std::string("predicted") : "what-if: " + data.whatIf).endLine();
    }
    return csv.text();
}

} // namespace ridgepoint
