// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"

#include <QObject>

#include <optional>

namespace ridgepoint {

/// Measures the place of a chart that was clicked, at once and exactly there, and points the inspector at it as soon as
/// it is measured, also where it lies between the values of the sliders.
class PlaceMeasurer : public QObject {
    Q_OBJECT

public:
    PlaceMeasurer(Cursor& cursor, const LiveSession& session, MeasureController& controller, QObject* parent = nullptr);

    void measure(const Workload& place);

private:
    void onSample(int row);

    Cursor& m_cursor;
    const LiveSession& m_session;
    MeasureController& m_controller;
    std::optional<Workload> m_place; ///< beside the sliders' values, until it is measured
    Workload m_left;                 ///< where the cursor waits for it
};

} // namespace ridgepoint
