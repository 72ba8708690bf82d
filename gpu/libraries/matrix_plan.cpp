// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/matrix_plan.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ridgepoint {
namespace {

/// A precision's first capable device, and how a number in [1/2, 1) is written; of INT8 any whole number.
struct Format {
    ComputeCapability since;
    int mantissaBits;
    std::uint64_t half; ///< the bits of 0.5
};

/// In the order of the enumeration.
constexpr std::array formats{Format{{0, 0}, 23, 0x3f000000U},
                             Format{{8, 0}, 23, 0x3f000000U},
                             Format{{8, 0}, 7, 0x3f00U},
                             Format{{7, 0}, 10, 0x3800U},
                             Format{{8, 9}, 3, 0x30U},
                             Format{{8, 0}, 52, 0x3fe0000000000000U},
                             Format{{7, 5}, 7, 0}};

/// Of the later architectures the ones for computing centres alone have matrix units for FP64 as fast as the vector
/// units or faster.
bool hasFp64Units(ComputeCapability capability)
{
    return capability == ComputeCapability{8, 0} || capability == ComputeCapability{9, 0}
        || capability == ComputeCapability{10, 0};
}

bool takesChosenNumbers(MatrixPrecision precision)
{
    return precision == MatrixPrecision::Fp32 || precision == MatrixPrecision::Tf32
        || precision == MatrixPrecision::Bf16;
}

const Format& formatOf(MatrixPrecision precision) { return formats[static_cast<std::size_t>(precision)]; }

std::size_t aligned(std::size_t bytes) { return (bytes + matrixAlignment - 1) / matrixAlignment * matrixAlignment; }

/// splitmix64 (Steele, Lea, Flood 2014): the whole state is one number.
std::uint64_t nextRandom(std::uint64_t& state)
{
    state += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31U);
}

} // namespace

std::vector<MatrixPrecision> matrixPrecisionsOf(ComputeCapability capability)
{
    std::vector<MatrixPrecision> precisions;
    std::copy_if(allMatrixPrecisions.begin(), allMatrixPrecisions.end(), std::back_inserter(precisions),
                 [&](MatrixPrecision precision) {
                     return capability >= formatOf(precision).since
                         && (precision != MatrixPrecision::Fp64 || hasFp64Units(capability));
                 });
    return precisions;
}

std::size_t MatrixPlan::firstBytes() const
{
    return static_cast<std::size_t>(batch * inner * rows) * factorBytesOf(precision);
}
std::size_t MatrixPlan::secondBytes() const
{
    return static_cast<std::size_t>(batch * inner * columns) * factorBytesOf(precision);
}
std::size_t MatrixPlan::productBytes() const
{
    return static_cast<std::size_t>(batch * rows * columns) * productBytesOf(precision);
}

Flops MatrixPlan::flops() const
{
    return costOf(ProductCall{.precision = precision, .rows = rows, .columns = columns, .inner = inner, .batch = batch})
        .operations;
}

std::string MatrixPlan::words() const
{
    return (batch > 1 ? std::to_string(batch) + " of " : "") + std::to_string(rows) + " x " + std::to_string(inner)
         + " x " + std::to_string(columns);
}

std::array<std::size_t, 5> MatrixPlan::places() const
{
    const std::size_t b = aligned(firstBytes());
    const std::size_t d = b + aligned(secondBytes());
    const std::size_t workspace = d + aligned(productBytes());
    return {0, b, d, workspace, workspace + matrixWorkspaceBytes};
}

Result<MatrixPlan> matrixPlan(MatrixPrecision precision, std::int64_t n)
{
    constexpr std::int64_t largest = 65536;
    if (n < 16 || n > largest || n % 16 != 0)
        return Error{ErrorKind::InvalidInput,
                     "matrix.size",
                     "A matrix product of size %1 is not possible; take a multiple of 16 up to %2.",
                     {std::to_string(n), std::to_string(largest)}};
    return MatrixPlan{.precision = precision, .rows = n, .columns = n, .inner = n};
}

Result<MatrixPlan> matrixPlan(const ProductCall& call)
{
    if (const auto valid = validate(call); !valid)
        return valid.error();
    for (const std::int64_t extent : {call.rows, call.columns, call.inner})
        if (factorBytesOf(call.precision) == 1 && extent % 16 != 0)
            return Error{ErrorKind::Unsupported,
                         "matrix.narrow-extent",
                         "Products in %1 need multiples of 16, not %2; choose another size.",
                         {std::string(nameOf(call.precision)), std::to_string(extent)}};
    if (call.numbers != FactorNumbers::Usual && !takesChosenNumbers(call.precision))
        return Error{ErrorKind::Unsupported,
                     "matrix.numbers",
                     "Products over chosen numbers exist for fp32, tf32 and bf16, not for %1; choose one of those.",
                     {std::string(nameOf(call.precision))}};
    return MatrixPlan{.precision = call.precision,
                      .rows = call.rows,
                      .columns = call.columns,
                      .inner = call.inner,
                      .batch = call.batch,
                      .numbers = call.numbers};
}

namespace {

/// The pattern over and over, each number in the bytes of its precision.
void fillChosen(std::span<std::byte> bytes, MatrixPrecision precision, std::uint64_t seed, FactorNumbers numbers)
{
    const std::size_t size = factorBytesOf(precision);
    const std::vector<float> pattern = numbersOf(numbers, factorPeriod, seed);
    for (std::size_t i = 0; (i + 1) * size <= bytes.size(); ++i) {
        const float number = pattern[i % pattern.size()];
        const std::uint16_t rounded = roundedToBf16(number);
        const void* const from = precision == MatrixPrecision::Bf16 ? static_cast<const void*>(&rounded) : &number;
        std::memcpy(bytes.data() + i * size, from, size);
    }
}

} // namespace

void fillFactor(std::span<std::byte> bytes, MatrixPrecision precision, std::uint64_t seed, FactorNumbers numbers)
{
    if (numbers != FactorNumbers::Usual)
        return fillChosen(bytes, precision, seed, numbers);
    const Format& format = formatOf(precision);
    const std::size_t size = factorBytesOf(precision);
    const std::uint64_t mantissa = (std::uint64_t{1} << static_cast<unsigned>(format.mantissaBits)) - 1U;
    const std::uint64_t sign = std::uint64_t{1} << static_cast<unsigned>(8 * size - 1);
    constexpr unsigned mostHalvings = 4; // FP8 has 5
    for (std::size_t at = 0; at + size <= bytes.size(); at += size) {
        const std::uint64_t random = nextRandom(seed);
        std::uint64_t number = format.half | (random & mantissa) | ((random >> 63U) != 0 ? sign : 0U);
        if (precision == MatrixPrecision::Int8) {
            number = std::max<std::uint64_t>(number, 1);
        } else { // half of the numbers stay in [1/2, 1), half of the rest in [1/4, 1/2) …
            const auto halvings = static_cast<unsigned>(std::countr_zero((random >> 52U) | (1U << mostHalvings)));
            number -= std::uint64_t{halvings} << static_cast<unsigned>(format.mantissaBits);
        }
        std::memcpy(bytes.data() + at, &number, size); // the low bytes: x86-64 is little-endian
    }
}

} // namespace ridgepoint
