// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/label_placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace ridgepoint {
namespace {

struct Span {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

Span project(const QPolygonF& points, QPointF axis)
{
    Span span;
    for (const QPointF& point : points) {
        const double place = QPointF::dotProduct(point, axis);
        span.low = std::min(span.low, place);
        span.high = std::max(span.high, place);
    }
    return span;
}

bool separated(const QPolygonF& a, const QPolygonF& b, QPointF axis)
{
    constexpr double touching = 1e-6;
    const Span first = project(a, axis);
    const Span second = project(b, axis);
    return first.high <= second.low + touching || second.high <= first.low + touching;
}

QPointF direction(double degrees)
{
    const double radians = degrees * std::numbers::pi / 180.0;
    return {std::cos(radians), std::sin(radians)};
}

QPointF normal(QPointF along) { return {-along.y(), along.x()}; }

/// The upright rectangle that holds the box.
QSizeF around(const OrientedBox& box)
{
    if (box.degrees == 0.0)
        return {box.width, box.height};
    const QPointF along = direction(box.degrees);
    return {std::abs(along.x()) * box.width + std::abs(along.y()) * box.height,
            std::abs(along.y()) * box.width + std::abs(along.x()) * box.height};
}

} // namespace

QPolygonF OrientedBox::corners() const
{
    const QPointF along = direction(degrees) * (width / 2.0);
    const QPointF across = normal(direction(degrees)) * (height / 2.0);
    return QPolygonF{center - along - across, center + along - across, center + along + across,
                     center - along + across};
}

bool overlap(const OrientedBox& a, const OrientedBox& b)
{
    // Most boxes stand upright, and most pairs are far from each other: the turned ones alone need their corners.
    constexpr double touching = 1e-6;
    const QPointF apart(std::abs(a.center.x() - b.center.x()), std::abs(a.center.y() - b.center.y()));
    const QSizeF first = around(a);
    const QSizeF second = around(b);
    if (2.0 * apart.x() >= first.width() + second.width() - touching
        || 2.0 * apart.y() >= first.height() + second.height() - touching)
        return false;
    if (a.degrees == 0.0 && b.degrees == 0.0)
        return true;
    const QPolygonF corners = a.corners();
    const QPolygonF others = b.corners();
    for (const double degrees : {a.degrees, b.degrees}) {
        const QPointF along = direction(degrees);
        if (separated(corners, others, along) || separated(corners, others, normal(along)))
            return false;
    }
    return true;
}

bool overlap(const OrientedBox& box, const QLineF& line)
{
    const QSizeF size = around(box);
    const QPointF apart(std::abs(box.center.x() - line.center().x()), std::abs(box.center.y() - line.center().y()));
    if (2.0 * apart.x() > size.width() + std::abs(line.dx()) || 2.0 * apart.y() > size.height() + std::abs(line.dy()))
        return false;
    const QPolygonF corners = box.corners();
    const QPolygonF ends{line.p1(), line.p2()};
    const QPointF along = direction(box.degrees);
    return !separated(corners, ends, along) && !separated(corners, ends, normal(along))
        && !separated(corners, ends, normal(line.p2() - line.p1()));
}

QRectF boxBeside(const QRectF& area, QSizeF size, const QRectF& room)
{
    const double half = size.height() / 2.0; // the box's middle is level with the area's upper edge
    const std::array<QPointF, 4> corners{QPointF(area.right(), area.top() - half),
                                         QPointF(area.left() - size.width(), area.top() - half),
                                         QPointF(area.center().x() - size.width() / 2.0, area.top() - size.height()),
                                         QPointF(area.center().x() - size.width() / 2.0, area.bottom())};
    QRectF best;
    double leastCovered = std::numeric_limits<double>::infinity();
    for (const QPointF& corner : corners) {
        const QRectF box({std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - size.width())),
                          std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - size.height()))},
                         size);
        const QRectF common = box & area;
        if (const double covered = common.width() * common.height(); covered < leastCovered) {
            leastCovered = covered;
            best = box;
        }
    }
    return best;
}

QRectF boxCoveringLeast(QSizeF size, const QRectF& room, std::span<const OrientedBox> labels,
                        std::span<const QLineF> lines)
{
    constexpr int steps = 16;             // across the room, and up it
    constexpr std::ptrdiff_t most = 1000; // more lines than a chart has: no label is covered to spare lines
    const QPointF last(std::max(room.left(), room.right() - size.width()),
                       std::max(room.top(), room.bottom() - size.height()));
    const QPointF step = (last - room.topLeft()) / steps;
    QRectF best(last, size);
    std::ptrdiff_t least = std::numeric_limits<std::ptrdiff_t>::max();
    for (int up = 0; up <= steps; ++up)
        for (int left = 0; left <= steps; ++left) {
            const QRectF place(last - QPointF(left * step.x(), up * step.y()), size);
            const OrientedBox box{place.center(), size.width(), size.height(), 0.0};
            const auto covers = [&box](const auto& other) { return overlap(box, other); };
            const std::ptrdiff_t cost = most * std::count_if(labels.begin(), labels.end(), covers)
                                      + std::count_if(lines.begin(), lines.end(), covers);
            if (cost < least) {
                least = cost;
                best = place;
            }
        }
    return best;
}

std::vector<QLineF> outsideOf(std::span<const OrientedBox> boxes, const QLineF& line)
{
    std::vector<std::pair<double, double>> hidden; // parts of the length
    for (const OrientedBox& box : boxes) {
        if (!overlap(box, line))
            continue;
        // The slabs between the box's pairs of sides (Kay and Kajiya).
        double enter = 0.0;
        double leave = 1.0;
        const QPointF along = direction(box.degrees);
        for (const auto& [axis, half] :
             {std::pair(along, box.width / 2.0), std::pair(normal(along), box.height / 2.0)}) {
            const double start = QPointF::dotProduct(line.p1() - box.center, axis);
            const double change = QPointF::dotProduct(line.p2() - line.p1(), axis);
            if (change == 0.0)
                continue; // within the slab all along, because they overlap
            enter = std::max(enter, (-std::copysign(half, change) - start) / change);
            leave = std::min(leave, (std::copysign(half, change) - start) / change);
        }
        if (enter < leave)
            hidden.emplace_back(enter, leave);
    }
    std::sort(hidden.begin(), hidden.end());
    std::vector<QLineF> pieces;
    double seen = 0.0;
    for (const auto& [enter, leave] : hidden) {
        if (enter > seen)
            pieces.emplace_back(line.pointAt(seen), line.pointAt(enter));
        seen = std::max(seen, leave);
    }
    if (seen < 1.0)
        pieces.emplace_back(line.pointAt(seen), line.p2());
    return pieces;
}

std::vector<QPolygonF> outsideOf(std::span<const OrientedBox> boxes, const QPolygonF& line)
{
    std::vector<QPolygonF> parts;
    bool goesOn = false; // from the piece before
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const std::vector<QLineF> pieces = outsideOf(boxes, QLineF(line[i], line[i + 1]));
        for (const QLineF& piece : pieces) {
            if (!goesOn || piece.p1() != line[i])
                parts.push_back(QPolygonF{piece.p1()});
            parts.back() << piece.p2();
            goesOn = false; // within one segment there is a box between two pieces
        }
        goesOn = !pieces.empty() && pieces.back().p2() == line[i + 1];
    }
    return parts;
}

bool LabelPlacer::fits(const OrientedBox& box) const
{
    for (const QPointF& corner : box.corners())
        if (!m_plot.contains(corner))
            return false;
    return std::none_of(m_blocked.begin(), m_blocked.end(),
                        [&](const OrientedBox& other) { return overlap(box, other); });
}

void LabelPlacer::release(const OrientedBox& box)
{
    std::erase_if(m_blocked, [&](const OrientedBox& other) {
        return other.center == box.center && other.width == box.width && other.height == box.height;
    });
}

int LabelPlacer::crossings(const OrientedBox& box) const
{
    return static_cast<int>(
        std::count_if(m_lines.begin(), m_lines.end(), [&](const QLineF& line) { return overlap(box, line); }));
}

int LabelPlacer::covered(const OrientedBox& box) const
{
    return crossings(box)
         + static_cast<int>(std::count_if(m_blocked.begin(), m_blocked.end(),
                                          [&](const OrientedBox& other) { return overlap(box, other); }));
}

std::optional<LabelPlacer::Found> LabelPlacer::find(std::span<const OrientedBox> candidates) const
{
    std::optional<Found> best;
    for (const OrientedBox& candidate : candidates) {
        if (!fits(candidate))
            continue;
        const int crossed = crossings(candidate);
        if (!best || crossed < best->crossings)
            best = {candidate, crossed};
        if (best->crossings == 0)
            break;
    }
    return best;
}

std::optional<OrientedBox> LabelPlacer::place(std::span<const OrientedBox> candidates, int mostCrossings)
{
    const auto best = find(candidates);
    if (!best || best->crossings > mostCrossings)
        return std::nullopt;
    block(best->box);
    return best->box;
}

std::optional<OrientedBox> LabelPlacer::placeAlong(const QLineF& line, QSizeF label, double gap, double preferred,
                                                   bool aboveOnly, int mostCrossings)
{
    if (line.length() < label.width())
        return std::nullopt;
    QPointF along = (line.p2() - line.p1()) / line.length();
    if (along.x() < 0.0)
        along = -along;
    const double degrees = std::atan2(along.y(), along.x()) * 180.0 / std::numbers::pi;
    const QPointF up = QPointF(along.y(), -along.x()) * (label.height() / 2.0 + gap);
    std::vector<OrientedBox> candidates;
    constexpr int steps = 40;
    for (int i = 0; i <= steps; ++i) {
        // Walk away from the preferred place in both directions in turn.
        const double away = (i + 1) / 2 * (i % 2 == 0 ? 1.0 : -1.0) / (steps / 2.0);
        const double fraction = preferred + away;
        if (fraction < 0.0 || fraction > 1.0)
            continue;
        const double half = label.width() / 2.0 / line.length();
        const QPointF at = line.pointAt(std::clamp(fraction, half, 1.0 - half));
        candidates.push_back({at + up, label.width(), label.height(), degrees});
        if (!aboveOnly)
            candidates.push_back({at - up, label.width(), label.height(), degrees});
    }
    return place(candidates, mostCrossings);
}

std::optional<OrientedBox> LabelPlacer::placeBeyond(const QLineF& line, QSizeF label, double gap)
{
    if (line.isNull())
        return std::nullopt;
    const QPointF end = line.p1().x() > line.p2().x() ? line.p1() : line.p2();
    QPointF along = (line.p2() - line.p1()) / line.length();
    if (along.x() < 0.0)
        along = -along;
    const double degrees = std::atan2(along.y(), along.x()) * 180.0 / std::numbers::pi;
    const OrientedBox beyond{end + along * (gap + label.width() / 2.0), label.width(), label.height(), degrees};
    return place({&beyond, 1}, 0);
}

namespace {

double awayFrom(const QPointF& point, const QPointF& a, const QPointF& b)
{
    const QPointF along = b - a;
    const double length = std::hypot(along.x(), along.y());
    const QPointF from = point - a;
    if (length <= 0.0)
        return std::hypot(from.x(), from.y());
    return std::abs(along.x() * from.y() - along.y() * from.x()) / length;
}

/// Of a polyline, by the length along it.
class Ruler {
public:
    explicit Ruler(const QPolygonF& line) : m_line(line), m_at(static_cast<std::size_t>(line.size()), 0.0)
    {
        for (qsizetype i = 1; i < line.size(); ++i)
            m_at[static_cast<std::size_t>(i)] = m_at[static_cast<std::size_t>(i) - 1]
                                              + QLineF(line[i - 1], line[i]).length();
    }
    [[nodiscard]] double length() const { return m_at.back(); }
    [[nodiscard]] QPointF pointAt(double place) const
    {
        const auto after = std::clamp<std::ptrdiff_t>(std::upper_bound(m_at.begin(), m_at.end(), place) - m_at.begin(),
                                                      1, std::ssize(m_at) - 1);
        const double start = m_at[static_cast<std::size_t>(after) - 1];
        const double span = m_at[static_cast<std::size_t>(after)] - start;
        return QLineF(m_line[after - 1], m_line[after]).pointAt(span > 0.0 ? (place - start) / span : 0.0);
    }
    /// How far the line strays from its chord between two places.
    [[nodiscard]] double bow(double from, double to) const
    {
        const QPointF a = pointAt(from);
        const QPointF b = pointAt(to);
        double most = 0.0;
        const auto first = std::upper_bound(m_at.begin(), m_at.end(), from) - m_at.begin();
        for (auto i = first; i < std::ssize(m_at) && m_at[static_cast<std::size_t>(i)] < to; ++i)
            most = std::max(most, awayFrom(m_line[i], a, b));
        return most;
    }

private:
    const QPolygonF& m_line;
    std::vector<double> m_at;
};

} // namespace

QPolygonF simplified(const QPolygonF& line, double tolerance)
{
    if (line.size() < 3)
        return line;
    std::vector<bool> kept(static_cast<std::size_t>(line.size()), false);
    kept.front() = kept.back() = true;
    std::vector<std::pair<qsizetype, qsizetype>> spans{{0, line.size() - 1}};
    while (!spans.empty()) {
        const auto [first, last] = spans.back();
        spans.pop_back();
        qsizetype farthest = first;
        double most = tolerance;
        for (qsizetype i = first + 1; i < last; ++i)
            if (const double away = awayFrom(line[i], line[first], line[last]); away > most) {
                most = away;
                farthest = i;
            }
        if (farthest == first)
            continue;
        kept[static_cast<std::size_t>(farthest)] = true;
        spans.emplace_back(first, farthest);
        spans.emplace_back(farthest, last);
    }
    QPolygonF result;
    for (qsizetype i = 0; i < line.size(); ++i)
        if (kept[static_cast<std::size_t>(i)])
            result << line[i];
    return result;
}

std::vector<OrientedBox> placesAlong(const QPolygonF& line, QSizeF label, double gap, int most)
{
    std::vector<OrientedBox> places;
    if (line.size() < 2)
        return places;
    const Ruler ruler(line);
    const double width = label.width();
    if (ruler.length() < width)
        return places;
    const double room = ruler.length() - width;
    constexpr int steps = 24;
    for (int i = 0; i <= steps && std::ssize(places) < most; ++i) {
        // From the middle outwards, to both sides in turn.
        const double away = (i + 1) / 2 * (i % 2 == 0 ? 1.0 : -1.0) / steps;
        const double from = room * (0.5 + away);
        if (ruler.bow(from, from + width) > label.height() * 0.3)
            continue;
        QLineF chord(ruler.pointAt(from), ruler.pointAt(from + width));
        if (chord.length() < width * 0.9)
            continue;
        // Straight up reads from the bottom, as the titles of axes do.
        if (chord.dx() < -1e-6 || (std::abs(chord.dx()) <= 1e-6 && chord.dy() > 0.0))
            chord = QLineF(chord.p2(), chord.p1());
        const double degrees = std::atan2(chord.dy(), chord.dx()) * 180.0 / std::numbers::pi;
        const QPointF up = QPointF(chord.dy(), -chord.dx()) / chord.length() * (label.height() / 2.0 + gap);
        if (gap < 0.0) {
            places.push_back({chord.center(), label.width(), label.height(), degrees});
            continue;
        }
        places.push_back({chord.center() + up, label.width(), label.height(), degrees});
        places.push_back({chord.center() - up, label.width(), label.height(), degrees});
    }
    return places;
}

std::vector<OrientedBox> placesBeside(const QPolygonF& line, QSizeF label, double gap)
{
    std::vector<OrientedBox> places;
    if (line.size() < 2)
        return places;
    const Ruler ruler(line);
    const QPointF aside((label.width() / 2.0) + gap, 0.0);
    const QPointF above(0.0, (label.height() / 2.0) + gap);
    for (const double part : {0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95}) {
        const QPointF at = ruler.pointAt(ruler.length() * part);
        for (const QPointF& away : {aside, -aside, -above, above})
            places.push_back({at + away, label.width(), label.height(), 0.0});
    }
    return places;
}

std::vector<OrientedBox> placesBy(std::span<const QPolygonF> line, std::span<const QLineF> others,
                                  std::vector<OrientedBox> places)
{
    const auto isParted = [&](const OrientedBox& box) {
        QLineF leash;
        for (const QPolygonF& part : line)
            for (qsizetype i = 0; i + 1 < part.size(); ++i) {
                const QPointF along = part[i + 1] - part[i];
                const double square = QPointF::dotProduct(along, along);
                const double at = square > 0.0 ? QPointF::dotProduct(box.center - part[i], along) / square : 0.0;
                const QLineF here(part[i] + std::clamp(at, 0.0, 1.0) * along, box.center);
                if (leash.isNull() || here.length() < leash.length())
                    leash = here;
            }
        return std::ranges::any_of(others, [&](const QLineF& other) {
            return overlap(box, other) || leash.intersects(other, nullptr) == QLineF::BoundedIntersection;
        });
    };
    std::erase_if(places, isParted);
    return places;
}

} // namespace ridgepoint
