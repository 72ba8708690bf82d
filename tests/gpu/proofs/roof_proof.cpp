// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/roof_proof.h"

#include "core/model/cost.h"
#include "core/model/operands.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/device_plan.h"
#include "tests/gpu/proofs/signature.h"

#include <cmath>

namespace ridgepoint::proofs {
namespace {

double initialValue(std::uint64_t index, Precision precision) { return uniformValue(index, uniformPeriod(precision)); }

/// The first element that is not what `wanted` says.
template <class Wanted>
void compareExactly(std::vector<std::string>& faults, const ptx::Region& region, Precision precision, Wanted wanted)
{
    const std::uint64_t elements = region.size() / static_cast<std::uint64_t>(bytesPerElement(precision));
    for (std::uint64_t i = 0; i < elements; ++i) {
        if (!region.isWritten(i * static_cast<std::uint64_t>(bytesPerElement(precision)))) {
            faults.push_back(region.name() + ": element " + std::to_string(i) + " of " + std::to_string(elements)
                             + " is never written");
            return;
        }
        const double got = readElement(region.bytes().data(), precision, i);
        if (got != wanted(i)) {
            faults.push_back(region.name() + ": element " + std::to_string(i) + " of " + std::to_string(elements)
                             + " is " + std::to_string(got) + " instead of " + std::to_string(wanted(i)));
            return;
        }
    }
}

/// Sums of the read roof, one a warp: exact, since the pattern's multiples of 1/1024 add up exactly in fp32.
double warpSum(std::uint64_t warp)
{
    const std::uint64_t warpsPerBlock = blockThreads / warpThreads;
    const std::uint64_t firstVector = warp / warpsPerBlock * tileVectors + warp % warpsPerBlock * warpThreads;
    double sum = 0.0;
    for (std::uint64_t v = 0; v < vectorsPerThread; ++v)
        for (std::uint64_t element = 0; element < warpThreads * vectorBytes / sizeof(float); ++element)
            sum += initialValue((firstVector + v * blockThreads) * (vectorBytes / sizeof(float)) + element,
                                Precision::Fp32);
    return sum;
}

/// What the buffers must hold after one repetition of a bandwidth roof.
void compareTraffic(RoofEvidence& evidence, const DevicePlan& device)
{
    const auto unchanged = [](std::uint64_t i) { return initialValue(i, Precision::Fp32); };
    if (evidence.kernel == "rp_write_f32") {
        compareExactly(evidence.faults, device.buffer(0), Precision::Fp32, [](std::uint64_t) { return 1.0; });
        return;
    }
    if (evidence.kernel == "rp_copy_f32")
        compareExactly(evidence.faults, device.buffer(1), Precision::Fp32, unchanged);
    if (evidence.kernel == "rp_read_f32")
        compareExactly(evidence.faults, device.buffer(1), Precision::Fp32, warpSum);
    const bool adds = evidence.kernel.starts_with("rp_chain_add");
    compareExactly(evidence.faults, device.buffer(0), Precision::Fp32,
                   [&](std::uint64_t i) { return adds ? rounded(unchanged(i) + operandsOf(Operation::Add, Precision::Fp32).first, Precision::Fp32) : unchanged(i); });
}

void countBytes(RoofEvidence& evidence, const DevicePlan& device)
{
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < device.buffers(); ++i) {
        const ptx::Region& buffer = device.buffer(i);
        const std::uint64_t moved = buffer.loaded().usefulBytes + buffer.stored().usefulBytes;
        const std::uint64_t all = buffer.loaded().bytes + buffer.stored().bytes;
        const bool sums = evidence.kernel == "rp_read_f32" && i == 1;
        bytes += sums ? 0 : moved;
        evidence.otherBytes += sums ? all : all - moved;
        if (!sums) {
            const auto access = accessFaults(buffer, vectorBytes);
            evidence.faults.insert(evidence.faults.end(), access.begin(), access.end());
        }
    }
    evidence.amount = static_cast<double>(bytes);
}

void countOperations(RoofEvidence& evidence, const KernelSet& kernels, const ptx::Counts& counts,
                     const KernelInfo& kernel)
{
    for (const Signature& signature : signaturesOf(*kernel.operation, kernel.precision, kernels.architecture())) {
        const double applied = static_cast<double>(executed(signature, counts) * signature.elements)
                               / static_cast<double>(signature.perApplication);
        const double flops = applied * flopsPerApplication(*kernel.operation);
        if (evidence.amount != 0.0 && evidence.amount != flops)
            evidence.faults.push_back("two ways of counting differ: " + std::to_string(evidence.amount) + " and "
                                      + std::to_string(flops));
        evidence.amount = flops;
    }
}

/// Through the L2 cache a launch passes over the tensor very often, each time alike: six passes show what many do.
void shorten(RoofPlan& roof)
{
    constexpr std::uint32_t fewPasses = 6;
    KernelCall& call = roof.plan.calls.front();
    if (call.kernel != "rp_update_f32")
        return;
    auto& passes = std::get<std::uint32_t>(call.arguments.at(2));
    roof.amount = roof.amount / passes * fewPasses;
    passes = fewPasses;
}

} // namespace

RoofEvidence proveRoof(const KernelSet& kernels, const std::string& id, const GpuShape& shape, Bytes footprint)
{
    RoofEvidence evidence;
    auto roof = planRoof(id, shape, footprint);
    if (!roof) {
        evidence.faults.push_back(roof.error().message());
        return evidence;
    }
    shorten(*roof);
    DevicePlan device(kernels, roof->plan);
    const auto filled = device.run(roof->plan.fill);
    device.resetTraffic();
    const auto counts = filled ? device.run(roof->plan.calls) : filled;
    if (!counts) {
        evidence.faults.push_back(counts.error().message());
        return evidence;
    }
    evidence.kernel = roof->plan.calls.front().kernel;
    evidence.instructions = counts->instructions;
    const KernelInfo* kernel = findKernel(evidence.kernel);
    if (roof->kind == RoofKind::Bandwidth) {
        countBytes(evidence, device);
        compareTraffic(evidence, device);
    } else if (roof->kind == RoofKind::Compute && kernel != nullptr && kernel->operation) {
        countOperations(evidence, kernels, *counts, *kernel);
    } else {
        evidence.amount = static_cast<double>(roof->plan.calls.size());
    }
    if (evidence.amount != roof->amount)
        evidence.faults.push_back("the plan says " + std::to_string(roof->amount) + ", counted are "
                                  + std::to_string(evidence.amount));
    return evidence;
}

std::vector<std::string> proveFill(const KernelSet& kernels, std::uint64_t elements, Precision precision)
{
    std::vector<std::string> faults;
    CallPlan plan;
    plan.buffers.push_back(tensorBuffer(elements, precision, InitialContent::Uniform));
    plan.fill.push_back(fillCall(plan.buffers.front(), 0));
    DevicePlan device(kernels, plan);
    const auto counts = device.run(plan.fill);
    if (!counts)
        return {counts.error().message()};
    compareExactly(faults, device.buffer(0), precision, [&](std::uint64_t i) { return initialValue(i, precision); });
    if (device.buffer(0).stored().bytes != plan.buffers.front().bytes || device.buffer(0).loaded().bytes != 0)
        faults.push_back("the fill reads " + std::to_string(device.buffer(0).loaded().bytes) + " bytes and writes "
                         + std::to_string(device.buffer(0).stored().bytes));
    const auto access = accessFaults(device.buffer(0), vectorBytes);
    faults.insert(faults.end(), access.begin(), access.end());
    return faults;
}

} // namespace ridgepoint::proofs
