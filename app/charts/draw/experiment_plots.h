// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_callouts.h"
#include "app/charts/draw/experiment_panel.h"
#include "app/charts/draw/markers.h"
#include "app/charts/style/label_placement.h"

#include <optional>

namespace ridgepoint {

/// Lines of numbers, and dots on a roofline, with their names.
class ExperimentLines : public ExperimentPanel {
public:
    explicit ExperimentLines(const ExperimentPanel& panel) : ExperimentPanel(panel) {}

    /// Names of dots stand beside `key`, where that is inside the plot.
    void draw(QCPPainter* painter, const QRectF& key) const;
    void drawRoofs(QCPPainter* painter) const;
    /// Names of dots and roofs stand beside `key`, where that is inside the plot.
    void drawDots(QCPPainter* painter, const QRectF& key) const;

private:
    void drawNames(QCPPainter* painter, const QRectF& key) const;
    /// Whether a number of the series with this index lies under one of a series behind it.
    [[nodiscard]] bool isUnderAnother(std::size_t index, const ExperimentPoint& point) const;
    /// Where intervals go on beyond the plot.
    void drawCuts(QCPPainter* painter, const ExperimentSeries& series, const QColor& color) const;
    /// `outline`: its colour is the point's.
    [[nodiscard]] SampleMark sampleOf(const ExperimentPoint& point, const QColor& color, double size,
                                      MarkerLook::Stroke outline) const;
    /// The second dot of an operator, at the bytes that its kernel moves, and the line to the one at the least bytes.
    void drawMoved(QCPPainter* painter, const ExperimentPoint& point, const QColor& color) const;
    /// Names of the main roofs, which all have one, of the dots, which a line may lead to, then of the other roofs.
    void drawRooflineNames(QCPPainter* painter, const QRectF& key) const;
    void drawRoofNames(QCPPainter* painter, LabelPlacer& placer, bool main) const;
    /// The piece of a roof that is inside the plot.
    [[nodiscard]] std::optional<QLineF> roofLine(const Roof& roof) const;
};

/// What is over time: a timeline, a row a lane and a bar a stretch of time, or a flame bar.
class ExperimentTime : public ExperimentPanel {
public:
    explicit ExperimentTime(const ExperimentPanel& panel) : ExperimentPanel(panel) {}

    void drawTimeline(QCPPainter* painter) const;
    void drawLanes(QCPPainter* painter) const;
    void drawFlameBar(QCPPainter* painter) const;
    void drawFlameKey(QCPPainter* painter) const;
    /// What is said of a stretch near the mouse, its name first.
    [[nodiscard]] std::optional<Readout> spanAt(QPointF mouse) const;

private:
    [[nodiscard]] QColor colorOf(SpanKind kind) const;
    void drawSpanKey(QCPPainter* painter) const;
};

} // namespace ridgepoint
