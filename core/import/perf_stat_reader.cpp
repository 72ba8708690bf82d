// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"
#include "core/session/json_fields.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

namespace ridgepoint {
namespace {

/// One count of perf, from a row or an object.
struct PerfCount {
    std::optional<double> value; ///< nothing where perf says <not counted> or <not supported>
    bool isSupported = true;
    std::string unit;
    std::string event;
    std::optional<double> interval; ///< end of it, in seconds
    double running = 100.0;         ///< per cent of the time that the counter ran
    std::optional<double> cpusUtilized;
    bool isPart = false; ///< of one socket, core, thread, …
    CsvCell place;
};

constexpr std::string_view perfRemedy = "LC_ALL=C perf stat -x, -o FILE -e duration_time,… PROGRAM";

Error perfError(const CsvCell& place, const std::string& what)
{
    return wrongInText(place, what + "; write the file with " + std::string(perfRemedy));
}

// --- Rows --------------------------------------------------------------------------------------------------------

constexpr std::string_view perfUnsupported = "<not supported>";

bool isPerfAbsent(std::string_view text) { return text == "<not counted>" || text == perfUnsupported; }

bool perfIsDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// perf never groups digits: a comma in a number is a decimal comma.
std::optional<double> perfFigure(std::string_view text)
{
    std::string plain(text);
    std::ranges::replace(plain, ',', '.');
    const auto value = plainFigureIn(plain);
    return value && *value >= 0.0 && *value < 1e24 ? value : std::nullopt;
}

bool perfHasLetter(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
}

/// Whether a text is a number with two decimals, as perf writes the share of the time that a counter ran.
bool isPerfShare(std::string_view text)
{
    return text.size() >= 4 && (text[text.size() - 3] == '.' || text[text.size() - 3] == ',')
        && perfIsDigits(text.substr(text.size() - 2)) && perfIsDigits(text.substr(0, text.size() - 3));
}

/// Takes a row apart by what its cells look like, since perf writes no header: … count, unit, event, …, run time,
/// share. nullopt: no row of a count.
std::optional<PerfCount> perfCountIn(const CsvRow& row)
{
    const auto& cells = row.cells;
    for (std::size_t i = 0; i + 4 < cells.size(); ++i) {
        const bool isCount = isPerfAbsent(cells[i].text) || perfFigure(cells[i].text);
        if (!isCount || perfFigure(cells[i + 1].text) || !perfHasLetter(cells[i + 2].text))
            continue;
        // Between the event and the run time may be a variance in per cent and the name of a cgroup.
        for (std::size_t j = i + 3; j + 1 < cells.size() && j < i + 6; ++j) {
            if (!perfIsDigits(cells[j].text) || !isPerfShare(cells[j + 1].text))
                continue;
            PerfCount count;
            count.value = isPerfAbsent(cells[i].text) ? std::nullopt : perfFigure(cells[i].text);
            count.isSupported = cells[i].text != perfUnsupported;
            count.unit = cells[i + 1].text;
            count.event = cells[i + 2].text;
            count.running = perfFigure(cells[j + 1].text).value_or(100.0);
            count.place = cells[i];
            std::size_t before = i;
            // A time of an interval has nine decimals; a number of cores has none.
            if (before > 0 && cells[0].text.find_first_of(".,") != std::string::npos) {
                count.interval = perfFigure(cells[0].text);
                --before;
            } else if (before > 0 && cells[0].text == "summary") { // of all intervals, with -I --summary
                --before;
            }
            count.isPart = before > 0;
            if (row.text(j + 3) == "CPUs utilized")
                count.cpusUtilized = perfFigure(row.text(j + 2));
            return count;
        }
    }
    return std::nullopt;
}

constexpr std::array perfSeparators{',', ';', '\t', '|', ':', ' '};

std::optional<char> perfSeparatorIn(std::string_view line)
{
    for (const char separator : perfSeparators) {
        ByteSource source(line);
        CsvLines lines(source);
        if (!lines.next())
            return std::nullopt;
        const auto row = lines.row(separator);
        if (row.ok() && perfCountIn(*row))
            return separator;
    }
    return std::nullopt;
}

/// A count with a decimal comma in a file separated by commas falls into two cells, and its second half would be read.
bool isTornPerfRow(const CsvRow& row, char separator)
{
    return separator == ',' && !perfCountIn(row)
        && std::ranges::any_of(row.cells, [](const CsvCell& cell) { return cell.text == "100" || cell.text == "00"; });
}

Result<std::optional<PerfCount>> perfRow(const CsvRow& row, char separator)
{
    if (auto count = perfCountIn(row))
        return std::optional(std::move(*count));
    if (isTornPerfRow(row, separator))
        return perfError(row.cells.front(), "numbers have a decimal comma and commas separate them too");
    // Further metrics of the event above stand in rows of their own that have no count and no event.
    std::size_t empty = 0;
    for (const CsvCell& cell : row.cells)
        empty += cell.text.empty() ? 1 : 0;
    if (empty >= 4)
        return std::optional<PerfCount>();
    return perfError(row.cells.front(),
                     "this is no row of perf stat: " + quotedForMessage(row.cells.front().text) + " begins it");
}

// --- Objects -----------------------------------------------------------------------------------------------------

/// A field that is a number or a text with a number in it.
std::optional<double> perfNumber(const Json& object, const char* name)
{
    const auto found = object.find(name);
    if (found == object.end())
        return std::nullopt;
    if (found->is_string())
        return plainFigureIn(found->get_ref<const std::string&>());
    return found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

std::string perfText(const Json& object, const char* name)
{
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Result<std::optional<PerfCount>> perfObject(const std::string& text, const CsvCell& place)
{
    const auto object = parseJson(text);
    if (!object || !object->is_object())
        return perfError(place, "this is no JSON object of perf stat; the file may be cut off, or its numbers have a "
                                "decimal comma");
    if (!object->contains("counter-value"))
        return std::optional<PerfCount>(); // a metric by itself
    PerfCount count;
    count.place = place;
    count.event = perfText(*object, "event");
    count.unit = perfText(*object, "unit");
    if (count.event.empty())
        return perfError(place, "the object has no \"event\"");
    const std::string value = perfText(*object, "counter-value");
    count.isSupported = value != perfUnsupported;
    if (!isPerfAbsent(value)) {
        count.value = perfNumber(*object, "counter-value");
        if (!count.value || !(*count.value >= 0.0) || *count.value > 1e24)
            return perfError(place, "\"counter-value\" of " + quotedForMessage(count.event)
                                        + " is not a number that is zero or more");
    }
    count.interval = perfNumber(*object, "interval");
    count.running = perfNumber(*object, "pcnt-running").value_or(100.0);
    for (const char* part : {"socket", "die", "core", "cpu", "node", "thread", "cluster", "cache", "cgroup"})
        count.isPart = count.isPart || object->contains(part);
    if (perfText(*object, "metric-unit") == "CPUs utilized")
        count.cpusUtilized = perfNumber(*object, "metric-value");
    return std::optional(std::move(count));
}

// --- What they add up to -----------------------------------------------------------------------------------------

/// What an event is known by, in small letters: perf writes the names as the user typed them.
struct PerfEventName {
    std::string hardware; ///< "cpu_core" of "cpu_core/inst_retired.any/u"; empty where it is not told
    std::string event;    ///< without modifiers: "inst_retired.any"
};

PerfEventName perfEventName(std::string event)
{
    std::ranges::transform(event, event.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    PerfEventName name;
    if (const std::size_t slash = event.find('/'); slash != std::string::npos) {
        name.hardware = event.substr(0, slash);
        event.erase(0, slash + 1);
        event.erase(std::min(event.find('/'), event.size()));
    }
    name.event = event.substr(0, event.find(':'));
    return name;
}

/// Whether an event counts what the memory controllers move, in lines of 64 bytes unless perf gives a unit: cas_count
/// of servers, the counters that always run of client processors.
bool countsPerfMemory(const PerfEventName& name)
{
    constexpr std::array<std::string_view, 5> ofClients{"data_read", "data_reads", "data_write", "data_writes",
                                                        "data_total"};
    return name.event.find("cas_count") != std::string::npos
        || (name.hardware.starts_with("uncore_imc") && std::ranges::find(ofClients, name.event) != ofClients.end());
}

bool isPerfTotal(std::string_view event) { return event.ends_with(".all") || event == "data_total"; }

/// Whether all that one event counts is counted by another one too: …cas_count.rd by …cas_count.all, and
/// …cas_count.rd_reg by …cas_count.rd.
bool isPerfPart(std::string_view part, std::string_view whole)
{
    if (part == whole)
        return false;
    if (isPerfTotal(whole))
        return part.starts_with(whole == "data_total" ? "data_" : whole.substr(0, whole.size() - 3));
    return part.starts_with(whole) && part[whole.size()] == '_';
}

struct PerfLanes {
    std::string_view event;
    double count;
};
constexpr std::array<PerfLanes, 8> perfWidths{{{"scalar_single", 1.0},
                                               {"128b_packed_single", 4.0},
                                               {"256b_packed_single", 8.0},
                                               {"512b_packed_single", 16.0},
                                               {"scalar_double", 1.0},
                                               {"128b_packed_double", 2.0},
                                               {"256b_packed_double", 4.0},
                                               {"512b_packed_double", 8.0}}};
constexpr std::string_view perfFlopsStem = "fp_arith_inst_retired.";

/// FLOP of one event; a fused multiply-add counts twice in these already.
std::optional<double> perfLanes(std::string_view event)
{
    if (!event.starts_with(perfFlopsStem))
        return std::nullopt;
    for (const PerfLanes& lanes : perfWidths)
        if (event.substr(perfFlopsStem.size()) == lanes.event)
            return lanes.count;
    return std::nullopt;
}

class PerfSums {
public:
    [[nodiscard]] Result<void> add(const PerfCount& count);
    [[nodiscard]] Result<ImportedKernels> result() const;

private:
    std::size_t m_counts = 0;
    /// The counts of one event, whatever kind of core or controller counted it.
    struct Event {
        double amount = 0.0; ///< FLOP or bytes
        bool isCounted = false;
        bool isSupported = true;

        [[nodiscard]] bool isWhole() const { return isCounted && isSupported; }
    };

    std::map<std::string, Event, std::less<>> m_flops;
    std::map<std::string, Event, std::less<>> m_bytes;
    double m_interval = 0.0;
    std::map<double, double> m_durations; ///< of duration_time, by the interval
    std::optional<double> m_fromClock;    ///< seconds, of task-clock and the CPUs that it was spread over
    std::vector<std::string> m_unknown;
    double m_leastRunning = 100.0;
    bool m_lacksEfficientCores = false;
};

Result<void> PerfSums::add(const PerfCount& count)
{
    ++m_counts;
    if (m_interval > 0.0 && !count.interval) // the summary of the intervals, which are added up already
        return {};
    const PerfEventName name = perfEventName(count.event);
    const std::string& event = name.event;
    m_interval = std::max(m_interval, count.interval.value_or(0.0));
    const bool isFlops = event.starts_with("fp_arith_inst_retired");
    const bool isMemory = countsPerfMemory(name);
    const bool isDuration = event == "duration_time";
    const bool isClock = event == "task-clock" || event == "cpu-clock";
    if (isFlops || isMemory) {
        Event& sum = (isFlops ? m_flops : m_bytes)[event];
        sum.isCounted = sum.isCounted || count.value;
        // The efficient cores of a processor have no counters of operations at all.
        const bool isOfEfficientCores = name.hardware == "cpu_atom";
        sum.isSupported = sum.isSupported && (count.isSupported || isOfEfficientCores);
        m_lacksEfficientCores = m_lacksEfficientCores || (isOfEfficientCores && !count.isSupported);
    }
    if (!count.value)
        return {};
    if (isDuration || isClock) {
        // Without a unit duration_time is in ns, by its definition in the kernel's tools.
        const auto unit = isDuration && count.unit.empty() ? unitIn("ns") : unitIn(count.unit);
        if (!unit || unit->of != TextUnit::Of::Time || unit->per != TextUnit::Per::Whole)
            return perfError(count.place, count.event + " has the unit " + quotedForMessage(count.unit)
                                              + ", which is no unit of time");
        const double time = *count.value * unit->factor;
        if (isDuration) {
            double& duration = m_durations[count.interval.value_or(0.0)];
            duration = std::max(duration, time); // each socket has the same
        } else if (count.cpusUtilized && *count.cpusUtilized > 0.0 && !count.isPart && !count.interval) {
            m_fromClock = time / *count.cpusUtilized;
        }
        return {};
    }
    if (isFlops) {
        const auto lanes = perfLanes(event);
        if (!lanes) {
            if (*count.value > 0.0 && std::ranges::find(m_unknown, count.event) == m_unknown.end())
                m_unknown.push_back(count.event);
            return {};
        }
        m_flops.find(event)->second.amount += *lanes * *count.value;
    }
    if (isMemory) {
        // perf may have multiplied by the 64 bytes of a line already, and says so by the unit.
        constexpr double lineBytes = 64.0;
        const auto unit = unitIn(count.unit);
        const bool isScaled = unit && unit->of == TextUnit::Of::Volume && unit->per == TextUnit::Per::Whole;
        if (!isScaled && !count.unit.empty())
            return perfError(count.place, count.event + " has the unit " + quotedForMessage(count.unit)
                                              + ", which is no unit of bytes");
        m_bytes.find(event)->second.amount += *count.value * (isScaled ? unit->factor : lineBytes);
    }
    if (isFlops || isMemory)
        m_leastRunning = std::min(m_leastRunning, count.running);
    return {};
}

std::string perfJoined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

Result<ImportedKernels> PerfSums::result() const
{
    if (m_counts == 0)
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "The file has no count of perf stat; write it with %1",
                     {std::string(perfRemedy)}};
    // Of programs of less than some milliseconds perf 6.1 prints hundreds of CPUs.
    constexpr double shortestFromClock = 1e-3;
    double time = 0.0;
    for (const auto& [interval, duration] : m_durations)
        time += duration;
    if (!(time > 0.0))
        time = m_interval > 0.0 ? m_interval : m_fromClock.value_or(0.0) >= shortestFromClock ? *m_fromClock : 0.0;
    if (!(time > 0.0))
        return Error{ErrorKind::Corrupt,
                     "import.no-time",
                     "The counts have no time: perf stat writes none into its tables by itself; add the event "
                     "duration_time: %1",
                     {std::string(perfRemedy)}};
    ImportedKernels read;
    ImportedKernel kernel;
    kernel.kernel.name = "whole program";
    kernel.kernel.launches = 1.0;
    kernel.kernel.time = Seconds(time);
    std::vector<std::string> absent;
    // The sum, unless an event of it could not be counted anywhere.
    const auto sumOf = [&absent](const auto& events) {
        double sum = 0.0;
        bool isWhole = !events.empty();
        for (const auto& [name, event] : events) {
            sum += event.amount;
            isWhole = isWhole && event.isWhole();
            if (!event.isWhole())
                absent.push_back(name);
        }
        return isWhole ? std::optional(sum) : std::nullopt;
    };
    const auto flops = sumOf(m_flops);
    auto wholes = m_bytes;
    std::erase_if(wholes, [this](const auto& part) {
        return std::ranges::any_of(
            m_bytes, [&](const auto& whole) { return whole.second.isWhole() && isPerfPart(part.first, whole.first); });
    });
    const auto bytes = sumOf(wholes);
    const bool hasFlops = flops && m_unknown.empty();
    kernel.kernel.flops = Flops(hasFlops ? *flops : 0.0);
    kernel.kernel.bytes = Bytes(bytes.value_or(0.0));
    if (hasFlops || bytes)
        kernel.work = WorkOrigin::Counted;
    kernel.kernel.flopsUnknown = bytes.has_value() && !hasFlops;
    read.kernels.push_back(std::move(kernel));
    if (m_durations.empty() && !(m_interval > 0.0))
        read.remarks.emplace_back("The time is task-clock over CPUs utilized, which has three digits; the event "
                                  "duration_time would be exact.");
    if (bytes)
        read.remarks.emplace_back(
            "The bytes are those of the memory controllers: the whole machine's, not this program's "
            "alone.");
    const bool onlyReads = bytes && std::ranges::none_of(m_bytes, [](const auto& event) {
                               const std::string_view name = event.first;
                               return name.find("wr") != std::string_view::npos || isPerfTotal(name);
                           });
    if (onlyReads)
        read.remarks.emplace_back(
            "Only what memory delivered was counted and not what was written to it: add the event "
            "cas_count_write, or data_write on client processors.");
    if (!absent.empty())
        read.remarks.push_back("perf could not count " + perfJoined(absent)
                               + "; the FLOP or bytes that it is a part of are left out.");
    if (!m_unknown.empty())
        read.remarks.push_back("How many operations one count of " + perfJoined(m_unknown)
                               + " is cannot be told; FLOP are left out. Count the events of single widths, such as "
                                 "fp_arith_inst_retired.256b_packed_double.");
    if (m_flops.empty())
        read.remarks.emplace_back(
            "No operations were counted: add the events fp_arith_inst_retired.* (Intel), or enter "
            "FLOP by hand.");
    std::vector<std::string> uncounted;
    for (const PerfLanes& lanes : perfWidths)
        if (!m_flops.contains(std::string(perfFlopsStem) + std::string(lanes.event)))
            uncounted.emplace_back(lanes.event);
    if (hasFlops && !uncounted.empty())
        read.remarks.push_back("The FLOP are without those of " + perfJoined(uncounted)
                               + ": add these events of fp_arith_inst_retired, unless the program has no such "
                                 "instructions (512b needs AVX-512).");
    if (hasFlops && m_lacksEfficientCores)
        read.remarks.emplace_back("The FLOP are those of the performance cores: the efficient cores (cpu_atom) cannot "
                                  "count them. Bind the program to performance cores with taskset.");
    if (m_bytes.empty())
        read.remarks.emplace_back("No bytes were counted: add the memory controllers' events, "
                                  "uncore_imc/cas_count_read/ and cas_count_write, or on client processors "
                                  "uncore_imc_free_running/data_read/ and data_write (perf list tells which there "
                                  "are), or enter bytes by hand.");
    if (m_leastRunning < 100.0)
        read.remarks.emplace_back("Some counters ran a part of the time only, and perf scaled their counts up; count "
                                  "fewer events at once for exact ones.");
    return read;
}

// --- The file ----------------------------------------------------------------------------------------------------

bool isPerfObject(std::string_view line)
{
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin != std::string_view::npos && line[begin] == '{'
        && line.find("\"counter-value\"") != std::string_view::npos && line.find("\"event\"") != std::string_view::npos;
}

bool recognisesPerfStat(std::string_view beginning)
{
    ByteSource source(beginning);
    CsvLines lines(source);
    for (int looked = 0; looked < 16 && lines.next(); ++looked)
        if (lines.text().starts_with("# started on ") || isPerfObject(lines.text()) || perfSeparatorIn(lines.text()))
            return true;
    return false;
}

/// The count in a line, if there is one. The first row with a count tells the separator.
Result<std::optional<PerfCount>> perfCountOf(CsvLines& lines, std::optional<char>& separator)
{
    const std::size_t begin = lines.text().find_first_not_of(" \t");
    if (begin == std::string::npos || lines.text()[begin] == '#')
        return std::optional<PerfCount>();
    if (lines.text()[begin] == '{')
        return perfObject(lines.text(), {.text = {}, .line = lines.line(), .column = begin + 1});
    if (!separator)
        separator = perfSeparatorIn(lines.text());
    const auto row = lines.row(separator.value_or(','));
    if (!row)
        return row.error();
    return perfRow(*row, separator.value_or(','));
}

Result<ImportedKernels> readPerfStat(ByteSource& source, const ImportOptions& /*options*/)
{
    CsvLines lines(source);
    PerfSums sums;
    std::optional<char> separator;
    while (lines.next()) {
        const auto count = perfCountOf(lines, separator);
        if (!count)
            return count.error();
        if (!*count)
            continue;
        if (const auto added = sums.add(**count); !added)
            return added.error();
    }
    if (const auto status = lines.status(); !status)
        return status.error();
    return sums.result();
}

} // namespace

ImportFormat perfStatFormat()
{
    return {.id = "perf-stat", .program = "perf stat", .recognises = recognisesPerfStat, .read = readPerfStat};
}

} // namespace ridgepoint
