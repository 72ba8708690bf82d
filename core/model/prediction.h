// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/cost.h"
#include "core/model/device.h"
#include "core/model/regime.h"
#include "core/model/roof.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Whether a whole chain costs something once (t_fixed), besides its launches. Not where every launch is waited for.
/// And not where launches are queued on a GPU: the next chain is submitted behind the last one without a wait between,
/// so that many short chains are one long chain; a graph is launched anew for every chain. A processor's threads meet
/// at the end of a chain in either mode.
[[nodiscard]] constexpr bool costsOnceAChain(LaunchMode mode, DeviceKind kind)
{
    return mode == LaunchMode::Graph || (mode == LaunchMode::Queued && kind == DeviceKind::Cpu);
}

/// The time that the roofs allow a workload, with each term of the equation for the whole chain:
/// T = L max(max(F/P, B/W, k d lambda) + t, s) + t_fixed (costsOnceAChain). t is what the device needs between two
/// kernels, s what the host needs to hand one over while the device works on those before. Only launches that are
/// queued on a GPU have an s beside their t (deviceGapRoofId): everywhere else nothing hides what a launch costs, and
/// the launch roof is t. gpu/README.md has the measurements.
struct Prediction {
    Seconds time;
    Seconds compute;  ///< F / P
    Seconds memory;   ///< B / W
    Seconds latency;  ///< L k d lambda: every application waits for the one before; 0 where lambda is not known
    Seconds overhead; ///< what the chain takes without any work: L max(t, s) + t_fixed
    Seconds gap;      ///< what it takes besides its work where that hides the host: L t + t_fixed
    Seconds fixed;    ///< t_fixed
    /// The longest of what happens at once.
    [[nodiscard]] Seconds work() const { return std::max({compute, memory, latency}); }
    /// Work up to this long leaves the launches the larger part of the time: t, or s while the host hides it.
    [[nodiscard]] Seconds hiddenWork() const { return std::max(gap, overhead - gap); }
    Regime limit = Regime::Memory; ///< the largest term
    std::string computeRoof;       ///< ids of the roofs that the terms used
    std::string bandwidthRoof;
    std::string launchRoof;
    std::string latencyRoof; ///< empty where lambda is not known
    /// Where a cache serves part of a tensor that it cannot hold: then W is of both, and bandwidthRoof the one that
    /// takes more of the time.
    std::optional<SharedService> shared;
};

/// The bandwidth of bytes of which a share comes from a cache and the rest from memory, one after the other.
[[nodiscard]] constexpr BytesPerSecond sharedBandwidth(double fromCache, BytesPerSecond cache, BytesPerSecond memory)
{
    return BytesPerSecond(1.0 / (fromCache / cache.value() + (1.0 - fromCache) / memory.value()));
}

/// The roof of that id; Unavailable where it has not been measured.
[[nodiscard]] Result<const Roof*> requireRoof(const RoofSet& roofs, const std::string& id);

/// Predicts from measured roofs. P is the roof of the workload's own operation and precision, W the bandwidth of the
/// level that its footprint falls in, or of the last cache and memory together where the cache keeps part of a larger
/// tensor. In another state than that of the roofs each term is as much slower: caches follow the clock, memory its own
/// state. Unavailable when a roof that the equation needs is missing (which one).
[[nodiscard]] Result<Prediction> predict(const Workload& workload, const RoofSet& roofs, DeviceKind kind,
                                         const DeviceState& state = {});

/// The prediction of a place between two of one line, the `share` (0 to 1) of the way from the first to the second in
/// the logarithm of what is varied: F/P, B/W, L t and L s follow the power laws through both, t_fixed is the same.
/// Exact along operations per element and fusion depth, also between whole values, and along sizes that one roof
/// serves.
[[nodiscard]] Prediction predictionBetween(const Prediction& first, const Prediction& second, double share);
/// The shares of the way between them at which the time bends, ascending: where F/P, B/W and k d lambda meet, and where
/// the work begins to hide the host.
[[nodiscard]] std::vector<double> crossoversBetween(const Prediction& first, const Prediction& second);

/// The arithmetic intensity at which the roof of this operation meets the bandwidth of the level of this footprint.
[[nodiscard]] Result<FlopsPerByte> ridgePoint(const Workload& workload, const RoofSet& roofs);

/// The caches whose traffic may be counted beside that of memory, nearest first.
inline constexpr std::array<std::string_view, 3> cacheLevels{"l1", "l2", "l3"};

/// What some work moves through one level of memory: the place of its dot in a hierarchical roofline (C. Yang, T.
/// Kurth, S. Williams, "Hierarchical Roofline analysis for GPUs", 2020).
struct LevelTraffic {
    std::string roof; ///< id of the level's bandwidth roof, "bandwidth.l3"
    Bytes bytes;      ///< of all passes together

    friend bool operator==(const LevelTraffic&, const LevelTraffic&) = default;
};

/// What a workload moves through each level that has a roof, nearest first. What one level serves goes through it and
/// through every nearer one, so that these have the same traffic. Of a tensor that the last cache and memory serve
/// together (RoofSet::sharedServiceOf) all goes through the cache, and from memory comes only what the cache does not
/// hold. Where no levels are known, memory's traffic alone.
[[nodiscard]] std::vector<LevelTraffic> trafficOf(const Workload& workload, const RoofSet& roofs);

} // namespace ridgepoint
