// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"
#include "core/model/product.h"
#include "core/model/tile_waves.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Square matrix products by size: each precision on its unit, beside that unit's roof.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmul();

/// Square matrix products one row larger each time: what evenness the library's kernels like.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmulShapes();
/// Square matrix products by tiles of a fixed shape: what is lost to tiles that are not full and to the last wave.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeMatmulWaves();

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
/// One product to measure, and where its rate goes.
struct ProductStep {
    ProductCall call;
    std::string series;
    Implementation implementation = Implementation::Library;
    std::string remark{}; ///< before the method, in the point's note
    int plot = 0;
    bool showsTime = false; ///< in place of the rate
};
/// What the steps of one unit or implementation share.
struct Refusal {
    bool isRefused = false;
    bool hasWorked = false; ///< for one of them, so that what is refused another is that one's own trouble
};
/// The step that measures it. Where the first of those that share a refusal is unsupported or its library not there,
/// which is named with the reason, the others are passed over in silence; where one has worked, each that fails is
/// named by itself.
[[nodiscard]] ExperimentStep productStep(const ProductStep& product, const std::shared_ptr<Refusal>& refusal,
                                         const MeasuringContext& context);
/// Why a product is left out: it would last too long to be stopped, or fill more than a quarter of the memory.
[[nodiscard]] std::optional<Error> reasonAgainst(const ProductCall& call, const MeasuringContext& context);
/// A part that cannot be measured, named with its reason.
[[nodiscard]] ExperimentStep missingStep(std::string what, Error reason);
/// Why a device multiplies nothing in a precision: it has no unit for that; nothing where it has.
[[nodiscard]] std::optional<Error> lackOf(MatrixPrecision precision, const Backend& backend);
/// A dashed line's point.
[[nodiscard]] ExperimentPoint predictedPoint(std::string series, const ProductCall& call, FlopsPerSecond rate,
                                             const RoofSet& roofs, DeviceKind kind, int plot = 0);

/// Shapes: "odd", "a multiple of 2", … "a multiple of 64" by the largest power of two that divides n.
[[nodiscard]] std::string evennessOf(std::int64_t n);
[[nodiscard]] std::vector<Finding> shapeFindings(const ExperimentResult& result);
/// Waves: what the formula leaves of the workers' rate, launches included; Unavailable without the roof.
[[nodiscard]] Result<FlopsPerSecond> wavesRate(std::int64_t n, const TileShape& tile, std::int64_t workers,
                                               MatrixPrecision precision, const RoofSet& roofs, DeviceKind kind);
[[nodiscard]] std::vector<Finding> waveFindings(const ExperimentResult& result);
/// "own tiles of 96 x 96" on a processor, 128 x 128 on a GPU.
[[nodiscard]] std::string ownSeriesOf(DeviceKind kind);
inline constexpr const char* librarySeries = "the library";

/// What is seen: best rates and their shares of the roofs, unit against unit, and where the ridge lies.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace matmul

} // namespace ridgepoint
