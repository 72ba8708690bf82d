// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/linked_views.h"

#include "app/charts/draw/chart_widget.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/axis_dialog.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/sample_table.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFocusEvent>
#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace ridgepoint {
namespace {

/// Gestures closer together than this belong together.
constexpr qint64 oneGestureMs = 600;
constexpr int viewCommandId = 71;

/// A change of what a chart's axes show, which has happened already. Notches of the wheel that follow each other are
/// one change.
class ViewCommand : public QUndoCommand {
public:
    ViewCommand(ChartWidget& chart, ChartRanges before, ChartRanges after);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    QPointer<ChartWidget> m_chart;
    ChartRanges m_before;
    ChartRanges m_after;
    QElapsedTimer m_since;
    bool m_done = true; ///< the first redo, by the stack itself, has nothing to do
};

ViewCommand::ViewCommand(ChartWidget& chart, ChartRanges before, ChartRanges after)
    : QUndoCommand(QCoreApplication::translate("ridgepoint", "axes of the %1").arg(chart.accessibleName().toLower())),
      m_chart(&chart),
      m_before(std::move(before)),
      m_after(std::move(after))
{
    m_since.start();
}

void ViewCommand::undo()
{
    if (m_chart)
        m_chart->axisRanges().set(m_before);
}

void ViewCommand::redo()
{
    if (!std::exchange(m_done, false) && m_chart)
        m_chart->axisRanges().set(m_after);
}

int ViewCommand::id() const { return viewCommandId; }

bool ViewCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const ViewCommand*>(other);
    const bool gesture = next != nullptr && m_after.zoomed && next->m_after.zoomed
                      && m_after.locked == next->m_after.locked;
    if (!gesture || next->m_chart != m_chart || m_since.elapsed() > oneGestureMs)
        return false;
    m_after = next->m_after;
    m_since.restart();
    return true;
}

/// Whether the keyboard only comes back, as when a dialog or a menu is gone.
bool isReturn(const QEvent& event)
{
    if (event.type() != QEvent::FocusIn)
        return false;
    const Qt::FocusReason reason = static_cast<const QFocusEvent&>(event).reason();
    return reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason;
}

} // namespace

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
            other->set(&ChartInput::linked, other == chart ? std::nullopt : workload);
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
        auto* chart = qobject_cast<ChartWidget*>(watched);
        if (chart != nullptr && !(chart == m_current && isReturn(*event)))
            use(*chart);
    }
    return QObject::eventFilter(watched, event);
}

void LinkedViews::use(ChartWidget& chart)
{
    m_current = &chart;
    emit currentChanged();
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
        chart->set(&ChartInput::brushed, m_brushed);
    m_table.setBrushed(m_brushed);
}

void LinkedViews::askForRanges(ChartWidget& chart, const QCPAxis* axis) { AxisDialog::ask(chart, axis); }

} // namespace ridgepoint
