// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operator.h"

#include <algorithm>
#include <string>

namespace ridgepoint {
namespace {

constexpr double elementBytes = 4.0;

bool isByRow(Operator which)
{
    switch (which) {
    case Operator::LayerNorm:
    case Operator::Softmax:
    case Operator::AddRow:
    case Operator::ScaledSoftmax:
    case Operator::AddRowGelu:
    case Operator::AddDropoutNorm: return true;
    default: return false;
    }
}

double windows(const OperatorCall& call)
{
    return static_cast<double>(call.rows / 2) * static_cast<double>(call.columns / 2);
}

std::vector<OperationCount> arithmeticOf(const OperatorCall& call, double n)
{
    const auto one = [n](Operation operation) { return std::vector{OperationCount{operation, Flops(n)}}; };
    switch (call.which) {
    case Operator::Add: return one(Operation::Add);
    case Operator::Relu: return one(Operation::Relu);
    case Operator::Gelu: return one(Operation::Gelu);
    case Operator::Exp: return one(Operation::Exp);
    case Operator::Cos: return one(Operation::Cos);
    case Operator::Sum: return one(Operation::Add);
    // Mean 1, variance 3 (subtract, square, add), result 3 (by the deviation, by the scale, plus the shift).
    case Operator::LayerNorm: return {{Operation::Add, Flops(7.0 * n)}};
    // Maximum, subtraction, sum, quotient; and the exponential.
    case Operator::Softmax: return {{Operation::Add, Flops(4.0 * n)}, {Operation::Exp, Flops(n)}};
    case Operator::MaxPool: return {{Operation::Relu, Flops(3.0 * windows(call))}}; // comparisons
    case Operator::AddRow: return one(Operation::Add);
    case Operator::Scale:
    case Operator::Dropout: return one(Operation::Mul);
    case Operator::ScaledSoftmax:
        return {{Operation::Mul, Flops(n)}, {Operation::Add, Flops(4.0 * n)}, {Operation::Exp, Flops(n)}};
    case Operator::AddRowGelu: return {{Operation::Add, Flops(n)}, {Operation::Gelu, Flops(n)}};
    case Operator::AddDropoutNorm: return {{Operation::Mul, Flops(n)}, {Operation::Add, Flops(9.0 * n)}};
    case Operator::Copy:
    case Operator::Transpose: return {};
    }
    return {};
}

Traffic leastTraffic(const OperatorCall& call, double n)
{
    const double bytes = elementBytes * n;
    const double pooled = elementBytes * windows(call);
    switch (call.which) {
    case Operator::Add: return {Bytes(2.0 * bytes), Bytes(bytes)};
    case Operator::Sum: return {Bytes(bytes), Bytes(0.0)};
    case Operator::LayerNorm:
        return {Bytes(bytes + 2.0 * elementBytes * static_cast<double>(call.columns)), Bytes(bytes)};
    case Operator::MaxPool: return {Bytes(4.0 * pooled), Bytes(pooled)}; // an odd last row or column is not looked at
    case Operator::AddRow:
    case Operator::AddRowGelu: return {Bytes(bytes + elementBytes * static_cast<double>(call.columns)), Bytes(bytes)};
    case Operator::Dropout: return {Bytes(bytes + n / 8.0), Bytes(bytes)};
    case Operator::AddDropoutNorm:
        return {Bytes(2.0 * bytes + n / 8.0 + 3.0 * elementBytes * static_cast<double>(call.columns)), Bytes(bytes)};
    case Operator::Copy:
    case Operator::Relu:
    case Operator::Gelu:
    case Operator::Exp:
    case Operator::Cos:
    case Operator::Softmax:
    case Operator::Scale:
    case Operator::ScaledSoftmax:
    case Operator::Transpose: return {Bytes(bytes), Bytes(bytes)};
    }
    return {};
}

Error badShape(const OperatorCall& call, std::string_view rule)
{
    return {
        ErrorKind::InvalidInput,
        "operator.shape",
        "%1 cannot run over %2 x %3 elements: %4.",
        {std::string(nameOf(call.which)), std::to_string(call.rows), std::to_string(call.columns), std::string(rule)}};
}

} // namespace

std::string_view nameOf(Operator which)
{
    switch (which) {
    case Operator::Copy: return "copy";
    case Operator::Add: return "add";
    case Operator::Relu: return "relu";
    case Operator::Gelu: return "gelu";
    case Operator::Exp: return "exp";
    case Operator::Cos: return "cos";
    case Operator::Sum: return "sum";
    case Operator::LayerNorm: return "layer-norm";
    case Operator::Softmax: return "softmax";
    case Operator::MaxPool: return "max-pool";
    case Operator::Transpose: return "transpose";
    case Operator::AddRow: return "add-row";
    case Operator::Scale: return "scale";
    case Operator::Dropout: return "dropout";
    case Operator::ScaledSoftmax: return "scaled-softmax";
    case Operator::AddRowGelu: return "add-row-gelu";
    case Operator::AddDropoutNorm: return "add-dropout-norm";
    }
    return {};
}

std::optional<Operator> operatorNamed(std::string_view name)
{
    const auto found = std::find_if(allOperators.begin(), allOperators.end(),
                                    [&](Operator which) { return nameOf(which) == name; });
    return found == allOperators.end() ? std::nullopt : std::optional(*found);
}

Result<void> validate(const OperatorCall& call)
{
    const std::int64_t fewest = call.which == Operator::MaxPool ? 2 : 1;
    if (call.rows < fewest || call.columns < fewest)
        return badShape(call, fewest == 2 ? "give at least 2 rows and 2 columns" : "give at least 1 row and 1 column");
    if (call.rows > maximumOperatorElements || call.columns > maximumOperatorElements
        || call.rows > maximumOperatorElements / call.columns)
        return badShape(call, "give at most 1073741824 elements");
    if (isByRow(call.which) && call.columns > maximumRowLength)
        return badShape(call, "give rows of at most 65536 elements");
    return {};
}

OperatorCost costOf(const OperatorCall& call, Stores stores)
{
    const double n = static_cast<double>(call.rows) * static_cast<double>(call.columns);
    OperatorCost cost{.operations = Flops(n), .arithmetic = arithmeticOf(call, n), .least = leastTraffic(call, n)};
    if (!cost.arithmetic.empty()) {
        cost.operations = Flops(0.0);
        for (const OperationCount& part : cost.arithmetic)
            cost.operations += part.count;
    }
    cost.moved = cost.least;
    // A GPU's cache takes whole lines without reading, as stores past the caches do.
    if (stores == Stores::Usual)
        cost.moved.read += cost.moved.written;
    return cost;
}

Bytes footprintOf(const OperatorCall& call) { return costOf(call, Stores::NonTemporal).least.total(); }

} // namespace ridgepoint
