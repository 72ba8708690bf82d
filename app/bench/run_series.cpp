// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/run_series.h"
#include "app/bench/text_format.h"
#include "core/sweep/plan.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <optional>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t maximumVariedRuns = 10000;

std::string placeholderOf(const std::string& name) { return "{" + name + "}"; }

bool isVariedName(std::string_view name)
{
    return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

Error refusedVaried(const char* id, const char* text, const std::string& name)
{
    return {.id = id, .text = text, .arguments = {name}};
}

constexpr std::size_t runsThatTellScatter = 5;
constexpr std::size_t mostSlopeSentences = 20;
constexpr std::size_t regionPlaces = 44;

bool isByTime(const ImportedKernel& a, const ImportedKernel& b) { return a.kernel.time < b.kernel.time; }

/// The run with the median time, the faster of two.
const ImportedKernel& medianOfRuns(std::vector<ImportedKernel>& runs)
{
    const auto middle = runs.begin() + static_cast<std::ptrdiff_t>((runs.size() - 1) / 2);
    std::nth_element(runs.begin(), middle, runs.end(), isByTime);
    return *middle;
}

std::string twoDecimals(double value)
{
    std::array<char, 32> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.2f", value);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string growthText(const GrowthStretch& stretch, const std::string& name)
{
    const std::string where = stretch.from == stretch.to
                                ? "at " + valueText(stretch.from)
                                : "from " + valueText(stretch.from) + " to " + valueText(stretch.to);
    const std::string slope = " (slope " + twoDecimals(stretch.slope) + ")";
    switch (stretch.growth) {
    case Growth::Unknown: return "is inconclusive " + where + " (too few values, or too much noise)";
    case Growth::Falls: return "falls with " + name + " " + where + slope;
    case Growth::Flat: // more operations may hide behind memory, more threads behind one: only size tells overhead
        return "hardly depends on " + name + " " + where + (name == variedSize ? " (a fixed cost: overhead)" : "");
    case Growth::Slower: return "grows more slowly than " + name + " " + where + slope;
    case Growth::Follows: return "follows " + name + " " + where + slope;
    case Growth::Faster: return "grows faster than " + name + " " + where + slope;
    }
    return {};
}

/// How many of the combinations are of each regime, by their slopes.
std::string regimesText(std::size_t operations, std::size_t size, const std::vector<VariedTime>& times)
{
    std::array<std::size_t, 4> counts{};
    std::size_t open = 0;
    for (const std::optional<Regime>& regime : regimesBySlopes(operations, size, times))
        ++(regime ? counts[static_cast<std::size_t>(*regime)] : open);
    std::string text = " By both slopes, of " + std::to_string(times.size()) + " combinations: ";
    std::string parts;
    for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled})
        if (const std::size_t count = counts[static_cast<std::size_t>(regime)]; count > 0)
            parts += (parts.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(nameOf(regime));
    if (open > 0)
        parts += (parts.empty() ? "" : ", ") + std::to_string(open) + " not told apart";
    return text + parts + ".";
}

} // namespace

Result<VariedName> parseVaried(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !isVariedName(std::string_view(text).substr(0, equals)))
        return refusedVaried("run.vary", "\"%1\" varies nothing; write NAME=FROM..TO:COUNT, such as size=1Mi..1Gi:9",
                             text);
    auto axis = parseAxis(AxisKind::Size, std::string_view(text).substr(equals + 1), 1);
    if (!axis)
        return axis.error();
    return VariedName{text.substr(0, equals), std::move(axis->values)};
}

Result<void> check(const RunRequest& request)
{
    std::size_t runs = 1;
    for (auto varied = request.varied.begin(); varied != request.varied.end(); ++varied) {
        if (std::any_of(request.varied.begin(), varied,
                        [&](const VariedName& other) { return other.name == varied->name; }))
            return refusedVaried("run.vary-twice", "--vary: \"%1\" is varied twice; give each name once", varied->name);
        if (std::ranges::none_of(request.command, [&](const std::string& word) {
                return word.find(placeholderOf(varied->name)) != std::string::npos;
            }))
            return refusedVaried("run.no-placeholder",
                                 "--vary: {%1} does not occur in the command; put it where the value goes",
                                 varied->name);
        runs = std::min(runs * varied->values.size(), maximumVariedRuns + 1); // of at most 2^16 values
    }
    if (runs > maximumVariedRuns)
        return Error{.id = "run.too-many-runs",
                     .text = "--vary: these are more than %1 combinations; give fewer values",
                     .arguments = {std::to_string(maximumVariedRuns)}};
    return check(request.target);
}

std::vector<std::vector<std::int64_t>> combinations(const std::vector<VariedName>& varied)
{
    std::vector<std::vector<std::int64_t>> all(1);
    for (const VariedName& name : varied) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const std::vector<std::int64_t>& values : all)
            for (const std::int64_t value : name.values) {
                longer.push_back(values);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

std::vector<std::string> commandWith(const RunRequest& request, const std::vector<std::int64_t>& values)
{
    std::vector<std::string> words = request.command;
    for (std::string& word : words)
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string placeholder = placeholderOf(request.varied[i].name);
            const std::string value = std::to_string(values[i]);
            for (std::size_t at = word.find(placeholder); at != std::string::npos;
                 at = word.find(placeholder, at + value.size()))
                word.replace(at, placeholder.size(), value);
        }
    return words;
}

std::string valueText(std::int64_t value)
{
    std::string text = countText(value);
    if (const std::size_t prefix = text.find_first_not_of("0123456789"); prefix != std::string::npos)
        text.insert(prefix, " ");
    return text;
}

std::string valuesText(const std::vector<VariedName>& varied, const std::vector<std::int64_t>& values)
{
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
        text += ", " + varied[i].name + " = " + valueText(values[i]);
    return text;
}

std::string commandName(const std::vector<std::string>& command)
{
    constexpr std::size_t longest = 200;
    // Of a shell that was only asked for its words.
    const bool isScript = command.size() == 3 && command[0] == "sh" && command[1] == "-c";
    std::string name;
    for (const std::string& word : std::span(command).subspan(isScript ? 2 : 0))
        name += (name.empty() ? "" : " ") + word;
    if (name.size() <= longest)
        return printable(name);
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U)
        --end;
    return printable(name.substr(0, end)) + "\u2026";
}

std::string slopeSentence(const std::string& region, const std::vector<VariedName>& varied,
                          const std::vector<VariedTime>& times)
{
    std::string text;
    bool follows = false;
    std::optional<std::size_t> operations;
    std::optional<std::size_t> size;
    for (std::size_t i = 0; i < varied.size(); ++i) {
        if (varied[i].name == variedOperations)
            operations = i;
        if (varied[i].name == variedSize)
            size = i;
        std::string parts;
        for (const GrowthStretch& stretch : growthAlong(i, times)) {
            parts += (parts.empty() ? "" : "; ") + growthText(stretch, varied[i].name);
            follows = follows || (stretch.growth == Growth::Follows && varied[i].name == variedSize);
        }
        if (!parts.empty())
            text += (text.empty() ? region + ": the time " : " The time ") + parts + ".";
    }
    if (text.empty())
        return {};
    if (operations && size)
        return text
             + (std::ranges::all_of(times, &VariedTime::isRepeated)
                    ? regimesText(*operations, *size, times)
                    : " Repeat each run five times (--repeat 5) to learn the regimes.");
    if (follows)
        text += " Size alone cannot tell compute from memory: vary the operations on each element, too (--vary "
                "ops=\u2026).";
    return text;
}

void RunSeries::add(const std::vector<std::int64_t>& values, ImportedKernels run)
{
    for (ImportedKernel& kernel : run.kernels) {
        const auto [place, isNew] = m_places.try_emplace({values, kernel.kernel.name, kernel.kernel.device},
                                                         m_kernels.size());
        if (isNew)
            m_kernels.push_back({kernel.kernel.name, values, {}});
        m_kernels[place->second].runs.push_back(std::move(kernel));
    }
    for (std::string& remark : run.remarks)
        if (std::ranges::find(m_remarks, remark) == m_remarks.end())
            m_remarks.push_back(std::move(remark));
}

ImportedKernels RunSeries::kernels() const
{
    ImportedKernels all;
    std::size_t most = 0;
    for (const Repeated& repeated : m_kernels) {
        std::vector<ImportedKernel> runs = repeated.runs;
        all.kernels.push_back(medianOfRuns(runs));
        all.kernels.back().kernel.name += valuesText(m_varied, repeated.values);
        most = std::max(most, runs.size());
    }
    for (const Region& region : regions())
        for (std::size_t name = 0; name < m_varied.size(); ++name) {
            const auto slopes = slopesOfVaried(name, region.times);
            const bool isFew = !std::ranges::all_of(region.times, &VariedTime::isRepeated);
            for (std::size_t i = 0; i < slopes.size(); ++i)
                if (slopes[i])
                    all.kernels[region.kernels[i]].kernel.slopes.push_back(
                        {m_varied[name].name, slopes[i]->value, slopes[i]->halfWidth, isFew});
        }
    all.remarks = m_remarks;
    if (most > 1)
        all.remarks.push_back("Each kernel is from the run with its median time (" + std::to_string(most) + " runs).");
    return all;
}

VariedTime RunSeries::timeOf(const Repeated& repeated)
{
    std::vector<ImportedKernel> runs = repeated.runs;
    const auto perLaunch = [](const ImportedKernel& run) {
        return run.kernel.time / std::max(1.0, run.kernel.launches);
    };
    const auto ends = std::ranges::minmax(runs, {}, perLaunch);
    return {.values = repeated.values,
            .time = perLaunch(medianOfRuns(runs)),
            .low = perLaunch(ends.min),
            .high = perLaunch(ends.max),
            .isRepeated = runs.size() >= runsThatTellScatter};
}

std::vector<RunSeries::Region> RunSeries::regions() const
{
    if (m_varied.empty() || !m_tellsSlopes)
        return {};
    std::vector<Region> regions;
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < m_kernels.size(); ++i) {
        const Repeated& repeated = m_kernels[i];
        if (repeated.runs.size() < 2) // whose scatter nobody knows
            continue;
        const std::string& device = repeated.runs.front().kernel.device;
        const std::string name = repeated.name + (device.empty() ? "" : " on " + device);
        const auto [place, isNew] = places.try_emplace(name, regions.size());
        if (isNew)
            regions.push_back({name, {}, {}, {}});
        Region& region = regions[place->second];
        region.kernels.push_back(i);
        region.times.push_back(timeOf(repeated));
        std::vector<ImportedKernel> runs = repeated.runs;
        region.longest = std::max(region.longest, medianOfRuns(runs).kernel.time);
    }
    return regions;
}

std::vector<std::string> RunSeries::slopeSentences() const
{
    std::vector<Region> regions = this->regions();
    const auto takesSeveral = std::ranges::find_if(m_varied,
                                                   [](const VariedName& name) { return name.values.size() > 1; });
    if (m_tellsSlopes && regions.empty() && !m_kernels.empty() && takesSeveral != m_varied.end())
        return {"Repeat each run (--repeat 5) to learn how time follows " + takesSeveral->name + "."};
    std::ranges::stable_sort(regions, std::ranges::greater(), &Region::longest);
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        if (sentences.size() == mostSlopeSentences) {
            sentences.push_back("and " + std::to_string(regions.size() - i) + " more");
            break;
        }
        const std::string name = shortened(regions[i].name, regionPlaces);
        if (std::string sentence = slopeSentence(name, m_varied, regions[i].times); !sentence.empty())
            sentences.push_back(std::move(sentence));
    }
    return sentences;
}

} // namespace ridgepoint
