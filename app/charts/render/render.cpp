// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/render.h"

#include "app/charts/data/caption.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/report.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/render_options.h"
#include "app/charts/render/render_sources.h"
#include "app/charts/render/report_files.h"
#include "app/charts/style/texts.h"
#include "core/session/text_file.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

namespace ridgepoint {
namespace {

constexpr int done = 0;
constexpr int badInput = 2;

int fail(const Error& error)
{
    std::fprintf(stderr, "ridgepoint render: %s\n", errorMessage(error).toUtf8().constData());
    return badInput;
}

std::unique_ptr<ChartWidget> makeChart(ChartKind kind, const RenderOptions& options, bool difference)
{
    if (kind == ChartKind::Roofline)
        return std::make_unique<RooflineChart>();
    if (kind == ChartKind::Curves) {
        auto curves = std::make_unique<CurvesChart>();
        curves->setSharedAxis(options.axis);
        return curves;
    }
    auto map = std::make_unique<RegimeMapChart>();
    map->setView(difference ? MapView::Difference : options.map.view);
    map->setShareRegime(options.map.share);
    map->setIsoLines(options.iso);
    return map;
}

/// Shows the first source in the chart and the others beside it.
void show(ChartWidget& chart, const std::vector<RenderSource>& sources, const Workload& cursor, bool withPins)
{
    const bool isMap = qobject_cast<const RegimeMapChart*>(&chart) != nullptr;
    ChartInput input{.snapshot = sources.front().cells, .cursor = cursor};
    input.emptyText = ChartWidget::tr("The session has no samples of this workload.");
    if (withPins)
        input.pins = sources.front().pins;
    for (std::size_t i = 1; i < sources.size(); ++i) {
        input.sessionName = sources.front().name;
        // With a device's own name roofline and curves say where its line is of other work.
        if (isMap)
            input.overlays.push_back({sources[i].cells, sources[i].name});
        else
            input.overlays.push_back({sources[i].lines, sources[i].name, sources[i].device});
    }
    chart.setInput(std::move(input));
}

QString titleOf(const ChartWidget& chart)
{
    if (const auto* map = qobject_cast<const RegimeMapChart*>(&chart))
        return titleOf(map->choice());
    return qobject_cast<const RooflineChart*>(&chart) != nullptr ? ChartWidget::tr("Roofline")
                                                                 : ChartWidget::tr("Sweep");
}

QString noteOf(ChartKind kind, const RenderOptions& options, const RenderSource& session, const Workload& cursor)
{
    if (kind == ChartKind::Map)
        return noteFor(*session.cells, cursor, std::nullopt);
    return noteFor(*session.cells, cursor, kind == ChartKind::Curves ? options.axis : AxisKind::Operations);
}

QString captionOf(const ChartWidget& chart, const RenderOptions& options, const std::vector<RenderSource>& sources,
                  const Workload& cursor)
{
    const RenderSource& first = sources.front();
    const auto* map = qobject_cast<const RegimeMapChart*>(&chart);
    const auto* curves = qobject_cast<const CurvesChart*>(&chart);
    CaptionSubject subject{.chart = titleOf(chart),
                           .snapshot = first.cells,
                           .cursor = cursor,
                           .along = curves != nullptr ? options.axis : AxisKind::Operations,
                           .coloursRegimes = map != nullptr && map->choice().view == MapView::Regime,
                           .hasStars = qobject_cast<const RooflineChart*>(&chart) != nullptr,
                           .created = first.created,
                           .program = programOf(first.environment),
                           .origin = first.origin};
    if (map != nullptr)
        subject.along.reset();
    const auto* roofline = qobject_cast<const RooflineChart*>(&chart);
    for (std::size_t i = 1; i < sources.size(); ++i) {
        QStringList words{sources[i].name};
        if (roofline != nullptr)
            words += differenceWords(roofline->data().series.at(i).line, roofline->data().line, AxisKind::Operations,
                                     Format());
        else if (curves != nullptr)
            words += differenceWords(curves->data().series.at(i).line, curves->data().line, options.axis, Format());
        subject.compared << words.join(betweenParts);
        subject.beside.push_back({sources[i].lines->device, sources[i].lines->provenance});
    }
    return captionOf(subject);
}

/// What a report says, of the first source with the others beside it, but for its experiments.
ReportSubject subjectOf(const RenderOptions& options, const std::vector<RenderSource>& sources, const Workload& cursor)
{
    const RenderSource& first = sources.front();
    ReportSubject subject{.snapshot = first.cells,
                          .cursor = cursor,
                          .point = cursor,
                          .along = options.axis,
                          .pins = first.pins,
                          .compared = {},
                          .measured = first.measured,
                          .environment = first.environment,
                          .session = first.name,
                          .created = first.created,
                          .origin = first.origin,
                          .notes = first.notes,
                          .experiments = {},
                          .parts = options.parts};
    if (first.cells->provenance != Provenance::Measured)
        subject.session.clear(); // it is no session
    if (!options.withPins)
        subject.pins = std::make_shared<const std::vector<Pin>>();
    for (std::size_t i = 1; i < sources.size(); ++i)
        if (!sources[i].lines->samples.empty()
            || !sources[i].lines->roofs.roofs.empty()) // else it has experiments to report and nothing to lay beside
            subject.compared.push_back({sources[i].name, sources[i].lines, sources[i].origin});
    return subject;
}

/// A page of the roofline with its roofs as a table.
Result<void> writePage(const RenderOptions& options, const std::vector<RenderSource>& sources, const Workload& cursor,
                       const ChartWidget& chart, const QString& caption)
{
    const ReportChart picture{&chart, titleOf(chart), noteOf(options.chart, options, sources.front(), cursor), caption};
    const auto html = chartPageHtml(
        rooflineReport(subjectOf(options, sources, cursor), QDateTime::currentDateTimeUtc(), Format()), picture,
        options.file);
    if (!html)
        return html.error();
    return writeTextFile({html->constData(), static_cast<std::size_t>(html->size())}, options.output.toStdString());
}

Result<void> writeChart(const RenderOptions& options, const std::vector<RenderSource>& sources, const Workload& cursor)
{
    const RenderSource& first = sources.front();
    const bool isMap = options.chart == ChartKind::Map;
    if (isMap)
        if (auto there = checkSlice(*first.cells, cursor); !there)
            return there;
    const auto chart = makeChart(options.chart, options, sources.size() == 2);
    show(*chart, sources, cursor, options.withPins);
    const auto* map = qobject_cast<const RegimeMapChart*>(chart.get());
    chart->set(&ChartInput::title, map != nullptr ? map->title() : titleOf(*chart));
    chart->set(&ChartInput::note, noteOf(options.chart, options, first, cursor));
    if (options.chart == ChartKind::Roofline && options.atOperations)
        chart->set(&ChartInput::selected, cursor); // the point that is named, with its levels of memory
    chart->flush();                                // of a map the caption says what is drawn
    const QString caption = captionOf(*chart, options, sources, cursor);
    if (!options.writesPage())
        return writeWithSides(*chart, options, caption);
    const auto written = writePage(options, sources, cursor, *chart, caption);
    return written ? writeSides(*chart, options, caption) : written;
}

/// Whether a chart of a report would show anything: a session may be of a line, of roofs alone, or of experiments,
/// whose own charts say more than a roofline without points.
bool hasSomethingOf(ChartKind kind, const std::vector<RenderSource>& sources, const Workload& cursor)
{
    const Snapshot& first = *sources.front().cells;
    if (kind == ChartKind::Map)
        return checkSlice(first, cursor).ok();
    const bool hasSamples = std::any_of(sources.begin(), sources.end(),
                                        [](const RenderSource& source) { return !source.lines->samples.empty(); });
    return hasSamples
        || (kind == ChartKind::Roofline && (sources.front().experiments.empty() || !first.kernels->all->empty()));
}

/// The report of the first source, with the others beside it in its charts, and of the experiments of all of them.
Result<void> writeReport(const RenderOptions& options, const std::vector<RenderSource>& sources, const Workload& cursor)
{
    const RenderSource& first = sources.front();
    std::vector<std::unique_ptr<ChartWidget>> charts;
    std::vector<ReportChart> pages;
    for (const ChartKind kind : {ChartKind::Roofline, ChartKind::Map, ChartKind::Curves}) {
        if (!hasSomethingOf(kind, sources, cursor))
            continue;
        charts.push_back(makeChart(kind, options, false)); // the map of a report is the device's own
        show(*charts.back(), sources, cursor, options.withPins);
        charts.back()->flush();
        pages.push_back({charts.back().get(), titleOf(*charts.back()), noteOf(kind, options, first, cursor),
                         captionOf(*charts.back(), options, sources, cursor)});
    }
    ReportSubject subject = subjectOf(options, sources, cursor);
    subject.experiments = gatheredExperiments(sources);
    return exportReport(labReport(subject, QDateTime::currentDateTimeUtc(), Format()), pages, options.output,
                        options.file.theme);
}

Result<void> writeAll(const RenderOptions& options, const std::vector<RenderSource>& sources)
{
    const auto cursor = cursorFor(sources.front(), options);
    if (!cursor)
        return cursor.error();
    return options.chart == ChartKind::Report ? writeReport(options, sources, *cursor)
                                              : writeChart(options, sources, *cursor);
}

} // namespace

int renderMain(const QStringList& arguments)
{
    const auto options = parseRenderOptions(arguments);
    if (!options)
        return fail(options.error());
    if (options->help) {
        std::fputs(renderHelp().toUtf8().constData(), stdout);
        return done;
    }
    if (options->devices.contains(QLatin1String("list"))) {
        std::fputs(shippedDeviceLines().toUtf8().constData(), stdout);
        return done;
    }
    if (options->chart == ChartKind::Experiment) {
        const auto drawn = renderExperiment(*options);
        return drawn ? done : fail(drawn.error());
    }
    if (options->chart == ChartKind::Fleet) {
        const auto drawn = renderFleet(*options);
        return drawn ? done : fail(drawn.error());
    }
    if (options->chart == ChartKind::Lesson) {
        const auto skipped = renderLesson(*options);
        if (!skipped)
            return fail(skipped.error());
        for (const std::string& file : *skipped)
            std::fprintf(stderr, "ridgepoint render: skipped %s\n", file.c_str());
        return done;
    }
    const auto sources = renderSources(*options);
    if (!sources)
        return fail(sources.error());
    const auto written = writeAll(*options, *sources);
    return written ? done : fail(written.error());
}

} // namespace ridgepoint
