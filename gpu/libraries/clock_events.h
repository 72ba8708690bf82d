// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/flags.h"

#include <cstdint>
#include <string>

namespace ridgepoint {

/// Why a GPU's clocks are below their highest, as NVML's bit mask of clock-event (once: throttle) reasons tells.
struct ClockEvents {
    bool idle = false;             ///< 0x1: nothing runs
    bool powerCap = false;         ///< 0x4: the power limit
    bool hardwareSlowdown = false; ///< 0x8: the board: heat, power brake or a fast drop of the supply
    bool softwareThermal = false;  ///< 0x20: the driver, for heat
    bool hardwareThermal = false;  ///< 0x40: the board, for heat
    bool powerBrake = false;       ///< 0x80: the machine asked the board to use less
    /// Reasons that say nothing of trouble: clocks set by a person (0x2), kept equal among boards (0x10), set by a
    /// display (0x100), and bits that came later.
    std::uint64_t others = 0;

    friend bool operator==(const ClockEvents&, const ClockEvents&) = default;

    /// The device slowed itself down: any reason but idleness and choice.
    [[nodiscard]] bool throttled() const
    {
        return powerCap || hardwareSlowdown || softwareThermal || hardwareThermal || powerBrake;
    }
};

/// Reads NVML's mask.
[[nodiscard]] ClockEvents clockEventsFrom(std::uint64_t mask);
/// What happened in either of two looks, such as before and after a sample.
[[nodiscard]] ClockEvents operator|(const ClockEvents& a, const ClockEvents& b);
/// Throttled when the device slowed itself down, PowerLimited too where it was for power, else nothing: such a sample
/// is kept and marked.
[[nodiscard]] FlagSet flagsOf(const ClockEvents& events);
/// "power cap, heat (driver)"; "idle"; empty when no reason is given.
[[nodiscard]] std::string wordsFor(const ClockEvents& events);

} // namespace ridgepoint
