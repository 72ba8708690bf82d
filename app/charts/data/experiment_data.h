// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"

#include <QString>

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ridgepoint {

/// A span of a flame bar, placed; seconds where the plot's unit is that.
struct FlameBox {
    ExperimentPoint point;
    double begin = 0.0;
    double length = 0.0; ///< the point's y; less where spans that are held by one are longer together than that one
    double own = 0.0;    ///< what of y is in none of the spans that it holds
    double share = 1.0;  ///< of the outermost span that holds it; 1 of that itself
    int depth = 0;       ///< how many others hold it
    std::size_t outermost = 0; ///< the place of that span among the boxes
    bool holds = false;        ///< any other span
};

/// Spans by name: what has a span's label as its parent is held by it and stands under it, one behind the other in the
/// order in which they came. Outermost ones first, then what those hold, and so on. Spans without a name or a
/// length, those of a name that was there before, and those that hold each other in a circle are left out. Pure.
[[nodiscard]] std::vector<FlameBox> flameBoxes(const std::vector<ExperimentPoint>& spans);
/// Rows that the boxes need, at least 1.
[[nodiscard]] int flameRows(const std::vector<FlameBox>& boxes);
/// How long all of it is; 0 without boxes.
[[nodiscard]] double flameLength(const std::vector<FlameBox>& boxes);
/// The box of this point, or null.
[[nodiscard]] const FlameBox* flameBoxOf(const std::vector<FlameBox>& boxes, const ExperimentPoint& point);

/// The points of one series and provenance, in the order of x (bars: as they came).
struct ExperimentSeries {
    SeriesName name;
    Provenance provenance = Provenance::Measured;
    std::vector<ExperimentPoint> points;
    /// Of predicted lines that lie on each other: its place among them and how many they are, because their dashes take
    /// turns, and what the first of them is called; empty for the first.
    std::size_t turn = 0;
    std::size_t turns = 1;
    SeriesName alike = {};
};

/// A row of bars: those of one label.
struct ExperimentBarRow {
    std::size_t place = 0;          ///< from the top
    std::vector<SeriesName> series; ///< that have a bar in it, in the order of the key
    /// Predictions that are marks over the bars, and no bars themselves: series and point.
    std::vector<std::pair<std::size_t, std::size_t>> marks;
    std::vector<Provenance> stacks; ///< where its bars are stacked: one of each, what was measured last
};

/// One plot: what is drawn, and the ranges that show all of it.
struct ExperimentPlotData {
    ExperimentPlot plot;
    ExperimentChartKind kind = ExperimentChartKind::Lines;
    std::vector<ExperimentSeries> series;
    std::vector<TimelineLane> lanes;            ///< Timeline alone, those of a group together
    std::vector<FlameBox> boxes;                ///< Flame alone
    std::vector<LabelName> labels;              ///< of bars, in the order in which they first came
    std::map<LabelName, ExperimentBarRow> rows; ///< of bars, by label
    std::size_t mostBars = 1;                   ///< in one row
    /// Where a part of a stacked bar begins: behind those before it.
    std::map<std::tuple<LabelName, SeriesName, Provenance>, double> starts;
    /// The place of each series among the colours; of what is only said of a series without a colour there is none.
    std::map<SeriesName, std::size_t> colors;
    std::vector<Roof> roofs; ///< Roofline alone
    double xLow = 1.0, xHigh = 10.0;
    double yLow = 1.0, yHigh = 10.0;
    /// How far from its value an interval is drawn at most: a difference, on a logarithmic axis a factor.
    double reachOfIntervals = std::numeric_limits<double>::infinity();
    bool cutsIntervals = false; ///< one goes on beyond that

    /// Where the bar of a point begins.
    [[nodiscard]] double startOf(const ExperimentPoint& point) const;
    /// The interval of a point as far as it is drawn: one disturbed number may not take the room of all the others.
    [[nodiscard]] std::pair<double, double> drawnInterval(const ExperimentPoint& point) const;
    [[nodiscard]] bool hasNothing() const { return series.empty() && lanes.empty() && boxes.empty(); }
};

/// Everything that the experiment's chart draws; SI units, no pixels.
struct ExperimentChartData {
    std::vector<ExperimentPlotData> plots;
    [[nodiscard]] bool empty() const;
};

[[nodiscard]] ExperimentChartData experimentChartData(const ExperimentInfo& info,
                                                      const ExperimentResult& result); ///< empty plots too

/// A unit as people read it: "×" for the "x" of ratios, else as it is.
[[nodiscard]] QString unitWords(const std::string& unit);
/// "62.4 GB/s", "4.30 ms", "12 %", "128 MiB", "2.0×": as people of the format's language write it.
[[nodiscard]] QString quantityWords(double value, const std::string& unit, const Format& format);
/// The same with three digits of a factor: 1.02 and 1.18 of a prediction are not the same.
[[nodiscard]] QString preciseWords(double value, const std::string& unit, const Format& format);
/// A sentence on what is seen, translated, with its numbers put in.
[[nodiscard]] QString findingWords(const Finding& finding, const Format& format);
/// What the card beside a point says: its name, its value with the interval, where it comes from, remarks.
[[nodiscard]] QStringList pointWords(const ExperimentPoint& point, const ExperimentPlot& plot, ExperimentChartKind kind,
                                     const Format& format);
/// A text of the catalogue (titles, labels, units in words) in the window's language.
[[nodiscard]] QString catalogueWords(const std::string& text);
template <class Of> [[nodiscard]] QString catalogueWords(const Name<Of>& name) { return catalogueWords(name.words()); }
/// What a series is called in a key: its name, and where its numbers come from unless that is measured or the name says
/// so.
[[nodiscard]] QString seriesWords(const SeriesName& name, Provenance provenance);

} // namespace ridgepoint
