// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/map_legend.h"

#include "app/charts/draw/map_lines.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/texts.h"
#include "app/charts/style/ticks.h"
#include "core/analysis/outrun.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

// In multiples of the type's size.
constexpr double wideMap = 46.0;
constexpr double leastWidth = 27.0;
constexpr double leastHeight = 25.0;
constexpr double leastHeightBeside = 17.0;
constexpr double sideMargin = 10.0;
constexpr double footMargin = 7.1;
constexpr double signWidth = 1.9;
constexpr double rowHeight = 1.5;
constexpr std::size_t mostRowsUnder = 4; ///< under the map

/// The factor that people count in nearest to half of the scale, so that no tick reads 1/31.6×.
double roundFactorBelow(double limit)
{
    constexpr std::array factors{1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0, 100.0, 300.0, 1000.0};
    const double half = std::log(limit) / 2.0;
    return *std::ranges::min_element(factors, {}, [half](double factor) { return std::abs(std::log(factor) - half); });
}

} // namespace

QImage TernaryKey::image(double scale) const
{
    const int width = std::max(1, static_cast<int>(std::lround(m_triangle.width() * scale)));
    const int height = std::max(1, static_cast<int>(std::lround(m_triangle.height() * scale)));
    const std::array corners{toOklab(m_theme.compute), toOklab(m_theme.memory), toOklab(m_theme.overhead)};
    QImage image(width, height, QImage::Format_ARGB32_Premultiplied);
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < width; ++x) {
            TernaryWeights weights = weightsAtTernary({(x + 0.5) / width, (y + 0.5) / height});
            // A weight of 1 is as far from its side as the triangle is high: the rim's pixels are covered in part.
            const double inside = *std::min_element(weights.begin(), weights.end()) * height;
            for (double& weight : weights)
                weight = std::max(weight, 0.0);
            const QRgb color = toRgb(blend(corners, weights));
            const int alpha = static_cast<int>(255.0 * std::clamp(inside + 0.5, 0.0, 1.0));
            line[x] = qPremultiply(qRgba(qRed(color), qGreen(color), qBlue(color), alpha));
        }
    }
    return image;
}

void TernaryKey::draw(QPainter& painter, const TextPainter& text, double imageScale) const
{
    painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
    painter.drawImage(m_triangle, image(imageScale));
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QPolygonF outline{QPointF(m_triangle.center().x(), m_triangle.top()), m_triangle.bottomLeft(),
                            m_triangle.bottomRight()};
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.mutedText, m_theme.thinWidth(), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    painter.drawPolygon(outline);
    drawNames(painter, text);
}

void TernaryKey::drawNames(QPainter& painter, const TextPainter& text) const
{
    constexpr double offCorner = 0.92; // a mark in the corner does not touch the name's letters
    const double em = m_theme.fontPixels;
    const auto name = [&](Regime regime, QPointF at, Qt::Alignment anchor) {
        text.draw(painter, at, regimeLabel(regime),
                  {.font = m_theme.font(0.88), .color = m_theme.mutedText, .anchor = anchor});
    };
    name(Regime::Compute, {m_triangle.center().x(), m_triangle.top() - em * offCorner}, Qt::AlignCenter);
    if (m_words == Words::Beside) {
        name(Regime::Memory, {m_triangle.left() - em * 0.7, m_triangle.bottom() - em * 0.35},
             Qt::AlignRight | Qt::AlignVCenter);
        name(Regime::Overhead, {m_triangle.right() + em * 0.7, m_triangle.bottom() - em * 0.35},
             Qt::AlignLeft | Qt::AlignVCenter);
        return;
    }
    name(Regime::Memory, {m_triangle.left() - em * 0.7, m_triangle.bottom() + em * offCorner},
         Qt::AlignLeft | Qt::AlignVCenter);
    name(Regime::Overhead, {m_triangle.right() + em * 0.7, m_triangle.bottom() + em * offCorner},
         Qt::AlignRight | Qt::AlignVCenter);
}

std::optional<QPointF> TernaryKey::place(const Shares& shares) const
{
    const auto weights = ternaryWeights(shares);
    if (!weights)
        return std::nullopt;
    const QPointF unit = ternaryPlace(*weights);
    return m_triangle.topLeft() + QPointF(unit.x() * m_triangle.width(), unit.y() * m_triangle.height());
}

void TernaryKey::mark(QPainter& painter, const Shares& shares, Mark kind) const
{
    const auto at = place(shares);
    if (!at)
        return;
    const double radius = m_theme.fontPixels * 0.36;
    const double width = std::max(1.6, m_theme.lineWidth * 0.9);
    const bool selected = kind == Mark::Selected;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(selected ? QColor(Qt::white) : QColor(20, 24, 32), width + 2.4));
    painter.drawEllipse(*at, radius, radius);
    painter.setPen(QPen(selected ? QColor(0x1B, 0x45, 0xA8) : QColor(Qt::white), width));
    painter.drawEllipse(*at, radius, radius);
}

MapLegend::Place MapLegend::place() const
{
    if (view() != MapView::Regime || data().cells.empty())
        return Place::None;
    const double width = viewport().width() / static_cast<double>(theme().fontPixels);
    const double height = viewport().height() / static_cast<double>(theme().fontPixels);
    if (width >= wideMap && height >= leastHeightBeside)
        return Place::Beside;
    return width >= leastWidth && height >= leastHeight ? Place::Below : Place::None;
}

bool MapLegend::hasKeyRow() const
{
    return place() == Place::None ? !otherModel().isEmpty()
                                  : place() == Place::Beside && viewport().height() >= theme().fontPixels * 26;
}

double MapLegend::width() const { return place() == Place::Beside ? theme().fontPixels * sideMargin : 0.0; }

double MapLegend::height() const
{
    if (place() == Place::Below)
        return theme().fontPixels * footMargin;
    return hasKeyRow() ? theme().fontPixels * 1.7 : 0.0;
}

std::optional<TernaryKey> MapLegend::triangle() const
{
    const double em = theme().fontPixels;
    if (place() == Place::None)
        return std::nullopt;
    if (place() == Place::Beside) {
        const double side = em * 6.6;
        return TernaryKey(theme(),
                          QRectF(plot().right() + em * 1.9, plot().top() + em * 1.5, side, side * TernaryKey::aspect),
                          TernaryKey::Words::Under);
    }
    const double side = em * 5.3;
    const double left = em * 1.2 + TextPainter::sizeOf(regimeLabel(Regime::Memory), theme().font(0.88)).width();
    return TernaryKey(theme(),
                      QRectF(left, viewport().bottom() - em * (footMargin - 1.6), side, side * TernaryKey::aspect),
                      TernaryKey::Words::Beside);
}

std::vector<MapLegend::KeyEntry> MapLegend::keyEntries() const
{
    std::vector<KeyEntry> entries;
    if (!data().borders.empty() && place() != Place::None)
        entries.push_back({KeySign::Dashes, data().whatIf.empty() ? tr("predicted border") : tr("border: what if")});
    if (const QString other = otherModel(); !other.isEmpty())
        entries.push_back(otherEntry(other));
    if (!scene().hasResults || place() == Place::None)
        return entries;
    if (const QString hatched = hatchingWords(picture().kinds); !hatched.isEmpty())
        entries.push_back({KeySign::Hatching, hatched});
    entries.push_back({KeySign::Fading, tr("paler: less sure")});
    if (showsDots(data(), plot()))
        entries.push_back({KeySign::Dot, tr("measured")});
    return entries;
}

MapLegend::KeyEntry MapLegend::otherEntry(const QString& model) const
{
    QStringList about;
    if (scene().otherProvenance != Provenance::Measured)
        about << ridgepoint::text(nameOf(scene().otherProvenance));
    if (data().otherMode != data().base.launchMode)
        about << ridgepoint::text(nameOf(data().otherMode));
    const QString words = tr("dotted: border on %1").arg(model);
    const QString brief = (QStringList{model} + about).join(QStringLiteral(", "));
    return {KeySign::Dots,
            about.isEmpty() ? words : tr("%1 (%2)").arg(words, about.join(QStringLiteral(", "))),
            {tr("border on %1").arg(brief), brief}};
}

void MapLegend::draw(QCPPainter* painter, double imageScale) const
{
    if (const auto key = triangle())
        key->draw(*painter, text(), imageScale);
    if (place() == Place::Below)
        drawKeyColumn(painter);
    else if (hasKeyRow())
        drawKeyRow(painter);
}

void MapLegend::drawKeyRow(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const double between = em * 1.6;
    const double most = viewport().width() - em;
    const auto widthOf = [&](const KeyEntry& entry) {
        const double words = TextPainter::sizeOf(entry.words, theme().font(0.88)).width();
        return std::min(em * (signWidth + 0.4) + words + 1.0, most);
    };
    double width = -between;
    std::vector<KeyEntry> entries;
    for (KeyEntry& entry : keyEntries())
        if (width + between + widthOf(entry) <= most) {
            width += between + widthOf(entry);
            entries.push_back(std::move(entry));
        }
    double x = std::clamp(plot().center().x() - width / 2.0, em * 0.5,
                          std::max(em * 0.5, viewport().width() - width - em * 0.5));
    for (const KeyEntry& entry : entries) {
        drawKeyEntry(painter, {x, viewport().bottom() - em * 0.95}, entry, widthOf(entry) - em * (signWidth + 0.4));
        x += widthOf(entry) + between;
    }
}

void MapLegend::drawKeyColumn(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const double overhead = TextPainter::sizeOf(regimeLabel(Regime::Overhead), theme().font(0.88)).width();
    const double memory = TextPainter::sizeOf(regimeLabel(Regime::Memory), theme().font(0.88)).width();
    const double x = em * (1.2 + 5.3 + 0.7 + 1.2) + memory + overhead;
    std::vector<KeyEntry> entries = keyEntries();
    // What the dots are is told by every read-out; a border of another device by nothing else.
    if (entries.size() > mostRowsUnder)
        entries.resize(mostRowsUnder);
    const double height = rowHeight * (static_cast<double>(entries.size()) - 1.0);
    double y = viewport().bottom() - em * (footMargin / 2.0 - 0.25 + height / 2.0);
    for (const KeyEntry& entry : entries) {
        drawKeyEntry(painter, {x, y}, entry, viewport().right() - x - em * (signWidth + 0.9));
        y += em * rowHeight;
    }
}

void MapLegend::drawKeyEntry(QCPPainter* painter, QPointF leftMiddle, const KeyEntry& entry, double room) const
{
    const double em = theme().fontPixels;
    const double y = leftMiddle.y();
    const QFont font = theme().font(0.88);
    const QRectF box(leftMiddle.x(), y - em * 0.4, em * signWidth, em * 0.8);
    switch (entry.sign) {
    case KeySign::Dashes:
    case KeySign::Dots:
        for (const bool dashes : {false, true}) {
            painter->setPen(borderPen(
                theme(), dashes,
                entry.sign == KeySign::Dots ? std::optional(seriesColor(theme(), scene().otherPlace)) : std::nullopt));
            painter->drawLine(QLineF(box.left(), y, box.right(), y));
        }
        break;
    case KeySign::Hatching:
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme().track);
        painter->drawRect(box);
        painter->setPen(QPen(theme().mutedText, theme().thinWidth()));
        for (double at = box.left() - box.height(); at < box.right();
             at += std::max(em * 0.4, 2.5 * theme().thinWidth()))
            if (const auto line = clipped(QLineF(at, box.bottom(), at + box.height(), box.top()), box))
                painter->drawLine(*line);
        break;
    case KeySign::Fading: {
        constexpr int steps = 5;
        painter->setPen(Qt::NoPen);
        for (int i = 0; i < steps; ++i) {
            const double step = box.width() / steps;
            painter->setBrush(mix(theme().memory, MapColors::pale(theme()), MapColors::mostFading * i / (steps - 1)));
            painter->drawRect(QRectF(box.left() + i * step, box.top(), step, box.height()));
        }
        break;
    }
    case KeySign::Dot:
        painter->setPen(QPen(theme().mutedText, 1.0));
        painter->setBrush(theme().card);
        painter->drawEllipse(QPointF(box.right() - em * 0.4, y), em * 0.2, em * 0.2);
        break;
    }
    QString words = entry.words;
    for (const QString& shorter : entry.shorter)
        if (TextPainter::sizeOf(words, font).width() > room)
            words = shorter;
    text().draw(*painter, {box.right() + em * 0.4, y}, TextPainter::fitted(words, font, room),
                {.font = font, .color = theme().mutedText});
}

/// "10× slower", "as fast", "1.5× faster": which colour means what needs no thought. Of predicted times, which are no
/// other machine's, the factor alone.
QString MapScale::ratioWords(double ratio) const
{
    if (view() != MapView::Difference)
        return format().factor(ratio);
    const double factor = std::max(ratio, 1.0 / ratio);
    const bool isWhole = std::abs(factor - std::round(factor)) < 1e-9 * factor;
    const QString words = isWhole ? format().whole(std::llround(factor)) + QChar(0x00D7) : format().factor(factor);
    return factor == 1.0 ? tr("as fast") : ratio > 1.0 ? tr("%1 slower").arg(words) : tr("%1 faster").arg(words);
}

/// "100 %", or "≥ 100 %" where cells lie beyond: a roof was measured too low, or something is counted wrongly.
QString MapScale::wholeRoofWords() const
{
    const bool beyond = std::any_of(data().cells.begin(), data().cells.end(), [](const MapCell& cell) {
        return cell.shareOfRoof.value_or(0.0) > clearlyBeyondRoof;
    });
    return beyond ? tr("≥ %1").arg(format().percent(1.0)) : format().percent(1.0);
}

/// Says so where cells lie beyond the end of the scale: "≥ 2.0×".
QString MapScale::endWords(double ratio) const
{
    const bool beyond = std::any_of(data().cells.begin(), data().cells.end(), [&](const MapCell& cell) {
        const double value = view() == MapView::Difference ? cell.difference : cell.residual.value_or(0.0);
        return value > 0.0 && (ratio > 1.0 ? value > ratio : value < ratio);
    });
    if (!beyond)
        return ratioWords(ratio);
    // A difference is told from 1 on in both directions.
    const bool isAtLeast = ratio > 1.0 || view() == MapView::Difference;
    return (isAtLeast ? tr("≥ %1") : tr("≤ %1")).arg(ratioWords(ratio));
}

/// "time / predicted time of A100": whose times they are divided by, and where those come from, if they have one
/// origin.
QString MapScale::differenceTitle() const
{
    if (scene().otherName.isEmpty())
        return tr("time ratio");
    std::set<Provenance> origins;
    for (const MapCell& cell : data().cells)
        if (cell.difference > 0.0)
            origins.insert(cell.differenceProvenance);
    const QString& name = scene().otherName; // with its launch mode where that is another
    const QString own = data().otherMode == data().base.launchMode
                          ? tr("time")
                          : tr("%1 time").arg(ridgepoint::text(nameOf(data().base.launchMode)));
    return origins.size() == 1 ? tr("%1 / %2 time of %3").arg(own, ridgepoint::text(nameOf(*origins.begin())), name)
                               : tr("%1 / time of %2").arg(own, name);
}

QString MapScale::title() const
{
    switch (view()) {
    case MapView::Residual: return tr("measured / predicted time");
    case MapView::Difference: return differenceTitle();
    case MapView::Share: return tr("share of %1").arg(regimeLabel(scene().choice.share));
    case MapView::Roof: return tr("achieved share of the roof");
    case MapView::Runtime: return tr("runtime");
    case MapView::Regime: break;
    }
    return {};
}

std::vector<std::pair<double, QString>> MapScale::ticks() const
{
    switch (view()) {
    case MapView::Residual:
    case MapView::Difference: {
        const double limit = picture().colors.limit();
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
        std::vector<std::pair<double, QString>> decades;
        const int most = std::max(2, static_cast<int>(plot().height() / (theme().fontPixels * 2.4)));
        for (const Tick& tick :
             powerOfTenTicks(picture().colors.lowSeconds(), picture().colors.highSeconds(), most, 1.0, format()))
            decades.emplace_back(std::log(tick.value / picture().colors.lowSeconds())
                                     / std::log(picture().colors.highSeconds() / picture().colors.lowSeconds()),
                                 format().shortTime(Seconds(tick.value)));
        return decades;
    }
    case MapView::Regime: break;
    }
    return {};
}

QString MapScale::thanWords() const
{
    return view() == MapView::Difference && !scene().otherDevice.isEmpty()
             ? tr("as %1").arg(modelOf(scene().otherDevice))
             : QString();
}

double MapScale::width() const
{
    constexpr double mostForName = 0.2; // of the chart's width: a longer one is cut rather than press the map
    const QFont font = theme().font(0.88);
    const double em = theme().fontPixels;
    double widest = em * 2.8;
    if (view() == MapView::Difference) { // other scales have known ends
        for (const auto& [fraction, words] : ticks())
            widest = std::max(widest, TextPainter::sizeOf(words, font).width());
        if (const double name = TextPainter::sizeOf(thanWords(), font).width() + 1.0;
            name <= viewport().width() * mostForName)
            widest = std::max(widest, name);
    }
    return em * 3.4 + widest;
}

void MapScale::draw(QCPPainter* painter) const
{
    const MapColors& colors = picture().colors;
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
    for (const auto& [fraction, words] : ticks()) {
        const double y = std::clamp(bar.bottom() - bar.height() * fraction, bar.top() + em * 0.35,
                                    bar.bottom() - em * 0.35);
        text().draw(*painter, {bar.right() + em * 0.4, y}, words, {.font = font, .color = theme().mutedText});
    }
    // "as b" under "as fast": than which the map is faster or slower.
    text().draw(*painter, {bar.right() + em * 0.4, bar.center().y() + em * 1.1},
                TextPainter::fitted(thanWords(), font, width() - em * 3.4), {.font = font, .color = theme().mutedText});
    text().draw(*painter, {viewport().right() - em * 0.65, bar.center().y()},
                TextPainter::fitted(title(), font, bar.height()),
                {.font = font, .color = theme().mutedText, .anchor = Qt::AlignCenter, .rotationDegrees = -90.0});
}

bool showsDots(const RegimeMapData& data, const QRectF& plot)
{
    if (data.cells.empty() || data.measured == data.cells.size() || data.measured == 0)
        return false;
    const double cellWidth = plot.width() / static_cast<double>(data.xs.size());
    const double cellHeight = plot.height() / static_cast<double>(data.ys.size());
    return std::min(cellWidth, cellHeight) >= 5.0;
}

std::optional<TernaryWeights> ternaryWeights(const Shares& shares)
{
    TernaryWeights weights{std::max(0.0, shares.compute + shares.underFilled), std::max(0.0, shares.memory),
                           std::max(0.0, shares.overhead)};
    const double sum = weights[0] + weights[1] + weights[2];
    if (!(sum > 0.0))
        return std::nullopt;
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

QPointF ternaryPlace(const TernaryWeights& weights) { return {weights[0] * 0.5 + weights[2], 1.0 - weights[0]}; }

TernaryWeights weightsAtTernary(QPointF place)
{
    const double compute = 1.0 - place.y();
    const double overhead = place.x() - compute * 0.5;
    return {compute, 1.0 - compute - overhead, overhead};
}

} // namespace ridgepoint
