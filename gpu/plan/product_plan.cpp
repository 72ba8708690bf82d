// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/product_plan.h"

#include "gpu/plan/tiling.h"
#include "gpu/plan/workload_plan.h"

namespace ridgepoint {
namespace {

static_assert(ownGpuTile.rows == productTile && ownGpuTile.columns == productTile);

std::uint64_t upTo(std::uint64_t count, std::uint64_t unit) { return (count + unit - 1) / unit * unit; }

/// `lines` of so many floats, of which `useful` count.
BufferPlan matrixOf(std::uint64_t lines, std::uint64_t stride, std::uint64_t useful, InitialContent content)
{
    return {.usefulBytes = lines * useful * sizeof(float), .bytes = lines * stride * sizeof(float), .content = content};
}

} // namespace

Result<ProductPlan> planProduct(const ProductCall& call)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    if (call.precision != MatrixPrecision::Fp32 || call.batch != 1 || call.numbers != FactorNumbers::Usual)
        return Error{ErrorKind::Unsupported,
                     "cuda.tile-product",
                     "The built-in matrix product has one CUDA kernel, for a single product of usual numbers in "
                     "fp32; measure the library's product.",
                     {}};
    const auto rows = static_cast<std::uint64_t>(call.rows);
    const auto columns = static_cast<std::uint64_t>(call.columns);
    const auto inner = static_cast<std::uint64_t>(call.inner);
    ProductPlan product{.call = call,
                        .cost = tileCost(call, ownGpuTile),
                        .method = "own CUDA kernel, fp32, tiles of 128 x 128, a block of 1024 threads each",
                        .plan = {},
                        .stride = upTo(columns, vectorBytes / sizeof(float)),
                        .firstStride = upTo(rows, productTile),
                        .secondStride = upTo(columns, productTile)};
    CallPlan& plan = product.plan;
    plan.buffers = {matrixOf(rows, product.stride, columns, InitialContent::Unspecified),
                    matrixOf(inner, product.firstStride, rows, InitialContent::Uniform),
                    matrixOf(inner, product.secondStride, columns, InitialContent::Uniform)};
    for (const std::size_t factor : {std::size_t{1}, std::size_t{2}})
        plan.fill.push_back(fillCall(plan.buffers[factor], factor));
    const auto number = [](std::uint64_t of) { return static_cast<std::uint32_t>(of); };
    plan.calls = {{.kernel = "rp_product_tile_f32",
                   .grid = {.x = number(product.firstStride / productTile * (product.secondStride / productTile))},
                   .block = {.x = productThreads},
                   .arguments = {BufferPointer{0}, BufferPointer{1}, BufferPointer{2}, number(rows), number(columns),
                                 number(inner), number(product.firstStride), number(product.secondStride),
                                 number(product.stride)}}};
    return product;
}

} // namespace ridgepoint
