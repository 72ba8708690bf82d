// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/draw/pin_layout.h"
#include "core/model/axis_kind.h"

#include <QPointF>
#include <QStringList>

#include <optional>
#include <vector>

namespace ridgepoint {

/// Where a chart draws workloads of the cube, and what it says of them: all that pins, brushing, linked hovering,
/// mouse, arrow keys and screen readers need. This one is of a chart that draws none.
class ChartPlaces {
public:
    virtual ~ChartPlaces() = default;

    /// The samples that the chart draws, in drawing order.
    [[nodiscard]] virtual std::vector<ChartPoint> shownPoints() const { return {}; }
    /// Where the chart draws such a point: a pixel in each of its plots, also beyond their edges; empty where it has no
    /// place here.
    [[nodiscard]] virtual std::vector<QPointF> pixelsOf(const ChartPoint&) const { return {}; }
    /// The workload drawn nearest to a pixel, when near enough to be meant.
    [[nodiscard]] virtual std::optional<Workload> workloadAt(QPointF) const { return std::nullopt; }
    /// The workload of a place where nothing is drawn, to be measured there.
    [[nodiscard]] virtual std::optional<Workload> freeWorkloadAt(QPointF) const { return std::nullopt; }
    /// One sentence on a workload as this chart shows it, for screen readers and the read-out; empty when not shown.
    [[nodiscard]] virtual QStringList describe(const Workload&) const { return {}; }
    /// What letters and words of pins stand beside.
    [[nodiscard]] virtual Obstacles obstacles() const { return {}; }
    /// The directions of the cube along which the chart goes: one of a chart of lines, two of a map, the one across
    /// first.
    [[nodiscard]] virtual std::vector<AxisKind> directions() const { return {}; }

    /// The direction of the chart's lines; nullopt for a chart without lines, which draws none of a pin's.
    [[nodiscard]] std::optional<AxisKind> lineAxis() const;
    /// What of the cursor the chart's data depend on: the cursor with 1 along the chart's own directions.
    [[nodiscard]] Workload slice(Workload cursor) const;
};

} // namespace ridgepoint
