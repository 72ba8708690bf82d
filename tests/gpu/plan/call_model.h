// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/element.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>

namespace ridgepoint::test {

/// The argument of a call as the type that it must have.
template <class T> T argument(const KernelCall& call, std::size_t index)
{
    return std::get<T>(call.arguments.at(index));
}

/// How many 16-byte vectors a tiled call covers, from its tiles and tail at these places among its arguments.
inline std::uint64_t vectorsOf(const KernelCall& call, std::size_t fullTiles = 1)
{
    return std::uint64_t{argument<std::uint32_t>(call, fullTiles)} * tileVectors
         + argument<std::uint32_t>(call, fullTiles + 1);
}

/// How often a call of the chain or pointwise kernels applies its operation to an element.
inline std::uint64_t applicationsOf(const KernelCall& call)
{
    const KernelInfo& kernel = *findKernel(call.kernel);
    if (kernel.family != KernelFamily::Chain)
        return std::uint64_t{argument<std::uint32_t>(call, 5)} + 1;
    if (kernel.applications != 0)
        return kernel.applications;
    return std::uint64_t{argument<std::uint32_t>(call, 5)} * roundApplications + argument<std::uint32_t>(call, 6);
}

/// A call's operand as a number; both halves of a packed one are the same or the result is NaN.
inline double operandOf(const KernelCall& call, std::size_t index)
{
    const KernelArgument& given = call.arguments.at(index);
    if (const auto* single = std::get_if<float>(&given))
        return static_cast<double>(*single);
    if (const auto* wide = std::get_if<double>(&given))
        return *wide;
    const std::uint32_t packed = std::get<std::uint32_t>(given);
    const auto half = static_cast<std::uint16_t>(packed & 0xFFFFU);
    if (packed >> 16 != half)
        return std::numeric_limits<double>::quiet_NaN();
    return findKernel(call.kernel)->precision == Precision::Fp16 ? halfValue(half) : bfloat16Value(half);
}

/// Whether the arguments have the types of the kernel's parameters.
inline bool matchesParameters(const KernelCall& call)
{
    const KernelInfo* kernel = findKernel(call.kernel);
    if (kernel == nullptr || kernel->parameters.size() != call.arguments.size())
        return false;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const KernelArgument& given = call.arguments[i];
        const bool matches = [&] {
            switch (kernel->parameters[i]) {
            case ParameterType::Pointer: return std::holds_alternative<BufferPointer>(given);
            case ParameterType::U32: return std::holds_alternative<std::uint32_t>(given);
            case ParameterType::U64: return std::holds_alternative<std::uint64_t>(given);
            case ParameterType::F32: return std::holds_alternative<float>(given);
            case ParameterType::F64: return std::holds_alternative<double>(given);
            }
            return false;
        }();
        if (!matches)
            return false;
    }
    return true;
}

} // namespace ridgepoint::test
