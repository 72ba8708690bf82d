// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The legend of the regime view: the triangle of the three shares, and the signs that stand on the map.
#include "app/charts/draw/regime_map_chart.h"

#include "app/charts/style/clip.h"
#include "app/charts/style/oklab.h"
#include "app/charts/style/texts.h"

#include <algorithm>

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
constexpr std::size_t mostRows = 4; ///< under the map

} // namespace

QString hatchingWords(const CellKinds& kinds)
{
    if (kinds.underFilled)
        return kinds.outOfCache ? RegimeMapChart::tr("under-filled, or falls out of a cache")
                                : RegimeMapChart::tr("under-filled");
    return kinds.outOfCache ? RegimeMapChart::tr("falls out of a cache") : QString();
}

RegimeMapChart::LegendPlace RegimeMapChart::legendPlace() const
{
    if (m_choice.view != MapView::Regime || data().cells.empty())
        return LegendPlace::None;
    const double width = viewport().width() / static_cast<double>(theme().fontPixels);
    const double height = viewport().height() / static_cast<double>(theme().fontPixels);
    if (width >= wideMap && height >= leastHeightBeside)
        return LegendPlace::Beside;
    return width >= leastWidth && height >= leastHeight ? LegendPlace::Below : LegendPlace::None;
}

bool RegimeMapChart::hasKeyRow() const
{
    return legendPlace() == LegendPlace::Beside && viewport().height() >= theme().fontPixels * 26;
}

double RegimeMapChart::legendWidth() const
{
    return legendPlace() == LegendPlace::Beside ? theme().fontPixels * sideMargin : 0.0;
}

double RegimeMapChart::legendHeight() const
{
    if (legendPlace() == LegendPlace::Below)
        return theme().fontPixels * footMargin;
    return hasKeyRow() ? theme().fontPixels * 1.7 : 0.0;
}

std::optional<TernaryKey> RegimeMapChart::triangle() const
{
    const double em = theme().fontPixels;
    if (legendPlace() == LegendPlace::None)
        return std::nullopt;
    if (legendPlace() == LegendPlace::Beside) {
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

std::vector<RegimeMapChart::KeyEntry> RegimeMapChart::keyEntries() const
{
    std::vector<KeyEntry> entries;
    if (!data().borders.empty())
        entries.push_back({KeySign::Dashes, tr("predicted border")});
    const QString other = otherModel();
    if (!other.isEmpty())
        entries.push_back(
            {KeySign::Dots, data().otherMode == data().base.launchMode
                                ? tr("%1's, predicted").arg(other)
                                : tr("%1's, predicted, %2").arg(other, ridgepoint::text(nameOf(data().otherMode)))});
    if (const QString hatched = hatchingWords(m_picture->kinds); !hatched.isEmpty())
        entries.push_back({KeySign::Hatching, hatched});
    entries.push_back({KeySign::Fading, tr("paler: less sure")});
    if (showsDots())
        entries.push_back({KeySign::Dot, tr("measured")});
    return entries;
}

void RegimeMapChart::drawLegend(QCPPainter* painter) const
{
    const auto key = triangle();
    if (!key)
        return;
    key->draw(*painter, text(), imageScale());
    if (legendPlace() == LegendPlace::Below)
        drawKeyColumn(painter);
    else if (hasKeyRow())
        drawKeyRow(painter);
}

void RegimeMapChart::markInTriangle(QCPPainter* painter) const
{
    const auto key = triangle();
    if (!key || isEmpty() || concealed())
        return;
    const auto mark = [&](const std::optional<Workload>& workload, TernaryKey::Mark kind) {
        const auto cell = workload ? shownCell(*workload) : std::nullopt;
        if (cell && data().cells[*cell].shares)
            key->mark(*painter, *data().cells[*cell].shares, kind);
    };
    mark(selectedWorkload().value_or(cursorWorkload()), TernaryKey::Mark::Selected);
    mark(hoveredWorkload(), TernaryKey::Mark::Hovered);
}

void RegimeMapChart::drawKeyRow(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const double between = em * 1.6;
    const auto widthOf = [&](const KeyEntry& entry) {
        return em * (signWidth + 0.4) + TextPainter::sizeOf(entry.words, theme().font(0.88)).width();
    };
    double width = -between;
    std::vector<KeyEntry> entries;
    for (KeyEntry& entry : keyEntries())
        if (width + between + widthOf(entry) <= viewport().width() - em) {
            width += between + widthOf(entry);
            entries.push_back(std::move(entry));
        }
    double x = std::clamp(plot().center().x() - width / 2.0, em * 0.5,
                          std::max(em * 0.5, viewport().width() - width - em * 0.5));
    for (const KeyEntry& entry : entries) {
        drawKeyEntry(painter, {x, viewport().bottom() - em * 0.95}, entry, width);
        x += widthOf(entry) + between;
    }
}

void RegimeMapChart::drawKeyColumn(QCPPainter* painter) const
{
    const double em = theme().fontPixels;
    const double overhead = TextPainter::sizeOf(regimeLabel(Regime::Overhead), theme().font(0.88)).width();
    const double memory = TextPainter::sizeOf(regimeLabel(Regime::Memory), theme().font(0.88)).width();
    const double x = em * (1.2 + 5.3 + 0.7 + 1.2) + memory + overhead;
    std::vector<KeyEntry> entries = keyEntries();
    // What the dots are is told by every read-out; a border of another device by nothing else.
    if (entries.size() > mostRows)
        entries.resize(mostRows);
    const double height = rowHeight * static_cast<double>(entries.size() - 1);
    double y = viewport().bottom() - em * (footMargin / 2.0 - 0.25 + height / 2.0);
    for (const KeyEntry& entry : entries) {
        drawKeyEntry(painter, {x, y}, entry, viewport().right() - x - em * (signWidth + 0.9));
        y += em * rowHeight;
    }
}

void RegimeMapChart::drawKeyEntry(QCPPainter* painter, QPointF leftMiddle, const KeyEntry& entry, double room) const
{
    const double em = theme().fontPixels;
    const double y = leftMiddle.y();
    const QFont font = theme().font(0.88);
    const QRectF box(leftMiddle.x(), y - em * 0.4, em * signWidth, em * 0.8);
    switch (entry.sign) {
    case KeySign::Dashes:
    case KeySign::Dots:
        for (const bool dashes : {false, true}) {
            painter->setPen(borderPen(dashes, entry.sign == KeySign::Dots ? Whose::Other : Whose::Own));
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
    text().draw(*painter, {box.right() + em * 0.4, y}, TextPainter::fitted(entry.words, font, room),
                {.font = font, .color = theme().mutedText});
}

} // namespace ridgepoint
