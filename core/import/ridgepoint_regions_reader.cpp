// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/import/import_formats.h"

#include "core/import/csv_table.h"
#include "core/session/json_fields.h"
#include "core/session/json_limits.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

constexpr std::string_view regionStart = "{\"ridgepoint\":";
constexpr int regionVersion = 1;

/// One run of a region, in ns of a clock that only goes forward.
struct RegionRun {
    std::string name;
    double begin = 0.0;
    double time = 0.0;
    double flops = 0.0;
    double bytes = 0.0;
};

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
    (void)fields.integer("ridgepoint", regionVersion, regionVersion);
    RegionRun run{.name = fields.text("name"),
                  .begin = fields.number("begin_ns", -latest, latest),
                  .time = fields.number("ns", 0.0, limits::time * 1e9),
                  .flops = fields.number("flops", 0.0, limits::rate),
                  .bytes = fields.number("bytes", 0.0, limits::rate)};
    if (!problem.none())
        return *problem.error();
    return run;
}

/// The runs of the regions of one name.
class RegionRuns {
public:
    void add(const RegionRun& run)
    {
        m_spans.emplace_back(run.begin, run.begin + run.time);
        m_sum += run.time;
        m_flops.add(run.flops);
        m_bytes.add(run.bytes);
    }
    [[nodiscard]] bool lacksSomeWork() const { return m_flops.isPartial() || m_bytes.isPartial(); }
    /// Whether threads shared the time; clocks round, and those of a GPU by half a microsecond.
    [[nodiscard]] bool overlaps() const { return m_isOverlapping; }
    [[nodiscard]] ImportedKernel kernel(std::string name)
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

private:
    /// A count that some runs may not know: then the sum of the others is not that of all.
    class Count {
    public:
        void add(double count)
        {
            m_sum += count;
            (count > 0.0 ? m_isKnown : m_isUnknown) = true;
        }
        [[nodiscard]] bool isPartial() const { return m_isKnown && m_isUnknown; }
        [[nodiscard]] double ofAll() const { return isPartial() ? 0.0 : m_sum; }

    private:
        double m_sum = 0.0;
        bool m_isKnown = false;
        bool m_isUnknown = false;
    };

    /// The time in which at least one run was going on.
    [[nodiscard]] double unionOfSpans()
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

    std::vector<std::pair<double, double>> m_spans; // begin and end, ns
    double m_sum = 0.0;                             // ns
    Count m_flops;
    Count m_bytes;
    bool m_isOverlapping = false;
};

bool recognisesRegions(std::string_view beginning) { return beginning.find(regionStart) != std::string_view::npos; }

/// Takes the lines of a file and makes kernels of them at its end.
class RegionReader {
public:
    /// The regions of a line, which may stand behind what the program printed without a newline.
    [[nodiscard]] Result<void> take(std::string_view text, std::size_t line)
    {
        if (m_torn)
            return *m_torn;
        for (std::size_t at = text.find(regionStart); at != std::string_view::npos; at = text.find(regionStart, at)) {
            const std::size_t length = objectLength(text.substr(at));
            const auto run = regionIn(text.substr(at, length));
            if (!run) {
                const Error error = wrongInText(line, at + 1,
                                                run.error().message()
                                                    + "; write the line as ridgepoint.h defines it, or take it away "
                                                      "where the program was ended in the middle of it");
                if (length != std::string_view::npos)
                    return error;
                m_torn = error;
                return {};
            }
            if (++m_runCount > maximumRuns)
                return Error{ErrorKind::Corrupt,
                             "import.too-large",
                             "there are more than %1 regions; mark longer parts of the program",
                             {std::to_string(maximumRuns)}};
            const auto [place, isNew] = m_places.try_emplace(run->name, m_runs.size());
            if (isNew)
                m_runs.emplace_back(run->name, RegionRuns());
            m_runs[place->second].second.add(*run);
            at += length;
        }
        return {};
    }
    [[nodiscard]] Result<ImportedKernels> kernels()
    {
        if (m_runs.empty() && m_torn)
            return *m_torn;
        ImportedKernels result;
        std::size_t overlapping = 0;
        std::size_t partial = 0;
        for (auto& [name, runs] : m_runs) {
            result.kernels.push_back(runs.kernel(std::move(name)));
            overlapping += runs.overlaps() ? 1 : 0;
            partial += runs.lacksSomeWork() ? 1 : 0;
        }
        const auto remark = [&](std::size_t count, const char* one, const char* several) {
            if (count > 0)
                result.remarks.push_back(std::to_string(count) + (count == 1 ? one : several));
        };
        remark(overlapping,
               " region ran several times at once, as in threads: its time is that in which it ran at all.",
               " regions ran several times at once, as in threads: their time is that in which they ran at all.");
        remark(partial, " region tells FLOP or bytes for some of its runs only: that count was left out.",
               " regions tell FLOP or bytes for some of their runs only: those counts were left out.");
        if (m_torn)
            result.remarks.emplace_back("The last line ends in the middle, as where the program was stopped, and was "
                                        "left out.");
        return result;
    }

private:
    static constexpr std::size_t maximumRuns = std::size_t{1} << 25U;

    std::vector<std::pair<std::string, RegionRuns>> m_runs; // in the order of their first runs
    std::map<std::string, std::size_t> m_places;
    std::size_t m_runCount = 0;
    std::optional<Error> m_torn; // a region that its line does not hold whole
};

Result<ImportedKernels> readRegions(ByteSource& source, const ImportOptions& /*options*/)
{
    RegionReader reader;
    CsvLines lines(source);
    while (lines.next())
        if (const auto taken = reader.take(lines.text(), lines.line()); !taken)
            return taken.error();
    if (const auto status = lines.status(); !status)
        return status.error();
    auto result = reader.kernels();
    if (result && result->kernels.empty())
        return Error{ErrorKind::Corrupt,
                     "import.no-kernels",
                     "There are no regions here; mark them in the program with ridgepoint.h or ridgepoint.py.",
                     {}};
    return result;
}

} // namespace

ImportFormat ridgepointRegionsFormat()
{
    return {.id = "ridgepoint-regions",
            .program = "ridgepoint.h and ridgepoint.py",
            .recognises = recognisesRegions,
            .read = readRegions};
}

} // namespace ridgepoint
