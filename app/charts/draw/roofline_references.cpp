// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/draw/series_marks.h"
#include "app/charts/style/clip.h"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr double reachOfLines = 5.0; ///< pixels

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

/// A long source as lines of a readable width.
QStringList wrapped(const QString& text)
{
    constexpr qsizetype widest = 58;
    QStringList lines{QString()};
    for (const QString& word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (!lines.last().isEmpty() && lines.last().size() + word.size() >= widest)
            lines << QString();
        lines.last() += (lines.last().isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    return lines;
}

double distanceTo(const QLineF& line, QPointF point)
{
    const QPointF along = line.p2() - line.p1();
    const double squared = QPointF::dotProduct(along, along);
    const double part = squared > 0.0 ? std::clamp(QPointF::dotProduct(point - line.p1(), along) / squared, 0.0, 1.0)
                                      : 0.0;
    return QLineF(line.p1() + part * along, point).length();
}

} // namespace

std::optional<QLineF> RooflineChart::referenceLine(const ReferenceLine& line) const
{
    const RoofLine roof{roofOf(line), false};
    return roof.roof.kind == RoofKind::Bandwidth ? bandwidthLine(roof) : computeLine(roof);
}

QString RooflineChart::referenceLabel(const ReferenceLine& line) const
{
    return QStringLiteral("%1 %2").arg(QString::fromStdString(line.label), format().roofValue(roofOf(line)));
}

void RooflineChart::drawReferenceLines(QCPPainter* painter) const
{
    painter->setBrush(Qt::NoBrush);
    for (const ReferenceLine& line : m_data.lines)
        if (const auto drawn = referenceLine(line)) {
            painter->setPen(thinPen(theme().mutedText, theme(), line.provenance));
            painter->drawLine(*drawn);
        }
}

void RooflineChart::placeReferenceLabels(LabelPlacer& placer)
{
    double preferred = 0.7;
    for (const ReferenceLine& line : m_data.lines) {
        const auto drawn = referenceLine(line);
        if (!drawn)
            continue;
        QFont font = theme().font(0.85);
        font.setItalic(true);
        const QString words = referenceLabel(line);
        const QSizeF size = TextPainter::sizeOf(words, font);
        if (const auto box = placer.placeAlong(*drawn, {size.width() + 2.0, size.height() * 0.8},
                                               theme().lineWidth + 1.0, preferred))
            m_labels.push_back({words,
                                box->center,
                                {.font = font,
                                 .color = theme().mutedText,
                                 .anchor = Qt::AlignCenter,
                                 .rotationDegrees = box->degrees,
                                 .halo = theme().plot}});
        preferred = preferred > 0.3 ? preferred - 0.2 : 0.7;
    }
}

std::vector<QPolygonF> RooflineChart::otherRoof(const RooflineSeries& series) const
{
    if (!series.compute || !series.bandwidth)
        return {};
    const FlopsPerSecond high(series.compute->roof.value);
    const BytesPerSecond slope(series.bandwidth->roof.value);
    const FlopsPerByte from(std::min(xAxis->range().lower, m_data.lowIntensity) / 4.0);
    const FlopsPerByte ridge = high / slope;
    const QPolygonF line{pixel(from, from * slope), pixel(ridge, high),
                         pixel(FlopsPerByte(std::max(ridge.value(), xAxis->range().upper) * 4.0), high)};
    return clippedPolyline(line, plot());
}

void RooflineChart::drawOtherRoofs(QCPPainter* painter) const
{
    painter->setBrush(Qt::NoBrush);
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        for (const QPolygonF& part : otherRoof(m_data.series[i])) {
            painter->setPen(thinPen(seriesColor(theme(), i - 1), theme(), m_data.series[i].compute->roof.provenance));
            painter->drawPolyline(part);
        }
}

std::optional<ChartWidget::Readout> RooflineChart::readoutAt(QPointF mouse) const
{
    if (auto own = ownReadoutAt(mouse))
        return own;
    for (std::size_t i = 1; i < m_data.series.size(); ++i)
        if (const ChartPoint* point = otherPointAt(mouse, i);
            point != nullptr && isPredicted(*point)) // of the own slice
            return Readout{pixelOf(*point),
                           QStringList{overlays()[i - 1].plainName()} + describePoint(*point, format())};
        else if (point != nullptr)
            return Readout{pixelOf(*point), QStringList{QString::fromStdString(m_data.series[i].name)}
                                                + describePoint(*point, format())
                                                + unlikeWords(m_data.series[i].unlike)};
    for (const ReferenceLine& line : m_data.lines)
        if (const auto drawn = referenceLine(line); drawn && distanceTo(*drawn, mouse) <= reachOfLines)
            return Readout{mouse, QStringList{tr("%1: %2").arg(roofWord(line.roof), referenceLabel(line))}
                                      + wrapped(QString::fromStdString(line.source))};
    return roofReadoutAt(mouse);
}

/// Of the roof that a press would take.
std::optional<ChartWidget::Readout> RooflineChart::roofReadoutAt(QPointF mouse) const
{
    const auto key = roofAt(mouse);
    if (!key)
        return std::nullopt;
    for (const auto* lines : {&m_data.computes, &m_data.bandwidths})
        for (const RoofLine& line : *lines)
            if (line.roof.id == *key)
                return Readout{mouse, describeRoof(m_data, line, format())};
    return Readout{mouse, describeOverhead(m_data, format())};
}

} // namespace ridgepoint
