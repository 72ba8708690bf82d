// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"

#include <qcustomplot.h>

#include <QPainter>
#include <QPen>
#include <QStringList>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace ridgepoint {

/// How a point is drawn.
struct MarkerStyle {
    double size = 9.0;
    bool filled = true; ///< hollow for what was not measured
};

/// Everything on which the pixels of a marker depend but its place.
struct MarkerLook {
    struct Stroke {
        QRgb color = 0;
        double width = 0.0; ///< 0 for none
        Qt::PenStyle style = Qt::SolidLine;
        friend bool operator==(const Stroke&, const Stroke&) = default;
    };
    std::optional<Regime> regime; ///< the shape
    double size = 0.0;
    QRgb fill = 0;
    std::array<Stroke, 2> strokes; ///< one over the other
    friend bool operator==(const MarkerLook&, const MarkerLook&) = default;
};

/// A sample of a plot, with its interval where that is drawn.
struct SampleMark {
    QPointF at;
    std::optional<QLineF> interval;
    MarkerLook look;
};

/// A regime's shape about a point: circle for compute and under-filled, square for memory, triangle for overhead, a
/// small diamond for an unknown regime.
[[nodiscard]] QPainterPath markerPath(std::optional<Regime> regime, QPointF center, double size);
/// The blend of the point's shares, or its regime's pure colour, or the muted text colour.
[[nodiscard]] QColor markerColor(const ChartPoint& point, const Theme& theme);
/// A sample: fill by shares, shape by regime, contrasting outline; hollow where interpolated, pale where its regime is
/// less sure, as the map's cells are.
[[nodiscard]] MarkerLook markerLook(const ChartPoint& point, const Theme& theme, const MarkerStyle& style);
void drawMarker(QPainter& painter, QPointF center, const MarkerLook& look);
inline void drawMarker(QPainter& painter, QPointF center, const ChartPoint& point, const Theme& theme,
                       const MarkerStyle& style)
{
    drawMarker(painter, center, markerLook(point, theme, style));
}
/// The samples inside a plot, intervals under all markers. On the screen markers come from pictures that are kept:
/// their outlines are most of what drawing a plot takes.
void drawSamples(QCPPainter* painter, std::span<const SampleMark> samples, const QRectF& area, const QPen& intervals);

// Colour says whose a compared point is, filling where it comes from, shape its regime: measured points are filled,
// published ones hollow, and what is only predicted is a thin dashed line without points; a hollow point where it is
// predicted at one place only, which is no line.

/// The colour of the n-th compared session, none of the regimes' hues; they repeat after six.
[[nodiscard]] QColor seriesColor(const Theme& theme, std::size_t index);
/// Of every series' colour with the grounds of the plots, by `contrast`: WCAG's for what is no text.
constexpr double leastContrast = 3.0;
/// The same, fainter for a line of another workload than the own (`unlike`, as the series has it), but seen as well.
[[nodiscard]] QColor seriesColor(const Theme& theme, std::size_t index, const std::string& unlike);
/// What the read-out of a compared point says of such a line; none for a like one.
[[nodiscard]] QStringList unlikeWords(const std::string& unlike);
/// "dashed: predicted for 256 Ki": what the line is of where points of another size were published; none where it is
/// theirs.
[[nodiscard]] QStringList predictedWords(const Workload& published, std::span<const PredictedPoint> predicted,
                                         const Workload& own, AxisKind along, const Format& format);
/// Whether what was published of a device that is not here is one reading beside the axis: no curve, and where nothing
/// is predicted around it nothing to compare.
[[nodiscard]] bool isStray(std::span<const ChartPoint> points, std::span<const PredictedPoint> predicted,
                           const Snapshot& snapshot);
/// A thin line by its provenance: solid measured, dash-dotted published, dashed datasheet, dotted theory.
[[nodiscard]] QPen thinPen(const QColor& color, const Theme& theme, Provenance provenance);
/// Whether a point is only a place on a line.
[[nodiscard]] inline bool isPredicted(const ChartPoint& point) { return point.provenance == Provenance::Predicted; }

/// A compared session's point.
[[nodiscard]] MarkerLook comparedLook(const ChartPoint& point, const Theme& theme, double size, const QColor& color);
void drawComparedPoint(QPainter& painter, QPointF at, const ChartPoint& point, const Theme& theme, double size,
                       const QColor& color);
/// The only predicted one among these points; null where there are none or more, which are a line.
[[nodiscard]] const ChartPoint* lonePredicted(std::span<const ChartPoint> points);
/// What is predicted as one line of pixels inside `clip`. A line of one place is none: drawLonePredicted.
void drawPredictedLine(QPainter& painter, const QPolygonF& line, const QRectF& clip, const QPen& pen);
/// The lone predicted point, hollow, where there is one inside `clip`.
void drawLonePredicted(QPainter& painter, std::span<const ChartPoint> points,
                       const std::function<QPointF(const ChartPoint&)>& place, const QRectF& clip, const Theme& theme,
                       const QColor& color);
/// A series' name in a key, no wider than this: the parts at its end go first, in which its line differs (a point's
/// read-out has them); then an alias in brackets, the maker, and words of the device's name, the last one first. The
/// model's first word and whether it was measured, published or predicted stay; an ellipsis says that something is left
/// out.
[[nodiscard]] QString keyName(const QString& name, const QFont& font, double width);
/// A compared name of the model and where its numbers come from: "A100 (published)".
[[nodiscard]] QString modelAndOrigin(const QString& name);
/// What tells a device from its maker's others, "A100" of "NVIDIA A100 SXM4 40 GB": the first word with a digit; of
/// a name without a maker its first part, "Host CPU".
[[nodiscard]] QString modelOf(const QString& device);
/// The sign of a series in a key; without a colour that of the window's own session. A `lone` predicted point has its
/// marker in place of a line.
void drawSeriesSign(QPainter& painter, QPointF center, const Theme& theme, Provenance provenance,
                    std::optional<QColor> color, const ChartPoint* lone = nullptr);
/// The sign of a series of which only roofs are drawn: their thin line.
void drawRoofSign(QPainter& painter, QPointF center, const Theme& theme, Provenance provenance, const QColor& color);

} // namespace ridgepoint
