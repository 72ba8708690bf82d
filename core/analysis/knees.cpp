// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/knees.h"

#include "core/model/cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

/// A plateau under the one before it by less than this is not a level of its own: 12 %.
constexpr double smallestDrop = 0.113; // ln 1.12
/// What a further level costs the fit, in squared logarithms: noise of 5 % a point never pays for it.
constexpr double levelPenalty = 0.04;
/// What a knee costs for each squared octave away from the claim. Small: a virtual machine may claim eight times too
/// much; yet enough to tell which level is the missing one.
constexpr double claimPenalty = 0.008;
/// A knee may be this many octaves from the claim, 16 times; beyond it belongs to something else.
constexpr double farthestOctaves = 4.0;
/// A point this much under larger footprints was disturbed: 15 %.
constexpr double disturbed = 0.14; // ln 1.15
/// A point under its level is an outlier from here on and costs no more: 35 %.
constexpr double outlier = 0.3; // ln 1.35
/// A knee at this share of the claim and above is that of the whole cache: the curve has two points an octave.
constexpr double wholeCache = 0.75;
/// Four times what a cache claims is past what it keeps in any minute, where that is no more than …
constexpr double pastClaim = 4.0;
/// … this: a cache of some hundred megabytes is shared by a whole host, and so many passes would take too long.
constexpr Bytes largestPastClaim{256.0 * 1024 * 1024};
/// Beyond so many knees a claim is no reason to go.
constexpr double farthestClaim = 64.0;
/// Nor beyond this, unless so many knees are more: well past the largest caches that are built.
constexpr Bytes largestClaim{1024.0 * 1024 * 1024};
constexpr double memoryShare = 0.25; ///< of the device's memory, for one tensor
constexpr Bytes fallbackTensor{256.0 * 1024 * 1024};

struct LogPoint {
    double size = 0.0; ///< log2 of bytes
    double rate = 0.0; ///< ln of bytes per second
};

/// Usable points by ascending size, one a size (the fastest: whatever disturbs a reading only slows it).
std::vector<LogPoint> cleaned(std::span<const CurvePoint> curve)
{
    std::vector<LogPoint> points;
    for (const CurvePoint& point : curve) {
        const double bytes = point.footprint.value();
        const double rate = point.bandwidth.value();
        if (std::isfinite(bytes) && std::isfinite(rate) && bytes > 0.0 && rate > 0.0)
            points.push_back({std::log2(bytes), std::log(rate)});
    }
    std::sort(points.begin(), points.end(), [](const LogPoint& a, const LogPoint& b) {
        return a.size != b.size ? a.size < b.size : a.rate > b.rate;
    });
    points.erase(std::unique(points.begin(), points.end(),
                             [](const LogPoint& a, const LogPoint& b) { return a.size == b.size; }),
                 points.end());
    return points;
}

/// Takes out what later points prove to be disturbed: bandwidth never rises with the footprint, so a point that two
/// larger footprints exceed was slowed down by something else (one of them alone might be the one that is wrong).
void dropDisturbed(std::vector<LogPoint>& points)
{
    double best = -std::numeric_limits<double>::infinity();
    double second = best;
    std::vector<LogPoint> kept;
    for (auto point = points.rbegin(); point != points.rend(); ++point) {
        if (point->rate < second - disturbed)
            continue;
        kept.push_back(*point);
        second = std::max(second, std::min(best, point->rate));
        best = std::max(best, point->rate);
    }
    std::reverse(kept.begin(), kept.end());
    points = std::move(kept);
}

/// The best non-increasing fit, by pooling neighbours that violate the order.
void makeNonIncreasing(std::vector<LogPoint>& points)
{
    struct Pool {
        double sum = 0.0;
        std::size_t count = 0;
        [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
    };
    std::vector<Pool> pools;
    for (const LogPoint& point : points) {
        pools.push_back({point.rate, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() < pools.back().mean()) {
            pools[pools.size() - 2].sum += pools.back().sum;
            pools[pools.size() - 2].count += pools.back().count;
            pools.pop_back();
        }
    }
    std::size_t at = 0;
    for (const Pool& pool : pools)
        for (std::size_t i = 0; i < pool.count; ++i)
            points[at++].rate = pool.mean();
}

/// A constant through a run of points, and what it leaves unexplained.
struct Constant {
    double rate = 0.0;
    double cost = std::numeric_limits<double>::infinity();
};

/// The constant of every run of points: the value of one of them. A point above it costs the square of its distance;
/// one below it no more than that of `outlier`, because what disturbs a reading only slows it, by any amount.
class RunConstants {
public:
    explicit RunConstants(const std::vector<LogPoint>& points)
        : m_count(points.size()), m_constants(m_count * (m_count + 1))
    {
        for (std::size_t from = 0; from < m_count; ++from)
            for (std::size_t at = from; at < m_count; ++at) {
                // Tries the value of point `at` for all runs that begin at `from` and hold it.
                double cost = 0.0;
                for (std::size_t to = from; to < m_count; ++to) {
                    const double off = points[to].rate - points[at].rate;
                    cost += off >= 0.0 ? off * off : std::min(off * off, outlier * outlier);
                    if (Constant& known = place(from, to + 1); to >= at && cost < known.cost)
                        known = {points[at].rate, cost};
                }
            }
    }
    [[nodiscard]] const Constant& operator()(std::size_t from, std::size_t to) const
    {
        return m_constants[from * (m_count + 1) + to];
    }

private:
    [[nodiscard]] Constant& place(std::size_t from, std::size_t to) { return m_constants[from * (m_count + 1) + to]; }

    std::size_t m_count;
    std::vector<Constant> m_constants;
};

/// The end of one level: points before `index` are its own or nearer ones'.
struct Break {
    std::size_t level = 0; ///< of the claimed caches
    std::size_t index = 0;
};

/// A piecewise constant fit whose pieces are the levels: every cache ends at some point or is not seen. Solved exactly
/// by dynamic programming over (caches considered, points covered).
class LevelFit {
public:
    LevelFit(const std::vector<LogPoint>& points, const std::vector<double>& claimedSizes)
        : m_points(points), m_claimed(claimedSizes), m_runs(points)
    {}

    [[nodiscard]] std::vector<Break> best() const
    {
        const std::size_t count = m_points.size();
        const std::size_t caches = m_claimed.size();
        constexpr double never = std::numeric_limits<double>::infinity();
        // cost[c][i]: the first i points explained with breaks of the first c caches, the last break at i.
        std::vector<std::vector<double>> cost(caches + 1, std::vector<double>(count + 1, never));
        std::vector<std::vector<std::size_t>> from(caches + 1, std::vector<std::size_t>(count + 1, 0));
        std::vector<std::vector<bool>> used(caches + 1, std::vector<bool>(count + 1, false));
        cost[0][0] = 0.0;
        for (std::size_t cache = 1; cache <= caches; ++cache) {
            cost[cache] = cost[cache - 1];
            for (std::size_t end = 1; end < count; ++end)
                for (std::size_t start = 0; start < end; ++start) {
                    const double total = cost[cache - 1][start] + m_runs(start, end).cost + breakCost(cache - 1, end);
                    if (total < cost[cache][end]) {
                        cost[cache][end] = total;
                        from[cache][end] = start;
                        used[cache][end] = true;
                    }
                }
        }
        std::size_t end = 0;
        double lowest = never;
        for (std::size_t last = 0; last < count; ++last)
            if (const double total = cost[caches][last] + m_runs(last, count).cost; total < lowest) {
                lowest = total;
                end = last;
            }
        std::vector<Break> breaks;
        for (std::size_t cache = caches; cache > 0; --cache)
            if (used[cache][end] && end > 0) {
                breaks.push_back({cache - 1, end});
                end = from[cache][end];
            }
        std::reverse(breaks.begin(), breaks.end());
        return breaks;
    }

    /// The rate of a level that serves the points from..to.
    [[nodiscard]] double rate(std::size_t from, std::size_t to) const { return m_runs(from, to).rate; }

private:
    [[nodiscard]] double breakCost(std::size_t cache, std::size_t index) const
    {
        const double octaves = (m_points[index - 1].size + m_points[index].size) / 2 - m_claimed[cache];
        if (std::abs(octaves) > farthestOctaves)
            return std::numeric_limits<double>::infinity();
        return levelPenalty + claimPenalty * octaves * octaves;
    }

    const std::vector<LogPoint>& m_points;
    const std::vector<double>& m_claimed;
    RunConstants m_runs;
};

/// Where the curve falls through `rate`, looking between the middles of the plateaus on either side of the break.
double crossing(const std::vector<LogPoint>& points, std::size_t from, std::size_t to, double rate)
{
    for (std::size_t i = from + 1; i < to; ++i)
        if (points[i].rate <= rate && points[i - 1].rate > rate) {
            const double part = (points[i - 1].rate - rate) / (points[i - 1].rate - points[i].rate);
            return points[i - 1].size + part * (points[i].size - points[i - 1].size);
        }
    return points[from].size;
}

/// A cache of one processor holds no more than it claims. A knee a little beyond is the curve's: it has two points an
/// octave, and the rate falls over about one. Farther beyond, the claim is wrong: some virtual machines make theirs up.
double boundedByClaim(double knee, const MemoryLevel& cache, double parts)
{
    constexpr double farthestBeyond = 2.0;
    const double claim = cache.capacity.value() * parts;
    return cache.perThread && knee < farthestBeyond * claim ? std::min(knee, claim) : knee;
}

} // namespace

std::vector<MemoryLevel> levelsFromCurve(std::span<const CurvePoint> curve, std::span<const MemoryLevel> claimed,
                                         int threads)
{
    std::vector<LogPoint> points = cleaned(curve);
    dropDisturbed(points);
    const double parts = std::max(threads, 1);

    std::vector<const MemoryLevel*> caches;
    std::vector<double> claimedSizes;
    for (const MemoryLevel& level : claimed) {
        const double capacity = level.capacity.value() * (level.perThread ? parts : 1.0);
        if (std::isfinite(capacity) && capacity > 0.0 && level.name != "dram") {
            caches.push_back(&level);
            claimedSizes.push_back(std::log2(capacity));
        }
    }

    const LevelFit fit(points, claimedSizes);
    const std::vector<Break> breaks = fit.best();
    makeNonIncreasing(points);
    std::vector<MemoryLevel> levels;
    for (std::size_t i = 0; i < breaks.size(); ++i) {
        const std::size_t start = i == 0 ? 0 : breaks[i - 1].index;
        const std::size_t end = i + 1 < breaks.size() ? breaks[i + 1].index : points.size();
        const double above = fit.rate(start, breaks[i].index);
        const double below = fit.rate(breaks[i].index, end);
        if (above - below < smallestDrop)
            continue;
        const MemoryLevel& cache = *caches[breaks[i].level];
        const double knee = boundedByClaim(std::exp2(crossing(points, start, end, (above + below) / 2)), cache, parts);
        levels.push_back({cache.name, Bytes(cache.perThread ? knee / parts : knee), cache.perThread, cache.capacity});
    }
    const bool showsFarthest = caches.empty() || (!levels.empty() && levels.back().name == caches.back()->name);
    // A cache that is not seen now may serve again in a minute.
    const Bytes unseen = showsFarthest ? Bytes(0.0)
                                       : caches.back()->capacity * (caches.back()->perThread ? parts : 1.0);
    levels.push_back({"dram", Bytes(std::numeric_limits<double>::infinity()), false, unseen});
    return levels;
}

Bytes lastCacheKnee(std::span<const MemoryLevel> levels, int threads)
{
    Bytes largest;
    for (const MemoryLevel& level : levels)
        if (std::isfinite(level.capacity.value()))
            largest = std::max(largest, level.capacity * (level.perThread ? std::max(threads, 1) : 1));
    return largest;
}

Bytes beyondCaches(std::span<const MemoryLevel> levels, int threads, DeviceKind kind)
{
    const Bytes knee = lastCacheKnee(levels, threads);
    Bytes claimed;
    for (const MemoryLevel& level : levels)
        claimed = std::max(claimed, level.claimed * (level.perThread ? std::max(threads, 1) : 1));
    if (kind == DeviceKind::Cuda)
        return knee > Bytes(0.0) ? std::max(knee, claimed) * 4.0 : knee;
    if (knee >= claimed * wholeCache)
        return knee * 4.0;
    // The knee of a nearer cache says nothing about a claimed one that the curve did not show.
    return std::clamp(std::max(claimed, std::min(claimed * pastClaim, largestPastClaim)), knee * 1.5,
                      std::max(knee * farthestClaim, largestClaim));
}

std::int64_t defaultElements(std::span<const MemoryLevel> levels, int threads, Precision precision, Bytes memory,
                             DeviceKind kind)
{
    const Bytes beyond = beyondCaches(levels, threads, kind);
    const Bytes tensor = beyond > Bytes(0.0) ? beyond : fallbackTensor;
    double exponent = std::round(std::log2(tensor.value() / bytesPerElement(precision)));
    if (memory > Bytes(0.0))
        exponent = std::min(exponent, std::floor(std::log2(memory.value() * memoryShare / bytesPerElement(precision))));
    return std::int64_t{1} << static_cast<int>(std::clamp(exponent, 0.0, 40.0));
}

} // namespace ridgepoint
