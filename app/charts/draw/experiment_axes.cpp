// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// What the axes of the experiments' plots are called, and which of them can be typed.
#include "app/charts/draw/experiment_chart.h"

namespace ridgepoint {

ExperimentChart::Described ExperimentChart::describedBy(const QCPAxis& axis) const
{
    for (std::size_t i = 0; i < m_data.plots.size(); ++i) {
        const ExperimentPlot& plot = m_data.plots[i].plot;
        const QCPAxisRect& rect = *m_panels[i].rect;
        const bool isBottom = &axis == rect.axis(QCPAxis::atBottom);
        if (!isBottom && &axis != rect.axis(QCPAxis::atLeft))
            continue;
        if (isBottom)
            return {&plot, hasBars(i) ? &plot.y : &plot.x};
        return {&plot, hasRows(i) ? nullptr : &plot.y};
    }
    return {};
}

QString ExperimentChart::nameOfAxis(const QCPAxis& axis) const
{
    const auto [plot, described] = describedBy(axis);
    if (described == nullptr)
        return {};
    const QString title = catalogueWords(described->title);
    const QString name = described->unit.empty() ? title : QStringLiteral("%1 (%2)").arg(title, unitWords(described->unit));
    return m_data.plots.size() > 1 && !plot->title.empty() ? QStringLiteral("%1: %2").arg(catalogueWords(plot->title), name) : name;
}

double ExperimentChart::shownFactor(const QCPAxis& axis) const
{
    const ExperimentAxis* described = describedBy(axis).axis;
    return described != nullptr && described->unit == "%" ? 100.0 : 1.0;
}

std::vector<const QCPAxis*> ExperimentChart::typedAxes() const
{
    std::vector<const QCPAxis*> typed;
    for (std::size_t i = 0; i < m_data.plots.size(); ++i)
        for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft})
            if (const QCPAxis* axis = m_panels[i].rect->axis(side); describedBy(*axis).axis != nullptr)
                typed.push_back(axis);
    return typed;
}

} // namespace ridgepoint
