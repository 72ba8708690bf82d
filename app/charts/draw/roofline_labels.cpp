// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_chart.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

/// The box of a text, without the room above capitals, which would keep labels farther from lines than they look.
QSizeF labelSize(const QString& text, const QFont& font)
{
    const QSizeF size = TextPainter::sizeOf(text, font);
    return {size.width() + 2.0, size.height() * 0.8};
}

/// Whether two roofs are one line to the eye, and told alike.
bool looksLike(const RoofLine& a, const RoofLine& b)
{
    return std::abs(a.roof.value / b.roof.value - 1.0) < 0.01 && a.factor == b.factor
        && a.roof.provenance == b.roof.provenance;
}

} // namespace

QString RooflineChart::shortRoofLabel(const RoofLine& line) const
{
    const QString value = roofWord(line.roof.id) + QLatin1Char(' ') + format().roofValue(line.roof);
    return line.factor == 1.0 ? value : value + QLatin1Char(' ') + format().factor(line.factor);
}

QString RooflineChart::roofLabel(const RoofLine& line) const
{
    QString label = roofWord(line.roof.id) + QLatin1Char(' ') + format().roofValue(line.roof);
    const QString interval = line.active && line.factor == 1.0 ? format().roofInterval(line.roof) : QString();
    if (!interval.isEmpty())
        label += QLatin1Char(' ') + interval;
    if (line.factor != 1.0)
        label += tr(" (what if)");
    else if (line.roof.provenance != Provenance::Measured)
        label += QStringLiteral(" (%1)").arg(QString::fromUtf8(nameOf(line.roof.provenance).data()));
    return label;
}

LabelPlacer RooflineChart::placerWithObstacles() const
{
    LabelPlacer placer(plot());
    const double marker = theme().markerSize;
    if (const QSizeF words = whatIfSize(); words.isValid())
        placer.block(QRectF(plot().topLeft(), words + QSizeF(6.0, 6.0)));
    // Samples lie on or under the active roof: the room that their markers may take is kept free, whether they have
    // arrived or not, so that labels stand still.
    for (const RoofLine& line : m_data.computes) {
        const auto drawn = computeLine(line);
        if (!drawn)
            continue;
        placer.avoid(*drawn);
        if (line.active)
            placer.block(
                QRectF(drawn->p1() - QPointF(0, marker * 0.5), drawn->p2() + QPointF(0, marker * 0.9)).normalized());
    }
    for (const RoofLine& line : m_data.bandwidths) {
        const auto drawn = bandwidthLine(line);
        if (!drawn)
            continue;
        placer.avoid(*drawn);
        const double degrees = std::atan2(drawn->dy(), drawn->dx()) * 180.0 / std::numbers::pi;
        if (line.active)
            placer.block(OrientedBox{drawn->center(), drawn->length(), marker, degrees});
    }
    for (const RidgePoint& ridge : m_data.ridges)
        if (ridge.active)
            placer.block(OrientedBox{pixel(ridge.intensity, ridge.performance), marker * 1.2, marker * 1.2, 0.0});
    if (const auto drawn = extensionLine())
        placer.avoid(*drawn);
    std::vector<QPolygonF> others = overheadLine();
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (QPolygonF& part : otherRoof(m_data.series[i]))
            others.push_back(std::move(part));
    for (const QPolygonF& part : others)
        for (qsizetype i = 0; i + 1 < part.size(); ++i)
            placer.avoid(QLineF(part[i], part[i + 1]));
    for (const RooflineSeries& series : m_data.series)
        for (const ChartPoint& point : series.points)
            if (!isPredicted(point)) // a place on a line, where no marker stands
                placer.block(
                    OrientedBox{pixel(point.intensity(), point.performance()), marker * 0.78, marker * 0.78, 0.0});
    for (const ChartPoint& point : pinnedPoints())
        placer.block(OrientedBox{pixel(point.intensity(), point.performance()), marker * 0.56, marker * 0.56, 0.0});
    blockOwnKernels(placer);
    return placer;
}

void RooflineChart::placeComputeLabels(LabelPlacer& placer)
{
    std::vector<const RoofLine*> named;
    for (const bool active : {true, false})
        for (const RoofLine& line : m_data.computes) {
            const auto drawn = computeLine(line);
            if (!drawn || line.active != active || std::find(named.begin(), named.end(), &line) != named.end())
                continue;
            // Lines that lie on each other, as those of a unit's 16-bit formats, share a name.
            QStringList others;
            for (const RoofLine& other : m_data.computes)
                if (!active && &other != &line && !other.active && looksLike(other, line)) {
                    named.push_back(&other);
                    others << roofWord(other.roof.id);
                }
            others << QString();
            const QFont font = theme().font(0.95, active ? QFont::DemiBold : QFont::Normal);
            // The interval is left out where the line is too short for it.
            for (const QString& own : {roofLabel(line), shortRoofLabel(line)}) {
                const QString words = others.join(QStringLiteral(", ")) + own;
                const QSizeF size = labelSize(words, font);
                const double gap = active ? theme().markerSize * 0.65 : theme().lineWidth * 0.5 + 2.0;
                // A short line's label may reach left over the slope.
                const QLineF room(
                    QPointF(std::max(plot().left(), std::min(drawn->x1(), drawn->x2() - size.width() - 4.0)),
                            drawn->y1()),
                    drawn->p2());
                if (const auto box = placer.placeAlong(room, size, gap, 1.0, active)) {
                    m_labels.push_back({words,
                                        box->center,
                                        {.font = font,
                                         .color = active ? theme().text : theme().mutedText,
                                         .anchor = Qt::AlignCenter,
                                         .rotationDegrees = box->degrees,
                                         .halo = theme().plot}});
                    break;
                }
            }
        }
}

/// A matrix unit's roof would press the rest flat: the rim says that there is one.
void RooflineChart::placeHiddenRoofs(LabelPlacer& placer)
{
    const RoofLine* lowest = nullptr;
    int others = -1;
    for (const RoofLine& line : m_data.computes)
        if (line.roof.value > yAxis->range().upper) {
            ++others;
            lowest = lowest == nullptr || line.roof.value < lowest->roof.value ? &line : lowest;
        }
    if (lowest == nullptr)
        return;
    const QString words = others == 0 ? tr("↑ %1").arg(shortRoofLabel(*lowest))
                                      : tr("↑ %1, %2 more").arg(shortRoofLabel(*lowest), format().whole(others));
    const QFont font = theme().font(0.88);
    const QSizeF size = labelSize(words, font);
    const double y = plot().top() + size.height() + 6.0;
    if (const auto box = placer.placeAlong(QLineF(plot().left(), y, plot().right(), y), size, 2.0, 0.95))
        m_labels.push_back(
            {words,
             box->center,
             {.font = font, .color = theme().mutedText, .anchor = Qt::AlignCenter, .halo = theme().plot}});
}

void RooflineChart::placeRidgeLabel(LabelPlacer& placer)
{
    for (const RidgePoint& ridge : m_data.ridges) {
        const QPointF at = pixel(ridge.intensity, ridge.performance);
        if (!ridge.active || !plot().contains(at))
            continue;
        const QFont font = theme().font(0.95);
        const QString words = tr("ridge %1").arg(format().intensity(ridge.intensity, m_data.line.operation));
        const QSizeF size = labelSize(words, font);
        const double up = size.height() * 0.5 + theme().markerSize * 0.9;
        std::vector<OrientedBox> candidates;
        for (const double lift : {up, up + size.height(), up + 2.0 * size.height()})
            for (const double side : {-0.45, -0.3, -0.6, -0.15, 0.0, 0.3, 0.55})
                candidates.push_back({at + QPointF(size.width() * side, -lift), size.width(), size.height(), 0.0});
        if (const auto box = placer.place(candidates))
            m_labels.push_back(
                {words,
                 box->center,
                 {.font = font, .color = theme().mutedText, .anchor = Qt::AlignCenter, .halo = theme().plot}});
    }
}

void RooflineChart::placeBandwidthLabels(LabelPlacer& placer)
{
    double preferred = 0.42;
    for (const bool active : {true, false})
        for (const RoofLine& line : m_data.bandwidths) {
            const auto drawn = bandwidthLine(line);
            if (!drawn || line.active != active)
                continue;
            const QFont font = theme().font(0.95, active ? QFont::DemiBold : QFont::Normal);
            for (const QString& words : {roofLabel(line), shortRoofLabel(line), roofWord(line.roof.id)}) {
                const double gap = active ? theme().markerSize * 0.65 : theme().lineWidth * 0.5 + 2.0;
                const QSizeF size = labelSize(words, font);
                // Steep roofs, and those that were moved, come close to each other: their names keep a distance where
                // there is room for it.
                const QSizeF apart(size.width() + 1.5 * theme().fontPixels, size.height() * 1.7);
                auto box = active ? placer.placeAlong(*drawn, size, gap, preferred)
                                  : placer.placeAlong(*drawn, apart, gap - (apart.height() - size.height()) * 0.5,
                                                      preferred, true, 0);
                // A name that another roof strikes through would be read as that one's: where there is no room along
                // it, it stands beyond the end, or nowhere, and the mouse has it.
                if (!box)
                    box = placer.placeAlong(*drawn, size, gap, preferred, true, 0);
                if (!box)
                    box = placer.placeBeyond(*drawn, size, theme().markerSize * 0.6);
                if (box) {
                    m_labels.push_back({words,
                                        box->center,
                                        {.font = font,
                                         .color = active ? theme().text : theme().mutedText,
                                         .anchor = Qt::AlignCenter,
                                         .rotationDegrees = box->degrees,
                                         .halo = theme().plot}});
                    break;
                }
            }
            preferred = active ? 0.35 : preferred + 0.06;
        }
}

void RooflineChart::placeOverheadLabel(LabelPlacer& placer)
{
    if (!m_data.overhead)
        return;
    const QFont font = theme().font(0.95, QFont::DemiBold);
    const QString words = tr("overhead at %1 %2")
                              .arg(format().count(static_cast<double>(m_data.overhead->workload.elements)),
                                   elementWord(m_data.overhead->workload.precision));
    for (const QPolygonF& part : overheadLine()) {
        // The straight, rising part: up to where the curve has lost a third of its first slope.
        qsizetype end = 1;
        const QLineF first(part[0], part[1]);
        while (end + 1 < part.size() && std::abs(QLineF(part[end], part[end + 1]).dy()) > 0.66 * std::abs(first.dy()))
            ++end;
        const QLineF line(part[0], part[end]);
        auto box = placer.placeAlong(line, labelSize(words, font), theme().lineWidth * 1.2, 0.6, false);
        if (!box) // samples of this size lie along it
            box = placer.placeAlong(line, labelSize(words, font), theme().markerSize * 0.65, 0.6, false);
        if (box) {
            m_labels.push_back({words,
                                box->center,
                                {.font = font,
                                 .color = theme().overheadText,
                                 .anchor = Qt::AlignCenter,
                                 .rotationDegrees = box->degrees}});
            return;
        }
    }
}

} // namespace ridgepoint
