// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/kernel_check.h"

#include "core/cpu/buffer.h"
#include "core/cpu/operation_numbers.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <utility>

namespace ridgepoint {
namespace {

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
