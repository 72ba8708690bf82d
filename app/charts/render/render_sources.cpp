// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/render/render_sources.h"

#include "app/charts/data/caption.h"
#include "app/charts/data/lever_list.h"
#include "app/charts/data/pin.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/data/report.h"
#include "app/charts/data/regime_map_data.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/class_chart.h"
#include "app/charts/draw/experiment_chart.h"
#include "app/charts/draw/fleet_chart.h"
#include "app/charts/style/texts.h"
#include "core/experiment/registry.h"
#include "core/fleet/fleet_folder.h"
#include "core/fleet/fleet_words.h"
#include "core/session/session.h"
#include "core/session/text_file.h"

#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace ridgepoint {
namespace {

Error named(const Error& error, const QString& path)
{
    return {.kind = error.kind,
            .id = "render.session",
            .text = "%1: %2",
            .arguments = {path.toStdString(), error.message()}};
}

/// "utilisation, launch-modes", each once.
std::string experimentIds(const Session& session)
{
    std::vector<std::string> ids;
    std::string words;
    for (const ExperimentResult& result : session.experiments) {
        if (std::find(ids.begin(), ids.end(), result.id) != ids.end())
            continue;
        ids.push_back(result.id);
        words += (words.empty() ? "" : ", ") + result.id;
    }
    return words;
}

/// Why nothing comes of a session without samples and roofs, by what it does hold and what was asked for.
Error noSweep(const Session& session, const RenderOptions& options)
{
    constexpr const char* measured = "ridgepoint-bench sweep";
    const bool isReport = options.chart == ChartKind::Report;
    if (session.experiments.empty() && isReport)
        return {ErrorKind::Unavailable,
                "render.nothing",
                "The session has no samples, roofs or experiments; measure with %1 or ridgepoint-bench experiment "
                "first.",
                {measured}};
    if (session.experiments.empty())
        return {ErrorKind::Unavailable,
                "render.nothing",
                "The session has neither samples nor roofs; measure with %1 first.",
                {measured}};
    const std::string ids = experimentIds(session);
    return {ErrorKind::Unavailable,
            "render.experiments-alone",
            "The session has experiments (%1) but neither samples nor roofs; draw one with --chart %2, all of them "
            "with --chart report, or measure with %3 first.",
            {ids, session.experiments.back().id, measured}};
}

/// Whether two sessions, one the copy of the other, hold the same run; without its date nothing tells.
bool isSameRun(const ExperimentResult& a, const ExperimentResult& b)
{
    return !a.created.empty() && a.created == b.created && a.id == b.id && a.device == b.device
        && a.deviceName == b.deviceName && a.threads == b.threads && a.parameters == b.parameters
        && a.points == b.points;
}

/// The device that the window looked at, where the session has samples of it; else empty.
std::string viewedDevice(const Session& session)
{
    const std::string id = deviceOfView(session.viewJson);
    const auto isOfIt = [&](const Sample& sample) { return sample.device == id; };
    return std::any_of(session.samples.begin(), session.samples.end(), isOfIt) ? id : std::string();
}

/// Whether there are kernels of the user's own, and nothing of a device that they could be drawn under.
bool isOfKernelsAlone(const Session& session, const RenderOptions& options)
{
    const bool hasRoofs = std::ranges::any_of(session.roofs, [](const RoofSet& set) { return !set.roofs.empty(); });
    const bool reportsOthers = options.chart == ChartKind::Report && !session.experiments.empty();
    return !session.ownKernels.empty() && session.samples.empty() && !hasRoofs && !reportsOthers;
}

/// Puts kernels of sessions that hold nothing else under the roofs of the first of the others.
Result<void> addKernels(std::vector<RenderSource>& sources, const std::vector<OwnKernel>& kernels,
                        const RenderOptions& options)
{
    const std::string session = options.sessions.front().toStdString();
    if (options.chart == ChartKind::Map || options.chart == ChartKind::Curves)
        return Error{
            ErrorKind::InvalidInput,
            "render.kernels-in-map",
            "Your own kernels are drawn in a roofline alone; give --chart roofline, or leave their session out.",
            {}};
    if (sources.empty())
        return Error{ErrorKind::Unavailable,
                     "render.kernels-alone",
                     "%1 has your own kernels but no roofs to draw them under; name a device with --device, such as %2 "
                     "(--device list lists all), or a session with the roofs of the machine, which %3 writes.",
                     {session, std::string(offeredDevice), "ridgepoint-bench roofs --device cpu -o roofs.ridge"}};
    RenderSource& first = sources.front();
    Snapshot snapshot = *first.cells;
    if (snapshot.roofs.roofs.empty())
        return Error{ErrorKind::Unavailable,
                     "render.kernels-without-roofs",
                     "%1 has no roofs to draw the kernels of %2 under; name first a session that has roofs.",
                     {first.name.toStdString(), session}};
    snapshot.content = 0;
    std::vector<OwnKernel> all = *snapshot.kernels->all;
    all.insert(all.end(), kernels.begin(), kernels.end());
    snapshot.kernels = kernelList(std::move(all));
    first.lines = first.cells = std::make_shared<const Snapshot>(std::move(snapshot));
    return {};
}

Result<RenderSource> sessionSource(const QString& path, Session session, const RenderOptions& options)
{
    const bool reportsExperiments = options.chart == ChartKind::Report;
    auto snapshot = snapshotFromSession(session, viewedDevice(session));
    if (!snapshot && reportsExperiments && !session.experiments.empty())
        snapshot = snapshotOfExperiments(session);
    if (!snapshot)
        return named(noSweep(session, options), path);
    RenderSource source;
    source.lines = source.cells = std::make_shared<const Snapshot>(std::move(*snapshot));
    source.name = QFileInfo(path).completeBaseName();
    source.created = QString::fromStdString(session.created);
    source.viewJson = session.viewJson;
    source.pins = std::make_shared<const std::vector<Pin>>(pinsOfView(session.viewJson));
    source.measured = measuredDevices(session);
    source.environment = session.environment;
    source.notes = QString::fromStdString(session.notes);
    if (reportsExperiments)
        source.experiments = session.experiments;
    return source;
}

/// What the options say of the workload, over that of a plan.
Workload requestedWorkload(Workload workload, const RenderOptions& options)
{
    workload.operation = options.atOperation.value_or(workload.operation);
    workload.precision = options.atPrecision.value_or(workload.precision);
    workload.launchMode = options.atLaunch.value_or(workload.launchMode);
    return workload;
}

Result<RenderSource> deviceSource(const QString& id, const RenderOptions& options, const Snapshot* beside)
{
    const ReferencePointer device = referenceOf(id.toStdString(), shippedDevices());
    if (!device)
        return Error{ErrorKind::InvalidInput,
                     "render.device",
                     "There is no device %1; ridgepoint render --device list lists the devices.",
                     {id.toStdString()}};
    RenderSource source;
    const auto provenance = nameOf(device->provenance);
    source.device = QString::fromStdString(device->device.name);
    source.name = QStringLiteral("%1 (%2)").arg(source.device,
                                                QLatin1String(provenance.data(), static_cast<int>(provenance.size())));
    source.origin = QString::fromStdString(device->source);
    Workload requested = requestedWorkload(beside != nullptr ? beside->plan.base : Workload{}, options);
    requested.fusionDepth = std::min(requested.fusionDepth, requested.chainLength);
    if (beside != nullptr && !beside->plan.axes.empty()) {
        Plan plan = beside->plan;
        plan.base = requested;
        ReferenceViews views = referenceViews(*device, plan);
        source.lines = std::move(views.lines);
        source.cells = std::move(views.cells);
    } else {
        source.lines = source.cells = std::make_shared<const Snapshot>(
            referenceSnapshot(*device, referencePlan(*device, requested), device->roofs));
    }
    if (source.cells->samples.empty())
        return Error{
            ErrorKind::InvalidInput,
            "render.no-prediction",
            "The roofs of %1 do not cover %2 %3; leave --at out, or choose another operation or precision.",
            {device->device.name, std::string(nameOf(requested.precision)), std::string(nameOf(requested.operation))}};
    return source;
}

/// Where the window looked; nothing where it kept no view, or looked at a row without samples: it shows other cells
/// while its own are on their way.
std::optional<Workload> viewedWorkload(const RenderSource& source, const RenderOptions& options)
{
    if (source.viewJson.empty())
        return std::nullopt;
    const Snapshot& snapshot = *source.cells;
    const Workload place = requestedWorkload(placeOfView(source.viewJson, snapshot.plan.base), options);
    const auto isOnRow = [&](const Sample& sample) {
        Workload moved = sample.workload;
        moved.operationsPerElement = place.operationsPerElement;
        return moved == place;
    };
    return std::any_of(snapshot.samples.begin(), snapshot.samples.end(), isOnRow) ? std::optional(place) : std::nullopt;
}

std::string sliceWords(const Workload& workload, const RegimeMapData& data)
{
    std::string words = std::string(nameOf(workload.precision)) + " " + std::string(nameOf(workload.operation)) + ", "
                      + std::string(nameOf(workload.launchMode));
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
        return {ErrorKind::InvalidInput,
                "render.no-samples",
                "The session has roofs but no samples, so there is no map; draw --chart roofline, or measure a map "
                "with %1.",
                {measured}};
    const std::string axis(snapshot.plan.axes.empty() ? nameOf(AxisKind::Operations)
                                                      : nameOf(snapshot.plan.axes.front().kind));
    return {ErrorKind::InvalidInput,
            "render.no-map",
            "The session has %1, but a map needs two axes; draw --chart curves --x %2, or measure a map with %3.",
            {linesWords(snapshot), axis, measured}};
}

} // namespace

Result<std::vector<RenderSource>> renderSources(const RenderOptions& options)
{
    std::vector<RenderSource> sources;
    std::vector<OwnKernel> kernels;
    for (const QString& path : options.sessions) {
        auto session = readSession(path.toStdString());
        if (!session)
            return inFile(path.toStdString(), session.error()); // several may have been given
        if (isOfKernelsAlone(*session, options)) {
            kernels.insert(kernels.end(), session->ownKernels.begin(), session->ownKernels.end());
            continue;
        }
        auto source = sessionSource(path, std::move(*session), options);
        if (!source)
            return source.error();
        sources.push_back(std::move(*source));
    }
    for (const QString& id : options.devices) {
        auto source = deviceSource(id, options, sources.empty() ? nullptr : sources.front().cells.get());
        if (!source)
            return source.error();
        sources.push_back(std::move(*source));
    }
    if (!kernels.empty())
        if (auto added = addKernels(sources, kernels, options); !added)
            return added.error();
    return sources;
}

std::vector<ExperimentResult> gatheredExperiments(const std::vector<RenderSource>& sources)
{
    std::vector<ExperimentResult> all;
    for (const RenderSource& source : sources)
        for (const ExperimentResult& result : source.experiments)
            if (std::none_of(all.begin(), all.end(),
                             [&](const ExperimentResult& other) { return isSameRun(other, result); }))
                all.push_back(result);
    // A single file has them in the order in which they were measured, with or without their dates.
    if (std::count_if(sources.begin(), sources.end(),
                      [](const RenderSource& source) { return !source.experiments.empty(); })
        > 1)
        std::stable_sort(all.begin(), all.end(),
                         [](const ExperimentResult& a, const ExperimentResult& b) { return a.created < b.created; });
    return all;
}

Result<Workload> cursorFor(const RenderSource& source, const RenderOptions& options)
{
    const Snapshot& snapshot = *source.cells;
    Workload cursor = requestedWorkload(snapshot.plan.axes.empty() && !snapshot.samples.empty()
                                            ? snapshot.samples.front().workload
                                            : snapshot.plan.base,
                                        options);
    if (snapshot.samples.empty() && snapshot.plan.axes.empty()) { // roofs alone: of a tensor that no cache holds
        cursor.threads = snapshot.roofs.threads;
        cursor.elements = largestElements(snapshot.device, &snapshot.roofs, cursor.precision);
    }
    if (const auto viewed = viewedWorkload(source, options)) {
        cursor = *viewed;
    } else {
        for (const Sample& sample : snapshot.samples)
            if (sample.workload.operation == cursor.operation && sample.workload.precision == cursor.precision)
                cursor.elements = std::max(cursor.elements, sample.workload.elements);
    }
    cursor.elements = options.atSize.value_or(cursor.elements);
    cursor.operationsPerElement = options.atOperations.value_or(cursor.operationsPerElement);
    cursor.fusionDepth = options.atDepth.value_or(cursor.fusionDepth);
    if (auto checked = validate(cursor); !checked)
        return checked.error();
    return cursor;
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
    return Error{ErrorKind::InvalidInput,
                 "render.no-such-slice",
                 "The session's map has no samples of %1; leave --at out for that of %2, or measure it with "
                 "ridgepoint-bench sweep.",
                 {wanted, shown}};
}

QString shippedDeviceLines()
{
    QString lines;
    for (const ReferencePointer& device : shippedDevices())
        lines += QStringLiteral("%1  %2\n")
                     .arg(QString::fromStdString(device->device.id).leftJustified(34),
                          QString::fromStdString(device->device.name));
    return lines;
}

QString besideFile(const QString& output, const char* ending)
{
    const QFileInfo info(output);
    return info.path() + QLatin1Char('/') + info.completeBaseName() + QLatin1String(ending);
}

Result<void> renderExperiment(const RenderOptions& options)
{
    const ExperimentDefinition& experiment = *findExperiment(options.experiment);
    auto session = readSession(options.sessions.front().toStdString());
    if (!session)
        return inFile(options.sessions.front().toStdString(), session.error());
    const auto found = std::find_if(session->experiments.rbegin(), session->experiments.rend(),
                                    [&](const ExperimentResult& one) { return one.id == options.experiment; });
    if (found == session->experiments.rend())
        return Error{
            ErrorKind::Unavailable,
            "render.no-such-experiment",
            "The session %1 has no result of the experiment %2; measure one with ridgepoint-bench experiment %2.",
            {options.sessions.front().toStdString(), options.experiment}};
    const auto result = std::make_shared<const ExperimentResult>(std::move(*found));
    ExperimentChart chart;
    chart.setExperiment(&experiment.info(), result);
    chart.set(&ChartInput::title, catalogueWords(experiment.info().title));
    chart.set(&ChartInput::note, QString::fromStdString(result->deviceName));
    return writeWithSides(chart, options, captionOf(experiment.info(), *result, programOf(session->environment)));
}

Result<std::vector<std::string>> renderLesson(const RenderOptions& options)
{
    auto gathered = gatherAnswers(options.sessions.front().toStdString());
    if (!gathered)
        return gathered.error();
    std::vector<LessonClass> classes = classesOf(gathered->answers);
    std::string ids;
    for (const LessonClass& group : classes)
        ids += (ids.empty() ? "" : ", ") + group.lesson;
    if (classes.empty())
        return noAnswersIn(options.sessions.front().toStdString(), *gathered);
    if (options.lesson.isEmpty() && classes.size() > 1)
        return Error{ErrorKind::InvalidInput,
                     "render.several-lessons",
                     "The folder %1 has answers to several lessons; choose one with --lesson: %2.",
                     {options.sessions.front().toStdString(), ids}};
    const auto wanted = options.lesson.isEmpty()
                          ? classes.begin()
                          : std::find_if(classes.begin(), classes.end(), [&](const LessonClass& group) {
                                return group.lesson == options.lesson.toStdString();
                            });
    if (wanted == classes.end())
        return Error{ErrorKind::Unavailable,
                     "render.no-such-lesson",
                     "The folder %1 has no answers to the lesson %2; it has some to %3.",
                     {options.sessions.front().toStdString(), options.lesson.toStdString(), ids}};
    const Format format;
    ClassChart chart;
    chart.setClass(*wanted, gathered->skipped.size());
    chart.set(&ChartInput::title, text(wanted->title.empty() ? wanted->lesson : wanted->title));
    chart.set(&ChartInput::note, noteOf(*wanted, format));
    if (const auto written = writeWithSides(chart, options, captionOf(*wanted, format)); !written)
        return written.error();
    return std::move(gathered->skipped);
}

Result<void> renderFleet(RenderOptions options)
{
    constexpr double rowPixels = 24.0;
    constexpr double aroundRows = 110.0; ///< title and axis
    const auto folder = readFleetFolder(options.sessions.front().toStdString());
    if (!folder)
        return folder.error();
    const auto fleet = std::make_shared<const FleetSummary>(summariseFleet(folder->nodes));
    const std::string wanted = options.devices.value(0).toStdString();
    const auto first = std::ranges::find_if(
        fleet->roofs, [&](const FleetRoof& over) { return wanted.empty() || over.device == wanted; });
    if (first == fleet->roofs.end())
        return Error{
            ErrorKind::Unavailable,
            "render.no-roofs-of-fleet",
            "No node in %1 has roofs%2; name a device of theirs, or measure roofs with ridgepoint-bench fleet.",
            {options.sessions.front().toStdString(), wanted.empty() ? wanted : " of " + wanted}};
    FleetChart chart;
    chart.setFleet(fleet, fleetRows(*fleet, first->device, first->deviceName, FleetRows::All));
    if (!options.hasHeight)
        options.file.size.setHeight(
            std::max(options.file.size.height(), static_cast<double>(chart.rows().size()) * rowPixels + aroundRows));
    chart.set(&ChartInput::title, text(first->device) + betweenParts + text(first->deviceName));
    chart.set(&ChartInput::note, QString::fromStdString(headlineOf(*fleet)));
    return writeWithSides(chart, options, captionOf(*fleet));
}

Result<void> writeWithSides(ChartWidget& chart, const RenderOptions& options, const QString& caption)
{
    chart.flush();
    ExportOptions file = options.file;
    file.caption = caption;
    const auto written = chart.exportTo(options.output, file);
    return written ? writeSides(chart, options, caption) : written;
}

Result<void> writeSides(const ChartWidget& chart, const RenderOptions& options, const QString& caption)
{
    if (options.writeData)
        if (auto written = writeTextFile(chart.dataCsv(), besideFile(options.output, ".csv").toStdString()); !written)
            return written;
    if (options.writeCaption)
        return writeTextFile(caption.toStdString() + '\n', besideFile(options.output, ".txt").toStdString());
    return {};
}

} // namespace ridgepoint
