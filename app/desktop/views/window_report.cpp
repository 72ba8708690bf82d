// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/views/window_report.h"

#include "app/charts/data/titles.h"
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

ReportSubject subjectOf(const LiveSession& session, const SessionStore& store, const ChartArea& charts)
{
    const ChartWidget& roofline = *charts.roofline();
    const SessionContent content = session.content();
    ReportSubject subject;
    subject.snapshot = charts.map()->snapshot();
    subject.cursor = roofline.cursorWorkload();
    subject.point = roofline.selectedWorkload().value_or(subject.cursor);
    subject.along = charts.curves()->sharedAxis();
    subject.pins = roofline.marks().pins;
    subject.created = QString::fromStdString(session.created());
    subject.session = QFileInfo(store.document()).completeBaseName();
    if (const ReferencePointer reference = session.reference(subject.snapshot->device.id)) {
        subject.origin = QString::fromStdString(reference->source);
    } else {
        subject.environment = content.frame.environment;
        subject.notes = QString::fromStdString(content.frame.notes);
    }
    for (const Overlay& overlay : roofline.overlays()) {
        const ReferencePointer reference = session.reference(overlay.snapshot->device.id);
        subject.compared.push_back({overlay.name, overlay.snapshot, reference ? QString::fromStdString(reference->source) : QString()});
    }
    return subject;
}

/// The charts as the window shows them.
std::vector<ReportChart> chartsOf(const ChartArea& charts)
{
    std::vector<ReportChart> pages;
    const auto add = [&](ChartWidget& chart, const QString& title, std::optional<AxisKind> along) {
        chart.flush(); // changes are merged for a moment: the file must show what the window is about to
        pages.push_back({&chart, title, noteFor(*chart.snapshot(), chart.cursorWorkload(), along)});
    };
    add(*charts.roofline(), tr("Roofline"), AxisKind::Operations);
    add(*charts.curves(), tr("Sweep"), charts.curves()->sharedAxis());
    add(*charts.map(), tr("Regime map"), std::nullopt);
    return pages;
}

bool hasSomething(const ChartArea& charts)
{
    const SnapshotPointer snapshot = charts.map()->snapshot();
    return snapshot && charts.roofline()->snapshot() && charts.curves()->snapshot() && !(snapshot->samples.empty() && snapshot->roofs.roofs.empty());
}

} // namespace

Result<void> writeReport(const LiveSession& session, const SessionStore& store, const ChartArea& charts, const QString& path, ThemeName theme, bool everySample)
{
    if (!hasSomething(charts))
        return Error{ErrorKind::Unavailable, "report.nothing", "There is nothing to report yet; press F5 to measure first.", {}};
    ReportSubject subject = subjectOf(session, store, charts);
    subject.everySample = everySample;
    return exportReport(labReport(subject, QDateTime::currentDateTimeUtc(), Format()), chartsOf(charts), path, theme);
}

QImage reportPreview(const LiveSession& session, const SessionStore& store, const ChartArea& charts, ThemeName theme, QSize room, double density)
{
    if (!hasSomething(charts))
        return {};
    return reportPicture(labReport(subjectOf(session, store, charts), QDateTime::currentDateTimeUtc(), Format()), chartsOf(charts), theme, room, density);
}

} // namespace ridgepoint
