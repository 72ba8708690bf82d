// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"
#include "app/charts/style/ticks.h"

#include <qcustomplot.h>

#include <functional>

namespace ridgepoint {

/// An axis of QCustomPlot with the theme's look, ticks from a function, and labels by TextPainter: QCPAxis leaves out
/// labels at the widget's edge, overlaps narrow ones and writes text into SVG that needs a font.
class ChartAxis : public QCPAxis {
public:
    /// The ticks within a range, in the axis' coordinates; `room` is the axis' length in heights of the type.
    using Ticks = std::function<std::vector<Tick>(const QCPRange& range, double room)>;

    /// `text` must outlive the axis.
    ChartAxis(QCPAxisRect* rect, AxisType type, const TextPainter& text);

    void setTicks(Ticks ticks);
    /// Takes the theme's look and generates the ticks, once the axis has its length.
    void layOut(const Theme& theme);

protected:
    void draw(QCPPainter* painter) override;

private:
    const TextPainter& m_text;
    double m_em = 12.0; ///< height of the type in pixels
};

/// So many ticks at most have room, each of which takes `each` heights of the type; at least two.
[[nodiscard]] int mostTicks(double room, double each);
/// Room left of a plot for y labels of this widest text and a turned title.
[[nodiscard]] int leftMargin(const Theme& theme, const QString& widestLabel, bool hasTitle);
/// Room under a plot for x labels and a title.
[[nodiscard]] int bottomMargin(const Theme& theme, bool hasTitle);

} // namespace ridgepoint
