// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/import/figures_in_text.h"
#include "core/import/nsight_compute_metrics.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ridgepoint {
namespace {

// --- One launch --------------------------------------------------------------------------------------------------

/// The locale is known at the end of the file only: until then every figure is kept as both may read it.
constexpr std::size_t ncuReadings = 2; // with a decimal point, with a decimal comma
constexpr double ncuMissing = std::numeric_limits<double>::quiet_NaN();
using NcuFigures = std::array<double, ncuSlots>;

bool ncuIsKnown(double figure) { return figure == figure; }

struct NcuLaunch {
    std::string key; ///< process and number, which are unique together
    std::string number;
    std::string kernel;
    std::string device;
    std::size_t line = 0;
    std::uint64_t present = 0; ///< by slot
    std::uint64_t better = 0;  ///< those of a metric that wins over others
    bool hasUnknownTensor = false;
    std::array<NcuFigures, ncuReadings> figures{};
};

/// What a launch adds to its kernel; ncuMissing where it does not say.
struct NcuAmounts {
    double time = ncuMissing;
    double flops = ncuMissing;
    double dram = ncuMissing;
    double l2 = ncuMissing;
    double l1 = ncuMissing;
};

/// The amount itself, or its rate times the time.
double ncuAmountOf(const NcuFigures& figures, NcuSlot amount, NcuSlot rate)
{
    const double whole = figures[static_cast<std::size_t>(amount)];
    return ncuIsKnown(whole)
             ? whole
             : figures[static_cast<std::size_t>(rate)] * figures[static_cast<std::size_t>(NcuSlot::Time)];
}

double ncuFlopsOf(const NcuFigures& figures)
{
    const double cycles = figures[static_cast<std::size_t>(NcuSlot::Clock)]
                        * figures[static_cast<std::size_t>(NcuSlot::Time)];
    double sum = 0.0;
    bool isCounted = false;
    const auto add = [&](std::size_t whole, std::size_t perCycle) {
        if (!ncuIsKnown(figures[whole]) && !ncuIsKnown(figures[perCycle]))
            return;
        isCounted = true;
        sum += ncuIsKnown(figures[whole]) ? figures[whole] : figures[perCycle] * cycles;
    };
    for (std::size_t i = 0; i < ncuOperations.size(); ++i)
        add(ncuFirstOperation + i, ncuFirstPerCycle + i);
    for (std::size_t i = 0; i < ncuMostTensorMetrics; ++i)
        add(ncuFirstTensor + i, ncuFirstTensor + ncuMostTensorMetrics + i);
    return isCounted ? sum : ncuMissing; // also where cycles are not known
}

NcuAmounts ncuAmountsOf(const NcuFigures& figures)
{
    NcuAmounts amounts{.time = figures[static_cast<std::size_t>(NcuSlot::Time)],
                       .flops = ncuFlopsOf(figures),
                       .dram = ncuAmountOf(figures, NcuSlot::Dram, NcuSlot::DramRate),
                       .l2 = ncuAmountOf(figures, NcuSlot::L2, NcuSlot::L2Rate),
                       .l1 = ncuAmountOf(figures, NcuSlot::L1, NcuSlot::L1Rate)};
    if (!ncuIsKnown(amounts.dram))
        amounts.dram = ncuAmountOf(figures, NcuSlot::DramRead, NcuSlot::DramReadRate)
                     + ncuAmountOf(figures, NcuSlot::DramWrite, NcuSlot::DramWriteRate);
    return amounts;
}

/// Which kinds of operations are counted, in either form.
std::uint64_t ncuCounted(std::uint64_t present)
{
    const auto bits = [&](std::size_t first, std::size_t count) {
        return present >> first & ((std::uint64_t{1} << count) - 1);
    };
    const std::uint64_t instructions = bits(ncuFirstOperation, ncuOperations.size())
                                     | bits(ncuFirstPerCycle, ncuOperations.size());
    const std::uint64_t tensor = bits(ncuFirstTensor, ncuMostTensorMetrics)
                               | bits(ncuFirstTensor + ncuMostTensorMetrics, ncuMostTensorMetrics);
    return instructions | tensor << ncuOperations.size();
}
static_assert(ncuSlots <= 64);

// --- All of them -------------------------------------------------------------------------------------------------

/// Launches of one kernel together, as both locales read them. A sum is ncuMissing once a launch does not have it.
struct NcuKernel {
    std::string name;
    std::string device;
    double launches = 0.0;
    std::uint64_t everywhere = ~std::uint64_t{0}; ///< operations that all launches counted
    bool hasUnknownTensor = false;
    std::array<NcuAmounts, ncuReadings> sums{};
};

/// What the remarks on a file are about.
struct NcuRemarks {
    std::string unknownTensor;
    std::set<std::string> devices;     ///< by their numbers
    std::set<std::string> deviceNames; ///< empty where the file does not tell
    std::size_t withoutTime = 0;
    std::string firstWithoutTime;
    bool hasIntegerTensor = false;
    bool countsHalfThreads = false; ///< instructions of half precision, not the operations of their pairs
};

class NcuTable {
public:
    explicit NcuTable(const ImportOptions& options) : m_options(&options) {}

    [[nodiscard]] Result<void> begin(const CsvRow& header);
    [[nodiscard]] bool hasBegun() const { return !m_header.cells.empty(); }
    [[nodiscard]] Result<void> take(const CsvRow& row);
    [[nodiscard]] Result<ImportedKernels> end();

private:
    /// A metric that is of use, as a name and a unit have it.
    struct Use {
        NcuMetric metric;
        std::size_t column = 0;
        bool isDeviceName = false;
        NcuTensor tensor = NcuTensor::None;
    };

    /// Whether a figure is multiplied by its unit; of the others it matters only whether there is one.
    [[nodiscard]] static bool hasUnit(const Use& use)
    {
        return !use.isDeviceName && (use.tensor == NcuTensor::None || use.tensor == NcuTensor::FloatingPoint);
    }
    [[nodiscard]] std::optional<Use> useOf(std::string_view name);
    [[nodiscard]] Result<void> takeUnits(const CsvRow& row);
    [[nodiscard]] Result<void> takeLaunch(const CsvRow& row);
    [[nodiscard]] Result<void> takeMetric(const CsvRow& row);
    [[nodiscard]] Result<void> openLaunch(const CsvRow& row);
    [[nodiscard]] Result<void> put(const Use& use, const CsvCell& cell, double factor);
    void learn(const CsvCell& cell);
    void closeLaunch();
    [[nodiscard]] Result<std::size_t> reading() const;
    void addRemarks(ImportedKernels& read) const;

    const ImportOptions* m_options;
    CsvRow m_header;
    std::optional<std::size_t> m_id, m_process, m_kernel, m_device, m_metric, m_unit, m_value;
    bool m_needsUnits = false;
    std::vector<std::pair<Use, double>> m_uses; // of the wide form: the column and what one unit of it is
    std::vector<std::size_t> m_metricColumns;   // of the wide form, all of them
    std::unordered_map<std::string, std::optional<Use>> m_byName;

    std::optional<NcuLaunch> m_launch;
    std::unordered_set<std::string> m_seen;
    std::map<std::pair<std::string, std::string>, std::size_t> m_index;
    std::vector<NcuKernel> m_kernels;
    std::vector<std::string> m_tensorNames; // by their slot, without what follows the first point
    std::uint64_t m_present = 0;
    NcuRemarks m_told;

    // Where a figure stands that has no reading with a decimal point, with a decimal comma; of all figures, of those
    // used
    std::array<std::optional<CsvCell>, ncuReadings> m_speaksAgainst;
    std::array<std::optional<CsvCell>, ncuReadings> m_cannotRead;
    std::optional<CsvCell> m_open; // a figure in use that the decimal mark decides
};

constexpr std::string_view ncuRemedy =
    "profile again with: ncu --csv --page raw --metrics gpu__time_duration.sum,dram__bytes.sum,… PROGRAM";

Result<void> NcuTable::begin(const CsvRow& header)
{
    closeLaunch();
    m_header = header;
    m_uses.clear();
    m_metricColumns.clear();
    m_id = header.find("ID");
    m_process = header.find("Process ID");
    m_kernel = header.find("Kernel Name");
    m_device = header.find("Device");
    m_metric = header.find("Metric Name");
    m_unit = header.find("Metric Unit");
    m_value = header.find("Metric Value");
    if (!m_id)
        return missingColumn(header.line, "ID", ncuRemedy);
    if (!m_kernel)
        return missingColumn(header.line, "Kernel Name", ncuRemedy);
    m_needsUnits = !m_metric;
    if (m_metric && !m_unit)
        return missingColumn(header.line, "Metric Unit", ncuRemedy);
    if (m_metric && !m_value)
        return missingColumn(header.line, "Metric Value", ncuRemedy);
    return {};
}

std::optional<NcuTable::Use> NcuTable::useOf(std::string_view name)
{
    if (name == "device__attribute_display_name")
        return Use{.isDeviceName = true};
    if (const auto metric = ncuMetricNamed(name))
        return Use{.metric = *metric};
    const NcuTensor kind = ncuTensorKind(name);
    if (kind == NcuTensor::None)
        return std::nullopt;
    Use use{.tensor = kind};
    const std::string stem(name.substr(0, name.find('.')));
    auto found = std::ranges::find(m_tensorNames, stem);
    if (kind == NcuTensor::Unknown || (found == m_tensorNames.end() && m_tensorNames.size() == ncuMostTensorMetrics)) {
        use.tensor = NcuTensor::Unknown;
        m_told.unknownTensor = name;
        return use;
    }
    if (kind == NcuTensor::Integer)
        return use;
    if (found == m_tensorNames.end())
        found = m_tensorNames.insert(m_tensorNames.end(), stem);
    const bool isPerCycle = name.ends_with(ncuPerCycle);
    use.metric = {.slot = ncuFirstTensor + static_cast<std::size_t>(found - m_tensorNames.begin())
                        + (isPerCycle ? ncuMostTensorMetrics : 0),
                  .per = isPerCycle ? TextUnit::Per::Cycle : TextUnit::Per::Whole};
    return use;
}

/// What one unit of a metric is. A count and a count a cycle may have no unit, a time and bytes may not.
Result<double> ncuUnitFactor(const NcuMetric& metric, std::string_view name, const CsvCell& cell)
{
    auto unit = unitIn(cell.text);
    if (cell.text.empty() && metric.of == TextUnit::Of::Count)
        unit = TextUnit{.of = metric.of, .per = metric.per};
    const bool isOfCycle = unit && metric.per == TextUnit::Per::Cycle && unit->per == TextUnit::Per::Whole;
    if (unit && unit->of == metric.of && (unit->per == metric.per || isOfCycle))
        return unit->factor;
    if (cell.text.empty())
        return wrongInText(cell, std::string(name) + " has no unit; without one its size is not known. "
                                     + std::string(ncuRemedy));
    return wrongInText(cell, std::string(name) + " is in " + quotedForMessage(cell.text)
                                 + ", which is no unit of it; export the profile with ncu --print-units base");
}

Result<void> NcuTable::takeUnits(const CsvRow& row)
{
    m_needsUnits = false;
    std::unordered_set<std::string_view> seen;
    for (std::size_t i = 0; i < m_header.cells.size(); ++i) {
        const std::string& name = m_header.cells[i].text;
        if (name.find("__") == std::string::npos || !seen.insert(name).second)
            continue;
        m_metricColumns.push_back(i);
        auto use = useOf(name);
        if (!use)
            continue;
        use->column = i;
        double factor = 1.0;
        if (hasUnit(*use)) {
            const auto unit = ncuUnitFactor(use->metric, name, row.cells[i]);
            if (!unit)
                return unit.error();
            factor = *unit;
        }
        m_uses.emplace_back(*use, factor);
    }
    return {};
}

/// Notes what a figure says about the decimal mark.
void NcuTable::learn(const CsvCell& cell)
{
    if ((m_speaksAgainst[0] && m_speaksAgainst[1]) || cell.text.find_first_of(".,") == std::string::npos)
        return;
    const Figure figure = figureIn(cell.text);
    if (!figure.isNumber())
        return;
    if (!figure.withPoint && !m_speaksAgainst[0])
        m_speaksAgainst[0] = cell;
    if (!figure.withComma && !m_speaksAgainst[1])
        m_speaksAgainst[1] = cell;
}

Result<void> NcuTable::openLaunch(const CsvRow& row)
{
    std::string key = std::string(row.text(m_process)) + ' ' + std::string(row.text(m_id));
    if (m_launch && m_launch->key == key)
        return {};
    closeLaunch();
    if (row.text(m_id).empty())
        return wrongInText(row.cells[*m_id], "the row has no ID; export the profile again");
    if (!m_seen.insert(key).second)
        return wrongInText(row.cells[*m_id], "launch " + quotedForMessage(row.text(m_id))
                                                 + " comes a second time; sort the rows by ID, or import one profile "
                                                   "at a time");
    m_launch.emplace();
    m_launch->key = std::move(key);
    m_launch->number = row.text(m_id);
    m_launch->kernel = row.text(m_kernel);
    m_launch->device = row.text(m_device);
    m_launch->line = row.line;
    for (NcuFigures& figures : m_launch->figures)
        figures.fill(ncuMissing);
    return {};
}

/// Keeps a figure of the open launch.
Result<void> NcuTable::put(const Use& use, const CsvCell& cell, double factor)
{
    if (use.isDeviceName) {
        if (!saysNoFigure(cell.text))
            m_told.deviceNames.insert(cell.text);
        return {};
    }
    if (saysNoFigure(cell.text))
        return {};
    const Figure figure = figureIn(cell.text);
    if (!figure.isNumber())
        return wrongInText(cell, quotedForMessage(cell.text)
                                     + " is not a number that is zero or more; export the profile again");
    const std::array<std::optional<double>, ncuReadings> values{figure.withPoint, figure.withComma};
    const bool isSomething = values[0].value_or(1.0) != 0.0;
    if (use.tensor == NcuTensor::Integer) {
        m_told.hasIntegerTensor = m_told.hasIntegerTensor || isSomething;
        return {};
    }
    if (use.tensor == NcuTensor::Unknown) {
        m_launch->hasUnknownTensor = m_launch->hasUnknownTensor || isSomething;
        return {};
    }
    for (std::size_t i = 0; i < ncuReadings; ++i)
        if (!values[i] && !m_cannotRead[i])
            m_cannotRead[i] = cell;
    if (figure.isOpen() && !m_open)
        m_open = cell;
    const std::uint64_t bit = std::uint64_t{1} << use.metric.slot;
    // Two sections may show one metric: the first holds, unless the other is better, in whichever order they stand.
    if ((m_launch->present & bit) != 0 && (!use.metric.isBetter || (m_launch->better & bit) != 0))
        return {};
    m_launch->present |= bit;
    m_launch->better |= use.metric.isBetter ? bit : 0;
    for (std::size_t i = 0; i < ncuReadings; ++i)
        m_launch->figures[i][use.metric.slot] = values[i].value_or(0.0) * factor * use.metric.weight;
    return {};
}

Result<void> NcuTable::takeLaunch(const CsvRow& row)
{
    if (const auto opened = openLaunch(row); !opened)
        return opened;
    for (const std::size_t column : m_metricColumns)
        learn(row.cells[column]);
    for (const auto& [use, factor] : m_uses)
        if (const auto taken = put(use, row.cells[use.column], factor); !taken)
            return taken;
    return {};
}

Result<void> NcuTable::takeMetric(const CsvRow& row)
{
    const std::string name(row.text(m_metric));
    if (name.empty()) // a rule's row
        return {};
    if (const auto opened = openLaunch(row); !opened)
        return opened;
    const CsvCell& value = row.cells[*m_value];
    const CsvCell& unit = row.cells[*m_unit];
    learn(value);
    auto found = m_byName.find(name);
    if (found == m_byName.end())
        found = m_byName.emplace(name, useOf(name)).first;
    std::optional<Use> use = found->second;
    // On the page of details this label is also that of a share in per cent.
    if (name == "Memory Throughput")
        if (const auto of = unitIn(unit.text); of && of->of == TextUnit::Of::Volume && of->per == TextUnit::Per::Second)
            use = Use{.metric = *ncuMetricNamed("dram__bytes.sum.per_second")};
    if (!use)
        return {};
    double factor = 1.0;
    if (hasUnit(*use)) {
        const auto read = ncuUnitFactor(use->metric, name, unit);
        if (!read)
            return read.error();
        factor = *read;
    }
    return put(*use, value, factor);
}

Result<void> NcuTable::take(const CsvRow& row)
{
    // Where rules have columns, rows of metrics end before them, at a comma (ncu 2025.3).
    const bool endsBeforeRules = m_metric && row.cells.size() == *m_value + 2 && row.cells.back().text.empty();
    if (const auto width = checkWidth(row, m_header.cells.size()); !width && !endsBeforeRules)
        return width;
    if (m_needsUnits)
        return takeUnits(row);
    return m_metric ? takeMetric(row) : takeLaunch(row);
}

/// Adds the open launch to its kernel.
void NcuTable::closeLaunch()
{
    if (!m_launch)
        return;
    NcuLaunch launch = *std::exchange(m_launch, std::nullopt);
    // What is a part of another metric of the launch is counted there: …src_fp16 has what …src_fp16_dst_fp32 has.
    for (std::size_t part = 0; part < m_tensorNames.size(); ++part)
        for (std::size_t all = 0; all < m_tensorNames.size(); ++all)
            if (m_tensorNames[part].starts_with(m_tensorNames[all] + '_'))
                for (NcuFigures& figures : launch.figures)
                    for (const std::size_t first : {ncuFirstTensor, ncuFirstTensor + ncuMostTensorMetrics})
                        if (ncuIsKnown(figures[ncuFirstTensor + all])
                            || ncuIsKnown(figures[ncuFirstTensor + ncuMostTensorMetrics + all]))
                            figures[first + part] = 0.0;
    if ((launch.present & 1U << static_cast<std::size_t>(NcuSlot::Time)) == 0) {
        if (m_told.withoutTime++ == 0)
            m_told.firstWithoutTime = launch.number + " (" + launch.kernel + ", line " + std::to_string(launch.line)
                                    + ')';
        return;
    }
    m_present |= launch.present;
    constexpr std::uint64_t half = std::uint64_t{7} << 6U; // of ncuOperations
    // A rate needs the clock; with it the better rate also wins over the count of instructions.
    if ((launch.present >> static_cast<std::size_t>(NcuSlot::Clock) & 1U) == 0)
        launch.better = 0;
    for (std::size_t i = 0; i < ncuOperations.size(); ++i)
        if ((launch.better >> (ncuFirstPerCycle + i) & 1U) != 0)
            for (NcuFigures& figures : launch.figures)
                figures[ncuFirstOperation + i] = ncuMissing;
    m_told.countsHalfThreads = m_told.countsHalfThreads
                            || (ncuCounted(launch.present) & half & ~(launch.better >> ncuFirstPerCycle)) != 0;
    m_told.devices.insert(launch.device);
    const auto [place, isNew] = m_index.try_emplace({launch.kernel, launch.device}, m_kernels.size());
    if (isNew)
        m_kernels.push_back({.name = launch.kernel, .device = launch.device});
    NcuKernel& kernel = m_kernels[place->second];
    kernel.launches += 1.0;
    kernel.everywhere &= ncuCounted(launch.present);
    kernel.hasUnknownTensor = kernel.hasUnknownTensor || launch.hasUnknownTensor;
    for (std::size_t i = 0; i < ncuReadings; ++i) {
        const NcuAmounts amounts = ncuAmountsOf(launch.figures[i]);
        NcuAmounts& sums = kernel.sums[i];
        const auto add = [isFirst = isNew](double& sum, double amount) { sum = isFirst ? amount : sum + amount; };
        add(sums.time, amounts.time);
        add(sums.flops, amounts.flops);
        add(sums.dram, amounts.dram);
        add(sums.l2, amounts.l2);
        add(sums.l1, amounts.l1);
    }
}

/// Which decimal mark the file has.
Result<std::size_t> NcuTable::reading() const
{
    const auto named = [](std::size_t i) {
        return i == 0 ? std::string("decimal point") : std::string("decimal comma");
    };
    const auto only = [&](std::size_t i) -> Result<std::size_t> {
        if (m_cannotRead[i])
            return wrongInText(*m_cannotRead[i], quotedForMessage(m_cannotRead[i]->text) + " is no number with a "
                                                     + named(i)
                                                     + "; choose the other decimal mark, or export the "
                                                       "profile with LC_ALL=C ncu …");
        return i;
    };
    if (m_options->decimalMark)
        return only(*m_options->decimalMark == ',' ? 1 : 0);
    if (m_cannotRead[0] && m_cannotRead[1])
        return wrongInText(*m_cannotRead[1], quotedForMessage(m_cannotRead[1]->text) + " has a decimal point and "
                                                 + quotedForMessage(m_cannotRead[0]->text) + " in line "
                                                 + std::to_string(m_cannotRead[0]->line)
                                                 + " a decimal comma; export the profile with LC_ALL=C ncu …");
    if (m_cannotRead[0] || m_cannotRead[1])
        return std::size_t{m_cannotRead[0] ? 1U : 0U};
    if (!m_open || (m_speaksAgainst[0].has_value() != m_speaksAgainst[1].has_value()))
        return std::size_t{m_speaksAgainst[0] ? 1U : 0U};
    return Error{ErrorKind::InvalidInput,
                 "import.decimal-mark",
                 "line %1: %2 can have a decimal point or a decimal comma, and nothing in the file tells which for "
                 "certain; choose the decimal mark.",
                 {std::to_string(m_open->line), quotedForMessage(m_open->text)}};
}

void NcuTable::addRemarks(ImportedKernels& read) const
{
    remarkOn(read.remarks, m_told.withoutTime,
             " launch has no gpu__time_duration.sum and was left out: " + m_told.firstWithoutTime + '.',
             " launches have no gpu__time_duration.sum and were left out, the first is " + m_told.firstWithoutTime
                 + '.');
    if (m_told.devices.size() > 1 || m_told.deviceNames.size() > 1) {
        std::string names;
        for (const std::string& name : m_told.deviceNames) {
            constexpr std::size_t longestNames = 512;
            if (names.size() > longestNames) {
                names += ", …";
                break;
            }
            names += (names.empty() ? " (" : ", ") + quotedForMessage(name);
        }
        read.remarks.push_back("The kernels ran on more than one device" + names + (names.empty() ? "" : ")")
                               + "; one of the same name is listed once a device. Import the profile of each device "
                                 "by itself to keep its name.");
    }
    const std::uint64_t counted = ncuCounted(m_present);
    const std::uint64_t instructions = counted & ((std::uint64_t{1} << ncuOperations.size()) - 1);
    if (counted == 0)
        read.remarks.emplace_back("The profile has no operation counts: collect "
                                  "smsp__sass_thread_inst_executed_op_{fadd,fmul,ffma}_pred_on.sum "
                                  "(d and h in place of f for double and half precision), or enter FLOP by hand.");
    if (instructions != 0 && instructions == counted)
        read.remarks.emplace_back(
            "Operations of tensor cores were not collected; a kernel that uses them did more than "
            "its FLOP say, and of one with no other FLOP they are not known.");
    std::string uncounted;
    for (std::size_t type = 0; type < ncuPrecisions.size(); ++type)
        if ((instructions >> (3 * type) & 7U) == 0)
            uncounted += (uncounted.empty() ? "" : " and ") + std::string(ncuPrecisions[type]);
    if (const std::size_t first = uncounted.find(" and "); first != uncounted.rfind(" and "))
        uncounted.replace(first, 5, ", ");
    if (counted != 0 && !uncounted.empty())
        read.remarks.push_back("Instructions of " + uncounted
                               + " precision were not collected; a kernel that has some did more than its FLOP say.");
    if (m_told.countsHalfThreads)
        read.remarks.emplace_back("Half-precision operations are instructions of a thread; one on a pair of numbers "
                                  "(half2) does two operations and counts as one.");
    if (!m_told.unknownTensor.empty())
        read.remarks.push_back(
            "What one count of " + m_told.unknownTensor
            + " does differs by chip; kernels with such counts have no FLOP. Collect "
              "sm__ops_path_tensor_src_…_dst_….sum of your chip (ncu --query-metrics), or enter FLOP "
              "by hand.");
    if (m_told.hasIntegerTensor)
        read.remarks.emplace_back("Integer operations of tensor cores are not floating-point operations and were not "
                                  "counted.");
}

Result<ImportedKernels> NcuTable::end()
{
    closeLaunch();
    if (m_kernels.empty() && m_told.withoutTime > 0)
        return Error{
            ErrorKind::Corrupt, "import.no-time", "No launch has gpu__time_duration.sum; %1", {std::string(ncuRemedy)}};
    if (m_kernels.empty())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "The table has no launch; check that the program launches kernels and that none was filtered out",
                     {}};
    const auto mark = reading();
    if (!mark)
        return mark.error();
    ImportedKernels read;
    read.ofGpu = true;
    const bool isOneDevice = m_told.devices.size() <= 1 && m_told.deviceNames.size() <= 1;
    if (isOneDevice && !m_told.deviceNames.empty())
        read.device = *m_told.deviceNames.begin();
    addRemarks(read);
    const std::uint64_t counted = ncuCounted(m_present);
    std::string incomplete;
    for (std::size_t type = 0; type < ncuOperations.size(); type += 3)
        if (const std::uint64_t three = counted >> type & 7U; three != 0 && three != 7U)
            for (std::size_t i = type; i < type + 3; ++i)
                if ((counted >> i & 1U) == 0)
                    incomplete += (incomplete.empty() ? "" : ", ") + std::string(ncuOperations[i]);
    if (!incomplete.empty())
        read.remarks.push_back("FLOP are left out because the profile does not count " + incomplete
                               + " (smsp__sass_thread_inst_executed_op_…_pred_on.sum).");
    // None counted is none done only where every kind of operation was counted.
    constexpr std::uint64_t instructions = (std::uint64_t{1} << ncuOperations.size()) - 1;
    const bool hasEveryKind = (counted & instructions) == instructions && counted > instructions;
    std::size_t partly = 0;
    std::size_t untimed = 0;
    std::size_t withoutClock = 0;
    for (const NcuKernel& sum : m_kernels) {
        const NcuAmounts& amounts = sum.sums[*mark];
        if (!(amounts.time > 0.0)) {
            ++untimed;
            continue;
        }
        ImportedKernel kernel;
        kernel.profiled = true;
        kernel.kernel.name = sum.name;
        kernel.kernel.launches = sum.launches;
        kernel.kernel.time = Seconds(amounts.time);
        const auto known = [](double amount) { return ncuIsKnown(amount) ? amount : 0.0; };
        const bool hasAll = sum.everywhere == counted;
        partly += hasAll ? 0 : 1;
        withoutClock += hasAll && counted != 0 && !ncuIsKnown(amounts.flops) ? 1 : 0;
        const bool hasFlops = ncuIsKnown(amounts.flops) && hasAll && incomplete.empty() && !sum.hasUnknownTensor;
        kernel.kernel.flops = Flops(hasFlops ? amounts.flops : 0.0);
        kernel.kernel.bytes = Bytes(known(amounts.dram));
        kernel.kernel.throughCaches[0] = Bytes(known(amounts.l1));
        kernel.kernel.throughCaches[1] = Bytes(known(amounts.l2));
        if (hasFlops || ncuIsKnown(amounts.dram) || ncuIsKnown(amounts.l1) || ncuIsKnown(amounts.l2))
            kernel.work = WorkOrigin::Counted;
        kernel.kernel.flopsUnknown = kernel.work == WorkOrigin::Counted
                                  && (!hasFlops || (amounts.flops == 0.0 && !hasEveryKind));
        read.kernels.push_back(std::move(kernel));
    }
    remarkOn(read.remarks, withoutClock,
             " kernel has operations a cycle and no clock, and so no FLOP: collect "
             "smsp__cycles_elapsed.avg.per_second too.",
             " kernels have operations a cycle and no clock, and so no FLOP: collect "
             "smsp__cycles_elapsed.avg.per_second too.");
    remarkOn(read.remarks, untimed, " kernel took no time and was left out.",
             " kernels took no time and were left out.");
    if (incomplete.empty())
        remarkOn(read.remarks, partly, " kernel has launches without a part of the operation counts, and so no FLOP.",
                 " kernels have launches without a part of the operation counts, and so no FLOP.");
    return read;
}

// --- The file ----------------------------------------------------------------------------------------------------

/// Whether a line is the header of such a table.
std::optional<CsvRow> ncuHeaderIn(std::string_view line)
{
    if (line.find("Kernel Name") == std::string_view::npos || line.find("ID") == std::string_view::npos)
        return std::nullopt;
    ByteSource source(line);
    CsvLines lines(source);
    if (!lines.next())
        return std::nullopt;
    auto row = lines.row(separatorOf(line));
    if (!row || !row->find("ID") || !row->find("Kernel Name"))
        return std::nullopt;
    const bool isWide = std::ranges::any_of(
        row->cells, [](const CsvCell& cell) { return cell.text.find("__") != std::string::npos; });
    if (!isWide && !row->find("Metric Name") && !row->find("Metric Value"))
        return std::nullopt;
    return std::move(*row);
}

/// How a header begins, also one that is cut off.
bool beginsNcuHeader(std::string_view line) { return line.starts_with("\"ID\",\"Process ID\","); }

bool recognisesNsightCompute(std::string_view beginning)
{
    while (!beginning.empty()) {
        const std::size_t end = std::min(beginning.find('\n'), beginning.size());
        if (ncuHeaderIn(beginning.substr(0, end)) || (end == beginning.size() && beginsNcuHeader(beginning)))
            return true;
        beginning.remove_prefix(std::min(end + 1, beginning.size()));
    }
    return false;
}

Result<ImportedKernels> readNsightCompute(ByteSource& source, const ImportOptions& options)
{
    CsvLines lines(source);
    NcuTable table(options);
    char separator = ',';
    bool isQuoted = true;
    std::size_t skipped = 0;
    bool isCut = false; // the last line is the beginning of a header
    while (lines.next()) {
        isCut = beginsNcuHeader(lines.text());
        if (lines.text().starts_with("=="))
            continue;
        if (auto header = ncuHeaderIn(lines.text())) {
            separator = separatorOf(lines.text());
            isQuoted = lines.text().starts_with('"');
            header->line = lines.line();
            if (const auto begun = table.begin(*header); !begun)
                return begun.error();
            continue;
        }
        // The profiled program's own output stands around the table, and within where it goes to the same file.
        if (!table.hasBegun() || (isQuoted && !lines.text().starts_with('"'))) {
            skipped += table.hasBegun() ? 1 : 0;
            continue;
        }
        const auto row = lines.row(separator);
        if (!row)
            return row.error();
        if (const auto taken = table.take(*row); !taken)
            return taken.error();
    }
    if (const auto status = lines.status(); !status)
        return status.error();
    if (!table.hasBegun() && isCut)
        return Error{ErrorKind::Corrupt,
                     "import.cut-off",
                     "The table of Nsight Compute is cut off within its header: write or copy the file again.",
                     {}};
    if (!table.hasBegun())
        return Error{ErrorKind::Corrupt,
                     "import.no-table",
                     "The file has no table of Nsight Compute, which begins with \"ID\",\"Process ID\",…; %1",
                     {std::string(ncuRemedy)}};
    auto read = table.end();
    if (read.ok())
        remarkOn(read->remarks, skipped, " line is not of the table and was passed over.",
                 " lines are not of the table and were passed over.");
    return read;
}

} // namespace

ImportFormat nsightComputeFormat()
{
    return {.id = "nsight-compute",
            .program = "Nsight Compute",
            .recognises = recognisesNsightCompute,
            .read = readNsightCompute};
}

} // namespace ridgepoint
