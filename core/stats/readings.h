// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/flags.h"
#include "core/model/units.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ridgepoint {

/// One timing of one chain, in the round in which it was taken.
struct Reading {
    Seconds time;  ///< what was lost to other programs is taken off
    int round = 0; ///< 0, 1, 2 …
    FlagSet flags;
    Seconds wall;                ///< by the clock on the wall
    ControlReadings controls;    ///< taken last before it
    bool isSlowdownKnown = true; ///< whether Throttled and PowerLimited would be among the flags
};

/// The readings of one workload, in rounds that other workloads' rounds lie between.
class Readings {
public:
    /// The readings that follow belong to a new round. A round without readings does not count.
    void beginRound();
    /// What was last read of the device's state before the readings that follow.
    void setControls(const ControlReadings& controls) { m_controls = controls; }
    /// What was read of it after them: the round counts with the mean of both, in the logarithm.
    void endRound(const ControlReadings& after);
    /// Adds a reading to the current round; without a `wall` time nothing was taken off its time. A time that is not a
    /// positive number is dropped: false.
    bool add(Seconds time, FlagSet flags = {}, Hertz clock = {}, Seconds wall = {}, bool isSlowdownKnown = true);

    [[nodiscard]] std::span<const Reading> all() const { return m_readings; }
    [[nodiscard]] std::size_t size() const { return m_readings.size(); }
    [[nodiscard]] bool empty() const { return m_readings.empty(); }
    /// Rounds with at least one reading.
    [[nodiscard]] int rounds() const { return m_readings.empty() ? 0 : m_readings.back().round + 1; }
    /// The mean clock over the readings that told one; 0 when none did.
    [[nodiscard]] Hertz clock() const;
    /// The readings that lost little, where a quarter of the rounds has any, and of these those of one state of the
    /// device: of the rounds within a seventh of each other in every respect the fastest ones, where they are a quarter
    /// of all, else the most.
    [[nodiscard]] Readings ofOneState() const;
    /// Those of the first reading; none without readings.
    [[nodiscard]] ControlReadings controls() const
    {
        return m_readings.empty() ? ControlReadings{} : m_readings.front().controls;
    }
    /// Flags that at least a quarter of the readings carry: fewer cannot move the 25th percentile by much. Throttled
    /// and PowerLimited by those readings alone for which the device was asked.
    [[nodiscard]] FlagSet flags() const;

private:
    std::vector<Reading> m_readings;
    ControlReadings m_controls;
    bool m_startRound = false;
    double m_clockSum = 0.0;
    int m_clockCount = 0;
};

/// The quantile of the values (any order; at least one) by the approximately median-unbiased rule whatever the
/// distribution: position (n + 1/3) q + 1/3 (Hyndman and Fan 1996, type 8), held to the smallest and largest value.
[[nodiscard]] double percentile(std::vector<double> values, double fraction);

} // namespace ridgepoint
