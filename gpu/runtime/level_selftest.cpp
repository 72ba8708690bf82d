// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/level_selftest.h"

#include "gpu/plan/chase_plan.h"
#include "gpu/plan/roof_plan.h"
#include "gpu/plan/tiling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

constexpr Bytes checkedFootprint{256.0 * 1024};
constexpr std::uint32_t checkedRounds = 3;
constexpr double rangeOfNumbers = 64.0;
constexpr std::uint64_t vectorNumbers = vectorBytes / sizeof(float);

/// Small whole numbers, whose sums are exact in any order.
double smallNumber(std::uint64_t index) { return std::fmod(static_cast<double>(index), rangeOfNumbers); }

CheckedBuffer floatsOf(const BufferPlan& plan)
{
    return {.precision = Precision::Fp32,
            .elements = plan.usefulBytes / sizeof(float),
            .bytes = plan.bytes,
            .input = {},
            .expected = {},
            .scale = {}};
}

KernelCheck checkOf(const KernelInfo& info, const CallPlan& plan)
{
    KernelCheck check{.kernel = info.name, .buffers = {}, .calls = plan.calls};
    for (const BufferPlan& buffer : plan.buffers)
        check.buffers.push_back(floatsOf(buffer));
    check.buffers.front().input = smallNumber;
    return check;
}

/// One is added in every pass, so that the result tells how many there were.
KernelCheck sharedCheck(const KernelInfo& info, const CallPlan& plan)
{
    KernelCheck check = checkOf(info, plan);
    std::vector<KernelArgument>& arguments = check.calls.front().arguments;
    arguments[1] = checkedRounds;
    arguments[2] = arguments[3] = 1.0F;
    check.buffers.front().expected = [](std::uint64_t, double x) { return x + checkedRounds * sharedRoundPasses; };
    return check;
}

KernelCheck variantCheck(const KernelInfo& info, const CallPlan& plan)
{
    KernelCheck check = checkOf(info, plan);
    check.calls.front().arguments[1] = 1.0F;
    check.buffers.front().expected = [](std::uint64_t, double x) { return x + 1.0; };
    return check;
}

/// Warp w of block b adds up its lanes' vectors of tiles b, b + blocks …, in every pass.
KernelCheck readCheck(const KernelInfo& info, const CallPlan& plan)
{
    KernelCheck check = checkOf(info, plan);
    KernelCall& call = check.calls.front();
    const std::uint64_t blocks = call.grid.x;
    const std::uint64_t tiles = std::get<std::uint32_t>(call.arguments[2]);
    call.arguments[3] = checkedRounds;
    check.buffers[1].expected = [=](std::uint64_t sum, double) {
        constexpr std::uint64_t warps = blockThreads / warpThreads;
        double total = 0.0;
        for (std::uint64_t tile = sum / warps; tile < tiles; tile += blocks)
            for (std::uint64_t v = 0; v < vectorsPerThread; ++v)
                for (std::uint64_t number = 0; number < warpThreads * vectorNumbers; ++number)
                    total += smallNumber(
                        (tile * tileVectors + v * blockThreads + sum % warps * warpThreads) * vectorNumbers + number);
        return total * checkedRounds;
    };
    return check;
}

/// The lines' pointers are addresses, which no check knows; the place is an offset, of which the lower half is told as
/// the bits of a number. One and a half times around, and the chase stands at the line that it should.
KernelCheck chaseCheck(const KernelInfo& info, CallPlan plan)
{
    const std::uint32_t bits = std::get<std::uint32_t>(plan.fill.front().arguments[2]);
    const std::uint32_t rounds = (3U << bits) / 2 / chaseRoundLoads;
    plan.calls.front().arguments[2] = rounds;
    KernelCheck check{.kernel = info.name, .buffers = {}, .calls = {plan.fill.front()}};
    for (std::size_t i = 0; i < 2; ++i)
        check.buffers.push_back(floatsOf(plan.buffers[i]));
    std::uint64_t place = 0;
    if (info.family == KernelFamily::Chase) {
        check.calls.push_back(plan.calls.front());
        place = chasedLine(std::uint64_t{rounds} * chaseRoundLoads, bits) * chasedLineBytes;
    }
    check.buffers[1].elements = 2; // of the 16 bytes that are there
    check.buffers[1].expected = [place](std::uint64_t half, double) {
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(half == 0 ? place : place >> 32U)));
    };
    return check;
}

/// The 32-bit number that two neighbouring elements of 16 bits make, before.
std::uint32_t numberBefore(std::uint64_t index) { return static_cast<std::uint32_t>(index * 2654435761U + 7); }

/// What a thread's vector holds after so many applications.
std::array<std::uint32_t, vectorNumbers> integersAfter(std::uint64_t vector, const KernelCall& call)
{
    std::array<std::uint32_t, vectorNumbers> x{};
    for (std::uint64_t lane = 0; lane < vectorNumbers; ++lane)
        x[lane] = numberBefore(vector * vectorNumbers + lane);
    const bool multiplies = call.arguments.size() > 2;
    for (std::uint32_t i = 0; i < checkedRounds * roundApplications; ++i)
        for (std::size_t lane = 0; lane < x.size(); ++lane)
            x[lane] = multiplies ? x[lane] * std::get<std::uint32_t>(call.arguments[2])
                                       + std::get<std::uint32_t>(call.arguments[3])
                                 : x[lane] + x[lane ^ 1U];
    return x;
}

KernelCheck integerCheck(const KernelInfo& info, const CallPlan& plan)
{
    KernelCheck check{.kernel = info.name, .buffers = {floatsOf(plan.buffers.front())}, .calls = plan.calls};
    KernelCall& call = check.calls.front();
    call.arguments[1] = checkedRounds;
    const auto halfOf = [](std::uint32_t number, std::uint64_t index) {
        return static_cast<double>(number >> (index % 2 * 16) & 0xFFFFU);
    };
    CheckedBuffer& buffer = check.buffers.front();
    buffer.precision = Precision::Fp16;
    buffer.isBits = true;
    buffer.elements *= 2;
    buffer.input = [=](std::uint64_t i) { return halfOf(numberBefore(i / 2), i); };
    buffer.expected = [=](std::uint64_t i, double) {
        return halfOf(integersAfter(i / 2 / vectorNumbers, call)[i / 2 % vectorNumbers], i);
    };
    return check;
}

/// The id of a roof that a kernel measures.
const char* roofOf(const KernelInfo& info)
{
    switch (info.family) {
    case KernelFamily::Shared: return "bandwidth.l1";
    case KernelFamily::ReadOften: return "bandwidth.l2.read";
    case KernelFamily::Chase:
    case KernelFamily::Cycle: return info.name == "rp_chase_l1" ? "latency.l1" : "latency.dram";
    case KernelFamily::Integer: return info.name == "rp_int32_mad" ? "compute.int32.mad" : "compute.int32.add";
    default: break;
    }
    return info.name == "rp_update_vectors8_f32"   ? "bandwidth.dram.vectors8"
         : info.name == "rp_update_threads256_f32" ? "bandwidth.dram.threads256"
                                                   : "bandwidth.dram.evict_first";
}

} // namespace

SelftestItem levelItem(const KernelInfo& info, const GpuShape& shape)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    GpuShape few = shape; // of which every block does the same
    few.multiprocessors = std::min(shape.multiprocessors, 2);
    const auto roof = planRoof(roofOf(info), few, checkedFootprint);
    if (!roof) {
        item.skipped = roof.error().message();
        return item;
    }
    switch (info.family) {
    case KernelFamily::Shared: item.checks.push_back(sharedCheck(info, roof->plan)); break;
    case KernelFamily::ReadOften: item.checks.push_back(readCheck(info, roof->plan)); break;
    case KernelFamily::Chase:
    case KernelFamily::Cycle: item.checks.push_back(chaseCheck(info, roof->plan)); break;
    case KernelFamily::Integer: item.checks.push_back(integerCheck(info, roof->plan)); break;
    default: item.checks.push_back(variantCheck(info, roof->plan)); break;
    }
    return item;
}

} // namespace ridgepoint
