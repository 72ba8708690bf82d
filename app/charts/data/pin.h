// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// A point and the lines through it as they were when somebody pinned them: later measurements are drawn over them.
struct Pin {
    std::string name; ///< "A", "B" …
    Workload point;
    std::optional<Sample> sample;                 ///< of the point, with its readings; none where it was not measured
    std::array<std::vector<ChartPoint>, 3> lines; ///< by AxisKind: the samples along it, without shares or regimes

    [[nodiscard]] const std::vector<ChartPoint>& line(AxisKind axis) const
    {
        return lines[static_cast<std::size_t>(axis)];
    }
};

/// Shared between the charts; never null in a chart.
using PinList = std::shared_ptr<const std::vector<Pin>>;

/// Whether it is one and the same measurement, and not a later one of the same workload.
[[nodiscard]] bool sameMeasurement(const Sample& a, const Sample& b);

/// The pin whose sample is this measurement; null for none.
[[nodiscard]] const Pin* pinHolding(const std::vector<Pin>& pins, const Sample& sample);

/// Whether two pins hold the same: one measurement with its readings or, where the point was not measured, the same
/// lines.
[[nodiscard]] bool holdTheSame(const Pin& a, const Pin& b);

/// The letter for the next pin: after the last one's, from A again after Z, skipping those in use.
[[nodiscard]] std::string nextPinName(const std::vector<Pin>& pins);

/// What a snapshot shows at a point: its lines along all three axes. `sample` is the measured one, with its readings.
[[nodiscard]] Pin makePin(std::string name, const Snapshot& snapshot, const Workload& point, const Sample* sample);

/// A sample as a pin keeps it: times, flags and provenance, with its work counted anew.
[[nodiscard]] ChartPoint pinnedPoint(const Workload& workload, Seconds time, Seconds low, Seconds high, FlagSet flags,
                                     Provenance provenance);

} // namespace ridgepoint
