// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/busy/measured_map.h"

#include "core/model/prediction.h"
#include "core/session/session.h"
#include "tests/support/verdict_proof.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace ridgepoint::bench {
namespace {

constexpr double largestPart = 1.0 / 3.0;
constexpr double allowance = 1.1;

std::vector<std::string> fieldsOf(const std::string& line)
{
    std::vector<std::string> fields(1);
    for (const char character : line)
        if (character == ',')
            fields.emplace_back();
        else
            fields.back() += character;
    return fields;
}

/// Lines of a CSV file whose fields are found by the names in its first line.
class CsvReader {
public:
    explicit CsvReader(const std::filesystem::path& path) : m_file(path)
    {
        std::string line;
        std::getline(m_file, line);
        m_names = fieldsOf(line);
    }
    bool next()
    {
        std::string line;
        if (!std::getline(m_file, line))
            return false;
        m_fields = fieldsOf(line);
        return true;
    }
    /// Empty for a column that is not there.
    [[nodiscard]] std::string field(std::string_view name) const
    {
        const auto place = static_cast<std::size_t>(std::find(m_names.begin(), m_names.end(), name) - m_names.begin());
        return place < m_fields.size() ? m_fields[place] : std::string();
    }
    [[nodiscard]] std::int64_t count(std::string_view name) const { return std::atoll(field(name).c_str()); }

private:
    std::ifstream m_file;
    std::vector<std::string> m_names;
    std::vector<std::string> m_fields;
};

/// The term of that regime by these roofs; nothing where a roof is missing.
std::optional<Seconds> termOf(Regime regime, const Workload& workload, const RoofSet& roofs)
{
    const auto predicted = predict(workload, roofs, DeviceKind::Cpu);
    if (!predicted)
        return std::nullopt;
    switch (regime) {
    case Regime::Compute: return predicted->compute;
    case Regime::Memory: return predicted->memory;
    case Regime::Overhead: return predicted->overhead;
    case Regime::UnderFilled: return predicted->latency > Seconds() ? std::optional(predicted->latency) : std::nullopt;
    }
    return std::nullopt;
}

bool isImpossible(Regime regime, const Workload& workload, Seconds time, std::span<const RoofSet> roofs)
{
    Seconds longest;
    for (const RoofSet& set : roofs) {
        const std::optional<Seconds> term = termOf(regime, workload, set);
        if (!term)
            return false;
        longest = std::max(longest, *term);
    }
    return longest * allowance <= time * largestPart;
}

} // namespace

std::optional<MeasuredMap> readMap(const std::filesystem::path& csv, const std::filesystem::path& session)
{
    const auto saved = readSession(session);
    if (!saved || saved->roofs.empty())
        return std::nullopt;
    MeasuredMap map{.cells = {}, .roofs = saved->roofs.front()};
    CsvReader reader(csv);
    while (reader.next()) {
        const auto operation = operationNamed(reader.field("operation"));
        const auto precision = precisionNamed(reader.field("precision"));
        const auto mode = launchModeNamed(reader.field("launch_mode"));
        const auto flags = flagsFrom(reader.field("flags"));
        if (!operation || !precision || !mode || !flags)
            return std::nullopt;
        const Workload workload{.operation = *operation,
                                .precision = *precision,
                                .elements = reader.count("elements"),
                                .operationsPerElement = reader.count("operations_per_element"),
                                .chainLength = static_cast<int>(reader.count("chain_length")),
                                .fusionDepth = static_cast<int>(reader.count("fusion_depth")),
                                .launchMode = *mode,
                                .threads = static_cast<int>(reader.count("threads"))};
        MeasuredCell cell;
        cell.verdict.regime = regimeNamed(reader.field("regime"));
        cell.verdict.flags = *flags;
        cell.time = Seconds(std::atof(reader.field("time_s").c_str()));
        map.cells.try_emplace(workload, std::move(cell));
    }
    return map.cells.empty() ? std::nullopt : std::optional(std::move(map));
}

MapAgreement agreementOf(const MeasuredMap& a, const MeasuredMap& b)
{
    std::size_t shared = 0;
    std::size_t same = 0;
    std::size_t unmarked = 0;
    std::size_t sameUnmarked = 0;
    for (const auto& [workload, cell] : a.cells) {
        const auto other = b.cells.find(workload);
        if (other == b.cells.end())
            continue;
        ++shared;
        const PointAnalysis& first = cell.verdict;
        const PointAnalysis& second = other->second.verdict;
        const bool isSame = first.regime && first.regime == second.regime;
        same += isSame ? 1 : 0;
        if (test::isMarked(first) || test::isMarked(second))
            continue;
        ++unmarked;
        sameUnmarked += isSame ? 1 : 0;
    }
    const std::size_t all = a.cells.size() + b.cells.size() - shared;
    return {.ofAll = static_cast<double>(same) / static_cast<double>(std::max<std::size_t>(all, 1)),
            .ofUnmarked = unmarked > 0 ? static_cast<double>(sameUnmarked) / static_cast<double>(unmarked) : 1.0};
}

double unmarkedShare(const MeasuredMap& map)
{
    const auto unmarked = std::count_if(map.cells.begin(), map.cells.end(),
                                        [](const auto& cell) { return !test::isMarked(cell.second.verdict); });
    return static_cast<double>(unmarked) / static_cast<double>(map.cells.size());
}

std::size_t impossibleVerdicts(const MeasuredMap& map, std::span<const RoofSet> roofs)
{
    return static_cast<std::size_t>(std::count_if(map.cells.begin(), map.cells.end(), [&](const auto& cell) {
        const auto& [workload, measured] = cell;
        return measured.verdict.regime && isImpossible(*measured.verdict.regime, workload, measured.time, roofs);
    }));
}

} // namespace ridgepoint::bench
