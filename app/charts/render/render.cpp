// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/render.h"

#include "app/charts/data/describe.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/data/titles.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/render_options.h"
#include "core/session/csv.h"

#include <QFileInfo>

#include <cstdio>

namespace ridgepoint {
namespace {

constexpr int done = 0;
constexpr int badInput = 2;

struct Loaded {
    SnapshotPointer snapshot;
    QString name;
    QString created;
};

int fail(const Error& error)
{
    std::fprintf(stderr, "ridgepoint render: %s\n", errorMessage(error).toUtf8().constData());
    return badInput;
}

Error named(const Error& error, const QString& path)
{
    return {.kind = error.kind, .id = "render.session", .text = "%1: %2", .arguments = {path.toStdString(), error.message()}};
}

Result<Loaded> load(const QString& path)
{
    const auto session = readSession(path.toStdString());
    if (!session && session.error().kind == ErrorKind::Corrupt)
        return named(session.error(), path); // such a message names the place in a file, and several may have been given
    if (!session)
        return session.error();
    auto snapshot = snapshotFromSession(*session);
    if (!snapshot)
        return named(snapshot.error(), path);
    return Loaded{std::make_shared<const Snapshot>(std::move(*snapshot)), QFileInfo(path).completeBaseName(), QString::fromStdString(session->created)};
}

/// The place that the options name; what they leave open is taken from the plan, and the size from the largest that
/// was measured, because there memory means memory.
Result<Workload> cursorFor(const Snapshot& snapshot, const RenderOptions& options)
{
    Workload cursor = snapshot.plan.axes.empty() && !snapshot.samples.empty() ? snapshot.samples.front().workload : snapshot.plan.base;
    if (options.atOperation)
        cursor.operation = *options.atOperation;
    if (options.atPrecision)
        cursor.precision = *options.atPrecision;
    if (options.atLaunch)
        cursor.launchMode = *options.atLaunch;
    for (const Sample& sample : snapshot.samples)
        if (sample.workload.operation == cursor.operation && sample.workload.precision == cursor.precision)
            cursor.elements = std::max(cursor.elements, sample.workload.elements);
    cursor.elements = options.atSize.value_or(cursor.elements);
    cursor.operationsPerElement = options.atOperations.value_or(cursor.operationsPerElement);
    cursor.fusionDepth = options.atDepth.value_or(cursor.fusionDepth);
    if (auto checked = validate(cursor); !checked)
        return checked.error();
    return cursor;
}

std::unique_ptr<ChartWidget> makeChart(const RenderOptions& options, bool difference)
{
    if (options.chart == ChartKind::Roofline)
        return std::make_unique<RooflineChart>();
    if (options.chart == ChartKind::Curves) {
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

QString titleOf(const RenderOptions& options)
{
    if (options.chart == ChartKind::Roofline)
        return ChartWidget::tr("Roofline");
    return options.chart == ChartKind::Map ? ChartWidget::tr("Regime map") : ChartWidget::tr("Sweep");
}

QString noteOf(const RenderOptions& options, const Loaded& session, const Workload& cursor)
{
    if (options.chart == ChartKind::Map)
        return noteFor(*session.snapshot, cursor, std::nullopt);
    return noteFor(*session.snapshot, cursor, options.chart == ChartKind::Curves ? options.axis : AxisKind::Operations);
}

QString captionOf(const RenderOptions& options, const std::vector<Loaded>& sessions, const Workload& cursor)
{
    QString caption = titleOf(options) + QStringLiteral(". ");
    for (const Loaded& session : sessions) {
        caption += ChartWidget::tr("%1: %2, measured %3. ").arg(session.name, noteOf(options, session, cursor), session.created.isEmpty() ? ChartWidget::tr("at an unknown date") : session.created);
        for (const Roof& roof : session.snapshot->roofs.roofs)
            if (roof.id == "bandwidth.dram" || roof.id == computeRoofId(cursor.operation, cursor.precision))
                caption += ChartWidget::tr("%1: %2 %3 (%4). ").arg(roofWord(roof.id), Format().roofValue(roof), QString::fromUtf8(nameOf(roof.provenance).data()), QString::fromStdString(roof.method));
    }
    return caption + ChartWidget::tr("Times are 25th percentiles of repeated readings, warm and in place; regimes from the slopes of the logarithm of time along operations per element and size. Drawn by Ridgepoint.\n");
}

QString beside(const QString& output, const char* ending)
{
    const QFileInfo info(output);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QLatin1String(ending);
}

std::string sliceWords(const Workload& workload, const RegimeMapData& data)
{
    std::string words = std::string(nameOf(workload.precision)) + " " + std::string(nameOf(workload.operation)) + ", " + std::string(nameOf(workload.launchMode));
    if (data.xAxis != AxisKind::Depth && data.yAxis != AxisKind::Depth)
        words += ", depth " + std::to_string(workload.fusionDepth);
    return words;
}

/// "a line over ops", "one point".
std::string linesWords(const Snapshot& snapshot)
{
    const auto& axes = snapshot.plan.axes;
    return axes.empty() ? "one point" : "a line over " + std::string(nameOf(axes.front().kind));
}

/// A map needs two directions; a session may well hold less.
Error noMap(const Snapshot& snapshot)
{
    constexpr const char* measured = "ridgepoint-bench sweep --ops 1..1024:33 --size 4Ki..128Mi:33 -o map.ridge";
    if (snapshot.samples.empty())
        return {ErrorKind::InvalidInput, "render.no-samples", "The session holds roofs and no samples, so there is no map; draw --chart roofline, or measure a map with %1.", {measured}};
    const std::string axis(snapshot.plan.axes.empty() ? nameOf(AxisKind::Operations) : nameOf(snapshot.plan.axes.front().kind));
    return {ErrorKind::InvalidInput, "render.no-map", "The session holds %1, and a map needs two directions; draw --chart curves --x %2, or measure a map with %3.",
            {linesWords(snapshot), axis, measured}};
}

/// A map without samples at the cursor shows the plan's own slice, so that a window is never blank while new samples
/// are on their way. None are on their way here, and a picture must not carry another slice's name.
Result<void> checkSlice(const Snapshot& snapshot, const Workload& cursor)
{
    const RegimeMapData data = regimeMapData(snapshot, cursor);
    if (data.cells.empty() || snapshot.samples.empty())
        return noMap(snapshot);
    const std::string wanted = sliceWords(cursor, data);
    const std::string shown = sliceWords(data.base, data);
    if (wanted == shown)
        return {};
    return Error{ErrorKind::InvalidInput, "render.no-such-slice",
                 "The session's map has no samples of %1; leave --at out for that of %2, or measure it with ridgepoint-bench sweep.", {wanted, shown}};
}

Result<void> writeAll(const RenderOptions& options, const std::vector<Loaded>& sessions)
{
    const auto cursor = cursorFor(*sessions.front().snapshot, options);
    if (!cursor)
        return cursor.error();
    if (options.chart == ChartKind::Map)
        if (auto there = checkSlice(*sessions.front().snapshot, *cursor); !there)
            return there;
    const auto chart = makeChart(options, options.chart == ChartKind::Map && sessions.size() == 2);
    chart->setCursor(*cursor);
    chart->setSnapshot(sessions.front().snapshot);
    chart->setTitle(titleOf(options), noteOf(options, sessions.front(), *cursor));
    chart->setEmptyText(ChartWidget::tr("The session holds no samples of this workload."));
    if (sessions.size() > 1) {
        std::vector<Overlay> overlays;
        for (std::size_t i = 1; i < sessions.size(); ++i)
            overlays.push_back({sessions[i].snapshot, sessions[i].name});
        chart->setSessionName(sessions.front().name);
        chart->setOverlays(std::move(overlays));
    }
    chart->flush();
    if (auto written = chart->exportTo(options.output, options.file); !written)
        return written;
    if (options.writeData)
        if (auto written = writeTextFile(chart->dataCsv(), beside(options.output, ".csv").toStdString()); !written)
            return written;
    if (options.writeCaption)
        return writeTextFile(captionOf(options, sessions, *cursor).toStdString(), beside(options.output, ".txt").toStdString());
    return {};
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
    std::vector<Loaded> sessions;
    for (const QString& path : options->sessions) {
        auto loaded = load(path);
        if (!loaded)
            return fail(loaded.error());
        sessions.push_back(std::move(*loaded));
    }
    const auto written = writeAll(*options, sessions);
    return written ? done : fail(written.error());
}

} // namespace ridgepoint
