// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"
#include "app/charts/style/ticks.h"
#include "core/model/axis_kind.h"

#include <qcustomplot.h>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

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
    /// What people read at the axis; each function is asked when it is needed.
    struct Meaning {
        std::function<QString()> name; ///< with its unit, such as "Performance (FLOP/s)"; empty for an axis of nothing
        /// The direction of the cube, of an axis for which it can be chosen; nullopt where nothing is shown yet.
        std::function<std::optional<AxisKind>()> kind = [] { return std::nullopt; };
        std::function<double(double)> valueOf = [](double coordinate) { return coordinate; }; ///< in SI units
        std::function<double(double)> coordinateOf = [](double value) { return value; };
        /// What a coordinate is called: "10.6 GFLOP/s"; empty for an axis that names none.
        std::function<QString(double)> words = [](double) { return QString(); };
    };
    void setMeaning(Meaning meaning) { m_meaning = std::move(meaning); }
    [[nodiscard]] const Meaning& meaning() const { return m_meaning; }
    /// Shows what another axis shows from now on, and that one what this one does; its range is the one that is typed.
    void goWith(ChartAxis& leader);
    /// Whether a range that is typed for an axis is this one's too.
    [[nodiscard]] bool goesWith(const QCPAxis& typed) const { return this == &typed || m_leader == &typed; }
    [[nodiscard]] bool isLed() const { return m_leader != nullptr; }
    /// Takes the theme's look and generates the ticks, once the axis has its length.
    void layOut(const Theme& theme);

protected:
    void draw(QCPPainter* painter) override;

private:
    const TextPainter& m_text;
    Meaning m_meaning{.name = [] { return QString(); }};
    const ChartAxis* m_leader = nullptr;
    double m_em = 12.0; ///< height of the type in pixels
};

/// One of a plot's two axes: of every chart these are ours.
[[nodiscard]] inline ChartAxis& axisOf(const QCPAxisRect& plot, QCPAxis::AxisType type)
{
    return static_cast<ChartAxis&>(*plot.axis(type));
}

/// So many ticks at most have room, each of which takes `each` heights of the type; at least three.
[[nodiscard]] int mostTicks(double room, double each);
/// The longest label of an axis upwards; of at least four digits, so that a plot's edge rarely moves.
[[nodiscard]] QString widestLabel(const std::vector<Tick>& ticks);
/// Room left of a plot for y labels of this widest text and a turned title.
[[nodiscard]] int leftMargin(const Theme& theme, const QString& widest, bool hasTitle);
/// Room under a plot for x labels and a title.
[[nodiscard]] int bottomMargin(const Theme& theme, bool hasTitle);

} // namespace ridgepoint
