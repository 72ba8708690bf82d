// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/stats/readings.h"
#include "core/sweep/clock.h"
#include "core/sweep/control_meter.h"

#include <memory>
#include <optional>

namespace ridgepoint {

/// What is remembered of one workload between its rounds.
struct CellRecord {
    Readings readings;
    std::int64_t repetitions = 0; ///< runs to a reading; 0 before it is calibrated
    Seconds runTime;              ///< of one run, as last seen
    Seconds visitCost;            ///< what the last round took on the clock, preparing included
};

/// Takes readings of one workload at a time. Short runs are repeated until a reading lasts at least 20 us (100 us on a
/// GPU), because a timer and a wake-up are then under a percent of it; a run of 3 ms or more is a reading by itself.
class CellMeter {
public:
    /// The backend and the clock must outlive the meter. With the device's roofs, for work like `base`, readings keep the state
    /// of the device (ControlMeter).
    CellMeter(Backend& backend, const Clock& clock, const RoofSet& roofs = {}, const Workload& base = {});

    /// One round: prepares the work (unless it is the last one's), warms it, and takes one, three or five readings, about
    /// 10 ms at most where one run allows. The backend's error, or DeviceFailure "sweep.no-time" when no run took a
    /// measurable time.
    [[nodiscard]] Result<void> visit(const Workload& workload, CellRecord& record);
    /// Something else ran on the device: the work that is kept ready is warmed again before its next reading.
    void chill() { m_isChilled = true; }
    /// Lets go of the work that is kept ready.
    void release();

private:
    /// Whether the work is cold: prepared anew, or chilled.
    [[nodiscard]] Result<bool> makeReady(const Workload& workload);
    [[nodiscard]] Result<void> calibrate(CellRecord& record);
    [[nodiscard]] Result<void> takeReadings(CellRecord& record);

    Backend& m_backend;
    const Clock& m_clock;
    Seconds m_shortestReading;
    ControlMeter m_control;
    std::optional<Workload> m_workload;
    std::unique_ptr<PreparedWork> m_work;
    bool m_isChilled = false;
};

} // namespace ridgepoint
