// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_selftest.h"

#include "core/model/operands.h"
#include "gpu/plan/element.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/roof_plan.h"
#include "gpu/plan/tiling.h"
#include "gpu/runtime/family_selftests.h"

#include <cmath>
#include <random>

namespace ridgepoint {
namespace {

/// One vector and every tail, one tile with and without a rest, many tiles.
constexpr std::uint64_t passSizes[]{1, 7, 16, 511, 2047, 2048, 2049, 5000, 20001};
constexpr std::uint64_t loopedApplications[]{9, 15, 16, 17, 31, 40, 100};
constexpr std::uint64_t pointwiseApplications[]{1, 2, 3, 8};
constexpr double rangeOfCounts = 64.0;

std::function<double(std::uint64_t)> randomInput(std::uint32_t seed)
{
    return [seed](std::uint64_t index) {
        std::minstd_rand random(static_cast<std::uint32_t>(seed + 2654435761U * (index + 1)));
        random.discard(2);
        return std::uniform_real_distribution<double>(-1.0, 1.0)(random);
    };
}

/// Whole numbers, which stay exact in every precision as long as sums stay under 2^8.
double countInput(std::uint64_t index) { return std::fmod(static_cast<double>(index), rangeOfCounts); }

CheckedBuffer tensorOf(std::uint64_t elements, Precision precision)
{
    return {.precision = precision,
            .elements = elements,
            .bytes = tensorBuffer(elements, precision, InitialContent::Uniform).bytes,
            .input = {},
            .expected = {},
            .scale = {}};
}

KernelCheck passCheck(const std::string& kernel, Operation operation, Precision precision, std::uint64_t elements,
                      std::uint64_t applications, std::uint32_t seed)
{
    const Operands operands = operandsOf(operation, precision);
    CheckedBuffer buffer = tensorOf(elements, precision);
    buffer.input = randomInput(seed);
    buffer.expected = [=](std::uint64_t, double x) {
        return reference(operation, x, static_cast<std::int64_t>(applications), operandsOf(operation));
    };
    return {.kernel = kernel,
            .tolerance = toleranceOf(operation),
            .buffers = {std::move(buffer)},
            .calls = {passCall({.operation = operation,
                                .precision = precision,
                                .elements = elements,
                                .applications = applications,
                                .first = operands.first,
                                .second = operands.second,
                                .data = {}})}};
}

std::vector<KernelCheck> passChecks(const KernelInfo& info, std::uint32_t seed)
{
    std::vector<std::uint64_t> counts;
    if (info.family == KernelFamily::Pointwise)
        counts.assign(std::begin(pointwiseApplications), std::end(pointwiseApplications));
    else if (info.applications > 0)
        counts = {info.applications};
    else
        counts.assign(std::begin(loopedApplications), std::end(loopedApplications));
    std::vector<KernelCheck> checks;
    for (const std::uint64_t elements : passSizes)
        for (const std::uint64_t applications : counts)
            checks.push_back(passCheck(info.name, *info.operation, info.precision, elements, applications, seed++));
    return checks;
}

/// Adding one, `applications` times a pass: whatever loops or digits the kernel works by, the result tells the count.
KernelCheck countCheck(const std::string& name, const KernelCall& call, Precision precision, std::uint64_t elements,
                       std::uint64_t total, LaunchMode mode, int passes, int submissions)
{
    CheckedBuffer buffer = tensorOf(elements, precision);
    buffer.input = countInput;
    buffer.expected = [total](std::uint64_t, double x) { return x + static_cast<double>(total); };
    return {.kernel = name,
            .buffers = {std::move(buffer)},
            .calls = std::vector<KernelCall>(static_cast<std::size_t>(passes), call),
            .mode = mode,
            .submissions = submissions};
}

PassRequest addOne(Precision precision, std::uint64_t elements, std::uint64_t applications)
{
    return {.operation = Operation::Add,
            .precision = precision,
            .elements = elements,
            .applications = applications,
            .first = 1.0,
            .second = 1.0,
            .data = {}};
}

SelftestItem loopCounts()
{
    SelftestItem item{.kernel = "rp_count_f32", .checks = {}, .skipped = {}};
    for (const std::uint64_t elements : passSizes)
        for (const std::uint64_t applications : {1U, 2U, 3U, 8U, 100U})
            item.checks.push_back(countCheck(item.kernel, countCall(addOne(Precision::Fp32, elements, applications)),
                                             Precision::Fp32, elements, applications, LaunchMode::Queued, 1, 1));
    return item;
}

/// Chains of three passes of four operations of k, in every launch mode, twice: x + 2 n k.
SelftestItem chainCounts(Precision precision)
{
    SelftestItem item{.kernel = std::string("count ") + std::string(nameOf(precision)), .checks = {}, .skipped = {}};
    constexpr int passes = 3;
    constexpr int submissions = 2;
    for (const LaunchMode mode : allLaunchModes)
        for (const std::uint64_t applications : {1U, 3U, 5U, 8U, 12U, 17U})
            item.checks.push_back(countCheck(item.kernel, passCall(addOne(precision, 3001, applications)), precision,
                                             3001, applications * passes * submissions, mode, passes, submissions));
    return item;
}

/// The buffers of a roof's plan: filled where the plan fills, poisoned where its calls write first.
KernelCheck roofCheck(const std::string& kernel, const RoofPlan& roof)
{
    KernelCheck check{.kernel = kernel, .buffers = {}, .calls = roof.plan.calls};
    for (const BufferPlan& plan : roof.plan.buffers) {
        CheckedBuffer buffer = tensorOf(plan.usefulBytes / sizeof(float), Precision::Fp32);
        if (plan.content == InitialContent::Uniform)
            buffer.input = [](std::uint64_t i) { return uniformValue(i, uniformPeriod(Precision::Fp32)); };
        check.buffers.push_back(std::move(buffer));
    }
    return check;
}

constexpr Bytes roofFootprint{256.0 * 1024};

Result<RoofPlan> smallRoof(const char* id, const GpuShape& shape) { return planRoof(id, shape, roofFootprint); }

SelftestItem updateItem(const KernelInfo& info, const GpuShape& shape)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    auto roof = smallRoof("bandwidth.l2", shape);
    if (!roof) {
        item.skipped = roof.error().message();
        return item;
    }
    KernelCheck check = roofCheck(info.name, *roof);
    // Adding one in every pass, instead of one and minus one in turn, makes the result tell the number of passes.
    std::vector<KernelArgument>& arguments = check.calls.front().arguments;
    constexpr std::uint32_t passes = 6;
    arguments[2] = passes;
    arguments[3] = arguments[4] = 1.0F;
    check.buffers.front().input = countInput;
    check.buffers.front().expected = [](std::uint64_t, double x) { return x + passes; };
    item.checks.push_back(std::move(check));
    return item;
}

/// Whole numbers, whose sums are exact in any order: warp w of a block adds up its lanes' vectors of the block's tile.
void expectSums(KernelCheck& check)
{
    constexpr std::uint64_t numbers = vectorBytes / sizeof(float);
    constexpr std::uint64_t warps = blockThreads / warpThreads;
    check.buffers[0].input = countInput;
    check.buffers[1].expected = [](std::uint64_t sum, double) {
        double total = 0.0;
        for (std::uint64_t v = 0; v < vectorsPerThread; ++v)
            for (std::uint64_t lane = 0; lane < warpThreads; ++lane)
                for (std::uint64_t n = 0; n < numbers; ++n) {
                    const std::uint64_t vector = sum / warps * tileVectors + v * blockThreads
                                               + sum % warps * warpThreads + lane;
                    total += countInput(vector * numbers + n);
                }
        return total;
    };
}

SelftestItem trafficItem(const KernelInfo& info, const GpuShape& shape)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    const bool reads = info.family == KernelFamily::Read;
    const bool writes = info.family == KernelFamily::Write;
    auto roof = smallRoof(reads    ? "bandwidth.dram.read"
                          : writes ? "bandwidth.dram.write"
                                   : "bandwidth.dram.copy",
                          shape);
    if (!roof) {
        item.skipped = roof.error().message();
        return item;
    }
    KernelCheck check = roofCheck(info.name, *roof);
    if (reads)
        expectSums(check);
    else if (writes)
        check.buffers[0].expected = [](std::uint64_t, double) { return 1.0; };
    else
        check.buffers[1].expected = [](std::uint64_t i, double) {
            return uniformValue(i, uniformPeriod(Precision::Fp32));
        };
    item.checks.push_back(std::move(check));
    return item;
}

SelftestItem fillItem(const KernelInfo& info)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    for (const std::uint64_t elements : passSizes) {
        CheckedBuffer buffer = tensorOf(elements, info.precision);
        const std::uint32_t period = uniformPeriod(info.precision);
        buffer.expected = [period](std::uint64_t i, double) { return uniformValue(i, period); };
        const KernelCall call = fillCall(tensorBuffer(elements, info.precision, InitialContent::Uniform), 0);
        item.checks.push_back({.kernel = info.name, .buffers = {std::move(buffer)}, .calls = {call}});
    }
    return item;
}

SelftestItem itemOf(const KernelInfo& info, const GpuShape& shape, std::uint32_t seed)
{
    if (info.precision == Precision::Bf16 && shape.computeCapability < 80)
        return {.kernel = info.name, .checks = {}, .skipped = "bf16 arithmetic needs compute capability 8.0"};
    switch (info.family) {
    case KernelFamily::Chain:
    case KernelFamily::Pointwise: return {.kernel = info.name, .checks = passChecks(info, seed), .skipped = {}};
    case KernelFamily::Count: return loopCounts();
    case KernelFamily::Update: return updateItem(info, shape);
    case KernelFamily::Read:
    case KernelFamily::Write:
    case KernelFamily::Copy: return trafficItem(info, shape);
    case KernelFamily::Fill: return fillItem(info);
    case KernelFamily::Shared:
    case KernelFamily::ReadOften:
    case KernelFamily::Chase:
    case KernelFamily::Cycle:
    case KernelFamily::Integer:
    case KernelFamily::Variant: return levelItem(info, shape);
    case KernelFamily::Operator:
    case KernelFamily::Saved: return operatorItem(info, shape, seed);
    case KernelFamily::Product: return productItem(info, seed);
    case KernelFamily::Gradient:
    case KernelFamily::Polynomial: break;
    }
    return gradientItem(info, seed);
}

} // namespace

std::vector<SelftestItem> selftestItems(const GpuShape& shape, std::uint32_t seed)
{
    std::vector<SelftestItem> items;
    for (const KernelInfo& info : kernelList())
        items.push_back(itemOf(info, shape, seed += 1000));
    for (const Precision precision : allPrecisions)
        if (precision != Precision::Bf16 || shape.computeCapability >= 80)
            items.push_back(chainCounts(precision));
    return items;
}

Result<SelftestLine> runItem(CudaDevice& device, const SelftestItem& item)
{
    if (item.checks.empty())
        return SelftestLine{.kernel = item.kernel, .passed = true, .detail = "skipped: " + item.skipped};
    SelftestLine total{.kernel = item.kernel, .passed = true};
    for (const KernelCheck& check : item.checks) {
        const auto line = runCheck(device, check);
        if (!line)
            return line.error();
        mergeLines(total, *line);
    }
    return total;
}

} // namespace ridgepoint
