// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/prediction.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Something that might make a workload faster.
enum class LeverKind {
    FuseDeeper,      ///< fewer passes over memory, and fewer launches
    QueueLaunches,   ///< submit all passes, wait once
    GraphLaunches,   ///< hand the whole list over at once
    BiggerTensor,    ///< more elements share each launch
    LowerPrecision,  ///< fewer bytes, and a faster compute roof where there is one
    MatrixUnit,      ///< the same multiply-adds as a matrix product: another algorithm, not a knob
    DoubleCompute,   ///< a device of twice the compute roof
    DoubleBandwidth, ///< a device of twice the bandwidth
    HalveLaunch,     ///< a device or driver of half the launch cost
    ReachRoofs,      ///< the time that no roof accounts for gone: of a kernel of a user's own only
    NearerLevel,     ///< the data kept in the next nearer cache: another algorithm, with smaller blocks or fused passes
};

/// The least speed-up that is worth naming: less is written as 1.0x, and predictions say nothing of it.
inline constexpr double leastHelp = 1.05;

/// One lever with what the roofs predict of it.
struct Lever {
    LeverKind kind = LeverKind::FuseDeeper;
    /// Predicted time before over after, for the same number of elements. 1: it would not help.
    double speedup = 1.0;
    Seconds before; ///< predicted time of the workload as it is
    Seconds after;  ///< predicted time with the lever; of a BiggerTensor for its own, larger number of elements
    Regime limitAfter = Regime::Memory; ///< what would limit it then
    /// The workload to measure to see it happen; none for levers that are another algorithm or another device.
    std::optional<Workload> workload;
    std::string roof; ///< id of the roof that the lever changes or uses; empty where it changes none

    /// Whether it is worth naming.
    [[nodiscard]] bool helps() const { return speedup >= leastHelp; }
};

/// What bounds the search for levers.
struct LeverLimits {
    std::int64_t largestElements = maximumElements; ///< what the device's memory holds
};

/// "What would help?": every lever that applies to this workload on a device of these roofs, best first; of equals the
/// one that can be tried at once, and then the order of LeverKind. Levers that do not help are in it too, with a
/// speed-up of 1 or less, so that a person sees that twice the FLOP/s would change nothing. A lever whose roofs are not
/// known is left out, and NearerLevel where it would not help. Unavailable when the workload itself cannot be predicted
/// (which roof is missing).
[[nodiscard]] Result<std::vector<Lever>> leversOf(const Workload& workload, const RoofSet& roofs, DeviceKind kind,
                                                  const LeverLimits& limits = {});

/// The workload at one of these sizes (elements, ascending, none above its own) at which something that can be tried is
/// predicted to make it at least so many times as fast: the largest that lies well inside the overhead-bound region,
/// where launching is predicted to take 80 % of launching and work together, else the smallest. None where nothing
/// helps.
[[nodiscard]] std::optional<Workload> helpableSize(const Workload& workload, std::span<const std::int64_t> sizes,
                                                   const RoofSet& roofs, DeviceKind kind, double least);

/// The same roofs with one of them multiplied, for what-if; unchanged when there is no such roof.
[[nodiscard]] RoofSet scaled(RoofSet roofs, std::string_view id, double factor);

/// "fuse-deeper", "queue-launches", …
[[nodiscard]] std::string_view nameOf(LeverKind kind);

} // namespace ridgepoint
