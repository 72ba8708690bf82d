// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/describe.h"
#include "app/charts/draw/curves_chart.h"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

// Lengths in heights of the type.
constexpr double plotTitle = 2.4;       ///< above a plot
constexpr double chartTitle = 2.6;      ///< above all
constexpr double keyOfTwo = 1.5;        ///< above the plots where sessions are compared
constexpr double axisLabels = 3.5;      ///< below a plot: labels and title
constexpr double betweenPlots = 0.6;    ///< below a plot whose labels stand under the lowest one
constexpr double narrowestPanel = 15.5; ///< "Performance (GFLOP/s)" above a plot, with the labels left of it
constexpr double lowestPlot = 4.5;      ///< two ticks with air
constexpr double mostShrunk = 0.85;     ///< of the theme's type
constexpr double lowestStack = chartTitle + 3.0 * (plotTitle + lowestPlot) + axisLabels;

bool hasWidthForThree(double width, double em) { return width / 3.0 >= narrowestPanel * em; }

} // namespace

bool CurvesChart::fits(QSizeF size, const Theme& theme) const
{
    const double em = theme.fontPixels;
    const double key = overlays().empty() ? 0.0 : keyOfTwo;
    const bool beside = hasWidthForThree(size.width(), em)
                     && size.height() >= em * (chartTitle + key + plotTitle + lowestPlot + axisLabels);
    return beside || (size.width() >= narrowestPanel * em && size.height() >= (lowestStack + key) * em);
}

double CurvesChart::heightFor(const ExportOptions& file)
{
    const double width = file.size.width();
    const double em = themeOf(file).fontPixels;
    // Type that may shrink a little does so rather than make a slide upright.
    if (hasWidthForThree(width, file.fontPoints == 0.0 ? em * mostShrunk : em))
        return std::max(width * 0.38, em * (chartTitle + plotTitle + 2.0 * lowestPlot + axisLabels));
    return em * (chartTitle + 3.0 * plotTitle + axisLabels) + 3.0 * std::max(width * 0.36, em * lowestPlot);
}

void CurvesChart::arrangePanels()
{
    const double em = theme().fontPixels;
    const bool stacked = !hasWidthForThree(viewport().width(), em)
                      && viewport().height() >= (lowestStack - chartTitle) * em + titleHeight() + keyHeight();
    if (stacked == m_stacked)
        return;
    m_stacked = stacked;
    for (std::size_t i = 1; i < m_panels.size(); ++i) {
        const int place = static_cast<int>(i);
        plotLayout()->addElement(stacked ? place : 0, stacked ? 0 : place, m_panels[i]); // takes it from where it was
    }
    plotLayout()->simplify();
}

void CurvesChart::layoutPlot()
{
    const int em = theme().fontPixels;
    std::array<int, 3> left{};
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QCPRange range = m_panels[i]->axis(QCPAxis::atLeft)->range();
        QString widest = QStringLiteral("1000");
        for (const Tick& tick : powerOfTenTicks(range.lower, range.upper, 20, scaleOf(i).factor, format()))
            if (tick.label.size() > widest.size())
                widest = tick.label;
        left[i] = leftMargin(theme(), widest, false);
    }
    m_key = keyFrom(left[0]);
    arrangePanels();
    if (m_stacked) // so that one value of the shared axis is one vertical through all
        left.fill(*std::max_element(left.begin(), left.end()));
    int margins = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const double title = m_stacked && i > 0 ? 0.0 : titleHeight() + keyHeight();
        const int bottom = labelsX(i) ? bottomMargin(theme(), true) : static_cast<int>(em * betweenPlots);
        m_panels[i]->setMargins(
            QMargins(left[i], static_cast<int>(title + em * plotTitle), static_cast<int>(em * 1.1), bottom));
        margins += m_panels[i]->margins().top() + bottom;
        ChartAxis& x = axisOf(*m_panels[i], QCPAxis::atBottom);
        x.setTickLabels(labelsX(i));
        x.setLabel(labelsX(i) ? axisTitle(m_data.axis, m_data.line) : QString());
    }
    if (!m_stacked)
        return;
    // Shares of the height that leave every plot equally high.
    const double each = std::max(1.0, (viewport().height() - margins) / 3.0);
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QMargins around = m_panels[i]->margins();
        plotLayout()->setRowStretchFactor(static_cast<int>(i), each + around.top() + around.bottom());
    }
}

} // namespace ridgepoint
