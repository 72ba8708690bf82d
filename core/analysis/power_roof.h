// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"
#include "core/model/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ridgepoint {

/// What a device drew while it did so much a second; idle it does neither.
struct PowerReading {
    BytesPerSecond bandwidth;
    FlopsPerSecond rate;
    double watts = 0.0;
};

/// A device's power as a line of what it does: idle + energy of a byte x B/s + energy of an operation x FLOP/s. Over
/// RRZE's log of an H200 (te42kyfo/gpu-benches, gpu-roofline/h200.txt) the line nearest to its 55 readings is within
/// 2.3 % of each, 0.6 % of the median one: 105 W, 122 W for TB/s and 5.8 W for TFLOP/s.
struct PowerModel {
    double idleWatts = 0.0;
    double joulesPerByte = 0.0;
    double joulesPerFlop = 0.0;

    [[nodiscard]] double wattsAt(BytesPerSecond bandwidth, FlopsPerSecond rate) const
    {
        return idleWatts + joulesPerByte * bandwidth.value() + joulesPerFlop * rate.value();
    }
};

/// The line through three readings, or nearest to more by least squares; nothing where they cannot tell its three
/// numbers apart, or where one of them would not be positive.
[[nodiscard]] std::optional<PowerModel> fitPower(std::span<const PowerReading> readings);

/// The model of a device from what it drew idle (watts) and while it kept up memory ("bandwidth.dram.sustained") and
/// the compute roof of that id ("compute.fp32.fma", of which ".sustained" is read); nothing where one of the three is
/// not known.
[[nodiscard]] std::optional<PowerModel> powerModelOf(const RoofSet& roofs, std::string_view computeRoof,
                                                     double idleWatts);

/// What a device keeps up at an intensity, where it may draw no more than `limitWatts`: the least of the compute roof,
/// bandwidth x intensity, and (limit - idle) / (energy of a byte / intensity + energy of an operation). A clock that is
/// lowered at the ridge for power is predicted by the last of them.
[[nodiscard]] FlopsPerSecond keptUp(const PowerModel& power, double limitWatts, BytesPerSecond bandwidth,
                                    FlopsPerSecond rate, FlopsPerByte intensity);

/// "bandwidth.dram.sustained".
[[nodiscard]] std::string sustainedRoofId(std::string_view id);

} // namespace ridgepoint
