// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// How one sample's time relates to another's: "B is 3.8x A".
struct TimeComparison {
    double speedup = 1.0;        ///< time of A over time of B: above 1, B is faster
    Interval range;              ///< of the speed-up, from both intervals, each widened by the square root of two
    bool differs = false;        ///< 1 lies outside the range
    bool claimsCoverage = false; ///< both samples have enough rounds for their intervals to mean something
};

/// Compares two measured or published samples; nothing where a time is no positive number. Two runs vary against each
/// other by the root of two more than rounds of one run do, so the intervals are widened by it.
[[nodiscard]] std::optional<TimeComparison> compareTimes(const Sample& a, const Sample& b);

/// Roofs of several devices side by side.
struct RoofTable {
    /// One roof, or one ridge, of every device.
    struct Row {
        std::string id;                            ///< of the roof; of a ridge the compute roof's
        std::vector<std::optional<double>> values; ///< one a device; in the roof's unit, FLOP/B for a ridge
        std::vector<Provenance> provenances;       ///< one a device; meaningless where there is no value
    };
    std::vector<std::string> devices;
    std::vector<Row> roofs;  ///< bandwidth, compute, launch; within each in the order of first appearance
    std::vector<Row> ridges; ///< of every compute roof in FLOP/s, over bandwidth.dram
};

/// Every roof that any of the devices has. The launch rows are the overhead floors.
[[nodiscard]] RoofTable compareRoofs(std::span<const RoofSet> devices);

/// Twice the size takes at most this many times as long where the time is overhead, and at least that many where it is
/// work.
inline constexpr double hardlyMore = 1.1;
inline constexpr double aboutTwice = 1.8;
/// More than this many times as long is more than the size explains.
inline constexpr double clearlyMoreThanTwice = 2.2;

/// What twice the size does to the time.
enum class DoublingVerdict {
    Overhead,     ///< at most a tenth more time: the size hardly matters, so launches and the like do
    Between,      ///< part of the time grows with the size
    Proportional, ///< about twice the time: compute or memory
    LeavesCache,  ///< clearly more than twice: the larger tensor is served by a slower memory
};

/// The doubling test of a point: its measured time beside that of the same workload with twice the elements. It tells
/// overhead from work only where work grows with the size; a matrix product with few rows also doubles for free,
/// because its weights, which do not grow, are most of the traffic.
struct DoublingTest {
    Seconds once;
    Seconds twice;
    double growth = 1.0; ///< twice / once
    Interval range;      ///< of growth, from the samples' own intervals
    DoublingVerdict verdict = DoublingVerdict::Between;
    /// The verdict would be another one at an end of the range.
    bool uncertain = false;
    /// The range holds overhead and work alike.
    bool tellsNothing = false;
};

/// Times are compared as they are given: in the reference state, where the device's states are known.
/// Nothing unless both sizes were measured; samples that were filled in by interpolation do not count.
[[nodiscard]] std::optional<DoublingTest> doublingTest(const Workload& workload, std::span<const Sample> samples);

/// Whether the test speaks against the verdict on the smaller of the two. That is fitted over the neighbours on both
/// sides and the doubling looks to one, so at a border they differ. Where a part of the time follows the size, by its
/// whole range: less than half of it speaks against compute and memory, more against overhead and a machine that is not
/// full.
[[nodiscard]] bool contradicts(const DoublingTest& test, Regime regime);

} // namespace ridgepoint
