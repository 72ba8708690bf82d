// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/lessons/experiment_slide.h"

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/desktop/base/window_look.h"

#include <QVBoxLayout>

#include <utility>

namespace ridgepoint {
namespace {

constexpr QSize smallestSlide(328, 160); ///< or several plots in type for a hall would widen the window

} // namespace

ExperimentSlide::ExperimentSlide(const WindowLook& look, QWidget* parent)
    : Card(QString(), parent), m_chart(new ExperimentChart(this))
{
    body()->addWidget(m_chart, 1);
    m_chart->setMinimumSize(smallestSlide);
    m_chart->setAccessibleName(tr("Chart of the lesson's experiment"));
    m_chart->setTheme(look.theme());
    connect(&look, &WindowLook::changed, m_chart, &ChartWidget::setTheme);
    hide();
}

bool ExperimentSlide::take(const ExperimentInfo* info, std::shared_ptr<const ExperimentResult> result)
{
    if (result == m_result)
        return false;
    const bool isOther = (result == nullptr) != (m_result == nullptr);
    m_result = std::move(result);
    setTitle(m_result ? catalogueWords(info->title) : QString());
    m_chart->axisRanges().reset();
    m_chart->setExperiment(m_result ? info : nullptr, m_result);
    return isOther;
}

ChartWidget* ExperimentSlide::chart() const { return m_result ? m_chart : nullptr; }

} // namespace ridgepoint
