// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/family_selftests.h"

#include "core/model/cost.h"
#include "core/model/dropout_bits.h"
#include "gpu/plan/chase_plan.h"
#include "gpu/plan/element.h"
#include "gpu/plan/gradient_numbers.h"
#include "gpu/plan/operator_numbers.h"
#include "gpu/plan/product_numbers.h"
#include "gpu/plan/roof_plan.h"
#include "gpu/plan/tiling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
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

/// Single elements, rows and columns, both sides of vectors, warps, blocks and tiles, and rows for every kernel of
/// rows.
constexpr std::pair<int, int> shapes[]{{1, 1},    {2, 2},    {3, 3},    {1, 7},    {7, 1},     {5, 63},   {64, 65},
                                       {9, 1030}, {67, 131}, {3, 2053}, {2, 8209}, {2, 16385}, {1, 40009}};

constexpr double notCompared = std::numeric_limits<double>::quiet_NaN();

/// The numbers of a check, made when they are first asked for: a device that is opened to measure needs none.
class Numbers {
public:
    Numbers(OperatorPlan plan, std::uint32_t seed) : m_plan(std::move(plan)), m_seed(seed) {}

    [[nodiscard]] const std::byte* content(std::size_t buffer) { return made().contents[buffer].data(); }
    /// Of an element of the result's buffer; not compared where it is padding.
    [[nodiscard]] double expected(std::uint64_t index) { return at(m_expected, index, notCompared); }
    [[nodiscard]] double scale(std::uint64_t index) { return at(m_scales, index, 1.0); }

private:
    const OperatorNumbers& made()
    {
        if (!m_numbers) {
            m_numbers = operatorNumbers(m_plan, m_seed);
            m_expected = reference(m_numbers->input);
            m_scales = scalesOf(m_numbers->input, m_expected);
        }
        return *m_numbers;
    }
    double at(const std::vector<double>& values, std::uint64_t index, double otherwise)
    {
        static_cast<void>(made());
        const auto result = resultAt(m_plan, index);
        return result ? values[*result] : otherwise;
    }

    OperatorPlan m_plan;
    std::uint32_t m_seed;
    std::optional<OperatorNumbers> m_numbers;
    std::vector<double> m_expected;
    std::vector<double> m_scales;
};

/// A buffer as numbers that travel whole: bits go as they are.
CheckedBuffer bufferOf(const BufferPlan& plan, const OperatorTensor& tensor)
{
    const bool isBits = holdsBits(tensor.role);
    const Precision precision = isBits ? Precision::Fp16 : Precision::Fp32;
    return {.precision = precision,
            .elements = plan.bytes / static_cast<std::uint64_t>(bytesPerElement(precision)),
            .bytes = plan.bytes,
            .input = {},
            .expected = {},
            .scale = {},
            .isBits = isBits};
}

double bitsAt(const std::byte* content, std::uint64_t i)
{
    std::uint16_t bits = 0;
    std::memcpy(&bits, content + i * sizeof bits, sizeof bits);
    return static_cast<double>(bits);
}

KernelCheck operatorCheck(const std::string& kernel, const OperatorPlan& plan, std::uint32_t seed)
{
    const auto numbers = std::make_shared<Numbers>(plan, seed);
    KernelCheck check{
        .kernel = kernel, .tolerance = toleranceOf(plan.call.which), .buffers = {}, .calls = plan.plan.calls};
    for (std::size_t buffer = 0; buffer < plan.tensors.size(); ++buffer) {
        check.buffers.push_back(bufferOf(plan.plan.buffers[buffer], plan.tensors[buffer]));
        if (plan.plan.buffers[buffer].content != InitialContent::Unspecified)
            check.buffers.back().input = [numbers, buffer, isBits = check.buffers.back().isBits](std::uint64_t i) {
                return isBits ? bitsAt(numbers->content(buffer), i)
                              : readElement(numbers->content(buffer), Precision::Fp32, i);
            };
    }
    check.buffers.front().expected = [numbers](std::uint64_t index, double) { return numbers->expected(index); };
    check.buffers.front().scale = [numbers](std::uint64_t index, double) { return numbers->scale(index); };
    return check;
}

/// What the fill of a dropout's bits must write.
KernelCheck savedCheck(const std::string& kernel, const OperatorPlan& plan)
{
    const auto kept = std::find_if(plan.tensors.begin(), plan.tensors.end(),
                                   [](const OperatorTensor& tensor) { return holdsBits(tensor.role); });
    CheckedBuffer buffer = bufferOf(plan.plan.buffers[static_cast<std::size_t>(kept - plan.tensors.begin())], *kept);
    buffer.expected = [](std::uint64_t i, double) {
        return static_cast<double>(keptBits(i / 4) >> i % 4 * 16 & 0xFFFFU);
    };
    KernelCheck check{.kernel = kernel, .buffers = {std::move(buffer)}, .calls = {plan.plan.fill.back()}};
    check.calls.front().arguments.front() = BufferPointer{0, 0};
    return check;
}

/// Rows, columns, inner: one of each, both sides of a step, a tile's edges in either direction, several tiles.
constexpr std::array<std::array<int, 3>, 8> productShapes{{{1, 1, 1},
                                                           {5, 3, 15},
                                                           {1, 129, 16},
                                                           {128, 128, 17},
                                                           {127, 6, 33},
                                                           {129, 64, 48},
                                                           {131, 258, 40},
                                                           {300, 260, 100}}};

/// Made when they are first asked for: a device that is opened to measure needs none.
class CheckedProduct {
public:
    CheckedProduct(ProductPlan plan, std::uint32_t seed) : m_plan(std::move(plan)), m_seed(seed) {}
    [[nodiscard]] const ProductNumbers& numbers()
    {
        if (!m_numbers)
            m_numbers = productNumbers(m_plan, m_seed);
        return *m_numbers;
    }

private:
    ProductPlan m_plan;
    std::uint32_t m_seed;
    std::optional<ProductNumbers> m_numbers;
};

KernelCheck productCheck(const std::string& kernel, const ProductPlan& plan, std::uint32_t seed)
{
    const auto made = std::make_shared<CheckedProduct>(plan, seed);
    KernelCheck check{.kernel = kernel,
                      .tolerance = 0.5 * static_cast<double>(plan.call.inner),
                      .buffers = {},
                      .calls = plan.plan.calls};
    for (const BufferPlan& buffer : plan.plan.buffers)
        check.buffers.push_back({.precision = Precision::Fp32,
                                 .elements = buffer.bytes / sizeof(float),
                                 .bytes = buffer.bytes,
                                 .input = {},
                                 .expected = {},
                                 .scale = {}});
    for (const std::size_t factor : {std::size_t{0}, std::size_t{1}})
        check.buffers[factor + 1].input = [made, factor](std::uint64_t i) {
            return static_cast<double>(made->numbers().factors[factor][i]);
        };
    check.buffers.front().expected = [made](std::uint64_t i, double) { return made->numbers().expected[i]; };
    check.buffers.front().scale = [made](std::uint64_t i, double) { return made->numbers().scales[i]; };
    return check;
}

/// Elements and lengths: every tail of a vector and a tile, and for each kernel the shortest and longest chain and one
/// between.
constexpr std::pair<int, int> gradientShapes[]{{1, 1},     {7, 2},    {2049, 5},  {5000, 8}, {130, 9},
                                               {2500, 12}, {513, 16}, {1030, 17}, {700, 24}, {258, 32},
                                               {127, 33},  {515, 48}, {301, 64}};
constexpr int gradientDegrees[]{1, 2, 4, 7};

/// Made when they are first asked for: a device that is opened to measure needs none.
class CheckedGradient {
public:
    CheckedGradient(GradientPlan plan, std::uint32_t seed) : m_plan(std::move(plan)), m_seed(seed) {}
    [[nodiscard]] const GradientNumbers& numbers()
    {
        if (!m_numbers)
            m_numbers = gradientNumbers(m_plan, m_seed);
        return *m_numbers;
    }

private:
    GradientPlan m_plan;
    std::uint32_t m_seed;
    std::optional<GradientNumbers> m_numbers;
};

void expectGradient(CheckedBuffer& buffer, const std::shared_ptr<CheckedGradient>& made,
                    std::vector<double> GradientNumbers::*values, std::vector<double> GradientNumbers::*errors)
{
    buffer.expected = [made, values](std::uint64_t i, double) { return (made->numbers().*values)[i]; };
    buffer.scale = [made, errors](std::uint64_t i, double) {
        return (made->numbers().*errors)[i] / epsilonOf(Precision::Fp32);
    };
}

/// One of a plan's two calls, alone: a backward pass is given the results in float64, rounded once.
KernelCheck gradientCheck(const GradientPlan& plan, const KernelCall& call, std::uint32_t seed)
{
    const auto made = std::make_shared<CheckedGradient>(plan, seed);
    KernelCheck check{.kernel = call.kernel, .tolerance = 1.0, .buffers = {}, .calls = {call}};
    for (const BufferPlan& buffer : plan.plan.buffers)
        check.buffers.push_back({.precision = Precision::Fp32,
                                 .elements = buffer.bytes / sizeof(float),
                                 .bytes = buffer.bytes,
                                 .input = {},
                                 .expected = {},
                                 .scale = {}});
    const auto give = [&](std::size_t buffer, std::vector<float> GradientNumbers::*content) {
        check.buffers[buffer].input = [made, content](std::uint64_t i) {
            return static_cast<double>((made->numbers().*content)[i]);
        };
    };
    give(gradient_buffer::input, &GradientNumbers::input);
    give(gradient_buffer::gradient, &GradientNumbers::gradient);
    give(gradient_buffer::steps, &GradientNumbers::steps);
    if (call == plan.plan.calls.front()) {
        expectGradient(check.buffers[gradient_buffer::values], made, &GradientNumbers::values,
                       &GradientNumbers::valueErrors);
        return check;
    }
    check.buffers[gradient_buffer::values].input = [made](std::uint64_t i) { return made->numbers().values[i]; };
    expectGradient(check.buffers[gradient_buffer::out], made, &GradientNumbers::out, &GradientNumbers::outErrors);
    return check;
}

/// What the fill of a polynomial's steps must write, to the last bit.
KernelCheck polynomialCheck(const std::string& kernel, int degree)
{
    const auto table = std::make_shared<std::vector<float>>(polynomialTable(degree));
    const auto plan = planGradient({.link = ChainLink::Polynomial, .degree = degree});
    CheckedBuffer buffer{.precision = Precision::Fp32,
                         .elements = table->size(),
                         .bytes = table->size() * sizeof(float),
                         .input = {},
                         .expected = {},
                         .scale = {}};
    buffer.expected = [table](std::uint64_t i, double) { return static_cast<double>((*table)[i]); };
    KernelCheck check{.kernel = kernel, .buffers = {std::move(buffer)}, .calls = {plan.value().plan.fill.back()}};
    check.calls.front().arguments.front() = BufferPointer{0, 0};
    return check;
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

SelftestItem operatorItem(const KernelInfo& info, const GpuShape& shape, std::uint32_t seed)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    const bool isFill = info.family == KernelFamily::Saved;
    for (const auto& [rows, columns] : shapes) {
        const auto plan = planOperator(
            {.which = info.which.value_or(OperatorKind::Dropout), .rows = rows, .columns = columns}, shape);
        if (!plan || (!isFill && plan->plan.calls.front().kernel != info.name))
            continue;
        item.checks.push_back(isFill ? savedCheck(info.name, *plan) : operatorCheck(info.name, *plan, seed++));
    }
    return item;
}

SelftestItem productItem(const KernelInfo& info, std::uint32_t seed)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    for (const auto& [rows, columns, inner] : productShapes)
        if (const auto plan = planProduct({.rows = rows, .columns = columns, .inner = inner}))
            item.checks.push_back(productCheck(info.name, *plan, seed++));
    return item;
}

SelftestItem gradientItem(const KernelInfo& info, std::uint32_t seed)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    if (info.family == KernelFamily::Polynomial) {
        for (const int degree : {1, 2, 3, 4, 7, 64, highestDegree})
            item.checks.push_back(polynomialCheck(info.name, degree));
        return item;
    }
    for (const ChainLink link : allChainLinks)
        for (const Saving saving : allSavings)
            for (const auto& [elements, length] : gradientShapes)
                for (const int degree : gradientDegrees) {
                    if (link != ChainLink::Polynomial && degree > 1)
                        continue;
                    const auto plan = planGradient(
                        {.link = link, .degree = degree, .length = length, .saving = saving, .elements = elements});
                    for (const KernelCall& call : plan.value().plan.calls)
                        if (call.kernel == info.name)
                            item.checks.push_back(gradientCheck(*plan, call, seed++));
                }
    return item;
}

} // namespace ridgepoint
