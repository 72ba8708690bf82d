// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/compare_table.h"
#include "app/charts/data/describe.h"
#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/pin.h"
#include "app/charts/data/reference_device.h"
#include "app/charts/data/report.h"
#include "app/charts/data/report_words.h"
#include "app/charts/style/texts.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Whether the charts of this precision are drawn or judged by the roof: every level of memory, what its operations
/// reach, what a launch costs.
bool isOfCharts(const Roof& roof, Precision precision)
{
    if (roof.kind == RoofKind::Bandwidth || roof.kind == RoofKind::Launch)
        return true;
    return std::ranges::any_of(allOperations,
                               [&](Operation operation) { return roof.id == computeRoofId(operation, precision); });
}

/// The roofs of the charts, for the first page; or every one with how it was measured, behind the verdict.
ReportTable roofTable(const ReportSubject& subject, const Format& format, bool isWhole)
{
    const Snapshot& snapshot = *subject.snapshot;
    ReportTable table{.title = isWhole ? tr("All roofs and how they were measured") : tr("Roofs"),
                      .note = tr("The device's limits; a launch roof is the cost of one launch."),
                      .heads = {tr("Roof"), tr("Value"), tr("Interval"), tr("Provenance"), tr("Marks")},
                      .numbers = {false, true, true, false, false},
                      .rows = {},
                      .place = isWhole ? TablePlace::Further : TablePlace::FirstPage};
    if (isWhole) {
        table.heads << tr("How");
        table.numbers.push_back(false);
    }
    FlagSet used;
    for (const Roof& shown : snapshot.roofs.roofs) {
        if (!isWhole && !isOfCharts(shown, subject.cursor.precision))
            continue;
        const Roof* own = realRoof(snapshot,
                                   shown.id); // a report of a device states its own roofs, whatever the what-if
        const Roof& roof = own != nullptr ? *own : shown;
        table.rows.push_back({roofWord(roof.id), format.roofValue(roof),
                              roof.provenance == Provenance::Measured ? format.roofInterval(roof) : QString(),
                              text(nameOf(roof.provenance)), marksOf(roof.flags)});
        if (isWhole)
            table.rows.back() << text(roof.method);
        used |= roof.flags;
    }
    if (const std::size_t known = snapshot.roofs.roofs.size(); table.rows.size() < known)
        table.note += QLatin1Char(' ')
                    + tr("Shown are the %1 of %2 roofs that these charts use.")
                          .arg(format.whole(static_cast<std::int64_t>(table.rows.size())),
                               format.whole(static_cast<std::int64_t>(known)));
    for (const UnavailableRoof& roof : snapshot.roofs.unavailable)
        if (isWhole)
            table.rows.push_back(
                {roofWord(roof.id), QStringLiteral("–"), {}, tr("not measured"), {}, errorMessage(roof.reason)});
    addMarkKey(table, used);
    if (!isWhole && used.empty()) { // a column of nothing
        table.heads.removeLast();
        table.numbers.pop_back();
        for (QStringList& row : table.rows)
            row.removeLast();
    }
    return table;
}

/// The subject's roofs as they are, whatever the what-if, under its name.
RoofSet ownRoofs(const Snapshot& snapshot)
{
    RoofSet set = deviceRoofs(snapshot);
    set.device = snapshot.device.name.empty() ? snapshot.device.id : snapshot.device.name;
    return set;
}

/// Ridge points of one device, or everything of several side by side.
ReportTable besideTable(const std::vector<RoofSet>& sets, const Format& format)
{
    const bool alone = sets.size() == 1;
    ReportTable table{.title = alone ? tr("Ridge points") : tr("Side by side"),
                      .note = alone ? tr("Calculated from the roofs above as compute roof / DRAM bandwidth: beyond "
                                         "this intensity DRAM is not the limit.")
                                    : tr("Brackets name the source of figures that were not measured."),
                      .heads = {tr("Roof")},
                      .numbers = {false},
                      .rows = {}};
    const CompareTable beside = compareTable(sets, format);
    for (const QString& device : beside.devices) {
        table.heads << device;
        table.numbers.push_back(true);
    }
    bool inRidges = false;
    for (const CompareTable::Row& row : beside.rows) {
        if (row.heading)
            inRidges = row.title == tr("Ridge points, with DRAM");
        if (row.heading || (alone && !inRidges))
            continue;
        QStringList cells{inRidges ? tr("ridge of %1").arg(row.title) : row.title};
        for (const CompareTable::Cell& cell : row.cells)
            cells << (cell.origin.isEmpty() ? cell.text : tr("%1 (%2)").arg(cell.text, cell.origin));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

/// One table, or several where a page is too narrow for all devices: each begins with the report's own.
std::vector<ReportTable> besideTables(const ReportSubject& subject, const Format& format)
{
    const RoofSet own = ownRoofs(*subject.snapshot);
    std::vector<ReportTable> tables;
    for (std::size_t first = 0; first == 0 || first < subject.compared.size(); first += mostDevicesBeside) {
        std::vector<RoofSet> sets{own};
        for (std::size_t i = first; i < std::min(first + mostDevicesBeside, subject.compared.size()); ++i) {
            sets.push_back(subject.compared[i].lines->roofs);
            sets.back().device = subject.compared[i].name.toStdString();
        }
        tables.push_back(besideTable(sets, format));
        if (first > 0)
            tables.back().title = tr("Side by side, continued");
    }
    return tables;
}

QString regimeOf(const ChartPoint& point)
{
    if (!point.regime)
        return QStringLiteral("–");
    return point.regimeIsPredicted ? tr("%1 (predicted)").arg(regimeLabel(*point.regime)) : regimeLabel(*point.regime);
}

QString originOf(const ChartPoint& point)
{
    return point.interpolated() ? tr("interpolated") : text(nameOf(point.provenance));
}

QStringList measuredCells(const ChartPoint& point, const Format& format)
{
    const QString interval = point.interpolated() || point.provenance == Provenance::Predicted
                               ? QString()
                               : format.relativeInterval(point.time.value(), point.low.value(), point.high.value());
    return {format.intensity(point.intensity(), point.workload.operation),
            format.time(point.time),
            interval,
            format.rate(point.performance(), point.workload.operation),
            format.rate(point.bandwidth()),
            regimeOf(point),
            originOf(point),
            marksOf(point.flags)};
}

const char* const measuredHeads[] = {
    QT_TRANSLATE_NOOP("ridgepoint", "Intensity"), QT_TRANSLATE_NOOP("ridgepoint", "Time"),
    QT_TRANSLATE_NOOP("ridgepoint", "Interval"),  QT_TRANSLATE_NOOP("ridgepoint", "Performance"),
    QT_TRANSLATE_NOOP("ridgepoint", "Bandwidth"), QT_TRANSLATE_NOOP("ridgepoint", "Limited by"),
    QT_TRANSLATE_NOOP("ridgepoint", "Origin"),    QT_TRANSLATE_NOOP("ridgepoint", "Marks")};

void addMeasuredHeads(ReportTable& table)
{
    for (const char* head : measuredHeads)
        table.heads << tr(head);
    table.numbers.insert(table.numbers.end(), {true, true, true, true, true, false, false, false});
}

QString headOf(AxisKind kind)
{
    return kind == AxisKind::Operations ? tr("Ops/elem.") : kind == AxisKind::Depth ? tr("Depth") : tr("Size");
}

QString valueOf(const Workload& workload, AxisKind kind, const Format& format)
{
    const std::int64_t value = coordinate(workload, kind);
    return kind == AxisKind::Size ? format.count(static_cast<double>(value)) : format.whole(value);
}

ReportTable curveTable(const ReportSubject& subject, const Format& format)
{
    const Workload line = nearestLine(*subject.snapshot, subject.cursor, subject.along);
    ReportTable table{.title = tr("Points of the curves"),
                      .note = lineWords(line, subject.along, format),
                      .heads = {headOf(subject.along)},
                      .numbers = {true},
                      .rows = {}};
    addMeasuredHeads(table);
    FlagSet used;
    for (const ChartPoint& point : pointsAlong(*subject.snapshot, line, subject.along)) {
        table.rows.push_back(QStringList{valueOf(point.workload, subject.along, format)}
                             + measuredCells(point, format));
        used |= point.flags;
    }
    addMarkKey(table, used);
    return table;
}

/// The measured samples of the map; of a device that is not here those that were published.
ReportTable mapTable(const ReportSubject& subject, const Format& format)
{
    const Snapshot& snapshot = *subject.snapshot;
    ReportTable table{.title = snapshot.provenance == Provenance::Measured ? tr("Measured points of this operation")
                                                                           : tr("Published points"),
                      .note = {},
                      .heads = {},
                      .numbers = {},
                      .rows = {},
                      .place = TablePlace::Last};
    std::vector<ChartPoint> points;
    for (std::size_t i = 0; i < snapshot.samples.size(); ++i) {
        const Sample& sample = snapshot.samples[i];
        const bool listed = !sample.flags.has(Flag::Interpolated) && sample.provenance != Provenance::Predicted;
        if (listed && sample.workload.operation == subject.cursor.operation
            && sample.workload.precision == subject.cursor.precision
            && sample.workload.launchMode == subject.cursor.launchMode)
            points.push_back(chartPoint(snapshot, i));
    }
    std::sort(points.begin(), points.end(),
              [](const ChartPoint& a, const ChartPoint& b) { return a.workload < b.workload; });
    const bool chained = std::any_of(points.begin(), points.end(),
                                     [](const ChartPoint& point) { return point.workload.chainLength > 1; });
    const std::vector<AxisKind> axes = chained ? std::vector{AxisKind::Operations, AxisKind::Depth, AxisKind::Size}
                                               : std::vector{AxisKind::Operations, AxisKind::Size};
    for (const AxisKind kind : axes) {
        table.heads << headOf(kind);
        table.numbers.push_back(true);
    }
    addMeasuredHeads(table);
    FlagSet used;
    for (const ChartPoint& point : points) {
        QStringList cells;
        for (const AxisKind kind : axes)
            cells << valueOf(point.workload, kind, format);
        table.rows.push_back(cells + measuredCells(point, format));
        used |= point.flags;
    }
    addMarkKey(table, used);
    return table;
}

ReportTable pinTable(const ReportSubject& subject, const Format& format)
{
    ReportTable table{.title = tr("Pinned"),
                      .note = tr("Drawn in grey in the charts."),
                      .heads = {tr("Pin"), tr("What"), tr("Interval"), tr("Provenance")},
                      .numbers = {false, false, true, false},
                      .rows = {}};
    for (const Pin& pin : *subject.pins)
        table.rows.push_back({text(pin.name), pinWords(pin, format),
                              pin.sample ? format.relativeInterval(pin.sample->time.value(), pin.sample->low.value(),
                                                                   pin.sample->high.value())
                                         : QString(),
                              pin.sample ? text(nameOf(pin.sample->provenance)) : tr("not measured")});
    return table;
}

/// Where the figures of a session come from that names no source.
QString sourceOf(const Snapshot& lines)
{
    const Provenance provenance = !lines.samples.empty()     ? lines.samples.front().provenance
                                : !lines.roofs.roofs.empty() ? lines.roofs.roofs.front().provenance
                                                             : lines.provenance;
    return provenance == Provenance::Measured
             ? tr("measured by Ridgepoint, another session")
             : tr("%1, from a session file without a source").arg(text(nameOf(provenance)));
}

/// "; launch costs borrowed from …" where its own source states none.
QString borrowingOf(const RoofSet& roofs)
{
    const auto lender = lenderOf(roofs);
    return lender ? tr("; launch costs borrowed from %1, %2").arg(text(lender->name), text(lender->source)) : QString();
}

ReportTable sourceTable(const ReportSubject& subject)
{
    ReportTable table{.title = tr("Sources of the compared devices"),
                      .note = {},
                      .heads = {tr("Device"), tr("Source")},
                      .numbers = {false, false},
                      .rows = {}};
    for (const ReportSubject::Compared& other : subject.compared)
        table.rows.push_back({other.name, (other.origin.isEmpty() ? sourceOf(*other.lines) : other.origin)
                                              + borrowingOf(other.lines->roofs)});
    return table;
}

/// Tables without rows are left out; one without heads is a sentence.
void addTable(std::vector<ReportTable>& tables, ReportTable table)
{
    if (!table.rows.empty() || table.heads.isEmpty())
        tables.push_back(std::move(table));
}

} // namespace

std::vector<ReportTable> rooflineTables(const ReportSubject& subject, const Format& format)
{
    std::vector<ReportTable> tables;
    addTable(tables, roofTable(subject, format, true));
    if (!subject.compared.empty()) {
        for (ReportTable& table : besideTables(subject, format))
            addTable(tables, std::move(table));
        addTable(tables, sourceTable(subject));
    }
    addTable(tables, ownKernelsTable(subject, format));
    return tables;
}

std::vector<ReportTable> reportTables(const ReportSubject& subject, const Format& format)
{
    std::vector<ReportTable> tables;
    const auto add = [&](ReportTable table) { addTable(tables, std::move(table)); };
    add(roofTable(subject, format, false));
    if (subject.parts.method)
        add(roofTable(subject, format, true));
    if (subject.parts.comparison) {
        for (ReportTable& table : besideTables(subject, format))
            add(std::move(table));
        add(sourceTable(subject));
        add(pinTable(subject, format));
    }
    if (subject.parts.ownKernels)
        add(ownKernelsTable(subject, format));
    if (subject.parts.everySample) {
        add(curveTable(subject, format));
        add(mapTable(subject, format));
    }
    return tables;
}

} // namespace ridgepoint
