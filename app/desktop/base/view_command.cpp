// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/view_command.h"

#include <QCoreApplication>

#include <utility>

namespace ridgepoint {
namespace {

/// Gestures closer together than this belong together.
constexpr qint64 oneGestureMs = 600;
constexpr int viewCommandId = 71;

} // namespace

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

} // namespace ridgepoint
