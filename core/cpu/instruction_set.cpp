// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/instruction_set.h"

#include <cstdlib>
#include <string>
#if defined(__x86_64__)
    #include <cpuid.h>
#endif

namespace ridgepoint {
namespace {

#if defined(__x86_64__)
bool hasSsse3() { return __builtin_cpu_supports("ssse3") != 0; }

bool hasSse4()
{
    return hasSsse3() && __builtin_cpu_supports("sse4.1") != 0 && __builtin_cpu_supports("sse4.2") != 0
        && __builtin_cpu_supports("pclmul") != 0 && __builtin_cpu_supports("aes") != 0;
}

/// F16C is not among the names that every compiler's __builtin_cpu_supports takes.
bool hasF16c()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_F16C) != 0;
}

bool hasAvx2()
{
    return hasSse4() && __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0
        && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 && hasF16c();
}

bool hasAvx3()
{
    return hasAvx2() && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0
        && __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0;
}

bool hasVaes()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ecx & bit_VAES) != 0;
}

bool hasAvx3Dl()
{
    return hasAvx3() && __builtin_cpu_supports("vpclmulqdq") != 0 && __builtin_cpu_supports("avx512vbmi") != 0
        && __builtin_cpu_supports("avx512vbmi2") != 0 && __builtin_cpu_supports("avx512vnni") != 0
        && __builtin_cpu_supports("avx512bitalg") != 0 && __builtin_cpu_supports("avx512vpopcntdq") != 0 && hasVaes();
}
#endif

std::string supportedNames()
{
    std::string names;
    for (const InstructionSet set : allInstructionSets)
        if (isSupported(set))
            names.append(names.empty() ? "" : ", ").append(nameOf(set));
    return names;
}

} // namespace

std::string_view nameOf(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Avx3Dl: return "AVX3_DL";
    case InstructionSet::Avx3: return "AVX3";
    case InstructionSet::Avx2: return "AVX2";
    case InstructionSet::Sse4: return "SSE4";
    case InstructionSet::Ssse3: return "SSSE3";
    case InstructionSet::Neon: return "NEON";
    case InstructionSet::Scalar: return "SCALAR";
    }
    return {};
}

std::string_view labelOf(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Avx3Dl:
    case InstructionSet::Avx3: return "AVX-512";
    case InstructionSet::Scalar: return "portable";
    default: return nameOf(set);
    }
}

bool isSupported(InstructionSet set)
{
    switch (set) {
#if defined(__x86_64__)
    case InstructionSet::Avx3Dl: return hasAvx3Dl();
    case InstructionSet::Avx3: return hasAvx3();
    case InstructionSet::Avx2: return hasAvx2();
    case InstructionSet::Sse4: return hasSse4();
    case InstructionSet::Ssse3: return hasSsse3();
#elif defined(__aarch64__)
    // Every 64-bit Arm processor that Linux runs on. Highway's target allows AES besides, which no kernel uses.
    case InstructionSet::Neon: return true;
#endif
    case InstructionSet::Scalar: return true;
    default: return false;
    }
}

Result<InstructionSet> chooseInstructionSet(std::string_view forced)
{
    for (const InstructionSet set : allInstructionSets) {
        if (forced.empty() ? isSupported(set) : nameOf(set) == forced) {
            if (isSupported(set))
                return set;
            return Error{ErrorKind::Unsupported,
                         "cpu.isa-unsupported",
                         "This processor does not support %1, which %2 requests; set %2 to one of %3, or unset it.",
                         {std::string(forced), instructionSetVariable, supportedNames()}};
        }
    }
    return Error{ErrorKind::InvalidInput,
                 "cpu.isa-unknown",
                 "%2 names an unknown instruction set \"%1\"; set it to one of %3, or unset it.",
                 {std::string(forced), instructionSetVariable, supportedNames()}};
}

Result<InstructionSet> chosenInstructionSet()
{
    const char* forced = std::getenv(instructionSetVariable);
    return chooseInstructionSet(forced != nullptr ? forced : "");
}

} // namespace ridgepoint
