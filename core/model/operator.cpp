// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operator.h"

#include <algorithm>
#include <string>

namespace ridgepoint {
namespace {

constexpr double elementBytes = 4.0;

bool isByRow(OperatorKind which)
{
    switch (which) {
    case OperatorKind::LayerNorm:
    case OperatorKind::Softmax:
    case OperatorKind::AddRow:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::AddRowGelu:
    case OperatorKind::AddDropoutNorm: return true;
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
    case OperatorKind::Add: return one(Operation::Add);
    case OperatorKind::Relu: return one(Operation::Relu);
    case OperatorKind::Gelu: return one(Operation::Gelu);
    case OperatorKind::Exp: return one(Operation::Exp);
    case OperatorKind::Cos: return one(Operation::Cos);
    case OperatorKind::Sum: return one(Operation::Add);
    // Mean 1, variance 3 (subtract, square, add), result 3 (by the deviation, by the scale, plus the shift).
    case OperatorKind::LayerNorm: return {{Operation::Add, Flops(7.0 * n)}};
    // Maximum, subtraction, sum, quotient; and the exponential.
    case OperatorKind::Softmax: return {{Operation::Add, Flops(4.0 * n)}, {Operation::Exp, Flops(n)}};
    case OperatorKind::MaxPool: return {{Operation::Relu, Flops(3.0 * windows(call))}}; // comparisons
    case OperatorKind::AddRow: return one(Operation::Add);
    case OperatorKind::Scale:
    case OperatorKind::Dropout: return one(Operation::Mul);
    case OperatorKind::ScaledSoftmax:
        return {{Operation::Mul, Flops(n)}, {Operation::Add, Flops(4.0 * n)}, {Operation::Exp, Flops(n)}};
    case OperatorKind::AddRowGelu: return {{Operation::Add, Flops(n)}, {Operation::Gelu, Flops(n)}};
    case OperatorKind::AddDropoutNorm: return {{Operation::Mul, Flops(n)}, {Operation::Add, Flops(9.0 * n)}};
    case OperatorKind::Copy:
    case OperatorKind::Transpose: return {};
    }
    return {};
}

Traffic leastTraffic(const OperatorCall& call, double n)
{
    const double bytes = elementBytes * n;
    const double pooled = elementBytes * windows(call);
    switch (call.which) {
    case OperatorKind::Add: return {Bytes(2.0 * bytes), Bytes(bytes)};
    case OperatorKind::Sum: return {Bytes(bytes), Bytes(0.0)};
    case OperatorKind::LayerNorm:
        return {Bytes(bytes + 2.0 * elementBytes * static_cast<double>(call.columns)), Bytes(bytes)};
    case OperatorKind::MaxPool:
        return {Bytes(4.0 * pooled), Bytes(pooled)}; // an odd last row or column is not looked at
    case OperatorKind::AddRow:
    case OperatorKind::AddRowGelu:
        return {Bytes(bytes + elementBytes * static_cast<double>(call.columns)), Bytes(bytes)};
    case OperatorKind::Dropout: return {Bytes(bytes + n / 8.0), Bytes(bytes)};
    case OperatorKind::AddDropoutNorm:
        return {Bytes(2.0 * bytes + n / 8.0 + 3.0 * elementBytes * static_cast<double>(call.columns)), Bytes(bytes)};
    case OperatorKind::Copy:
    case OperatorKind::Relu:
    case OperatorKind::Gelu:
    case OperatorKind::Exp:
    case OperatorKind::Cos:
    case OperatorKind::Softmax:
    case OperatorKind::Scale:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::Transpose: return {Bytes(bytes), Bytes(bytes)};
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

std::string_view nameOf(OperatorKind which)
{
    switch (which) {
    case OperatorKind::Copy: return "copy";
    case OperatorKind::Add: return "add";
    case OperatorKind::Relu: return "relu";
    case OperatorKind::Gelu: return "gelu";
    case OperatorKind::Exp: return "exp";
    case OperatorKind::Cos: return "cos";
    case OperatorKind::Sum: return "sum";
    case OperatorKind::LayerNorm: return "layer-norm";
    case OperatorKind::Softmax: return "softmax";
    case OperatorKind::MaxPool: return "max-pool";
    case OperatorKind::Transpose: return "transpose";
    case OperatorKind::AddRow: return "add-row";
    case OperatorKind::Scale: return "scale";
    case OperatorKind::Dropout: return "dropout";
    case OperatorKind::ScaledSoftmax: return "scaled-softmax";
    case OperatorKind::AddRowGelu: return "add-row-gelu";
    case OperatorKind::AddDropoutNorm: return "add-dropout-norm";
    }
    return {};
}

Result<void> validate(const OperatorCall& call)
{
    const std::int64_t fewest = call.which == OperatorKind::MaxPool ? 2 : 1;
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
