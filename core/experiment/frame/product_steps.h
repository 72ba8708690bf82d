// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_parts.h"
#include "core/model/product.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What the experiments on matrix products share.
namespace matmul {

/// "fp32, vector unit", "bf16, matrix unit".
[[nodiscard]] SeriesName seriesOf(MatrixPrecision precision);
/// What this kind of device may multiply, the vector unit's first.
[[nodiscard]] std::vector<MatrixPrecision> precisionsOf(DeviceKind kind);
/// What a call of a product costs besides: the launch roof of the device, where it is known.
[[nodiscard]] Seconds launchOf(const RoofSet& roofs, DeviceKind kind);
/// The same as an id: to be measured.
[[nodiscard]] std::string launchRoofFor(DeviceKind kind);
/// The rate that the roofs allow, T = max(F/P, B/W) + t; Unavailable without the compute roof.
[[nodiscard]] Result<FlopsPerSecond> predictedRate(const ProductCall& call, const RoofSet& roofs, DeviceKind kind);
/// One product to measure, and where its rate goes.
struct ProductStep {
    ProductCall call;
    SeriesName series;
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
/// One product is one piece of measuring, which nothing can stop: longer ones are left out.
inline constexpr Seconds longestProduct{0.6};
/// Why a product is left out: it would last longer than `longest`, or fill more than a quarter of the memory.
[[nodiscard]] std::optional<Error> reasonAgainst(const ProductCall& call, const RoofSet& roofs,
                                                 const DeviceInfo& device, Seconds longest = longestProduct);
[[nodiscard]] std::optional<Error> reasonAgainst(const ProductCall& call, const MeasuringContext& context,
                                                 Seconds longest = longestProduct);
/// A part that cannot be measured, named with its reason; a whole series by that.
[[nodiscard]] ExperimentStep missingStep(std::string what, Error reason);
[[nodiscard]] ExperimentStep missingStep(const SeriesName& series, Error reason);
/// Why a device multiplies nothing in a precision: it has no unit for that; nothing where it has.
[[nodiscard]] std::optional<Error> lackOf(MatrixPrecision precision, const Backend& backend);
/// A dashed line's point.
[[nodiscard]] ExperimentPoint predictedPoint(SeriesName series, const ProductCall& call, FlopsPerSecond rate,
                                             const RoofSet& roofs, DeviceKind kind, int plot = 0);

} // namespace matmul

} // namespace ridgepoint
