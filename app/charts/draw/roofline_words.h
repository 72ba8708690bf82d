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

/// The words of one drawing of a roofline while they are placed, one after another: each keeps off those before it. The
/// ridge's label moves for rows of the key. Nothing else takes words back.
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
    /// The room of a row: of the what-if, of the sessions' key or of the kernels'.
    void blockKey(const QRectF& row);
    /// A ridge's label under a key, or so close beside one that it reads as its end, gives way to it.
    void clearRidge();

private:
    struct RidgeLabel {
        std::size_t index;
        OrientedBox box;
        std::vector<OrientedBox> places;
    };

    QRectF m_plot;
    LabelPlacer m_placer;
    std::vector<PlacedLabel>& m_labels;
    std::optional<RidgeLabel> m_ridge; ///< where it was placed
    std::vector<QRectF> m_keys;        ///< rows of the what-if and the keys
};

} // namespace ridgepoint
