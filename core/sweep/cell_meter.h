// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/stats/readings.h"
#include "core/sweep/clock.h"
#include "core/sweep/control_meter.h"
#include "core/sweep/work_timer.h"

#include <memory>
#include <optional>

namespace ridgepoint {

/// What is remembered of one workload between its rounds.
struct CellRecord {
    Readings readings;
    std::optional<WorkTimer> timer; ///< from the first round on
    Seconds visitCost;              ///< what the last round took on the clock, preparing included
};

/// Takes readings of one workload at a time (WorkTimer), and of the state of the device between them.
class CellMeter {
public:
    /// The backend and the clock must outlive the meter. With the device's roofs, for work like `base`, readings keep
    /// the state of the device (ControlMeter).
    CellMeter(Backend& backend, const Clock& clock, const RoofSet& roofs = {}, const Workload& base = {});

    /// One round (WorkTimer::round) of work that is prepared, unless it is the last one's. The backend's or the timer's
    /// error.
    [[nodiscard]] Result<void> visit(const Workload& workload, CellRecord& record);
    /// Something else ran on the device: the work that is kept ready is warmed again before its next reading.
    void chill() { m_isChilled = true; }
    /// Lets go of the work that is kept ready.
    void release();

private:
    /// Whether the work is cold: prepared anew, or chilled.
    [[nodiscard]] Result<bool> makeReady(const Workload& workload);

    Backend& m_backend;
    const Clock& m_clock;
    ControlMeter m_control;
    std::optional<Workload> m_workload;
    std::unique_ptr<PreparedWork> m_work;
    bool m_isChilled = false;
};

} // namespace ridgepoint
