// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/roof_plan.h"

#include "core/model/cost.h"
#include "gpu/plan/chase_plan.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

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
    TrafficRoof{"bandwidth.dram", {}, 1, 2.0, "in-place update, 64 B in flight per thread, 8 B per element, "},
    TrafficRoof{"bandwidth.dram.copy", "rp_copy_f32", 2, 1.0,
                "copy out of place, 64 B in flight per thread, 8 B per element, "},
    TrafficRoof{"bandwidth.dram.read", "rp_read_f32", 1, 1.0, "sum, 64 B in flight per thread, 4 B read per element, "},
    TrafficRoof{"bandwidth.dram.write", "rp_write_f32", 1, 1.0, "fill, 64 B per thread, 4 B written per element, "},
};
constexpr std::string_view l1Id = "bandwidth.l1";
constexpr std::string_view l2Id = "bandwidth.l2";
constexpr std::string_view l2ReadId = "bandwidth.l2.read";
/// 1024 passes: half a millisecond or more, whatever the multiprocessor.
constexpr std::uint32_t sharedRounds = 128;

/// Another way to update memory in place; a block has threads x vectors vectors.
struct VariantRoof {
    std::string_view id;
    std::string_view kernel;
    std::uint32_t threads;
    std::uint32_t vectors;
    std::string_view method;
};
constexpr std::array variantRoofs{
    VariantRoof{"bandwidth.dram.evict_first", "rp_update_evict_first_f32", blockThreads, vectorsPerThread,
                "in-place update, evict-first stores, 8 B per element, "},
    VariantRoof{"bandwidth.dram.vectors8", "rp_update_vectors8_f32", blockThreads, 2 * vectorsPerThread,
                "in-place update, 128 B in flight per thread, 8 B per element, "},
    VariantRoof{"bandwidth.dram.threads256", "rp_update_threads256_f32", 2 * blockThreads, vectorsPerThread,
                "in-place update, blocks of 256 threads, 8 B per element, "},
};
constexpr std::string_view generalKernelId = "bandwidth.dram.kn";
constexpr std::uint32_t generalApplications = 4;

constexpr std::string_view madId = "compute.int32.mad";
constexpr std::string_view addId = "compute.int32.add";
/// As many as of fp32, at the half of its rate that most devices have.
constexpr std::uint32_t integerRounds = 256;
/// x = x a + b goes through all numbers of 32 bits before one comes again (Knuth; Press et al., Numerical Recipes,
/// 7.1).
constexpr std::uint32_t madFactor = 1664525;
constexpr std::uint32_t madSummand = 1013904223;

/// A grid that fills every multiprocessor at once, so that it runs as one wave.
std::uint32_t waveOf(const GpuShape& shape, std::uint32_t blocks)
{
    const std::uint32_t room = static_cast<std::uint32_t>(std::max(shape.maxThreadsPerMultiprocessor, 0))
                             / blockThreads;
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

/// Even, so that what the passes add and take away cancels; few enough that the smallest end within milliseconds.
std::uint32_t passesOver(double movedAPass)
{
    return 2 * static_cast<std::uint32_t>(std::clamp(std::ceil(l2Traffic.value() / (2.0 * movedAPass)), 1.0, 4096.0));
}

RoofPlan planL2(Bytes footprint, const GpuShape& shape, bool readsOnly)
{
    const EvenTiles even = evenTiles(static_cast<std::uint32_t>(elementsFor(footprint, 1) * sizeof(float) / tileBytes),
                                     shape);
    const std::uint32_t tiles = even.blocks * even.each;
    const std::uint64_t elements = std::uint64_t{tiles} * (tileBytes / sizeof(float));
    const double moved = static_cast<double>(elements) * sizeof(float) * (readsOnly ? 1.0 : 2.0);
    const std::uint32_t passes = passesOver(moved);
    const Operands operands = operandsOf(Operation::Add, Precision::Fp32);
    RoofPlan roof{.kind = RoofKind::Bandwidth,
                  .amount = moved * passes,
                  .method = std::string(readsOnly ? "sums" : "in-place update") + " through the L2 cache, "
                          + std::to_string(passes) + " passes per launch, " + (readsOnly ? "4 B read" : "8 B")
                          + " per element, " + sizeText(static_cast<double>(elements) * sizeof(float)),
                  .plan = {}};
    roof.plan.buffers.push_back(tensorBuffer(elements, Precision::Fp32, InitialContent::Uniform));
    roof.plan.fill.push_back(fillCall(roof.plan.buffers.front(), 0));
    KernelCall call{.kernel = readsOnly ? "rp_read_l2_f32" : "rp_update_f32",
                    .grid = {.x = even.blocks},
                    .block = {.x = blockThreads},
                    .arguments = {}};
    if (readsOnly) {
        roof.plan.buffers.push_back(tensorBuffer(std::uint64_t{even.blocks} * (blockThreads / warpThreads),
                                                 Precision::Fp32, InitialContent::Unspecified));
        call.arguments = {BufferPointer{0, 0}, BufferPointer{1, 0}, tiles, passes};
    } else {
        call.arguments = {BufferPointer{}, tiles, passes, static_cast<float>(operands.first),
                          static_cast<float>(operands.second)};
    }
    roof.plan.calls.push_back(std::move(call));
    return roof;
}

RoofPlan planShared(const GpuShape& shape)
{
    const std::uint32_t blocks = waveOf(shape, fullBlocks(shape.computeCapability));
    const double bytes = static_cast<double>(blocks) * sharedTileBytes;
    constexpr std::uint32_t passes = sharedRounds * sharedRoundPasses;
    const Operands operands = operandsOf(Operation::Add, Precision::Fp32);
    RoofPlan roof{.kind = RoofKind::Bandwidth,
                  .amount = 2.0 * bytes * passes,
                  .method = "in-place update of shared memory, which shares its storage with the first-level cache, "
                            "16 B per thread at once without bank conflicts, "
                          + std::to_string(passes) + " passes per launch, 8 B per element, " + sizeText(sharedTileBytes)
                          + " per block",
                  .plan = {}};
    roof.plan.buffers.push_back(
        tensorBuffer(static_cast<std::uint64_t>(bytes) / sizeof(float), Precision::Fp32, InitialContent::Uniform));
    roof.plan.fill.push_back(fillCall(roof.plan.buffers.front(), 0));
    roof.plan.calls.push_back({.kernel = "rp_update_shared_f32",
                               .grid = {.x = blocks},
                               .block = {.x = blockThreads},
                               .arguments = {BufferPointer{}, sharedRounds, static_cast<float>(operands.first),
                                             static_cast<float>(operands.second)}});
    return roof;
}

RoofPlan planVariant(const VariantRoof& variant, Bytes footprint)
{
    const double blockBytes = static_cast<double>(variant.threads) * variant.vectors * vectorBytes;
    const double blocks = std::max(1.0, std::floor(footprint.value() / blockBytes));
    RoofPlan roof{.kind = RoofKind::Bandwidth,
                  .amount = 2.0 * blocks * blockBytes,
                  .method = std::string(variant.method) + sizeText(blocks * blockBytes),
                  .plan = {}};
    roof.plan.buffers.push_back(tensorBuffer(static_cast<std::uint64_t>(blocks * blockBytes) / sizeof(float),
                                             Precision::Fp32, InitialContent::Uniform));
    roof.plan.fill.push_back(fillCall(roof.plan.buffers.front(), 0));
    const Operands operands = operandsOf(Operation::Add, Precision::Fp32);
    const auto adding = [&](double summand) {
        return KernelCall{.kernel = std::string(variant.kernel),
                          .grid = {.x = static_cast<std::uint32_t>(blocks)},
                          .block = {.x = variant.threads},
                          .arguments = {BufferPointer{}, static_cast<float>(summand)}};
    };
    roof.plan.calls.push_back(adding(operands.first));
    roof.plan.mirrored.push_back(adding(operands.second));
    return roof;
}

RoofPlan planGeneralKernel(Bytes footprint)
{
    const std::uint64_t elements = elementsFor(footprint, 1);
    const double bytes = static_cast<double>(elements) * sizeof(float);
    RoofPlan roof{.kind = RoofKind::Bandwidth,
                  .amount = 2.0 * bytes,
                  .method = "in-place update with 4 multiply-adds, by the kernel for any number of them, 8 B per "
                            "element, "
                          + sizeText(bytes),
                  .plan = {}};
    roof.plan.buffers.push_back(tensorBuffer(elements, Precision::Fp32, InitialContent::Uniform));
    roof.plan.fill.push_back(fillCall(roof.plan.buffers.front(), 0));
    const Operands operands = operandsOf(Operation::Fma, Precision::Fp32);
    KernelCall call = tiledCall(chainKernelName(Operation::Fma, Precision::Fp32, 0), {BufferPointer{}},
                                elements * sizeof(float) / vectorBytes);
    call.arguments.insert(call.arguments.end(),
                          {static_cast<float>(operands.first), static_cast<float>(operands.second),
                           generalApplications / roundApplications, generalApplications % roundApplications});
    roof.plan.calls.push_back(std::move(call));
    return roof;
}

RoofPlan planInteger(bool multiplies, const GpuShape& shape)
{
    const std::uint32_t blocks = waveOf(shape, fullBlocks(shape.computeCapability));
    const std::uint64_t numbers = std::uint64_t{blocks} * (tileBytes / sizeof(std::uint32_t));
    const std::uint32_t applications = integerRounds * roundApplications;
    RoofPlan roof{.kind = RoofKind::Compute,
                  .amount = static_cast<double>(numbers) * applications * (multiplies ? 2.0 : 1.0),
                  .method = std::to_string(applications)
                          + (multiplies ? " multiply-adds, 2 operations each," : " additions")
                          + " to 64 B per thread, in registers",
                  .plan = {}};
    roof.plan.buffers.push_back(tensorBuffer(numbers, Precision::Fp32, InitialContent::Uniform));
    const auto call = [&](bool mad, std::uint32_t rounds) {
        KernelCall made{.kernel = mad ? "rp_int32_mad" : "rp_int32_add",
                        .grid = {.x = blocks},
                        .block = {.x = blockThreads},
                        .arguments = {BufferPointer{}, rounds}};
        if (mad)
            made.arguments.insert(made.arguments.end(), {madFactor, madSummand});
        return made;
    };
    // The pattern's lower bits are zeros, and sums of such numbers would leave them so.
    roof.plan.fill = {fillCall(roof.plan.buffers.front(), 0), call(true, 1)};
    roof.plan.calls.push_back(call(multiplies, integerRounds));
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
    buffers.push_back(
        tensorBuffer(elements, Precision::Fp32, writes ? InitialContent::Unspecified : InitialContent::Uniform));
    if (!writes)
        roof.plan.fill.push_back(fillCall(buffers.front(), 0));
    std::vector<KernelArgument> pointers{BufferPointer{0, 0}};
    if (traffic.kernel == "rp_copy_f32") {
        buffers.push_back(tensorBuffer(elements, Precision::Fp32, InitialContent::Unspecified));
        pointers = {BufferPointer{1, 0}, BufferPointer{0, 0}};
    } else if (traffic.kernel == "rp_read_f32") {
        buffers.push_back(
            tensorBuffer(vectors / vectorsPerThread / warpThreads, Precision::Fp32, InitialContent::Unspecified));
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
                            + " applications of the sweep's own kernel to 64 B per thread, in registers",
                    .plan = std::move(plan).value()};
}

/// So many that a launch lasts a millisecond or more, against microseconds to launch it, and under a tenth of a second
/// where fp64 runs at a sixty-fourth of the fp32 rate.
std::int64_t waitingApplicationsFor(Operation operation) { return isHeavy(operation) ? 16384 : 131072; }

/// What an application takes however little of the device a tensor occupies: one block works on one whole tile.
Result<RoofPlan> planApplication(Operation operation, Precision precision, const GpuShape& shape)
{
    const Workload workload{.operation = operation,
                            .precision = precision,
                            .elements = std::int64_t{tileBytes} / bytesPerElement(precision),
                            .operationsPerElement = waitingApplicationsFor(operation)};
    auto plan = planWorkload(workload, shape);
    if (!plan)
        return plan.error();
    return RoofPlan{.kind = RoofKind::Latency,
                    .amount = static_cast<double>(workload.operationsPerElement),
                    .method = std::to_string(workload.operationsPerElement)
                            + " applications of the sweep's own kernel to the " + sizeText(tileBytes)
                            + " of one block, each waiting for the previous one",
                    .plan = std::move(plan).value()};
}

bool hasRoof(Operation operation, Precision precision, const GpuShape& shape)
{
    return hasKernels(operation, precision)
        && planWorkload({.operation = operation, .precision = precision}, shape).ok();
}

std::vector<std::string> launchIds()
{
    std::vector<std::string> ids;
    for (const LaunchMode mode : allLaunchModes)
        ids.push_back(launchRoofId(mode));
    ids.emplace_back(deviceGapRoofId);
    ids.emplace_back(launchFixedRoofId);
    return ids;
}

/// bandwidth.dram and what else goes over memory; nothing for another id.
std::optional<Result<RoofPlan>> planMemory(std::string_view id, const GpuShape& shape, Bytes footprint)
{
    for (const TrafficRoof& roof : dramRoofs)
        if (roof.id == id)
            return planDram(roof, footprint, shape);
    for (const VariantRoof& roof : variantRoofs)
        if (roof.id == id)
            return planVariant(roof, footprint);
    if (id == generalKernelId)
        return planGeneralKernel(footprint);
    return std::nullopt;
}

} // namespace

std::string sizeText(double bytes)
{
    const bool large = bytes >= mebibyte;
    return std::to_string(std::llround(bytes / (large ? mebibyte : 1024.0))) + (large ? " MiB" : " KiB");
}

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
    std::vector<std::string> ids{std::string(l1Id)};
    if (shape.l2 > Bytes(0.0))
        ids.insert(ids.end(), {std::string(l2Id), std::string(l2ReadId)});
    for (const TrafficRoof& roof : dramRoofs)
        ids.emplace_back(roof.id);
    for (const auto idOf : {computeRoofId, latencyRoofId})
        for (const Precision precision : allPrecisions)
            for (const Operation operation : allOperations)
                if (hasRoof(operation, precision, shape))
                    ids.push_back(idOf(operation, precision));
    ids.insert(ids.end(), {std::string(madId), std::string(addId)});
    for (const std::vector<std::string>& more : {latencyRoofIds(shape), launchIds()})
        ids.insert(ids.end(), more.begin(), more.end());
    return ids;
}

std::vector<std::string> variantRoofIds()
{
    std::vector<std::string> ids;
    for (const VariantRoof& roof : variantRoofs)
        ids.emplace_back(roof.id);
    ids.emplace_back(generalKernelId);
    return ids;
}

Result<RoofPlan> planRoof(std::string_view id, const GpuShape& shape, Bytes footprint)
{
    if (!std::isfinite(footprint.value()) || footprint.value() < 0.0 || footprint.value() > largestFootprint)
        return Error{ErrorKind::InvalidInput,
                     "cuda.roof-footprint",
                     "The roof %1 cannot be measured over %2 bytes; give a size of 0 (the usual one) to 1 TiB.",
                     {std::string(id), std::to_string(footprint.value())}};
    const bool chosen = footprint > Bytes(0.0);
    if (id == l1Id)
        return planShared(shape);
    if ((id == l2Id || id == l2ReadId) && shape.l2 > Bytes(0.0))
        return planL2(chosen ? footprint : shape.l2 / 3.0, shape, id == l2ReadId);
    if (auto memory = planMemory(id, shape, chosen ? footprint : std::max(shape.l2 * 8.0, smallestDram)))
        return std::move(*memory);
    if (const std::vector<std::string> ids = launchIds(); std::find(ids.begin(), ids.end(), id) != ids.end())
        return planLaunches(1, shape);
    const std::string_view base = id.ends_with(sustained) ? id.substr(0, id.size() - sustained.size()) : id;
    if (base == madId || base == addId)
        return planInteger(base == madId, shape);
    for (const Precision precision : allPrecisions)
        for (const Operation operation : allOperations)
            if (computeRoofId(operation, precision) == base)
                return planCompute(operation, precision, shape);
            else if (latencyRoofId(operation, precision) == id)
                return planApplication(operation, precision, shape);
    if (id.starts_with("latency."))
        return planLatency(id, shape, footprint);
    return Error{ErrorKind::Unsupported,
                 "cuda.roof-unknown",
                 "This GPU has no roof \"%1\" that its kernels measure; leave it out.",
                 {std::string(id)}};
}

} // namespace ridgepoint
