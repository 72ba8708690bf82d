// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/regime_map_chart.h"

#include "app/charts/data/beyond_roof.h"
#include "app/charts/data/describe.h"
#include "app/charts/style/texts.h"
#include "app/charts/style/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

/// The factor that people count in nearest to half of the scale, so that no tick reads 1/31.6×.
double roundFactorBelow(double limit)
{
    constexpr std::array factors{1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 300.0, 1000.0};
    const double half = std::log(limit) / 2.0;
    return *std::ranges::min_element(factors, {}, [half](double factor) { return std::abs(std::log(factor) - half); });
}

} // namespace

bool RegimeMapChart::showsDots() const
{
    if (data().cells.empty() || data().measured == data().cells.size() || data().measured == 0)
        return false;
    const double cellWidth = plot().width() / static_cast<double>(data().xs.size());
    const double cellHeight = plot().height() / static_cast<double>(data().ys.size());
    return std::min(cellWidth, cellHeight) >= 5.0;
}

void RegimeMapChart::drawDots(QCPPainter* painter) const
{
    if (!showsDots())
        return;
    painter->setPen(Qt::NoPen);
    painter->setBrush(QColor(255, 255, 255, 120));
    const double radius = theme().lineWidth * 0.55;
    for (std::size_t i = 0; i < data().cells.size(); ++i)
        if (data().cells[i].state == CellState::Measured)
            if (const QRectF rect = cellRect(i); rect.width() > 2.0 && rect.height() > 2.0)
                painter->drawEllipse(rect.center(), radius, radius);
}

QString RegimeMapChart::sliceWords() const
{
    if (isEmpty())
        return {};
    if (slice(data().base) != slice(cursorWorkload()) && !isCurrent()) {
        for (const AxisKind kind : allAxisKinds)
            if (kind != data().xAxis && kind != data().yAxis)
                return tr("%1: %2").arg(axisTitle(kind, data().base), format().whole(coordinate(data().base, kind)));
        return {};
    }
    return m_picture->kinds.interpolated && !m_picture->kinds.measured ? tr("interpolated between measured slices")
                                                                       : QString();
}

QRectF RegimeMapChart::sliceWordsRect() const
{
    const QString words = sliceWords();
    if (words.isEmpty())
        return {};
    const QSizeF size = TextPainter::sizeOf(words, theme().font(1.0, QFont::DemiBold));
    const double em = theme().fontPixels;
    const QRectF left(plot().topLeft() + QPointF(em * 0.6, em * 0.4), size);
    const auto cell = shownCell(selectedWorkload().value_or(cursorWorkload()));
    const double ring = theme().markerSize * 1.5;
    const bool isUnderRing = cell && left.adjusted(-ring, -ring, ring, ring).contains(cellRect(*cell).center());
    return isUnderRing ? QRectF(QPointF(plot().right() - em * 0.6 - size.width(), left.top()), size) : left;
}

void RegimeMapChart::drawSliceWords(QCPPainter* painter) const
{
    if (const QRectF rect = sliceWordsRect(); rect.isValid())
        text().draw(*painter, rect.center(), sliceWords(),
                    {.font = theme().font(1.0, QFont::DemiBold),
                     .color = theme().text,
                     .anchor = Qt::AlignCenter,
                     .halo = theme().plot,
                     .haloWidth = 5.0});
}

QString RegimeMapChart::noDifferenceWords() const
{
    const Workload& base = data().base;
    const bool isMeasurable = m_picture->wish.other && m_picture->wish.other->provenance == Provenance::Measured;
    switch (data().noDifference) {
    case NoDifference::None: break;
    case NoDifference::Operation:
        return (isMeasurable ? tr("The compared device has no times of %1 %2. Choose another operation or precision, "
                                  "or measure it there too.")
                             : tr("The compared device has no times of %1 %2, and its roofs predict none. Choose "
                                  "another operation or precision."))
            .arg(ridgepoint::text(nameOf(base.precision)), ridgepoint::text(nameOf(base.operation)));
    case NoDifference::Chain:
        return tr("The compared device has no times of chains of %1 operations. Measure the same cube on both.")
            .arg(base.chainLength);
    case NoDifference::Slice:
        return tr("These two maps share no measured workload%1. Move the slider, or measure the same cube on both.")
            .arg(sliceOfMap());
    case NoDifference::Reach:
        return tr(
            "These two maps share no measured workload: their axes do not overlap. Measure the same ranges on both.");
    }
    return {};
}

/// " at fusion depth 16"; empty where no slider moves the map through a cube.
QString RegimeMapChart::sliceOfMap() const
{
    const Workload& base = data().base;
    for (const AxisKind kind : allAxisKinds) {
        if (kind == data().xAxis || kind == data().yAxis)
            continue;
        switch (kind) {
        case AxisKind::Depth: return base.chainLength > 1 ? tr(" at fusion depth %1").arg(base.fusionDepth) : QString();
        case AxisKind::Operations:
            return tr(" at %1 %2 per element")
                .arg(format().whole(base.operationsPerElement), ridgepoint::text(nameOf(base.operation)));
        case AxisKind::Size:
            return tr(" at %1 %2").arg(format().count(static_cast<double>(base.elements)), elementWord(base.precision));
        }
    }
    return {};
}

QString RegimeMapChart::colourlessWords() const
{
    if (m_choice.view == MapView::Difference)
        return isEmpty() ? QString() : noDifferenceWords();
    const bool fromSlopes = m_choice.view == MapView::Regime || m_choice.view == MapView::Share;
    const auto tooWide = [](const std::vector<std::int64_t>& values) { // a slope's neighbours lie within three octaves
        return values.size() > 1
            && std::adjacent_find(values.begin(), values.end(), [](std::int64_t low, std::int64_t high) {
                   return high <= low * 8;
               }) == values.end();
    };
    const bool wide = (data().xAxis != AxisKind::Depth && tooWide(data().xs))
                   || (data().yAxis != AxisKind::Depth && tooWide(data().ys));
    if (!fromSlopes || isEmpty() || m_picture->kinds.colored)
        return {};
    if (!wide)
        return snapshot()->provenance != Provenance::Measured
                 ? QString()
                 : tr("No regime can be told yet: that takes the device's roofs, or cells beside each other, and few "
                      "are measured.");
    return tr("Without the device's roofs a regime is told from neighbours at most 8 times apart, and these axes step "
              "wider. Measure the roofs, or with finer steps, or look at the runtime.");
}

/// "10× slower", "as fast", "1.5× faster": which colour means what needs no thought. Of predicted times, which are no
/// other machine's, the factor alone.
QString RegimeMapChart::ratioWords(double ratio) const
{
    if (m_choice.view != MapView::Difference)
        return format().factor(ratio);
    const double factor = std::max(ratio, 1.0 / ratio);
    const bool isWhole = std::abs(factor - std::round(factor)) < 1e-9 * factor;
    const QString words = isWhole ? format().whole(std::llround(factor)) + QChar(0x00D7) : format().factor(factor);
    return factor == 1.0 ? tr("as fast") : ratio > 1.0 ? tr("%1 slower").arg(words) : tr("%1 faster").arg(words);
}

/// "100 %", or "≥ 100 %" where cells lie beyond: a roof was measured too low, or something is counted wrongly.
QString RegimeMapChart::wholeRoofWords() const
{
    const bool beyond = std::any_of(data().cells.begin(), data().cells.end(), [](const MapCell& cell) {
        return cell.shareOfRoof.value_or(0.0) > clearlyBeyondRoof;
    });
    return beyond ? tr("≥ %1").arg(format().percent(1.0)) : format().percent(1.0);
}

/// Says so where cells lie beyond the end of the scale: "≥ 2.0×".
QString RegimeMapChart::endWords(double ratio) const
{
    const bool beyond = std::any_of(data().cells.begin(), data().cells.end(), [&](const MapCell& cell) {
        const double value = m_choice.view == MapView::Difference ? cell.difference : cell.residual.value_or(0.0);
        return value > 0.0 && (ratio > 1.0 ? value > ratio : value < ratio);
    });
    if (!beyond)
        return ratioWords(ratio);
    // A difference is told from 1 on in both directions.
    const bool isAtLeast = ratio > 1.0 || m_choice.view == MapView::Difference;
    return (isAtLeast ? tr("≥ %1") : tr("≤ %1")).arg(ratioWords(ratio));
}

/// "time / predicted time of A100": whose times they are divided by, and where those come from, if they have one
/// origin.
QString RegimeMapChart::differenceTitle() const
{
    if (overlays().empty())
        return tr("time ratio");
    std::set<Provenance> origins;
    for (const MapCell& cell : data().cells)
        if (cell.difference > 0.0)
            origins.insert(cell.differenceProvenance);
    const QString& name = overlays().front().name;
    return origins.size() == 1 ? tr("time / %1 time of %2").arg(ridgepoint::text(nameOf(*origins.begin())), name)
                               : tr("time / time of %1").arg(name);
}

QString RegimeMapChart::scaleTitle() const
{
    switch (m_choice.view) {
    case MapView::Residual: return tr("measured / predicted time");
    case MapView::Difference: return differenceTitle();
    case MapView::Share: return tr("share of %1").arg(regimeLabel(m_choice.share));
    case MapView::Roof: return tr("achieved share of the roof");
    case MapView::Runtime: return tr("runtime");
    case MapView::Regime: break;
    }
    return {};
}

std::vector<std::pair<double, QString>> RegimeMapChart::scaleTicks() const
{
    switch (m_choice.view) {
    case MapView::Residual:
    case MapView::Difference: {
        const double limit = m_picture->colors.limit();
        const double between = roundFactorBelow(limit);
        const double away = 0.5 * std::log(between) / std::log(limit);
        return {{0.0, endWords(1.0 / limit)},
                {0.5 - away, ratioWords(1.0 / between)},
                {0.5, ratioWords(1.0)},
                {0.5 + away, ratioWords(between)},
                {1.0, endWords(limit)}};
    }
    case MapView::Share:
        return {{0.0, format().percent(0.0)}, {0.5, format().percent(0.5)}, {1.0, format().percent(1.0)}};
    case MapView::Roof:
        return {{0.0, format().percent(0.0)},
                {0.25, format().percent(0.25)},
                {0.5, format().percent(0.5)},
                {0.75, format().percent(0.75)},
                {1.0, wholeRoofWords()}};
    case MapView::Runtime: {
        std::vector<std::pair<double, QString>> ticks;
        const int most = std::max(2, static_cast<int>(plot().height() / (theme().fontPixels * 2.4)));
        for (const Tick& tick :
             powerOfTenTicks(m_picture->colors.lowSeconds(), m_picture->colors.highSeconds(), most, 1.0, format()))
            ticks.emplace_back(std::log(tick.value / m_picture->colors.lowSeconds())
                                   / std::log(m_picture->colors.highSeconds() / m_picture->colors.lowSeconds()),
                               format().shortTime(Seconds(tick.value)));
        return ticks;
    }
    case MapView::Regime: break;
    }
    return {};
}

/// Room for the bar, the widest word beside it and the title, which stands upright at the edge.
double RegimeMapChart::scaleWidth() const
{
    const double em = theme().fontPixels;
    double widest = em * 2.8;
    if (m_choice.view == MapView::Difference && m_picture) // other scales have known ends
        for (const auto& [fraction, words] : scaleTicks())
            widest = std::max(widest, TextPainter::sizeOf(words, theme().font(0.88)).width());
    return em * 3.4 + widest;
}

void RegimeMapChart::drawScale(QCPPainter* painter) const
{
    const MapColors& colors = m_picture->colors;
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
        const double y = std::clamp(bar.bottom() - bar.height() * fraction, bar.top() + em * 0.35,
                                    bar.bottom() - em * 0.35);
        text().draw(*painter, {bar.right() + em * 0.4, y}, words, {.font = font, .color = theme().mutedText});
    }
    text().draw(*painter, {viewport().right() - em * 0.65, bar.center().y()},
                TextPainter::fitted(scaleTitle(), font, bar.height()),
                {.font = font, .color = theme().mutedText, .anchor = Qt::AlignCenter, .rotationDegrees = -90.0});
}

} // namespace ridgepoint
