// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/series_data.h"

#include "core/model/prediction.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ridgepoint {
namespace {

bool sameKind(const Workload& a, const Workload& b)
{
    return a.operation == b.operation && a.precision == b.precision && a.launchMode == b.launchMode
        && a.threads == b.threads && a.chainLength == b.chainLength;
}

bool usable(const Sample& sample) { return sample.time.value() > 0.0 && std::isfinite(sample.time.value()); }

/// A workload with its coordinate along one axis taken away, so that all of a line compare equal.
Workload lineOf(const Workload& workload, AxisKind axis) { return moved(workload, axis, 1); }

/// Distance of two lines in octaves.
double distance(const Workload& a, const Workload& b)
{
    double sum = 0.0;
    for (const AxisKind kind : allAxisKinds)
        sum += std::abs(std::log2(static_cast<double>(coordinate(a, kind)) / static_cast<double>(coordinate(b, kind))));
    return sum;
}

/// What was timed goes before what was filled in, and what was published before what the roofs predict for the same
/// work.
bool better(const Sample& candidate, const Sample& present)
{
    if (candidate.provenance != present.provenance)
        return candidate.provenance < present.provenance;
    return present.flags.has(Flag::Interpolated) && !candidate.flags.has(Flag::Interpolated);
}

} // namespace

ChartPoint chartPoint(const Snapshot& snapshot, std::size_t index)
{
    const Sample& sample = snapshot.samples[index];
    const Cost cost = costOf(sample.workload);
    ChartPoint point{.workload = sample.workload,
                     .index = index,
                     .time = sample.time,
                     .low = sample.low,
                     .high = sample.high,
                     .flops = cost.flops,
                     .bytes = cost.bytes,
                     .flags = sample.flags,
                     .provenance = sample.provenance};
    if (index >= snapshot.points.size())
        return point;
    const PointAnalysis& analysis = snapshot.points[index];
    point.shares = analysis.shares;
    point.regime = analysis.regime;
    point.flags |= analysis.flags;
    return point;
}

std::vector<ChartPoint> pointsAlong(const Snapshot& snapshot, const Workload& through, AxisKind axis)
{
    std::map<std::int64_t, std::size_t> places;
    const Workload line = lineOf(through, axis);
    for (std::size_t i = 0; i < snapshot.samples.size(); ++i) {
        const Sample& sample = snapshot.samples[i];
        if (!usable(sample) || lineOf(sample.workload, axis) != line)
            continue;
        const auto [place, isNew] = places.try_emplace(coordinate(sample.workload, axis), i);
        if (!isNew && better(sample, snapshot.samples[place->second]))
            place->second = i;
    }
    std::vector<ChartPoint> points;
    points.reserve(places.size());
    for (const auto& [value, index] : places)
        points.push_back(chartPoint(snapshot, index));
    return points;
}

Workload nearestLine(const Snapshot& snapshot, const Workload& cursor, AxisKind axis)
{
    const Workload own = lineOf(cursor, axis);
    // Nothing is nearer than the cursor's own line. Most steps of a slider end here, after a few of a cube's samples.
    int onOwn = 0;
    for (const Sample& sample : snapshot.samples)
        if (usable(sample) && sameKind(sample.workload, cursor) && lineOf(sample.workload, axis) == own && ++onOwn == 2)
            return cursor;
    std::map<Workload, int> counts;
    for (const Sample& sample : snapshot.samples)
        if (usable(sample) && sameKind(sample.workload, cursor))
            ++counts[lineOf(sample.workload, axis)];
    // A single stray probe is no line; take lines of two samples or more unless there are none.
    const bool anyLine = std::any_of(counts.begin(), counts.end(), [](const auto& entry) { return entry.second > 1; });
    const Workload* best = nullptr;
    for (const auto& [line, count] : counts) {
        if (anyLine && count < 2)
            continue;
        if (best == nullptr || distance(line, own) < distance(*best, own))
            best = &line;
    }
    return best == nullptr ? cursor : moved(*best, axis, coordinate(cursor, axis));
}

Workload comparable(const Snapshot& other, const Workload& cursor)
{
    Workload best = cursor;
    int bestRank = 0;
    for (const Sample& sample : other.samples) {
        const Workload& workload = sample.workload;
        const bool sameUnit = unitOfRoof(computeRoofId(workload.operation, workload.precision))
                           == unitOfRoof(computeRoofId(cursor.operation, cursor.precision));
        if (!usable(sample) || workload.precision != cursor.precision || workload.chainLength != cursor.chainLength
            || !sameUnit)
            continue;
        const bool sameOperation = workload.operation == cursor.operation;
        const bool sameMode = workload.launchMode == cursor.launchMode;
        const int rank = 1 + (sameMode ? 1 : 0) + (sameOperation ? 2 : 0);
        if (rank <= bestRank)
            continue;
        bestRank = rank;
        best = cursor;
        best.operation = workload.operation;
        best.launchMode = workload.launchMode;
        best.threads = workload.threads;
    }
    return best;
}

Provenance provenanceOf(const std::vector<ChartPoint>& points, Provenance fallback)
{
    // A published line may have predicted points between its own: what was published names it.
    Provenance best = points.empty() ? fallback : Provenance::Predicted;
    for (const ChartPoint& point : points)
        best = std::min(best, point.provenance);
    return best == Provenance::Predicted && fallback != Provenance::Measured ? fallback : best;
}

Workload stepped(const Snapshot& snapshot, const Workload& from, AxisKind axis, int direction)
{
    std::vector<std::int64_t> values;
    for (const Axis& candidate : snapshot.plan.axes)
        if (candidate.kind == axis)
            values = candidate.values;
    if (values.empty())
        for (const Sample& sample : snapshot.samples)
            if (lineOf(sample.workload, axis) == lineOf(from, axis))
                values.push_back(coordinate(sample.workload, axis));
    std::sort(values.begin(), values.end());
    const std::int64_t now = coordinate(from, axis);
    if (direction > 0) {
        const auto next = std::upper_bound(values.begin(), values.end(), now);
        return next == values.end() ? from : moved(from, axis, *next);
    }
    const auto next = std::lower_bound(values.begin(), values.end(), now);
    return next == values.begin() ? from : moved(from, axis, *std::prev(next));
}

std::vector<RoofLine> bandwidthRoofs(const RoofSet& roofs, const Workload& workload)
{
    const MemoryLevel* level = roofs.levelFor(footprintOf(workload));
    const std::string active = bandwidthRoofId(level != nullptr ? level->name : "dram");
    std::vector<RoofLine> lines;
    for (const char* name : {"l1", "l2", "l3", "dram"}) {
        const Roof* roof = roofs.find(bandwidthRoofId(name));
        if (roof != nullptr && roof->value > 0.0)
            lines.push_back({*roof, roof->id == active});
    }
    return lines;
}

std::vector<RoofLine> computeRoofs(const RoofSet& roofs, const Workload& workload)
{
    const std::string active = computeRoofId(workload.operation, workload.precision);
    std::vector<RoofLine> lines;
    for (const Roof& roof : roofs.roofs) {
        if (roof.kind != RoofKind::Compute || !(roof.value > 0.0))
            continue;
        // In the precisions that a workload may have: integers are no further line of every operation.
        const bool sameOperation = std::ranges::any_of(allPrecisions, [&](Precision precision) {
            return roof.id == computeRoofId(workload.operation, precision);
        });
        // Multiplications and additions, of integers too; nothing to hold exponentials against.
        const bool isMatrix = roof.id.ends_with(".matrix") && unitOfRoof(active) == "FLOP/s";
        if (sameOperation || isMatrix)
            lines.push_back({roof, roof.id == active});
    }
    return lines;
}

const RoofLine* findActive(const std::vector<RoofLine>& lines)
{
    const auto found = std::find_if(lines.begin(), lines.end(), [](const RoofLine& line) { return line.active; });
    return found == lines.end() ? nullptr : &*found;
}

std::optional<RoofLine> activeOf(const std::vector<RoofLine>& lines)
{
    const RoofLine* active = findActive(lines);
    return active == nullptr ? std::nullopt : std::optional(*active);
}

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
    const bool isMeasured = snapshot.provenance == Provenance::Measured;
    AbsentCurve curve{.line = line, .points = {points.begin(), points.end()}, .predicted = {}};
    keepPublished(curve.points);
    if (!isMeasured && curve.points.size() < 2) {
        const auto nearest = lineElsewhere(own, snapshot, line.operation);
        if (!nearest)
            return std::nullopt;
        curve.line = *nearest;
        curve.points = pointsAlong(snapshot, *nearest, axis);
        keepPublished(curve.points);
    }
    const bool isPublished = !curve.points.empty();
    // What was published or measured of another size stays what it is; beside the own line belongs what the roofs say
    // of its size.
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
    curve.provenance = isMeasured                                   ? Provenance::Measured
                     : isPublished                                  ? Provenance::Published
                     : snapshot.provenance == Provenance::Published ? Provenance::Predicted
                                                                    : snapshot.provenance;
    return curve;
}

} // namespace ridgepoint
