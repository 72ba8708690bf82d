// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/gradient_selftest.h"

#include "gpu/plan/element.h"
#include "gpu/plan/gradient_numbers.h"

#include <memory>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

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
