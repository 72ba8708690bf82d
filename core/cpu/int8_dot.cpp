// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Functions that hold VNNI's instructions say so one by one; nothing may call them before dotKernelFor() has asked the
// processor.

#include "core/cpu/int8_dot.h"

#if defined(__x86_64__)

    #include <cpuid.h>
    #include <immintrin.h>

    #include <utility>

    #define RIDGEPOINT_AVX512_VNNI __attribute__((target("avx512f,avx512bw,avx512vnni")))
    #define RIDGEPOINT_AVX_VNNI __attribute__((target("avx2,avxvnni")))

namespace ridgepoint {
namespace {

constexpr auto allSums = std::make_index_sequence<DotKernel::sums>();

template <std::size_t... index> RIDGEPOINT_AVX512_VNNI inline void runWide(const DotOperands& operands,
                                                                           std::int32_t* state, std::int64_t rounds,
                                                                           std::index_sequence<index...>)
{
    const __m512i a[] = {_mm512_load_si512(operands.a[0].data()), _mm512_load_si512(operands.a[1].data())};
    const __m512i b[] = {_mm512_load_si512(operands.b[0].data()), _mm512_load_si512(operands.b[1].data())};
    __m512i sums[] = {_mm512_load_si512(state + index * 16)...};
    for (; rounds > 0; --rounds)
        ((sums[index] = _mm512_dpbusd_epi32(sums[index], a[index % 2], b[index / 2 % 2])), ...);
    (_mm512_store_si512(state + index * 16, sums[index]), ...);
}

RIDGEPOINT_AVX512_VNNI void runAvx512Vnni(const DotOperands& operands, std::int32_t* state, std::int64_t rounds)
{
    runWide(operands, state, rounds, allSums);
}

template <std::size_t... index> RIDGEPOINT_AVX_VNNI inline void runNarrow(const DotOperands& operands,
                                                                          std::int32_t* state, std::int64_t rounds,
                                                                          std::index_sequence<index...>)
{
    const auto* ofA = reinterpret_cast<const __m256i*>(
        operands.a.data()); // the second vector is two of these further on
    const auto* ofB = reinterpret_cast<const __m256i*>(operands.b.data());
    auto* to = reinterpret_cast<__m256i*>(state);
    const __m256i a[] = {_mm256_load_si256(ofA), _mm256_load_si256(ofA + 2)};
    const __m256i b[] = {_mm256_load_si256(ofB), _mm256_load_si256(ofB + 2)};
    __m256i sums[] = {_mm256_load_si256(to + index)...};
    for (; rounds > 0; --rounds)
        ((sums[index] = _mm256_dpbusd_avx_epi32(sums[index], a[index % 2], b[index / 2 % 2])), ...);
    (_mm256_store_si256(to + index, sums[index]), ...);
}

RIDGEPOINT_AVX_VNNI void runAvxVnni(const DotOperands& operands, std::int32_t* state, std::int64_t rounds)
{
    runNarrow(operands, state, rounds, allSums);
}

/// A bit of CPUID's leaf 7: ECX of part 0, EAX of part 1.
bool hasAvx512Vnni()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (ecx & 1U << 11) != 0;
}

bool hasAvxVnni()
{
    unsigned eax = 0;
    unsigned ebx = 0;
    unsigned ecx = 0;
    unsigned edx = 0;
    return __get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx) != 0 && (eax & 1U << 4) != 0;
}

} // namespace

DotKernel dotKernelFor(InstructionSet set)
{
    if (!isSupported(set))
        return {};
    if ((set == InstructionSet::Avx3Dl || set == InstructionSet::Avx3) && hasAvx512Vnni())
        return {.lanes = 16, .unit = "AVX-512 VNNI", .run = runAvx512Vnni};
    if (set == InstructionSet::Avx2 && hasAvxVnni())
        return {.lanes = 8, .unit = "AVX-VNNI", .run = runAvxVnni};
    return {};
}

} // namespace ridgepoint

#else

// 64-bit Arm has the product of unsigned by signed int8 from Armv8.6 on, which no kernel uses yet.
ridgepoint::DotKernel ridgepoint::dotKernelFor(InstructionSet) { return {}; }

#endif
