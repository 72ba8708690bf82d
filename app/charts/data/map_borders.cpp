// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/map_borders.h"

#include "core/model/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace ridgepoint {
namespace {

struct Crossing {
    MapPoint place;
    double mask = 0.0;
};

struct Segment {
    MapPoint from;
    MapPoint to;
};

Crossing between(const Crossing& a, const Crossing& b, double fraction)
{
    const auto lerp = [&](double from, double to) { return from + fraction * (to - from); };
    return {{lerp(a.place.x, b.place.x), lerp(a.place.y, b.place.y)}, lerp(a.mask, b.mask)};
}

/// The part of a segment where the mask is positive.
std::optional<Segment> masked(Crossing a, Crossing b)
{
    if (a.mask <= 0.0 && b.mask <= 0.0)
        return std::nullopt;
    if (a.mask <= 0.0)
        a = between(a, b, a.mask / (a.mask - b.mask));
    else if (b.mask <= 0.0)
        b = between(a, b, a.mask / (a.mask - b.mask));
    return Segment{a.place, b.place};
}

bool same(const MapPoint& a, const MapPoint& b) { return std::abs(a.x - b.x) < 1e-9 && std::abs(a.y - b.y) < 1e-9; }

/// Joins segments that share an end; few enough (hundreds) for a plain search.
std::vector<std::vector<MapPoint>> chained(std::vector<Segment> segments)
{
    std::vector<std::vector<MapPoint>> lines;
    while (!segments.empty()) {
        std::deque<MapPoint> line{segments.back().from, segments.back().to};
        segments.pop_back();
        for (bool grew = true; grew;) {
            grew = false;
            for (std::size_t i = 0; i < segments.size() && !grew; ++i) {
                const Segment segment = segments[i];
                grew = true;
                if (same(segment.from, line.back()))
                    line.push_back(segment.to);
                else if (same(segment.to, line.back()))
                    line.push_back(segment.from);
                else if (same(segment.from, line.front()))
                    line.push_front(segment.to);
                else if (same(segment.to, line.front()))
                    line.push_front(segment.from);
                else
                    grew = false;
                if (grew)
                    segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        lines.emplace_back(line.begin(), line.end());
    }
    return lines;
}

/// The places at which the terms are evaluated, as base-2 logarithms: the axis' values and, for operations, the edges
/// of the outermost cells; between sizes eight more, because the bandwidth jumps at the knee of a cache.
std::vector<double> evaluationPlaces(AxisKind kind, const std::vector<std::int64_t>& values, const std::vector<double>& edges)
{
    std::vector<double> places;
    if (kind == AxisKind::Size && values.size() > 1 && values.size() <= 128) {
        const std::size_t count = values.size() * 8;
        for (std::size_t i = 0; i <= count; ++i)
            places.push_back(edges.front() + (edges.back() - edges.front()) * static_cast<double>(i) / static_cast<double>(count));
        return places;
    }
    for (const std::int64_t value : values)
        places.push_back(std::log2(static_cast<double>(value)));
    if (kind == AxisKind::Operations && !edges.empty()) {
        places.insert(places.begin(), edges.front());
        places.push_back(edges.back());
    }
    return places;
}

/// The workload at a place; whole values only, so that a place between depths takes the nearest.
Workload at(const Workload& workload, AxisKind kind, double place) { return moved(workload, kind, std::max<std::int64_t>(1, std::llround(std::exp2(place)))); }

struct Terms {
    double compute = 0.0;
    double memory = 0.0;
    double overhead = 0.0;
};

std::optional<Terms> termsOf(const Workload& workload, const Snapshot& snapshot)
{
    const auto prediction = predict(workload, snapshot.roofs, snapshot.device.kind);
    if (!prediction)
        return std::nullopt;
    return Terms{prediction->compute.value(), prediction->memory.value(), std::max(prediction->overhead.value(), 1e-15)};
}

} // namespace

std::vector<std::vector<MapPoint>> zeroLines(const std::vector<double>& xs, const std::vector<double>& ys,
                                             const std::vector<double>& field, const std::vector<double>& mask)
{
    std::vector<Segment> segments;
    const std::size_t width = xs.size();
    for (std::size_t y = 0; y + 1 < ys.size(); ++y)
        for (std::size_t x = 0; x + 1 < width; ++x) {
            const std::array<std::array<std::size_t, 2>, 4> corners{{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}}};
            std::array<Crossing, 4> crossings;
            std::size_t count = 0;
            for (std::size_t side = 0; side < 4; ++side) {
                const auto& a = corners[side];
                const auto& b = corners[(side + 1) % 4];
                const double fieldA = field[a[1] * width + a[0]];
                const double fieldB = field[b[1] * width + b[0]];
                if ((fieldA > 0.0) == (fieldB > 0.0))
                    continue;
                const Crossing from{{xs[a[0]], ys[a[1]]}, mask[a[1] * width + a[0]]};
                const Crossing to{{xs[b[0]], ys[b[1]]}, mask[b[1] * width + b[0]]};
                crossings[count++] = between(from, to, fieldA / (fieldA - fieldB));
            }
            for (std::size_t i = 0; i + 1 < count; i += 2)
                if (const auto segment = masked(crossings[i], crossings[i + 1]); segment && !same(segment->from, segment->to))
                    segments.push_back(*segment);
        }
    return chained(std::move(segments));
}

std::vector<std::vector<MapPoint>> predictedBorders(const RegimeMapData& data, const Snapshot& snapshot)
{
    const auto columns = evaluationPlaces(data.xAxis, data.xs, data.xEdges);
    const auto rows = evaluationPlaces(data.yAxis, data.ys, data.yEdges);
    std::vector<double> computeBorder;
    std::vector<double> overheadBorder;
    for (const double row : rows) {
        const Workload rowStart = at(data.base, data.yAxis, row);
        std::optional<Terms> first;
        for (const double column : columns) {
            // Along operations only the compute term changes, in proportion; one prediction serves the row.
            const bool scales = data.xAxis == AxisKind::Operations;
            if (!first || !scales)
                first = termsOf(scales ? moved(rowStart, data.xAxis, 1) : at(rowStart, data.xAxis, column), snapshot);
            if (!first)
                return {};
            const double compute = first->compute * (scales ? std::exp2(column) : 1.0);
            computeBorder.push_back(std::log(std::max(first->memory, first->overhead) / compute));
            overheadBorder.push_back(std::log(first->memory / first->overhead));
        }
    }
    auto lines = zeroLines(columns, rows, computeBorder, std::vector<double>(computeBorder.size(), 1.0));
    auto others = zeroLines(columns, rows, overheadBorder, computeBorder);
    lines.insert(lines.end(), others.begin(), others.end());
    return lines;
}

} // namespace ridgepoint
