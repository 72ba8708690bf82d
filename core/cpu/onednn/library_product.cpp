// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/onednn/library_primitive.h"
#include "core/cpu/onednn/library_work.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace ridgepoint {
namespace {

/// Numbers of random sign and of magnitudes in [1/2, 1), in fp32 or two by two in bf16: neither zeros, which would
/// spare power, nor denormals, and every page of its own. A linear congruential generator (Knuth's MMIX), the high bits
/// of which are random enough to multiply.
void fillUsual(std::uint32_t* numbers, std::size_t count, bool bf16)
{
    const std::uint32_t half = bf16 ? 0x3f003f00U : 0x3f000000U;
    const std::uint32_t random = bf16 ? 0x807f807fU : 0x807fffffU; // signs and mantissas
    std::uint64_t state = 20;
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        numbers[i] = half | (static_cast<std::uint32_t>(state >> 32U) & random);
    }
}

/// The numbers of a pattern over and over; the library may order a matrix as it likes, so that no place matters.
template <class Number, class From>
void repeat(Number* numbers, std::size_t count, const std::vector<float>& pattern, From from)
{
    std::vector<Number> period(pattern.size());
    std::transform(pattern.begin(), pattern.end(), period.begin(), from);
    for (std::size_t i = 0; i < count; i += period.size())
        std::copy_n(period.begin(), std::min(period.size(), count - i), numbers + i);
}

void fillFactor(Buffer& buffer, const ProductCall& call, std::uint64_t seed)
{
    const bool bf16 = call.precision == MatrixPrecision::Bf16;
    if (call.numbers == FactorNumbers::Usual)
        return fillUsual(buffer.as<std::uint32_t>(), buffer.bytes() / sizeof(std::uint32_t), bf16);
    const std::vector<float> pattern = numbersOf(call.numbers, factorPeriod, seed);
    if (bf16)
        repeat(buffer.as<std::uint16_t>(), buffer.bytes() / sizeof(std::uint16_t), pattern, roundedToBf16);
    else
        repeat(buffer.as<float>(), buffer.bytes() / sizeof(float), pattern, [](float number) { return number; });
}

/// A matrix in the layout that the library works with, filled.
Result<void> bindMatrix(LibraryPrimitive& made, int which, const void* layout, const ProductCall& call)
{
    auto buffer = Buffer::allocate(std::max<std::size_t>(made.library->calls().layoutBytes(layout), lineBytes));
    if (!buffer)
        return buffer.error();
    const auto kept = std::make_shared<Buffer>(std::move(*buffer));
    fillFactor(*kept, call, static_cast<std::uint64_t>(which));
    made.keeps.push_back(kept);
    return made.bind(which, layout, kept->data());
}

/// A matrix of a call, or as many as there are in a batch.
OneDnnShape shapeOf(const ProductCall& call, std::int64_t rows, std::int64_t columns, bool turned, int type)
{
    OneDnnShape shape{.dimensions = {rows, columns}, .strides = {}, .type = type};
    if (call.layout == MatrixLayout::Plain)
        shape.strides = turned ? std::vector<std::int64_t>{1, rows} : std::vector<std::int64_t>{columns, 1};
    if (call.batch > 1) {
        shape.dimensions.insert(shape.dimensions.begin(), call.batch);
        if (!shape.strides.empty())
            shape.strides.insert(shape.strides.begin(), rows * columns);
    }
    return shape;
}

Result<void> checkProduct(const ProductCall& call)
{
    if (call.precision != MatrixPrecision::Fp32 && call.precision != MatrixPrecision::Bf16)
        return Error{ErrorKind::Unsupported,
                     "onednn.precision",
                     "Matrix products are measured in fp32 and bf16 here, not in %1.",
                     {std::string(nameOf(call.precision))}};
    return validate(call);
}

} // namespace

Result<ReadyWork> prepareLibraryProduct(const std::shared_ptr<CpuDevice>& device,
                                        const std::shared_ptr<OneDnn>& library, const ProductCall& call)
{
    if (const auto valid = checkProduct(call); !valid)
        return valid.error();
    if (const auto team = device->team(call.threads); !team)
        return team.error();
    const bool bf16 = call.precision == MatrixPrecision::Bf16;
    const int type = bf16 ? onednn::bf16 : onednn::f32;
    library->useThreads(call.threads);
    LibraryPrimitive made{.library = library};
    const auto a = made.layout(shapeOf(call, call.rows, call.inner, false, type));
    const auto b = made.layout(shapeOf(call, call.inner, call.columns, call.secondIsTransposed, type));
    const auto c = made.layout(shapeOf(call, call.rows, call.columns, false, type));
    for (const auto* layout : {&a, &b, &c})
        if (!*layout)
            return layout->error();
    auto description = library->product(**a, **b, **c);
    if (!description)
        return description.error();
    for (const auto& [which, query] :
         {std::pair{onednn::source, onednn::sourceQuery}, std::pair{onednn::weights, onednn::weightsQuery},
          std::pair{onednn::result, onednn::resultQuery}})
        if (const auto bound = bindMatrix(made, which, library->calls().queryLayout(description->get(), query, 0),
                                          call);
            !bound)
            return bound.error();
    auto primitive = library->primitive(*description);
    if (!primitive)
        return primitive.error();
    made.primitive = std::move(*primitive);
    made.objects.push_back(std::move(*description));
    auto work = libraryWork(device, std::move(made), call.threads);
    if (!work)
        return work.error();
    const char* layout = call.layout == MatrixLayout::Plain ? ", plain layout" : ", in the library's own layout";
    return ReadyWork{.method = library->method() + " matrix product, " + std::string(nameOf(call.precision)) + layout,
                     .work = std::move(*work)};
}

} // namespace ridgepoint
