// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/repaint_schedule.h"

#include <algorithm>

namespace ridgepoint {

RepaintSchedule::RepaintSchedule(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &RepaintSchedule::takeTurn);
}

int RepaintSchedule::add(std::function<void()> repaint)
{
    m_views.push_back({std::move(repaint), false});
    return static_cast<int>(m_views.size()) - 1;
}

void RepaintSchedule::mark(int view)
{
    m_views[static_cast<std::size_t>(view)].dirty = true;
    startIfNeeded();
}

void RepaintSchedule::markAll()
{
    for (View& view : m_views)
        view.dirty = true;
    startIfNeeded();
}

void RepaintSchedule::startIfNeeded()
{
    if (!m_paced && !m_timer.isActive() && pending())
        m_timer.start();
}

void RepaintSchedule::setPaced(bool paced)
{
    m_paced = paced;
    if (paced)
        m_timer.stop();
    startIfNeeded();
}

bool RepaintSchedule::pending() const
{
    return std::any_of(m_views.begin(), m_views.end(), [](const View& view) { return view.dirty; });
}

void RepaintSchedule::setPace(Pace pace)
{
    const int interval = pace == Pace::AllCores ? measuringIntervalMs : pace == Pace::Light ? lightIntervalMs : 0;
    // An active timer would begin anew at every call, and one that is set often would never come.
    if (interval != m_timer.interval())
        m_timer.setInterval(interval);
}

void RepaintSchedule::takeTurn()
{
    for (std::size_t i = 0; i < m_views.size(); ++i) {
        View& view = m_views[m_next];
        m_next = (m_next + 1) % m_views.size();
        if (!view.dirty)
            continue;
        view.dirty = false;
        ++m_turns;
        view.repaint();
        return;
    }
    m_timer.stop();
}

} // namespace ridgepoint
