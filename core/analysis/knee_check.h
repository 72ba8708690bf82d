// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/knees.h"

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// Where a cache ends, told from what its roof and that of the memory behind it came to.
struct CheckedKnee {
    Bytes knee; ///< of all threads together
    Bytes low;  ///< up to here the cache served every footprint …
    Bytes high; ///< … and from here on none
};

/// The last knee once the roofs on either side of it are known. A fit to the curve alone can take a memory that was
/// slow for a moment for a level of its own; a roof is the best of many rounds and cannot. Of two plateaus known by
/// their rates, a point above their geometric mean is of the cache and one below it of DRAM. Points that say otherwise
/// are weighed: one too slow was disturbed, which is common; one too fast is rare; one slower than DRAM says nothing.
/// DRAM counts as no slower than what two of the four largest footprints reach. Nothing where the rates then differ by
/// less than 12 %, or where the points from `from` on do not show both sides.
[[nodiscard]] std::optional<CheckedKnee> checkKnee(std::span<const CurvePoint> curve, Bytes from, BytesPerSecond cache,
                                                   BytesPerSecond dram);

/// What a cache keeps of a tensor that it cannot hold. One that gives way to whatever came last keeps nothing, and
/// passes over more than it holds run at the rate of memory; one that protects what it has (Qureshi et al., "Adaptive
/// insertion policies for high performance caching", ISCA 2007) goes on serving that part, and the rate falls over
/// octaves. What explains the points from just past the knee to four times it best, half of the knee to all of it; 0
/// where that explains them no better than nothing kept, or the points are too few. Memory counts as no slower than the
/// curve's far end, as its roof can be of a slow minute.
[[nodiscard]] Bytes keptBeyond(std::span<const CurvePoint> curve, Bytes knee, BytesPerSecond cache,
                               BytesPerSecond dram);

/// How a GPU's last cache gives way: it serves a tensor up to `kept` whole, and nothing of one of `gone`.
struct CacheFade {
    Bytes kept;
    Bytes gone;
};

/// The fade that explains the shares of the curve's points around the knee best (least absolute deviations, on a grid
/// of sixteenths of an octave), with the share of a footprint S as in RoofSet::sharedServiceOf. Nothing where the two
/// rates differ by less than 12 % or fewer than four points lie between a quarter of the knee and six knees.
[[nodiscard]] std::optional<CacheFade> fadeAround(std::span<const CurvePoint> curve, Bytes knee, BytesPerSecond cache,
                                                  BytesPerSecond dram);
/// Puts fadeAround() to the last cache of a GPU; its knee stays where the curve put it, for nothing else disturbs its
/// memory.
void fitFade(RoofSet& roofs, std::span<const CurvePoint> curve);

/// Puts the knee of the last cache where checkKnee() finds it, if threads share that cache, and what the cache keeps of
/// a larger tensor beside it, and tells how sure the knee is; nothing where it was left as it is. The roofs are
/// bandwidth.NAME and bandwidth.dram of `roofs`, which must have them.
std::optional<CheckedKnee> checkLastKnee(RoofSet& roofs, std::span<const CurvePoint> curve);

} // namespace ridgepoint
