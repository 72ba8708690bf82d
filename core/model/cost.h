// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"
#include "core/model/workload.h"

namespace ridgepoint {

/// What a workload must do, counted from its definition: the one place where work is counted.
struct Cost {
    Flops flops;               ///< N n k f
    Bytes bytes;               ///< N 2b n/d: memory traffic, each pass reads and writes once in place
    std::int64_t launches = 0; ///< n/d
    /// flops / bytes = k d f / (2b).
    [[nodiscard]] FlopsPerByte arithmeticIntensity() const { return flops / bytes; }
};

/// Counts the useful work of a valid workload; padding lanes are not counted.
[[nodiscard]] Cost costOf(const Workload& workload);

/// f: 2 for fma, 1 for mul and add, 1 nominal operation for relu, gelu, exp and cos.
[[nodiscard]] int flopsPerApplication(Operation operation);
/// b: bytes of one element.
[[nodiscard]] int bytesPerElement(Precision precision);
/// N b: what the tensor occupies.
[[nodiscard]] Bytes footprintOf(const Workload& workload);

} // namespace ridgepoint
