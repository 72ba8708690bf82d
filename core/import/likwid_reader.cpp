// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"
#include "core/import/import_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <unordered_map>
#include <utility>

namespace ridgepoint {
namespace {

/// What one group of events says of one region; a metric has a value a thread.
struct LikwidTable {
    std::string region; ///< empty for the whole program
    std::string group;
    std::size_t line = 0;
    std::vector<double> times; ///< seconds by thread; 0 where it did not enter the region
    std::optional<double> calls;
    std::vector<std::pair<std::string, std::vector<std::optional<double>>>> metrics;

    [[nodiscard]] const std::vector<std::optional<double>>* find(std::string_view name) const
    {
        const auto found = std::ranges::find(metrics, name,
                                             [](const auto& metric) { return std::string_view(metric.first); });
        return found == metrics.end() ? nullptr : &found->second;
    }
};

constexpr std::string_view likwidTime = "Runtime (RDTSC) [s]";

// --- What tables add up to ---------------------------------------------------------------------------------------

/// The precisions that groups count, and how likwid's versions name their rates.
constexpr std::array<std::array<std::string_view, 2>, 3> likwidRates{
    {{"SP [MFLOP/s]", "SP MFLOP/s"}, {"DP [MFLOP/s]", "DP MFLOP/s"}, {"HP [MFLOP/s]", "HP MFLOP/s"}}};

struct LikwidAmounts {
    double time = 0.0;
    std::array<std::optional<double>, likwidRates.size()> flops; ///< by precision
    std::optional<double> memory;
    std::optional<double> l2;
    std::optional<double> l3;
    std::optional<double> calls;
};

/// A volume of all threads. Threads that do not count it have 0 or no number.
std::optional<double> likwidVolume(const LikwidTable& table, std::initializer_list<std::string_view> names)
{
    for (const std::string_view name : names)
        if (const auto* values = table.find(name)) {
            double sum = 0.0;
            bool isThere = false;
            for (const auto& value : *values) {
                sum += value.value_or(0.0);
                isThere = isThere || value;
            }
            if (isThere)
                return sum * 1e9;
        }
    return std::nullopt;
}

/// Rates of all threads times their times, by precision. A thread that spent time and has no rate leaves the sum
/// unknown.
void addLikwidFlops(const LikwidTable& table, const std::vector<double>& times, LikwidAmounts& amounts)
{
    bool lacksRate = false;
    for (std::size_t precision = 0; precision < likwidRates.size(); ++precision)
        for (const std::string_view name : likwidRates[precision]) {
            const auto* rates = table.find(name);
            if (rates == nullptr)
                continue;
            double sum = 0.0;
            for (std::size_t i = 0; i < rates->size(); ++i) {
                const double time = i < times.size() ? times[i] : 0.0;
                lacksRate = lacksRate || (!(*rates)[i] && time > 0.0);
                sum += (*rates)[i].value_or(0.0) * 1e6 * time;
            }
            amounts.flops[precision] = sum;
            break;
        }
    if (lacksRate)
        amounts.flops.fill(std::nullopt);
}

std::string likwidPlace(const LikwidTable& table)
{
    return (table.region.empty() ? "the whole program" : "region " + quotedForMessage(table.region)) + ", group "
         + table.group;
}

Result<LikwidAmounts> likwidAmounts(const LikwidTable& table)
{
    LikwidAmounts amounts;
    std::vector<double> times = table.times;
    if (const auto* found = table.find(likwidTime)) {
        times.clear();
        for (const auto& value : *found)
            times.push_back(value.value_or(0.0));
    }
    for (const double time : times)
        amounts.time = std::max(amounts.time, time);
    if (!(amounts.time > 0.0))
        return Error{ErrorKind::Corrupt,
                     "import.no-time",
                     "%1 has no time: the metric \"%2\" is missing or zero; measure with a group that has it, such as "
                     "likwid-perfctr -g MEM_DP",
                     {likwidPlace(table), std::string(likwidTime)}};
    addLikwidFlops(table, times, amounts);
    amounts.memory = likwidVolume(table, {"Memory data volume [GBytes]"});
    amounts.l2 = likwidVolume(table, {"L2 data volume [GBytes]", "L1 to/from L2 data volume [GBytes]"});
    amounts.l3 = likwidVolume(table, {"L3 data volume [GBytes]", "L2 to/from L3 data volume [GBytes]"});
    amounts.calls = table.calls;
    return amounts;
}

bool countsLikwidFlops(const LikwidAmounts& group)
{
    return std::ranges::any_of(group.flops, [](const auto& flops) { return flops.has_value(); });
}

/// Puts the groups of one region together: each amount is that of the first group which has it.
ImportedKernel likwidKernel(const std::vector<LikwidAmounts>& groups, const std::string& region, bool& isScaled)
{
    const auto counting = std::ranges::find_if(groups, countsLikwidFlops);
    const LikwidAmounts& main = counting == groups.end() ? groups.front() : *counting;
    ImportedKernel kernel;
    kernel.kernel.name = region.empty() ? "whole program" : region;
    kernel.kernel.time = Seconds(main.time);
    kernel.kernel.launches = main.calls.value_or(1.0);
    bool isCounted = false;
    // In as many calls or as much time as the main group had.
    const auto amountOf = [&](const auto& of) {
        if (const std::optional<double>& amount = of(main)) {
            isCounted = true;
            return *amount;
        }
        for (const LikwidAmounts& group : groups)
            if (const std::optional<double>& amount = of(group)) {
                isCounted = true;
                isScaled = true;
                const double scale = group.calls && main.calls && *group.calls > 0.0 ? *main.calls / *group.calls
                                                                                     : main.time / group.time;
                return *amount * scale;
            }
        return 0.0;
    };
    using Amount = std::optional<double>;
    for (std::size_t precision = 0; precision < likwidRates.size(); ++precision)
        kernel.kernel.flops += Flops(
            amountOf([=](const LikwidAmounts& group) -> const Amount& { return group.flops[precision]; }));
    kernel.kernel.bytes = Bytes(amountOf([](const LikwidAmounts& group) -> const Amount& { return group.memory; }));
    kernel.kernel.throughCaches[1] = Bytes(
        amountOf([](const LikwidAmounts& group) -> const Amount& { return group.l2; }));
    kernel.kernel.throughCaches[2] = Bytes(
        amountOf([](const LikwidAmounts& group) -> const Amount& { return group.l3; }));
    kernel.work = isCounted ? WorkOrigin::Counted : WorkOrigin::Unknown;
    kernel.kernel.flopsUnknown = isCounted && counting == groups.end();
    return kernel;
}

Result<ImportedKernels> likwidKernels(const std::vector<LikwidTable>& tables, std::string device)
{
    if (tables.empty())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "The file has no table of metrics; measure with a group, such as likwid-perfctr -g MEM_DP -O",
                     {}};
    ImportedKernels read;
    read.device = std::move(device);
    std::vector<std::pair<std::string, std::vector<LikwidAmounts>>> regions;
    std::unordered_map<std::string_view, std::size_t> index; // of a region in them
    bool hasPartOfMemory = false;
    for (const LikwidTable& table : tables) {
        const bool isIdle = !table.times.empty()
                         && std::ranges::all_of(table.times, [](double t) { return !(t > 0.0); });
        if (isIdle) {
            read.remarks.push_back(likwidPlace(table) + ", was never run and is left out.");
            continue;
        }
        const auto amounts = likwidAmounts(table);
        if (!amounts)
            return amounts.error();
        const auto [place, isNew] = index.try_emplace(table.region, regions.size());
        if (isNew)
            regions.emplace_back(table.region, std::vector<LikwidAmounts>());
        regions[place->second].second.push_back(*amounts);
        for (const auto& metric : table.metrics)
            hasPartOfMemory = hasPartOfMemory || metric.first.starts_with("Memory data volume (channels");
    }
    bool isScaled = false;
    bool lacksBytes = false;
    bool lacksFlops = false;
    for (const auto& [region, groups] : regions) {
        read.kernels.push_back(likwidKernel(groups, region, isScaled));
        lacksBytes = lacksBytes || trafficOf(read.kernels.back().kernel).empty();
        lacksFlops = lacksFlops || std::ranges::none_of(groups, countsLikwidFlops);
    }
    if (isScaled)
        read.remarks.emplace_back("The counts are from different groups, which likwid measures one after the other; "
                                  "they were scaled to the calls or the time of the first group that counts "
                                  "operations.");
    if (hasPartOfMemory)
        read.remarks.emplace_back(
            "A group counts a part of the memory channels only; its bytes were left out. Enter the "
            "sum of both parts by hand.");
    if (lacksBytes)
        read.remarks.emplace_back(
            "FLOPS_* groups count no bytes: measure both groups into one file, likwid-perfctr -g FLOPS_DP -g MEM …, or "
            "enter bytes by hand.");
    if (lacksFlops)
        read.remarks.emplace_back(
            "Regions without operation counts have no FLOP: measure both groups into one file, likwid-perfctr -g "
            "FLOPS_DP -g MEM …, or enter FLOP by hand.");
    return read;
}

/// A figure of a thread; nothing where likwid has none.
Result<std::optional<double>> likwidFigure(const CsvCell& cell)
{
    if (saysNoFigure(cell.text))
        return std::optional<double>();
    const auto value = plainFigureIn(cell.text);
    if (!value || *value < 0.0 || *value > 1e24)
        return wrongInText(cell, quotedForMessage(cell.text)
                                     + " is not a number that is zero or more; write the file with LC_ALL=C "
                                       "likwid-perfctr -O …");
    return value;
}

// --- CSV ---------------------------------------------------------------------------------------------------------

/// The tables of a file, row by row.
class LikwidRows {
public:
    [[nodiscard]] Result<void> take(const CsvRow& row);
    [[nodiscard]] Result<ImportedKernels> end();

private:
    [[nodiscard]] Result<void> begin(const CsvRow& row);
    [[nodiscard]] Result<std::vector<std::optional<double>>> figuresOf(const CsvRow& row) const;

    enum class Kind { None, Raw, Metric, Other };

    std::vector<LikwidTable> m_tables; // those of metrics
    LikwidTable m_region;              // what the raw table said before: times and calls
    std::string m_device;
    Kind m_kind = Kind::None;
    std::size_t m_threads = 0;
    std::size_t m_line = 0;
    std::size_t m_rowsLeft = 0;
    bool m_hasHeader = false;
};

Result<void> LikwidRows::begin(const CsvRow& row)
{
    // TABLE[,Region NAME],Group N Raw|Metric[ STAT],GROUP,ROWS
    std::vector<const CsvCell*> cells;
    for (const CsvCell& cell : row.cells)
        if (!cell.text.empty())
            cells.push_back(&cell);
    m_kind = Kind::Other;
    m_line = row.line;
    m_hasHeader = false;
    m_rowsLeft = 0;
    if (cells.size() < 4)
        return {};
    const bool hasRegion = cells[1]->text.starts_with("Region ");
    const std::size_t at = hasRegion ? 2 : 1;
    if (cells.size() != at + 3 || !cells[at]->text.starts_with("Group "))
        return {};
    const std::string& title = cells[at]->text;
    const std::string& rows = cells[at + 2]->text;
    const auto count = std::from_chars(rows.data(), rows.data() + rows.size(), m_rowsLeft);
    if (count.ec != std::errc() || count.ptr != rows.data() + rows.size())
        return wrongInText(*cells[at + 2], quotedForMessage(rows)
                                               + " is not the number of the table's rows; write the "
                                                 "file again with likwid-perfctr -O");
    LikwidTable table{
        .region = hasRegion ? cells[1]->text.substr(7) : std::string(), .group = cells[at + 1]->text, .line = row.line};
    if (title.ends_with(" Raw")) {
        m_kind = Kind::Raw;
        m_region = std::move(table);
    } else if (title.ends_with(" Metric")) {
        m_kind = Kind::Metric;
        if (m_region.region == table.region && m_region.group == table.group) {
            table.times = m_region.times;
            table.calls = m_region.calls;
        }
        m_tables.push_back(std::move(table));
    }
    return {};
}

Result<std::vector<std::optional<double>>> LikwidRows::figuresOf(const CsvRow& row) const
{
    std::vector<std::optional<double>> figures;
    if (row.cells.size() <= m_threads)
        return wrongInText(row.line, 1,
                           "the row has fewer cells than the " + std::to_string(m_threads)
                               + " threads of its table; the file may be cut off");
    for (std::size_t i = 1; i <= m_threads; ++i) {
        const auto figure = likwidFigure(row.cells[i]);
        if (!figure)
            return figure.error();
        figures.push_back(*figure);
    }
    return figures;
}

Result<void> LikwidRows::take(const CsvRow& row)
{
    const std::string_view first = row.text(0);
    if (first == "TABLE" || first == "STRUCT") {
        if (m_rowsLeft > 0)
            return wrongInText(row.line, 1,
                               "the table of line " + std::to_string(m_line) + " lacks " + std::to_string(m_rowsLeft)
                                   + (m_rowsLeft == 1 ? " row" : " rows") + "; the file may be cut off");
        m_kind = Kind::None;
        return first == "TABLE" ? begin(row) : Result<void>();
    }
    if (first == "CPU name:" && m_device.empty())
        m_device = row.text(1);
    const auto threadsOf = [&] {
        m_threads = 0;
        while (m_threads + 1 < row.cells.size() && !row.cells[m_threads + 1].text.empty())
            ++m_threads;
    };
    if (m_kind == Kind::Raw && first == "Region Info") {
        threadsOf();
    } else if (m_kind == Kind::Raw && !m_hasHeader && (first == "RDTSC Runtime [s]" || first == "call count")) {
        const auto figures = figuresOf(row);
        if (!figures)
            return figures.error();
        double most = 0.0;
        for (const auto& figure : *figures)
            most = std::max(most, figure.value_or(0.0));
        if (first == "call count")
            m_region.calls = most;
        else
            for (const auto& figure : *figures)
                m_region.times.push_back(figure.value_or(0.0));
    } else if (!m_hasHeader && (first == "Event" || first == "Metric")) {
        m_hasHeader = true;
        threadsOf();
    } else if (m_hasHeader && m_rowsLeft > 0) {
        --m_rowsLeft;
        if (m_kind != Kind::Metric)
            return {};
        auto figures = figuresOf(row);
        if (!figures)
            return figures.error();
        m_tables.back().metrics.emplace_back(first, std::move(*figures));
    }
    return {};
}

Result<ImportedKernels> LikwidRows::end()
{
    if (m_rowsLeft > 0)
        return wrongInText(m_line, 1,
                           "the table lacks " + std::to_string(m_rowsLeft) + (m_rowsLeft == 1 ? " row" : " rows")
                               + "; the file may be cut off");
    return likwidKernels(m_tables, m_device);
}

// --- JSON --------------------------------------------------------------------------------------------------------

Result<std::vector<std::optional<double>>> likwidValues(const Json& metric, const std::string& name)
{
    const auto values = metric.is_object() ? metric.find("Values") : metric.end();
    const auto wrong = [&](const std::string& what) {
        return Error{ErrorKind::Corrupt,
                     "import.json",
                     "the metric %1: %2; write the file again with likwid-perfctr -o FILE.json",
                     {quotedForMessage(name), what}};
    };
    if (!metric.is_object() || values == metric.end() || !values->is_array())
        return wrong("there is no array \"Values\"");
    std::vector<std::optional<double>> figures;
    for (const Json& value : *values) {
        if (value.is_null() || (value.is_string() && saysNoFigure(value.get_ref<const std::string&>()))) {
            figures.emplace_back();
            continue;
        }
        const auto figure = value.is_string() ? plainFigureIn(value.get_ref<const std::string&>())
                                              : numberOf(value, 0.0, 1e24);
        if (!figure || *figure < 0.0 || *figure > 1e24)
            return wrong("a value is not a number that is zero or more");
        figures.push_back(figure);
    }
    return figures;
}

/// Takes the tables of metrics in an object and all below it. `path` is the names of the objects around it: a group
/// stands twice, and in between the region may.
Result<void> findLikwidTables(const Json& object, std::vector<std::string>& path, std::vector<LikwidTable>& tables)
{
    for (const auto& [name, value] : object.items()) {
        if (!value.is_object() || name == "Info")
            continue;
        if (name != "Metric") {
            path.push_back(name);
            const auto taken = findLikwidTables(value, path, tables);
            path.pop_back();
            if (!taken)
                return taken;
            continue;
        }
        LikwidTable table;
        table.group = path.empty() ? std::string() : path.back();
        for (const std::string& outer : path)
            if (outer != table.group)
                table.region += (table.region.empty() ? "" : " ") + outer;
        if (table.region.starts_with("Region "))
            table.region.erase(0, 7);
        for (const auto& [metric, values] : value.items()) {
            auto figures = likwidValues(values, metric);
            if (!figures)
                return figures.error();
            table.metrics.emplace_back(metric, std::move(*figures));
        }
        tables.push_back(std::move(table));
    }
    return {};
}

Result<ImportedKernels> readLikwidJson(ByteSource& source)
{
    const auto json = wholeJson(source);
    if (!json)
        return json.error();
    if (!json->is_object())
        return likwidKernels({}, {});
    std::string device;
    if (const auto info = json->find("Info"); info != json->end() && info->is_object())
        for (const auto& [name, value] : info->items())
            if (name.starts_with("CPU name") && value.is_string())
                device = value.get<std::string>();
    std::vector<LikwidTable> tables;
    std::vector<std::string> path;
    if (const auto found = findLikwidTables(*json, path, tables); !found)
        return found.error();
    return likwidKernels(tables, std::move(device));
}

// --- The file ----------------------------------------------------------------------------------------------------

bool isLikwidJson(std::string_view beginning)
{
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf"; // editors put it first
    if (beginning.starts_with(byteOrderMark))
        beginning.remove_prefix(byteOrderMark.size());
    return beginning.starts_with('{');
}

bool recognisesLikwid(std::string_view beginning)
{
    if (isLikwidJson(beginning))
        return beginning.find("\"Values\"") != std::string_view::npos
            && (beginning.find("RDTSC") != std::string_view::npos
                || beginning.find("\"Counter\"") != std::string_view::npos
                || beginning.find("\"Metric") != std::string_view::npos
                || beginning.find("\"Raw") != std::string_view::npos);
    for (const std::string_view word : {"TABLE,Group ", "TABLE,Region ", "STRUCT,Info,"})
        if (beginning.starts_with(word) || beginning.find('\n' + std::string(word)) != std::string_view::npos)
            return true;
    return false;
}

Result<ImportedKernels> readLikwid(ByteSource& source, const ImportOptions& /*options*/)
{
    if (isLikwidJson(source.atHand()))
        return readLikwidJson(source);
    CsvLines lines(source);
    LikwidRows rows;
    while (lines.next()) {
        if (lines.text().starts_with('"')) // the program's own output; likwid quotes nothing
            continue;
        const auto row = lines.row(',');
        if (!row)
            return row.error();
        if (const auto taken = rows.take(*row); !taken)
            return taken.error();
    }
    if (const auto status = lines.status(); !status)
        return status.error();
    return rows.end();
}

} // namespace

ImportFormat likwidFormat()
{
    return {.id = "likwid-perfctr", .program = "likwid-perfctr", .recognises = recognisesLikwid, .read = readLikwid};
}

} // namespace ridgepoint
