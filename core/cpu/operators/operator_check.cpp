// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/operators/operator_check.h"

#include "core/cpu/guarded_memory.h"
#include "core/cpu/operators/operator_memory.h"
#include "core/model/operator_reference.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>

namespace ridgepoint {
namespace {

/// A tensor without padding, as rows of the kernels' layout.
void spread(const std::vector<double>& values, std::size_t columns, std::size_t stride, float* to)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        to[i / columns * stride + i % columns] = static_cast<float>(values[i]);
}

class Bench {
public:
    explicit Bench(const OperatorCheck& check)
        : m_check(check),
          m_layout(layoutOf(check.call)),
          m_first(m_layout.firstBytes),
          m_second(std::max<std::size_t>(m_layout.secondBytes, lineBytes)),
          m_out(m_layout.outBytes),
          m_residual(m_layout.residualBytes),
          m_kept(m_layout.keptBytes)
    {
        m_input = {.which = check.call.which, .rows = m_layout.rows, .columns = m_layout.columns};
        fillInput();
    }

    [[nodiscard]] const OperatorInput& input() const { return m_input; }
    [[nodiscard]] bool guardsAreWhole() const
    {
        return m_first.isWhole() && m_second.isWhole() && m_out.isWhole() && m_residual.isWhole() && m_kept.isWhole();
    }

    /// Runs every part and gives the results in the reference's order.
    [[nodiscard]] std::vector<double> run()
    {
        const OperatorKind which = m_check.call.which;
        const OperatorKernel kernel = m_check.kernel != nullptr
                                        ? m_check.kernel
                                        : operatorKernelsFor(m_check.set).of(which, m_check.stores);
        const float* second = m_second.as<float>();
        const OperatorData data{
            .rows = m_layout.rows,
            .columns = m_layout.columns,
            .stride = m_layout.stride,
            .otherStride = m_layout.otherStride,
            .first = m_first.as<float>(),
            .second = second,
            .shift = m_layout.secondBytes > m_layout.stride * sizeof(float) ? second + m_layout.stride : second,
            .out = m_out.as<float>(),
            .residual = m_residual.as<float>(),
            .bias = which == OperatorKind::AddDropoutNorm ? second + 2 * m_layout.stride : second,
            .kept = m_kept.as<std::uint8_t>()};
        const GuardedMemory scratch(2 * m_layout.stride * sizeof(float));
        const std::size_t units = unitsOf(which, data.rows, data.columns);
        const auto threads = static_cast<std::size_t>(std::max(m_check.call.threads, 1));
        double sum = 0.0;
        for (std::size_t thread = 0; thread < threads; ++thread) {
            OperatorPart part{.begin = units * thread / threads,
                              .end = units * (thread + 1) / threads,
                              .scratch = scratch.as<float>()};
            kernel(data, part);
            sum += part.sum;
        }
        m_scratchWhole = scratch.isWhole();
        return gathered(sum);
    }
    [[nodiscard]] bool scratchIsWhole() const { return m_scratchWhole; }

private:
    void fillInput()
    {
        std::mt19937 random(m_check.seed);
        std::uniform_real_distribution<float> uniform(-4.0F, 4.0F);
        const auto numbers = [&](std::size_t count) {
            std::vector<double> values(count);
            for (double& value : values)
                value = static_cast<double>(uniform(random));
            return values;
        };
        m_input.first = numbers(m_layout.rows * m_layout.columns);
        spread(m_input.first, m_layout.columns, m_layout.stride, m_first.as<float>());
        if (m_check.call.which == OperatorKind::Add) {
            m_input.second = numbers(m_input.first.size());
            spread(m_input.second, m_layout.columns, m_layout.stride, m_second.as<float>());
        }
        if (m_check.call.which == OperatorKind::LayerNorm || m_check.call.which == OperatorKind::AddDropoutNorm) {
            m_input.second = numbers(m_layout.columns);
            m_input.shift = numbers(m_layout.columns);
            spread(m_input.second, m_layout.columns, m_layout.stride, m_second.as<float>());
            spread(m_input.shift, m_layout.columns, m_layout.stride, m_second.as<float>() + m_layout.stride);
        }
        fillLayer(numbers, random);
    }

    /// What the operators of a transformer's layer have besides.
    template <class Numbers> void fillLayer(Numbers&& numbers, std::mt19937& random)
    {
        const OperatorKind which = m_check.call.which;
        if (which == OperatorKind::AddRow || which == OperatorKind::AddRowGelu
            || which == OperatorKind::AddDropoutNorm) {
            m_input.bias = numbers(m_layout.columns);
            spread(m_input.bias, m_layout.columns, m_layout.stride,
                   m_second.as<float>() + (which == OperatorKind::AddDropoutNorm ? 2 * m_layout.stride : 0));
        }
        if (m_layout.residualBytes > 0) {
            m_input.residual = numbers(m_input.first.size());
            spread(m_input.residual, m_layout.columns, m_layout.stride, m_residual.as<float>());
        }
        if (m_layout.keptBytes > 0)
            std::fill_n(m_kept.as<std::uint8_t>(), m_layout.keptBytes, std::uint8_t{0});
        for (std::size_t i = 0; m_layout.keptBytes > 0 && i < m_input.first.size(); ++i) {
            m_input.kept.push_back(random() % 8 != 0);
            const std::size_t element = i / m_layout.columns * m_layout.stride + i % m_layout.columns;
            if (m_input.kept.back())
                m_kept.as<std::uint8_t>()[element / 8] |= static_cast<std::uint8_t>(1U << element % 8);
        }
    }

    [[nodiscard]] std::vector<double> gathered(double sum) const
    {
        std::size_t rows = m_layout.rows;
        std::size_t columns = m_layout.columns;
        std::size_t stride = m_layout.stride;
        switch (m_check.call.which) {
        case OperatorKind::Sum: return {sum};
        case OperatorKind::Transpose:
            std::swap(rows, columns);
            stride = m_layout.otherStride;
            break;
        case OperatorKind::MaxPool:
            rows /= 2;
            columns /= 2;
            stride = m_layout.otherStride;
            break;
        default: break;
        }
        std::vector<double> values;
        values.reserve(rows * columns);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                values.push_back(static_cast<double>(m_out.as<float>()[row * stride + column]));
        return values;
    }

    OperatorCheck m_check;
    OperatorLayout m_layout;
    GuardedMemory m_first, m_second, m_out, m_residual, m_kept;
    OperatorInput m_input;
    bool m_scratchWhole = true;
};

void compare(SelftestLine& line, const OperatorInput& input, const std::vector<double>& got,
             const std::vector<double>& expected)
{
    const std::vector<double> scales = scalesOf(input, expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        double error = std::abs(got[i] - expected[i]) / scales[i]
                     / static_cast<double>(std::numeric_limits<float>::epsilon());
        if (std::isnan(error))
            error = std::numeric_limits<double>::infinity();
        line.largestError = std::max(line.largestError, error);
        if (error > line.tolerance && line.detail.empty())
            line.detail = std::to_string(input.rows) + " x " + std::to_string(input.columns) + ": result "
                        + std::to_string(i) + " of " + std::to_string(expected.size()) + " is " + std::to_string(got[i])
                        + " instead of " + std::to_string(expected[i]);
    }
}

std::initializer_list<std::pair<int, int>> shapes()
{
    // Lines and vectors with every tail, rows of odd length, single rows and columns, blocks of 16, 64 and 512 and
    // beyond.
    static const std::initializer_list<std::pair<int, int>> all{
        {1, 1},   {1, 7},   {7, 1},   {2, 2},    {3, 3},    {5, 63},   {63, 5},   {16, 16},   {17, 64},
        {64, 65}, {65, 31}, {2, 129}, {67, 131}, {4, 1009}, {1009, 3}, {3, 2053}, {130, 257}, {1, 40009}};
    return all;
}

} // namespace

SelftestLine checkOperator(const OperatorCheck& check)
{
    SelftestLine line{.kernel = "operator " + std::string(nameOf(check.call.which)) + " fp32 "
                              + std::string(nameOf(check.set)),
                      .tolerance = toleranceOf(check.call.which)};
    Bench bench(check);
    const std::vector<double> got = bench.run();
    const std::vector<double> expected = reference(bench.input());
    if (got.size() == expected.size())
        compare(line, bench.input(), got, expected);
    else
        line.detail = std::to_string(got.size()) + " results instead of " + std::to_string(expected.size());
    if (line.detail.empty() && !(bench.guardsAreWhole() && bench.scratchIsWhole()))
        line.detail = "memory outside the tensors was written";
    line.passed = line.detail.empty();
    return line;
}

std::vector<SelftestLine> checkOperators(InstructionSet set, std::uint32_t seed)
{
    std::vector<SelftestLine> lines;
    for (const OperatorKind which : allOperators) {
        SelftestLine worst{.passed = true};
        for (const auto& [rows, columns] : shapes())
            for (const Stores stores : {Stores::Usual, Stores::NonTemporal})
                for (const int threads : {1, 3}) {
                    const OperatorCall call{.which = which, .rows = rows, .columns = columns, .threads = threads};
                    if (!validate(call))
                        continue;
                    SelftestLine line = checkOperator({.set = set, .call = call, .stores = stores, .seed = seed++});
                    line.largestError = std::max(line.largestError, worst.largestError);
                    if (!worst.passed) {
                        line.passed = false;
                        line.detail = worst.detail;
                    }
                    worst = line;
                }
        lines.push_back(worst);
    }
    return lines;
}

} // namespace ridgepoint
