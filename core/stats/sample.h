// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device_state.h"
#include "core/model/flags.h"
#include "core/model/roof.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// At most this many readings are kept with a sample, spread evenly over all that were taken.
inline constexpr std::size_t maximumKeptReadings = 64;

/// The summary of one workload's readings: what charts, files and messages carry.
struct Sample {
    Workload workload;
    std::string device = "cpu";
    Seconds time; ///< 25th percentile of the chain's time: the reported time
    Seconds median;
    Seconds low; ///< interval of `time` from the rounds' own 25th percentiles
    Seconds high;
    /// The 25th percentile by the clock on the wall, with what other programs took of the processor; 0 where that is
    /// `time`.
    Seconds wall;
    ControlReadings controls; ///< of the device while it was measured
    int rounds = 0;
    int readings = 0;
    Hertz clock;   ///< 0 where the device does not tell
    FlagSet flags; ///< only flags of measuring; analysis adds its own to its own results
    Provenance provenance = Provenance::Measured;
    std::vector<float> keptReadings; ///< seconds, in the order taken; at most maximumKeptReadings

    /// Whether the interval ends before it begins, as only a damaged file or message has it.
    [[nodiscard]] bool isInverted() const { return high > Seconds() && low > high; }
};

} // namespace ridgepoint
