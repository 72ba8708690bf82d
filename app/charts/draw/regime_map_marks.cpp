// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/regime_map_chart.h"

#include "app/charts/style/clip.h"
#include "app/charts/style/ticks.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

const QColor casing(0x2B, 0x2F, 0x3A);

} // namespace

void RegimeMapChart::drawBorders(QCPPainter* painter) const
{
    std::vector<QPolygonF> parts;
    for (const std::vector<MapPoint>& border : m_data.borders) {
        QPolygonF points;
        for (const MapPoint& point : border)
            points << pixel(point);
        for (QPolygonF& part : clippedPolyline(points, plot()))
            parts.push_back(std::move(part));
    }
    const double width = theme().lineWidth;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(casing, width * 2.1, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    for (const QPolygonF& part : parts)
        painter->drawPolyline(part);
    QPen dashes(Qt::white, width * 0.95, Qt::CustomDashLine, Qt::FlatCap, Qt::RoundJoin);
    dashes.setDashPattern({4.0, 2.4});
    painter->setPen(dashes);
    for (const QPolygonF& part : parts)
        painter->drawPolyline(part);
}

void RegimeMapChart::drawRegionLabels(QCPPainter* painter) const
{
    LabelPlacer placer(plot());
    for (const std::vector<MapPoint>& border : m_data.borders)
        for (std::size_t i = 0; i + 1 < border.size(); ++i)
            placer.avoid(QLineF(pixel(border[i]), pixel(border[i + 1])));
    if (const auto cell = shownCell(selectedWorkload().value_or(cursorWorkload()))) {
        const double ring = theme().markerSize * 2.8;
        placer.block(QRectF(cellRect(*cell).center() - QPointF(ring / 2, ring / 2), QSizeF(ring, ring)));
    }
    const QFont font = theme().font(1.1, QFont::DemiBold);
    for (const RegionLabel& label : m_data.labels) {
        const QString words = regimeLabel(label.regime);
        const QSizeF size = TextPainter::sizeOf(words, font) + QSizeF(6.0, 2.0);
        const QPointF at = pixel(label.place);
        std::vector<OrientedBox> candidates;
        // Close to the best place; farther away the label might stand in another region.
        for (const double reach : {0.0, 0.6, 1.2})
            for (const QPointF side : {QPointF(0, 1), QPointF(0, -1), QPointF(1, 0), QPointF(-1, 0)})
                candidates.push_back({at + QPointF(side.x() * reach * size.width() * 0.6, side.y() * reach * size.height()), size.width(), size.height(), 0.0});
        const bool roomy = label.clearance * std::min(plot().width(), plot().height() * 1.3) > size.height() * 0.35;
        if (const auto box = roomy ? placer.place(candidates) : std::nullopt)
            text().draw(*painter, box->center, words, {.font = font, .color = Qt::white, .anchor = Qt::AlignCenter, .halo = casing, .haloWidth = theme().fontPixels * 0.22});
    }
}

bool RegimeMapChart::showsDots() const
{
    if (m_data.cells.empty() || m_data.measured == m_data.cells.size() || m_data.measured == 0)
        return false;
    const double cellWidth = plot().width() / static_cast<double>(m_data.xs.size());
    const double cellHeight = plot().height() / static_cast<double>(m_data.ys.size());
    return std::min(cellWidth, cellHeight) >= 5.0;
}

void RegimeMapChart::drawDots(QCPPainter* painter) const
{
    if (!showsDots())
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(QColor(255, 255, 255, 120));
    const double radius = theme().lineWidth * 0.55;
    for (std::size_t i = 0; i < m_data.cells.size(); ++i)
        if (m_data.cells[i].state == CellState::Measured)
            if (const QRectF rect = cellRect(i); rect.width() > 2.0 && rect.height() > 2.0)
                painter->drawEllipse(rect.center(), radius, radius);
}

/// "0.5×", "1×", "1/1000×": far from one, a fraction is read more easily than zeros.
QString RegimeMapChart::ratioWords(double ratio) const
{
    if (ratio < 0.1)
        return QStringLiteral("1/%1").arg(format().factor(1.0 / ratio));
    return format().factor(ratio);
}

QString RegimeMapChart::scaleTitle() const
{
    switch (m_view) {
    case MapView::Residual: return tr("measured / predicted time");
    case MapView::Difference: return overlays().empty() ? tr("time ratio") : tr("time / time of %1").arg(overlays().front().name);
    case MapView::Share: return tr("share of %1").arg(regimeLabel(m_shareRegime));
    case MapView::Runtime: return tr("runtime");
    case MapView::Regime: break;
    }
    return {};
}

std::vector<std::pair<double, QString>> RegimeMapChart::scaleTicks() const
{
    switch (m_view) {
    case MapView::Residual:
    case MapView::Difference:
        return {{0.0, ratioWords(1.0 / m_limit)}, {0.25, ratioWords(1.0 / std::sqrt(m_limit))}, {0.5, ratioWords(1.0)},
                {0.75, ratioWords(std::sqrt(m_limit))}, {1.0, ratioWords(m_limit)}};
    case MapView::Share: return {{0.0, format().percent(0.0)}, {0.5, format().percent(0.5)}, {1.0, format().percent(1.0)}};
    case MapView::Runtime: {
        std::vector<std::pair<double, QString>> ticks;
        const int most = std::max(2, static_cast<int>(plot().height() / (theme().fontPixels * 2.4)));
        for (const Tick& tick : powerOfTenTicks(m_lowSeconds, m_highSeconds, most, 1.0, format()))
            ticks.emplace_back(std::log(tick.value / m_lowSeconds) / std::log(m_highSeconds / m_lowSeconds), format().shortTime(Seconds(tick.value)));
        return ticks;
    }
    case MapView::Regime: break;
    }
    return {};
}

void RegimeMapChart::drawScale(QCPPainter* painter) const
{
    const MapColors colors(theme(), m_view, m_shareRegime, m_data);
    const double em = theme().fontPixels;
    const QRectF bar(plot().right() + em * 0.9, plot().top(), em * 0.85, plot().height());
    constexpr int steps = 128;
    QImage image(1, steps, QImage::Format_RGB32);
    for (int i = 0; i < steps; ++i)
        image.setPixel(0, i, colors.scaleColor(1.0 - (i + 0.5) / steps).rgb());
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter->drawImage(bar, image);
    painter->setPen(QPen(theme().cardBorder, 1.0));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(bar);
    const QFont font = theme().font(0.88);
    for (const auto& [fraction, words] : scaleTicks()) {
        const double y = std::clamp(bar.bottom() - bar.height() * fraction, bar.top() + em * 0.35, bar.bottom() - em * 0.35);
        text().draw(*painter, {bar.right() + em * 0.4, y}, words, {.font = font, .color = theme().mutedText});
    }
    text().draw(*painter, {viewport().right() - em * 0.65, bar.center().y()}, TextPainter::fitted(scaleTitle(), font, bar.height()),
                {.font = font, .color = theme().mutedText, .anchor = Qt::AlignCenter, .rotationDegrees = -90.0});
}

void RegimeMapChart::drawKey(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const QFont font = theme().font(0.88);
    const bool hatched = std::any_of(m_data.cells.begin(), m_data.cells.end(), [](const MapCell& cell) { return cell.marked; });
    enum class Sign { Dashes, Hatching, Dot };
    std::vector<std::pair<Sign, QString>> entries{{Sign::Dashes, tr("predicted border")}};
    if (hatched)
        entries.emplace_back(Sign::Hatching, tr("under-filled or cache transition"));
    if (showsDots())
        entries.emplace_back(Sign::Dot, tr("measured"));
    const double sign = em * 1.9;
    const double between = em * 1.6;
    double width = -between;
    for (const auto& [kind, words] : entries)
        width += sign + em * 0.4 + TextPainter::sizeOf(words, font).width() + between;
    double x = std::max(em * 0.5, plot().center().x() - width / 2.0);
    const double y = viewport().bottom() - em * 0.95;
    for (const auto& [kind, words] : entries) {
        const QRectF box(x, y - em * 0.4, sign, em * 0.8);
        if (kind == Sign::Dashes) {
            painter->setPen(QPen(casing, theme().lineWidth * 2.1, Qt::SolidLine, Qt::FlatCap));
            painter->drawLine(QLineF(box.left(), y, box.right(), y));
            QPen dashes(Qt::white, theme().lineWidth * 0.95, Qt::CustomDashLine, Qt::FlatCap);
            dashes.setDashPattern({4.0, 2.4});
            painter->setPen(dashes);
            painter->drawLine(QLineF(box.left(), y, box.right(), y));
        } else if (kind == Sign::Hatching) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme().track);
            painter->drawRect(box);
            painter->setPen(QPen(theme().mutedText, 1.0));
            for (double at = box.left() - box.height(); at < box.right(); at += em * 0.4)
                if (const auto line = clipped(QLineF(at, box.bottom(), at + box.height(), box.top()), box))
                    painter->drawLine(*line);
        } else {
            painter->setPen(QPen(theme().mutedText, 1.0));
            painter->setBrush(theme().card);
            painter->drawEllipse(QPointF(box.right() - em * 0.4, y), em * 0.2, em * 0.2);
        }
        text().draw(*painter, {box.right() + em * 0.4, y}, words, {.font = font, .color = theme().mutedText});
        x = box.right() + em * 0.4 + TextPainter::sizeOf(words, font).width() + between;
    }
}

} // namespace ridgepoint
