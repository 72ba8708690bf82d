// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/window_report.h"

#include "app/charts/data/snapshot_from_session.h"
#include "app/charts/data/describe.h"
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/charts/render/report_files.h"
#include "app/charts/style/texts.h"
#include "app/desktop/session/session_store.h"
#include "app/desktop/views/chart_area.h"

#include <QFileInfo>

namespace ridgepoint {
namespace {

/// Whether anything was measured of what the charts show, or is known of a device that is only looked at.
bool hasSweep(const ChartArea& charts)
{
    const SnapshotPointer snapshot = charts.map()->snapshot();
    return snapshot && charts.roofline()->snapshot() && charts.curves()->snapshot()
        && !(snapshot->samples.empty() && snapshot->roofs.roofs.empty());
}

/// Experiments are the session's, and a device that is only looked at was no part of it.
bool isReference(const LiveSession& session, const ChartArea& charts)
{
    const SnapshotPointer snapshot = charts.map()->snapshot();
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
    subject.snapshot = hasSweep(charts) ? charts.map()->snapshot()
                                        : std::make_shared<const Snapshot>(snapshotOfExperiments(content.frame));
    subject.cursor = roofline.cursorWorkload();
    subject.point = roofline.selectedWorkload().value_or(subject.cursor);
    subject.lookup = session.lookup(subject.snapshot->plan.device);
    subject.tried = tried;
    subject.along = charts.curves()->sharedAxis();
    subject.pins = roofline.marks().pins;
    subject.created = QString::fromStdString(session.frame().created);
    subject.session = QFileInfo(store.document()).completeBaseName();
    if (const ReferencePointer reference = session.reference(subject.snapshot->device.id)) {
        subject.origin = QString::fromStdString(reference->source);
    } else {
        subject.environment = content.frame.environment;
        subject.notes = QString::fromStdString(content.frame.notes);
    }
    for (const Overlay& overlay : roofline.overlays()) {
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
        pages.push_back({&chart, title, noteFor(*chart.snapshot(), chart.cursorWorkload(), along)});
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

} // namespace

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

} // namespace ridgepoint
