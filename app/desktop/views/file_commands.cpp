// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/file_commands.h"

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
#include "core/model/result.h"
#include "core/session/csv.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSize>
#include <QString>

#include <algorithm>
#include <optional>
#include <span>

namespace ridgepoint {
namespace {

/// What a report tells of: the window's parts, and the lever that was tried.
struct ReportedWindow {
    const LiveSession& session;
    const SessionStore& store;
    const ChartArea& charts;
    std::optional<TriedLever> tried;
};

/// Why a report of what the window shows can have no experiments; empty where it can.
[[nodiscard]] QString whyNoExperiments(const LiveSession& session, const ChartArea& charts);
/// Writes the lab report of what the window shows, as PDF or HTML by the path's ending, with the session's experiments
/// and every measured point where they are requested, else with up to mostListedSamples. Unavailable while nothing was
/// measured, with what to do.
[[nodiscard]] Result<void> writeReport(const ReportedWindow& window, const QString& path, ThemeName theme,
                                       const ReportParts& parts);
/// Its first page, to fit into a room of pixels; a null image while nothing was measured.
[[nodiscard]] QImage reportPreview(const ReportedWindow& window, ThemeName theme, const ReportParts& parts, QSize room,
                                   double density);

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

ReportSubject subjectOf(const ReportedWindow& window, const ReportParts& parts)
{
    const auto& [session, store, charts, tried] = window;
    const ChartWidget& roofline = *charts.roofline();
    const SessionContent content = session.content();
    ReportSubject subject;
    subject.everySample = parts.everySample;
    if (parts.experiments && whyNoExperiments(session, charts).isEmpty())
        subject.experiments = session.frame().experiments;
    subject.snapshot = hasSweep(charts) ? charts.map()->input().snapshot
                                        : std::make_shared<const Snapshot>(snapshotOfExperiments(content.frame));
    subject.cursor = roofline.input().cursor;
    subject.point = roofline.input().point();
    subject.lookup = session.lookup(subject.snapshot->plan.device);
    subject.tried = tried;
    subject.along = charts.curves()->sharedAxis();
    subject.pins = roofline.input().pins;
    subject.created = QString::fromStdString(session.frame().created);
    subject.session = QFileInfo(store.document()).completeBaseName();
    if (const ReferencePointer reference = session.reference(subject.snapshot->device.id)) {
        subject.origin = QString::fromStdString(reference->source);
    } else {
        subject.environment = content.frame.environment;
        subject.notes = QString::fromStdString(content.frame.notes);
    }
    for (const Overlay& overlay : roofline.input().overlays) {
        const ReferencePointer reference = session.reference(overlay.snapshot->device.id);
        subject.compared.push_back(
            {overlay.name, overlay.snapshot, reference ? QString::fromStdString(reference->source) : QString()});
    }
    return subject;
}

/// The charts as the window shows them; without a sweep they would be empty beside the experiments.
std::vector<ReportChart> chartsOf(const ChartArea& charts, const ReportSubject& subject)
{
    std::vector<ReportChart> pages;
    if (subject.isOfExperimentsAlone() && subject.compared.empty() && subject.snapshot->kernels.empty())
        return pages;
    const auto add = [&](ChartWidget& chart, const QString& title, std::optional<AxisKind> along) {
        chart.flush(); // changes are merged for a moment: the file must show what the window is about to
        pages.push_back({&chart, title, noteFor(*chart.input().snapshot, chart.input().cursor, along)});
    };
    add(*charts.roofline(), tr("Roofline"), AxisKind::Operations);
    add(*charts.curves(), tr("Sweep"), charts.curves()->sharedAxis());
    add(*charts.map(), titleOf(charts.map()->choice()), std::nullopt);
    return pages;
}

bool hasSomething(const LiveSession& session, const ChartArea& charts, const ReportParts& parts)
{
    return hasSweep(charts) || (parts.experiments && whyNoExperiments(session, charts).isEmpty());
}

QString whyNoExperiments(const LiveSession& session, const ChartArea& charts)
{
    if (session.frame().experiments.empty())
        return tr("This session has no experiments; the Experiments menu runs them.");
    return isReference(session, charts)
             ? tr("Reports of this reference device have no experiments; choose a device of the session.")
             : QString();
}

Result<void> writeReport(const ReportedWindow& window, const QString& path, ThemeName theme, const ReportParts& parts)
{
    if (!hasSomething(window.session, window.charts, parts)) {
        if (window.session.frame().experiments.empty())
            return Error{ErrorKind::Unavailable,
                         "report.nothing",
                         "There is nothing to report yet: no samples, no roofs and no experiments; press F5 to "
                         "measure, or choose an experiment in the Experiments menu.",
                         {}};
        return Error{ErrorKind::Unavailable,
                     "report.experiments-left-out",
                     "There are experiments but no sweep to report; tick Experiments, or press F5 to measure first.",
                     {}};
    }
    const ReportSubject subject = subjectOf(window, parts);
    return exportReport(labReport(subject, QDateTime::currentDateTimeUtc(), Format()), chartsOf(window.charts, subject),
                        path, theme);
}

QImage reportPreview(const ReportedWindow& window, ThemeName theme, const ReportParts& parts, QSize room,
                     double density)
{
    if (!hasSomething(window.session, window.charts, parts))
        return {};
    const ReportSubject subject = subjectOf(window, parts);
    return reportPicture(labReport(subject, QDateTime::currentDateTimeUtc(), Format()),
                         chartsOf(window.charts, subject), theme, room, density);
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
    case ExportWhat::Data: return QStringLiteral("samples");
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

/// All samples of the session with the analysis of each device and thread count; those that no roofs were measured for
/// come last, without predictions.
std::string csvOf(const SessionContent& content)
{
    const Session session = content.toSession();
    std::vector<Sample> left = session.samples;
    std::vector<PointAnalysis> points;
    std::vector<Sample> ordered;
    const auto add = [&](std::span<const Sample> group, const RoofSet& roofs) {
        const DeviceKind kind = roofs.device.starts_with("cuda") ? DeviceKind::Cuda : DeviceKind::Cpu;
        std::vector<PointAnalysis> analysed = analyse(group, roofs, kind);
        points.insert(points.end(), analysed.begin(), analysed.end());
        ordered.insert(ordered.end(), group.begin(), group.end());
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

} // namespace

FileCommands::FileCommands(QWidget* window, SessionStore& store, LiveSession& session, ChartArea& charts,
                           std::function<std::optional<TriedLever>()> tried)
    : QObject(window),
      m_window(window),
      m_store(store),
      m_session(session),
      m_charts(charts),
      m_tried(std::move(tried)),
      m_exported(ExportWhat::Report)
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

void FileCommands::exportSomething() { ask(m_exported); }

void FileCommands::exportReport() { ask(ExportWhat::Report); }

void FileCommands::ask(ExportWhat first)
{
    if (m_charts.roofline()->input().concealed) {
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
                return reportPreview({m_session, m_store, m_charts, m_tried()}, options.theme, parts, room, density);
            return previewOf(*chartOf(what), titled(what, options), room, density);
        },
        m_window);
    dialog.offerExperiments(whyNoExperiments(m_session, m_charts));
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
    m_exported = dialog.what();
    exportTo(dialog.what(), path, dialog.options(), dialog.parts());
}

/// In the window a chart's card carries its title; a file needs one of its own.
ExportOptions FileCommands::titled(ExportWhat what, ExportOptions options) const
{
    const ChartWidget* chart = chartOf(what);
    if (chart == nullptr || !chart->input().snapshot)
        return options;
    std::optional<AxisKind> along;
    if (what == ExportWhat::Roofline)
        along = AxisKind::Operations;
    else if (what == ExportWhat::Curves)
        along = m_charts.curves()->sharedAxis();
    options.title = what == ExportWhat::Roofline ? tr("Roofline")
                  : what == ExportWhat::Map      ? titleOf(m_charts.map()->choice())
                                                 : tr("Sweep");
    options.note = noteFor(*chart->input().snapshot, chart->input().cursor, along);
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
    case ExportWhat::Data:
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
    if (what == ExportWhat::Data) {
        exportSamples(path);
        return;
    }
    if (what == ExportWhat::Report) {
        if (const auto written = writeReport({m_session, m_store, m_charts, m_tried()}, path, options.theme, parts)) {
            emit done(path);
            emit reported();
        } else {
            emit failed(written.error());
        }
        return;
    }
    ChartWidget* chart = chartOf(what);
    chart->flush(); // changes are merged for a moment: the file must show what the window is about to
    Result<void> result = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive)
                            ? writeTextFile(chart->dataCsv(), path.toStdString())
                            : chart->exportTo(path, titled(what, options));
    if (result)
        emit done(path);
    else
        emit failed(result.error());
}

void FileCommands::exportSamples(const QString& path)
{
    auto result = std::make_shared<Result<void>>();
    m_thread.run(
        [content = m_session.content(), path, result] { *result = writeTextFile(csvOf(content), path.toStdString()); },
        [this, path, result] {
            if (*result)
                emit done(path);
            else
                emit failed(result->error());
        });
}

} // namespace ridgepoint
