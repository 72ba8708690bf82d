// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// How the experiments' chart paints a roofline: roofs, dots, and the names of both.
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/experiment_limits.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/label_placement.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

/// Radius of the dot at the bytes that were moved, of a sample's marker.
constexpr double movedOverMarkers = 0.32;

bool isFlat(const Roof& roof) { return roof.kind == RoofKind::Compute; }
/// The roofs that most dots are held against; the others are thin.
bool isMain(const Roof& roof) { return isFlat(roof) || roof.id == "bandwidth.dram"; }
bool isPredicted(const ExperimentSeries& series) { return series.provenance == Provenance::Predicted; }

/// Beside a dot, over and under it, then at its corners.
std::array<OrientedBox, 8> placesAround(QPointF dot, QSizeF size, double away)
{
    const double across = away + size.width() / 2.0;
    const double down = away + size.height() / 2.0;
    const auto box = [&](double x, double y) {
        return OrientedBox{dot + QPointF(x, y), size.width(), size.height(), 0.0};
    };
    return {box(across, 0),    box(-across, 0),    box(0, -down),      box(0, down),
            box(across, down), box(across, -down), box(-across, down), box(-across, -down)};
}

/// From the rim of a dot to the nearest place on the rim of its name.
QLineF leaderTo(const OrientedBox& name, QPointF dot, double reach)
{
    const QPointF end(std::clamp(dot.x(), name.center.x() - name.width / 2.0, name.center.x() + name.width / 2.0),
                      std::clamp(dot.y(), name.center.y() - name.height / 2.0, name.center.y() + name.height / 2.0));
    QLineF line(dot, end);
    if (line.length() > reach)
        line.setP1(line.pointAt(reach / line.length()));
    return line;
}

} // namespace

std::optional<QLineF> ExperimentChart::roofLine(std::size_t plot, const Roof& roof) const
{
    const QCPRange range = m_panels[plot]->axis(QCPAxis::atBottom)->range();
    const double left = isFlat(roof) ? roof.value : roof.value * range.lower;
    const double right = isFlat(roof) ? roof.value : roof.value * range.upper;
    return clipped(QLineF(at(plot, range.lower, left), at(plot, range.upper, right)), area(plot));
}

void ExperimentChart::drawRoofs(QCPPainter* painter, std::size_t plot) const
{
    for (const Roof& roof : m_data.plots[plot].roofs)
        if (const auto line = roofLine(plot, roof)) {
            painter->setPen(QPen(isMain(roof) ? theme().text : theme().mutedText,
                                 isMain(roof) ? theme().lineWidth : theme().thinWidth()));
            painter->drawLine(*line);
        }
}

void ExperimentChart::drawDots(QCPPainter* painter, std::size_t plot) const
{
    const QRectF inside = area(plot);
    const double reach = theme().markerSize * 0.55;
    for (const ExperimentSeries& series : m_data.plots[plot].series) // under every dot at the least bytes
        for (const ExperimentPoint& point : series.points)
            drawMoved(painter, plot, point, colorOf(plot, series.name));
    for (const ExperimentSeries& series : m_data.plots[plot].series) {
        const QColor color = colorOf(plot, series.name);
        const bool isSaid = series.provenance != Provenance::Measured;
        for (const ExperimentPoint& point : series.points) {
            const QPointF place = pixelOf(plot, point);
            if (!inside.contains(place))
                continue;
            painter->setPen(QPen(color, theme().thinWidth()));
            if (const auto bar = clipped(QLineF(at(plot, point.x, point.low), at(plot, point.x, point.high)), inside);
                bar && point.low != point.high)
                painter->drawLine(*bar);
            painter->setPen(QPen(isSaid ? color : theme().markerOutline, std::max(1.0, theme().lineWidth * 0.7),
                                 isPredicted(series) ? Qt::DotLine : Qt::SolidLine));
            painter->setBrush(isSaid ? QBrush(theme().plot) : QBrush(color));
            painter->drawEllipse(place, reach, reach);
        }
    }
    drawRooflineNames(painter, plot);
}

void ExperimentChart::drawMoved(QCPPainter* painter, std::size_t plot, const ExperimentPoint& point,
                                const QColor& color) const
{
    if (!point.movedX)
        return;
    const QPointF place = pixelOf(plot, point);
    const QPointF moved = at(plot, *point.movedX, point.y);
    const QRectF inside = area(plot);
    painter->setPen(QPen(color, theme().thinWidth()));
    if (const auto line = clipped(QLineF(place, moved), inside))
        painter->drawLine(*line);
    painter->setBrush(theme().plot);
    if (const double radius = theme().markerSize * movedOverMarkers; inside.contains(moved))
        painter->drawEllipse(moved, radius, radius);
}

void ExperimentChart::drawRooflineNames(QCPPainter* painter, std::size_t plot) const
{
    const QRectF inside = area(plot);
    const double reach = theme().markerSize * 0.55;
    LabelPlacer placer(inside);
    if (const KeyPlace& key = m_keys[plot].place; !key.rect.isEmpty() && !key.inTitle)
        placer.block(key.rect);
    for (const ExperimentSeries& series : m_data.plots[plot].series)
        for (const ExperimentPoint& point : series.points) {
            placer.block(QRectF(pixelOf(plot, point) - QPointF(reach, reach), QSizeF(2.0 * reach, 2.0 * reach)));
            if (point.low != point.high)
                placer.avoid(QLineF(at(plot, point.x, point.low), at(plot, point.x, point.high)));
            if (point.movedX) {
                const QPointF moved = at(plot, *point.movedX, point.y);
                const double small = theme().markerSize * movedOverMarkers;
                placer.block(QRectF(moved - QPointF(small, small), QSizeF(2.0 * small, 2.0 * small)));
                placer.avoid(QLineF(pixelOf(plot, point), moved));
            }
        }
    for (const Roof& roof : m_data.plots[plot].roofs)
        if (const auto line = roofLine(plot, roof))
            placer.avoid(*line);

    const QFont font = theme().font(0.92);
    int tried = 0;
    for (const ExperimentSeries& series : m_data.plots[plot].series)
        for (const ExperimentPoint& point : series.points) {
            const QPointF place = pixelOf(plot, point);
            if (isPredicted(series) || point.label.empty() || !inside.contains(place) || ++tried > mostNames)
                continue;
            const QString words = catalogueWords(point.label);
            // Where dots crowd, further away, and a line leads to the name.
            for (const double em : {0.35, 1.6, 3.0, 4.6}) {
                const auto free = placer.place(
                    placesAround(place, TextPainter::sizeOf(words, font), reach + theme().fontPixels * em));
                if (!free)
                    continue;
                if (em > 1.0) {
                    painter->setPen(QPen(theme().mutedText, std::max(1.0, theme().thinWidth() * 0.7)));
                    painter->drawLine(leaderTo(*free, place, reach));
                }
                text().draw(*painter, free->center, words,
                            {.font = font, .color = theme().text, .anchor = Qt::AlignCenter, .halo = theme().plot});
                break;
            }
        }
    // The main roofs choose their places first.
    for (const bool main : {true, false})
        for (const Roof& roof : m_data.plots[plot].roofs) {
            const auto line = roofLine(plot, roof);
            if (!line || isMain(roof) != main)
                continue;
            const QFont roofFont = theme().font(main ? 0.92 : 0.85, main ? QFont::DemiBold : QFont::Normal);
            const QString words = roofWord(roof.id) + QLatin1Char(' ') + format().roofValue(roof);
            if (const auto box = placer.placeAlong(
                    *line, TextPainter::sizeOf(words, roofFont) + QSizeF(theme().fontPixels, 0.0),
                    theme().lineWidth + 2.0, isFlat(roof) ? 0.85 : 0.5))
                text().draw(*painter, box->center, words,
                            {.font = roofFont,
                             .color = main ? theme().text : theme().mutedText,
                             .anchor = Qt::AlignCenter,
                             .rotationDegrees = box->degrees,
                             .halo = theme().plot});
        }
}

} // namespace ridgepoint
