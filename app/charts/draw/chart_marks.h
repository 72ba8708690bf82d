// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "core/model/axis_kind.h"

#include <QRectF>
#include <QStringList>

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// A place in one of a chart's plots, in the coordinates of its axes.
struct PlotPlace {
    int plot = 0; ///< 0 to 2 in the sweep curves, else 0
    double x = 0.0;
    double y = 0.0;
};

/// What somebody guessed, drawn over a chart.
struct GuessMarks {
    std::vector<std::vector<PlotPlace>> lines; ///< sketches, each within one plot
    std::optional<PlotPlace> place;            ///< a single guess, or the hand of a keyboard sketch
};

/// Workloads that somebody brushed; never null in a chart.
using Brush = std::shared_ptr<const std::vector<Workload>>;

/// What people put over a chart's own data.
struct ChartMarks {
    PinList pins = std::make_shared<const std::vector<Pin>>();
    std::optional<std::size_t> pinAlone; ///< the only one of them that is drawn, by its place; none: all are
    Brush brushed = std::make_shared<const std::vector<Workload>>();
    std::optional<Workload> linked; ///< hovered in another chart
    QRectF band;                    ///< the rubber band, in pixels; null for none
    GuessMarks guess;
    bool concealed = false; ///< results are hidden until somebody has guessed them

    [[nodiscard]] bool shows(std::size_t pin) const { return !pinAlone || *pinAlone == pin; }
    /// The pins that are drawn.
    [[nodiscard]] std::vector<const Pin*> shownPins() const;
};

/// What a chart's axes show: of every axis, in the order of ChartWidget::allAxes().
struct ChartRanges {
    std::vector<QCPRange> ranges;
    bool zoomed = false;             ///< or else they follow the data
    bool locked = false;             ///< neither the data nor the mouse change them
    std::vector<AxisKind> axes = {}; ///< ChartWidget::axisKinds of the ranges; empty where not known, as in a file
    friend bool operator==(const ChartRanges& a, const ChartRanges& b)
    {
        return a.ranges == b.ranges && a.zoomed == b.zoomed && a.locked == b.locked && a.axes == b.axes;
    }
};

} // namespace ridgepoint
