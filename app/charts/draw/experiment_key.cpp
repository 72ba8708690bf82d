// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The key of an experiment's lines and dots: what each colour and each sign is, in the corner that covers least.
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/series_marks.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

/// One line of the key.
struct Row {
    QString words;
    Provenance provenance;
    QColor color;
};

QString wordsOf(Provenance provenance) { return catalogueWords(std::string(nameOf(provenance))); }

/// A row a measured series; what was said of the same names shares one row for each origin, because the colour tells
/// whose it is, and what has a name of its own has a row of its own.
template <class ColorOf>
std::vector<Row> rowsOf(const std::vector<ExperimentSeries>& all, const Theme& theme, ColorOf colorOf)
{
    const auto isMeasured = [&](const std::string& name) {
        return std::any_of(all.begin(), all.end(), [&](const ExperimentSeries& one) { return one.name == name && one.provenance == Provenance::Measured; });
    };
    std::vector<Row> rows;
    std::vector<Row> shared;
    for (auto series = all.rbegin(); series != all.rend(); ++series) {
        if (series->provenance == Provenance::Measured) {
            rows.push_back({catalogueWords(series->name), series->provenance, colorOf(series->name)});
        } else if (!isMeasured(series->name)) {
            QString words = catalogueWords(series->name);
            if (words != wordsOf(series->provenance))
                words += QStringLiteral(", ") + wordsOf(series->provenance);
            rows.push_back({words, series->provenance, colorOf(series->name)});
        } else if (std::none_of(shared.begin(), shared.end(), [&](const Row& row) { return row.provenance == series->provenance; })) {
            shared.push_back({wordsOf(series->provenance), series->provenance, theme.mutedText});
        }
    }
    rows.insert(rows.end(), shared.begin(), shared.end());
    return rows;
}

} // namespace

void ExperimentChart::drawKey(QCPPainter* painter, std::size_t plot) const
{
    const auto rows = rowsOf(m_data.plots[plot].series, theme(), [&](const std::string& name) { return colorOf(plot, name); });
    if (rows.empty())
        return;
    const QFont font = theme().font(0.92);
    const double line = theme().fontPixels * 1.5;
    const double indent = theme().markerSize * 1.8;
    const double most = area(plot).width() * 0.6;
    double width = 0.0;
    for (const Row& row : rows)
        width = std::max(width, std::min(most, TextPainter::sizeOf(row.words, font).width()));
    const QSizeF size(theme().fontPixels + indent + width, line * (static_cast<double>(rows.size()) + 0.4));
    // The corner that hides the fewest numbers; the upper left one where none does better.
    const QRectF inside = area(plot).adjusted(2, 2, -2, -2);
    const std::array corners{QRectF(inside.topLeft(), size), QRectF(QPointF(inside.right() - size.width(), inside.bottom() - size.height()), size),
                             QRectF(QPointF(inside.right() - size.width(), inside.top()), size), QRectF(QPointF(inside.left(), inside.bottom() - size.height()), size)};
    const auto hidden = [&](const QRectF& corner) {
        std::ptrdiff_t count = 0;
        const QRectF reach = corner.adjusted(-theme().markerSize, -theme().markerSize, theme().markerSize, theme().markerSize);
        for (const ExperimentSeries& series : m_data.plots[plot].series)
            count += std::count_if(series.points.begin(), series.points.end(), [&](const ExperimentPoint& point) { return reach.contains(pixelOf(plot, point)); });
        return count;
    };
    const QRectF corner = *std::min_element(corners.begin(), corners.end(), [&](const QRectF& a, const QRectF& b) { return hidden(a) < hidden(b); });
    QPointF place(corner.left() + theme().fontPixels, corner.top() + line * 0.7);
    for (const Row& row : rows) {
        drawSeriesSign(*painter, place, theme(), row.provenance, row.color);
        text().draw(*painter, place + QPointF(indent, 0), TextPainter::fitted(row.words, font, most), {.font = font, .color = theme().text, .halo = theme().plot});
        place.ry() += line;
    }
}

} // namespace ridgepoint
