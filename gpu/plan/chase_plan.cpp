// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/chase_plan.h"

#include "gpu/plan/tiling.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ridgepoint {
namespace {

constexpr double kibibyte = 1024.0;
constexpr Bytes smallestDram{512.0 * kibibyte * kibibyte};
constexpr std::uint32_t mostBits = 31; ///< a line is counted in 32 bits

/// A launch takes a millisecond or two, against microseconds to launch it and to bring a line to the first-level cache.
struct Chase {
    std::string_view id;
    std::string_view kernel;
    std::uint32_t loads;
    std::string_view way;
};
constexpr std::array chases{
    Chase{"latency.l1", "rp_chase_l1", 65536, "from the first-level cache"},
    Chase{"latency.l2", "rp_chase_l2", 8192, "past the first-level cache"},
    Chase{"latency.dram", "rp_chase_l2", 2048, "past the caches, including address translation"},
};

Bytes usualFootprint(std::string_view id, const GpuShape& shape)
{
    if (id == "latency.l1")
        return Bytes(2.0 * kibibyte);
    return id == "latency.l2" ? shape.l2 / 8.0 : std::max(shape.l2 * 8.0, smallestDram);
}

BufferPlan madeUp(std::uint64_t bytes)
{
    return {.usefulBytes = bytes, .bytes = bytes, .precision = Precision::Fp32, .content = InitialContent::Saved};
}

RoofPlan planChase(const Chase& chase, const GpuShape& shape, Bytes footprint)
{
    const auto wanted = static_cast<std::uint64_t>(footprint.value()) / chasedLineBytes;
    const std::uint32_t bits = std::min(
        static_cast<std::uint32_t>(std::bit_width(std::max(wanted, std::uint64_t{1}))) - 1, mostBits);
    const std::uint64_t lines = std::uint64_t{1} << bits;
    RoofPlan roof{.kind = RoofKind::Latency,
                  .amount = static_cast<double>(chase.loads),
                  .method = std::to_string(chase.loads)
                          + " loads of one thread per launch, each from the address that the previous one read, "
                          + std::string(chase.way) + ", a random cycle of lines of " + std::to_string(chasedLineBytes)
                          + " B, " + sizeText(static_cast<double>(lines * chasedLineBytes)),
                  .plan = {}};
    CallPlan& plan = roof.plan;
    plan.buffers = {madeUp(lines * chasedLineBytes), madeUp(vectorBytes)};
    plan.fill.push_back({.kernel = "rp_fill_cycle",
                         .grid = {.x = static_cast<std::uint32_t>((lines + blockThreads - 1) / blockThreads)},
                         .block = {.x = blockThreads},
                         .arguments = {BufferPointer{0, 0}, BufferPointer{1, 0}, bits}});
    if (chase.id == "latency.dram" && shape.l2 > Bytes(0.0)) {
        // What the cycle was written through the cache with would still be in it: filling as much again drives it out.
        const double bytes = std::min(shape.l2.value() * 2.0, static_cast<double>(lines * chasedLineBytes));
        plan.buffers.push_back(
            tensorBuffer(static_cast<std::uint64_t>(bytes / sizeof(float)), Precision::Fp32, InitialContent::Uniform));
        plan.fill.push_back(fillCall(plan.buffers.back(), 2));
    }
    plan.calls.push_back({.kernel = std::string(chase.kernel),
                          .grid = {},
                          .block = {},
                          .arguments = {BufferPointer{0, 0}, BufferPointer{1, 0}, chase.loads / chaseRoundLoads}});
    return roof;
}

bool isThere(const Chase& chase, const GpuShape& shape) { return chase.id != "latency.l2" || shape.l2 > Bytes(0.0); }

} // namespace

std::uint64_t chasedLine(std::uint64_t step, std::uint32_t bits)
{
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const std::uint32_t half = (bits + 1) / 2;
    std::uint64_t line = step * 0x9E3779B1U & mask;
    line ^= line >> half;
    line = line * 0x85EBCA6BU & mask;
    return line ^ line >> half;
}

std::vector<std::string> latencyRoofIds(const GpuShape& shape)
{
    std::vector<std::string> ids;
    for (const Chase& chase : chases)
        if (isThere(chase, shape))
            ids.emplace_back(chase.id);
    return ids;
}

Result<RoofPlan> planLatency(std::string_view id, const GpuShape& shape, Bytes footprint)
{
    for (const Chase& chase : chases)
        if (chase.id == id && isThere(chase, shape))
            return planChase(chase, shape, footprint > Bytes(0.0) ? footprint : usualFootprint(id, shape));
    return Error{ErrorKind::Unsupported,
                 "cuda.roof-unknown",
                 "This GPU has no roof \"%1\" that its kernels measure; leave it out.",
                 {std::string(id)}};
}

} // namespace ridgepoint
