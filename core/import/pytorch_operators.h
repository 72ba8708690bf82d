// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Internal to core/import.
namespace ridgepoint {

/// The type of a tensor's elements.
struct ElementType {
    double bytes = 0.0;      ///< 0 for what is no tensor, or of a type that is not known
    bool isFloating = false; ///< operations on others are no FLOP
};

/// The type that PyTorch's traces call "float", "c10::BFloat16", "long int". "Scalar", "TensorList" and complex types,
/// whose products are of several operations, come out as not known.
[[nodiscard]] ElementType elementTypeNamed(std::string_view name);

/// An argument of an operator, as far as a trace tells of it.
struct OperatorInput {
    std::vector<double> shape; ///< the length of each dimension; empty for a single number
    ElementType type;
    std::string value; ///< of what is no tensor: "1", "[2, 2]", "True"
};

/// Which work is counted in which way; of one inside another of the same kind, the inner one is counted.
enum class WorkKind { Products, ElementWise };

/// What one call of an operator does.
struct OperatorWork {
    Flops flops;
    Bytes bytes; ///< the least there can be: each tensor is read or written once
    WorkKind kind = WorkKind::ElementWise;
    /// Products of the same size that it consists of, each mostly a kernel of its own: the gradients of a convolution.
    int products = 1;
};

/// The work of `operatorName`, such as "aten::addmm", on these arguments: 2 m n k for a product of matrices, the
/// products of convolutions and of attention (forward 2, backward 5), one operation an element for a function of
/// elements, and none for copies. Nothing for operators without such a formula, and where the arguments are not what it
/// takes.
[[nodiscard]] std::optional<OperatorWork> workOf(std::string_view operatorName, std::span<const OperatorInput> inputs);

} // namespace ridgepoint
