// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ridgepoint {

/// What an operator works on, rows close together: without stride and padding.
struct OperatorInput {
    OperatorKind which = OperatorKind::Copy;
    std::size_t rows = 0; ///< of the input
    std::size_t columns = 0;
    std::vector<double> first;    ///< rows x columns
    std::vector<double> second;   ///< add: rows x columns; layer norms: the scales of a row
    std::vector<double> shift;    ///< layer norms: the shifts of a row
    std::vector<double> bias;     ///< a row that is added to every row
    std::vector<double> residual; ///< add-dropout-norm: rows x columns
    std::vector<bool> kept;       ///< dropout: rows x columns
};

/// The operator in float64, from its definition: layer norm with the variance of the whole row and 1e-5 added to it,
/// gelu in tanh form (Hendrycks and Gimpel 2016). Row by row, a transposition's or a pooling's in its own shape; one
/// number of sums.
[[nodiscard]] std::vector<double> reference(const OperatorInput& input);

/// What a layer norm, fused or not, normalises: rows x columns.
[[nodiscard]] std::vector<double> normalised(const OperatorInput& input);

/// How much a layer norm magnifies the rounding of a row's numbers: the largest magnitude of `terms`, which the numbers
/// were added up from (or are), over the deviation. Rows of numbers near each other lose digits to subtraction in any
/// order of computing.
[[nodiscard]] double layerNormMagnification(std::span<const double> row, std::span<const double> terms);

/// The largest difference from the reference that a kernel may show, in units of fp32's epsilon, relative to the larger
/// of 1 and the reference (of sums also the sum of all magnitudes, of layer norms also the row's magnification; of exp
/// and softmax to the reference alone, where a softmax has the rounding of a difference from the maximum besides).
[[nodiscard]] double toleranceOf(OperatorKind which);
/// What the difference of each of `expected`, the reference's results, is measured against: in units of fp32's epsilon
/// times this it may be as large as toleranceOf says.
[[nodiscard]] std::vector<double> scalesOf(const OperatorInput& input, const std::vector<double>& expected);

} // namespace ridgepoint
