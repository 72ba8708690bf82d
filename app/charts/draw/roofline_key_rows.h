// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/roof_lines.h"
#include "app/charts/draw/roofline_words.h"

#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <optional>
#include <vector>

namespace ridgepoint {

/// From one circle of the key to the next, where several devices have kernels.
[[nodiscard]] double circleStep(const Theme& theme);

/// The rows of a roofline's key about the user's own kernels, and that of pale points, at the top left where they cover
/// nothing. Those about kernels stand under the axis instead where there is a room for them.
class RooflineKeyRows : public ChartPart {
public:
    /// `under`: that room; null for rows in the plot.
    RooflineKeyRows(const RoofLines& lines, const ChartStyle& style, RooflineWords& words, const QRectF& under);

    /// Each places its row, where there is anything to say, and returns where the first of its signs stands.
    [[nodiscard]] std::optional<QPointF> placeOwnKey(bool isFile);
    [[nodiscard]] std::optional<QPointF> placeCircleKey(std::size_t circles);
    [[nodiscard]] std::optional<QPointF> placeHollowKey();
    void placeAbsentKey();
    [[nodiscard]] std::optional<QPointF> placePaleKey();
    /// The same of diamonds, whose limit is not known; where its sign's middle stands.
    [[nodiscard]] std::optional<QPointF> placeUnknownKey();
    /// Of all rows about kernels; null for none.
    [[nodiscard]] QRectF room() const { return m_room; }
    /// The rows that must be read and found no place.
    [[nodiscard]] const QStringList& unplaced() const { return m_unplaced; }

private:
    [[nodiscard]] QRectF plot() const { return m_lines.plot(); }
    [[nodiscard]] QString countWords(bool imported) const;
    [[nodiscard]] QString areaWords() const;
    /// A row of the key in lines no wider than this, and its places down the left side.
    struct KeyRow {
        QStringList lines;
        QSizeF size;
        std::vector<OrientedBox> places;
    };
    [[nodiscard]] KeyRow keyRow(const QString& words, const QFont& font, double roomOfSigns, double width) const;
    /// A row about signs of samples, where it lies over nothing; where it begins.
    std::optional<QPointF> placeSignRow(const QString& words, double signs);
    std::optional<QPointF> placeKeyRow(const QString& words, std::size_t signs, bool must);
    /// In the room under the axis behind the rows before, or in a line of its own while there is one.
    [[nodiscard]] std::optional<OrientedBox> nextUnder(QSizeF row) const;

    const RoofLines& m_lines;
    const RooflineData& m_data;
    RooflineWords& m_words;
    QRectF m_under;
    QPointF m_next; ///< where the next row under the axis may begin
    QRectF m_room;
    QStringList m_unplaced;
};

} // namespace ridgepoint
