// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/product.h"

namespace ridgepoint {
namespace {

struct Format {
    std::string_view name;
    std::size_t factorBytes;
    std::size_t productBytes;
};

/// In the order of the enumeration.
constexpr std::array formats{Format{"fp32", 4, 4}, Format{"tf32", 4, 4}, Format{"bf16", 2, 2}, Format{"fp16", 2, 2},
                             Format{"fp8", 1, 2},  Format{"fp64", 8, 8}, Format{"int8", 1, 4}};

const Format& formatOf(MatrixPrecision precision) { return formats[static_cast<std::size_t>(precision)]; }

constexpr std::string_view prefix = "compute.";
constexpr std::string_view suffix = ".matrix";

} // namespace

std::string_view nameOf(MatrixPrecision precision) { return formatOf(precision).name; }

std::string matrixRoofId(MatrixPrecision precision)
{
    return std::string(prefix) + std::string(nameOf(precision)) + std::string(suffix);
}

std::optional<MatrixPrecision> matrixPrecisionOfRoof(std::string_view roofId)
{
    for (const MatrixPrecision precision : allMatrixPrecisions)
        if (matrixRoofId(precision) == roofId)
            return precision;
    return std::nullopt;
}

std::size_t factorBytesOf(MatrixPrecision precision) { return formatOf(precision).factorBytes; }
std::size_t productBytesOf(MatrixPrecision precision) { return formatOf(precision).productBytes; }

Result<void> validate(const ProductCall& call)
{
    for (const std::int64_t extent : {call.rows, call.columns, call.inner, call.batch})
        if (extent < 1 || extent > maximumProductExtent)
            return Error{ErrorKind::InvalidInput,
                         "product.extent",
                         "A matrix product of size %1 is not possible; give a size from 1 to %2.",
                         {std::to_string(extent), std::to_string(maximumProductExtent)}};
    return {};
}

ProductCall squareProduct(MatrixPrecision precision, std::int64_t n, int threads)
{
    return {.precision = precision, .rows = n, .columns = n, .inner = n, .threads = threads};
}

ProductCost costOf(const ProductCall& call)
{
    const auto rows = static_cast<double>(call.rows);
    const auto columns = static_cast<double>(call.columns);
    const auto inner = static_cast<double>(call.inner);
    const auto batch = static_cast<double>(call.batch);
    const auto factor = static_cast<double>(factorBytesOf(call.precision));
    const auto product = static_cast<double>(productBytesOf(call.precision));
    return {.operations = Flops(2.0 * batch * rows * columns * inner),
            .least = {.read = Bytes(batch * factor * inner * (rows + columns)),
                      .written = Bytes(batch * product * rows * columns)}};
}

Bytes footprintOf(const ProductCall& call) { return costOf(call).least.total(); }

double squareAtRidge(MatrixPrecision precision, FlopsPerByte ridge)
{
    return ridge.value()
         * (2.0 * static_cast<double>(factorBytesOf(precision)) + static_cast<double>(productBytesOf(precision))) / 2.0;
}

} // namespace ridgepoint
