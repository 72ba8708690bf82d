// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/kernel_marks.h"

#include <span>

namespace ridgepoint {

/// The direct labels of a roofline, placed where they cover nothing: names of roofs, ridge and overhead, those of
/// other devices' roofs and of the user's own kernels, and the small keys of stars and of pale points.
class RooflineLabels {
public:
    /// What the plot holds beside the data: `words` of a what-if in its upper left corner, points of pins, and the rows
    /// of the sessions' key, which all but the own roofs' names leave free. In a file nobody can point at a star,
    /// so each is named there even where the name covers something. `under`: room under the axis for the rows about
    /// kernels; null for rows in the plot, where they cover nothing.
    struct Taken {
        QSizeF words;
        std::vector<ChartPoint> pinned;
        std::vector<QRectF> key = {};
        QRectF under = {};
        bool isFile = false;
        bool hasSigns = false;  ///< what diamonds are stands under the chart
        bool hasResults = true; ///< or else neither samples nor kernels of the user's own are drawn
    };
    void place(const RoofLines& lines, const ChartStyle& style, const Taken& taken);
    void draw(QCPPainter* painter, const ChartStyle& style) const;
    /// Once more those that marks cover: of kernels, and the selection's ring, which moves while names stay.
    void drawOver(QCPPainter* painter, const ChartStyle& style, std::span<const OrientedBox> marks) const;
    /// The room that they take.
    [[nodiscard]] std::vector<OrientedBox> room(const ChartStyle& style) const;
    [[nodiscard]] const std::vector<PlacedLabel>& labels() const { return m_labels; }
    /// The room of the rows about the user's own kernels; null for none.
    [[nodiscard]] QRectF kernelKey() const { return m_kernelKey; }
    /// Those of them that must be read and found no place.
    [[nodiscard]] const QStringList& unplacedRows() const { return m_unplacedRows; }
    [[nodiscard]] bool isCrowded() const { return !m_unplacedRows.isEmpty(); }
    /// Whether a pixel lies on the key of the user's own kernels.
    [[nodiscard]] bool isOnKernelKey(QPointF pixel) const { return m_kernelKey.contains(pixel); }
    /// Whether the key says what pale points are.
    [[nodiscard]] bool hasPaleKey() const { return m_paleKey.has_value(); }
    /// Whether it says what diamonds are.
    [[nodiscard]] bool hasUnknownKey() const { return m_unknownKey.has_value(); }

private:
    std::vector<PlacedLabel> m_labels;
    std::optional<QPointF> m_ownKey;    ///< where the key's star stands
    std::optional<QPointF> m_circleKey; ///< where the key's first circle stands
    std::optional<QPointF> m_hollowKey; ///< where its hollow circle stands
    std::vector<QColor> m_circleColors; ///< of the key's circles, from left to right
    QRectF m_kernelKey;
    QStringList m_unplacedRows;
    std::optional<QPointF> m_paleKey;    ///< where the key's sure point stands, left of the pale one
    std::optional<QPointF> m_unknownKey; ///< where the key's diamond stands
};

/// "L2 120 GB/s": name and value as its label and its read-out have them.
[[nodiscard]] QString referenceLabel(const ReferenceLine& line, const Format& format);

} // namespace ridgepoint
