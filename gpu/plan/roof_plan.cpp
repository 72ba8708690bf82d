// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/roof_plan.h"

#include "core/model/cost.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
constexpr Bytes smallestDram{512 * mebibyte};
constexpr double largestFootprint = 1024.0 * 1024.0 * mebibyte; ///< 1 TiB, beyond any device
/// An L2 pass takes microseconds: so much traffic a launch makes what the launch costs a hundredth of it.
constexpr Bytes l2Traffic{2048 * mebibyte};
constexpr std::string_view sustained = ".sustained";

struct TrafficRoof {
    std::string_view id;
    std::string_view kernel; ///< empty: the sweep's own add
    int arrays;
    double bytesPerFootprint; ///< counted bytes for each byte of the working set
    std::string_view method;
};
constexpr std::array dramRoofs{
    TrafficRoof{"bandwidth.dram", {}, 1, 2.0, "in-place update, 64 B in flight a thread, 8 B per element, "},
    TrafficRoof{"bandwidth.dram.copy", "rp_copy_f32", 2, 1.0, "copy out of place, 64 B in flight a thread, 8 B per element, "},
    TrafficRoof{"bandwidth.dram.read", "rp_read_f32", 1, 1.0, "sum, 64 B in flight a thread, 4 B read per element, "},
    TrafficRoof{"bandwidth.dram.write", "rp_write_f32", 1, 1.0, "fill, 64 B a thread, 4 B written per element, "},
};
constexpr std::string_view l2Id = "bandwidth.l2";

/// "24 KiB", "512 MiB".
std::string sizeText(double bytes)
{
    const bool large = bytes >= mebibyte;
    return std::to_string(std::llround(bytes / (large ? mebibyte : 1024.0))) + (large ? " MiB" : " KiB");
}

/// A grid that fills every multiprocessor at once, so that it runs as one wave.
std::uint32_t waveOf(const GpuShape& shape, std::uint32_t blocks)
{
    const std::uint32_t room = static_cast<std::uint32_t>(std::max(shape.maxThreadsPerMultiprocessor, 0)) / blockThreads;
    return static_cast<std::uint32_t>(std::max(shape.multiprocessors, 1)) * std::max(std::min(blocks, room), 1U);
}

bool isHeavy(Operation operation) { return !isChainOperation(operation) && operation != Operation::Relu; }

/// Whole tiles, so that no padding is moved: at least one an array.
std::uint64_t elementsFor(Bytes footprint, int arrays)
{
    const double tiles = std::max(1.0, std::floor(footprint.value() / arrays / tileBytes));
    return static_cast<std::uint64_t>(tiles) * (tileBytes / sizeof(float));
}

/// Tiles that every multiprocessor gets as many of: in one wave of `blocks`, each of which works on `each`.
struct EvenTiles {
    std::uint32_t blocks;
    std::uint32_t each;
};

/// At most so many tiles; where there are fewer than multiprocessors, a block for each.
EvenTiles evenTiles(std::uint32_t tiles, const GpuShape& shape)
{
    const std::uint32_t wave = waveOf(shape, fullBlocks(shape.computeCapability));
    const auto multiprocessors = static_cast<std::uint32_t>(std::max(shape.multiprocessors, 1));
    const std::uint32_t each = std::max(std::min((tiles + wave - 1) / wave, tiles / multiprocessors), 1U);
    const std::uint32_t blocks = std::min(tiles / each, wave);
    return {blocks < multiprocessors ? blocks : blocks - blocks % multiprocessors, each};
}

RoofPlan planL2(Bytes footprint, const GpuShape& shape)
{
    const EvenTiles even = evenTiles(static_cast<std::uint32_t>(elementsFor(footprint, 1) * sizeof(float) / tileBytes), shape);
    const std::uint32_t tiles = even.blocks * even.each;
    const std::uint64_t elements = std::uint64_t{tiles} * (tileBytes / sizeof(float));
    const double bytes = static_cast<double>(elements) * sizeof(float);
    // Even, so that what the passes add and take away cancels; few enough that the smallest end within milliseconds.
    const auto passes = 2 * static_cast<std::uint32_t>(std::clamp(std::ceil(l2Traffic.value() / (4.0 * bytes)), 1.0, 4096.0));
    const Operands operands = operandsOf(Operation::Add, Precision::Fp32);
    RoofPlan roof{.kind = RoofKind::Bandwidth,
                  .amount = 2.0 * bytes * passes,
                  .method = "in-place update through the L2 cache, " + std::to_string(passes)
                      + " passes a launch, 8 B per element, " + sizeText(bytes),
                  .plan = {}};
    roof.plan.buffers.push_back(tensorBuffer(elements, Precision::Fp32, InitialContent::Uniform));
    roof.plan.fill.push_back(fillCall(roof.plan.buffers.front(), 0));
    roof.plan.calls.push_back({.kernel = "rp_update_f32",
                               .grid = {.x = even.blocks},
                               .block = {.x = blockThreads},
                               .arguments = {BufferPointer{}, tiles, passes, static_cast<float>(operands.first), static_cast<float>(operands.second)}});
    return roof;
}

Result<RoofPlan> planDram(const TrafficRoof& traffic, Bytes footprint, const GpuShape& shape)
{
    const std::uint64_t elements = elementsFor(footprint, traffic.arrays);
    const double bytes = static_cast<double>(elements) * sizeof(float) * traffic.arrays;
    RoofPlan roof{.kind = RoofKind::Bandwidth,
                  .amount = bytes * traffic.bytesPerFootprint,
                  .method = std::string(traffic.method) + sizeText(bytes),
                  .plan = {}};
    if (traffic.kernel.empty()) {
        auto plan = planWorkload({.operation = Operation::Add, .elements = static_cast<std::int64_t>(elements)}, shape);
        if (!plan)
            return plan.error();
        roof.plan = std::move(plan).value();
        return roof;
    }
    const bool writes = traffic.kernel == "rp_write_f32";
    const std::uint64_t vectors = elements * sizeof(float) / vectorBytes;
    std::vector<BufferPlan>& buffers = roof.plan.buffers;
    buffers.push_back(tensorBuffer(elements, Precision::Fp32, writes ? InitialContent::Unspecified : InitialContent::Uniform));
    if (!writes)
        roof.plan.fill.push_back(fillCall(buffers.front(), 0));
    std::vector<KernelArgument> pointers{BufferPointer{0, 0}};
    if (traffic.kernel == "rp_copy_f32") {
        buffers.push_back(tensorBuffer(elements, Precision::Fp32, InitialContent::Unspecified));
        pointers = {BufferPointer{1, 0}, BufferPointer{0, 0}};
    } else if (traffic.kernel == "rp_read_f32") {
        buffers.push_back(tensorBuffer(vectors / vectorsPerThread / warpThreads, Precision::Fp32, InitialContent::Unspecified));
        pointers.emplace_back(BufferPointer{1, 0});
    }
    roof.plan.calls.push_back(tiledCall(std::string(traffic.kernel), std::move(pointers), vectors));
    if (writes)
        roof.plan.calls.back().arguments.emplace_back(1.0F);
    return roof;
}

/// So many applications that a launch lasts a good part of a millisecond on a large GPU, against microseconds to
/// launch it, and under 50 ms on one that computes in that precision at a sixty-fourth of its fp32 rate.
std::int64_t applicationsFor(Operation operation, Precision precision)
{
    if (isHeavy(operation))
        return 512;
    return precision == Precision::Fp64 ? 2048 : 8192;
}

Result<RoofPlan> planCompute(Operation operation, Precision precision, const GpuShape& shape)
{
    const std::int64_t elementsPerTile = std::int64_t{tileBytes} / bytesPerElement(precision);
    const std::uint32_t blocks = isHeavy(operation) ? residentBlocks : fullBlocks(shape.computeCapability);
    const Workload workload{.operation = operation,
                            .precision = precision,
                            .elements = elementsPerTile * waveOf(shape, blocks),
                            .operationsPerElement = applicationsFor(operation, precision)};
    auto plan = planWorkload(workload, shape);
    if (!plan)
        return plan.error();
    return RoofPlan{.kind = RoofKind::Compute,
                    .amount = costOf(workload).flops.value(),
                    .method = std::to_string(workload.operationsPerElement)
                        + " applications of the sweep's own kernel to 64 B a thread, in registers",
                    .plan = std::move(plan).value()};
}

bool hasRoof(Operation operation, Precision precision, const GpuShape& shape)
{
    return hasKernels(operation, precision) && planWorkload({.operation = operation, .precision = precision}, shape).ok();
}

std::vector<std::string> launchIds()
{
    std::vector<std::string> ids;
    for (const LaunchMode mode : allLaunchModes)
        ids.push_back(launchRoofId(mode));
    ids.emplace_back(launchFixedRoofId);
    return ids;
}

} // namespace

Result<RoofPlan> planLaunches(int launches, const GpuShape& shape)
{
    auto plan = planWorkload({.elements = tileBytes / sizeof(float), .chainLength = launches}, shape);
    if (!plan)
        return plan.error();
    return RoofPlan{.kind = RoofKind::Launch,
                    .amount = static_cast<double>(launches),
                    .method = "a kernel of one block, one multiply-add on 8 KiB",
                    .plan = std::move(plan).value()};
}

std::vector<std::string> plannedRoofIds(const GpuShape& shape)
{
    std::vector<std::string> ids;
    if (shape.l2 > Bytes(0.0))
        ids.emplace_back(l2Id);
    for (const TrafficRoof& roof : dramRoofs)
        ids.emplace_back(roof.id);
    for (const Precision precision : allPrecisions)
        for (const Operation operation : allOperations)
            if (hasRoof(operation, precision, shape))
                ids.push_back(computeRoofId(operation, precision));
    for (std::string& id : launchIds())
        ids.push_back(std::move(id));
    return ids;
}

Result<RoofPlan> planRoof(std::string_view id, const GpuShape& shape, Bytes footprint)
{
    if (!std::isfinite(footprint.value()) || footprint.value() < 0.0 || footprint.value() > largestFootprint)
        return Error{ErrorKind::InvalidInput, "cuda.roof-footprint",
                     "The roof %1 cannot be measured over %2 bytes; give a size of 0 (the usual one) to 1 TiB.",
                     {std::string(id), std::to_string(footprint.value())}};
    const bool chosen = footprint > Bytes(0.0);
    if (id == l2Id && shape.l2 > Bytes(0.0))
        return planL2(chosen ? footprint : shape.l2 / 3.0, shape);
    for (const TrafficRoof& roof : dramRoofs)
        if (roof.id == id)
            return planDram(roof, chosen ? footprint : std::max(shape.l2 * 8.0, smallestDram), shape);
    if (const std::vector<std::string> ids = launchIds(); std::find(ids.begin(), ids.end(), id) != ids.end())
        return planLaunches(1, shape);
    const std::string_view base = id.ends_with(sustained) ? id.substr(0, id.size() - sustained.size()) : id;
    for (const Precision precision : allPrecisions)
        for (const Operation operation : allOperations)
            if (computeRoofId(operation, precision) == base)
                return planCompute(operation, precision, shape);
    return Error{ErrorKind::Unsupported, "cuda.roof-unknown", "This GPU has no roof \"%1\" that its kernels measure; leave it out.",
                 {std::string(id)}};
}

} // namespace ridgepoint
