// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/gallery.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/fleet_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/synthetic_snapshot.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::test {
namespace {

const ExperimentAxis sizes{"Size", "", AxisScaleKind::PowersOfTwo};
const ExperimentAxis rates{"Rate", "FLOP/s", AxisScaleKind::PowersOfTen};

ExperimentInfo infoOf(ExperimentChartKind kind, const ExperimentAxis& x, const ExperimentAxis& y)
{
    return {.id = "gallery",
            .title = "Gallery",
            .summary = "s",
            .chart = kind,
            .plots = {{.title = "One plot", .x = x, .y = y}}};
}

ExperimentPoint number(const char* series, const char* label, double x, double y,
                       Provenance provenance = Provenance::Measured)
{
    const double half = provenance == Provenance::Measured ? 0.2 : 0.0;
    return {.series = series,
            .label = label,
            .x = x,
            .y = y,
            .low = y * (1.0 - half),
            .high = y * (1.0 + half),
            .provenance = provenance};
}

ExperimentResult linesResult()
{
    ExperimentResult result;
    for (double size = 16.0; size <= 4096.0; size *= 2.0) {
        result.points.push_back(number("tiled", "", size, 1e9 * std::sqrt(size)));
        result.points.push_back(number("naive", "", size, 2.5e9));
        result.points.push_back(
            number("theory", size == 1024.0 ? "cache full" : "", size, 2e9 * std::sqrt(size), Provenance::Predicted));
    }
    result.points.push_back(number("paper", "their device", 256.0, 8e9, Provenance::Published));
    return result;
}

ExperimentResult barsResult()
{
    ExperimentResult result;
    result.points = {number("measured", "The right way", 0.0, 5e10),
                     number("measured", "First call, with its set-up", 0.0, 1e10),
                     number("theory", "The right way", 0.0, 6e10, Provenance::Predicted),
                     number("paper", "Their device", 0.0, 3e10, Provenance::Published)};
    return result;
}

ExperimentResult rooflineResult()
{
    ExperimentResult result;
    result.points = {number("measured", "LayerNorm", 0.5, 2e10), number("measured", "softmax", 2.0, 6e10),
                     number("theory", "softmax", 2.0, 9e10, Provenance::Predicted)};
    result.points[1].movedX = 1.0;
    result.roofs = {{.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 6e10, .low = 6e10, .high = 6e10},
                    {.id = "bandwidth.l2", .kind = RoofKind::Bandwidth, .value = 3e11, .low = 3e11, .high = 3e11},
                    {.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 4e11, .low = 4e11, .high = 4e11}};
    return result;
}

ExperimentResult timelineResult()
{
    ExperimentResult result;
    result.lanes = {{.group = "wait-each",
                     .name = "host",
                     .spans = {{SpanKind::Launch, "submit", 0.0, 1e-6}, {SpanKind::Wait, "wait", 1e-6, 3e-6}}},
                    {.group = "wait-each",
                     .name = "thread 1",
                     .spans = {{SpanKind::Work, "kernel", 1e-6, 2e-6}, {SpanKind::Work, "kernel", 6e-6, 2e-6}}},
                    {.group = "graph",
                     .name = "host",
                     .spans = {{SpanKind::Launch, "submit", 0.0, 1e-6}, {SpanKind::Move, "copy", 4e-6, 2e-6}}}};
    return result;
}

ExperimentResult flameResult()
{
    ExperimentResult result;
    result.points = {number("measured", "call", 0.0, 100e-9), number("call", "look up", 0.0, 40e-9),
                     number("look up", "name", 0.0, 25e-9), number("call", "work", 0.0, 30e-9)};
    result.points[1].parent = "call";
    result.points[2].parent = "look up";
    result.points[3].parent = "call";
    return result;
}

/// Many nodes, some of them faulty, and one of those chosen.
std::unique_ptr<FleetChart> fleet()
{
    const std::map<std::size_t, NodeFault> faults = everyTwentieth(
        64, {NodeFault::LowPower, NodeFault::SlowMemory, NodeFault::Hangs});
    auto summary = std::make_shared<const FleetSummary>(
        summariseFleet(syntheticFleet(64, 1, faults, {.isOfGpus = true})));
    auto chart = std::make_unique<FleetChart>();
    const FleetRoof& first = summary->roofs.front();
    chart->setFleet(summary, fleetRows(*summary, first.device, first.deviceName, FleetRows::All));
    chart->choose(faults.begin()->first);
    return chart;
}

GalleryEntry experiment(const char* name, ExperimentInfo info, ExperimentResult result)
{
    const auto kept = std::make_shared<const ExperimentInfo>(std::move(info));
    const auto points = std::make_shared<const ExperimentResult>(std::move(result));
    struct Holding : ExperimentChart {
        std::shared_ptr<const ExperimentInfo> info;
    };
    return {QString::fromLatin1(name), [kept, points] {
                auto chart = std::make_unique<Holding>();
                chart->info = kept;
                chart->setExperiment(kept.get(), points);
                return chart;
            }};
}

std::vector<GalleryEntry> experiments()
{
    ExperimentInfo flame = infoOf(ExperimentChartKind::Flame, {"Time", "s", AxisScaleKind::Linear},
                                  {"Time", "s", AxisScaleKind::Linear});
    flame.plots[0].workSpan = "work";
    ExperimentInfo panels = infoOf(ExperimentChartKind::Lines, sizes, rates);
    panels.plots.push_back({.title = "Another plot", .x = sizes, .y = {"Share", "%", AxisScaleKind::Linear}});
    panels.plots.push_back(
        {.title = "A run", .x = {"Time", "s", AxisScaleKind::Linear}, .chart = ExperimentChartKind::Timeline});
    ExperimentResult three = linesResult();
    for (const double size : {16.0, 256.0, 4096.0}) {
        three.points.push_back(number("tiled", "", size, 0.1 * std::log2(size)));
        three.points.back().plot = 1;
    }
    for (TimelineLane& lane : three.lanes = timelineResult().lanes)
        lane.plot = 2;
    ExperimentInfo bySeries = infoOf(ExperimentChartKind::Bars, {}, {"Numbers", "/s", AxisScaleKind::PowersOfTen});
    bySeries.plots[0].isBySeries = true;
    bySeries.plots.push_back({.title = "Another plot", .x = sizes, .y = rates, .chart = ExperimentChartKind::Lines});
    ExperimentResult pairs;
    pairs.points = {number("A100", "moved", 0.0, 4e11, Provenance::Published),
                    number("A100", "computed", 0.0, 2e13, Provenance::Published),
                    number("here", "moved", 0.0, 1.7e10, Provenance::Predicted),
                    number("here", "computed", 0.0, 4.6e11, Provenance::Predicted),
                    number("here", "moved", 0.0, 1.5e10),
                    number("here", "computed", 0.0, 4.5e11)};
    ExperimentInfo sameRows = infoOf(ExperimentChartKind::Bars, {}, {"Speed-up", "x", AxisScaleKind::Linear});
    sameRows.plots.push_back(sameRows.plots[0]);
    ExperimentResult levers;
    for (const int plot : {0, 1})
        for (const auto& [label, gain] : {std::pair{"As it is", 1.0},
                                          {"Fuse deeper", plot == 0 ? 9.0 : 1.0},
                                          {"Launch as a graph", plot == 0 ? 1.0 : 2.0}}) {
            levers.points.push_back(number("measured", label, 0.0, gain));
            levers.points.back().plot = plot;
            levers.points.push_back(number("theory", label, 0.0, gain * 1.1, Provenance::Predicted));
            levers.points.back().plot = plot;
        }
    return {
        experiment("experiment-empty", panels, {}),
        experiment("experiment-by-series", std::move(bySeries), std::move(pairs)),
        experiment("experiment-same-rows", std::move(sameRows), std::move(levers)),
        experiment("experiment-lines", infoOf(ExperimentChartKind::Lines, sizes, rates), linesResult()),
        experiment("experiment-bars",
                   infoOf(ExperimentChartKind::Bars, {}, {"Bandwidth", "B/s", AxisScaleKind::PowersOfTen}),
                   barsResult()),
        experiment("experiment-roofline",
                   infoOf(ExperimentChartKind::Roofline, {"Intensity", "FLOP/B", AxisScaleKind::PowersOfTwo}, rates),
                   rooflineResult()),
        experiment("experiment-timeline",
                   infoOf(ExperimentChartKind::Timeline, {"Time", "s", AxisScaleKind::Linear}, {}), timelineResult()),
        experiment("experiment-flame", std::move(flame), flameResult()),
        experiment("experiment-panels", std::move(panels), std::move(three)),
    };
}

/// Each kind of mark that people put over a chart.
void mark(ChartWidget& chart, const Snapshot& snapshot, const Workload& cursor)
{
    const Workload slower = moved(cursor, AxisKind::Size, cursor.elements / 64);
    const auto sampleOf = [&](const Workload& workload) {
        const auto found = std::find_if(snapshot.samples.begin(), snapshot.samples.end(),
                                        [&](const Sample& each) { return each.workload == workload; });
        return found == snapshot.samples.end() ? nullptr : &*found;
    };
    chart.set(&ChartInput::pins,
              std::make_shared<const std::vector<Pin>>(std::vector{makePin("A", snapshot, slower, sampleOf(slower))}));
    std::vector<Workload> brushed;
    for (const Sample& sample : snapshot.samples)
        if (sample.workload.elements == cursor.elements && sample.workload.operationsPerElement >= 64
            && sample.workload.operationsPerElement <= 256)
            brushed.push_back(sample.workload);
    chart.set(&ChartInput::brushed, std::make_shared<const std::vector<Workload>>(std::move(brushed)));
    chart.set(&ChartInput::linked, moved(cursor, AxisKind::Operations, 32));
    if (const Sample* sample = sampleOf(cursor))
        chart.set(&ChartInput::probe, {{{moved(cursor, AxisKind::Operations, 4), sample->time * 0.7, 0.6},
                                        {cursor, sample->time * 1.3, 0.0}},
                                       0.25});
}

/// A guess over results that are hidden; in the plots' own pixels, so the chart was drawn before.
void guessAt(ChartWidget& chart, Concealed level)
{
    chart.set(&ChartInput::concealed, level);
    chart.flush();
    GuessMarks marks;
    const QList<QCPAxisRect*> rects = chart.axisRects();
    const QRectF plot(rects.first()->rect());
    marks.lines.resize(static_cast<std::size_t>(rects.size()));
    for (const double across : {0.1, 0.4, 0.6, 0.9})
        if (const auto place = chart.placeAt(plot.topLeft()
                                             + QPointF(plot.width() * across, plot.height() * (0.8 - across * 0.5))))
            marks.lines[0].push_back(*place);
    marks.place = chart.placeAt(plot.center());
    chart.set(&ChartInput::guess, marks);
    const bool isRow = dynamic_cast<const RegimeMapChart*>(&chart) != nullptr;
    chart.set(&ChartInput::asked, AskedPlace{isRow ? Qt::Vertical : Qt::Horizontal,
                                             isRow ? marks.place->y : marks.place->x, QStringLiteral("asked: 8 fma")});
}

void guess(ChartWidget& chart) { guessAt(chart, Concealed::Everything); }
void guessWithRoofs(ChartWidget& chart) { guessAt(chart, Concealed::ResultsAndBorder); }
void guessWithBorder(ChartWidget& chart) { guessAt(chart, Concealed::Results); }

/// The middle half of every axis.
void zoom(ChartWidget& chart)
{
    ChartRanges ranges = chart.axisRanges().current();
    const std::vector<QCPAxis*> axes = chart.axisRanges().axes();
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const QCPRange range = axes[i]->range();
        const double ratio = axes[i]->scaleType() == QCPAxis::stLogarithmic ? std::pow(range.upper / range.lower, 0.25)
                                                                            : 1.0;
        ranges.ranges[i] = ratio > 1.0 ? QCPRange(range.lower * ratio, range.upper / ratio)
                                       : QCPRange(range.lower + range.size() / 4.0, range.upper - range.size() / 4.0);
    }
    ranges.zoomed = true;
    chart.axisRanges().set(ranges);
}

} // namespace

std::unique_ptr<ChartWidget> GalleryEntry::shown(const Theme& theme, QSize size) const
{
    auto chart = make();
    chart->setTheme(theme);
    chart->resize(size);
    chart->setAttribute(Qt::WA_DontShowOnScreen);
    chart->show();
    chart->flush();
    if (finish) {
        finish(*chart);
        chart->flush();
        chart->replot();
    }
    return chart;
}

std::vector<GalleryEntry> gallery(const SnapshotPointer& snapshot, const Workload& cursor)
{
    const auto coarse = syntheticSnapshotPointer({.measuredFraction = 0.06});
    const auto other = syntheticSnapshotPointer({.slowdown = 1.4});
    WhatIf twice;
    twice.set("bandwidth.dram", 2.0);
    const SnapshotPointer whatIf = withWhatIf(*snapshot, twice);
    const auto with = [cursor](auto chart, const SnapshotPointer& data) {
        chart->set(&ChartInput::snapshot, data);
        chart->set(&ChartInput::cursor, cursor);
        chart->set(&ChartInput::selected, cursor);
        return chart;
    };
    const auto overlaid = [other](auto chart) {
        chart->set(&ChartInput::sessionName, QStringLiteral("first"));
        chart->set(&ChartInput::overlays, {{other, QStringLiteral("second, slower")}});
        return chart;
    };
    const auto roofline = [with](const SnapshotPointer& data) { return with(std::make_unique<RooflineChart>(), data); };
    const auto curves = [with](const SnapshotPointer& data) { return with(std::make_unique<CurvesChart>(), data); };
    const auto map = [with](MapView view, const SnapshotPointer& data, const IsoChoice& iso = {}) {
        auto chart = with(std::make_unique<RegimeMapChart>(), data);
        chart->setView(view);
        chart->setIsoLines(iso);
        return chart;
    };
    const auto marked = [snapshot, cursor](auto chart) {
        mark(*chart, *snapshot, cursor);
        return chart;
    };
    std::vector<GalleryEntry> all{
        {QStringLiteral("roofline"), [=] { return roofline(snapshot); }},
        {QStringLiteral("roofline-empty"), [=] { return roofline(nullptr); }},
        {QStringLiteral("roofline-overlay"), [=] { return overlaid(roofline(snapshot)); }},
        {QStringLiteral("roofline-marks"), [=] { return marked(roofline(snapshot)); }},
        {QStringLiteral("roofline-guess"), [=] { return roofline(snapshot); }, guess},
        {QStringLiteral("roofline-guess-roofs"), [=] { return roofline(snapshot); }, guessWithRoofs},
        {QStringLiteral("roofline-guess-border"), [=] { return roofline(snapshot); }, guessWithBorder},
        {QStringLiteral("roofline-what-if"), [=] { return roofline(whatIf); }},
        {QStringLiteral("roofline-zoomed"), [=] { return roofline(snapshot); }, zoom},
        {QStringLiteral("map"), [=] { return map(MapView::Regime, snapshot); }},
        {QStringLiteral("map-coarse"), [=] { return map(MapView::Regime, coarse); }},
        {QStringLiteral("map-empty"), [=] { return map(MapView::Regime, nullptr); }},
        {QStringLiteral("map-marks"), [=] { return marked(map(MapView::Regime, snapshot)); }},
        {QStringLiteral("map-guess"), [=] { return map(MapView::Regime, snapshot); }, guess},
        {QStringLiteral("map-guess-border"), [=] { return map(MapView::Regime, snapshot); }, guessWithBorder},
        {QStringLiteral("map-zoomed"), [=] { return map(MapView::Regime, snapshot); }, zoom},
        {QStringLiteral("map-residual"), [=] { return map(MapView::Residual, snapshot); }},
        {QStringLiteral("map-share"), [=] { return map(MapView::Share, snapshot); }},
        {QStringLiteral("map-roof"), [=] { return map(MapView::Roof, snapshot); }},
        {QStringLiteral("map-runtime"), [=] { return map(MapView::Runtime, snapshot); }},
        {QStringLiteral("map-lines"),
         [=] {
             return map(MapView::Regime, snapshot, {IsoLines::Runtime, Regime::Memory});
         }},
        {QStringLiteral("map-share-lines"),
         [=] {
             return map(MapView::Residual, snapshot, {IsoLines::Share, Regime::Compute});
         }},
        {QStringLiteral("map-difference"), [=] { return overlaid(map(MapView::Difference, snapshot)); }},
        {QStringLiteral("curves"), [=] { return curves(snapshot); }},
        {QStringLiteral("curves-overlay"), [=] { return overlaid(curves(snapshot)); }},
        {QStringLiteral("curves-marks"), [=] { return marked(curves(snapshot)); }},
        {QStringLiteral("curves-guess"), [=] { return curves(snapshot); }, guess},
        {QStringLiteral("curves-guess-roofs"), [=] { return curves(snapshot); }, guessWithRoofs},
        {QStringLiteral("curves-guess-border"), [=] { return curves(snapshot); }, guessWithBorder},
        {QStringLiteral("curves-size"),
         [=] {
             auto chart = curves(snapshot);
             chart->setSharedAxis(AxisKind::Size);
             return chart;
         }},
    };
    all.push_back({QStringLiteral("fleet"), [] { return fleet(); }});
    for (GalleryEntry& entry : experiments())
        all.push_back(std::move(entry));
    return all;
}

} // namespace ridgepoint::test
