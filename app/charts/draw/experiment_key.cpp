// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The key of an experiment's lines and dots: what each colour and each sign is, in the corner that covers least.
#include "app/charts/draw/experiment_chart.h"

#include "app/charts/draw/series_marks.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

using Row = ExperimentKeyRow;

/// Of the plot's width, at most, before a name is cut.
constexpr double mostOfWidth = 0.6;
double lineOf(const Theme& theme) { return theme.fontPixels * 1.5; }
double indentOf(const Theme& theme) { return theme.markerSize * 1.8; }

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

std::vector<ExperimentKeyRow> ExperimentChart::keyRows(std::size_t plot) const
{
    return rowsOf(m_data.plots[plot].series, theme(), [&](const std::string& name) { return colorOf(plot, name); });
}

QRectF ExperimentChart::keyRect(std::size_t plot, const std::vector<ExperimentKeyRow>& rows) const
{
    if (rows.empty())
        return {};
    const double most = area(plot).width() * mostOfWidth;
    double width = 0.0;
    for (const ExperimentKeyRow& row : rows)
        width = std::max(width, std::min(most, TextPainter::sizeOf(row.words, theme().font(0.92)).width()));
    const QSizeF size(theme().fontPixels + indentOf(theme()) + width, lineOf(theme()) * (static_cast<double>(rows.size()) + 0.4));
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
    return *std::min_element(corners.begin(), corners.end(), [&](const QRectF& a, const QRectF& b) { return hidden(a) < hidden(b); });
}

void ExperimentChart::drawKey(QCPPainter* painter, std::size_t plot) const
{
    const std::vector<ExperimentKeyRow> rows = keyRows(plot);
    const QRectF corner = keyRect(plot, rows);
    const QFont font = theme().font(0.92);
    QPointF place(corner.left() + theme().fontPixels, corner.top() + lineOf(theme()) * 0.7);
    for (const ExperimentKeyRow& row : rows) {
        drawSeriesSign(*painter, place, theme(), row.provenance, row.color);
        text().draw(*painter, place + QPointF(indentOf(theme()), 0), TextPainter::fitted(row.words, font, area(plot).width() * mostOfWidth),
                    {.font = font, .color = theme().text, .halo = theme().plot});
        place.ry() += lineOf(theme());
    }
}

} // namespace ridgepoint
