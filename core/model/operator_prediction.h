// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "core/model/product.h"
#include "core/model/roof.h"

#include <string>

namespace ridgepoint {

/// The least time that the roofs allow an operator: T = max(F/P, B/W), with the traffic that it must have.
struct OperatorPrediction {
    Seconds time;
    Seconds memory;  ///< of the least traffic
    Seconds compute; ///< each kind of operation at its own roof, one after the other; 0 for one that only moves data
    bool isComputeBound() const { return compute > memory; }
};

/// How long traffic takes at least. Beyond the caches: what is written beside as much reading at the rate of the copy
/// roof, what is left at the rate of the roof of reading or writing. Within a cache: at that level's rate.
/// Unavailable when a roof that this needs has not been measured (which one).
[[nodiscard]] Result<Seconds> leastTime(const Traffic& traffic, Bytes footprint, const RoofSet& roofs);

/// Predicts a valid call from measured roofs; Unavailable as leastTime.
[[nodiscard]] Result<OperatorPrediction> predict(const OperatorCall& call, const RoofSet& roofs);

/// The roof of the unit that multiplies matrices in a precision: the vector unit's multiply-adds in fp32, else the
/// matrix unit.
[[nodiscard]] std::string productRoofId(MatrixPrecision precision);
/// Predicts a valid product by the roof of its unit. Without a roof for the level of its matrices the memory term is
/// left out (0), because it is small beside the other for all but the smallest; Unavailable without the compute roof.
[[nodiscard]] Result<OperatorPrediction> predict(const ProductCall& call, const RoofSet& roofs);

} // namespace ridgepoint
