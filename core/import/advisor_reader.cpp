// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"

#include <map>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view advisorName = "Function Call Sites and Loops";
constexpr std::string_view advisorRemedy = "collect with --collect=roofline and report with advisor --report=survey "
                                           "--format=csv --show-all-columns";
constexpr double advisorGiga = 1e9; // GFLOP and GB are decimal

struct AdvisorColumns {
    std::size_t cells = 0;
    std::size_t name = 0, gigaflop = 0, gigabytes = 0, time = 0;
};

Result<AdvisorColumns> advisorColumns(const CsvRow& header)
{
    AdvisorColumns columns{.cells = header.cells.size()};
    const std::pair<std::string_view, std::size_t*> needed[] = {{advisorName, &columns.name},
                                                                {"Self GFLOP", &columns.gigaflop},
                                                                {"Self Memory GB", &columns.gigabytes},
                                                                {"Self Elapsed Time", &columns.time}};
    for (const auto& [name, place] : needed) {
        const auto found = header.find(name);
        if (!found)
            return missingColumn(header.line, name, advisorRemedy);
        *place = *found;
    }
    return columns;
}

/// A number such as "0.5312" or "0.100s". Nothing (0) where the cell is empty or says "< 0.001s".
Result<double> advisorNumber(const CsvCell& cell)
{
    std::string_view text = cell.text;
    if (saysNoFigure(text) || text.starts_with('<'))
        return 0.0;
    if (text.ends_with('s'))
        text.remove_suffix(1);
    const auto number = plainFigureIn(text);
    if (number && *number >= 0.0)
        return *number;
    return wrongInText(cell,
                       quotedForMessage(cell.text)
                           + " is not a number with a decimal point; report with LC_ALL=C advisor --report=survey "
                             "--format=csv --show-all-columns");
}

/// Without the signs that show a row's place in the tree of calls.
std::string advisorKernelName(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t+-");
    return std::string(text.substr(first == std::string_view::npos ? text.size() : first));
}

class AdvisorKernels {
public:
    [[nodiscard]] Result<void> take(const CsvRow& row, const AdvisorColumns& columns);
    [[nodiscard]] ImportedKernels result();

private:
    std::vector<ImportedKernel> m_kernels;
    std::map<std::string, std::size_t> m_places;
    std::size_t m_withoutTime = 0;
};

Result<void> AdvisorKernels::take(const CsvRow& row, const AdvisorColumns& columns)
{
    if (row.cells.size() < columns.cells)
        return wrongInText(row.line, 1,
                           "the row has " + std::to_string(row.cells.size()) + " cells and the header "
                               + std::to_string(columns.cells) + "; the file may be cut off");
    const auto time = advisorNumber(row.cells[columns.time]);
    const auto gigaflop = advisorNumber(row.cells[columns.gigaflop]);
    const auto gigabytes = advisorNumber(row.cells[columns.gigabytes]);
    for (const auto* number : {&time, &gigaflop, &gigabytes})
        if (!number->ok())
            return number->error();
    if (*time == 0.0) {
        ++m_withoutTime;
        return {};
    }
    const auto [place, isNew] = m_places.try_emplace(advisorKernelName(row.text(columns.name)), m_kernels.size());
    if (isNew)
        m_kernels.push_back({.kernel = {.name = place->first}, .profiled = true});
    ImportedKernel& kernel = m_kernels[place->second];
    kernel.kernel.time += Seconds(*time);
    kernel.kernel.flops += Flops(*gigaflop * advisorGiga);
    kernel.kernel.throughCaches[0] += Bytes(*gigabytes * advisorGiga);
    if (*gigaflop > 0.0 || *gigabytes > 0.0)
        kernel.work = WorkOrigin::Counted;
    if (*gigabytes > 0.0 && saysNoFigure(row.cells[columns.gigaflop].text))
        kernel.kernel.flopsUnknown = true;
    return {};
}

ImportedKernels AdvisorKernels::result()
{
    ImportedKernels result{.device = {}, .kernels = std::move(m_kernels), .remarks = {}};
    result.remarks.emplace_back(
        "Bytes are those of all loads and stores: they belong under the roof of the first cache, "
        "and those from memory are not known.");
    for (ImportedKernel& each : result.kernels)
        if (each.kernel.flopsUnknown) // a part of its rows tells nothing
            each.kernel.flops = Flops();
    remarkOn(result.remarks, m_withoutTime, " row without elapsed time of its own was left out.",
             " rows without elapsed time of their own were left out.");
    return result;
}

bool isAdvisorHeader(std::string_view line)
{
    return line.find(advisorName) != std::string_view::npos && line.find("Self ") != std::string_view::npos;
}

bool recognisesAdvisor(std::string_view beginning)
{
    ByteSource source(beginning);
    CsvLines lines(source);
    while (lines.next())
        if (isAdvisorHeader(lines.text()))
            return true;
    return false;
}

Result<ImportedKernels> readAdvisor(ByteSource& source, const ImportOptions& /*options*/)
{
    AdvisorKernels kernels;
    if (const auto status = readTable(source, isAdvisorHeader, advisorColumns, kernels); !status)
        return status.error();
    ImportedKernels result = kernels.result();
    if (result.kernels.empty())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "This survey has no loops or functions with a time; %1.",
                     {std::string(advisorRemedy)}};
    return result;
}

} // namespace

ImportFormat advisorFormat()
{
    return {.id = "advisor", .program = "Intel Advisor", .recognises = recognisesAdvisor, .read = readAdvisor};
}

} // namespace ridgepoint
