// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/line_labels.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace ridgepoint {
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

} // namespace ridgepoint
