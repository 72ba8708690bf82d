// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ridgepoint {

/// The bits of a dropout, drawn before it runs: those of 64 numbers in a row of memory, lowest first, 1 for a number
/// that is kept. Three random words are joined, so that an eighth is dropped; each is a number of splitmix64 (Steele,
/// Lea, Flood
/// 2014) from the place on, the same every time and on every device.
[[nodiscard]] constexpr std::uint64_t keptBits(std::uint64_t word)
{
    std::uint64_t bits = 0;
    for (int draw = 0; draw < 3; ++draw) {
        word += 0x9e3779b97f4a7c15U;
        const std::uint64_t mixed = (word ^ (word >> 30U)) * 0xbf58476d1ce4e5b9U;
        bits |= (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    }
    return bits;
}

} // namespace ridgepoint
