// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/base/curve_sketch.h"

#include <QPointF>
#include <QRectF>

#include <optional>

class QMouseEvent;

namespace ridgepoint {

class ChartWidget;

/// The mouse that draws a curve into a chart, by the same rules wherever one is asked for: press and drag, or click one
/// point after another, each a step that can be taken back. Beyond the plot the curve goes along its edge, and a press
/// in the margin left of a plot is one at its first place.
class CurveGesture {
public:
    /// What an event of the mouse is.
    enum class Part {
        None,  ///< no part of the drawing: the chart's own
        Held,  ///< of another button meanwhile
        Drawn, ///< the sketch is another one now
        Ended  ///< the button was released
    };

    /// Draws into the sketch. A press begins in the plot `only`, or where there is none in any.
    [[nodiscard]] Part heed(const QMouseEvent& event, ChartWidget& chart, CurveSketch& sketch, std::optional<int> only);
    /// The plot that was drawn in last.
    [[nodiscard]] int plot() const { return m_plot; }

private:
    void draw(QPointF pixel, const ChartWidget& chart, CurveSketch& sketch) const;

    QRectF m_area; ///< of the plot that is drawn in
    int m_plot = 0;
    bool m_isDrawing = false; ///< the button is down
};

} // namespace ridgepoint
