// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace ridgepoint {

/// The instruction sets that kernels are compiled for, of every architecture.
enum class InstructionSet { Avx3Dl, Avx3, Avx2, Sse4, Ssse3, Neon, Scalar };
inline constexpr std::size_t instructionSetCount = 7;

/// Those of this architecture, widest first: the first that the processor supports is used.
#if defined(__aarch64__)
inline constexpr std::array allInstructionSets{InstructionSet::Neon, InstructionSet::Scalar};
#else
inline constexpr std::array allInstructionSets{InstructionSet::Avx3Dl, InstructionSet::Avx3,  InstructionSet::Avx2,
                                               InstructionSet::Sse4,   InstructionSet::Ssse3, InstructionSet::Scalar};
#endif

/// Highway's name, which the environment variable takes: "AVX3_DL", "AVX3", "AVX2", "SSE4", "SSSE3", "NEON", "SCALAR".
[[nodiscard]] std::string_view nameOf(InstructionSet set);
/// What people call it: "AVX-512" for both of Highway's, "AVX2", "SSE4", "SSSE3", "NEON", "portable".
[[nodiscard]] std::string_view labelOf(InstructionSet set);

/// Whether processor, operating system and this build have it.
[[nodiscard]] bool isSupported(InstructionSet set);

/// The environment variable that forces an instruction set by nameOf.
inline constexpr const char* instructionSetVariable = "RIDGEPOINT_ISA";

/// The forced instruction set, or the first supported one where `forced` is empty. InvalidInput for an unknown name,
/// Unsupported for one that this processor lacks; both name those that would do.
[[nodiscard]] Result<InstructionSet> chooseInstructionSet(std::string_view forced);
/// chooseInstructionSet of the environment variable.
[[nodiscard]] Result<InstructionSet> chosenInstructionSet();

} // namespace ridgepoint
