// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/library_primitive.h"
#include "core/cpu/onednn/library_work.h"

#include <algorithm>
#include <array>
#include <string>

namespace ridgepoint {
namespace {

/// Extents beyond this are no product that a measurement would wait for.
constexpr std::int64_t largestExtent = 1 << 16;

/// One in fp32, or two of them in bf16: written, because unwritten pages are all the same page of zeros.
constexpr std::uint32_t oneFp32 = 0x3f800000;
constexpr std::uint32_t onesBf16 = 0x3f803f80;

/// A matrix in the layout that the library chose, filled.
Result<void> bindMatrix(LibraryPrimitive& made, int which, const void* layout, std::uint32_t pattern)
{
    auto buffer = Buffer::allocate(std::max<std::size_t>(made.library->calls().layoutBytes(layout), lineBytes));
    if (!buffer)
        return buffer.error();
    const auto kept = std::make_shared<Buffer>(std::move(*buffer));
    std::fill_n(kept->as<std::uint32_t>(), kept->bytes() / sizeof(std::uint32_t), pattern);
    made.keeps.push_back(kept);
    return made.bind(which, layout, kept->data());
}

Result<void> checkProduct(const ProductCall& call)
{
    if (call.precision != Precision::Fp32 && call.precision != Precision::Bf16)
        return Error{ErrorKind::Unsupported, "onednn.precision", "Matrix products are measured in fp32 and bf16 here, not in %1.",
                     {std::string(nameOf(call.precision))}};
    for (const std::int64_t extent : {call.rows, call.columns, call.inner})
        if (extent < 1 || extent > largestExtent)
            return Error{ErrorKind::InvalidInput, "onednn.extent", "A matrix product cannot have an extent of %1; give 1 to %2.",
                         {std::to_string(extent), std::to_string(largestExtent)}};
    return {};
}

} // namespace

Result<RoofWork> prepareLibraryProduct(const std::shared_ptr<CpuDevice>& device, const std::shared_ptr<OneDnn>& library, const ProductCall& call)
{
    if (const auto valid = checkProduct(call); !valid)
        return valid.error();
    if (const auto team = device->team(call.threads); !team)
        return team.error();
    const bool bf16 = call.precision == Precision::Bf16;
    const int type = bf16 ? onednn::bf16 : onednn::f32;
    library->useThreads(call.threads);
    LibraryPrimitive made{.library = library};
    const auto a = made.layout({.dimensions = {call.rows, call.inner}, .type = type});
    const auto b = made.layout({.dimensions = {call.inner, call.columns}, .type = type});
    // Results stay in fp32, which spares a conversion.
    const auto c = made.layout({.dimensions = {call.rows, call.columns}});
    for (const auto* layout : {&a, &b, &c})
        if (!*layout)
            return layout->error();
    auto description = library->product(**a, **b, **c);
    if (!description)
        return description.error();
    const std::uint32_t pattern = bf16 ? onesBf16 : oneFp32;
    for (const auto& [which, query] : {std::pair{onednn::source, onednn::sourceQuery}, std::pair{onednn::weights, onednn::weightsQuery}})
        if (const auto bound = bindMatrix(made, which, library->calls().queryLayout(description->get(), query, 0), pattern); !bound)
            return bound.error();
    if (const auto bound = bindMatrix(made, onednn::result, library->calls().queryLayout(description->get(), onednn::resultQuery, 0), 0); !bound)
        return bound.error();
    auto primitive = library->primitive(*description);
    if (!primitive)
        return primitive.error();
    made.primitive = std::move(*primitive);
    made.objects.push_back(std::move(*description));
    auto work = libraryWork(device, std::move(made), call.threads);
    if (!work)
        return work.error();
    return RoofWork{.kind = RoofKind::Compute,
                    .amount = 2.0 * static_cast<double>(call.rows) * static_cast<double>(call.columns) * static_cast<double>(call.inner),
                    .method = library->method() + " matrix product, " + std::string(nameOf(call.precision)), .work = std::move(*work)};
}

} // namespace ridgepoint
