// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/device.h"
#include "core/model/roof.h"
#include "core/stats/readings.h"
#include "core/sweep/clock.h"
#include "core/sweep/work_timer.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Short control readings between the cells of a sweep: memory's bandwidth, the rate of the operation at hand and the
/// cost of a launch, each the work of a roof. Held against that roof (stateOf) they tell by how much the device is
/// slower at the moment than when its roofs were measured: a host that shares its memory, a clock or a hypervisor
/// changes for seconds. A processor's only: nothing else disturbs a GPU's memory, and its clock is told with every
/// reading.
class ControlMeter {
public:
    /// The backend and the clock must outlive the meter. Roofs that are not known, or cannot be prepared, are not
    /// controlled.
    ControlMeter(Backend& backend, const Clock& clock, const RoofSet& roofs, const Workload& base);

    /// Takes the readings that are due. Whether it did: other work has been on the device then.
    bool lookWhenDue();
    /// As of the last look; none before the first.
    [[nodiscard]] const ControlReadings& readings() const { return m_readings; }

private:
    struct Control {
        std::string roof;
        double ControlReadings::*reading = nullptr;
        double amount = 0.0; ///< of work in a repetition
        bool isDuration = false;
        Seconds interval; ///< between two looks
        Seconds due;      ///< when the next look is
        std::unique_ptr<PreparedWork> work;
    };
    void add(const RoofSet& roofs, const std::string& id, double ControlReadings::*reading);
    /// What it reaches now, in the unit of its roof; nothing where the device fails, which the sweep itself will
    /// notice.
    [[nodiscard]] std::optional<double> read(Control& control);

    Backend& m_backend;
    const Clock& m_clock;
    std::vector<Control> m_controls;
    ControlReadings m_readings;
};

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
