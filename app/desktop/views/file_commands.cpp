// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/file_commands.h"

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/caption.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/report.h"
#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/report_files.h"
#include "app/charts/style/texts.h"
#include "app/charts/style/theme.h"
#include "app/desktop/base/save_dialog.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/export_dialog.h"
#include "app/desktop/views/sample_table.h"
#include "core/model/result.h"
#include "core/session/csv.h"
#include "core/session/roof_export.h"
#include "core/session/text_file.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSize>
#include <QString>
#include <QTableView>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace ridgepoint {
namespace {

/// What a report tells of: the window's parts, and the lever that was tried.
struct ReportedWindow {
    const LiveSession& session;
    const SnapshotFeed& feed;
    const SessionStore& store;
    const ChartArea& charts;
    std::optional<TriedLever> tried{};
    std::function<std::optional<Guess>(const ExperimentResult&)> guesses{};
};

/// Whether anything was measured of what the charts show, or is known of a device that is only looked at.
bool hasSweep(const ChartArea& charts)
{
    const SnapshotPointer snapshot = charts.map()->input().snapshot;
    return snapshot && charts.roofline()->input().snapshot && charts.curves()->input().snapshot
        && !(snapshot->samples.empty() && snapshot->roofs.roofs.empty());
}

/// Experiments are the session's, and a device that is only looked at was no part of it.
bool isReference(const LiveSession& session, const ChartArea& charts)
{
    const SnapshotPointer snapshot = charts.map()->input().snapshot;
    return snapshot && session.reference(snapshot->device.id);
}

/// Why a report of what the window shows can have no experiments; empty where it can.
QString whyNoExperiments(const ReportedWindow& window)
{
    if (window.feed.experiments().empty())
        return tr("This session has no experiments; the Experiments menu runs them.");
    return isReference(window.session, window.charts)
             ? tr("Reports of this reference device have no experiments; choose a device of the session.")
             : QString();
}

/// Stands for the sweep of a session of experiments alone; without those of a locked picture's future.
SnapshotPointer withoutSweep(const ReportedWindow& window)
{
    Session frame = window.session.frame();
    frame.experiments = window.feed.experiments();
    Snapshot snapshot = snapshotOfExperiments(frame);
    snapshot.kernels = chosenAnew(*snapshot.kernels, window.feed.kernelChoice());
    return std::make_shared<const Snapshot>(std::move(snapshot));
}

/// What was measured comes from the charts and their feed: while the picture is locked the session goes on without
/// them.
ReportSubject subjectOf(const ReportedWindow& window, const ReportParts& parts)
{
    const auto& [session, feed, store, charts, tried, guesses] = window;
    const ChartWidget& roofline = *charts.roofline();
    ReportSubject subject;
    subject.parts = parts;
    if (whyNoExperiments(window).isEmpty())
        subject.experiments = feed.experiments();
    subject.snapshot = hasSweep(charts) ? charts.map()->input().snapshot : withoutSweep(window);
    subject.cursor = roofline.input().cursor;
    subject.point = roofline.input().point();
    subject.lookup = feed.lookup(subject.snapshot->plan.device);
    subject.measured = measuredDevices(session.frame());
    subject.tried = tried;
    subject.guesses = guesses;
    subject.along = charts.curves()->sharedAxis();
    subject.pins = roofline.input().pins;
    subject.created = QString::fromStdString(session.frame().created);
    subject.session = QFileInfo(store.document()).completeBaseName();
    if (const ReferencePointer reference = session.reference(subject.snapshot->device.id)) {
        subject.origin = QString::fromStdString(reference->source);
    } else {
        subject.environment = session.frame().environment;
        subject.notes = QString::fromStdString(session.frame().notes);
    }
    for (const Overlay& overlay : roofline.input().overlays) {
        const ReferencePointer reference = session.reference(overlay.snapshot->device.id);
        subject.compared.push_back(
            {overlay.name, overlay.snapshot, reference ? QString::fromStdString(reference->source) : QString()});
    }
    return subject;
}

QString chartTitle(const ChartArea& charts, const ChartWidget& chart)
{
    return &chart == charts.roofline() ? tr("Roofline")
         : &chart == charts.map()      ? titleOf(charts.map()->choice())
                                       : tr("Sweep");
}

/// Which axis the lines of a chart run along; none for the map.
std::optional<AxisKind> axisOf(const ChartArea& charts, const ChartWidget& chart)
{
    if (&chart == charts.map())
        return std::nullopt;
    return &chart == charts.curves() ? charts.curves()->sharedAxis() : AxisKind::Operations;
}

QString captionOfChart(const LiveSession& session, const ChartArea& charts, const ChartWidget& chart)
{
    const ChartInput& input = chart.input();
    CaptionSubject subject{.chart = chartTitle(charts, chart),
                           .snapshot = input.snapshot,
                           .cursor = input.cursor,
                           .along = axisOf(charts, chart),
                           .coloursRegimes = &chart == charts.map() && charts.map()->choice().view == MapView::Regime,
                           .hasStars = &chart == charts.roofline(),
                           .created = QString::fromStdString(session.frame().created),
                           .program = programOf(session.frame().environment)};
    if (const ReferencePointer reference = session.reference(input.snapshot->device.id))
        subject.origin = QString::fromStdString(reference->source);
    for (const Overlay& overlay : input.overlays) {
        subject.compared << overlay.name;
        subject.beside.push_back({overlay.snapshot->device, overlay.snapshot->provenance});
    }
    return captionOf(subject);
}

/// The charts as the window shows them; without a sweep they would be empty beside the experiments.
std::vector<ReportChart> chartsOf(const ReportedWindow& window, const ReportSubject& subject)
{
    std::vector<ReportChart> pages;
    if (subject.isOfExperimentsAlone() && subject.compared.empty() && subject.snapshot->kernels->all->empty())
        return pages;
    const ChartArea& charts = window.charts;
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{charts.roofline(), charts.map(), charts.curves()}) {
        chart->flush(); // changes are merged for a moment: the file must show what the window is about to
        pages.push_back({chart, chartTitle(charts, *chart),
                         noteFor(*chart->input().snapshot, chart->input().cursor, axisOf(charts, *chart)),
                         captionOfChart(window.session, charts, *chart)});
    }
    return pages;
}

bool hasSomething(const ReportedWindow& window)
{
    return hasSweep(window.charts) || whyNoExperiments(window).isEmpty();
}

/// Writes the lab report of what the window shows, as PDF or HTML by the path's ending. Unavailable while nothing was
/// measured, with what to do.
Result<void> writeReport(const ReportedWindow& window, const QString& path, ThemeName theme, const ReportParts& parts)
{
    if (!hasSomething(window))
        return Error{ErrorKind::Unavailable,
                     "report.nothing",
                     "There is nothing to report yet: no samples, no roofs and no experiments; press F5 to "
                     "measure, or choose an experiment in the Experiments menu.",
                     {}};
    const ReportSubject subject = subjectOf(window, parts);
    return exportReport(labReport(subject, QDateTime::currentDateTimeUtc(), Format()), chartsOf(window, subject), path,
                        theme);
}

/// Its first page, to fit into a room of pixels; a null image while nothing was measured.
QImage reportPreview(const ReportedWindow& window, ThemeName theme, const ReportParts& parts, QSize room,
                     double density)
{
    if (!hasSomething(window))
        return {};
    const ReportSubject subject = subjectOf(window, parts);
    return reportPicture(labReport(subject, QDateTime::currentDateTimeUtc(), Format()), chartsOf(window, subject),
                         theme, room, density);
}

QString sessionFilter() { return FileCommands::tr("Ridgepoint sessions (*.ridge)"); }

QString startFolder(const QString& document) { return document.isEmpty() ? usualFolder() : document; }

QString fileNameFor(ExportWhat what)
{
    switch (what) {
    case ExportWhat::Roofline: return QStringLiteral("roofline");
    case ExportWhat::Map: return QStringLiteral("regime-map");
    case ExportWhat::Curves: return QStringLiteral("sweep-curves");
    case ExportWhat::Report: return QStringLiteral("lab-report");
    case ExportWhat::ShownData: return QStringLiteral("samples-shown");
    case ExportWhat::Data: return QStringLiteral("samples");
    case ExportWhat::Roofs: return QStringLiteral("roofs");
    case ExportWhat::Session: return QStringLiteral("session");
    }
    return {};
}

/// "ridgepoint-2026-11-23-1405.ridge", by when the session began: two of one day have two names.
QString fileNameFor(const LiveSession& session)
{
    const QDateTime created = QDateTime::fromString(QString::fromStdString(session.frame().created), Qt::ISODate);
    const QDateTime named = created.isValid() ? created.toLocalTime() : QDateTime::currentDateTime();
    return QStringLiteral("ridgepoint-%1.ridge").arg(named.toString(QStringLiteral("yyyy-MM-dd-HHmm")));
}

/// What tells a sample of a session from its others.
using SampleKey = std::pair<std::string, Workload>;

/// All samples of the session, or those of `alone`, with the analysis of each device and thread count; those that no
/// roofs were measured for come last, without predictions.
std::string csvOf(const SessionContent& content, const std::optional<std::set<SampleKey>>& alone)
{
    const Session session = content.toSession();
    std::vector<Sample> left = session.samples;
    std::vector<PointAnalysis> points;
    std::vector<Sample> ordered;
    const auto add = [&](std::span<const Sample> group, const RoofSet& roofs) {
        const DeviceKind kind = roofs.device.starts_with("cuda") ? DeviceKind::Cuda : DeviceKind::Cpu;
        std::vector<PointAnalysis> analysed = analyse(group, roofs, kind);
        for (std::size_t i = 0; i < group.size(); ++i) // all are analysed: each has its neighbours for it
            if (!alone || alone->contains({group[i].device, group[i].workload})) {
                points.push_back(std::move(analysed[i]));
                ordered.push_back(group[i]);
            }
    };
    for (const RoofSet& roofs : session.roofs) {
        const auto rest = std::stable_partition(left.begin(), left.end(), [&](const Sample& sample) {
            return sample.device == roofs.device && sample.workload.threads == roofs.threads;
        });
        add({left.begin(), rest}, roofs);
        left.erase(left.begin(), rest);
    }
    add(left, {});
    return toCsv(ordered, points);
}

/// The device's roofs, whatever the what-if, by the file's ending.
Result<void> writeRoofs(const SnapshotPointer& snapshot, const std::string& created, const QString& path)
{
    if (snapshot == nullptr || snapshot->roofs.roofs.empty())
        return Error{
            ErrorKind::Unavailable, "export.no-roofs", "There are no roofs yet; press Run (F5) to measure them.", {}};
    const DeviceInfo& device = snapshot->device;
    const ExportedRoofs exported{deviceRoofs(*snapshot), device.name.empty() ? device.id : device.name,
                                 snapshot->provenance == Provenance::Measured ? created : std::string()};
    if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive))
        return writeTextFile(roofsToCsv(std::span(&exported, 1)), path.toStdString());
    const auto architecture = toTraceLens(exported);
    return architecture ? writeTextFile(*architecture, path.toStdString()) : Result<void>(architecture.error());
}

} // namespace

FileCommands::FileCommands(QWidget* window, SessionStore& store, LiveSession& session, SnapshotFeed& feed,
                           ChartArea& charts, std::function<std::optional<TriedLever>()> tried)
    : QObject(window),
      m_window(window),
      m_store(store),
      m_session(session),
      m_feed(feed),
      m_charts(charts),
      m_tried(std::move(tried))
{
    connect(&store, &SessionStore::copied, this, &FileCommands::done);
}

void FileCommands::open()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open a session"), startFolder(m_store.document()),
                                                      sessionFilter());
    if (!path.isEmpty())
        m_store.open(path);
}

void FileCommands::save()
{
    const auto answer = m_store.documentChangedElsewhere() ? askAboutForeignChange() : ForeignChange::WriteOver;
    if (m_store.document().isEmpty() || answer == ForeignChange::SaveAs)
        saveAs();
    else if (answer == ForeignChange::WriteOver)
        m_store.saveAs(m_store.document());
}

FileCommands::ForeignChange FileCommands::askAboutForeignChange()
{
    QMessageBox question(QMessageBox::Warning, tr("Save the session"),
                         tr("Another program has changed %1 since it was opened here. Its changes are lost if this "
                            "session overwrites the file.")
                             .arg(m_store.document()),
                         QMessageBox::Cancel, m_window);
    const auto* elsewhere = question.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    const auto* over = question.addButton(tr("Over&write"), QMessageBox::DestructiveRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    return question.clickedButton() == elsewhere ? ForeignChange::SaveAs
         : question.clickedButton() == over      ? ForeignChange::WriteOver
                                                 : ForeignChange::Cancel;
}

void FileCommands::saveAs()
{
    const QString proposal = m_store.document().isEmpty() ? usualFolder() + QLatin1Char('/') + fileNameFor(m_session)
                                                          : m_store.document();
    const QString path = askWhereToSave(m_window, tr("Save the session"), proposal, sessionFilter(),
                                        QStringLiteral("ridge"));
    if (!path.isEmpty())
        m_store.saveAs(path);
}

void FileCommands::exportShown(const ChartWidget* shown)
{
    ExportWhat first = m_table != nullptr && m_table->isFiltered() ? ExportWhat::ShownData : ExportWhat::Data;
    for (const ExportWhat what : {ExportWhat::Roofline, ExportWhat::Map, ExportWhat::Curves})
        if (shown != nullptr && chartOf(what) == shown)
            first = what;
    if (const auto exported = std::exchange(m_exported, std::nullopt); shown != nullptr && exported)
        first = *exported;
    ask(hasSweep(m_charts) ? first : ExportWhat::Report);
}

void FileCommands::exportReport() { ask(ExportWhat::Report); }

void FileCommands::ask(ExportWhat first)
{
    if (!showsResults(m_charts.roofline()->input().concealed)) {
        emit failed(Error{ErrorKind::Unavailable,
                          "export.concealed",
                          "The results are hidden until you have guessed them; guess first, or press Esc to show the "
                          "results.",
                          {}});
        return;
    }
    for (const ExportWhat what : {ExportWhat::Roofline, ExportWhat::Map, ExportWhat::Curves})
        chartOf(what)->flush(); // changes are merged for a moment: the preview must show what the window is about to
    const double density = m_window->devicePixelRatioF();
    ExportDialog dialog(
        [this, density](ExportWhat what, const ExportOptions& options, const ReportParts& parts, QSize room) {
            if (what == ExportWhat::Report)
                return reportPreview({m_session, m_feed, m_store, m_charts, m_tried(), m_guesses}, options.theme, parts,
                                     room, density);
            return previewOf(*chartOf(what), titled(what, options), room, density);
        },
        m_window);
    dialog.offerParts(m_parts, whyNoExperiments({m_session, m_feed, m_store, m_charts}), hasSweep(m_charts),
                      m_session.frame().ownKernels.size());
    dialog.offerCaption([this](ExportWhat what) { return titled(what, {}).caption; });
    if (m_table != nullptr && m_table->isFiltered())
        dialog.offerShownRows(m_table->view()->model()->rowCount(), m_table->model()->rowCount());
    dialog.propose(first);
    emit asking(true);
    const auto asked = qScopeGuard([this] { emit asking(false); });
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString ending = dialog.format();
    const QString proposal = QFileInfo(startFolder({})).absoluteFilePath() + QLatin1Char('/')
                           + fileNameFor(dialog.what()) + QLatin1Char('.') + ending;
    const QString path = askWhereToSave(m_window, tr("Export"), proposal,
                                        QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending), ending);
    if (path.isEmpty())
        return;
    m_parts = dialog.parts();
    exportTo(dialog.what(), path, dialog.options(), dialog.parts());
}

/// In the window a chart's card carries its title; a file needs one of its own.
ExportOptions FileCommands::titled(ExportWhat what, ExportOptions options) const
{
    const ChartWidget* chart = chartOf(what);
    if (chart == nullptr || !chart->input().snapshot)
        return options;
    options.title = chart == m_charts.map() ? m_charts.map()->title() : chartTitle(m_charts, *chart);
    options.note = noteFor(*chart->input().snapshot, chart->input().cursor, axisOf(m_charts, *chart));
    options.caption = captionOfChart(m_session, m_charts, *chart);
    return options;
}

ExportOptions FileCommands::titlesOf(const ChartWidget& chart) const
{
    for (const ExportWhat what : {ExportWhat::Roofline, ExportWhat::Map, ExportWhat::Curves})
        if (chartOf(what) == &chart)
            return titled(what, {});
    return {};
}

ChartWidget* FileCommands::chartOf(ExportWhat what) const
{
    switch (what) {
    case ExportWhat::Roofline: return m_charts.roofline();
    case ExportWhat::Map: return m_charts.map();
    case ExportWhat::Curves: return m_charts.curves();
    case ExportWhat::Report:
    case ExportWhat::ShownData:
    case ExportWhat::Data:
    case ExportWhat::Roofs:
    case ExportWhat::Session: break;
    }
    return nullptr;
}

void FileCommands::exportTo(ExportWhat what, const QString& path, const ExportOptions& options,
                            const ReportParts& parts)
{
    if (what == ExportWhat::Session) {
        m_store.writeCopy(path); // Save goes on to the session's own file
        return;
    }
    if (what == ExportWhat::Data || what == ExportWhat::ShownData) {
        exportSamples(path, what == ExportWhat::ShownData);
        return;
    }
    if (what == ExportWhat::Report) {
        if (const auto written = writeReport({m_session, m_feed, m_store, m_charts, m_tried(), m_guesses}, path,
                                             options.theme, parts)) {
            emit done(path);
            emit reported();
        } else {
            emit failed(written.error());
        }
        return;
    }
    if (what == ExportWhat::Roofs) {
        m_charts.roofline()->flush();
        if (const auto written = writeRoofs(m_charts.roofline()->input().snapshot, m_session.frame().created, path))
            emit done(path);
        else
            emit failed(written.error());
        return;
    }
    ChartWidget* chart = chartOf(what);
    chart->flush(); // changes are merged for a moment: the file must show what the window is about to
    Result<void> result = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)
                            ? writeTextFile(chart->dataCsv(), path.toStdString())
                            : chart->exportTo(path, titled(what, options));
    if (!result) {
        emit failed(result.error());
        return;
    }
    emit done(path);
    m_exported = what;
}

void FileCommands::exportSamples(const QString& path, bool shownAlone)
{
    std::optional<std::set<SampleKey>> alone;
    if (shownAlone && m_table != nullptr) {
        alone.emplace();
        for (const SamplePointer& sample : m_table->shownSamples())
            alone->emplace(sample->device, sample->workload);
    }
    auto result = std::make_shared<Result<void>>();
    m_thread.run([content = m_session.content(), alone = std::move(alone), path,
                  result] { *result = writeTextFile(csvOf(content, alone), path.toStdString()); },
                 [this, path, result] {
                     if (*result)
                         emit done(path);
                     else
                         emit failed(result->error());
                 });
}

} // namespace ridgepoint
