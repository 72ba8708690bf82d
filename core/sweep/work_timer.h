// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/prepared_work.h"
#include "core/model/device.h"
#include "core/stats/readings.h"

#include <cstdint>

namespace ridgepoint {

/// Takes readings of one piece of prepared work, of one repetition each, and remembers between rounds how many
/// repetitions a reading needs. Short runs are repeated until a reading lasts at least 20 us (500 us on a GPU), because
/// a timer and a wake-up are then under a percent of it; a run of 3 ms or more is a reading by itself. Readings are
/// corrected for the time that their threads had no processor; short ones that lost much are taken again.
class WorkTimer {
public:
    explicit WorkTimer(DeviceKind device);

    /// One round: warms work that is cold, and takes one, three or five readings, about 10 ms at most where one run
    /// allows. The work's error, or DeviceFailure "sweep.no-time" when no run took a measurable time.
    [[nodiscard]] Result<void> round(PreparedWork& work, bool isCold, Readings& readings);
    /// Of one run, as last seen.
    [[nodiscard]] Seconds runTime() const { return m_runTime; }

private:
    [[nodiscard]] Result<void> calibrate(PreparedWork& work, Readings& readings);
    [[nodiscard]] Result<void> takeReadings(PreparedWork& work, Readings& readings);

    Seconds m_shortestReading;
    std::int64_t m_repetitions = 0; ///< runs to a reading; 0 before it is calibrated
    Seconds m_runTime;
};

} // namespace ridgepoint
