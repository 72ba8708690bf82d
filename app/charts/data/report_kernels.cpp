// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/kernel_verdict.h"
#include "app/charts/data/own_kernels.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/data/report.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace {

const QString noFigure = QStringLiteral("–");

/// Launches are whole, but for those of a mean over several runs.
QString launchCount(double launches, const Format& format)
{
    constexpr double leastRounded = 1e3;
    constexpr double mostDigits = 1e15;
    const bool isWhole = launches == std::floor(launches) || launches >= leastRounded;
    return isWhole && launches < mostDigits ? format.whole(std::llround(launches)) : format.count(launches);
}

/// Those of the window's list as it is opened: the report's own device, then what else is known, measured first.
KernelJudges judgesOf(const ReportSubject& subject)
{
    const Snapshot& snapshot = *subject.snapshot;
    const RoofSet own = deviceRoofs(snapshot);
    const Workload& at = subject.cursor;
    const std::string compute = computeRoofId(at.operation, at.precision);
    const LaunchMode mode = judgingLaunch(own, at.launchMode);
    const auto judging = [&](const RoofSet& roofs, const DeviceInfo& device, Provenance provenance) {
        JudgingDevice by{.figures = {}, .computeRoof = {}, .device = device, .words = {}};
        if (auto known = judgingBy(roofs, device, compute, mode))
            by = std::move(*known);
        by.words = judgingWords(text(device.name.empty() ? device.id : device.name), roofs, mode,
                                text(nameOf(provenance)));
        return by;
    };
    std::vector<JudgingDevice> others;
    for (const auto& [device, roofs] : subject.measured)
        others.push_back(judging(roofs, device, Provenance::Measured));
    for (const Provenance provenance : {Provenance::Measured, Provenance::Datasheet, Provenance::Published}) {
        for (const ReportSubject::Compared& other : subject.compared)
            if (other.lines->provenance == provenance)
                others.push_back(judging(other.lines->roofs, other.lines->device, provenance));
        for (const ReferencePointer& reference : shippedDevices())
            if (reference->provenance == provenance)
                others.push_back(judging(reference->roofs, reference->device, provenance));
    }
    return KernelJudges(judging(own, snapshot.device, snapshot.provenance), std::move(others));
}

/// Which of the kernels are listed, and how those that are were chosen.
QString choiceNote(const KernelChoice& choice, std::size_t shown, std::size_t all, const Format& format)
{
    const auto whole = [&](std::size_t count) { return format.whole(static_cast<std::int64_t>(count)); };
    QString note;
    if (!choice.filter.isEmpty())
        note += QLatin1Char(' ') + tr("Only those whose names contain “%1”.").arg(choice.filter);
    if (choice.grouped)
        note += QLatin1Char(' ') + tr("Those of one name are added up.");
    if (shown < all)
        note += QLatin1Char(' ')
              + tr("The %1 of %2 that take longest are listed, %3 are left out; all are in the session, and in a "
                   "report written by ridgepoint render --with points.")
                    .arg(whole(shown), whole(all), whole(all - shown));
    return note;
}

/// "Judged by: Host CPU, launched queued, measured; NVIDIA H200, datasheet."; empty where nothing is judged.
QString judgesNote(const KernelJudges& judges, const std::vector<ShownKernel>& shown)
{
    QStringList names;
    for (const ShownKernel& each : shown) {
        const JudgingDevice* by = judges.judgeOf(each.kernel);
        if (by != nullptr && !lacksCounts(each.kernel) && !names.contains(by->words))
            names << by->words;
    }
    return names.isEmpty() ? QString() : QLatin1Char(' ') + tr("Judged by: %1.").arg(names.join(QStringLiteral("; ")));
}

QStringList kernelRow(const ShownKernel& shown, const QString& name, const RowVerdict& verdict, const Format& format)
{
    const OwnKernel& kernel = shown.kernel;
    const bool hasFlops = kernel.flops > Flops();
    const bool hasBytes = kernel.bytes > Bytes();
    return {name,
            format.time(kernel.time),
            format.percentInColumn(shown.shareOfTime),
            rowLimitWords(verdict),
            rowShareWords(verdict, format),
            bestLeverWords(verdict, format),
            launchCount(kernel.launches, format),
            hasFlops ? format.rate(kernel.flops / kernel.time) : noFigure,
            hasBytes ? format.rate(kernel.bytes / kernel.time) : noFigure,
            hasFlops && hasBytes ? format.intensityInColumn(kernel.flops / kernel.bytes) : noFigure,
            workOriginWords(kernel)};
}

} // namespace

std::vector<std::pair<DeviceInfo, RoofSet>> measuredDevices(const Session& session)
{
    std::vector<std::pair<DeviceInfo, RoofSet>> measured;
    for (const RoofSet& roofs : session.roofs) {
        const auto device = std::ranges::find(session.devices, roofs.device, &DeviceInfo::id);
        if (device != session.devices.end())
            measured.emplace_back(*device, roofs);
    }
    return measured;
}

/// The columns of the window's list: with FLOP and bytes beside the rates a page of A4 had no readable type for them.
ReportTable ownKernelsTable(const ReportSubject& subject, const Format& format)
{
    ReportTable table{.title = tr("Your own kernels"),
                      .note = tr("Counted and timed by you or by other programs, not measured by Ridgepoint; stars and "
                                 "circles in the roofline. Shares are of the time on the same device."),
                      .heads = {tr("Kernel"), tr("Time"), tr("Share"), tr("Limited by"), tr("Of roof"),
                                tr("Best lever"), tr("Launches"), tr("Performance"), tr("Bandwidth"), tr("Intensity"),
                                tr("Work")},
                      .numbers = {false, true, true, false, true, false, true, true, true, true, false},
                      .rows = {}};
    const KernelList& list = *subject.snapshot->kernels;
    if (list.all->empty())
        return table;
    KernelChoice choice = list.choice;
    choice.top = subject.parts.everySample ? 0 : mostListedKernels;
    std::vector<ShownKernel> shown = shownKernels(*list.all, choice);
    const KernelJudges judges = judgesOf(subject);
    judges.shareTimes(shown, *list.all);
    table.note += judgesNote(judges, shown)
                + choiceNote(choice, shown.size(), matchingKernels(*list.all, choice), format);
    for (const ShownKernel& each : shown) {
        const QString name = ownName(each.kernel, each.members.front());
        const QString shortName = list.names->of(each.kernel, each.members.front()); // a compiler's has 700 letters
        table.wholeNames << (shortName == name ? QString() : name);
        table.rows.push_back(kernelRow(each, shortName, judgedRow(each.kernel, judges.judgeOf(each.kernel)), format));
    }
    return table;
}

} // namespace ridgepoint
