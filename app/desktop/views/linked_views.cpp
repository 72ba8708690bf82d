// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/linked_views.h"

#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/view_command.h"
#include "app/desktop/base/axis_dialog.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/sample_table.h"

#include <QEvent>
#include <QUndoStack>

#include <utility>

namespace ridgepoint {

LinkedViews::LinkedViews(ChartArea& charts, SampleTable& table, Cursor& cursor, QUndoStack& undo, QObject* parent)
    : QObject(parent), m_charts(charts), m_table(table), m_cursor(cursor), m_undo(undo)
{
    for (ChartWidget* chart : charts.charts())
        connectChart(chart);
    connect(&undo, &QUndoStack::indexChanged, this, &LinkedViews::currentChanged);
    connect(&charts, &ChartArea::groupBegan, this, [this] { m_group = Group::Empty; });
    connect(&charts, &ChartArea::groupEnded, this, [this] {
        if (std::exchange(m_group, Group::None) == Group::Begun)
            m_undo.endMacro();
    });
    connect(&table, &SampleTable::brushed, this, &LinkedViews::brush);
    // What was brushed belongs to a map that is no longer shown.
    connect(&cursor, &Cursor::mapChanged, this, [this] { brush({}); });
}

void LinkedViews::connectChart(ChartWidget* chart)
{
    chart->installEventFilter(this);
    connect(chart, &ChartWidget::hovered, this, [this, chart](const std::optional<Workload>& workload) {
        for (ChartWidget* other : m_charts.charts())
            other->setLinked(other == chart ? std::nullopt : workload);
    });
    connect(chart, &ChartWidget::brushed, this, &LinkedViews::brush);
    connect(chart, &ChartWidget::rangesChanged, this,
            [this, chart](const ChartRanges& before, const ChartRanges& after) {
                if (m_group == Group::Empty) { // begun only now: a step that changes nothing would be one to undo
                    m_undo.beginMacro(tr("axes of all charts"));
                    m_group = Group::Begun;
                }
                m_undo.push(new ViewCommand(*chart, before, after));
                emit currentChanged();
            });
    connect(chart, &ChartWidget::axisRangeWanted, this,
            [this, chart](const QCPAxis* axis) { askForRanges(*chart, axis); });
}

bool LinkedViews::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress) {
        m_current = qobject_cast<ChartWidget*>(watched);
        emit currentChanged();
    }
    return QObject::eventFilter(watched, event);
}

ChartWidget& LinkedViews::currentChart() const
{
    if (m_current && m_current->isVisible())
        return *m_current;
    for (ChartWidget* chart : m_charts.charts())
        if (chart->isVisible())
            return *chart;
    return *m_charts.roofline();
}

void LinkedViews::brush(const std::vector<Workload>& workloads)
{
    if (workloads == *m_brushed)
        return;
    m_brushed = std::make_shared<const std::vector<Workload>>(workloads);
    for (ChartWidget* chart : m_charts.charts())
        chart->setBrushed(m_brushed);
    m_table.setBrushed(m_brushed);
}

void LinkedViews::askForRanges(ChartWidget& chart, const QCPAxis* axis) { AxisDialog::ask(chart, axis); }

} // namespace ridgepoint
