// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::string_view rocprofRemedy = "export it with rocprofv3 --pmc COUNTERS --output-format csv";
constexpr double secondsPerNanosecond = 1e-9;

struct RocprofColumns {
    std::size_t cells = 0;
    std::size_t dispatch = 0, kernel = 0, counter = 0, value = 0, start = 0, end = 0;
    std::optional<std::size_t> agent, process;
};

Result<RocprofColumns> rocprofColumns(const CsvRow& header)
{
    RocprofColumns columns{
        .cells = header.cells.size(), .agent = header.find("Agent_Id"), .process = header.find("Process_Id")};
    const std::pair<std::string_view, std::size_t*> needed[] = {
        {"Dispatch_Id", &columns.dispatch}, {"Kernel_Name", &columns.kernel},    {"Counter_Name", &columns.counter},
        {"Counter_Value", &columns.value},  {"Start_Timestamp", &columns.start}, {"End_Timestamp", &columns.end}};
    for (const auto& [name, place] : needed) {
        const auto found = header.find(name);
        if (!found)
            return missingColumn(header.line, name, rocprofRemedy);
        *place = *found;
    }
    return columns;
}

/// What one count of a counter stands for.
struct RocprofCounter {
    enum class Of { Other, Flops, Read, Written };
    Of of = Of::Other;
    double each = 0.0;
};

RocprofCounter rocprofCounterNamed(std::string_view name)
{
    constexpr double lanes = 64.0;
    constexpr double operationsPerMatrixCount = 512.0;
    constexpr double kibibyte = 1024.0;
    if (name == "FETCH_SIZE")
        return {RocprofCounter::Of::Read, kibibyte};
    if (name == "WRITE_SIZE")
        return {RocprofCounter::Of::Written, kibibyte};
    constexpr std::string_view vector = "SQ_INSTS_VALU_";
    constexpr std::string_view matrix = "MFMA_MOPS_";
    if (!name.starts_with(vector))
        return {};
    name.remove_prefix(vector.size());
    if (name.starts_with(matrix)) {
        const std::string_view type = name.substr(matrix.size());
        const bool isFloating = !type.empty() && type.front() != 'I'; // those of I8 are no FLOP
        return isFloating ? RocprofCounter{RocprofCounter::Of::Flops, operationsPerMatrixCount} : RocprofCounter{};
    }
    if (!name.ends_with("_F16") && !name.ends_with("_F32") && !name.ends_with("_F64"))
        return {};
    name.remove_suffix(4);
    if (name == "ADD" || name == "MUL" || name == "TRANS")
        return {RocprofCounter::Of::Flops, lanes};
    return name == "FMA" ? RocprofCounter{RocprofCounter::Of::Flops, 2.0 * lanes} : RocprofCounter{};
}

class RocprofKernels {
public:
    [[nodiscard]] Result<void> take(const CsvRow& row, const RocprofColumns& columns);
    [[nodiscard]] ImportedKernels result();

private:
    /// In how many dispatches of a kernel a counter is, by its name.
    using Counts = std::map<std::string, double, std::less<>>;

    std::vector<ImportedKernel> m_kernels;
    std::vector<Counts> m_counts;    // as m_kernels
    std::set<std::string> m_counted; // by dispatch and counter
    std::map<std::string, std::size_t, std::less<>> m_places;
    std::set<std::string> m_dispatches; // by process, agent and number
    std::set<std::string, std::less<>> m_agents;
    bool m_hasFlops = false;
    bool m_hasRead = false;
    bool m_hasWritten = false;
};

Result<double> rocprofNumber(const CsvCell& cell, const char* what)
{
    const auto number = plainFigureIn(cell.text);
    if (number && *number >= 0.0)
        return *number;
    return wrongInText(cell, quotedForMessage(cell.text) + " is not " + what + "; " + std::string(rocprofRemedy));
}

Result<void> RocprofKernels::take(const CsvRow& row, const RocprofColumns& columns)
{
    if (const auto width = checkWidth(row, columns.cells); !width)
        return width;
    const auto value = rocprofNumber(row.cells[columns.value], "a count");
    if (!value)
        return value.error();
    const auto start = rocprofNumber(row.cells[columns.start], "a time in nanoseconds");
    const auto end = rocprofNumber(row.cells[columns.end], "a time in nanoseconds");
    for (const auto* time : {&start, &end})
        if (!time->ok())
            return time->error();
    if (*end < *start)
        return wrongInText(row.cells[columns.end], "the dispatch ends before it starts");
    const auto [place, isNew] = m_places.try_emplace(std::string(row.text(columns.kernel)), m_kernels.size());
    if (isNew) {
        m_kernels.push_back({.kernel = {.name = place->first, .launches = 0.0}, .profiled = true});
        m_counts.emplace_back();
    }
    ImportedKernel& kernel = m_kernels[place->second];
    std::string dispatch;
    for (const auto& part : {columns.process, columns.agent, std::optional(columns.dispatch)})
        dispatch += std::string(row.text(part)) + '\n';
    if (m_dispatches.insert(dispatch).second) {
        kernel.kernel.launches += 1.0;
        kernel.kernel.time += Seconds((*end - *start) * secondsPerNanosecond);
        m_agents.emplace(row.text(columns.agent));
    }
    const RocprofCounter counter = rocprofCounterNamed(row.text(columns.counter));
    if (counter.of == RocprofCounter::Of::Other)
        return {};
    kernel.work = WorkOrigin::Counted;
    const std::string_view name = row.text(columns.counter);
    if (m_counted.insert(dispatch += name).second)
        m_counts[place->second][std::string(name)] += 1.0;
    const double amount = *value * counter.each;
    if (counter.of == RocprofCounter::Of::Flops)
        kernel.kernel.flops += Flops(amount);
    else
        kernel.kernel.bytes += Bytes(amount);
    m_hasFlops = m_hasFlops || counter.of == RocprofCounter::Of::Flops;
    m_hasRead = m_hasRead || counter.of == RocprofCounter::Of::Read;
    m_hasWritten = m_hasWritten || counter.of == RocprofCounter::Of::Written;
    return {};
}

ImportedKernels RocprofKernels::result()
{
    ImportedKernels result{.device = {}, .kernels = std::move(m_kernels), .remarks = {}, .ofGpu = true};
    std::size_t partly = 0;
    for (std::size_t i = 0; i < result.kernels.size(); ++i) {
        ImportedKernel& kernel = result.kernels[i];
        bool lacksFlops = false;
        bool lacksBytes = false;
        bool hasFlops = false;
        for (const auto& [counter, dispatches] : m_counts[i]) {
            const bool isFlops = rocprofCounterNamed(counter).of == RocprofCounter::Of::Flops;
            hasFlops = hasFlops || isFlops;
            if (dispatches < kernel.kernel.launches)
                (isFlops ? lacksFlops : lacksBytes) = true;
        }
        partly += lacksFlops || lacksBytes ? 1 : 0;
        if (lacksFlops)
            kernel.kernel.flops = Flops();
        if (lacksBytes)
            kernel.kernel.bytes = Bytes();
        const bool isCounted = std::ranges::any_of(m_counts[i], [&](const auto& counter) {
            const bool isFlops = rocprofCounterNamed(counter.first).of == RocprofCounter::Of::Flops;
            return isFlops ? !lacksFlops : !lacksBytes;
        });
        if (!isCounted)
            kernel.work = WorkOrigin::Unknown;
        kernel.kernel.flopsUnknown = isCounted && (lacksFlops || !hasFlops);
    }
    remarkOn(result.remarks, partly,
             " kernel has dispatches without a counter that its others have, and has no FLOP or no bytes for it; "
             "collect all counters in one run, with one --pmc.",
             " kernels have dispatches without a counter that their others have, and have no FLOP or no bytes for it; "
             "collect all counters in one run, with one --pmc.");
    result.remarks.emplace_back(m_hasFlops
                                    ? "Operations are counted as if all 64 lanes of a wave worked, by the "
                                      "counters that the file has."
                                    : "The file has no counters of operations; add SQ_INSTS_VALU_FMA_F32 and its "
                                      "like to --pmc.");
    if (m_hasRead != m_hasWritten)
        result.remarks.emplace_back(m_hasRead ? "Bytes are those read only; add WRITE_SIZE to --pmc."
                                              : "Bytes are those written only; add FETCH_SIZE to --pmc.");
    else if (!m_hasRead)
        result.remarks.emplace_back("The file has no bytes; add FETCH_SIZE and WRITE_SIZE to --pmc.");
    if (m_agents.size() > 1)
        result.remarks.emplace_back("Kernels ran on several GPUs; those of one name are added up.");
    return result;
}

bool isRocprofHeader(std::string_view line)
{
    const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
    return has("Dispatch_Id") && has("Counter_Name") && has("Counter_Value");
}

bool recognisesRocprofv3(std::string_view beginning)
{
    ByteSource source(beginning);
    CsvLines lines(source);
    return lines.next() && isRocprofHeader(lines.text());
}

Result<ImportedKernels> readRocprofv3(ByteSource& source, const ImportOptions& /*options*/)
{
    RocprofKernels kernels;
    if (const auto status = readTable(
            source, [](std::string_view /*line*/) { return true; }, rocprofColumns, kernels);
        !status)
        return status.error();
    ImportedKernels result = kernels.result();
    if (result.kernels.empty())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "This table has no kernels; export it with rocprofv3 --pmc COUNTERS --output-format csv.",
                     {}};
    return result;
}

} // namespace

ImportFormat rocprofv3Format()
{
    return {.id = "rocprofv3", .program = "rocprofv3", .recognises = recognisesRocprofv3, .read = readRocprofv3};
}

} // namespace ridgepoint
