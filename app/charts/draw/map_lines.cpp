// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/map_lines.h"

#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/label_placement.h"
#include "app/charts/style/texts.h"

#include <algorithm>

namespace ridgepoint {
namespace {

/// Dark enough behind white, and light enough behind dark words, on every colour of every view and theme.
const QColor casing(0x2B, 0x2F, 0x3A);
const QColor paper(255, 255, 255, 190);
const QColor darkInk(0x14, 0x18, 0x20);

double lengthOf(const QPolygonF& line)
{
    double length = 0.0;
    for (qsizetype i = 1; i < line.size(); ++i)
        length += QLineF(line[i - 1], line[i]).length();
    return length;
}

void strokeAll(QCPPainter* painter, const QPen& pen, const std::vector<QPolygonF>& lines)
{
    painter->setBrush(Qt::NoBrush);
    painter->setPen(pen);
    for (const QPolygonF& line : lines)
        painter->drawPolyline(line);
}

void sortByLength(std::vector<QPolygonF>& lines)
{
    std::sort(lines.begin(), lines.end(),
              [](const QPolygonF& a, const QPolygonF& b) { return lengthOf(a) > lengthOf(b); });
}

} // namespace

bool liesIn(const RegimeMapData& data, std::pair<Regime, Regime> regimes, std::span<const MapPoint> places)
{
    return std::ranges::none_of(places, [&](const MapPoint& place) {
        const auto at = data.cellAt(place);
        const std::optional<Regime> regime = at ? data.cells[*at].regime : std::nullopt;
        // Under-filled cells have the colour of computing, and no border is predicted of them.
        return regime && *regime != regimes.first && *regime != regimes.second && *regime != Regime::UnderFilled;
    });
}

std::vector<QPolygonF> MapLines::pixelLines(const MapLine& line) const
{
    QPolygonF points;
    for (const MapPoint& point : line)
        points << pixel(point);
    std::vector<QPolygonF> parts = clippedPolyline(simplified(points, 0.4), plot());
    std::erase_if(parts, [](const QPolygonF& part) { return part.size() < 2; });
    return parts;
}

QPen borderPen(const Theme& theme, bool dashes, std::optional<QColor> other)
{
    const double width = theme.lineWidth;
    if (!dashes)
        return QPen(other ? theme.plot : casing, width * (other ? 2.6 : 2.1), Qt::SolidLine, Qt::FlatCap,
                    Qt::RoundJoin);
    QPen pen(other.value_or(Qt::white), width * (other ? 1.5 : 0.95), Qt::CustomDashLine,
             other ? Qt::RoundCap : Qt::FlatCap, Qt::RoundJoin);
    pen.setDashPattern(other ? QList<qreal>{0.1, 1.9} : QList<qreal>{4.0, 2.4});
    return pen;
}

MapLines::BorderLines MapLines::linesOf(const std::vector<MapBorder>& borders) const
{
    BorderLines lines;
    for (const MapBorder& border : borders)
        for (QPolygonF& part : pixelLines(border.line))
            lines[{border.first, border.second}].push_back(std::move(part));
    for (auto& [regimes, parts] : lines)
        sortByLength(parts);
    return lines;
}

QString MapPart::otherModel() const
{
    // Over other quantities they would be taken for a border of what is coloured there.
    if (scene().otherName.isEmpty() || data().otherBorders.empty()
        || (view() != MapView::Regime && view() != MapView::Difference))
        return {};
    return modelOf(scene().otherDevice);
}

QPen MapLines::isoPen(bool core) const
{
    const double width = theme().lineWidth * 0.62;
    return core ? QPen(casing, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin)
                : QPen(QColor(255, 255, 255, 120), width * 2.6, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
}

QString MapLines::isoWords(double value) const
{
    return scene().iso.lines == IsoLines::Runtime ? format().shortTime(Seconds(value)) : format().percent(value);
}

void MapLines::draw(QCPPainter* painter, LabelPlacer placer) const
{
    std::vector<std::pair<QString, std::vector<QPolygonF>>> isoLines;
    for (const IsoLine& iso : picture().isoLines) {
        if (!scene().hasResults)
            break;
        std::vector<QPolygonF> parts;
        for (const MapLine& line : iso.lines)
            for (QPolygonF& part : pixelLines(line))
                parts.push_back(std::move(part));
        sortByLength(parts);
        isoLines.emplace_back(isoWords(iso.value), std::move(parts));
    }
    const BorderLines borders = linesOf(data().borders);
    const QString other = otherModel();
    const BorderLines otherBorders = other.isEmpty() ? BorderLines() : linesOf(data().otherBorders);
    for (const bool core : {false, true})
        for (const auto& [words, parts] : isoLines)
            strokeAll(painter, isoPen(core), parts);
    for (const bool dashes : {false, true}) // the own ones over the other device's
        for (const auto& [regimes, parts] : otherBorders)
            strokeAll(painter, borderPen(theme(), dashes, seriesColor(theme(), scene().otherPlace)), parts);
    for (const bool dashes : {false, true})
        for (const auto& [regimes, parts] : borders)
            strokeAll(painter, borderPen(theme(), dashes), parts);

    for (const BorderLines* each : {&borders, &otherBorders})
        for (const auto& [regimes, parts] : *each)
            for (const QPolygonF& part : parts)
                for (qsizetype i = 0; i + 1 < part.size(); ++i)
                    placer.avoid(QLineF(part[i], part[i + 1]));
    if (view() == MapView::Regime && scene().hasResults)
        drawRegionLabels(painter, placer);
    for (const auto& [regimes, parts] : borders)
        drawBorderLabel(painter, placer, tr("%1 | %2").arg(regimeLabel(regimes.first), regimeLabel(regimes.second)),
                        borders, regimes, true);
    for (const auto& [regimes, parts] : otherBorders)
        drawBorderLabel(painter, placer,
                        tr("%1 | %2 on %3").arg(regimeLabel(regimes.first), regimeLabel(regimes.second), other),
                        otherBorders, regimes, false);
    for (const auto& [words, parts] : isoLines)
        drawIsoLabel(painter, placer, words, parts);
}

void MapLines::drawRegionLabels(QCPPainter* painter, LabelPlacer& placer) const
{
    const QFont font = theme().font(1.1, QFont::DemiBold);
    for (const RegionLabel& label : data().labels) {
        const QString words = regimeLabel(label.regime);
        const QSizeF size = TextPainter::sizeOf(words, font) + QSizeF(6.0, 2.0);
        const QPointF at = pixel(label.place);
        std::vector<OrientedBox> candidates;
        // Close to the best place; farther away the label might stand in another region.
        for (const double reach : {0.0, 0.6, 1.2})
            for (const QPointF side : {QPointF(0, 1), QPointF(0, -1), QPointF(1, 0), QPointF(-1, 0)})
                candidates.push_back(
                    {at + QPointF(side.x() * reach * size.width() * 0.6, side.y() * reach * size.height()),
                     size.width(), size.height(), 0.0});
        const bool roomy = label.clearance * std::min(plot().width(), plot().height() * 1.3) > size.height() * 0.35;
        if (const auto box = roomy ? placer.place(candidates) : std::nullopt)
            text().draw(*painter, box->center, words,
                        {.font = font,
                         .color = Qt::white,
                         .anchor = Qt::AlignCenter,
                         .halo = casing,
                         .haloWidth = theme().fontPixels * 0.22});
    }
}

std::vector<OrientedBox> MapLines::besideBorder(std::vector<OrientedBox> places, const BorderLines& all,
                                                std::pair<Regime, Regime> regimes, bool isOwn) const
{
    // Measured regions end elsewhere than predicted borders do; a name in a third one would be taken for its own.
    if (isOwn && view() == MapView::Regime && scene().hasResults)
        std::erase_if(places, [&](const OrientedBox& box) {
            std::vector<MapPoint> under{coordinates(box.center)};
            for (const QPointF& corner : box.corners())
                under.push_back(coordinates(corner));
            return !liesIn(data(), regimes, under);
        });
    std::vector<QLineF> others;
    for (const auto& [between, parts] : all)
        for (const QPolygonF& part : parts)
            for (qsizetype i = 0; between != regimes && i + 1 < part.size(); ++i)
                others.emplace_back(part[i], part[i + 1]);
    return placesBy(all.at(regimes), others, std::move(places));
}

void MapLines::drawBorderLabel(QCPPainter* painter, LabelPlacer& placer, const QString& words, const BorderLines& all,
                               std::pair<Regime, Regime> regimes, bool isOwn) const
{
    const std::vector<QPolygonF>& parts = all.at(regimes);
    const QFont font = theme().font(0.88, QFont::Medium);
    const double gap = theme().lineWidth * 1.6;
    const QSizeF size = TextPainter::sizeOf(words, font) + QSizeF(4.0, 0.0);
    // Another device's stands clear of what it might be taken for.
    const QSizeF room(size.width(), size.height() * (isOwn ? 1.0 : 2.5));
    std::optional<OrientedBox> box;
    // Another device's border goes through the own one's name only where there is no room for it without; its colour
    // says whose it is.
    for (const int crossings : {0, LabelPlacer::anyCrossings}) {
        for (std::size_t i = 0; i < parts.size() && !box; ++i)
            box = placer.place(besideBorder(placesAlong(parts[i], size, gap), all, regimes, isOwn), crossings);
        // A border of many steps, one for each cache, is nowhere straight: its name stands upright beside it.
        for (std::size_t i = 0; i < parts.size() && !box; ++i)
            box = placer.place(besideBorder(placesBeside(parts[i], room, 2.0 * gap), all, regimes, isOwn), 0);
        if (box || !isOwn)
            break;
    }
    if (!box)
        return;
    // White letters in a dark casing stand out from the regimes' colours; on the bare plot, and on the pale ones of a
    // scale, they run into a blot.
    const bool isBare = !scene().hasResults || !picture().kinds.known;
    const bool isOnScale = !isBare && view() != MapView::Regime;
    text().draw(*painter, box->center, words,
                {.font = font,
                 .color = isBare    ? theme().text
                        : isOnScale ? darkInk
                                    : QColor(Qt::white),
                 .anchor = Qt::AlignCenter,
                 .rotationDegrees = box->degrees,
                 .halo = isBare    ? theme().plot
                       : isOnScale ? paper
                                   : casing,
                 .haloWidth = theme().fontPixels * (isOnScale ? 0.3 : 0.2)});
}

void MapLines::drawIsoLabel(QCPPainter* painter, LabelPlacer& placer, const QString& words,
                            const std::vector<QPolygonF>& parts) const
{
    const QFont font = theme().font(0.82);
    const QSizeF size = TextPainter::sizeOf(words, font) + QSizeF(4.0, -2.0);
    for (const QPolygonF& part : parts)
        if (const auto box = placer.place(placesAlong(part, size))) {
            text().draw(*painter, box->center, words,
                        {.font = font,
                         .color = darkInk,
                         .anchor = Qt::AlignCenter,
                         .rotationDegrees = box->degrees,
                         .halo = paper,
                         .haloWidth = theme().fontPixels * 0.3});
            return;
        }
}

} // namespace ridgepoint
