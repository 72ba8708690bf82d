// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/dot_names.h"

#include <QLineF>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace ridgepoint {
namespace {

/// Gathered dots span no more than this many times what they may be apart: a long row of them is no one place.
constexpr double mostSpan = 3.0;
/// What is called alike in several series is at one place within this many times as much.
constexpr double nearOfAlike = 2.5;
constexpr int mostLines = 3;

/// How far from its dots a name may stand, in heights of the type, and how many crossed lines that is worth.
struct Distance {
    double away;
    double cost;
};
constexpr std::array distances{Distance{0.35, 0.0}, Distance{1.6, 1.5}, Distance{3.0, 2.5}, Distance{4.6, 4.0}};
constexpr double costOfALine = 0.5;

double distanceTo(const QRectF& rect, QPointF place)
{
    return std::hypot(std::max({rect.left() - place.x(), place.x() - rect.right(), 0.0}),
                      std::max({rect.top() - place.y(), place.y() - rect.bottom(), 0.0}));
}

double distanceBetween(const QRectF& a, const QRectF& b)
{
    return std::hypot(std::max({a.left() - b.right(), b.left() - a.right(), 0.0}),
                      std::max({a.top() - b.bottom(), b.top() - a.bottom(), 0.0}));
}

/// Of a rectangle that may have no width.
QRectF withPlace(const QRectF& rect, QPointF place)
{
    return {QPointF(std::min(rect.left(), place.x()), std::min(rect.top(), place.y())),
            QPointF(std::max(rect.right(), place.x()), std::max(rect.bottom(), place.y()))};
}

QStringList sorted(QStringList words)
{
    words.sort();
    return words;
}

/// Names shared out over so many lines.
QStringList inLines(const QStringList& words, int lines)
{
    const auto each = (words.size() + lines - 1) / lines;
    QStringList all;
    for (qsizetype first = 0; first < words.size(); first += each) {
        all << words.mid(first, each).join(QStringLiteral(", "));
        if (first + each < words.size())
            all.last() += QLatin1Char(',');
    }
    return all;
}

/// Beside the dots, over and under them, then at their corners.
std::array<OrientedBox, 8> placesAround(const QRectF& dots, QSizeF size, double away)
{
    const double across = dots.width() / 2.0 + away + size.width() / 2.0;
    const double down = dots.height() / 2.0 + away + size.height() / 2.0;
    const auto box = [&](double x, double y) {
        return OrientedBox{dots.center() + QPointF(x, y), size.width(), size.height(), 0.0};
    };
    return {box(across, 0),    box(-across, 0),    box(0, -down),      box(0, down),
            box(across, down), box(across, -down), box(-across, down), box(-across, -down)};
}

/// From the rim of the nearest dot to the nearest place on the rim of its name.
QLineF leaderTo(const OrientedBox& name, const std::vector<QPointF>& dots, double reach)
{
    QLineF shortest;
    for (const QPointF& dot : dots) {
        const QPointF end(
            std::clamp(dot.x(), name.center.x() - name.width / 2.0, name.center.x() + name.width / 2.0),
            std::clamp(dot.y(), name.center.y() - name.height / 2.0, name.center.y() + name.height / 2.0));
        if (const QLineF line(dot, end); shortest.isNull() || line.length() < shortest.length())
            shortest = line;
    }
    if (shortest.length() > reach)
        shortest.setP1(shortest.pointAt(reach / shortest.length()));
    return shortest;
}

} // namespace

QRectF DotName::around() const
{
    QRectF rect(dots.front(), QSizeF(0.0, 0.0));
    for (const QPointF& dot : dots)
        rect = withPlace(rect, dot);
    return rect;
}

std::vector<DotName> sharedNames(std::span<const NamedDot> dots, double near)
{
    std::vector<NamedDot> ordered(dots.begin(), dots.end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const NamedDot& a, const NamedDot& b) { return a.place.y() < b.place.y(); });
    std::vector<DotName> names;
    for (const NamedDot& dot : ordered) {
        const auto known = std::find_if(names.begin(), names.end(), [&](const DotName& name) {
            const QRectF together = withPlace(name.around(), dot.place);
            return name.series == dot.series && distanceTo(name.around(), dot.place) <= near
                && std::max(together.width(), together.height()) <= mostSpan * near;
        });
        if (known == names.end()) {
            names.push_back({{dot.place}, {dot.words}, dot.series, dot.color});
            continue;
        }
        known->dots.push_back(dot.place);
        if (!known->words.contains(dot.words))
            known->words << dot.words;
    }
    std::vector<DotName> all;
    for (DotName& name : names) {
        const auto alike = std::find_if(all.begin(), all.end(), [&](const DotName& other) {
            return sorted(other.words) == sorted(name.words)
                && distanceBetween(other.around(), name.around()) <= nearOfAlike * near;
        });
        if (alike == all.end()) {
            all.push_back(std::move(name));
            continue;
        }
        alike->dots.insert(alike->dots.end(), name.dots.begin(), name.dots.end());
        if (alike->series != name.series)
            alike->color = QColor();
    }
    return all;
}

void DotNames::draw(QCPPainter* painter, LabelPlacer& placer, std::span<const NamedDot> dots, double reach) const
{
    for (const DotName& name : sharedNames(dots, theme().markerSize))
        drawOne(painter, placer, name, reach);
}

void DotNames::drawOne(QCPPainter* painter, LabelPlacer& placer, const DotName& name, double reach) const
{
    const QFont font = theme().font(0.92);
    struct Best {
        OrientedBox box;
        QStringList lines;
        double cost = 0.0;
        bool isAway = false;
    };
    std::optional<Best> best;
    for (int count = 1; count <= std::min<int>(mostLines, static_cast<int>(name.words.size())); ++count) {
        const QStringList lines = inLines(name.words, count);
        QSizeF size;
        for (const QString& line : lines) {
            const QSizeF its = TextPainter::sizeOf(line, font);
            size = {std::max(size.width(), its.width()), size.height() + its.height()};
        }
        for (const Distance& distance : distances) {
            const double least = distance.cost + costOfALine * (count - 1);
            if (best && best->cost <= least)
                break;
            const auto found = placer.find(
                placesAround(name.around(), size, reach + theme().fontPixels * distance.away));
            if (found && (!best || found->crossings + least < best->cost))
                best = Best{found->box, lines, found->crossings + least, distance.away > 1.0};
        }
    }
    if (!best)
        return;
    placer.block(best->box);
    const QColor color = name.color.isValid() ? name.color : theme().text;
    if (best->isAway) {
        const QLineF leader = leaderTo(best->box, name.dots, reach);
        painter->setPen(QPen(color, std::max(1.0, theme().thinWidth() * 0.7)));
        painter->drawLine(leader);
        placer.avoid(leader);
    }
    // Towards the dots, so that it is seen whose name it is.
    const double side = best->box.center.x() - name.around().center().x();
    const double half = best->box.width / 2.0;
    const bool isRight = side > half;
    const bool isLeft = side < -half;
    const double x = best->box.center.x() + (isRight ? -half : isLeft ? half : 0.0);
    const double height = best->box.height / static_cast<double>(best->lines.size());
    double y = best->box.center.y() - best->box.height / 2.0 + height / 2.0;
    for (const QString& line : best->lines) {
        text().draw(*painter, {x, y}, line,
                    {.font = font,
                     .color = color,
                     .anchor = (isRight  ? Qt::AlignLeft
                                : isLeft ? Qt::AlignRight
                                         : Qt::AlignHCenter)
                             | Qt::AlignVCenter,
                     .halo = theme().plot});
        y += height;
    }
}

} // namespace ridgepoint
