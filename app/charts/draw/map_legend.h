// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/map_lines.h"
#include "core/model/regime.h"

#include <QPointF>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

/// Weights of compute, memory and overhead, which sum to 1.
using TernaryWeights = std::array<double, 3>;

/// The three weights of measured shares; under-filled counts as compute, whose colour it wears. Nothing where no share
/// is positive.
[[nodiscard]] std::optional<TernaryWeights> ternaryWeights(const Shares& shares);

/// Where weights lie in the triangle of the unit square, with y down as on the screen: compute at the top's middle,
/// memory at the lower left corner, overhead at the lower right one.
[[nodiscard]] QPointF ternaryPlace(const TernaryWeights& weights);
/// The weights of a place; those of a place outside of the triangle have a negative one.
[[nodiscard]] TernaryWeights weightsAtTernary(QPointF place);

/// The triangle whose corners are the three regimes' colours and whose inside is their blend: what a colour of the map
/// means. Compute is at the top, memory at the lower left, overhead at the lower right.
class TernaryKey {
public:
    /// Where the names of the lower corners stand.
    enum class Words { Under, Beside };
    /// What a mark in the triangle stands for.
    enum class Mark { Selected, Hovered };

    /// The triangle fills the rectangle; names stand around it.
    TernaryKey(const Theme& theme, const QRectF& triangle, Words words)
        : m_theme(theme), m_triangle(triangle), m_words(words)
    {}

    /// With so many image pixels a unit. Nothing is drawn outside of the triangle's own shape, so that files without
    /// clipping show it whole.
    void draw(QPainter& painter, const TextPainter& text, double imageScale) const;
    /// Where these shares lie; nothing where none is positive.
    void mark(QPainter& painter, const Shares& shares, Mark kind) const;
    [[nodiscard]] std::optional<QPointF> place(const Shares& shares) const;

    /// Height over width of an equilateral triangle.
    static constexpr double aspect = 0.866;

private:
    [[nodiscard]] QImage image(double scale) const;
    void drawNames(QPainter& painter, const TextPainter& text) const;

    const Theme& m_theme;
    QRectF m_triangle;
    Words m_words;
};

/// What the colours of the regime view are, and the signs that stand on the map: beside it or below it. Where there is
/// no room for them, and in the view of differences, another device's border alone has its sign below the map.
class MapLegend : public MapPart {
public:
    MapLegend(MapScene scene, const ChartStyle& style) : MapPart(std::move(scene), style) {}

    /// The room that it takes right of the map, and below it.
    [[nodiscard]] double width() const;
    [[nodiscard]] double height() const;
    /// None in other views, and where there is no room for it.
    [[nodiscard]] std::optional<TernaryKey> triangle() const;
    void draw(QCPPainter* painter, double imageScale) const;

private:
    enum class Place { None, Beside, Below };
    enum class KeySign { Dashes, Dots, Hatching, Fading, Dot };
    struct KeyEntry {
        KeySign sign;
        QString words;
        QStringList shorter = {}; ///< the same for less room, the longest first
    };
    [[nodiscard]] Place place() const;
    [[nodiscard]] bool hasKeyRow() const;
    [[nodiscard]] std::vector<KeyEntry> keyEntries() const;
    /// "dotted: border on A100 (published, queued)": whose roofs say so, and in which mode where it is another. The
    /// sign is enough for the beginning, where there is no room for it.
    [[nodiscard]] KeyEntry otherEntry(const QString& model) const;
    void drawKeyRow(QCPPainter* painter) const;
    void drawKeyColumn(QCPPainter* painter) const;
    void drawKeyEntry(QCPPainter* painter, QPointF leftMiddle, const KeyEntry& entry, double room) const;
};

/// The colour scale of every other view, right of the map.
class MapScale : public MapPart {
public:
    MapScale(MapScene scene, const ChartStyle& style) : MapPart(std::move(scene), style) {}

    /// Room for the bar, the widest word beside it and the title, which stands upright at the edge.
    [[nodiscard]] double width() const;
    /// How far up its bar (0 to 1) the ticks are, and what stands there. None in the regime view.
    [[nodiscard]] std::vector<std::pair<double, QString>> ticks() const;
    void draw(QCPPainter* painter) const;

private:
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString differenceTitle() const;
    [[nodiscard]] QString ratioWords(double ratio) const;
    [[nodiscard]] QString endWords(double ratio) const;
    [[nodiscard]] QString wholeRoofWords() const;
    /// "as A100": goes on under "as fast"; empty in other views.
    [[nodiscard]] QString thanWords() const;
};

} // namespace ridgepoint
