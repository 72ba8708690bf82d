// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/product.h"
#include "core/model/result.h"
#include "core/model/theory.h"
#include "core/model/units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// What a device can multiply, in the order to measure and show: FP32 everywhere, FP16 from 7.0, INT8 from 7.5, TF32
/// and BF16 from 8.0, FP8 from 8.9; FP64 on 8.0, 9.0 and 10.0, whose matrix units have it: on others one product would
/// take seconds.
[[nodiscard]] std::vector<MatrixPrecision> matrixPrecisionsOf(ComputeCapability capability);

/// The size of the roofs' product: large enough that filling and draining the device is under a percent, and all three
/// matrices with the workspace fit in 1 GiB, in FP64 in 2 GiB.
inline constexpr std::int64_t matrixRoofSize = 8192;
/// What the library may use beside the matrices; 32 MiB is what NVIDIA recommends from Hopper on.
inline constexpr std::size_t matrixWorkspaceBytes = std::size_t{32} << 20U;
/// Every matrix and the workspace begin at a multiple of this, as the library's heuristics assume.
inline constexpr std::size_t matrixAlignment = 256;

/// `batch` products D = A' B by column, one matrix behind the other: A is inner x rows, B inner x columns, D rows x
/// columns.
struct MatrixPlan {
    MatrixPrecision precision = MatrixPrecision::Fp32;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t inner = 0;
    std::int64_t batch = 1;
    FactorNumbers numbers = FactorNumbers::Usual; ///< in both factors

    [[nodiscard]] std::size_t firstBytes() const;   ///< of every A
    [[nodiscard]] std::size_t secondBytes() const;  ///< of every B
    [[nodiscard]] std::size_t productBytes() const; ///< of every D
    [[nodiscard]] Flops flops() const;
    [[nodiscard]] std::string words() const; ///< "4096 x 1024 x 1024"
    /// Where A, B, D and the workspace begin in one block, and where it ends.
    [[nodiscard]] std::array<std::size_t, 5> places() const;
};

/// Of square matrices. InvalidInput unless n is a multiple of 16 (which FP8 needs) from 16 to 65536.
[[nodiscard]] Result<MatrixPlan> matrixPlan(MatrixPrecision precision, std::int64_t n = matrixRoofSize);
/// InvalidInput for extents that cannot be, Unsupported for those of FP8 and INT8 that are no multiple of 16 and for
/// chosen numbers in others than FP32, TF32 and BF16. The form is D = A' B whatever the call says of its layout and of
/// B: FP8 allows nothing else.
[[nodiscard]] Result<MatrixPlan> matrixPlan(const ProductCall& call);

/// Fills a factor; with the usual numbers, those are of random sign and spread over [1/32, 1), so that exponents change
/// too: an H200's bf16 products of 8192 came to 845 TFLOP/s with magnitudes in [1/2, 1) alone and to 822 and 826 with
/// these. No zeros, and sums far inside the range of FP16. INT8 has every number but zero.
/// The same seed gives the same bytes. Chosen ones (in FP32, TF32 and BF16) repeat a pattern of `factorPeriod`, as on a
/// processor.
void fillFactor(std::span<std::byte> bytes, MatrixPrecision precision, std::uint64_t seed,
                FactorNumbers numbers = FactorNumbers::Usual);

} // namespace ridgepoint
