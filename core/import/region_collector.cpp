// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/region_collector.h"

#include "core/import/csv_table.h"
#include "core/session/json_fields.h"
#include "core/session/json_limits.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ridgepoint {
namespace {

constexpr int regionVersion = 1;
constexpr const char* newerVersion = "import.newer-region";

/// How long the object is with which a text begins; npos where it ends in the middle.
std::size_t objectLength(std::string_view text)
{
    bool isInString = false;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"')
            isInString = !isInString;
        else if (isInString)
            i += text[i] == '\\' ? 1 : 0;
        else if (text[i] == '{')
            ++depth;
        else if (text[i] == '}' && --depth == 0)
            return i + 1;
    }
    return std::string_view::npos;
}

Result<RegionRun> regionIn(std::string_view object)
{
    constexpr double latest = 1e19; // beyond 2^63 ns
    const auto json = parseJson(object);
    if (!json)
        return json.error();
    JsonProblem problem;
    const JsonFields fields(*json, "region", problem);
    const std::int64_t version = fields.integer("ridgepoint", 1, std::numeric_limits<std::int32_t>::max());
    if (problem.none() && version > regionVersion)
        return Error{ErrorKind::Corrupt,
                     newerVersion,
                     "version %1 is newer than this Ridgepoint reads (%2)",
                     {std::to_string(version), std::to_string(regionVersion)}};
    RegionRun run{.name = fields.text("name"),
                  .begin = fields.number("begin_ns", -latest, latest),
                  .time = fields.number("ns", 0.0, limits::time * 1e9),
                  .flops = fields.number("flops", 0.0, limits::rate),
                  .bytes = fields.number("bytes", 0.0, limits::rate),
                  .device = fields.textOr("device", "")};
    if (!problem.none())
        return *problem.error();
    return run;
}

} // namespace

void RegionRuns::add(const RegionRun& run)
{
    m_spans.emplace_back(run.begin, run.begin + run.time);
    m_sum += run.time;
    m_flops.add(run.flops);
    m_bytes.add(run.bytes);
}

ImportedKernel RegionRuns::kernel(std::string name)
{
    constexpr double leastOverlap = 0.01;
    const double together = unionOfSpans();
    m_isOverlapping = m_sum > together * (1.0 + leastOverlap);
    const double time = m_isOverlapping ? together : m_sum;
    const double flops = m_flops.ofAll();
    const double bytes = m_bytes.ofAll();
    return {.kernel = {.name = std::move(name),
                       .flops = Flops(flops),
                       .bytes = Bytes(bytes),
                       .launches = static_cast<double>(m_spans.size()),
                       .time = Seconds(time * 1e-9)},
            .work = flops > 0.0 || bytes > 0.0 ? WorkOrigin::Declared : WorkOrigin::Unknown};
}

double RegionRuns::unionOfSpans()
{
    std::ranges::sort(m_spans);
    double time = 0.0;
    double end = m_spans.front().first;
    for (const auto& [first, last] : m_spans) {
        time += std::max(0.0, last - std::max(first, end));
        end = std::max(end, last);
    }
    return time;
}

Result<void> RegionCollector::take(std::string_view text, std::size_t line)
{
    if (m_torn && !m_options.leavesOut)
        return *m_torn;
    if (m_torn) {
        leaveOut(*m_torn);
        m_torn.reset();
    }
    for (std::size_t at = text.find(regionStart); at != std::string_view::npos; at = text.find(regionStart, at)) {
        const std::size_t length = objectLength(text.substr(at));
        auto run = regionIn(text.substr(at, length));
        if (!run) {
            const Error error = wrongInText(line, at + 1,
                                            run.error().message()
                                                + (run.error().id == newerVersion
                                                       ? "; update Ridgepoint, or mark regions with its ridgepoint.h"
                                                       : "; write the line as ridgepoint.h defines it, or take it "
                                                         "away where the program was ended in the middle of it"));
            if (length == std::string_view::npos) {
                m_torn = error;
                return {};
            }
            if (!m_options.leavesOut)
                return error;
            leaveOut(error);
        } else if (const auto added = add(*run); !added) {
            return added;
        }
        at += length;
    }
    return {};
}

Result<void> RegionCollector::add(const RegionRun& run)
{
    NameAndDevice named{run.name, run.device};
    const auto known = m_places.find(named);
    const bool makesKernel = m_options.separateRuns || known == m_places.end();
    if (m_runs == m_options.maximumRuns || (makesKernel && m_kernels.size() == m_options.maximumKernels)) {
        if (!m_options.leavesOut)
            return Error{ErrorKind::Corrupt,
                         "import.too-large",
                         "there are more than %1 regions; mark longer parts of the program",
                         {std::to_string(m_runs)}};
        ++m_tooMany;
        return {};
    }
    ++m_runs;
    if (m_options.separateRuns) {
        const std::size_t number = ++m_places[named];
        m_kernels.emplace_back(NameAndDevice(run.name + " #" + std::to_string(number), run.device), RegionRuns());
        m_kernels.back().second.add(run);
        return {};
    }
    if (known == m_places.end())
        m_kernels.emplace_back(named, RegionRuns());
    const std::size_t place = known == m_places.end() ? m_kernels.size() - 1 : known->second;
    m_kernels[place].second.add(run);
    if (known == m_places.end())
        m_places.emplace(std::move(named), place);
    return {};
}

void RegionCollector::leaveOut(const Error& wrong)
{
    ++m_wrong;
    if (!m_firstWrong)
        m_firstWrong = wrong;
}

Result<ImportedKernels> RegionCollector::kernels()
{
    if (m_kernels.empty() && m_torn && !m_options.leavesOut)
        return *m_torn;
    ImportedKernels result;
    std::size_t overlapping = 0;
    std::size_t partial = 0;
    for (auto& [named, runs] : m_kernels) {
        result.kernels.push_back(runs.kernel(std::move(named.first)));
        result.kernels.back().kernel.device = std::move(named.second);
        overlapping += runs.overlaps() ? 1 : 0;
        partial += runs.lacksSomeWork() ? 1 : 0;
    }
    remarkOn(result.remarks, overlapping,
             " region ran several times at once, as in threads: its time is that in which it ran at all.",
             " regions ran several times at once, as in threads: their time is that in which they ran at all.");
    remarkOn(result.remarks, partial, " region tells FLOP or bytes for some of its runs only: that count was left out.",
             " regions tell FLOP or bytes for some of their runs only: those counts were left out.");
    if (m_torn)
        result.remarks.emplace_back("The last line ends in the middle, as where the program was stopped, and was "
                                    "left out.");
    if (m_wrong > 0)
        result.remarks.push_back(std::to_string(m_wrong)
                                 + (m_wrong == 1 ? " region was left out: " : " regions were left out, the first: ")
                                 + m_firstWrong->message() + ".");
    if (m_tooMany > 0)
        result.remarks.push_back(std::to_string(m_tooMany)
                                 + (m_tooMany == 1 ? " run of a region was" : " runs of regions were")
                                 + " left out: at most " + std::to_string(m_options.maximumKernels) + " kernels and "
                                 + std::to_string(m_options.maximumRuns)
                                 + " runs are kept. Give regions fewer names, or mark longer parts of the program.");
    return result;
}

} // namespace ridgepoint
