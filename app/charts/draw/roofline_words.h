// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_part.h"
#include "app/charts/draw/kernel_marks.h"
#include "app/charts/style/label_placement.h"

#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

namespace ridgepoint {

/// The words of one drawing of a roofline while they are placed, one after another: each keeps off those before it. A
/// row of the key comes after the names of roofs, which have fewer places, but is read before them: where one that must
/// be read has no room, it takes that of names, which go. The ridge's label moves. Nothing else takes words back.
class RooflineWords : public ChartPart {
public:
    /// Words are added to `labels`.
    RooflineWords(const QRectF& plot, const ChartStyle& style, std::vector<PlacedLabel>& labels);

    /// Where there is room left.
    [[nodiscard]] LabelPlacer& placer() { return m_placer; }
    /// Room that these words alone leave, whatever marks and lines there are.
    [[nodiscard]] LabelPlacer besideWords() const;
    void add(PlacedLabel label) { m_labels.push_back(std::move(label)); }
    /// A label on its box, turned with it.
    void add(const QString& words, const OrientedBox& box, const QFont& font, const QColor& color);
    /// That of the ridge, with its other places.
    void addRidge(const QString& words, const OrientedBox& box, const QFont& font, std::vector<OrientedBox> places);
    /// Of those that cover no key the first that covers the fewest labels.
    [[nodiscard]] std::optional<OrientedBox> besideKeys(const std::vector<OrientedBox>& places) const;
    /// A row that is drawn elsewhere: of the what-if, or of the sessions' key.
    void blockKey(const QRectF& row);
    /// A row of the key takes its room: labels that it covers go, but for the ridge's, for which clearRidge() is.
    QRectF takeRow(const OrientedBox& row);
    /// A ridge's label under a key, or so close beside one that it reads as its end, gives way to it.
    void clearRidge();

private:
    struct RidgeLabel {
        std::size_t index;
        OrientedBox box;
        std::vector<OrientedBox> places;
    };
    [[nodiscard]] bool isUnder(const OrientedBox& row, std::size_t label) const;
    void erase(std::size_t label);

    QRectF m_plot;
    LabelPlacer m_placer;
    std::vector<PlacedLabel>& m_labels;
    std::optional<RidgeLabel> m_ridge; ///< where it was placed
    std::vector<QRectF> m_keys;        ///< rows of the what-if and the keys
};

} // namespace ridgepoint
