// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/operator_selftest.h"

#include "core/model/cost.h"
#include "core/model/dropout_bits.h"
#include "gpu/plan/element.h"
#include "gpu/plan/operator_numbers.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

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

} // namespace

SelftestItem operatorItem(const KernelInfo& info, const GpuShape& shape, std::uint32_t seed)
{
    SelftestItem item{.kernel = info.name, .checks = {}, .skipped = {}};
    const bool isFill = info.family == KernelFamily::Saved;
    for (const auto& [rows, columns] : shapes) {
        const auto plan = planOperator(
            {.which = info.which.value_or(Operator::Dropout), .rows = rows, .columns = columns}, shape);
        if (!plan || (!isFill && plan->plan.calls.front().kernel != info.name))
            continue;
        item.checks.push_back(isFill ? savedCheck(info.name, *plan) : operatorCheck(info.name, *plan, seed++));
    }
    return item;
}

} // namespace ridgepoint
