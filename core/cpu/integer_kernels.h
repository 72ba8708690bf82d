// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgepoint {

/// Additions or multiplications of whole numbers in registers. The state is `chains` vectors of `lanes` numbers. A
/// round puts into each vector in turn what it and the next one come to (the last and the first), wrapping around:
/// nothing is done twice, no compiler can shorten it, and as the map from state to state can be undone the numbers
/// never settle.
struct IntegerKernel {
    std::size_t chains = 0;
    std::size_t lanes = 0;
    /// `state`: chains x lanes numbers, 64-byte aligned; for multiplications odd ones, which stay odd.
    void (*run)(void* state, std::int64_t rounds) = nullptr;
};

/// Those of one instruction set.
struct IntegerKernels {
    IntegerKernel add32, mul32, add64, mul64;
};

/// A kernel with what it computes.
struct NamedIntegerKernel {
    std::string_view roof; ///< "compute.int32.add"
    IntegerKernel IntegerKernels::*kernel;
    bool isWide; ///< 64 bits
    bool isMultiplication;
};
inline constexpr std::array allIntegerKernels{
    NamedIntegerKernel{"compute.int32.add", &IntegerKernels::add32, false, false},
    NamedIntegerKernel{"compute.int32.mul", &IntegerKernels::mul32, false, true},
    NamedIntegerKernel{"compute.int64.add", &IntegerKernels::add64, true, false},
    NamedIntegerKernel{"compute.int64.mul", &IntegerKernels::mul64, true, true},
};

/// No state holds more numbers, of 4 bytes each.
inline constexpr std::size_t mostIntegerNumbers = 32 * 16;

/// The kernels compiled for that instruction set. Calling them needs isSupported(set).
[[nodiscard]] IntegerKernels integerKernelsFor(InstructionSet set);

} // namespace ridgepoint
