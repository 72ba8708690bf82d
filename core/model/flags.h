// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// A remark on a sample or on its analysis; flagged points are kept and shown as such.
enum class Flag : std::uint32_t {
    Interpolated = 1U << 0,       ///< filled by refinement, not measured
    FewReadings = 1U << 1,        ///< fewer than six rounds: the range claims no coverage
    IntervalNotReached = 1U << 2, ///< the budget ended before the interval was narrow enough
    Throttled = 1U << 3,          ///< the device lowered its clock while measuring
    Preempted = 1U << 4,          ///< the operating system took the core away in a reading
    MachineBusy = 1U << 5,        ///< other programs used the processor
    UnderFilled = 1U << 6,        ///< time depends on work per element but not on size
    CacheTransition = 1U << 7,    ///< the larger slope exceeds 1.1
    Ambiguous = 1U << 8,          ///< the intervals of the two largest shares overlap
    Edge = 1U << 9,               ///< a slope is one-sided, at the edge of the grid
    PowerLimited = 1U << 10,      ///< the device lowered its clock for the power that it draws (besides Throttled)
};

/// A set of flags; written and read as the contract's space-separated names.
class FlagSet {
public:
    constexpr FlagSet() = default;
    constexpr FlagSet(Flag flag) : m_bits(static_cast<std::uint32_t>(flag)) {}

    [[nodiscard]] constexpr bool has(Flag flag) const { return (m_bits & static_cast<std::uint32_t>(flag)) != 0; }
    [[nodiscard]] constexpr bool empty() const { return m_bits == 0; }
    constexpr FlagSet& operator|=(FlagSet other)
    {
        m_bits |= other.m_bits;
        return *this;
    }
    constexpr void remove(Flag flag) { m_bits &= ~static_cast<std::uint32_t>(flag); }
    friend constexpr FlagSet operator|(FlagSet a, FlagSet b)
    {
        a |= b;
        return a;
    }
    friend constexpr bool operator==(FlagSet, FlagSet) = default;

private:
    std::uint32_t m_bits = 0;
};

constexpr FlagSet operator|(Flag a, Flag b) { return FlagSet(a) | FlagSet(b); }

/// "few-readings", "cache-transition", …
[[nodiscard]] std::string_view nameOf(Flag flag);
/// The names, separated by spaces, in the order of the enum; empty for none.
[[nodiscard]] std::string toString(FlagSet flags);
/// Reads toString's form; nullopt when a name is unknown.
[[nodiscard]] std::optional<FlagSet> flagsFrom(std::string_view text);

} // namespace ridgepoint
