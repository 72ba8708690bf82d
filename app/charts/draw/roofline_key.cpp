// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/roofline_key.h"

#include "app/charts/draw/markers.h"
#include "app/charts/draw/pin_layout.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <set>

namespace ridgepoint {
namespace {

// In multiples of the type's size.
constexpr double roomOfSign = 2.3;
constexpr double betweenSigns = 1.4;
constexpr double heightOfSigns = 1.5;

using Sign = RooflineKey::Sign;

QString wordsOfSign(Sign sign)
{
    switch (sign) {
    case Sign::Compute: return regimeLabel(Regime::Compute);
    case Sign::Memory: return regimeLabel(Regime::Memory);
    case Sign::Overhead: return regimeLabel(Regime::Overhead);
    case Sign::Unknown: return tr("limit not known");
    case Sign::Hollow: return tr("not measured");
    case Sign::Interval: return tr("interval");
    case Sign::Predicted: return tr("predicted");
    case Sign::OtherRoof: return tr("other level or precision");
    case Sign::Pin: return tr("pinned");
    }
    return {};
}

/// The sign of a measured point's shape.
Sign shapeOf(const ChartPoint& point)
{
    if (!point.regime)
        return Sign::Unknown;
    switch (*point.regime) {
    case Regime::Memory: return Sign::Memory;
    case Regime::Overhead: return Sign::Overhead;
    default: return Sign::Compute;
    }
}

} // namespace

RooflineKey::RooflineKey(const RooflineData& data, bool hasPins, const QRectF& chart, const ChartStyle& style)
    : ChartPart(style), m_chart(chart)
{
    const std::vector<ChartPoint> points = pointsOf(data.series);
    std::set<Sign> found; // in the order of the enumeration
    for (const ChartPoint& point : points) {
        if (isPredicted(point))
            continue;
        found.insert(shapeOf(point));
        if (point.interpolated() || point.provenance != Provenance::Measured)
            found.insert(Sign::Hollow);
        else if (point.low < point.high && points.size() <= mostErrorBars)
            found.insert(Sign::Interval);
    }
    for (const RooflineSeries& series : data.series)
        if (!series.predicted.empty())
            found.insert(Sign::Predicted);
    for (const std::vector<RoofLine>* roofs : {&data.bandwidths, &data.computes})
        if (std::ranges::any_of(*roofs, [](const RoofLine& line) {
                return !line.active && line.roof.id != "bandwidth.dram"; // which is drawn as the active ones are
            }))
            found.insert(Sign::OtherRoof);
    if (hasPins)
        found.insert(Sign::Pin);
    m_signs.assign(found.begin(), found.end());
}

double RooflineKey::widthOf(Sign sign) const
{
    return theme().fontPixels * roomOfSign + TextPainter::sizeOf(wordsOfSign(sign), theme().font(0.88)).width();
}

std::vector<RooflineKey::Placed> RooflineKey::placed() const
{
    const double em = theme().fontPixels;
    std::vector<Placed> all;
    QPointF at(em * 0.6, 0.0);
    for (const Sign sign : m_signs) {
        const double width = widthOf(sign);
        if (at.x() + width > m_chart.width() - em * 0.6 && !all.empty())
            at = QPointF(em * 0.6, at.y() + em * heightOfSigns);
        all.push_back({sign, at});
        at.rx() += width + em * betweenSigns;
    }
    return all;
}

double RooflineKey::height() const
{
    const std::vector<Placed> all = placed();
    return all.empty() ? 0.0 : all.back().at.y() + theme().fontPixels * (heightOfSigns + 0.2);
}

void RooflineKey::draw(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const QPointF corner(m_chart.left(), m_chart.bottom() - height() + em * heightOfSigns * 0.5);
    for (const Placed& each : placed()) {
        const QPointF left = corner + each.at;
        drawSign(painter, each.sign, left + QPointF(em * 0.95, 0.0));
        text().draw(
            *painter, left + QPointF(em * roomOfSign, 0.0), wordsOfSign(each.sign),
            {.font = theme().font(0.88), .color = theme().mutedText, .anchor = Qt::AlignLeft | Qt::AlignVCenter});
    }
}

void RooflineKey::drawSign(QCPPainter* painter, Sign sign, QPointF center) const
{
    const double em = theme().fontPixels;
    const MarkerStyle marker{.size = std::min(theme().markerSize, em * 0.8)};
    const QLineF line(center - QPointF(em * 0.95, 0.0), center + QPointF(em * 0.95, 0.0));
    ChartPoint point;
    switch (sign) {
    case Sign::Compute: point.regime = Regime::Compute; break;
    case Sign::Memory: point.regime = Regime::Memory; break;
    case Sign::Overhead: point.regime = Regime::Overhead; break;
    case Sign::Unknown: break;
    case Sign::Hollow:
        point.regime = Regime::Memory;
        drawMarker(*painter, center, point, theme(), {.size = marker.size, .filled = false});
        return;
    case Sign::Interval:
        painter->setPen(QPen(theme().markerOutline, theme().thinWidth()));
        painter->drawLine(QLineF(center - QPointF(0.0, em * 0.6), center + QPointF(0.0, em * 0.6)));
        return;
    case Sign::Predicted:
        painter->setPen(thinPen(theme().text, theme(), Provenance::Datasheet));
        painter->drawLine(line);
        return;
    case Sign::OtherRoof:
        painter->setPen(QPen(theme().mutedText, theme().lineWidth * 0.6, Qt::DashLine, Qt::FlatCap));
        painter->drawLine(line);
        return;
    case Sign::Pin:
        drawPins(*painter,
                 {.radius = pinRadius(theme()),
                  .letters = {{.name = QStringLiteral("A"), .point = center, .at = center}},
                  .words = std::nullopt},
                 false, style());
        return;
    }
    drawMarker(*painter, center, point, theme(), marker);
}

QString RooflineKey::allWords()
{
    return tr("Circle: compute-bound; square: memory-bandwidth-bound; triangle: overhead-bound; diamond: limit not "
              "known. Hollow points are not measured, bars are intervals. Thin dashes are predicted, grey dashed roofs "
              "those of another level or precision. A star is your own kernel, a letter a pin.");
}

} // namespace ridgepoint
