// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/roof_kernel_check.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace ridgepoint {
namespace {

constexpr std::size_t guards = 16;

/// A state with a guard behind it.
template <class T, std::size_t count> struct alignas(64) Guarded {
    std::array<T, count + guards> numbers;

    [[nodiscard]] bool isWhole(std::size_t used, T guard) const
    {
        return std::all_of(numbers.begin() + static_cast<std::ptrdiff_t>(used), numbers.end(),
                           [=](T number) { return number == guard; });
    }
};

std::string nameOfKernel(std::string_view roof, InstructionSet set)
{
    std::string name(roof.substr(roof.find('.') + 1)); // without "compute."
    std::replace(name.begin(), name.end(), '.', ' ');
    return name.append(" ").append(nameOf(set));
}

template <class T> void note(SelftestLine& line, std::size_t place, std::int64_t rounds, T got, T expected)
{
    if (got == expected || !line.passed)
        return;
    line.passed = false;
    line.largestError = 1.0;
    line.detail = "number " + std::to_string(place) + " is " + std::to_string(got) + " instead of "
                + std::to_string(expected) + " after " + std::to_string(rounds) + " rounds";
}

void noteGuard(SelftestLine& line, bool isWhole)
{
    if (isWhole || !line.passed)
        return;
    line.passed = false;
    line.detail = "memory behind the state was written";
}

template <class T>
void checkInteger(SelftestLine& line, const NamedIntegerKernel& named, const IntegerKernel& kernel, std::uint32_t seed)
{
    constexpr std::size_t most = mostIntegerNumbers * 4 / sizeof(T);
    constexpr T guard = 77;
    const std::size_t used = kernel.chains * kernel.lanes;
    std::mt19937_64 random(seed);
    for (const std::int64_t rounds : {1, 2, 3, 4, 5, 7, 64, 1001}) {
        Guarded<T, most> state;
        state.numbers.fill(guard);
        std::vector<T> expected(used);
        for (std::size_t i = 0; i < used; ++i)
            state.numbers[i] = expected[i] = static_cast<T>(random()) | (named.isMultiplication ? 1U : 0U);
        kernel.run(state.numbers.data(), rounds);
        for (std::int64_t round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < used; ++i) {
                const T next = expected[(i + kernel.lanes) % used];
                expected[i] = named.isMultiplication ? expected[i] * next : expected[i] + next;
            }
        for (std::size_t i = 0; i < used; ++i)
            note(line, i, rounds, state.numbers[i], expected[i]);
        noteGuard(line, state.isWhole(used, guard));
    }
}

} // namespace

SelftestLine checkIntegerKernel(InstructionSet set, const NamedIntegerKernel& named, const IntegerKernel& kernel,
                                std::uint32_t seed)
{
    SelftestLine line{.kernel = nameOfKernel(named.roof, set), .passed = true};
    if (named.isWide)
        checkInteger<std::uint64_t>(line, named, kernel, seed);
    else
        checkInteger<std::uint32_t>(line, named, kernel, seed);
    return line;
}

SelftestLine checkDotKernel(InstructionSet set, const DotKernel& kernel, std::uint32_t seed)
{
    SelftestLine line{.kernel = nameOfKernel("compute.int8.dot", set), .passed = true};
    constexpr std::int32_t start = 17;
    DotOperands operands;
    std::mt19937 random(seed);
    for (std::size_t i = 0; i < operands.a.size(); ++i)
        for (std::size_t j = 0; j < operands.a[i].size(); ++j) {
            // Four pairs of the largest factors, of which two would not fit into 16 bits.
            operands.a[i][j] = j < 4 ? std::uint8_t{255} : static_cast<std::uint8_t>(random());
            operands.b[i][j] = j < 4 ? std::int8_t{-128} : static_cast<std::int8_t>(random());
        }
    for (const std::int64_t rounds : {1, 2, 1000, 100'000}) { // the last wraps around
        Guarded<std::int32_t, DotKernel::sums * DotKernel::mostLanes> state;
        state.numbers.fill(start);
        kernel.run(operands, state.numbers.data(), rounds);
        for (std::size_t i = 0; i < DotKernel::sums * kernel.lanes; ++i) {
            const std::size_t sum = i / kernel.lanes;
            const std::size_t first = i % kernel.lanes * 4;
            std::int64_t dot = 0;
            for (std::size_t j = first; j < first + 4; ++j)
                dot += std::int64_t{operands.a[sum % 2][j]} * operands.b[sum / 2 % 2][j];
            note(line, i, rounds, state.numbers[i],
                 static_cast<std::int32_t>(static_cast<std::uint32_t>(start + dot * rounds)));
        }
        noteGuard(line, state.isWhole(DotKernel::sums * kernel.lanes, start));
    }
    return line;
}

std::vector<SelftestLine> checkRoofKernels(InstructionSet set, std::uint32_t seed)
{
    std::vector<SelftestLine> lines;
    const IntegerKernels kernels = integerKernelsFor(set);
    for (const NamedIntegerKernel& named : allIntegerKernels)
        lines.push_back(checkIntegerKernel(set, named, kernels.*named.kernel, seed));
    if (const DotKernel dot = dotKernelFor(set); dot.run != nullptr)
        lines.push_back(checkDotKernel(set, dot, seed));
    return lines;
}

} // namespace ridgepoint
