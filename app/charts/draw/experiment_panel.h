// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/experiment_data.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/style/ticks.h"

#include <qcustomplot.h>

#include <string>
#include <vector>

namespace ridgepoint {

/// Radius of the dot at the bytes that were moved, of a sample's marker.
inline constexpr double movedOverMarkers = 0.32;

/// Where the names of a plot's rows stand.
enum class RowNames {
    Beside, ///< left of the plot
    Above,  ///< above each row, because the plot is too narrow for both side by side
    Before, ///< beside the plot left of this one, which has the same rows
};
/// Names of bars, in heights of the type, of a panel that is narrower than this stand above their rows.
inline constexpr double leastForNamesBeside = 30.0;

/// One plot of an experiment's chart: where its numbers lie, and what its axes say. `width`: of the picture, what the
/// plot takes with its labels; known before the plots are laid out.
class ExperimentPanel : public ChartPart {
public:
    ExperimentPanel(const ExperimentPlotData& data, const QCPAxisRect& rect, double width, RowNames names,
                    const ChartStyle& style)
        : ChartPart(style), m_data(data), m_rect(rect), m_width(width), m_names(names)
    {}

    [[nodiscard]] const ExperimentPlotData& data() const { return m_data; }
    [[nodiscard]] double width() const { return m_width; }
    [[nodiscard]] bool hasBars() const { return m_data.kind == ExperimentChartKind::Bars; }
    /// Dots in the place of bars: on a logarithmic axis nothing is zero, so a bar's length says nothing.
    [[nodiscard]] bool hasDots() const { return hasBars() && m_data.plot.y.scale != AxisScaleKind::Linear; }
    [[nodiscard]] bool isTimeline() const { return m_data.kind == ExperimentChartKind::Timeline; }
    [[nodiscard]] bool isFlame() const { return m_data.kind == ExperimentChartKind::Flame; }
    /// Stretches of time in rows: below the others over the whole width, and only the time is zoomed.
    [[nodiscard]] bool hasTime() const { return isTimeline() || isFlame(); }
    /// Rows of names, or rows alone, in place of an axis at the left.
    [[nodiscard]] bool hasRows() const { return hasBars() || hasTime(); }

    [[nodiscard]] QRectF area() const { return QRectF(m_rect.rect()); }
    [[nodiscard]] QPointF at(double x, double y) const;
    [[nodiscard]] QPointF pixelOf(const ExperimentPoint& point) const;
    [[nodiscard]] QRectF rowOf(const ExperimentPoint& point) const;
    [[nodiscard]] bool isBar(const ExperimentPoint& point) const;
    [[nodiscard]] QCPAxis& valueAxis() const;
    /// Where a stretch of a timeline is drawn; the lane by its place in the plot's data.
    [[nodiscard]] QRectF barOf(std::size_t lane, const TimelineSpan& span) const;
    [[nodiscard]] QRectF laneRow(std::size_t lane) const;
    /// Where a span of a flame bar is drawn; nowhere for one that is not.
    [[nodiscard]] QRectF boxOf(const ExperimentPoint& span) const;
    /// How far a pixel is from such a span: 0 on it, nearly 0 just beside a narrow one, else beyond any reach.
    [[nodiscard]] double distanceToBox(const ExperimentPoint& span, QPointF pixel) const;
    /// Whether any of what is drawn lies within the present axes.
    [[nodiscard]] bool hasSampleInView() const;

    /// What an axis stands for; null for one of rows.
    [[nodiscard]] const ExperimentAxis* described(const QCPAxis& axis) const;
    [[nodiscard]] std::vector<Tick> ticksOf(const QCPAxis& axis, int most) const;
    [[nodiscard]] QString titleOf(const QCPAxis& axis) const;

    [[nodiscard]] QColor colorOf(const SeriesName& series) const;
    /// Of the names of rows, and of those of a timeline's groups, which stand left of them; none where those of bars
    /// stand elsewhere.
    [[nodiscard]] double labelWidth() const;
    [[nodiscard]] double groupWidth() const;

protected:
    [[nodiscard]] RowNames names() const { return m_names; }
    /// That an interval goes on where the plot ends: a triangle whose tip is there. `along`: where it goes, of
    /// length 1.
    void drawCut(QCPPainter* painter, QPointF tip, QPointF along, const QColor& color) const;

    const ExperimentPlotData& m_data;
    const QCPAxisRect& m_rect;

private:
    /// The unit's prefix that an axis' numbers share.
    [[nodiscard]] AxisScale scaleOf(const QCPAxis& axis) const;

    double m_width;
    RowNames m_names;
};

[[nodiscard]] inline bool isSaid(const ExperimentPoint& point) { return point.provenance != Provenance::Measured; }

/// So many rows the lanes of a timeline take, groups a little apart.
[[nodiscard]] double rowCount(const std::vector<TimelineLane>& lanes);

} // namespace ridgepoint
