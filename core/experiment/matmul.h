// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"
#include "core/model/product.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// Square matrix products by size: each precision on its unit, beside that unit's roof.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmul();

/// The parts of the experiments on matrix products.
namespace matmul {

/// "fp32, vector unit", "bf16, matrix unit".
[[nodiscard]] std::string seriesOf(MatrixPrecision precision);
/// What this kind of device may multiply, the vector unit's first.
[[nodiscard]] std::vector<MatrixPrecision> precisionsOf(DeviceKind kind);
/// 64, 96, 128, 192 … up to `largest`.
[[nodiscard]] std::vector<std::int64_t> sizesUpTo(std::int64_t largest);
/// What a call of a product costs besides: the launch roof of the device, where it is known.
[[nodiscard]] Seconds launchOf(const RoofSet& roofs, DeviceKind kind);
/// The same as an id: to be measured.
[[nodiscard]] std::string launchRoofFor(DeviceKind kind);
/// The rate that the roofs allow, T = max(F/P, B/W) + t; Unavailable without the compute roof.
[[nodiscard]] Result<FlopsPerSecond> predictedRate(const ProductCall& call, const RoofSet& roofs, DeviceKind kind);
/// What is seen: best rates and their shares of the roofs, unit against unit, and where the ridge lies.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace matmul

} // namespace ridgepoint
