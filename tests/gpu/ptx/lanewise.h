// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/gpu/ptx/instruction.h"
#include "tests/gpu/ptx/rounding.h"

#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace ridgepoint::ptx {

/// Two 16-bit floating-point numbers in one register.
template <class H> struct Pair {
    H low;
    H high;
};

/// The value of type T in the low bits of a register.
template <class T> [[nodiscard]] T fromRegister(std::uint64_t raw)
{
    if constexpr (std::is_same_v<T, bool>)
        return raw != 0;
    else if constexpr (sizeof(T) == 8)
        return std::bit_cast<T>(raw);
    else if constexpr (sizeof(T) == 4)
        return std::bit_cast<T>(static_cast<std::uint32_t>(raw));
    else if constexpr (sizeof(T) == 2)
        return std::bit_cast<T>(static_cast<std::uint16_t>(raw));
    else
        return std::bit_cast<T>(static_cast<std::uint8_t>(raw));
}

/// A register that holds `value` and zeros above.
template <class T> [[nodiscard]] std::uint64_t toRegister(T value)
{
    if constexpr (std::is_same_v<T, bool>)
        return value ? 1 : 0;
    else if constexpr (sizeof(T) == 8)
        return std::bit_cast<std::uint64_t>(value);
    else if constexpr (sizeof(T) == 4)
        return std::bit_cast<std::uint32_t>(value);
    else if constexpr (sizeof(T) == 2)
        return std::bit_cast<std::uint16_t>(value);
    else
        return std::bit_cast<std::uint8_t>(value);
}

template <class F, class R, class... A, std::size_t... I>
void applyToLanes(Context& context, const Instruction& instruction, std::index_sequence<I...>)
{
    std::uint64_t* destination = context.slot(instruction.destinations[0]);
    const std::array<const std::uint64_t*, sizeof...(A)> sources{context.slot(instruction.sources[I])...};
    const auto applyTo = [&](std::size_t lane) {
        destination[lane] = toRegister<R>(F{}(fromRegister<A>(sources[I][lane])...));
    };
    // Mostly the whole block is at work, and then the compiler makes vector code of this.
    if (context.active.size() == context.lanes)
        for (std::size_t lane = 0; lane < context.lanes; ++lane)
            applyTo(lane);
    else
        for (const std::uint32_t lane : context.active)
            applyTo(lane);
}

/// The handler of a function without captures from source types A… to R, lane by lane.
template <class R, class... A, class F> [[nodiscard]] Handler lanewise(F)
{
    return [](Context& context, const Instruction& instruction) {
        applyToLanes<F, R, A...>(context, instruction, std::index_sequence_for<A...>{});
    };
}

} // namespace ridgepoint::ptx
