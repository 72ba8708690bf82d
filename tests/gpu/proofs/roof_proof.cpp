// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/proofs/roof_proof.h"

#include "core/model/cost.h"
#include "core/model/operands.h"
#include "gpu/plan/chase_plan.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "tests/gpu/proofs/device_plan.h"
#include "tests/gpu/proofs/signature.h"
#include "tests/gpu/ptx/movement.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

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

/// What a warp adds up of one tile: exact, since the pattern's multiples of 1/4096 add up exactly in fp32.
double warpSum(std::uint64_t tile, std::uint64_t warpOfBlock)
{
    const std::uint64_t firstVector = tile * tileVectors + warpOfBlock * warpThreads;
    double sum = 0.0;
    for (std::uint64_t v = 0; v < vectorsPerThread; ++v)
        for (std::uint64_t element = 0; element < warpThreads * vectorBytes / sizeof(float); ++element)
            sum += initialValue((firstVector + v * blockThreads) * (vectorBytes / sizeof(float)) + element,
                                Precision::Fp32);
    return sum;
}

constexpr std::uint64_t warpsPerBlock = blockThreads / warpThreads;

/// Sums of the read roof, one a warp; a block has one tile.
double sumOfRead(std::uint64_t warp) { return warpSum(warp / warpsPerBlock, warp % warpsPerBlock); }

/// Sums of what is read often: a block has every so manieth tile.
double sumOfMany(std::uint64_t warp, const KernelCall& call)
{
    double sum = 0.0;
    for (std::uint64_t tile = warp / warpsPerBlock; tile < std::get<std::uint32_t>(call.arguments[2]);
         tile += call.grid.x)
        sum += warpSum(tile, warp % warpsPerBlock);
    return sum * std::get<std::uint32_t>(call.arguments[3]);
}

/// What in-place updates leave of a number: the operations that their kernel applies, each rounded.
double updated(double x, const KernelCall& call)
{
    const KernelInfo& kernel = *findKernel(call.kernel);
    if (kernel.family == KernelFamily::Variant)
        return rounded(x + static_cast<double>(std::get<float>(call.arguments[1])), Precision::Fp32);
    if (kernel.family != KernelFamily::Chain)
        return x; // an even number of passes takes away what it adds, or nothing is written
    const std::uint32_t applications = kernel.applications != 0 ? kernel.applications
                                                                : std::get<std::uint32_t>(call.arguments[6]);
    Operands operands = operandsOf(*kernel.operation, Precision::Fp32);
    for (std::uint32_t i = 0; i < applications; ++i, operands = swapped(operands))
        x = rounded(reference(*kernel.operation, x, 1, operands), Precision::Fp32);
    return x;
}

/// What the buffers must hold after one repetition of a bandwidth roof.
void compareTraffic(RoofEvidence& evidence, const DevicePlan& device, const KernelCall& call)
{
    const auto unchanged = [](std::uint64_t i) { return initialValue(i, Precision::Fp32); };
    if (evidence.kernel == "rp_write_f32") {
        compareExactly(evidence.faults, device.buffer(0), Precision::Fp32, [](std::uint64_t) { return 1.0; });
        return;
    }
    if (evidence.kernel == "rp_copy_f32")
        compareExactly(evidence.faults, device.buffer(1), Precision::Fp32, unchanged);
    if (evidence.kernel == "rp_read_f32")
        compareExactly(evidence.faults, device.buffer(1), Precision::Fp32, sumOfRead);
    if (evidence.kernel == "rp_read_l2_f32")
        compareExactly(evidence.faults, device.buffer(1), Precision::Fp32,
                       [&](std::uint64_t warp) { return sumOfMany(warp, call); });
    compareExactly(evidence.faults, device.buffer(0), Precision::Fp32,
                   [&](std::uint64_t i) { return updated(unchanged(i), call); });
}

void countBytes(RoofEvidence& evidence, const DevicePlan& device)
{
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < device.buffers(); ++i) {
        const ptx::Region& buffer = device.buffer(i);
        const std::uint64_t moved = buffer.loaded().usefulBytes + buffer.stored().usefulBytes;
        const std::uint64_t all = buffer.loaded().bytes + buffer.stored().bytes;
        const bool sums = evidence.kernel.starts_with("rp_read") && i == 1;
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

/// Through shared memory, by what the executed loads and stores move; bringing the tiles there and back is not counted.
void countShared(RoofEvidence& evidence, const DevicePlan& device, const ptx::Counts& counts)
{
    std::uint64_t bytes = 0;
    for (const auto& [opcode, count] : counts.byOpcode) {
        if (opcode.find(".shared.") == std::string::npos)
            continue;
        const ptx::AccessName name = ptx::readAccessName(opcode);
        if (name.vector * name.elementBytes != vectorBytes)
            evidence.faults.push_back(opcode + " moves other than " + std::to_string(vectorBytes) + " bytes");
        bytes += count * name.vector * name.elementBytes;
    }
    const ptx::Region& tiles = device.buffer(0);
    const auto access = accessFaults(tiles, vectorBytes);
    evidence.faults.insert(evidence.faults.end(), access.begin(), access.end());
    evidence.otherBytes = tiles.loaded().bytes + tiles.stored().bytes;
    evidence.amount = static_cast<double>(bytes - evidence.otherBytes);
}

/// Applications to every number of the one block's tile, by executed instructions.
void countApplications(RoofEvidence& evidence, const KernelSet& kernels, const ptx::Counts& counts,
                       const KernelInfo& kernel, const CallPlan& plan)
{
    const KernelCall& call = plan.calls.front();
    if (call.grid.x * call.grid.y * call.grid.z != 1 || plan.buffers.front().usefulBytes != tileBytes)
        evidence.faults.push_back("more or less than one block works on one whole tile");
    countOperations(evidence, kernels, counts, kernel);
    evidence.amount /= static_cast<double>(tileBytes / static_cast<std::uint32_t>(bytesPerElement(kernel.precision)))
                     * flopsPerApplication(*kernel.operation);
}

/// Loads of a chase; it must have met every line once a lap, and stand where the plan says.
void countLoads(RoofEvidence& evidence, const DevicePlan& device, const ptx::Counts& counts, const KernelCall& fill)
{
    const std::string opcode = evidence.kernel == "rp_chase_l1" ? "ld.global.ca.u64" : "ld.global.cg.u64";
    evidence.amount = static_cast<double>(counts.of(opcode));
    const ptx::Region& lines = device.buffer(0);
    if (lines.loaded().bytes != counts.of(opcode) * sizeof(std::uint64_t))
        evidence.faults.push_back("the lines are read by other loads too");
    const std::uint32_t bits = std::get<std::uint32_t>(fill.arguments.at(2));
    const auto lineBehind = [&](std::uint64_t line) {
        std::uint64_t address = 0;
        std::memcpy(&address, lines.bytes().data() + line * chasedLineBytes, sizeof address);
        return (address & 0xFF'FFFF'FFFFU) / chasedLineBytes; // the interpreter's buffers lie 2^40 apart
    };
    std::vector<bool> met(std::size_t{1} << bits);
    std::uint64_t line = 0;
    for (std::uint64_t step = 0; step < met.size(); ++step, line = lineBehind(line)) {
        if (met[line] || line != chasedLine(step, bits))
            evidence.faults.push_back("step " + std::to_string(step) + " of the cycle meets line "
                                      + std::to_string(line));
        met[line] = true;
    }
    std::uint64_t place = 0;
    std::memcpy(&place, device.buffer(1).bytes().data(), sizeof place);
    if (line != 0 || place != chasedLine(static_cast<std::uint64_t>(evidence.amount), bits) * chasedLineBytes)
        evidence.faults.push_back("the chase ends at " + std::to_string(place) + " of " + std::to_string(lines.size())
                                  + " bytes");
}

using Whole = std::array<std::uint32_t, vectorBytes / sizeof(std::uint32_t)>;

/// Applies what a call of the family Integer does to a vector.
void applyTo(Whole& x, const KernelCall& call)
{
    const bool multiplies = call.kernel == "rp_int32_mad";
    for (std::uint32_t i = 0; i < std::get<std::uint32_t>(call.arguments.at(1)) * roundApplications; ++i)
        for (std::size_t lane = 0; lane < x.size(); ++lane)
            x[lane] = multiplies ? x[lane] * std::get<std::uint32_t>(call.arguments[2])
                                       + std::get<std::uint32_t>(call.arguments[3])
                                 : x[lane] + x[lane ^ 1U];
}

/// Operations on whole numbers, by executed instructions and by what they leave, which every application changes.
void countIntegers(RoofEvidence& evidence, const DevicePlan& device, const ptx::Counts& counts, const CallPlan& plan)
{
    const KernelCall& call = plan.calls.front();
    // A loop counts its rounds by additions too.
    const std::uint64_t counted = std::uint64_t{std::get<std::uint32_t>(call.arguments.at(1))} * call.grid.x
                                * call.block.x;
    evidence.amount = call.kernel == "rp_int32_mad" ? 2.0 * static_cast<double>(counts.of("mad.lo.s32"))
                                                    : static_cast<double>(counts.of("add.s32") - counted);
    const std::span<const std::byte> bytes = device.buffer(0).bytes();
    for (std::uint64_t vector = 0; vector < bytes.size() / vectorBytes; ++vector) {
        Whole x{};
        for (std::uint64_t lane = 0; lane < x.size(); ++lane)
            x[lane] = std::bit_cast<std::uint32_t>(
                static_cast<float>(initialValue(vector * x.size() + lane, Precision::Fp32)));
        applyTo(x, plan.fill.at(1));
        applyTo(x, call);
        if (std::memcmp(x.data(), bytes.data() + vector * vectorBytes, vectorBytes) != 0) {
            evidence.faults.push_back("vector " + std::to_string(vector)
                                      + " is not what so many applications make of it");
            return;
        }
    }
}

/// Through the L2 cache a launch passes over the tensor very often, each time alike: six passes show what many do. And
/// three rounds of applications that wait for each other what thousands do.
void shorten(RoofPlan& roof)
{
    constexpr std::uint32_t fewPasses = 6;
    constexpr std::uint32_t fewRounds = 3;
    KernelCall& call = roof.plan.calls.front();
    const KernelInfo* kernel = findKernel(call.kernel);
    if (roof.kind == RoofKind::Latency && kernel != nullptr && kernel->operation) {
        const bool isChain = kernel->family == KernelFamily::Chain;
        std::get<std::uint32_t>(call.arguments.at(5)) = isChain ? fewRounds : fewRounds * roundApplications - 1;
        roof.amount = fewRounds * roundApplications;
        return;
    }
    if (call.kernel != "rp_update_f32" && call.kernel != "rp_read_l2_f32")
        return;
    auto& passes = std::get<std::uint32_t>(call.arguments.at(call.kernel == "rp_update_f32" ? 2 : 3));
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
    const KernelCall& call = roof->plan.calls.front();
    if (roof->kind == RoofKind::Bandwidth) {
        if (kernel != nullptr && kernel->family == KernelFamily::Shared)
            countShared(evidence, device, *counts);
        else
            countBytes(evidence, device);
        compareTraffic(evidence, device, call);
    } else if (roof->kind == RoofKind::Latency && kernel != nullptr && kernel->operation) {
        countApplications(evidence, kernels, *counts, *kernel, roof->plan);
    } else if (roof->kind == RoofKind::Latency) {
        countLoads(evidence, device, *counts, roof->plan.fill.front());
    } else if (kernel != nullptr && kernel->family == KernelFamily::Integer) {
        countIntegers(evidence, device, *counts, roof->plan);
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
