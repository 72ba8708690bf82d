// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "core/model/roof.h"

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

} // namespace ridgepoint
