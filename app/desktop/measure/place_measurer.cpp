// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/place_measurer.h"

#include <utility>

namespace ridgepoint {

PlaceMeasurer::PlaceMeasurer(Cursor& cursor, const LiveSession& session, MeasureController& controller, QObject* parent)
    : QObject(parent), m_cursor(cursor), m_session(session), m_controller(controller)
{
    connect(&session, &LiveSession::sampleAdded, this, &PlaceMeasurer::onSample);
    connect(&session, &LiveSession::replaced, this, [this] { m_place.reset(); });
}

void PlaceMeasurer::measure(const Workload& place)
{
    m_place.reset();
    if (!m_controller.canRun())
        return;
    if (m_cursor.point() != place) {
        m_place = place;
        m_left = m_cursor.workload();
    }
    m_controller.measureAgain(place, MeasureController::Why::Clicked);
}

void PlaceMeasurer::onSample(int row)
{
    if (!m_place || m_session.samples()[static_cast<std::size_t>(row)]->workload != *m_place)
        return;
    const Workload place = *std::exchange(m_place, std::nullopt);
    if (m_cursor.workload() == m_left) // else the user has gone on meanwhile
        m_cursor.setWorkload(place);
}

} // namespace ridgepoint
