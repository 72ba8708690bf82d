// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/predicted_line.h"

#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr int smooth = 160; ///< places of a line, so that its bends look round

/// The values at which a workload can lie, close enough for the steps between memory levels.
std::vector<std::int64_t> placesOf(const Workload& line, AxisKind axis, double from, double to)
{
    const auto low = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(from)));
    const auto high = std::max(low, static_cast<std::int64_t>(to));
    if (axis != AxisKind::Depth)
        return logSpaced(low, high, smooth);
    std::vector<std::int64_t> divisors;
    for (std::int64_t depth = low; depth <= std::min<std::int64_t>(high, line.chainLength); ++depth)
        if (line.chainLength % depth == 0)
            divisors.push_back(depth);
    return divisors;
}

/// The model at a place that a workload can have.
struct Anchor {
    double x = 0.0;
    Prediction prediction;
    Cost cost;
};

PredictedPoint pointBetween(const Anchor& first, const Anchor& second, double share)
{
    const auto powerLaw = [share](double a, double b) { return a * std::pow(b / a, share); };
    const Seconds time = share == 0.0 ? first.prediction.time
                                      : predictionBetween(first.prediction, second.prediction, share).time;
    return {powerLaw(first.x, second.x), time,
            Flops(powerLaw(first.cost.flops.value(), second.cost.flops.value())) / time,
            Bytes(powerLaw(first.cost.bytes.value(), second.cost.bytes.value())) / time, share == 0.0};
}

/// One roof serves both: what lies between follows its power law. Over the step to another level nothing is known
/// between.
bool isOneLaw(const Anchor& first, const Anchor& second)
{
    const auto cached = [](const Anchor& anchor) {
        return anchor.prediction.shared ? anchor.prediction.shared->fromCache : 0.0;
    };
    return first.prediction.bandwidthRoof == second.prediction.bandwidthRoof && cached(first) == cached(second);
}

/// The x between two places at which the largest term changes.
double borderBetween(const Anchor& first, const Anchor& second)
{
    double low = 0.0;
    double high = 1.0;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings; ++i) {
        const double middle = 0.5 * (low + high);
        (predictionBetween(first.prediction, second.prediction, middle).limit == first.prediction.limit
             ? low
             : high) = middle;
    }
    return first.x * std::pow(second.x / first.x, low);
}

void addBetween(PredictedLine& line, const Anchor& first, const Anchor& second, double octavesOfAll)
{
    line.points.push_back(pointBetween(first, second, 0.0));
    if (first.prediction.limit != second.prediction.limit)
        line.borders.push_back(isOneLaw(first, second) ? borderBetween(first, second) : std::sqrt(first.x * second.x));
    if (!isOneLaw(first, second))
        return;
    std::vector<double> shares = crossoversBetween(first.prediction, second.prediction);
    const int steps = std::max(
        1, static_cast<int>(std::lround(smooth * std::log2(second.x / first.x) / std::max(octavesOfAll, 1e-9))));
    for (int i = 1; i < steps; ++i)
        shares.push_back(static_cast<double>(i) / steps);
    std::sort(shares.begin(), shares.end());
    for (const double share : shares)
        line.points.push_back(pointBetween(first, second, share));
}

/// The own line on a device that is not here, in the nearest operation and launch mode that its roofs know.
std::optional<Workload> lineElsewhere(const Workload& own, const Snapshot& snapshot, Operation nearest)
{
    Workload line = own;
    line.threads = snapshot.plan.base.threads;
    for (const Operation operation : {own.operation, nearest})
        for (const LaunchMode mode : {own.launchMode, snapshot.plan.base.launchMode, LaunchMode::Queued,
                                      LaunchMode::Graph, LaunchMode::WaitEach}) {
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
    return {.workload = workload,
            .time = prediction.time,
            .low = prediction.time,
            .high = prediction.time,
            .flops = cost.flops,
            .bytes = cost.bytes,
            .regime = prediction.limit,
            .regimeIsPredicted = true,
            .provenance = Provenance::Predicted};
}

void keepPublished(std::vector<ChartPoint>& points)
{
    std::erase_if(points, [](const ChartPoint& point) { return point.provenance == Provenance::Predicted; });
}

} // namespace

PredictedLine predictedLine(const Workload& line, AxisKind axis, double low, double high, const RoofSet& roofs,
                            DeviceKind kind)
{
    PredictedLine result{placesOf(line, axis, low, high), {}, {}};
    std::vector<Anchor> anchors;
    for (const std::int64_t place : result.places) {
        const Workload workload = moved(line, axis, place);
        const auto prediction = predict(workload, roofs, kind);
        if (!prediction)
            return {};
        anchors.push_back({static_cast<double>(place), *prediction, costOf(workload)});
    }
    for (std::size_t i = 0; i + 1 < anchors.size(); ++i)
        addBetween(result, anchors[i], anchors[i + 1], std::log2(anchors.back().x / anchors.front().x));
    if (!anchors.empty())
        result.points.push_back(pointBetween(anchors.back(), anchors.back(), 0.0));
    return result;
}

std::optional<AbsentCurve> absentCurve(const Workload& own, const Workload& line, std::span<const ChartPoint> points,
                                       const Snapshot& snapshot, AxisKind axis, double low, double high)
{
    if (snapshot.provenance == Provenance::Measured)
        return std::nullopt;
    AbsentCurve curve{.line = line, .points = {points.begin(), points.end()}, .predicted = {}};
    keepPublished(curve.points);
    if (curve.points.size() < 2) {
        const auto nearest = lineElsewhere(own, snapshot, line.operation);
        if (!nearest)
            return std::nullopt;
        curve.line = *nearest;
        curve.points = pointsAlong(snapshot, *nearest, axis);
        keepPublished(curve.points);
    }
    const bool isPublished = !curve.points.empty();
    // What was published of another size stays what it is; beside the own line belongs what the roofs say of its size.
    Workload asLarge = curve.line;
    if (axis != AxisKind::Size)
        asLarge.elements = own.elements;
    PredictedLine predicted = predictedLine(asLarge, axis, low, high, snapshot.roofs, snapshot.device.kind);
    if (predicted.points.empty())
        return std::nullopt;
    for (const std::int64_t place : predicted.places) { // also where something was published, so that the line is whole
        const Workload workload = moved(asLarge, axis, place);
        if (const auto prediction = predict(workload, snapshot.roofs, snapshot.device.kind))
            curve.points.push_back(predictedPoint(workload, *prediction));
    }
    std::stable_sort(curve.points.begin(), curve.points.end(), [&](const ChartPoint& a, const ChartPoint& b) {
        return coordinate(a.workload, axis) < coordinate(b.workload, axis);
    });
    curve.predicted = std::move(predicted.points);
    // A published device of which only predictions are shown here is a line, not a row of points; nor does a datasheet
    // say them.
    curve.provenance = isPublished                                  ? Provenance::Published
                     : snapshot.provenance == Provenance::Published ? Provenance::Predicted
                                                                    : snapshot.provenance;
    return curve;
}

} // namespace ridgepoint
