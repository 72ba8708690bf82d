// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"
#include "core/import/import_json.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

bool isGoogleBenchmark(std::string_view beginning)
{
    const auto paths = jsonPathsIn(beginning);
    return paths.contains("context.num_cpus") && paths.contains("context.mhz_per_cpu");
}

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return lower;
}

/// What a counter of this name counts: times this factor it is FLOP, per second or per iteration.
struct FlopCounter {
    double factor = 0.0; // 0: none of FLOP
    bool perSecond = false;
};

/// By the names in use: FLOPS, GFLOPS, FLOP/s, flops_per_second are rates; FLOP and flops_per_iteration are counts.
FlopCounter flopCounterNamed(std::string_view name)
{
    constexpr std::array<std::pair<char, double>, 4> prefixes{std::pair{'k', 1e3}, std::pair{'m', 1e6},
                                                              std::pair{'g', 1e9}, std::pair{'t', 1e12}};
    std::string rest = lowered(name);
    double factor = 1.0;
    for (const auto& [letter, value] : prefixes)
        if (rest.size() > 1 && rest[0] == letter && rest[1] == 'f') {
            factor = value;
            rest.erase(0, 1);
            break;
        }
    constexpr std::array<std::string_view, 5> rates{"flops", "flop/s", "flops/s", "flop_per_second",
                                                    "flops_per_second"};
    constexpr std::array<std::string_view, 4> counts{"flop", "flop_count", "flop_per_iteration", "flops_per_iteration"};
    if (std::ranges::find(rates, rest) != rates.end())
        return {factor, true};
    if (std::ranges::find(counts, rest) != counts.end())
        return {factor, false};
    return {};
}

/// One row: a repetition, or an aggregate of some.
struct BenchmarkRow {
    double time = 0.0; // s, an iteration
    double flops = 0.0;
    double bytes = 0.0;
};

/// The rows of one benchmark.
struct Rows {
    std::vector<BenchmarkRow> repetitions;
    std::optional<BenchmarkRow> median;
    std::optional<BenchmarkRow> mean;
};

/// The benchmark that a row is of: two may have one name.
using RowKey = std::tuple<std::string, double, double>;

class GoogleBenchmarkReader {
public:
    [[nodiscard]] Result<ImportedKernels> read(const Json& json)
    {
        const Json* rows = memberOf(json, "benchmarks");
        if (rows == nullptr || !rows->is_array())
            return wrongInJson("benchmarks",
                               "there is no such array; write the file with --benchmark_out=FILE of the benchmark");
        for (const Json& row : *rows)
            if (memberOf(row, "run_name") == nullptr)
                m_oldNames.insert(textIn(row, "name"));
        for (std::size_t i = 0; i < rows->size(); ++i)
            if (const auto taken = take((*rows)[i], "benchmarks[" + std::to_string(i) + "]"); !taken)
                return taken.error();
        if (m_order.empty())
            return wrongInJson("benchmarks", m_untimed > 0 ? "every benchmark has a time of zero"
                                             : m_failed > 0
                                                 ? "every benchmark failed or was skipped: nothing was timed"
                                                 : "it is empty: nothing was timed; run the benchmark again");
        return finish(json);
    }

private:
    Result<void> take(const Json& row, const std::string& place);
    Result<BenchmarkRow> figuresOf(const Json& row, const std::string& name, const std::string& place);
    [[nodiscard]] Result<ImportedKernels> finish(const Json& json) const;

    std::map<RowKey, Rows> m_rows;
    std::vector<RowKey> m_order; // as they came
    /// Whether a row before version 1.5, which has no "aggregate_name", is one of another row.
    [[nodiscard]] bool isOldAggregate(std::string_view name) const;

    std::set<std::string, std::less<>> m_oldNames; // of rows without "run_name"
    std::size_t m_failed = 0;
    std::size_t m_untimed = 0;
    bool m_hasItems = false;
    std::string m_rateName; // of a counter that was read as FLOP per second
};

bool GoogleBenchmarkReader::isOldAggregate(std::string_view name) const
{
    constexpr std::array<std::string_view, 6> endings{"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"};
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return name.ends_with(ending) && m_oldNames.contains(name.substr(0, name.size() - ending.size()));
    });
}

bool isSet(const Json& row, const char* name)
{
    const Json* value = memberOf(row, name);
    return value != nullptr && ((value->is_boolean() && value->get<bool>()) || value->is_string());
}

Result<void> GoogleBenchmarkReader::take(const Json& row, const std::string& place)
{
    if (!row.is_object())
        return wrongInJson(place, "it is no object");
    const std::string aggregate = textIn(row, "aggregate_name");
    // Variation, complexity and the user's own statistics are no times of the benchmark.
    if (!aggregate.empty() && aggregate != "median" && aggregate != "mean")
        return {};
    if (isSet(row, "error_occurred") || isSet(row, "skipped")) {
        ++m_failed;
        return {};
    }
    std::string name = textIn(row, "run_name");
    if (name.empty()) {
        name = textIn(row, "name"); // before version 1.5
        if (isOldAggregate(name))
            return {};
    }
    if (name.empty())
        return wrongInJson(place, "it has no name");
    if (numberIn(row, "real_time") == 0.0) {
        ++m_untimed;
        return {};
    }
    const auto figures = figuresOf(row, name, place);
    if (!figures)
        return figures.error();
    const RowKey key{name, numberIn(row, "family_index").value_or(0.0),
                     numberIn(row, "per_family_instance_index").value_or(0.0)};
    const auto [at, isNew] = m_rows.try_emplace(key);
    if (isNew)
        m_order.push_back(key);
    if (aggregate.empty())
        at->second.repetitions.push_back(*figures);
    else
        (aggregate == "median" ? at->second.median : at->second.mean) = *figures;
    return {};
}

Result<BenchmarkRow> GoogleBenchmarkReader::figuresOf(const Json& row, const std::string& name,
                                                      const std::string& place)
{
    constexpr std::array<std::pair<std::string_view, double>, 4> units{
        std::pair{std::string_view("ns"), 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1.0}};
    const std::string unitName = textIn(row, "time_unit");
    const auto unit = std::ranges::find(units, unitName, &std::pair<std::string_view, double>::first);
    if (unit == units.end())
        return wrongInJson(place + ".time_unit", "\"" + unitName.substr(0, 32) + "\" is none of ns, us, ms and s");
    const auto real = numberIn(row, "real_time");
    if (!real || !(*real > 0.0))
        return wrongInJson(place + ".real_time", "must be above zero; run the benchmark again");
    BenchmarkRow figures{.time = *real * unit->second};
    // The library divides rates by the processor's time unless the benchmark asked for another, which its name tells.
    const bool byRealTime = name.find("/real_time") != std::string::npos
                         || name.find("/manual_time") != std::string::npos;
    const double base = byRealTime ? figures.time : numberIn(row, "cpu_time").value_or(*real) * unit->second;
    figures.bytes = numberIn(row, "bytes_per_second").value_or(0.0) * base;
    m_hasItems = m_hasItems || memberOf(row, "items_per_second") != nullptr;
    for (const auto& [counter, value] : row.items()) {
        const FlopCounter meaning = flopCounterNamed(counter);
        if (meaning.factor == 0.0 || !value.is_number())
            continue;
        figures.flops = value.get<double>() * meaning.factor * (meaning.perSecond ? base : 1.0);
        if (meaning.perSecond)
            m_rateName = counter;
    }
    if (!(figures.flops >= 0.0) || !(figures.bytes >= 0.0))
        return wrongInJson(place, "its FLOP or bytes are negative");
    return figures;
}

/// The medians of repetitions; where the file has none of them, the aggregate that the library made.
BenchmarkRow foldedRow(const Rows& rows)
{
    if (rows.repetitions.empty())
        return rows.median ? *rows.median : rows.mean.value_or(BenchmarkRow{});
    const auto median = [&](double BenchmarkRow::*figure) {
        std::vector<double> values;
        for (const BenchmarkRow& row : rows.repetitions)
            values.push_back(row.*figure);
        return medianOf(std::move(values));
    };
    return {median(&BenchmarkRow::time), median(&BenchmarkRow::flops), median(&BenchmarkRow::bytes)};
}

Result<ImportedKernels> GoogleBenchmarkReader::finish(const Json& json) const
{
    ImportedKernels kernels;
    for (const RowKey& key : m_order) {
        const BenchmarkRow row = foldedRow(m_rows.at(key));
        const bool isKnown = row.flops > 0.0 || row.bytes > 0.0;
        kernels.kernels.push_back({.kernel = {.name = std::get<0>(key),
                                              .flops = Flops(row.flops),
                                              .bytes = Bytes(row.bytes),
                                              .time = Seconds(row.time)},
                                   .work = isKnown ? WorkOrigin::Declared : WorkOrigin::Unknown,
                                   .profiled = false});
    }
    std::vector<std::string>& remarks = kernels.remarks;
    remarks.emplace_back("Times and work are of one iteration.");
    if (!m_rateName.empty())
        remarks.push_back("The counter " + m_rateName
                          + " was read as FLOP per second; name a count of one iteration \"FLOP\".");
    if (m_hasItems)
        remarks.emplace_back("items_per_second says not how many FLOP an item takes and was left out.");
    remarkOn(remarks, m_failed, " row of a benchmark that failed or was skipped was left out.",
             " rows of benchmarks that failed or were skipped were left out.");
    remarkOn(remarks, m_untimed, " row with a time of zero was left out.", " rows with a time of zero were left out.");
    const Json* context = memberOf(json, "context");
    if (context != nullptr && textIn(*context, "library_build_type") == "debug")
        remarks.emplace_back("The benchmark library was built for debugging, which adds to short times.");
    if (context != nullptr && isSet(*context, "cpu_scaling_enabled"))
        remarks.emplace_back("The processor's clock was free to change while this was measured.");
    return kernels;
}

Result<ImportedKernels> readGoogleBenchmark(ByteSource& source, const ImportOptions& /*options*/)
{
    const auto json = wholeJson(source);
    return json ? GoogleBenchmarkReader().read(*json) : json.error();
}

} // namespace

ImportFormat googleBenchmarkFormat()
{
    return {.id = "google-benchmark",
            .program = "Google Benchmark",
            .recognises = isGoogleBenchmark,
            .read = readGoogleBenchmark};
}

} // namespace ridgepoint
