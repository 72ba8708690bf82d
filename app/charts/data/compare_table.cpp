// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/data/compare_table.h"

#include "app/charts/data/reference_device.h"
#include "core/session/csv_writer.h"
#include "app/charts/style/texts.h"

#include <algorithm>

namespace ridgepoint {
namespace {

RoofKind kindOf(const RoofTable::Row& row)
{
    const auto kind = kindOfRoof(row.id);
    return kind ? *kind : RoofKind::Compute;
}

/// A launch cost that the device's own source does not state is another device's, published though it be.
QString originOf(Provenance provenance, const Roof* roof)
{
    if (provenance == Provenance::Measured)
        return {};
    const auto lender = roof != nullptr ? lenderOf(*roof) : std::nullopt;
    if (!lender)
        return text(nameOf(provenance));
    // "NVIDIA A100 (RRZE gpu-benches)": whose figures they are fits a cell; the tip names the device too.
    const QString name = text(lender->name);
    const qsizetype whose = name.lastIndexOf(QLatin1String(" ("));
    return tr("borrowed from %1")
        .arg(whose > 0 && name.endsWith(QLatin1Char(')')) ? name.mid(whose + 2).chopped(1) : name);
}

CompareTable::Row rowOf(const RoofTable::Row& row, std::span<const RoofSet> devices, const Format& format, bool isRidge)
{
    CompareTable::Row result{.title = roofWord(row.id), .heading = false, .cells = {}};
    for (std::size_t i = 0; i < row.values.size(); ++i) {
        CompareTable::Cell cell;
        if (row.values[i]) {
            cell.provenance = row.provenances[i];
            cell.text = isRidge ? format.intensity(FlopsPerByte(*row.values[i]))
                                : format.roofValue({.id = row.id, .kind = kindOf(row), .value = *row.values[i]});
            if (i > 0 && row.values[0] && *row.values[0] > 0.0)
                cell.ratio = format.factor(*row.values[i] / *row.values[0]);
            const Roof* roof = devices[i].find(row.id);
            cell.origin = originOf(cell.provenance, isRidge ? nullptr : roof);
            cell.isBorrowed = cell.provenance != Provenance::Measured && !isRidge && roof != nullptr && lenderOf(*roof);
            cell.tip = isRidge ? tr("%1: compute roof over DRAM bandwidth").arg(text(nameOf(cell.provenance)))
                     : roof != nullptr
                         ? tr("%1: %2").arg(text(nameOf(cell.provenance)), QString::fromStdString(roof->method))
                         : QString();
        }
        result.cells.push_back(std::move(cell));
    }
    return result;
}

void addSection(CompareTable& table, const QString& name, std::vector<CompareTable::Row> rows)
{
    if (rows.empty())
        return;
    table.rows.push_back({.title = name, .heading = true, .cells = {}});
    table.rows.insert(table.rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
}

} // namespace

CompareTable compareTable(std::span<const RoofSet> devices, const Format& format)
{
    const RoofTable roofs = compareRoofs(devices);
    CompareTable table;
    for (const std::string& device : roofs.devices)
        table.devices << QString::fromStdString(device);
    const auto ofKind = [&](RoofKind kind) {
        std::vector<CompareTable::Row> rows;
        for (const RoofTable::Row& row : roofs.roofs)
            if (kindOf(row) == kind)
                rows.push_back(rowOf(row, devices, format, false));
        return rows;
    };
    std::vector<CompareTable::Row> ridges;
    for (const RoofTable::Row& row : roofs.ridges)
        if (std::any_of(row.values.begin(), row.values.end(), [](const auto& value) { return value.has_value(); }))
            ridges.push_back(rowOf(row, devices, format, true));
    addSection(table, tr("Bandwidth roofs"), ofKind(RoofKind::Bandwidth));
    addSection(table, tr("Compute roofs"), ofKind(RoofKind::Compute));
    addSection(table, tr("Ridge points, with DRAM"), std::move(ridges));
    addSection(table, tr("Overhead floors"), ofKind(RoofKind::Launch));
    return table;
}

std::string compareCsv(std::span<const RoofSet> devices)
{
    const RoofTable table = compareRoofs(devices);
    CsvWriter csv;
    csv.add("kind").add("id").add("unit");
    for (const std::string& device : table.devices)
        csv.add(device).add(device + " provenance");
    csv.endLine();
    const auto put = [&](std::string_view kind, std::string_view unit, const RoofTable::Row& row) {
        csv.add(kind).add(row.id).add(unit);
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            if (row.values[i])
                csv.add(*row.values[i]).add(nameOf(row.provenances[i]));
            else
                csv.addEmpty().addEmpty();
        }
        csv.endLine();
    };
    for (const RoofTable::Row& row : table.roofs)
        put(nameOf(kindOf(row)), unitOfRoof(row.id), row);
    for (const RoofTable::Row& row : table.ridges)
        put("ridge", "FLOP/B", row);
    return csv.text();
}

} // namespace ridgepoint
