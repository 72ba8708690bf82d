// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Our own registry over Highway's per-target namespaces. HWY_DYNAMIC_DISPATCH would need libhwy, which Debian has as a
// shared library only; this way the program needs no more than the headers.

#include "core/cpu/instruction_set.h"

#include <hwy/detect_targets.h>

namespace ridgepoint {

/// The instruction set of one of Highway's targets.
constexpr InstructionSet instructionSetOf(long long target)
{
    switch (target) {
    case HWY_AVX3_DL: return InstructionSet::Avx3Dl;
    case HWY_AVX3: return InstructionSet::Avx3;
    case HWY_AVX2: return InstructionSet::Avx2;
    case HWY_SSE4: return InstructionSet::Sse4;
    case HWY_SSSE3: return InstructionSet::Ssse3;
    case HWY_NEON: return InstructionSet::Neon;
    default: return InstructionSet::Scalar;
    }
}

} // namespace ridgepoint

// RIDGEPOINT_FOR_TARGET(set, function, ...): calls N_TARGET::function(...) for the target that `set` names, where this
// processor has it: even what only fills a table is compiled for the target, and may use its instructions. All of an
// architecture's but the baseline, which differs between compilers (SCALAR under GCC 12, EMU128 under Clang), are
// compiled by every build for it.
#if HWY_STATIC_TARGET == HWY_SCALAR
    #define RIDGEPOINT_BASELINE N_SCALAR
#else
    #define RIDGEPOINT_BASELINE N_EMU128
#endif
#if HWY_ARCH_ARM_A64
    #define RIDGEPOINT_WIDER_TARGETS(function, ...)                                                                    \
    case InstructionSet::Neon:                                                                                         \
        N_NEON::function(__VA_ARGS__);                                                                                 \
        break;
#else
    #define RIDGEPOINT_WIDER_TARGETS(function, ...)                                                                    \
    case InstructionSet::Avx3Dl: N_AVX3_DL::function(__VA_ARGS__); break;                                              \
    case InstructionSet::Avx3: N_AVX3::function(__VA_ARGS__); break;                                                   \
    case InstructionSet::Avx2: N_AVX2::function(__VA_ARGS__); break;                                                   \
    case InstructionSet::Sse4: N_SSE4::function(__VA_ARGS__); break;                                                   \
    case InstructionSet::Ssse3:                                                                                        \
        N_SSSE3::function(__VA_ARGS__);                                                                                \
        break;
#endif
#define RIDGEPOINT_FOR_TARGET(set, function, ...)                                                                      \
    if (isSupported(set))                                                                                              \
        switch (set) {                                                                                                 \
            RIDGEPOINT_WIDER_TARGETS(function, __VA_ARGS__)                                                            \
        case InstructionSet::Scalar: RIDGEPOINT_BASELINE::function(__VA_ARGS__); break;                                \
        default: break;                                                                                                \
        }
