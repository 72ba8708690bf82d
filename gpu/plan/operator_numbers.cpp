// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/operator_numbers.h"

#include "core/model/dropout_bits.h"

#include <cstring>
#include <limits>
#include <random>

namespace ridgepoint {
namespace {

class NumberGenerator {
public:
    NumberGenerator(const OperatorPlan& plan, std::uint32_t seed) : m_plan(plan), m_random(seed)
    {
        m_numbers.input = {.which = plan.call.which,
                           .rows = static_cast<std::size_t>(plan.call.rows),
                           .columns = static_cast<std::size_t>(plan.call.columns)};
        m_numbers.contents.resize(plan.tensors.size());
    }

    [[nodiscard]] OperatorNumbers made()
    {
        for (std::size_t i = 0; i < m_plan.tensors.size(); ++i)
            make(m_plan.tensors[i], m_plan.plan.buffers[i].bytes, m_numbers.contents[i]);
        return std::move(m_numbers);
    }

private:
    void make(const OperatorTensor& tensor, std::uint64_t bytes, std::vector<std::byte>& content)
    {
        OperatorInput& input = m_numbers.input;
        switch (tensor.role) {
        case TensorRole::First: return makeFloats(tensor, bytes, content, input.first);
        case TensorRole::Second: return makeFloats(tensor, bytes, content, input.second);
        case TensorRole::Shift: return makeFloats(tensor, bytes, content, input.shift);
        case TensorRole::Bias: return makeFloats(tensor, bytes, content, input.bias);
        case TensorRole::Residual: return makeFloats(tensor, bytes, content, input.residual);
        case TensorRole::Kept: return makeKept(tensor, bytes, content, input.kept);
        case TensorRole::Result:
        case TensorRole::Sums: return;
        }
    }

    void makeFloats(const OperatorTensor& tensor, std::uint64_t bytes, std::vector<std::byte>& content,
                    std::vector<double>& values)
    {
        std::uniform_real_distribution<float> uniform(-4.0F, 4.0F);
        std::vector<float> padded(bytes / sizeof(float), std::numeric_limits<float>::quiet_NaN());
        for (std::uint64_t row = 0; row < tensor.rows; ++row)
            for (std::uint64_t column = 0; column < tensor.columns; ++column) {
                const float value = uniform(m_random);
                padded[row * tensor.stride + column] = value;
                values.push_back(static_cast<double>(value));
            }
        copyTo(content, padded);
    }

    /// Bits at random, an eighth zeros, beyond a row's columns too; what they drop there is poisoned anyway.
    void makeKept(const OperatorTensor& tensor, std::uint64_t bytes, std::vector<std::byte>& content,
                  std::vector<bool>& kept)
    {
        std::vector<std::uint64_t> words(bytes / sizeof(std::uint64_t));
        for (std::uint64_t& word : words) {
            const std::uint64_t high = m_random();
            word = keptBits(high << 32U | m_random());
        }
        copyTo(content, words);
        const std::uint64_t columns = m_numbers.input.rows * m_numbers.input.columns / tensor.rows;
        for (std::uint64_t row = 0; row < tensor.rows; ++row)
            for (std::uint64_t column = 0; column < columns; ++column)
                kept.push_back((content[row * tensor.stride + column / 8] >> column % 8 & std::byte{1})
                               != std::byte{0});
    }

    template <class Number> static void copyTo(std::vector<std::byte>& content, const std::vector<Number>& values)
    {
        content.resize(values.size() * sizeof(Number));
        std::memcpy(content.data(), values.data(), content.size());
    }

    const OperatorPlan& m_plan;
    std::mt19937 m_random;
    OperatorNumbers m_numbers;
};

} // namespace

OperatorNumbers operatorNumbers(const OperatorPlan& plan, std::uint32_t seed)
{
    return NumberGenerator(plan, seed).made();
}

std::optional<std::size_t> resultAt(const OperatorPlan& plan, std::uint64_t index)
{
    const OperatorTensor& result = plan.tensors.front();
    const std::uint64_t row = index / result.stride;
    const std::uint64_t column = index % result.stride;
    if (row >= result.rows || column >= result.columns)
        return std::nullopt;
    return row * result.columns + column;
}

} // namespace ridgepoint
