// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What the kernels do, written down once more and plainly: element after element, rounded after every operation.
#include "core/model/cost.h"
#include "gpu/plan/chase_plan.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/runtime/fake_cuda.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ridgepoint::test {
namespace {

struct Arguments {
    const std::vector<std::uint64_t>& values;

    [[nodiscard]] std::byte* pointer(std::size_t i) const { return reinterpret_cast<std::byte*>(values[i]); }
    [[nodiscard]] std::uint32_t u32(std::size_t i) const { return static_cast<std::uint32_t>(values[i]); }
    [[nodiscard]] double number(std::size_t i, Precision precision) const
    {
        switch (precision) {
        case Precision::Fp64: return std::bit_cast<double>(values[i]);
        case Precision::Fp16: return halfValue(static_cast<std::uint16_t>(values[i]));
        case Precision::Bf16: return bfloat16Value(static_cast<std::uint16_t>(values[i]));
        case Precision::Fp32: break;
        }
        return static_cast<double>(std::bit_cast<float>(u32(i)));
    }
    /// Elements of a tiled call whose number of full tiles is argument `i`.
    [[nodiscard]] std::uint64_t elements(std::size_t i, Precision precision) const
    {
        const std::uint64_t vectors = std::uint64_t{u32(i)} * tileVectors + u32(i + 1);
        return vectors * vectorBytes / static_cast<std::uint64_t>(bytesPerElement(precision));
    }
};

double applyRounded(Operation operation, double x, std::uint64_t applications, const Operands& operands,
                    Precision precision)
{
    for (std::uint64_t i = 0; i < applications; ++i) {
        const Operands turn = alternates(operation) && i % 2 != 0 ? swapped(operands) : operands;
        x = rounded(reference(operation, x, 1, turn), precision);
    }
    return x;
}

void chain(const KernelInfo& info, const Arguments& arguments)
{
    const Operands operands{arguments.number(3, info.precision), arguments.number(4, info.precision)};
    const std::uint64_t applications = info.applications != 0
                                         ? info.applications
                                         : std::uint64_t{arguments.u32(5)} * roundApplications + arguments.u32(6);
    for (std::uint64_t i = 0; i < arguments.elements(1, info.precision); ++i) {
        const double x = readElement(arguments.pointer(0), info.precision, i);
        writeElement(arguments.pointer(0), info.precision, i,
                     applyRounded(*info.operation, x, applications, operands, info.precision));
    }
}

void pointwise(const KernelInfo& info, const Arguments& arguments)
{
    const Operation operation = info.operation.value_or(Operation::Add);
    Operands operands{arguments.number(3, Precision::Fp32), arguments.number(4, Precision::Fp32)};
    if (info.family == KernelFamily::Count)
        operands.second = operands.first;
    for (std::uint64_t i = 0; i < arguments.elements(1, Precision::Fp32); ++i) {
        const double x = readElement(arguments.pointer(0), Precision::Fp32, i);
        writeElement(arguments.pointer(0), Precision::Fp32, i,
                     applyRounded(operation, x, std::uint64_t{arguments.u32(5)} + 1, operands, Precision::Fp32));
    }
}

void update(const Arguments& arguments)
{
    const std::uint64_t elements = std::uint64_t{arguments.u32(1)} * tileBytes / sizeof(float);
    for (std::uint32_t pass = 0; pass < arguments.u32(2); ++pass)
        for (std::uint64_t i = 0; i < elements; ++i)
            writeElement(arguments.pointer(0), Precision::Fp32, i,
                         readElement(arguments.pointer(0), Precision::Fp32, i)
                             + arguments.number(pass % 2 != 0 ? 4 : 3, Precision::Fp32));
}

void read(const Arguments& arguments, std::uint32_t blocks)
{
    constexpr std::uint32_t warps = blockThreads / warpThreads;
    std::vector<double> sums(std::size_t{blocks} * warps);
    const std::uint64_t elements = arguments.elements(2, Precision::Fp32);
    for (std::uint64_t i = 0; i < elements; ++i) {
        const std::uint64_t vector = i / (vectorBytes / sizeof(float));
        sums[vector / tileVectors * warps + vector % blockThreads / warpThreads] += readElement(arguments.pointer(0),
                                                                                                Precision::Fp32, i);
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        writeElement(arguments.pointer(1), Precision::Fp32, i, sums[i]);
}

void readOften(const Arguments& arguments, std::uint32_t blocks)
{
    constexpr std::uint32_t warps = blockThreads / warpThreads;
    std::vector<double> sums(std::size_t{blocks} * warps);
    const std::uint64_t elements = std::uint64_t{arguments.u32(2)} * tileBytes / sizeof(float);
    for (std::uint64_t i = 0; i < elements; ++i) {
        const std::uint64_t vector = i / (vectorBytes / sizeof(float));
        sums[vector / tileVectors % blocks * warps + vector % blockThreads / warpThreads] +=
            readElement(arguments.pointer(0), Precision::Fp32, i) * arguments.u32(3);
    }
    for (std::size_t i = 0; i < sums.size(); ++i)
        writeElement(arguments.pointer(1), Precision::Fp32, i, sums[i]);
}

/// Adds every one of the summands in turn.
void addInPlace(const Arguments& arguments, std::uint64_t elements, const std::vector<double>& summands)
{
    for (std::uint64_t i = 0; i < elements; ++i) {
        double x = readElement(arguments.pointer(0), Precision::Fp32, i);
        for (const double summand : summands)
            x = rounded(x + summand, Precision::Fp32);
        writeElement(arguments.pointer(0), Precision::Fp32, i, x);
    }
}

void updateShared(const Arguments& arguments, std::uint32_t blocks)
{
    std::vector<double> summands;
    for (std::uint32_t pass = 0; pass < arguments.u32(1) * sharedRoundPasses; ++pass)
        summands.push_back(arguments.number(pass % 2 != 0 ? 3 : 2, Precision::Fp32));
    addInPlace(arguments, std::uint64_t{blocks} * sharedTileBytes / sizeof(float), summands);
}

void fillCycle(const Arguments& arguments)
{
    const std::uint32_t bits = arguments.u32(2);
    const auto lineAt = [&](std::uint64_t step) {
        return arguments.pointer(0) + chasedLine(step, bits) * chasedLineBytes;
    };
    for (std::uint64_t step = 0; step < std::uint64_t{1} << bits; ++step) {
        std::byte* const next = lineAt(step + 1);
        std::memcpy(lineAt(step), &next, sizeof next);
    }
    std::memset(arguments.pointer(1), 0, sizeof(std::uint64_t));
}

void chase(const Arguments& arguments)
{
    std::uint64_t place = 0;
    std::memcpy(&place, arguments.pointer(1), sizeof place);
    std::byte* at = arguments.pointer(0) + place;
    for (std::uint32_t load = 0; load < arguments.u32(2) * chaseRoundLoads; ++load) {
        std::byte* next = nullptr;
        std::memcpy(&next, at, sizeof next);
        at = next;
    }
    place = static_cast<std::uint64_t>(at - arguments.pointer(0));
    std::memcpy(arguments.pointer(1), &place, sizeof place);
}

void integers(const Arguments& arguments, std::uint32_t blocks)
{
    constexpr std::size_t lanes = vectorBytes / sizeof(std::uint32_t);
    for (std::uint64_t vector = 0; vector < std::uint64_t{blocks} * tileVectors; ++vector) {
        std::uint32_t x[lanes];
        std::memcpy(x, arguments.pointer(0) + vector * vectorBytes, sizeof x);
        for (std::uint32_t i = 0; i < arguments.u32(1) * roundApplications; ++i)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                x[lane] = arguments.values.size() > 2 ? x[lane] * arguments.u32(2) + arguments.u32(3)
                                                      : x[lane] + x[lane ^ 1U];
        std::memcpy(arguments.pointer(0) + vector * vectorBytes, x, sizeof x);
    }
}

std::uint32_t bytesOfVariantsBlock(const std::string& kernel)
{
    return kernel == "rp_update_evict_first_f32" ? tileBytes : 2 * tileBytes;
}

} // namespace

void computeKernel(const std::string& kernel, const Dim3& grid, const std::vector<std::uint64_t>& values)
{
    const KernelInfo* info = findKernel(kernel);
    if (info == nullptr)
        std::abort(); // a name that no kernel has would be a failed launch at best
    const Arguments arguments{values};
    switch (info->family) {
    case KernelFamily::Chain: return chain(*info, arguments);
    case KernelFamily::Pointwise:
    case KernelFamily::Count: return pointwise(*info, arguments);
    case KernelFamily::Update: return update(arguments);
    case KernelFamily::Read: return read(arguments, grid.x);
    case KernelFamily::Write:
        for (std::uint64_t i = 0; i < arguments.elements(1, Precision::Fp32); ++i)
            writeElement(arguments.pointer(0), Precision::Fp32, i, arguments.number(3, Precision::Fp32));
        return;
    case KernelFamily::Copy:
        std::memcpy(arguments.pointer(0), arguments.pointer(1), arguments.elements(2, Precision::Fp32) * sizeof(float));
        return;
    case KernelFamily::Fill:
        for (std::uint64_t i = 0; i < arguments.elements(1, info->precision); ++i)
            writeElement(arguments.pointer(0), info->precision, i, uniformValue(i, uniformPeriod(info->precision)));
        return;
    case KernelFamily::Shared: return updateShared(arguments, grid.x);
    case KernelFamily::ReadOften: return readOften(arguments, grid.x);
    case KernelFamily::Cycle: return fillCycle(arguments);
    case KernelFamily::Chase: return chase(arguments);
    case KernelFamily::Integer: return integers(arguments, grid.x);
    case KernelFamily::Variant:
        return addInPlace(arguments, std::uint64_t{grid.x} * bytesOfVariantsBlock(kernel) / sizeof(float),
                          {arguments.number(1, Precision::Fp32)});
    case KernelFamily::Operator: return computeOperator(*info->which, grid, values);
    case KernelFamily::Saved: return computeSaved(values);
    case KernelFamily::Product: return computeProduct(values);
    case KernelFamily::Gradient:
    case KernelFamily::Polynomial: return computeGradient(kernel, values);
    }
}

} // namespace ridgepoint::test
