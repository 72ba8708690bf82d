// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The key of the curves: above the plots, where it hides nothing and holds for all of them.
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/series_marks.h"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr double keyLine = 1.5;      ///< heights of the type
constexpr double betweenNames = 1.4; ///< heights of the type
constexpr double mostOfChart = 0.12; ///< of the chart that the key may take before its names are cut

QFont keyFont(const Theme& theme) { return theme.font(0.92); }
double beforeName(const Theme& theme) { return theme.markerSize * 2.9; } ///< the sign and the gap after it

/// The rows one after the other in lines of that width, each at most `widest`; the number of lines.
int inLinesOfWidth(std::vector<CurvesChart::KeyRow>& rows, const Theme& theme, QPointF corner, double width,
                   double widest)
{
    const double height = theme.fontPixels * keyLine;
    int lines = 1;
    double x = 0.0;
    for (CurvesChart::KeyRow& row : rows) {
        row.name = keyName(row.name, keyFont(theme), widest - beforeName(theme));
        const double length = beforeName(theme) + TextPainter::sizeOf(row.name, keyFont(theme)).width();
        if (x > 0.0 && x + length > width) {
            ++lines;
            x = 0.0;
        }
        row.box = QRectF(corner + QPointF(x, (lines - 1) * height), QSizeF(length, height));
        row.sign = QPointF(row.box.left() + theme.markerSize * 1.1, row.box.center().y());
        x += length + theme.fontPixels * betweenNames;
    }
    return lines;
}

} // namespace

std::vector<CurvesChart::KeyRow> CurvesChart::keyFrom(double left) const
{
    std::vector<KeyRow> whole;
    for (std::size_t i = 0; i < m_data.series.size() && m_data.series.size() > 1; ++i)
        if (!m_data.series[i].points.empty())
            whole.push_back({QString::fromStdString(m_data.series[i].name), i});
    const double em = theme().fontPixels;
    const double width = std::max(em, viewport().width() - left - em);
    const int most = std::max(1, static_cast<int>(viewport().height() * mostOfChart / (em * keyLine)));
    std::vector<KeyRow> rows;
    for (const double share : {1.0, 0.5, 1.0 / 3.0, 0.25}) {
        rows = whole;
        const double between = em * betweenNames * (1.0 / share - 1.0);
        if (inLinesOfWidth(rows, theme(), {left, titleHeight()}, width, (width - between) * share) <= most)
            break;
    }
    return rows;
}

double CurvesChart::keyHeight() const { return m_key.empty() ? 0.0 : m_key.back().box.bottom() - titleHeight(); }

void CurvesChart::drawSeriesKey(QCPPainter* painter) const
{
    for (const KeyRow& row : m_key) {
        const CurvesSeries& series = m_data.series[row.series];
        drawSeriesSign(*painter, row.sign, theme(), series.provenance,
                       row.series == 0 ? std::nullopt
                                       : std::optional(seriesColor(theme(), row.series - 1, series.unlike)),
                       series.points.size() == 1 ? lonePredicted(series.points) : nullptr);
        text().draw(*painter, {row.box.left() + beforeName(theme()), row.sign.y()}, row.name,
                    {.font = keyFont(theme()), .color = theme().text});
    }
}

} // namespace ridgepoint
