// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/measure/measure_controller.h"
#include "app/desktop/session/cursor.h"
#include "app/desktop/session/live_session.h"

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <map>
#include <string>
#include <tuple>

namespace ridgepoint {

/// Has roofs measured anew that the point shown contradicts: one that it outran, or a launch that costs far more there. Not while
/// anything but narrower intervals is measured, and three times for a device and its threads, with a pause between them: what
/// raised a launch cost may last for a minute.
class RoofDoubts : public QObject {
    Q_OBJECT

public:
    RoofDoubts(LiveSession& session, const Cursor& cursor, MeasureController& controller, QObject* parent = nullptr);

    /// Measures it again once all that follows is shown, unless its value has become another since `shown` was analysed.
    void doubtLater(const Roof& shown);
    /// 20 s unless a test sets it.
    void setPause(std::chrono::milliseconds pause) { m_pause = pause; }

signals:
    /// A roof that was doubted too early may be doubted again.
    void pauseOver();

private:
    struct Doubt {
        int times = 0;
        QElapsedTimer since;    ///< the last one
        bool isWaiting = false; ///< doubted again before its time
    };

    void doubt(const std::string& id, double shown);
    void onPauseOver();

    const Cursor& m_cursor;
    MeasureController& m_controller;
    std::map<std::tuple<std::string, int, std::string>, Doubt> m_doubted; ///< device, threads, roof
    std::chrono::milliseconds m_pause{20000};
};

} // namespace ridgepoint
