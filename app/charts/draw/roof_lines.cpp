// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roof_lines.h"

#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ridgepoint {
namespace {

/// Measured roofs are lines as given; what was not measured here is dotted.
QPen roofPen(const QColor& color, double width, Qt::PenStyle style, Provenance provenance)
{
    QPen pen(color, width, provenance == Provenance::Measured ? style : Qt::DashDotLine, Qt::FlatCap, Qt::RoundJoin);
    if (pen.style() == Qt::DashLine)
        pen.setDashPattern({4.0, 3.0});
    return pen;
}

/// How near the mouse must be to a reference line to read of it; in pixels.
constexpr double reachOfReferences = 5.0;

double distanceTo(const QPolygonF& line, QPointF point)
{
    double least = std::numeric_limits<double>::infinity();
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const QPointF along = line[i + 1] - line[i];
        const double squared = QPointF::dotProduct(along, along);
        const double part = squared > 0.0 ? std::clamp(QPointF::dotProduct(point - line[i], along) / squared, 0.0, 1.0)
                                          : 0.0;
        least = std::min(least, QLineF(point, line[i] + along * part).length());
    }
    return least;
}

/// A what-if has no interval.
bool hasInterval(const RoofLine& line)
{
    return line.factor == 1.0 && line.roof.low > 0.0 && line.roof.low < line.roof.high;
}

} // namespace

Roof roofOf(const ReferenceLine& line)
{
    const auto kind = kindOfRoof(line.roof);
    return {.id = line.roof,
            .kind = kind ? *kind : RoofKind::Compute,
            .value = line.value,
            .low = line.value,
            .high = line.value,
            .provenance = line.provenance,
            .method = line.source};
}

std::vector<std::string> movableRoofs(const RooflineData& data)
{
    std::vector<std::string> keys;
    for (const RoofLine* active : {data.activeBandwidth(), data.activeCompute()})
        if (active != nullptr)
            keys.push_back(active->roof.id);
    if (data.overhead)
        keys.emplace_back(WhatIf::allLaunches);
    for (const std::vector<RoofLine>* lines : {&data.bandwidths, &data.computes})
        for (const RoofLine& line : *lines)
            if (!line.active)
                keys.push_back(line.roof.id);
    return keys;
}

std::optional<QLineF> RoofLines::bandwidthLine(const RoofLine& line) const
{
    const BytesPerSecond bandwidth(line.roof.value);
    const RoofLine* compute = m_data.activeCompute();
    const FlopsPerByte from(std::min(xAxis->range().lower, m_data.lowIntensity) / 4.0);
    const FlopsPerByte to = compute != nullptr ? FlopsPerSecond(compute->roof.value) / bandwidth
                                               : FlopsPerByte(xAxis->range().upper);
    return clipped(QLineF(pixel(from, from * bandwidth), pixel(to, to * bandwidth)), plot());
}

std::optional<QLineF> RoofLines::computeLine(const RoofLine& line) const
{
    double from = xAxis->range().lower;
    for (const RoofLine& bandwidth : m_data.bandwidths)
        if (line.active ? bandwidth.active : &bandwidth == &m_data.bandwidths.back())
            from = line.roof.value / bandwidth.roof.value;
    const FlopsPerSecond performance(line.roof.value);
    return clipped(
        QLineF(pixel(FlopsPerByte(from), performance), pixel(FlopsPerByte(xAxis->range().upper * 4.0), performance)),
        plot());
}

std::optional<QLineF> RoofLines::extensionLine() const
{
    const RoofLine* active = m_data.activeCompute();
    if (active == nullptr || m_data.bandwidths.empty())
        return std::nullopt;
    double top = active->roof.value;
    for (const RoofLine& line : m_data.computes)
        if (line.roof.value <= yAxis->range().upper)
            top = std::max(top, line.roof.value);
    if (top <= active->roof.value)
        return std::nullopt;
    const BytesPerSecond bandwidth(m_data.bandwidths.back().roof.value);
    const FlopsPerSecond from(active->roof.value);
    const FlopsPerSecond to(top);
    return clipped(QLineF(pixel(from / bandwidth, from), pixel(to / bandwidth, to)), plot());
}

std::vector<QPolygonF> RoofLines::overheadLine() const
{
    return m_data.overhead ? overheadLine(*m_data.overhead) : std::vector<QPolygonF>{};
}

std::vector<QPolygonF> RoofLines::overheadLine(const OverheadRoof& roof) const
{
    return clippedPolyline(wholeOverheadLine(roof), plot());
}

QPolygonF RoofLines::wholeOverheadLine(const OverheadRoof& roof) const
{
    QPolygonF points;
    constexpr int steps = 96;
    const double low = std::log(xAxis->range().lower / 2.0);
    const double high = std::log(xAxis->range().upper * 2.0);
    for (int i = 0; i <= steps; ++i) {
        const FlopsPerByte intensity(std::exp(low + (high - low) * i / steps));
        points << pixel(intensity, roof.at(intensity));
    }
    return points;
}

std::optional<QLineF> RoofLines::referenceLine(const ReferenceLine& line) const
{
    const RoofLine roof{roofOf(line), false};
    return roof.roof.kind == RoofKind::Bandwidth ? bandwidthLine(roof) : computeLine(roof);
}

std::vector<QPolygonF> RoofLines::otherRoof(const RooflineSeries& series) const
{
    if (!series.bandwidth)
        return {};
    const BytesPerSecond slope(series.bandwidth->roof.value);
    const FlopsPerByte from(std::min(xAxis->range().lower, m_data.lowIntensity) / 4.0);
    if (!series.compute) { // nobody knows where it ends
        const FlopsPerByte to(std::max(xAxis->range().upper, m_data.highIntensity) * 4.0);
        return clippedPolyline(QPolygonF{pixel(from, from * slope), pixel(to, to * slope)}, plot());
    }
    const FlopsPerSecond high(series.compute->roof.value);
    const FlopsPerByte ridge = high / slope;
    const QPolygonF line{pixel(from, from * slope), pixel(ridge, high),
                         pixel(FlopsPerByte(std::max(ridge.value(), xAxis->range().upper) * 4.0), high)};
    return clippedPolyline(line, plot());
}

QPolygonF RoofLines::predictedLine(const RooflineSeries& series) const
{
    QPolygonF line;
    for (const PredictedPoint& point : series.predicted)
        line << pixel(point.performance / point.bandwidth, point.performance);
    return line;
}

std::vector<QLineF> RoofLines::modelLines() const
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

std::vector<QPolygonF> RoofLines::linesOf(const std::string& key) const
{
    if (key == WhatIf::allLaunches)
        return overheadLine();
    std::optional<QLineF> drawn;
    for (const RoofLine& line : m_data.bandwidths)
        if (line.roof.id == key)
            drawn = bandwidthLine(line);
    for (const RoofLine& line : m_data.computes)
        if (line.roof.id == key)
            drawn = computeLine(line);
    return drawn ? std::vector{QPolygonF{drawn->p1(), drawn->p2()}} : std::vector<QPolygonF>{};
}

std::optional<std::string> RoofLines::roofAt(QPointF pixel, double reach) const
{
    std::optional<std::string> nearest;
    if (!plot().contains(pixel))
        return nearest; // the axes' numbers are not the roof's to take
    double least = reach;
    for (const std::string& key : movableRoofs(m_data))
        for (const QPolygonF& line : linesOf(key))
            if (const double distance = distanceTo(line, pixel); distance < least) {
                least = distance;
                nearest = key;
            }
    return nearest;
}

const ReferenceLine* RoofLines::referenceAt(QPointF pixel) const
{
    for (const ReferenceLine& line : m_data.lines)
        if (const auto drawn = referenceLine(line);
            drawn && distanceTo({drawn->p1(), drawn->p2()}, pixel) <= reachOfReferences)
            return &line;
    return nullptr;
}

void RoofLines::drawAreas(QCPPainter* painter) const
{
    const RoofLine* compute = m_data.activeCompute();
    const RoofLine* bandwidth = m_data.activeBandwidth();
    if (compute == nullptr || bandwidth == nullptr)
        return;
    const FlopsPerSecond performance(compute->roof.value);
    const FlopsPerByte intensity = performance / BytesPerSecond(bandwidth->roof.value);
    const QPointF ridge = pixel(intensity, performance);
    const FlopsPerByte start(xAxis->range().lower / 4.0);
    const QPointF foot = pixel(start, start * BytesPerSecond(bandwidth->roof.value));
    const double floor = std::max(plot().bottom(), foot.y()) + 1.0;
    const double right = plot().right() + 10.0;
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme().memoryArea);
    painter->drawPolygon(
        clippedPolygon(QPolygonF{foot, ridge, QPointF(ridge.x(), floor), QPointF(foot.x(), floor)}, plot()));
    painter->setBrush(theme().computeArea);
    painter->drawPolygon(
        clippedPolygon(QPolygonF{ridge, QPointF(std::max(right, ridge.x()), ridge.y()),
                                 QPointF(std::max(right, ridge.x()), floor), QPointF(ridge.x(), floor)},
                       plot()));
}

void RoofLines::draw(QCPPainter* painter, std::span<const OrientedBox> words) const
{
    drawReferenceLines(painter, words);
    drawOtherRoofs(painter);
    drawRoofs(painter);
}

void RoofLines::drawReferenceLines(QCPPainter* painter, std::span<const OrientedBox> words) const
{
    std::vector<OrientedBox> gaps(words.begin(), words.end());
    for (OrientedBox& gap : gaps) { // so that no edge of the line touches a letter either
        gap.width += theme().fontPixels * 0.5;
        gap.height += theme().thinWidth() + 2.0;
    }
    painter->setBrush(Qt::NoBrush);
    for (const ReferenceLine& line : m_data.lines)
        if (const auto drawn = referenceLine(line)) {
            painter->setPen(thinPen(theme().mutedText, theme(), line.provenance));
            for (const QLineF& piece : outsideOf(gaps, *drawn))
                painter->drawLine(piece);
        }
}

void RoofLines::drawOtherRoofs(QCPPainter* painter) const
{
    painter->setBrush(Qt::NoBrush);
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (const QPolygonF& part : otherRoof(m_data.series[i])) {
            painter->setPen(thinPen(seriesColor(theme(), i - 1), theme(), m_data.series[i].roofProvenance()));
            painter->drawPolyline(part);
        }
}

void RoofLines::drawOriginals(QCPPainter* painter) const
{
    painter->setPen(QPen(theme().mutedText, theme().thinWidth()));
    const RoofLine* compute = m_data.realCompute();
    const RoofLine* bandwidth = m_data.realBandwidth();
    const double low = xAxis->range().lower / 4.0;
    const double high = xAxis->range().upper * 4.0;
    for (const RoofLine& line : m_data.originals) {
        const double value = line.roof.value;
        QLineF drawn;
        if (line.roof.kind == RoofKind::Bandwidth) {
            const double end = compute != nullptr ? compute->roof.value / value : high;
            drawn = {pixel(FlopsPerByte(low), FlopsPerSecond(low * value)),
                     pixel(FlopsPerByte(end), FlopsPerSecond(end * value))};
        } else {
            const double start = bandwidth != nullptr ? value / bandwidth->roof.value : low;
            drawn = {pixel(FlopsPerByte(start), FlopsPerSecond(value)),
                     pixel(FlopsPerByte(high), FlopsPerSecond(value))};
        }
        if (const auto visible = clipped(drawn, plot()))
            painter->drawLine(*visible);
    }
    if (m_data.originalOverhead)
        for (const QPolygonF& part : overheadLine(*m_data.originalOverhead))
            painter->drawPolyline(part);
}

void RoofLines::drawOverheadInterval(QCPPainter* painter) const
{
    if (!m_data.overhead || m_data.originalOverhead || !(m_data.overhead->launchLow > Seconds())
        || !(m_data.overhead->launchLow < m_data.overhead->launchHigh))
        return;
    OverheadRoof low = *m_data.overhead;
    OverheadRoof high = low;
    const double gapPart = low.gap / low.launch;
    low.launch = low.launchHigh;
    low.gap = low.launchHigh * gapPart;
    high.launch = high.launchLow;
    high.gap = high.launchLow * gapPart;
    QColor color = theme().overhead;
    color.setAlphaF(0.16F);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    // Cut at the plot, the two lines begin and end at other places: what lies between them does, too.
    const QPolygonF above = wholeOverheadLine(high);
    QPolygonF between = wholeOverheadLine(low);
    for (qsizetype i = above.size(); i-- > 0;)
        between << above[i];
    painter->drawPolygon(clippedPolygon(between, plot()));
}

std::optional<QLineF> RoofLines::intervalBar(const RoofLine& line) const
{
    const bool isBandwidth = line.roof.kind == RoofKind::Bandwidth;
    const auto drawn = isBandwidth ? bandwidthLine(line) : computeLine(line);
    if (!drawn || line.active || !hasInterval(line))
        return std::nullopt;
    if (!isBandwidth) {
        const double x = drawn->pointAt(0.3).x();
        return QLineF(x, yAxis->coordToPixel(line.roof.low), x, yAxis->coordToPixel(line.roof.high));
    }
    const FlopsPerByte at(xAxis->pixelToCoord(drawn->pointAt(0.85).x()));
    return QLineF(pixel(at, at * BytesPerSecond(line.roof.low)), pixel(at, at * BytesPerSecond(line.roof.high)));
}

/// What a roof may as well be: a band behind the active ones, so that a loose roof looks loose, and a bar across the
/// others, whose bands would lie over each other.
void RoofLines::drawIntervals(QCPPainter* painter) const
{
    const auto fill = [&](const QPolygonF& band) {
        QColor color = theme().text;
        color.setAlphaF(0.16F);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        painter->drawPolygon(clippedPolygon(band, plot()));
    };
    const auto bar = [&](const QLineF& drawn) {
        const QPointF cap(theme().markerSize * 0.25, 0.0);
        painter->setPen(QPen(theme().mutedText, theme().thinWidth()));
        for (const QLineF& part :
             {drawn, QLineF(drawn.p1() - cap, drawn.p1() + cap), QLineF(drawn.p2() - cap, drawn.p2() + cap)})
            if (const auto visible = clipped(part, plot()))
                painter->drawLine(*visible);
    };
    for (const RoofLine& line : m_data.computes) {
        const auto drawn = computeLine(line);
        if (!drawn || !hasInterval(line))
            continue;
        const double low = yAxis->coordToPixel(line.roof.low);
        const double high = yAxis->coordToPixel(line.roof.high);
        if (const auto across = intervalBar(line))
            bar(*across);
        else
            fill(QPolygonF{QPointF(drawn->x1(), high), QPointF(drawn->x2(), high), QPointF(drawn->x2(), low),
                           QPointF(drawn->x1(), low)});
    }
    drawOverheadInterval(painter);
    const RoofLine* compute = m_data.activeCompute();
    const FlopsPerByte from(std::min(xAxis->range().lower, m_data.lowIntensity) / 4.0);
    for (const RoofLine& line : m_data.bandwidths) {
        const auto drawn = bandwidthLine(line);
        if (!drawn || !hasInterval(line))
            continue;
        if (const auto across = intervalBar(line)) {
            bar(*across);
            continue;
        }
        const auto end = [&](double bandwidth) {
            const FlopsPerByte to = compute != nullptr ? FlopsPerSecond(compute->roof.value) / BytesPerSecond(bandwidth)
                                                       : FlopsPerByte(xAxis->range().upper);
            return pixel(to, to * BytesPerSecond(bandwidth));
        };
        const auto foot = [&](double bandwidth) { return pixel(from, from * BytesPerSecond(bandwidth)); };
        fill(QPolygonF{foot(line.roof.high), end(line.roof.high), end(line.roof.low), foot(line.roof.low)});
    }
}

void RoofLines::drawRoofs(QCPPainter* painter) const
{
    painter->setBrush(Qt::NoBrush);
    drawOriginals(painter);
    if (m_data.overhead) {
        QPen pen(theme().overhead, theme().lineWidth * 0.95, Qt::CustomDashLine, Qt::RoundCap);
        pen.setDashPattern({0.1, 2.4});
        painter->setPen(pen);
        for (const QPolygonF& part : overheadLine())
            painter->drawPolyline(part);
    }
    drawIntervals(painter);
    painter->setBrush(Qt::NoBrush);
    if (const auto drawn = extensionLine()) {
        painter->setPen(roofPen(theme().mutedText, theme().lineWidth * 0.6, Qt::DashLine,
                                m_data.bandwidths.back().roof.provenance));
        painter->drawLine(*drawn);
    }
    // Other roofs first, so that the active ones lie over them.
    for (const bool active : {false, true}) {
        for (const RoofLine& line : m_data.computes)
            if (const auto drawn = computeLine(line); drawn && line.active == active) {
                painter->setPen(roofPen(active ? theme().text : theme().mutedText,
                                        theme().lineWidth * (active ? 1.0 : 0.6), active ? Qt::SolidLine : Qt::DashLine,
                                        line.roof.provenance));
                painter->drawLine(*drawn);
            }
        for (const RoofLine& line : m_data.bandwidths)
            if (const auto drawn = bandwidthLine(line); drawn && line.active == active) {
                const bool dram = line.roof.id == "bandwidth.dram";
                painter->setPen(roofPen(active || dram ? theme().text : theme().mutedText,
                                        theme().lineWidth * (active ? 1.0 : 0.6),
                                        active || dram ? Qt::SolidLine : Qt::DashLine, line.roof.provenance));
                painter->drawLine(*drawn);
            }
    }
    for (const RidgePoint& ridge : m_data.ridges) {
        const QPointF at = pixel(ridge.intensity, ridge.performance);
        if (!plot().contains(at))
            continue;
        const double radius = theme().markerSize * (ridge.active ? 0.5 : 0.26);
        painter->setPen(
            QPen(ridge.active ? theme().text : theme().mutedText, theme().lineWidth * (ridge.active ? 0.85 : 0.6)));
        painter->setBrush(theme().plot);
        painter->drawEllipse(at, radius, radius);
    }
}

} // namespace ridgepoint
