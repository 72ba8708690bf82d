// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/axis_kind.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// The slope of ln T along the logarithm of a coordinate, by least squares.
struct Slope {
    double value = 0.0;
    double halfWidth = 0.0; ///< from the samples' intervals, taken as independent
    bool oneSided = false;  ///< no neighbour on one of the two sides
};

/// The slope at each sample, index-aligned: over the samples that differ from it along the axis only and lie within one
/// octave either side (where a side is empty: its nearest sample, if within three octaves). Absent where there is no
/// neighbour and where the time is no positive number. O(n log n), whatever the order and the duplicates.
[[nodiscard]] std::vector<std::optional<Slope>> slopesAlong(AxisKind axis, std::span<const Sample> samples);

/// The half-width of ln T that the sample's interval stands for; samples without a coverage claim count as at least 2
/// %.
[[nodiscard]] double logHalfWidth(const Sample& sample);

} // namespace ridgepoint
