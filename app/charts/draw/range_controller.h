// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/draw/chart_axis.h"
#include "core/model/axis_kind.h"

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

class ChartWidget;

/// What a chart's axes show: of every axis, in the order of RangeController::axes().
struct ChartRanges {
    std::vector<QCPRange> ranges;
    bool zoomed = false;             ///< or else they follow the data
    bool locked = false;             ///< neither the data nor the mouse change them
    std::vector<AxisKind> axes = {}; ///< RangeController::kinds() of the ranges; empty where not known, as in a file
    friend bool operator==(const ChartRanges& a, const ChartRanges& b)
    {
        return a.ranges == b.ranges && a.zoomed == b.zoomed && a.locked == b.locked && a.axes == b.axes;
    }
};

/// A chart's axes and their ranges: bounds of zoom and pan, the lock, and what waits for the directions that it is of.
class RangeController {
public:
    explicit RangeController(ChartWidget& chart) : m_chart(chart) {}

    [[nodiscard]] std::vector<QCPAxis*> axes() const;
    /// Those whose ranges can be typed: of each plot the one across, unless it goes with another one, then the one
    /// upwards.
    [[nodiscard]] std::vector<const ChartAxis*> typedAxes() const;
    /// Which directions of the cube the axes are, where somebody can choose; empty where not, and where nothing is
    /// shown yet.
    [[nodiscard]] std::vector<AxisKind> kinds() const;
    /// The axis on whose labels a pixel lies: left of a plot or below it; null elsewhere.
    [[nodiscard]] ChartAxis* labelledAt(QPointF pixel) const;

    [[nodiscard]] ChartRanges current() const;
    [[nodiscard]] bool isZoomed() const { return m_zoomed; }
    [[nodiscard]] bool isLocked() const { return m_locked; }
    /// Replots and signals nothing; ranges of other directions change nothing.
    void set(const ChartRanges& ranges);
    /// The same out of a file: ranges of other directions wait until the chart shows those.
    void restore(const ChartRanges& ranges);
    /// The same as the user's request: ChartWidget::rangesChanged follows where it changes something.
    void change(const ChartRanges& ranges);
    /// Locked axes stay until they are unlocked or reset.
    void setLocked(bool locked);
    /// Undoes zoom, pan and lock.
    void reset();

    /// By so much about a place in a plot.
    void zoom(QPointF at, double factor);
    /// The plot in which the mouse was pressed goes with it, from its last place to this one; between the two
    /// ChartWidget::rangesChanged is silent.
    void beginDrag(QPointF pressed);
    void drag(QPointF from, QPointF to);
    void endDrag();

    /// The chart's data are new: axes of other directions are shown whole, or as they waited for that.
    void follow();
    /// Shows all data, unless somebody has chosen what is shown.
    void fit();
    /// Takes over what another chart of this kind shows.
    void takeFrom(const RangeController& other);

private:
    void fitWhole();
    /// Takes the axes' present ranges for those of the whole view.
    void rememberWhole();
    void tell(const ChartRanges& before);
    /// The plot under a pixel, if its ranges may change.
    [[nodiscard]] QCPAxisRect* movableAt(QPointF pixel);

    ChartWidget& m_chart;
    bool m_zoomed = false;
    bool m_locked = false;
    std::vector<AxisKind> m_directions;     ///< that the axes' ranges are of; empty while not known
    std::weak_ptr<const Snapshot> m_before; ///< what was shown when ranges of unknown directions came
    std::optional<ChartRanges> m_pending;   ///< out of a file, of directions that are not shown yet
    std::vector<QCPRange> m_whole;          ///< of every axis, in the order of axes()
    QCPAxisRect* m_dragged = nullptr;
    ChartRanges m_beforeDrag;
};

} // namespace ridgepoint
