// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/predicted_line.h"
#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"

#include <QPainter>
#include <QPen>
#include <QStringList>

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace ridgepoint {

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
/// What tells a device from its maker's others, "A100" of "NVIDIA A100 SXM4 40 GB": the first word with a digit; of
/// a name without a maker its first part, "Host CPU".
[[nodiscard]] QString modelOf(const QString& device);
/// The sign of a series in a key; without a colour that of the window's own session. A `lone` predicted point has its
/// marker in place of a line.
void drawSeriesSign(QPainter& painter, QPointF center, const Theme& theme, Provenance provenance,
                    std::optional<QColor> color, const ChartPoint* lone = nullptr);

} // namespace ridgepoint
