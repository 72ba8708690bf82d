// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ridgepoint {
namespace {

/// The tables that name kernels, the best first: of one profile they show the same launches.
enum class NsysTable : std::size_t { KernelSum, GridSum, Trace };
constexpr std::size_t nsysTables = 3;

/// Where the columns of a table stand and what their units are.
struct NsysColumns {
    NsysTable table = NsysTable::KernelSum;
    std::size_t cells = 0;
    std::size_t name = 0;
    std::size_t time = 0;
    double seconds = 1.0; ///< one unit of the time
    std::optional<std::size_t> instances;
    std::optional<std::size_t> grid;
    std::optional<std::size_t> device;
};

/// The column of a header such as "Total Time (ns)".
std::optional<std::size_t> nsysColumn(const CsvRow& header, std::string_view name)
{
    for (std::size_t i = 0; i < header.cells.size(); ++i) {
        std::string_view text = header.cells[i].text;
        if (!text.starts_with(name))
            continue;
        text.remove_prefix(name.size());
        if (text.empty() || text.starts_with("(") || text.starts_with(" ("))
            return i;
    }
    return std::nullopt;
}

/// What one unit of the time in a column is.
Result<double> nsysSeconds(const CsvCell& cell)
{
    const std::string_view text = cell.text;
    const std::size_t open = text.rfind('(');
    const std::size_t close = text.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        return wrongInText(cell, "the column " + quotedForMessage(text)
                                     + " names no unit; export it with a newer nsys stats --format csv");
    const auto unit = unitIn(text.substr(open + 1, close - open - 1));
    if (!unit || unit->of != TextUnit::Of::Time || unit->per != TextUnit::Per::Whole)
        return wrongInText(cell, "the unit of " + quotedForMessage(text)
                                     + " is no unit of time; export it with nsys stats --timeunit nsec");
    return unit->factor;
}

/// The columns, where a line is the header of a table of kernels; nothing where it is not.
Result<std::optional<NsysColumns>> nsysHeaderIn(const CsvRow& row)
{
    NsysColumns columns{.cells = row.cells.size()};
    const auto name = row.find("Name");
    const auto duration = nsysColumn(row, "Duration");
    const auto total = nsysColumn(row, "Total Time");
    columns.instances = row.find("Instances");
    columns.grid = row.find("GrdX");
    columns.device = row.find("Device");
    // Of the tables with times and names that of MPI has a Source, that of NVTX ranges a Style.
    if (total && columns.instances && !row.find("Source") && !row.find("Style") && !row.find("Range")
        && !row.find("Operation"))
        columns.table = row.find("GridXYZ") ? NsysTable::GridSum : NsysTable::KernelSum;
    else if (duration && columns.grid && row.find("BlkX"))
        columns.table = NsysTable::Trace;
    else
        return std::optional<NsysColumns>();
    if (!name)
        return missingColumn(row.line, "Name", "export it with nsys stats --report cuda_gpu_kern_sum --format csv");
    columns.name = *name;
    columns.time = columns.table == NsysTable::Trace ? *duration : *total;
    const auto seconds = nsysSeconds(row.cells[columns.time]);
    if (!seconds)
        return seconds.error();
    columns.seconds = *seconds;
    return std::optional(columns);
}

bool mayBeNsysHeader(std::string_view line)
{
    return (line.find("Total Time") != std::string_view::npos && line.find("Instances") != std::string_view::npos)
        || (line.find("GrdX") != std::string_view::npos && line.find("Duration") != std::string_view::npos);
}

/// The kernels of one sort of table.
struct NsysKernels {
    std::vector<ImportedKernel> kernels;
    std::map<std::pair<std::string, std::string>, std::size_t> index; // by name and device
    std::string device;
    bool hasDevices = false;
    bool isThere = false;

    void add(std::string_view name, std::string_view on, double launches, double time)
    {
        const auto [place, isNew] = index.try_emplace({std::string(name), std::string(on)}, kernels.size());
        if (isNew) {
            kernels.emplace_back();
            kernels.back().kernel.name = name;
            kernels.back().kernel.launches = 0.0;
            hasDevices = hasDevices || (!device.empty() && device != on);
            device = kernels.size() == 1 ? std::string(on) : device;
        }
        kernels[place->second].kernel.launches += launches;
        kernels[place->second].kernel.time += Seconds(time);
    }
};

Result<double> nsysFigure(const CsvCell& cell, std::string_view what)
{
    const auto figure = plainFigureIn(cell.text);
    if (figure && *figure >= 0.0 && *figure < 1e24)
        return *figure;
    return wrongInText(cell, quotedForMessage(cell.text) + " is not a number of " + std::string(what)
                                 + "; export it again with nsys stats --format csv");
}

Result<void> takeNsysRow(const CsvRow& row, const NsysColumns& columns, NsysKernels& kernels, std::size_t& transfers)
{
    if (const auto width = checkWidth(row, columns.cells); !width)
        return width;
    // Copies and fills have no grid.
    if (columns.table == NsysTable::Trace && row.text(columns.grid).empty()) {
        ++transfers;
        return {};
    }
    const auto time = nsysFigure(row.cells[columns.time], "time units");
    if (!time)
        return time.error();
    double launches = 1.0;
    if (columns.table != NsysTable::Trace) {
        const auto instances = nsysFigure(row.cells[*columns.instances], "launches");
        if (!instances)
            return instances.error();
        launches = *instances;
    }
    kernels.add(row.text(columns.name), columns.table == NsysTable::Trace ? row.text(columns.device) : "", launches,
                *time * columns.seconds);
    return {};
}

bool recognisesNsightSystems(std::string_view beginning)
{
    ByteSource source(beginning);
    CsvLines lines(source);
    while (lines.next()) {
        if (!mayBeNsysHeader(lines.text()))
            continue;
        const auto row = lines.row(separatorOf(lines.text()));
        if (!row)
            return false;
        const auto columns = nsysHeaderIn(*row);
        if (!columns || columns->has_value())
            return true;
    }
    return false;
}

Result<ImportedKernels> readNsightSystems(ByteSource& source, const ImportOptions& /*options*/)
{
    std::array<NsysKernels, nsysTables> tables;
    std::optional<NsysColumns> columns; // of the table that the lines are of
    std::size_t transfers = 0;
    char separator = ',';
    CsvLines lines(source);
    std::size_t last = 0;
    while (lines.next()) {
        const bool isAfterBlank = lines.line() != last + 1;
        if (mayBeNsysHeader(lines.text())) {
            separator = separatorOf(lines.text());
            const auto row = lines.row(separator);
            if (!row)
                return row.error();
            const auto found = nsysHeaderIn(*row);
            if (!found)
                return found.error();
            columns = *found;
            if (columns)
                tables[static_cast<std::size_t>(columns->table)].isThere = true;
        } else if (isAfterBlank) {
            columns.reset(); // a blank line ends a table; a header of another one or a message follows
        } else if (columns) {
            const auto row = lines.row(separator);
            if (!row)
                return row.error();
            if (const auto taken = takeNsysRow(*row, *columns, tables[static_cast<std::size_t>(columns->table)],
                                               transfers);
                !taken)
                return taken.error();
        }
        last = lines.line();
    }
    if (const auto status = lines.status(); !status)
        return status.error();
    const auto best = std::ranges::find_if(tables, [](const NsysKernels& table) { return !table.kernels.empty(); });
    if (best == tables.end())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "The file has no kernel of a GPU; export it with nsys stats --report cuda_gpu_kern_sum --format "
                     "csv REPORT",
                     {}};
    ImportedKernels read;
    read.ofGpu = true;
    read.kernels = std::move(best->kernels);
    read.device = best->hasDevices ? std::string() : best->device;
    if (best->hasDevices)
        read.remarks.emplace_back("The kernels ran on more than one device; one of the same name is listed once a "
                                  "device.");
    const auto untimed = std::erase_if(read.kernels,
                                       [](const ImportedKernel& kernel) { return !(kernel.kernel.time > Seconds()); });
    remarkOn(read.remarks, untimed, " kernel took no time and was left out.",
             " kernels took no time and were left out.");
    if (static_cast<NsysTable>(best - tables.begin()) == NsysTable::Trace)
        remarkOn(read.remarks, transfers, " copy or fill is no kernel and was left out.",
                 " copies and fills are no kernels and were left out.");
    read.remarks.emplace_back(
        "Nsight Systems counts no work: enter FLOP and bytes of the kernels, or import a profile of "
        "Nsight Compute.");
    return read;
}

} // namespace

ImportFormat nsightSystemsFormat()
{
    return {.id = "nsight-systems",
            .program = "Nsight Systems",
            .recognises = recognisesNsightSystems,
            .read = readNsightSystems};
}

} // namespace ridgepoint
