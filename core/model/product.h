// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/factor_numbers.h"
#include "core/model/operator.h"
#include "core/model/result.h"
#include "core/model/units.h"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// What the two factors of a matrix product are made of. Tf32 is FP32 in memory, rounded to 19 bits by the matrix unit;
/// Fp8 is e4m3 with a product in BF16. Every one sums in FP32, Fp8 with fast accumulation (fewer bits inside the unit);
/// but Fp64 in FP64, and Int8 in whole numbers of 32 bits, which the product has too.
enum class MatrixPrecision { Fp32, Tf32, Bf16, Fp16, Fp8, Fp64, Int8 };

inline constexpr std::array allMatrixPrecisions{MatrixPrecision::Bf16, MatrixPrecision::Fp16, MatrixPrecision::Tf32,
                                                MatrixPrecision::Fp8,  MatrixPrecision::Int8, MatrixPrecision::Fp64,
                                                MatrixPrecision::Fp32};

/// "bf16", "fp8" …
[[nodiscard]] std::string_view nameOf(MatrixPrecision precision);
/// "compute.bf16.matrix".
[[nodiscard]] std::string matrixRoofId(MatrixPrecision precision);
/// The precision that a roof's id names; nothing for any other roof.
[[nodiscard]] std::optional<MatrixPrecision> matrixPrecisionOfRoof(std::string_view roofId);
/// Bytes of a number in memory: of a factor, and of the product.
[[nodiscard]] std::size_t factorBytesOf(MatrixPrecision precision);
[[nodiscard]] std::size_t productBytesOf(MatrixPrecision precision);

/// How the matrices lie in memory.
enum class MatrixLayout {
    Plain,      ///< row after row (GPUs: column after column) without gaps, as frameworks hand them over
    LibraryOwn, ///< as the library likes it best; putting them there is not part of the work
};

/// `batch` products C = A B of their own matrices: rows x inner by inner x columns.
struct ProductCall {
    MatrixPrecision precision = MatrixPrecision::Fp32;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    std::int64_t inner = 1;
    std::int64_t batch = 1;
    MatrixLayout layout = MatrixLayout::LibraryOwn;
    bool secondIsTransposed = false; ///< B lies as columns x inner; devices that know one form only ignore it
    int threads = 0;                 ///< host threads; 0 on devices that have no such knob
    FactorNumbers numbers = FactorNumbers::Usual; ///< what both factors hold

    friend auto operator<=>(const ProductCall&, const ProductCall&) = default;
};

inline constexpr std::int64_t maximumProductExtent = std::int64_t{1} << 16;

/// InvalidInput for extents or batches below one or beyond the maximum.
[[nodiscard]] Result<void> validate(const ProductCall& call);

/// The product of two n x n matrices.
[[nodiscard]] ProductCall squareProduct(MatrixPrecision precision, std::int64_t n, int threads);

/// 2 rows columns inner FLOP a product (a multiply-add is two); both factors read once, the product written once.
struct ProductCost {
    Flops operations;
    Traffic least;
    [[nodiscard]] FlopsPerByte arithmeticIntensity() const { return operations / least.total(); }
};

/// Counts a valid call. A product by tiles reads its factors more often, but from a cache where it is well made.
[[nodiscard]] ProductCost costOf(const ProductCall& call);
/// All the memory that a call touches.
[[nodiscard]] Bytes footprintOf(const ProductCall& call);

/// The n at which a square product's arithmetic intensity, 2 n^3 / (n^2 (2 a + c)) for factors of a and products of c
/// bytes a number (n/6 in fp32, n/3 in 16 bits), reaches a ridge point: smaller ones are bound by that bandwidth.
[[nodiscard]] double squareAtRidge(MatrixPrecision precision, FlopsPerByte ridge);

} // namespace ridgepoint
