// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/clock_events.h"

#include <array>
#include <utility>

namespace ridgepoint {
namespace {

/// A reason's bit in NVML's mask (nvmlClocksEventReasons of NVIDIA's NVML reference), its place and its words.
struct Reason {
    std::uint64_t bit;
    bool ClockEvents::*member;
    const char* words;
};

constexpr std::array reasons{
    Reason{0x1, &ClockEvents::idle, "idle"},
    Reason{0x4, &ClockEvents::powerCap, "power cap"},
    Reason{0x8, &ClockEvents::hardwareSlowdown, "hardware slowdown"},
    Reason{0x20, &ClockEvents::softwareThermal, "heat (driver)"},
    Reason{0x40, &ClockEvents::hardwareThermal, "heat (hardware)"},
    Reason{0x80, &ClockEvents::powerBrake, "power brake"},
};

} // namespace

ClockEvents clockEventsFrom(std::uint64_t mask)
{
    ClockEvents events;
    for (const Reason& reason : reasons) {
        events.*reason.member = (mask & reason.bit) != 0;
        mask &= ~reason.bit;
    }
    events.others = mask;
    return events;
}

ClockEvents operator|(const ClockEvents& a, const ClockEvents& b)
{
    ClockEvents both;
    for (const Reason& reason : reasons)
        both.*reason.member = a.*reason.member || b.*reason.member;
    both.others = a.others | b.others;
    return both;
}

FlagSet flagsOf(const ClockEvents& events)
{
    if (!events.throttled())
        return {};
    return events.powerCap || events.powerBrake ? Flag::Throttled | Flag::PowerLimited : FlagSet(Flag::Throttled);
}

std::string wordsFor(const ClockEvents& events)
{
    std::string words;
    for (const Reason& reason : reasons)
        if (events.*reason.member)
            words += (words.empty() ? "" : ", ") + std::string(reason.words);
    return words;
}

} // namespace ridgepoint
