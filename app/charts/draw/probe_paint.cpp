// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// The live probe in each of the charts.
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/draw_turns.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"

#include <cmath>

namespace ridgepoint {

void ChartWidget::setProbe(ProbeTrail trail)
{
    if (trail == m_probe)
        return;
    m_probe = std::move(trail);
    m_probeDue = true;
    DrawTurns::shared().ask(this);
}

void RooflineChart::paintProbe(QCPPainter* painter)
{
    const auto place = [this](const Workload& workload, Seconds time) {
        const Cost cost = costOf(workload);
        return pixel(cost.arithmeticIntensity(), cost.flops / time);
    };
    drawProbe(*painter, probeDots(plot(), place), probeBeat(), theme(), false);
}

void RegimeMapChart::paintProbe(QCPPainter* painter)
{
    if (data().cells.empty())
        return;
    const auto place = [this](const Workload& workload, Seconds) {
        return pixel({std::log2(static_cast<double>(coordinate(workload, data().xAxis))),
                      std::log2(static_cast<double>(coordinate(workload, data().yAxis)))});
    };
    drawProbe(*painter, probeDots(plot(), place), probeBeat(), theme(), true);
}

void CurvesChart::paintProbe(QCPPainter* painter)
{
    for (std::size_t panel = 0; panel < m_panels.size(); ++panel) {
        const auto place = [this, panel](const Workload& workload, Seconds time) {
            const Cost cost = costOf(workload);
            const double value = panel == Runtime     ? time.value()
                               : panel == Performance ? (cost.flops / time).value()
                                                      : (cost.bytes / time).value();
            return pixel(panel, static_cast<double>(coordinate(workload, m_data.axis)), value);
        };
        drawProbe(*painter, probeDots(plot(panel), place), probeBeat(), theme(), false);
    }
}

} // namespace ridgepoint
