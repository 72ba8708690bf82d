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
inline constexpr std::array operators{Operator::Copy,    Operator::Add,     Operator::Relu,     Operator::Gelu,
                                      Operator::Exp,     Operator::Cos,     Operator::Sum,      Operator::LayerNorm,
                                      Operator::Softmax, Operator::MaxPool, Operator::Transpose};

/// What the chart calls an operator: "max-pool 2x2".
[[nodiscard]] LabelName titleOf(Operator which);
/// The operator over about `elements`: rows of 1024 for those that go by row, near a square for a pooling and
/// a transposition.
[[nodiscard]] OperatorCall callOf(Operator which, std::int64_t elements, int threads);
/// What is seen: how near each comes to what the roofs allow, and which pairs teach something.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace gallery

} // namespace ridgepoint
