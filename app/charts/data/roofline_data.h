// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/kernels_on_roofs.h"
#include "app/charts/data/series_data.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Where a compute roof meets a bandwidth roof: the active one meets every level, the others the memory beyond the
/// caches.
struct RidgePoint {
    std::string bandwidthRoof;
    std::string computeRoof;
    FlopsPerByte intensity;
    FlopsPerSecond performance;
    bool active = false;
    /// What the device keeps up there within its power, predicted (keptUp); nothing where its power is not known.
    std::optional<FlopsPerSecond> keptUp{};
};

/// The overhead roof of one tensor size: performance at intensity I when each launch of B bytes leaves a gap of t on
/// the device and none can begin sooner than s after the one before, I B / max(max(I B / P, B / W) + t, s).
struct OverheadRoof {
    Workload workload;      ///< whose size and launch mode it stands for
    bool reference = false; ///< not the cursor's size but a small one, chosen so that the roof can be seen
    Bytes bytesPerLaunch;
    Seconds launch;    ///< the longer of t and s
    Seconds gap;       ///< t
    Seconds launchLow; ///< the interval of the launch; both 0 where there is none
    Seconds launchHigh;
    FlopsPerSecond compute;
    BytesPerSecond bandwidth;
    [[nodiscard]] FlopsPerSecond at(FlopsPerByte intensity) const;
    Provenance provenance = Provenance::Measured;
};

/// A line of samples in performance over intensity.
struct RooflineSeries {
    std::string name; ///< of the session; empty for the own one
    Workload line;
    std::vector<ChartPoint> points;
    Provenance provenance = Provenance::Measured; ///< of the device: what was measured, published or only predicted
    /// Of another session: the roofs of its line, drawn thin; without a compute roof the bandwidth roof alone.
    std::optional<RoofLine> compute;
    std::optional<RoofLine> bandwidth;
    std::vector<PredictedPoint> predicted = {}; ///< the line of a device that is not here, through its predicted points
    /// In which respects a line that others published is another than the own, "mul · queued · 16 Mi"; empty for a like
    /// one.
    std::string unlike = {};

    /// Of the thin roofs' line: the compute roof's, or the bandwidth roof's where that one stands alone.
    [[nodiscard]] Provenance roofProvenance() const;
};

/// Everything the roofline draws, in SI units.
struct RooflineData {
    Workload line;                ///< the size, depth and mode whose samples are shown
    std::vector<LevelDot> levels; ///< the traffic of each point of the line, which operations per element do not
                                  ///< change, nearest level first
    std::vector<RoofLine> bandwidths;
    std::vector<RoofLine> computes; ///< of the line's precision and the matrix units; with details of others too
    std::vector<RidgePoint> ridges;
    std::optional<OverheadRoof> overhead;
    std::vector<ReferenceLine> lines;             ///< theory and datasheet: those of roofs that are drawn, or would be
    std::vector<RoofLine> originals;              ///< of the roofs that a what-if multiplies, as they are
    std::optional<OverheadRoof> originalOverhead; ///< likewise
    std::string whatIf;                           ///< the what-if in a file's words; empty without one
    bool detailed = true;                         ///< roofs' values have their intervals
    std::vector<RooflineSeries> series;           ///< the own one first, even when it has no points
    KernelsOnRoofs kernels;                       ///< of the user's own, each under the roofs of its device
    double lowIntensity = 0.125;                  ///< what the axes should show, FLOP/B and FLOP/s
    double highIntensity = 256.0;
    double lowPerformance = 1e9;
    double highPerformance = 1e12;

    [[nodiscard]] const RoofLine* activeBandwidth() const;
    [[nodiscard]] const RoofLine* activeCompute() const;
    /// The active roofs without the what-if; null where there is none.
    [[nodiscard]] const RoofLine* realBandwidth() const;
    [[nodiscard]] const RoofLine* realCompute() const;
};

/// Of the line nearest to the cursor. Without details the roofs of other precisions are left out.
[[nodiscard]] RooflineData rooflineData(const Snapshot& snapshot, const Workload& cursor, bool detailed = true);
/// Adds another session's samples along its line that compares best with the cursor (comparable), and its roofs there.
void addSeries(RooflineData& data, const Snapshot& snapshot, const Workload& cursor, const std::string& name);
/// Fills the series of a device that is not on this machine with what its roofs predict, from one operation per element
/// to the end of the axis, beside what was published of it there (absentCurve); the own series keeps its points and
/// gets the line alone. Once all that is drawn has stretched the axes.
void predictAlong(RooflineData& data, std::size_t series, const Snapshot& snapshot);
/// Widens what the axes should show so that these points are among it.
void showToo(RooflineData& data, const std::vector<ChartPoint>& points);
/// Puts kernels of the user's own on the roofline, and widens the axes for them.
void addOwnKernels(RooflineData& data, KernelsOnRoofs kernels);
/// The numbers as CSV: roofs first, then the points, and where levels differ in their traffic each level of a point.
[[nodiscard]] std::string toCsv(const RooflineData& data);

} // namespace ridgepoint
