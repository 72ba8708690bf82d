// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/instruction_set.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgepoint {

/// What the dot product reads: two vectors of either factor, so that what is multiplied changes from one instruction to
/// the next.
struct DotOperands {
    alignas(64) std::array<std::array<std::uint8_t, 64>, 2> a{};
    alignas(64) std::array<std::array<std::int8_t, 64>, 2> b{};
};

/// The dot product of unsigned by signed int8 in registers (VNNI): a round adds to the int32 number `lane` of the sum i
/// a[i % 2][4 lane + j] b[i / 2 % 2][4 lane + j] over j = 0 to 3, wrapping around.
struct DotKernel {
    static constexpr std::size_t sums = 12; ///< independent of each other
    static constexpr std::size_t mostLanes = 16;

    std::size_t lanes = 0; ///< of a sum
    std::string_view unit; ///< "AVX-512 VNNI", "AVX-VNNI"
    /// `state`: sums x lanes numbers, 64-byte aligned.
    void (*run)(const DotOperands& operands, std::int32_t* state, std::int64_t rounds) = nullptr;
};

/// That of an instruction set: AVX-512 VNNI of both that have 512 bits, AVX-VNNI of AVX2, where this processor has them
/// too; `run` is null where not. Highway's targets do not tell, a Cascade Lake is of AVX3 and has it.
[[nodiscard]] DotKernel dotKernelFor(InstructionSet set);

} // namespace ridgepoint
