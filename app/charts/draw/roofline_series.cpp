// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/reach.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/texts.h"

#include <algorithm>

namespace ridgepoint {

/// Once all that is drawn has stretched the axes.
void RooflineChart::predictAbsent(RooflineData& data) const
{
    predictAlong(data, 0, *snapshot());
    for (std::size_t i = 1; i < data.series.size(); ++i) {
        const Overlay& overlay = overlays()[i - 1];
        predictAlong(data, i, *overlay.snapshot);
        RooflineSeries& series = data.series[i];
        const QStringList differences = differenceWords(series.line, data.line, AxisKind::Operations, format());
        if (series.provenance == Provenance::Published)
            series.unlike = differences.join(betweenParts).toStdString();
        if (!overlay.device.isEmpty() && !series.points.empty())
            series.name = comparedName(overlay.device, series.provenance,
                                       differences
                                           + predictedWords(series.line, series.predicted, data.line,
                                                            AxisKind::Operations, format()))
                              .toStdString();
    }
}

QString RooflineChart::missingWords() const
{
    return m_data.series.empty() || m_data.series.front().points.empty() ? emptyText() : QString();
}

void RooflineChart::drawSeries(QCPPainter* painter, std::size_t index, bool withIntervals) const
{
    const RooflineSeries& series = m_data.series[index];
    const bool own = index == 0;
    const QColor color = own ? theme().text : seriesColor(theme(), index - 1, series.unlike);
    QPolygonF predicted;
    for (const PredictedPoint& point : series.predicted)
        predicted << pixel(point.performance / point.bandwidth, point.performance);
    const QColor plain = own ? color : seriesColor(theme(), index - 1); // what is predicted is as large as the own line
    drawPredictedLine(*painter, predicted, plot(), thinPen(plain, theme(), Provenance::Datasheet));
    drawLonePredicted(
        *painter, series.points, [this](const ChartPoint& point) { return pixelOf(point); }, plot(), theme(), color);
    if (withIntervals) {
        painter->setPen(QPen(own ? theme().markerOutline : color, theme().thinWidth()));
        for (const ChartPoint& point : series.points) {
            const QLineF bar(pixel(point.intensity(), point.flops / point.high),
                             pixel(point.intensity(), point.flops / point.low));
            if (const auto visible = clipped(bar, plot());
                visible && point.low.value() > 0.0 && !point.interpolated() && !isPredicted(point))
                painter->drawLine(*visible);
        }
    }
    for (const ChartPoint& point : series.points) {
        const QPointF at = pixelOf(point);
        if (!plot().contains(at) || isPredicted(point))
            continue;
        if (own)
            drawMarker(*painter, at, point, theme(),
                       {.size = theme().markerSize, .filled = point.provenance == Provenance::Measured});
        else
            drawComparedPoint(*painter, at, point, theme(), theme().markerSize, color);
    }
}

std::vector<RooflineChart::KeyRow> RooflineChart::seriesKey() const
{
    if (m_data.series.size() < 2)
        return {};
    std::vector<KeyRow> rows;
    const QFont font = theme().font(0.95);
    const double line = theme().fontPixels * 1.5;
    std::vector<std::size_t>
        drawn; // thin roofs are drawn of another device without samples, nothing in its ink of the own one
    for (std::size_t i = 0; i < m_data.series.size(); ++i)
        if (!m_data.series[i].points.empty() || (m_data.series[i].compute && m_data.series[i].bandwidth))
            drawn.push_back(i);
    for (const std::size_t i : drawn)
        for (const QString& name : keyLines(i, font))
            rows.push_back(
                {.name = name, .sign = {}, .box = {}, .series = i, .hasSign = rows.empty() || rows.back().series != i});
    double widest = 0.0;
    for (const KeyRow& row : rows)
        widest = std::max(widest, TextPainter::sizeOf(row.name, font).width());
    const double right = theme().fontPixels * 1.4;
    const QSizeF whole(widest + theme().markerSize * 1.8 + right, line * static_cast<double>(rows.size()));
    QPointF sign(plot().right() - right, keyBottom(whole) - whole.height() + line * 0.3);
    for (KeyRow& row : rows) {
        const double left = sign.x() - theme().markerSize * 1.8 - TextPainter::sizeOf(row.name, font).width();
        row.sign = sign;
        row.box = QRectF(left, sign.y() - line * 0.5, plot().right() - left, line);
        sign.ry() += line;
    }
    return rows;
}

/// Low on the right there is room under the roofs, but where small tensors lie there: then where the least is covered.
double RooflineChart::keyBottom(QSizeF key) const
{
    const double lowest = plot().bottom();
    const auto boxAt = [&](double bottom) {
        return QRectF(plot().right() - key.width(), bottom - key.height(), key.width(), key.height());
    };
    const auto holds = [this](const QRectF& box, const ChartPoint& point) {
        const double room = theme().markerSize
                          * (point.workload == cursorWorkload() ? 2.5 : 0.6); // the cursor's has rings, and its probe
        return box.adjusted(-room, -room, room, room).contains(pixelOf(point));
    };
    const auto pointsIn = [&](const QRectF& box, const RooflineSeries& series) {
        return std::count_if(series.points.begin(), series.points.end(),
                             [&](const ChartPoint& point) { return holds(box, point); });
    };
    const auto& own = m_data.series.front();
    if (pointsIn(boxAt(lowest), own) == 0)
        return lowest;
    std::vector<QPolygonF> lines;
    for (const QLineF& each : modelLines())
        lines.push_back(QPolygonF({each.p1(), each.p2()}));
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (QPolygonF& part : otherRoof(m_data.series[i]))
            lines.push_back(std::move(part));
    const auto covered = [&](double bottom) {
        const QRectF box = boxAt(bottom);
        std::ptrdiff_t cost = 100 * pointsIn(box, own);
        for (std::size_t i = 1; i < m_data.series.size(); ++i)
            cost += 10 * pointsIn(box, m_data.series[i]);
        return cost + std::count_if(lines.begin(), lines.end(), [&](const QPolygonF& each) {
                   return !clippedPolyline(each, box).empty();
               });
    };
    double best = lowest;
    std::ptrdiff_t least = covered(lowest);
    for (double bottom = lowest; bottom - key.height() >= plot().top(); bottom -= theme().fontPixels * 0.5)
        if (const std::ptrdiff_t cost = covered(bottom); cost < least) {
            least = cost;
            best = bottom;
        }
    return best;
}

/// What is predicted beside what was published stands on a line of its own where one has not the room for both: without
/// it nothing says why published points lie off their device's line.
QStringList RooflineChart::keyLines(std::size_t index, const QFont& font) const
{
    const RooflineSeries& series = m_data.series[index];
    const double width = plot().width() * 0.6;
    const QString name = QString::fromStdString(series.name);
    const QStringList predicted = predictedWords(series.line, series.predicted, m_data.line, AxisKind::Operations,
                                                 format());
    const QString whole = keyName(name, font, width);
    if (predicted.empty() || !name.endsWith(betweenParts + predicted.front()) || whole.endsWith(predicted.front()))
        return {whole};
    return {keyName(name.chopped((betweenParts + predicted.front()).size()), font, width),
            TextPainter::fitted(predicted.front(), font, width)};
}

void RooflineChart::drawSeriesKey(QCPPainter* painter) const
{
    const std::vector<KeyRow> rows = seriesKey();
    for (const KeyRow& row : rows) {
        const std::size_t i = row.series;
        text().draw(*painter, row.sign - QPointF(theme().markerSize * 1.8, 0), row.name,
                    {.font = theme().font(0.95),
                     .color = theme().text,
                     .anchor = Qt::AlignRight | Qt::AlignVCenter,
                     .halo = theme().plot});
        if (row.hasSign)
            drawSeriesSign(*painter, row.sign, theme(), m_data.series[i].provenance,
                           i == 0 ? std::nullopt : std::optional(seriesColor(theme(), i - 1, m_data.series[i].unlike)));
    }
}

void RooflineChart::placePaleKey(LabelPlacer& placer)
{
    m_paleKey.reset();
    const auto isPale = [this](const ChartPoint& point) {
        return point.doubtful() && !isPredicted(point) && plot().contains(pixelOf(point));
    };
    if (m_data.series.empty() || std::ranges::none_of(m_data.series.front().points, isPale))
        return;
    const QString key = tr("paler: less sure");
    const QFont font = theme().font(0.95);
    const double em = theme().fontPixels;
    const double signs = theme().markerSize * 2.6;
    const QSizeF size(signs + em * 0.4 + TextPainter::sizeOf(key, font).width(), em * 1.3);
    std::vector<OrientedBox> corners;
    for (double y = plot().top() + em * 0.9; y < plot().bottom() - em; y += em * 1.5)
        corners.push_back(
            {QPointF(plot().left() + em * 0.6 + size.width() * 0.5, y), size.width(), size.height(), 0.0});
    const auto box = placer.place(corners);
    if (!box)
        return;
    const QPointF left = box->center - QPointF(size.width() * 0.5, 0.0);
    m_paleKey = left + QPointF(theme().markerSize * 0.6, 0.0);
    m_labels.push_back(
        {key,
         left + QPointF(signs + em * 0.4, 0.0),
         {.font = font, .color = theme().mutedText, .anchor = Qt::AlignLeft | Qt::AlignVCenter, .halo = theme().plot}});
}

void RooflineChart::drawPaleKey(QCPPainter* painter) const
{
    if (!m_paleKey)
        return;
    ChartPoint point;
    point.regime = Regime::Memory; // as in the map's legend
    for (const bool isPale : {false, true}) {
        point.flags = isPale ? FlagSet(Flag::Ambiguous) : FlagSet();
        drawMarker(*painter, *m_paleKey + QPointF(isPale ? theme().markerSize * 1.4 : 0.0, 0.0), point, theme(),
                   {.size = theme().markerSize});
    }
}

std::vector<OrientedBox> RooflineChart::takenRoom() const
{
    std::vector<OrientedBox> room;
    for (const Label& label : m_labels) {
        const QSizeF size = TextPainter::sizeOf(label.text, label.style.font);
        const double shift = label.style.anchor & Qt::AlignHCenter ? 0.0
                                                                   : size.width() * 0.5; // or it begins at its place
        room.push_back(
            {label.at + QPointF(shift, 0.0), size.width(), size.height() * 0.8, label.style.rotationDegrees});
    }
    for (const KeyRow& row : seriesKey())
        room.push_back({row.box.center(), row.box.width(), row.box.height(), 0.0});
    if (m_ownKey)
        room.push_back({*m_ownKey, theme().markerSize * 1.6, theme().markerSize * 1.6, 0.0});
    if (m_paleKey)
        room.push_back({*m_paleKey + QPointF(theme().markerSize * 0.7, 0.0), theme().markerSize * 2.6,
                        theme().markerSize * 1.2, 0.0});
    if (const QSizeF words = whatIfSize(); words.isValid()) {
        const QSizeF size = (words + QSizeF(6.0, 6.0)).boundedTo(plot().size());
        room.push_back(
            {plot().topLeft() + QPointF(size.width(), size.height()) * 0.5, size.width(), size.height(), 0.0});
    }
    for (const OwnKernel& kernel : m_data.kernels)
        if (const auto at = placeOf(kernel))
            room.push_back({*at, theme().markerSize * 1.6, theme().markerSize * 1.6, 0.0});
    return room;
}

std::vector<QLineF> RooflineChart::modelLines() const
{
    std::vector<QLineF> lines;
    for (const RoofLine& roof : m_data.computes)
        if (const auto drawn = computeLine(roof))
            lines.push_back(*drawn);
    for (const RoofLine& roof : m_data.bandwidths)
        if (const auto drawn = bandwidthLine(roof))
            lines.push_back(*drawn);
    for (const QPolygonF& part : overheadLine())
        for (qsizetype i = 0; i + 1 < part.size(); ++i)
            lines.emplace_back(part[i], part[i + 1]);
    return lines;
}

const ChartPoint* RooflineChart::otherPointAt(QPointF mouse, std::size_t series) const
{
    const ChartPoint* nearest = nullptr;
    double least = reachOfOthers;
    for (const ChartPoint& point : m_data.series[series].points) {
        const double distance = QLineF(pixelOf(point), mouse).length();
        if (distance >= least || !plot().contains(pixelOf(point)))
            continue;
        least = distance;
        nearest = &point;
    }
    return nearest;
}

} // namespace ridgepoint
