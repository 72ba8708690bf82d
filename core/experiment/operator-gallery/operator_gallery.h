// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/model/operator.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the operator gallery.
namespace gallery {

inline constexpr SeriesTerm own{"own", "own kernel"};
inline constexpr SeriesTerm library{"library", "oneDNN"};
inline constexpr SeriesTerm predicted{"predicted", "predicted from the roofs"};

/// The operators that it shows; those of one network's layer have an experiment of their own.
inline constexpr std::array operators{OperatorKind::Copy,    OperatorKind::Add,       OperatorKind::Relu,
                                      OperatorKind::Gelu,    OperatorKind::Exp,       OperatorKind::Cos,
                                      OperatorKind::Sum,     OperatorKind::LayerNorm, OperatorKind::Softmax,
                                      OperatorKind::MaxPool, OperatorKind::Transpose};

/// What the chart calls an operator: "max-pool 2x2".
[[nodiscard]] LabelName titleOf(OperatorKind which);
/// The operator over about `elements`: rows of 1024 for those that go by row, near a square for a pooling and
/// a transposition.
[[nodiscard]] OperatorCall callOf(OperatorKind which, std::int64_t elements, int threads);
/// What is seen: how near each comes to what the roofs allow, and which pairs teach something.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace gallery

} // namespace ridgepoint
