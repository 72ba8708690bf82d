// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/workload_plan.h"

#include "core/model/cost.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"

#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int bfloat16Capability = 80;

std::uint64_t vectorsOf(std::uint64_t elements, Precision precision)
{
    const std::uint64_t bytes = elements * static_cast<std::uint64_t>(bytesPerElement(precision));
    return (bytes + vectorBytes - 1) / vectorBytes;
}

KernelArgument operandArgument(double value, Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return static_cast<float>(value);
    case Precision::Fp64: return value;
    case Precision::Fp16: return std::uint32_t{halfBits(value)} * 0x10001U;
    case Precision::Bf16: return std::uint32_t{bfloat16Bits(value)} * 0x10001U;
    }
    return value;
}

KernelCall pointwiseCall(std::string kernel, const PassRequest& request)
{
    KernelCall call = tiledCall(std::move(kernel), {request.data}, vectorsOf(request.elements, request.precision));
    call.arguments.push_back(operandArgument(request.first, Precision::Fp32));
    call.arguments.push_back(operandArgument(request.second, Precision::Fp32));
    call.arguments.push_back(static_cast<std::uint32_t>(request.applications - 1));
    return call;
}

Result<void> checkSupport(const Workload& workload, const GpuShape& shape)
{
    if (!hasKernels(workload.operation, workload.precision))
        return Error{ErrorKind::Unsupported,
                     "cuda.precision",
                     "The GPU's %1 kernels support fp32, not %2; choose fp32.",
                     {std::string(nameOf(workload.operation)), std::string(nameOf(workload.precision))}};
    if (workload.precision == Precision::Bf16 && shape.computeCapability < bfloat16Capability)
        return Error{ErrorKind::Unsupported,
                     "cuda.bf16",
                     "This GPU has compute capability %1.%2, but bf16 arithmetic needs 8.0; choose fp16 or fp32.",
                     {std::to_string(shape.computeCapability / 10), std::to_string(shape.computeCapability % 10)}};
    const std::uint64_t tiles = vectorsOf(static_cast<std::uint64_t>(workload.elements), workload.precision)
                              / tileVectors;
    if (tiles >= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
        return Error{ErrorKind::InvalidInput,
                     "cuda.elements",
                     "A grid cannot cover %1 elements; choose fewer.",
                     {std::to_string(workload.elements)}};
    return {};
}

} // namespace

KernelCall tiledCall(std::string kernel, std::vector<KernelArgument> pointers, std::uint64_t vectors)
{
    const auto fullTiles = static_cast<std::uint32_t>(vectors / tileVectors);
    const auto tailVectors = static_cast<std::uint32_t>(vectors % tileVectors);
    KernelCall call{.kernel = std::move(kernel),
                    .grid = {.x = fullTiles + (tailVectors != 0 ? 1U : 0U)},
                    .block = {.x = blockThreads},
                    .arguments = std::move(pointers)};
    call.arguments.push_back(fullTiles);
    call.arguments.push_back(tailVectors);
    return call;
}

KernelCall passCall(const PassRequest& request)
{
    if (!isChainOperation(request.operation))
        return pointwiseCall(pointwiseKernelName(request.operation), request);
    const bool fixed = request.applications <= largestFixedApplications;
    const auto own = fixed ? static_cast<std::uint32_t>(request.applications) : 0U;
    KernelCall call = tiledCall(chainKernelName(request.operation, request.precision, own), {request.data},
                                vectorsOf(request.elements, request.precision));
    call.arguments.push_back(operandArgument(request.first, request.precision));
    call.arguments.push_back(operandArgument(request.second, request.precision));
    if (!fixed) {
        call.arguments.push_back(static_cast<std::uint32_t>(request.applications / roundApplications));
        call.arguments.push_back(static_cast<std::uint32_t>(request.applications % roundApplications));
    }
    return call;
}

KernelCall countCall(const PassRequest& request) { return pointwiseCall("rp_count_f32", request); }

BufferPlan tensorBuffer(std::uint64_t elements, Precision precision, InitialContent content)
{
    return {.usefulBytes = elements * static_cast<std::uint64_t>(bytesPerElement(precision)),
            .bytes = vectorsOf(elements, precision) * vectorBytes,
            .precision = precision,
            .content = content};
}

KernelCall fillCall(const BufferPlan& buffer, std::size_t index)
{
    return tiledCall(fillKernelName(buffer.precision), {BufferPointer{index, 0}}, buffer.bytes / vectorBytes);
}

Result<CallPlan> planWorkload(const Workload& workload, const GpuShape& shape)
{
    if (auto valid = validate(workload); !valid)
        return valid.error();
    if (auto supported = checkSupport(workload, shape); !supported)
        return supported.error();

    CallPlan plan;
    const auto elements = static_cast<std::uint64_t>(workload.elements);
    plan.buffers.push_back(tensorBuffer(elements, workload.precision, InitialContent::Uniform));
    plan.fill.push_back(fillCall(plan.buffers.front(), 0));

    const Operands operands = operandsOf(workload.operation, workload.precision);
    PassRequest request{.operation = workload.operation,
                        .precision = workload.precision,
                        .elements = elements,
                        .applications = static_cast<std::uint64_t>(workload.operationsPerElement)
                                      * static_cast<std::uint64_t>(workload.fusionDepth),
                        .first = operands.first,
                        .second = operands.second,
                        .data = {}};
    const KernelCall call = passCall(request);
    std::swap(request.first, request.second);
    const KernelCall opposite = passCall(request);

    const bool oddPass = alternates(workload.operation) && request.applications % 2 != 0;
    for (int pass = 0; pass < workload.passes(); ++pass)
        plan.calls.push_back(oddPass && pass % 2 != 0 ? opposite : call);
    if (oddPass && workload.passes() % 2 != 0)
        for (int pass = 0; pass < workload.passes(); ++pass)
            plan.mirrored.push_back(pass % 2 != 0 ? call : opposite);
    return plan;
}

} // namespace ridgepoint
