// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/knee_check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

/// Two rates that differ by less are not told apart by single readings: 12 %.
constexpr double smallestDrop = 0.113; // ln 1.12
/// A point under the border by more than this costs no more: 35 %.
constexpr double outlier = 0.3; // ln 1.35
/// How much less likely a point is too fast than too slow.
constexpr double tooFast = 10.0;
/// The largest footprints, which no cache serves.
constexpr std::size_t certainlyOutside = 4;
/// What a cache keeps of a larger tensor is told from footprints of so many knees: nearer, every cache serves a part,
/// and farther out too little of it is seen.
constexpr double keptSeenFrom = 1.25;
constexpr double keptSeenTo = 4.0;
constexpr std::size_t fewestForKept = 3;
/// What is kept is looked for between these shares of the knee: at a knee, half and more of the bytes still come from
/// the cache.
constexpr double leastKept = 0.5;
constexpr int keptSteps = 20;
/// It is believed where it leaves at most so much unexplained of what "nothing is kept" does not explain.
constexpr double unexplained = 0.5;
/// And only where the cache was seen to serve so much past its knee, the points' shares in sum: noise and a knee that
/// was put a little too low come to less.
constexpr double clearlySeen = 0.5;
/// The grid of a fade, and the points that two numbers need at least.
constexpr int perOctave = 16;
constexpr std::size_t fewestForFade = 4;

struct Point {
    double size = 0.0;  ///< log2 of bytes
    double above = 0.0; ///< ln of the rate over the border's
};

std::vector<CurvePoint> usable(std::span<const CurvePoint> curve, Bytes from)
{
    std::vector<CurvePoint> points;
    for (const CurvePoint& point : curve)
        if (std::isfinite(point.footprint.value()) && std::isfinite(point.bandwidth.value())
            && point.footprint > Bytes(0.0) && point.footprint >= from && point.bandwidth > BytesPerSecond(0.0))
            points.push_back(point);
    std::sort(points.begin(), points.end(), [](const CurvePoint& a, const CurvePoint& b) {
        return a.footprint != b.footprint ? a.footprint < b.footprint : a.bandwidth > b.bandwidth;
    });
    points.erase(std::unique(points.begin(), points.end(),
                             [](const CurvePoint& a, const CurvePoint& b) { return a.footprint == b.footprint; }),
                 points.end());
    return points;
}

/// What at least two of the largest footprints reach: the roof itself may have been measured in a slow minute.
BytesPerSecond reachedOutside(const std::vector<CurvePoint>& points)
{
    std::vector<BytesPerSecond> last;
    for (auto point = points.rbegin(); point != points.rend() && last.size() < certainlyOutside; ++point)
        last.push_back(point->bandwidth);
    if (last.size() < certainlyOutside)
        return BytesPerSecond(0.0);
    std::sort(last.begin(), last.end());
    return last[last.size() - 2];
}

/// What memory gave while the curve was measured: the middle of the footprints of which no cache keeps anything. Where
/// the curve ends before them, what two of the largest reached: too much where a cache keeps part of those, which hides
/// that it does, and nothing is made up.
BytesPerSecond reachedFar(const std::vector<CurvePoint>& points, Bytes knee)
{
    std::vector<BytesPerSecond> far;
    for (const CurvePoint& point : points)
        if (point.footprint > knee * servedByMemoryAlone)
            far.push_back(point.bandwidth);
    if (far.empty())
        return reachedOutside(points);
    std::sort(far.begin(), far.end());
    return far[far.size() / 2];
}

/// How badly the points fit a cache that serves the first `inside` of them.
double misfit(const std::vector<Point>& points, std::size_t inside)
{
    double cost = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i)
        cost += i < inside ? std::min(std::max(0.0, -points[i].above), outlier)
                           : tooFast * std::max(0.0, points[i].above);
    return cost;
}

/// What share of a footprint the cache served, by its rate.
struct Served {
    double footprint = 0.0; ///< in knees
    double share = 0.0;
};

/// How far the points are from a cache that keeps so much (in knees) and nothing of a tensor `alone` times as large, in
/// sum:
/// one disturbed reading counts once.
double missedBy(const std::vector<Served>& seen, double kept, double alone = servedByMemoryAlone)
{
    const double rest = 1.0 / alone;
    double missed = 0.0;
    for (const Served& point : seen)
        missed += std::abs(point.share - std::clamp((kept / point.footprint - rest) / (1.0 - rest), 0.0, 1.0));
    return missed;
}

double crossing(const Point& last, const Point& next)
{
    const bool crosses = last.above > 0.0 && next.above < 0.0;
    const double part = crosses ? last.above / (last.above - next.above) : 0.5;
    return last.size + part * (next.size - last.size);
}

} // namespace

std::optional<CheckedKnee> checkKnee(std::span<const CurvePoint> curve, Bytes from, BytesPerSecond cache,
                                     BytesPerSecond dram)
{
    const std::vector<CurvePoint> used = usable(curve, from);
    const double upper = std::log(cache.value());
    const double lower = std::log(std::max(dram, reachedOutside(used)).value());
    if (used.size() < 2 || !std::isfinite(upper) || !std::isfinite(lower) || upper - lower < smallestDrop)
        return std::nullopt;
    std::vector<Point> points;
    for (const CurvePoint& point : used)
        if (std::log(point.bandwidth.value()) > lower - smallestDrop) // slower than memory says nothing of either side
            points.push_back(
                {std::log2(point.footprint.value()), std::log(point.bandwidth.value()) - (upper + lower) / 2});
    std::size_t inside = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t count = 0; count <= points.size(); ++count)
        if (const double cost = misfit(points, count); cost < least) {
            least = cost;
            inside = count;
        }
    if (inside == 0 || inside == points.size())
        return std::nullopt;
    const auto isOutside = [](const Point& point) { return point.above < 0.0; };
    const auto firstOutside = std::find_if(points.begin(), points.end(), isOutside);
    const auto lastInside = std::find_if_not(points.rbegin(), points.rend(), isOutside);
    const double knee = crossing(points[inside - 1], points[inside]);
    const double low = firstOutside == points.begin() ? points.front().size : std::prev(firstOutside)->size;
    const double high = lastInside == points.rbegin() ? points.back().size : std::prev(lastInside)->size;
    return CheckedKnee{Bytes(std::exp2(knee)), Bytes(std::exp2(std::min(low, knee))),
                       Bytes(std::exp2(std::max(high, knee)))};
}

Bytes keptBeyond(std::span<const CurvePoint> curve, Bytes knee, BytesPerSecond cache, BytesPerSecond dram)
{
    const std::vector<CurvePoint> points = usable(curve, knee);
    const double slow = 1.0 / std::max(dram, reachedFar(points, knee)).value();
    const double fast = 1.0 / cache.value();
    if (!std::isfinite(slow) || !std::isfinite(fast) || std::log(slow / fast) < smallestDrop)
        return Bytes(0.0);
    std::vector<Served> seen;
    for (const CurvePoint& point : points)
        if (point.footprint >= knee * keptSeenFrom && point.footprint <= knee * keptSeenTo)
            seen.push_back(
                {point.footprint / knee, std::clamp((slow - 1.0 / point.bandwidth.value()) / (slow - fast), 0.0, 1.0)});
    if (seen.size() < fewestForKept)
        return Bytes(0.0);
    double best = 0.0;
    const double servedInAll = missedBy(seen, 0.0);
    if (servedInAll < clearlySeen)
        return Bytes(0.0);
    double least = unexplained * servedInAll;
    for (int step = 0; step <= keptSteps; ++step) {
        const double kept = leastKept + (1.0 - leastKept) * step / keptSteps;
        if (const double missed = missedBy(seen, kept); missed < least) {
            least = missed;
            best = kept;
        }
    }
    return knee * best;
}

std::optional<CacheFade> fadeAround(std::span<const CurvePoint> curve, Bytes knee, BytesPerSecond cache,
                                    BytesPerSecond dram)
{
    const double slow = 1.0 / dram.value();
    const double fast = 1.0 / cache.value();
    if (!std::isfinite(slow) || !std::isfinite(fast) || std::log(slow / fast) < smallestDrop)
        return std::nullopt;
    std::vector<Served> seen;
    for (const CurvePoint& point : usable(curve, knee / 4.0))
        if (point.footprint <= knee * 6.0)
            seen.push_back(
                {point.footprint / knee, std::clamp((slow - 1.0 / point.bandwidth.value()) / (slow - fast), 0.0, 1.0)});
    if (seen.size() < fewestForFade)
        return std::nullopt;
    CacheFade best;
    double least = std::numeric_limits<double>::infinity();
    for (int start = -2 * perOctave; start <= perOctave; ++start)
        for (int width = 1; width <= 2 * perOctave; ++width) {
            const double kept = std::exp2(static_cast<double>(start) / perOctave);
            const double ratio = std::exp2(static_cast<double>(width) / perOctave);
            if (const double missed = missedBy(seen, kept, ratio); missed < least) {
                least = missed;
                best = {knee * kept, knee * (kept * ratio)};
            }
        }
    return best;
}

void fitFade(RoofSet& roofs, std::span<const CurvePoint> curve)
{
    if (roofs.levels.size() < 2)
        return;
    MemoryLevel& last = roofs.levels[roofs.levels.size() - 2];
    const Roof* cache = roofs.find(bandwidthRoofId(last.name));
    const Roof* dram = roofs.find(bandwidthRoofId(roofs.levels.back().name));
    if (last.perThread || cache == nullptr || dram == nullptr)
        return;
    if (const auto fade = fadeAround(curve, last.capacity, BytesPerSecond(cache->value), BytesPerSecond(dram->value))) {
        last.kept = std::min(fade->kept, last.capacity);
        last.gone = fade->gone;
    }
}

std::optional<CheckedKnee> checkLastKnee(RoofSet& roofs, std::span<const CurvePoint> curve)
{
    if (roofs.levels.size() < 2)
        return std::nullopt;
    MemoryLevel& last = roofs.levels[roofs.levels.size() - 2];
    const Roof* cache = roofs.find(bandwidthRoofId(last.name));
    const Roof* dram = roofs.find(bandwidthRoofId(roofs.levels.back().name));
    if (last.perThread || cache == nullptr || dram == nullptr)
        return std::nullopt;
    const Bytes nearer = lastCacheKnee(std::span(roofs.levels).first(roofs.levels.size() - 2), roofs.threads);
    const auto checked = checkKnee(curve, nearer, BytesPerSecond(cache->value), BytesPerSecond(dram->value));
    if (checked) {
        last.capacity = checked->knee;
        last.kept = keptBeyond(curve, last.capacity, BytesPerSecond(cache->value), BytesPerSecond(dram->value));
    }
    return checked;
}

} // namespace ridgepoint
