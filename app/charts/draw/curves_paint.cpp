// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the curves are painted.
#include "app/charts/data/describe.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// The axis quantity of a time: rates fall as times rise.
double valueAt(const ChartPoint& point, Seconds time, std::size_t quantity)
{
    return quantity == 0 ? time.value() : quantity == 1 ? (point.flops / time).value() : (point.bytes / time).value();
}

} // namespace

QPolygonF CurvesChart::pixelsOf(std::size_t panel, const std::vector<PredictedPoint>& line) const
{
    QPolygonF pixels;
    for (const PredictedPoint& point : line)
        pixels << pixel(panel, point.x, valueOf(point, panel));
    return pixels;
}

void CurvesChart::drawModel(QCPPainter* painter, std::size_t panel) const
{
    const QRectF area = plot(panel);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(modelBorderPen(theme()));
    for (const double x : m_data.borders) {
        if (!showsBorder(input().concealed))
            break;
        const double at = pixel(panel, x, 1.0).x();
        if (at > area.left() && at < area.right())
            painter->drawLine(QLineF(at, area.top(), at, area.bottom()));
    }
    // By QPainter::drawLines: QCPPainter::drawLine rounds on the screen and not in a file.
    const auto drawLevel = [&](double y) {
        const QLineF level(area.left(), y, area.right(), y);
        painter->drawLines(&level, 1);
    };
    for (const RoofLine& roof : m_data.originals) {
        const double y = pixel(panel, 1.0, roof.roof.value).y();
        if (roof.roof.kind != (panel == Performance ? RoofKind::Compute : RoofKind::Bandwidth) || panel == Runtime
            || y < area.top() || y > area.bottom())
            continue;
        painter->setPen(QPen(theme().mutedText, theme().thinWidth()));
        drawLevel(y);
    }
    if (const auto& roof = roofOf(panel)) {
        const double y = pixel(panel, 1.0, roof->roof.value).y();
        painter->setPen(QPen(theme().text, theme().lineWidth * 0.85,
                             roof->roof.provenance == Provenance::Measured ? Qt::SolidLine : Qt::DashDotLine));
        if (y >= area.top() && y <= area.bottom())
            drawLevel(y);
    }
    if (!showsResults(input().concealed))
        return;
    painter->setPen(modelPen(theme()));
    for (const QPolygonF& part : clippedPolyline(pixelsOf(panel, m_data.predicted), area))
        painter->drawPolyline(part);
}

void CurvesChart::drawSeries(QCPPainter* painter, std::size_t panel) const
{
    const QRectF area = plot(panel);
    const double crowded = area.width()
                         / std::max<double>(1.0, static_cast<double>(m_data.series.front().points.size()));
    const double size = std::clamp(crowded * 0.8, theme().markerSize * 0.55, theme().markerSize);
    for (std::size_t i = m_data.series.size(); i-- > 0;) { // the own one last, over the others
        const CurvesSeries& series = m_data.series[i];
        const bool own = i == 0;
        const QColor color = own ? theme().text : seriesColor(theme(), i - 1, series.unlike);
        const QColor plain = own ? color : seriesColor(theme(), i - 1); // what is predicted is as large as the own line
        drawPredictedLine(*painter, pixelsOf(panel, series.predicted), area,
                          thinPen(plain, theme(), Provenance::Datasheet));
        drawLonePredicted(
            *painter, series.points, [&](const ChartPoint& point) { return pixelOf(panel, point); }, area, theme(),
            color);
        std::vector<SampleMark> samples;
        for (const ChartPoint& point : series.points) {
            if (isPredicted(point) || !draws(point, panel))
                continue;
            samples.push_back(
                {pixelOf(panel, point), std::nullopt,
                 own ? markerLook(point, theme(), {.size = size, .filled = point.provenance == Provenance::Measured})
                     : comparedLook(point, theme(), size, color)});
            SampleMark& sample = samples.back();
            if (series.points.size() <= mostErrorBars && point.low.value() > 0.0 && !point.interpolated())
                sample.interval = QLineF(pixel(panel, xOf(point), valueAt(point, point.low, panel)),
                                         pixel(panel, xOf(point), valueAt(point, point.high, panel)));
        }
        drawSamples(painter, samples, area, QPen(own ? theme().markerOutline : color, theme().thinWidth()));
    }
}

void CurvesChart::paintGround(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (shows(i))
            painter->fillRect(plot(i), theme().plot);
}

void CurvesChart::paintModel(QCPPainter* painter)
{
    for (std::size_t i = 0; i < m_panels.size() && showsRoofs(input().concealed); ++i)
        if (shows(i))
            drawModel(painter, i);
}

void CurvesChart::paintPoints(QCPPainter* painter)
{
    if (m_data.series.empty())
        return;
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (shows(i))
            drawSeries(painter, i);
}

bool CurvesChart::touchesSample(std::size_t panel, const QRectF& box) const
{
    if (!showsResults(input().concealed))
        return false;
    const double reach = theme().markerSize * 0.5;
    const QRectF wide = box.adjusted(-reach, -reach, reach, reach);
    for (const CurvesSeries& series : m_data.series)
        for (const ChartPoint& point : series.points)
            if (draws(point, panel) && wide.contains(pixelOf(panel, point)))
                return true;
    const std::vector<ChartPoint> pinned = pinnedPoints();
    return std::any_of(pinned.begin(), pinned.end(),
                       [&](const ChartPoint& point) { return wide.contains(pixelOf(panel, point)); });
}

std::optional<CurvesChart::RoofLabel> CurvesChart::roofLabel(std::size_t panel) const
{
    const auto& roof = roofOf(panel);
    if (!roof)
        return std::nullopt;
    const QRectF area = plot(panel);
    const double y = pixel(panel, 1.0, roof->roof.value).y();
    if (y < area.top() || y > area.bottom())
        return std::nullopt;
    const QFont font = theme().font(0.92, QFont::DemiBold);
    const QString suffix = roof->factor == 1.0 ? QString() : tr(" (what if)");
    const QString words = TextPainter::fitted(
        roofWord(roof->roof.id) + QLatin1Char(' ') + format().roofValue(roof->roof) + suffix, font, area.width());
    const double lift = theme().lineWidth + theme().markerSize * 0.35;
    const QSizeF size = TextPainter::sizeOf(words, font);
    // The first place free of samples; performance is low on the left and bandwidth on the right, so those come first.
    const bool leftFirst = panel == Performance;
    std::optional<QRectF> chosen;
    for (const bool above : {true, false})
        for (const bool left : {leftFirst, !leftFirst}) {
            const QPointF corner(left ? area.left() + 3.0 : area.right() - 3.0 - size.width(),
                                 above ? y - lift - size.height() : y + lift);
            const QRectF box(corner, size);
            if (!chosen && area.adjusted(0, -size.height() * 0.25, 0, 0).contains(box) && !touchesSample(panel, box))
                chosen = box;
        }
    return chosen ? std::optional(RoofLabel{words, *chosen}) : std::nullopt;
}

void CurvesChart::drawRoofLabel(QCPPainter* painter, std::size_t panel) const
{
    if (const auto label = roofLabel(panel))
        text().draw(*painter, label->box.center(), label->words,
                    {.font = theme().font(0.92, QFont::DemiBold),
                     .color = theme().text,
                     .anchor = Qt::AlignCenter,
                     .halo = theme().plot});
}

void CurvesChart::paintFrame(QCPPainter* painter)
{
    const double em = theme().fontPixels;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (!shows(i))
            continue;
        const QRectF bounds(m_panels[i]->outerRect());
        const QFont bold = theme().font(1.0, QFont::DemiBold);
        const QPointF at(plot(i).left(), plot(i).top() - em * 1.1);
        const double room = bounds.right() - at.x();
        const QString title = TextPainter::fitted(panelTitle(i), bold, room);
        const double after = TextPainter::sizeOf(title + QLatin1Char(' '), bold).width();
        text().draw(*painter, at, title, {.font = bold, .color = theme().text});
        if (const QString unit = QStringLiteral("(%1)").arg(scaleOf(i).prefix + unitOf(i));
            after + TextPainter::sizeOf(unit, theme().font()).width() <= room)
            text().draw(*painter, at + QPointF(after, 0.0), unit, {.font = theme().font(), .color = theme().mutedText});
        if (showsRoofs(input().concealed))
            drawRoofLabel(painter, i);
    }
    if (showsResults(input().concealed))
        drawSeriesKey(painter);
    if (const auto key = signKey())
        key->draw(painter);
}

QRectF CurvesChart::placeOfMissingWords() const
{
    const QRectF middle = roomiestPlot();
    return m_data.predicted.empty()
             ? QRectF(viewport())
             : QRectF(middle.left() + middle.width() * 0.4, middle.bottom() - middle.height() * 0.35,
                      middle.width() * 0.6, middle.height() * 0.3);
}

void CurvesChart::paintHover(QCPPainter* painter)
{
    const auto drawEverywhere = [&](const Workload& workload, auto draw) {
        if (const ChartPoint* point = ownPoint(m_data.series, workload))
            for (std::size_t i = 0; i < panelCount; ++i)
                if (const QPointF at = pixel(i, xOf(*point), valueOf(*point, i)); plot(i).contains(at))
                    draw(at, *point);
    };
    if (input().selected)
        drawEverywhere(*input().selected, [&](QPointF at, const ChartPoint&) { drawRing(painter, at); });
    if (!hoveredWorkload())
        return;
    drawEverywhere(*hoveredWorkload(), [&](QPointF at, const ChartPoint& point) {
        drawMarker(*painter, at, point, theme(), {.size = theme().markerSize * 1.35});
    });
    const QPointF mouse = mapFromGlobal(QCursor::pos());
    const ChartPoint* point = ownPoint(m_data.series, *hoveredWorkload());
    if (point == nullptr)
        return;
    // Beside the marker of the plot in which the mouse is.
    const auto away = [&](std::size_t i) {
        return m_stacked ? std::abs(plot(i).center().y() - mouse.y()) : std::abs(plot(i).center().x() - mouse.x());
    };
    std::size_t nearest = m_alone.value_or(0);
    for (std::size_t i = 0; i < panelCount; ++i)
        if (shows(i) && away(i) < away(nearest))
            nearest = i;
    drawReadout(painter, pixel(nearest, xOf(*point), valueOf(*point, nearest)), describePoint(*point, format()));
}

void CurvesChart::paintProbe(QCPPainter* painter)
{
    for (std::size_t panel = 0; panel < m_panels.size(); ++panel) {
        if (!shows(panel))
            continue;
        const auto place = [this, panel](const Workload& workload, Seconds time) {
            const Cost cost = costOf(workload);
            const double value = panel == Runtime     ? time.value()
                               : panel == Performance ? (cost.flops / time).value()
                                                      : (cost.bytes / time).value();
            return pixel(panel, static_cast<double>(coordinate(workload, m_data.axis)), value);
        };
        drawProbe(*painter, probeDots(plot(panel), place), probeBeat(), theme(), false);
    }
}

} // namespace ridgepoint
