// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operator_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace ridgepoint {
namespace {

using Numbers = std::vector<double>;

/// Of a layer norm: what keeps the quotient finite for a row of equal numbers.
constexpr double epsilon = 1e-5;

double geluOf(double x)
{
    return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

template <class Function> Numbers mapped(const OperatorInput& input, Function&& function)
{
    Numbers result(input.first.size());
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = function(i);
    return result;
}

Numbers sum(const OperatorInput& input)
{
    double total = 0.0;
    for (const double value : input.first)
        total += value;
    return {total};
}

double droppedOf(const OperatorInput& input, std::size_t i, double x)
{
    return input.kept[i] ? x * dropoutFactor : 0.0;
}

Numbers layerNorm(const OperatorInput& input)
{
    Numbers result;
    const Numbers all = normalised(input);
    const auto count = static_cast<double>(input.columns);
    for (std::size_t row = 0; row < input.rows; ++row) {
        const std::span<const double> x(all.data() + row * input.columns, input.columns);
        double mean = 0.0;
        for (const double value : x)
            mean += value / count;
        double variance = 0.0;
        for (const double value : x)
            variance += (value - mean) * (value - mean) / count;
        for (std::size_t i = 0; i < x.size(); ++i)
            result.push_back((x[i] - mean) / std::sqrt(variance + epsilon) * input.second[i] + input.shift[i]);
    }
    return result;
}

Numbers softmax(const OperatorInput& input, double scale)
{
    Numbers result;
    for (std::size_t row = 0; row < input.rows; ++row) {
        const std::span<const double> x(input.first.data() + row * input.columns, input.columns);
        const double most = *std::max_element(x.begin(), x.end());
        double total = 0.0;
        for (const double value : x)
            total += std::exp(scale * (value - most));
        for (const double value : x)
            result.push_back(std::exp(scale * (value - most)) / total);
    }
    return result;
}

Numbers maxPool(const OperatorInput& input)
{
    Numbers result;
    for (std::size_t row = 0; row + 1 < input.rows; row += 2)
        for (std::size_t column = 0; column + 1 < input.columns; column += 2) {
            const double* upper = input.first.data() + row * input.columns + column;
            const double* lower = upper + input.columns;
            result.push_back(std::max({upper[0], upper[1], lower[0], lower[1]}));
        }
    return result;
}

Numbers transpose(const OperatorInput& input)
{
    Numbers result;
    for (std::size_t column = 0; column < input.columns; ++column)
        for (std::size_t row = 0; row < input.rows; ++row)
            result.push_back(input.first[row * input.columns + column]);
    return result;
}

/// The largest magnitude that each normalised number was added up from: where a sum nearly cancels, the rounding of its
/// terms is all that is left of it.
Numbers largestTerms(const OperatorInput& input)
{
    if (input.which != OperatorKind::AddDropoutNorm)
        return input.first;
    return mapped(input, [&](std::size_t i) {
        const double bias = input.bias[i % input.columns];
        const double added = std::max({std::abs(input.first[i]), std::abs(bias), std::abs(input.first[i] + bias)});
        return std::max(droppedOf(input, i, added), std::abs(input.residual[i]));
    });
}

} // namespace

std::vector<double> reference(const OperatorInput& input)
{
    const Numbers& x = input.first;
    switch (input.which) {
    case OperatorKind::Copy: return x;
    case OperatorKind::Add: return mapped(input, [&](std::size_t i) { return x[i] + input.second[i]; });
    case OperatorKind::Relu: return mapped(input, [&](std::size_t i) { return std::max(x[i], 0.0); });
    case OperatorKind::Gelu: return mapped(input, [&](std::size_t i) { return geluOf(x[i]); });
    case OperatorKind::Exp: return mapped(input, [&](std::size_t i) { return std::exp(x[i]); });
    case OperatorKind::Cos: return mapped(input, [&](std::size_t i) { return std::cos(x[i]); });
    case OperatorKind::Sum: return sum(input);
    case OperatorKind::LayerNorm: return layerNorm(input);
    case OperatorKind::Softmax: return softmax(input, 1.0);
    case OperatorKind::MaxPool: return maxPool(input);
    case OperatorKind::Transpose: return transpose(input);
    case OperatorKind::AddRow:
        return mapped(input, [&](std::size_t i) { return x[i] + input.bias[i % input.columns]; });
    case OperatorKind::Scale: return mapped(input, [&](std::size_t i) { return attentionScale * x[i]; });
    case OperatorKind::Dropout: return mapped(input, [&](std::size_t i) { return droppedOf(input, i, x[i]); });
    case OperatorKind::ScaledSoftmax: return softmax(input, attentionScale);
    case OperatorKind::AddRowGelu:
        return mapped(input, [&](std::size_t i) { return geluOf(x[i] + input.bias[i % input.columns]); });
    case OperatorKind::AddDropoutNorm: return layerNorm(input);
    }
    return {};
}

std::vector<double> normalised(const OperatorInput& input)
{
    if (input.which != OperatorKind::AddDropoutNorm)
        return input.first;
    return mapped(input, [&](std::size_t i) {
        return droppedOf(input, i, input.first[i] + input.bias[i % input.columns]) + input.residual[i];
    });
}

double layerNormMagnification(std::span<const double> row, std::span<const double> terms)
{
    const auto count = static_cast<double>(row.size());
    double mean = 0.0;
    for (const double value : row)
        mean += value / count;
    double most = 0.0;
    for (const double term : terms)
        most = std::max(most, std::abs(term));
    double variance = 0.0;
    for (const double value : row)
        variance += (value - mean) * (value - mean) / count;
    return most / std::sqrt(variance + epsilon);
}

double toleranceOf(OperatorKind which)
{
    switch (which) {
    case OperatorKind::Add:
    case OperatorKind::AddRow:
    case OperatorKind::Dropout: return 1.0;
    case OperatorKind::AddDropoutNorm: return 16.0; // its sums are rounded before they are normalised
    case OperatorKind::Exp:
    case OperatorKind::Cos:
    case OperatorKind::Gelu:
    case OperatorKind::AddRowGelu: return 4.0;
    case OperatorKind::Softmax:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::LayerNorm:
    case OperatorKind::Sum: return 8.0;
    default: return 0.0; // these move numbers or choose among them
    }
}

std::vector<double> scalesOf(const OperatorInput& input, const std::vector<double>& expected)
{
    // Exponentials have no zeros: their digits count down to the smallest, or a softmax of long rows could be anything.
    const bool isExponential = input.which == OperatorKind::Exp || input.which == OperatorKind::Softmax
                            || input.which == OperatorKind::ScaledSoftmax;
    const double least = isExponential ? 0.0 : 1.0;
    std::vector<double> scales(expected.size(), 1.0);
    for (std::size_t i = 0; i < expected.size(); ++i)
        scales[i] = std::max(least, std::abs(expected[i]));
    if (input.which == OperatorKind::Sum)
        for (const double value : input.first)
            scales[0] += std::abs(value);
    const std::vector<double> rows = normalised(input);
    const std::vector<double> terms = largestTerms(input);
    if (input.which == OperatorKind::LayerNorm || input.which == OperatorKind::AddDropoutNorm)
        for (std::size_t row = 0; row < input.rows; ++row) {
            const auto rowOf = [&](const std::vector<double>& all) {
                return std::span<const double>(all).subspan(row * input.columns, input.columns);
            };
            const double magnification = layerNormMagnification(rowOf(rows), rowOf(terms));
            for (std::size_t i = 0; i < input.columns; ++i)
                scales[row * input.columns + i] += magnification * std::abs(input.second[i]);
        }
    return scales;
}

} // namespace ridgepoint
