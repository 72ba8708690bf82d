// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/roofline_data.h"
#include "app/charts/draw/chart_part.h"
#include "app/charts/style/label_placement.h"

#include <qcustomplot.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Where the roofs of a roofline run in its plot, and how they are drawn: as lines with their intervals, with the areas
/// under the active ones and the ridge points.
class RoofLines : public ChartPart {
public:
    RoofLines(const RooflineData& data, const QCPAxisRect& rect, const ChartStyle& style)
        : ChartPart(style), m_data(data), xAxis(rect.axis(QCPAxis::atBottom)), yAxis(rect.axis(QCPAxis::atLeft))
    {}

    [[nodiscard]] QRectF plot() const { return QRectF(xAxis->axisRect()->rect()); }
    [[nodiscard]] QPointF pixel(FlopsPerByte intensity, FlopsPerSecond performance) const
    {
        return {xAxis->coordToPixel(intensity.value()), yAxis->coordToPixel(performance.value())};
    }
    [[nodiscard]] QPointF pixelOf(const ChartPoint& point) const
    {
        return pixel(point.intensity(), point.performance());
    }
    [[nodiscard]] const RooflineData& data() const { return m_data; }
    [[nodiscard]] const QCPAxis& performanceAxis() const { return *yAxis; }

    /// The drawn part of a bandwidth roof: up to its ridge with the active compute roof.
    [[nodiscard]] std::optional<QLineF> bandwidthLine(const RoofLine& line) const;
    [[nodiscard]] std::optional<QLineF> computeLine(const RoofLine& line) const;
    /// The bar across a roof that is not the active one, from its lower to its upper limit; none without an interval.
    [[nodiscard]] std::optional<QLineF> intervalBar(const RoofLine& line) const;
    /// DRAM's roof, the last level's, beyond the active compute roof, up to the fastest unit that the axes show: what
    /// bounds that one.
    [[nodiscard]] std::optional<QLineF> extensionLine() const;
    [[nodiscard]] std::vector<QPolygonF> overheadLine() const;
    [[nodiscard]] std::vector<QPolygonF> overheadLine(const OverheadRoof& roof) const;
    [[nodiscard]] std::optional<QLineF> referenceLine(const ReferenceLine& line) const;
    /// The roofs of another device as one thin line, as drawn; without a compute roof the bandwidth roof alone, and
    /// none without that one.
    [[nodiscard]] std::vector<QPolygonF> otherRoof(const RooflineSeries& series) const;
    /// What is predicted of a series, as one line; also beyond the plot.
    [[nodiscard]] QPolygonF predictedLine(const RooflineSeries& series) const;
    /// Those that words should not cross.
    [[nodiscard]] std::vector<QLineF> modelLines() const;
    /// The lines of the roof with this key (WhatIf::keyOf).
    [[nodiscard]] std::vector<QPolygonF> linesOf(const std::string& key) const;
    /// How near a pixel must be to a roof for it to be meant: a press that misses it moves the axes instead.
    static constexpr double reachOfMouse = 10.0;
    static constexpr double reachOfFinger = 20.0;
    /// The key of the roof nearest to a pixel, within reach.
    [[nodiscard]] std::optional<std::string> roofAt(QPointF pixel, double reach = reachOfMouse) const;
    /// The reference line under a pixel; null for none.
    [[nodiscard]] const ReferenceLine* referenceAt(QPointF pixel) const;

    void drawAreas(QCPPainter* painter) const;
    /// Reference lines have a gap where `words` stand: close to their roofs, they would strike through these names.
    void draw(QCPPainter* painter, std::span<const OrientedBox> words) const;

private:
    void drawReferenceLines(QCPPainter* painter, std::span<const OrientedBox> words) const;
    void drawOtherRoofs(QCPPainter* painter) const;
    void drawRoofs(QCPPainter* painter) const;
    void drawOriginals(QCPPainter* painter) const;
    void drawIntervals(QCPPainter* painter) const;
    void drawOverheadInterval(QCPPainter* painter) const;
    [[nodiscard]] QPolygonF wholeOverheadLine(const OverheadRoof& roof) const; ///< also beyond the plot

    const RooflineData& m_data;
    const QCPAxis* xAxis;
    const QCPAxis* yAxis;
};

/// Keys (WhatIf::keyOf) of the roofs that are drawn, what rules the cursor's point first.
[[nodiscard]] std::vector<std::string> movableRoofs(const RooflineData& data);
/// A reference line as a roof.
[[nodiscard]] Roof roofOf(const ReferenceLine& line);

} // namespace ridgepoint
