// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/contours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <unordered_map>

namespace ridgepoint {
namespace {

constexpr std::size_t noEdge = static_cast<std::size_t>(-1);
constexpr std::size_t noSegment = static_cast<std::size_t>(-1);

/// Where a line leaves a square: the edge is shared with one other square, by which segments find each other.
struct Crossing {
    MapPoint place;
    double mask = 1.0;
    std::size_t edge = noEdge; ///< none where the mask has cut the line
};

using Segment = std::array<Crossing, 2>;

Crossing between(const Crossing& a, const Crossing& b, double fraction)
{
    const auto lerp = [&](double from, double to) { return from + fraction * (to - from); };
    return {{lerp(a.place.x, b.place.x), lerp(a.place.y, b.place.y)}, lerp(a.mask, b.mask), noEdge};
}

/// The part of a segment where the mask is positive.
std::optional<Segment> masked(const Crossing& a, const Crossing& b)
{
    const bool startsInside = a.mask > 0.0;
    const bool endsInside = b.mask > 0.0;
    if (!startsInside && !endsInside)
        return std::nullopt;
    if (startsInside && endsInside)
        return Segment{a, b};
    const Crossing cut = between(a, b, a.mask / (a.mask - b.mask));
    return startsInside ? Segment{a, cut} : Segment{cut, b};
}

bool same(const MapPoint& a, const MapPoint& b) { return std::abs(a.x - b.x) < 1e-9 && std::abs(a.y - b.y) < 1e-9; }

/// Joins segments that leave through the same edge; an edge has at most one on either side.
class Chains {
public:
    explicit Chains(const std::vector<Segment>& segments) : m_segments(segments), m_used(segments.size(), false)
    {
        for (std::size_t i = 0; i < segments.size(); ++i)
            for (const Crossing& end : segments[i])
                if (end.edge != noEdge) {
                    auto& pair = m_at.try_emplace(end.edge, std::array{noSegment, noSegment}).first->second;
                    pair[pair[0] == noSegment ? 0 : 1] = i;
                }
    }

    [[nodiscard]] std::vector<MapLine> lines()
    {
        std::vector<MapLine> result;
        // From the open ends first; what is left then goes round.
        for (const bool open : {true, false})
            for (std::size_t i = 0; i < m_segments.size(); ++i)
                for (const std::size_t end : {std::size_t{0}, std::size_t{1}})
                    if (!m_used[i] && (!open || neighbour(i, end) == noSegment))
                        if (MapLine line = walk(i, end); line.size() > 1)
                            result.push_back(std::move(line));
        return result;
    }

private:
    [[nodiscard]] std::size_t neighbour(std::size_t segment, std::size_t end) const
    {
        const std::size_t edge = m_segments[segment][end].edge;
        if (edge == noEdge)
            return noSegment;
        const auto& pair = m_at.at(edge);
        return pair[0] == segment ? pair[1] : pair[0];
    }

    /// Enters the first segment at one end and goes on as far as segments join.
    MapLine walk(std::size_t segment, std::size_t entry)
    {
        MapLine line{m_segments[segment][entry].place};
        while (segment != noSegment && !m_used[segment]) {
            m_used[segment] = true;
            const Crossing& exit = m_segments[segment][1 - entry];
            if (!same(exit.place, line.back()))
                line.push_back(exit.place);
            const std::size_t next = neighbour(segment, 1 - entry);
            if (next != noSegment)
                entry = m_segments[next][0].edge == exit.edge ? 0 : 1;
            segment = next;
        }
        return line;
    }

    const std::vector<Segment>& m_segments;
    std::unordered_map<std::size_t, std::array<std::size_t, 2>> m_at;
    std::vector<bool> m_used;
};

} // namespace

std::vector<MapLine> zeroLines(const std::vector<double>& xs, const std::vector<double>& ys,
                               const std::vector<double>& field, const std::vector<double>& mask)
{
    std::vector<Segment> segments;
    const std::size_t width = xs.size();
    for (std::size_t y = 0; y + 1 < ys.size(); ++y)
        for (std::size_t x = 0; x + 1 < width; ++x) {
            const std::size_t low = y * width + x;
            const std::array<std::size_t, 4> corners{low, low + 1, low + 1 + width, low + width};
            // Lower, right, upper, left; even numbers lie along x, odd ones along y.
            const std::array<std::size_t, 4> edges{2 * low, 2 * (low + 1) + 1, 2 * (low + width), 2 * low + 1};
            const bool positive = field[low] > 0.0;
            if ((field[corners[1]] > 0.0) == positive && (field[corners[2]] > 0.0) == positive
                && (field[corners[3]] > 0.0) == positive)
                continue;
            if (std::isnan(field[corners[0]] + field[corners[1]] + field[corners[2]] + field[corners[3]]))
                continue;
            const auto at = [&](std::size_t corner) {
                return Crossing{{xs[corner % width], ys[corner / width]}, mask.empty() ? 1.0 : mask[corner], noEdge};
            };
            std::array<Crossing, 4> crossings;
            std::size_t count = 0;
            for (std::size_t side = 0; side < 4; ++side) {
                // Always from the lower corner, so that both squares of an edge find the same place.
                const std::size_t a = std::min(corners[side], corners[(side + 1) % 4]);
                const std::size_t b = std::max(corners[side], corners[(side + 1) % 4]);
                if ((field[a] > 0.0) == (field[b] > 0.0))
                    continue;
                crossings[count] = between(at(a), at(b), field[a] / (field[a] - field[b]));
                crossings[count++].edge = edges[side];
            }
            for (std::size_t i = 0; i + 1 < count; i += 2)
                if (const auto segment = masked(crossings[i], crossings[i + 1]))
                    segments.push_back(*segment);
        }
    return Chains(segments).lines();
}

} // namespace ridgepoint
