// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/kernel_check.h"

#include "core/cpu/buffer.h"
#include "core/cpu/operation_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <string>
#include <utility>

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

constexpr std::size_t guardBytes = 4 * lineBytes;
constexpr std::byte guardValue{0xA5};

/// A tensor between two guards, its padding poisoned.
template <class T> class GuardedTensor {
public:
    explicit GuardedTensor(std::size_t elements)
        : m_elements(elements),
          m_padded(paddedBytes(elements * sizeof(T))),
          m_size(m_padded + 2 * guardBytes),
          m_memory(static_cast<std::byte*>(::operator new (m_size, std::align_val_t{lineBytes})))
    {
        std::memset(m_memory.get(), std::to_integer<int>(guardValue), m_size);
        std::fill_n(reinterpret_cast<T*>(m_memory.get() + guardBytes), m_padded / sizeof(T),
                    std::numeric_limits<T>::quiet_NaN());
    }

    [[nodiscard]] std::span<T> values() const
    {
        return {reinterpret_cast<T*>(m_memory.get() + guardBytes), m_elements};
    }
    [[nodiscard]] std::size_t lines() const { return m_padded / lineBytes; }
    [[nodiscard]] bool guardsUntouched() const
    {
        const auto isGuard = [](std::byte byte) { return byte == guardValue; };
        return std::all_of(m_memory.get(), m_memory.get() + guardBytes, isGuard)
            && std::all_of(m_memory.get() + guardBytes + m_padded, m_memory.get() + m_size, isGuard);
    }

private:
    struct Free {
        void operator()(std::byte* memory) const { ::operator delete (memory, std::align_val_t{lineBytes}); }
    };
    std::size_t m_elements;
    std::size_t m_padded;
    std::size_t m_size;
    std::unique_ptr<std::byte, Free> m_memory;
};

std::string kernelName(std::string_view what, Precision precision, InstructionSet set)
{
    return std::string(what).append(" ").append(nameOf(precision)).append(" ").append(nameOf(set));
}

template <class T> void compare(SelftestLine& line, std::span<const T> got, std::span<const double> expected)
{
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double scale = std::max(1.0, std::abs(expected[i]))
                           * static_cast<double>(std::numeric_limits<T>::epsilon());
        const double error = std::abs(static_cast<double>(got[i]) - expected[i]) / scale;
        if (error <= line.largestError)
            continue;
        line.largestError = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
        if (!(error <= line.tolerance) && line.detail.empty())
            line.detail = "element " + std::to_string(i) + " of " + std::to_string(got.size()) + " is "
                        + std::to_string(got[i]) + " instead of " + std::to_string(expected[i]);
    }
}

template <class T> SelftestLine check(SelftestLine line, PassKernel kernel, std::size_t elements,
                                      std::int64_t applications, const Operands& operands,
                                      const std::function<double()>& input, const std::function<double(double)>& wanted)
{
    const GuardedTensor<T> tensor(elements);
    std::vector<double> expected(elements);
    for (std::size_t i = 0; i < elements; ++i) {
        tensor.values()[i] = static_cast<T>(input());
        expected[i] = wanted(static_cast<double>(tensor.values()[i]));
    }
    kernel(tensor.values().data(), tensor.lines(), applications, operands);
    compare<T>(line, tensor.values(), expected);
    if (!tensor.guardsUntouched())
        line.detail = "wrote outside a tensor of " + std::to_string(elements) + " elements";
    line.passed = line.largestError <= line.tolerance && tensor.guardsUntouched();
    return line;
}

/// Keeps the worst of two lines about the same kernel.
void merge(SelftestLine& total, const SelftestLine& line)
{
    if (line.largestError >= total.largestError || (total.passed && !line.passed)) {
        const bool passed = total.passed && line.passed;
        std::string detail = total.detail.empty() ? line.detail : total.detail;
        total = line;
        total.passed = passed;
        total.detail = std::move(detail);
    }
}

template <class CheckOne> SelftestLine worstOverSizes(CheckOne&& checkOne)
{
    SelftestLine total{.passed = true};
    // Blocks of eight vectors with every tail, one to many blocks, and a heavy operation's block of 16 KiB and beyond.
    for (const std::size_t elements :
         std::initializer_list<std::size_t>{1, 7, 16, 63, 127, 128, 129, 255, 500, 1000, 4096, 9001})
        for (const std::int64_t applications : {1, 2, 3, 8, 13})
            merge(total, checkOne(elements, applications));
    return total;
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

SelftestLine checkKernel(InstructionSet set, Operation operation, Precision precision, std::size_t elements,
                         std::int64_t applications, std::uint32_t seed, PassKernel kernel)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    const Operands operands = operandsOf(operation);
    const auto input = [&] { return uniform(random); };
    const auto wanted = [&](double x) { return reference(operation, x, applications, operands); };
    const SelftestLine line{.kernel = kernelName(nameOf(operation), precision, set),
                            .tolerance = toleranceOf(operation)};
    if (kernel == nullptr)
        kernel = kernelsFor(set).of(operation, precision);
    return precision == Precision::Fp32 ? check<float>(line, kernel, elements, applications, operands, input, wanted)
                                        : check<double>(line, kernel, elements, applications, operands, input, wanted);
}

SelftestLine checkCount(InstructionSet set, bool blocked, Precision precision, std::size_t elements,
                        std::int64_t applications, PassKernel kernel)
{
    int next = 0;
    const auto input = [&] { return next++ % 64; };
    const auto wanted = [&](double x) { return x + static_cast<double>(applications); };
    const SelftestLine line{.kernel = kernelName(blocked ? "count-blocked" : "count-fused", precision, set)};
    if (kernel == nullptr)
        kernel = blocked ? kernelsFor(set).of(blockedCountingKernel, precision)
                         : kernelsFor(set).of(Operation::Add, precision);
    constexpr Operands one{1.0, 1.0};
    return precision == Precision::Fp32 ? check<float>(line, kernel, elements, applications, one, input, wanted)
                                        : check<double>(line, kernel, elements, applications, one, input, wanted);
}

std::vector<SelftestLine> checkKernels(InstructionSet set, std::uint32_t seed)
{
    std::vector<SelftestLine> lines;
    for (const Precision precision : {Precision::Fp32, Precision::Fp64}) {
        for (const Operation operation : allOperations)
            lines.push_back(worstOverSizes([&](std::size_t elements, std::int64_t applications) {
                SelftestLine line{.passed = true};
                PassKernel last = nullptr;
                for (const MemoryAccess access : allMemoryAccesses)
                    if (PassKernel kernel = kernelsFor(set).of(operation, precision, access);
                        kernel != std::exchange(last, kernel))
                        merge(line, checkKernel(set, operation, precision, elements, applications, seed, kernel));
                return line;
            }));
        for (const bool blocked : {false, true})
            lines.push_back(worstOverSizes([&](std::size_t elements, std::int64_t applications) {
                return checkCount(set, blocked, precision, elements, applications);
            }));
    }
    return lines;
}

} // namespace ridgepoint
