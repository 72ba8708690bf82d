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

/// The rows of a roofline's key about the user's own kernels, at the top left, and that of pale points.
class RooflineKeyRows : public ChartPart {
public:
    RooflineKeyRows(const RoofLines& lines, const ChartStyle& style, RooflineWords& words);

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

    const RoofLines& m_lines;
    const RooflineData& m_data;
    RooflineWords& m_words;
    QRectF m_room;
};

} // namespace ridgepoint
