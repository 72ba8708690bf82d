// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "core/analysis/probe_history.h"
#include "core/model/workload.h"

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// A workload and where a chart draws it: several pixels in a chart of several plots.
struct DrawnWorkload {
    Workload workload;
    std::vector<QPointF> pixels;
};

/// The workloads of which any pixel lies inside the band (its edges count; it may be drawn from any corner), each
/// once, in the order given.
[[nodiscard]] std::vector<Workload> insideBand(std::span<const DrawnWorkload> drawn, const QRectF& band);

/// A place in one of a chart's plots, in the coordinates of its axes.
struct PlotPlace {
    int plot = 0; ///< 0 to 2 in the sweep curves, else 0
    double x = 0.0;
    double y = 0.0;

    friend bool operator==(const PlotPlace&, const PlotPlace&) = default;
};

/// What somebody guessed, drawn over a chart.
struct GuessMarks {
    std::vector<std::vector<PlotPlace>> lines; ///< sketches, each within one plot
    std::optional<PlotPlace> place;            ///< a single guess, or the hand of a keyboard sketch

    friend bool operator==(const GuessMarks&, const GuessMarks&) = default;
};

/// A guessed place on the axis across: an upright line through each of these plots, from far below to far above what
/// their logarithmic axes upwards show.
[[nodiscard]] GuessMarks placeMarks(std::initializer_list<int> plots, double x);

/// Whether a curve was drawn; an upright line only marks a place.
[[nodiscard]] bool hasCurve(const GuessMarks& marks);

/// The place on an axis of which a guess is asked; drawn in each of a chart's plots.
struct AskedPlace {
    Qt::Orientation axis = Qt::Horizontal; ///< the one across, or the one upwards
    double coordinate = 0.0;               ///< as that axis counts
    QString words;                         ///< "asked: 8 FLOP/B"

    friend bool operator==(const AskedPlace&, const AskedPlace&) = default;
};

/// Workloads that somebody brushed; never null in a chart.
using Brush = std::shared_ptr<const std::vector<Workload>>;

/// The live probe as a chart draws it: where it is, where it was, and where in its beat.
struct ProbeTrail {
    std::vector<ProbePoint> points; ///< the oldest first, the last one is the probe; empty while it is off
    double beat = 0.0;              ///< 0 to 1, over and over

    friend bool operator==(const ProbeTrail&, const ProbeTrail&) = default;
};

/// A place of the trail in pixels, with its age from 0 (the probe itself) to 1 (gone).
struct ProbeDot {
    QPointF at;
    double age = 0.0;
};

/// Draws fading dots, a line between them, and the probe as a beating ring. Cheap: a few dozen strokes.
void drawProbe(QPainter& painter, const std::vector<ProbeDot>& dots, double beat, const Theme& theme, bool overColors);

/// Rounded squares around brushed workloads.
void drawBrushed(QPainter& painter, const std::vector<QPointF>& places, const Theme& theme);
/// A thinner ring than the selection's around what is hovered in another chart, cased so that it shows on any colour.
void drawLinked(QPainter& painter, const std::vector<QPointF>& places, const Theme& theme);
/// A guess as pixels: in the accent, dashed, because nothing measured looks like that.
struct GuessPixels {
    std::vector<QPolygonF> lines;
    std::optional<QPointF> place;
};
[[nodiscard]] QPen guessPen(const Theme& theme);
void drawGuess(QPainter& painter, const GuessPixels& guess, const Theme& theme);
void drawBand(QPainter& painter, const QRectF& band, const Theme& theme);

} // namespace ridgepoint
