// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/sign_key.h"

#include "app/charts/draw/chart_marks.h"
#include "app/charts/draw/markers.h"
#include "app/charts/draw/pin_layout.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

// In multiples of the type's size.
constexpr double roomOfSign = 2.3;
constexpr double betweenSigns = 1.4;
constexpr double heightOfSigns = 1.5;

using Sign = SignKey::Sign;

QString wordsOfSign(Sign sign)
{
    switch (sign) {
    case Sign::Compute: return regimeLabel(Regime::Compute);
    case Sign::Memory: return regimeLabel(Regime::Memory);
    case Sign::Overhead: return regimeLabel(Regime::Overhead);
    case Sign::Unknown: return tr("limit not known");
    case Sign::Hollow: return tr("not measured");
    case Sign::Interval: return tr("interval");
    case Sign::Predicted:
    case Sign::Model: return tr("predicted");
    case Sign::Border: return tr("predicted border");
    case Sign::OtherRoof: return tr("other level or precision");
    case Sign::Pin: return tr("pinned");
    case Sign::Yours: return tr("your curve");
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

bool isHollow(const ChartPoint& point) { return point.interpolated() || point.provenance != Provenance::Measured; }

/// The signs of samples: their shapes, and what is not measured of them.
std::set<Sign> signsOfSamples(const std::vector<ChartPoint>& points)
{
    std::set<Sign> found;
    for (const ChartPoint& point : points) {
        if (isPredicted(point))
            continue;
        found.insert(shapeOf(point));
        if (isHollow(point))
            found.insert(Sign::Hollow);
    }
    return found;
}

} // namespace

std::vector<SignKey::Sign> SignKey::signsOf(const RooflineData& data)
{
    const std::vector<ChartPoint> points = pointsOf(data.series);
    std::set<Sign> found = signsOfSamples(points); // in the order of the enumeration
    if (points.size() <= mostErrorBars && std::ranges::any_of(points, [](const ChartPoint& point) {
            return !isHollow(point) && point.low < point.high;
        }))
        found.insert(Sign::Interval);
    for (const RooflineSeries& series : data.series)
        if (!series.predicted.empty())
            found.insert(Sign::Predicted);
    for (const std::vector<RoofLine>* roofs : {&data.bandwidths, &data.computes})
        if (std::ranges::any_of(*roofs, [](const RoofLine& line) {
                return !line.active && line.roof.id != "bandwidth.dram"; // which is drawn as the active ones are
            }))
            found.insert(Sign::OtherRoof);
    return {found.begin(), found.end()};
}

SignKey::SignKey(const RooflineData& data, bool hasPins, const QRectF& chart, const ChartStyle& style)
    : ChartPart(style), m_chart(chart), m_signs(signsOf(data))
{
    if (hasPins)
        m_signs.push_back(Sign::Pin);
}

std::vector<SignKey::Sign> SignKey::signsOf(const CurvesData& data)
{
    std::set<Sign> found = signsOfSamples(pointsOf(data.series));
    if (!data.predicted.empty())
        found.insert(Sign::Model);
    else if (std::ranges::any_of(data.series, [](const CurvesSeries& series) { return !series.predicted.empty(); }))
        found.insert(Sign::Predicted);
    if (!data.borders.empty())
        found.insert(Sign::Border);
    return {found.begin(), found.end()};
}

SignKey::SignKey(const CurvesData& data, bool hasCurve, const QRectF& chart, const ChartStyle& style)
    : ChartPart(style), m_chart(chart), m_signs(signsOf(data))
{
    if (hasCurve)
        m_signs.push_back(Sign::Yours);
}

QString SignKey::wordsOf(Sign sign) const
{
    const bool isBesideYours = std::ranges::find(m_signs, Sign::Yours) != m_signs.end(); // which is predicted as well
    return isBesideYours && sign == Sign::Model ? tr("by the roofs") : wordsOfSign(sign);
}

double SignKey::widthOf(Sign sign) const
{
    return theme().fontPixels * roomOfSign + TextPainter::sizeOf(wordsOf(sign), theme().font(0.88)).width();
}

std::vector<SignKey::Placed> SignKey::placed() const
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

double SignKey::height() const
{
    const std::vector<Placed> all = placed();
    return all.empty() ? 0.0 : all.back().at.y() + theme().fontPixels * (heightOfSigns + 0.2);
}

void SignKey::draw(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    // In the middle of a row of pixels, where a thin line is not grey. Drawn by QPainter::drawLines, because
    // QCPPainter::drawLine rounds on the screen and not in a file.
    const QPointF corner(m_chart.left(), std::floor(m_chart.bottom() - height() + em * heightOfSigns * 0.5) + 0.5);
    for (const Placed& each : placed()) {
        const QPointF left = corner + each.at;
        drawSign(painter, each.sign, left + QPointF(em * 0.95, 0.0));
        text().draw(
            *painter, left + QPointF(em * roomOfSign, 0.0), wordsOf(each.sign),
            {.font = theme().font(0.88), .color = theme().mutedText, .anchor = Qt::AlignLeft | Qt::AlignVCenter});
    }
}

void SignKey::drawSign(QCPPainter* painter, Sign sign, QPointF center) const
{
    const double em = theme().fontPixels;
    const MarkerStyle marker{.size = std::min(theme().markerSize, em * 0.8)};
    const QLineF line(center - QPointF(em * 0.95, 0.0), center + QPointF(em * 0.95, 0.0));
    const QLineF upright(center - QPointF(0.0, em * 0.6), center + QPointF(0.0, em * 0.6));
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
        painter->drawLines(&upright, 1);
        return;
    case Sign::Predicted:
        painter->setPen(thinPen(theme().text, theme(), Provenance::Datasheet));
        painter->drawLines(&line, 1);
        return;
    case Sign::Model:
        painter->setPen(modelPen(theme()));
        painter->drawLines(&line, 1);
        return;
    case Sign::Border:
        painter->setPen(modelBorderPen(theme()));
        painter->drawLines(&upright, 1);
        return;
    case Sign::OtherRoof:
        painter->setPen(QPen(theme().mutedText, theme().lineWidth * 0.6, Qt::DashLine, Qt::FlatCap));
        painter->drawLines(&line, 1);
        return;
    case Sign::Yours:
        painter->setPen(guessPen(theme()));
        painter->drawLines(&line, 1);
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

QPen modelPen(const Theme& theme)
{
    return {theme.mutedText, theme.thinWidth(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin};
}

QPen modelBorderPen(const Theme& theme)
{
    QPen pen(theme.mutedText, theme.thinWidth(), Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3.0, 2.6});
    return pen;
}

QString SignKey::allWords()
{
    return tr("Circle: compute-bound; square: memory-bandwidth-bound; triangle: overhead-bound; diamond: limit not "
              "known. Hollow points are not measured, bars are intervals. Thin dashes are predicted, grey dashed roofs "
              "those of another level or precision. A star is your own kernel, a letter a pin.");
}

} // namespace ridgepoint
