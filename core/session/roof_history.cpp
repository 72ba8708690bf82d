// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/roof_history.h"

#include "core/session/json_convert.h"
#include "core/session/json_fields.h"
#include "core/session/json_limits.h"
#include "core/session/json_write.h"
#include "core/session/json_writer.h"
#include "core/session/text_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ridgepoint {
namespace {

constexpr std::chrono::hours rememberedFor{24};
constexpr double latestTime = 1e11; ///< seconds since 1970 that a file may state
/// Of one roof; older ones are dropped, so that a script that measures all day costs no more than a look.
constexpr std::size_t mostOfOne = 64;
constexpr std::uintmax_t largestFile = 32 * 1024 * 1024;

/// The id of the last cache's roof, which its end and so the levels are believed with; empty where there is no cache.
std::string lastCacheRoof(const std::vector<MemoryLevel>& levels)
{
    return levels.size() < 2 ? std::string() : bandwidthRoofId(levels[levels.size() - 2].name);
}

/// Whether levels of this run are perhaps found too near or too far: they are, by what its roofs of memory are measured
/// with.
bool isDisturbedRun(const RoofSet& run)
{
    return std::ranges::any_of(run.levels, [&](const MemoryLevel& level) {
        const Roof* roof = run.find(bandwidthRoofId(level.name));
        return roof != nullptr && wasDisturbed(*roof);
    });
}

/// The value that counts: of disturbed ones the best, whether or not another is like it.
double valueOf(const Roof& roof, std::span<const double> values, bool areDisturbed)
{
    if (!areDisturbed || roof.id == launchFixedRoofId)
        return referenceOf(roof, values);
    return isDuration(roof.kind) ? std::ranges::min(values) : std::ranges::max(values);
}

} // namespace

double referenceOf(const Roof& roof, std::span<const double> values)
{
    std::vector<double> sorted(values.begin(), values.end());
    if (isDuration(roof.kind))
        std::sort(sorted.begin(), sorted.end());
    else
        std::sort(sorted.begin(), sorted.end(), std::greater<>());
    if (roof.id == launchFixedRoofId)
        return sorted[(sorted.size() - 1) / 2];
    const bool isAlone = sorted.size() > 2
                      && std::max(sorted[0], sorted[1]) > std::min(sorted[0], sorted[1]) * sameState;
    return sorted[isAlone ? 1 : 0];
}

RoofHistory RoofHistory::read(const std::filesystem::path& file, Time now)
{
    RoofHistory history;
    std::error_code unknown;
    if (const auto size = std::filesystem::file_size(file, unknown); unknown || size > largestFile)
        return history;
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto parsed = parseJson(text);
    if (!parsed)
        return history;
    JsonProblem problem;
    history.m_entries = JsonFields(parsed.value(), {}, problem).objects("measurements", [](const JsonFields& fields) {
        return Entry{.machine = fields.text("machine"),
                     .threads = fields.count("threads", 0, limits::threads),
                     .at = Time(std::chrono::seconds(fields.integer("at", 0, static_cast<std::int64_t>(latestTime)))),
                     .roof = roofFrom(fields.object("roof")),
                     .levels = fields.has("levels") ? fields.objects("levels", levelFrom) : std::vector<MemoryLevel>(),
                     .isDisturbedRun = fields.has("disturbed_run") && fields.flag("disturbed_run")};
    });
    if (problem.error())
        history.m_entries.clear();
    // A time to come is of a clock that was set back since, and would never grow old.
    std::erase_if(history.m_entries,
                  [&](const Entry& entry) { return entry.at + rememberedFor < now || entry.at > now; });
    return history;
}

Result<void> RoofHistory::write(const std::filesystem::path& file) const
{
    std::error_code failed;
    std::filesystem::create_directories(file.parent_path(), failed);
    JsonWriter json;
    json.beginObject().key("measurements").beginArray();
    for (const Entry& entry : m_entries) {
        json.beginObject().field("machine", entry.machine).field("threads", entry.threads);
        json.field("at", static_cast<std::int64_t>(entry.at.time_since_epoch().count())).key("roof");
        writeJson(json, entry.roof);
        if (!entry.levels.empty()) {
            json.field("disturbed_run", entry.isDisturbedRun).key("levels").beginArray();
            for (const MemoryLevel& level : entry.levels)
                writeJson(json, level);
            json.endArray();
        }
        json.endObject();
    }
    json.endArray().endObject();
    return writeTextFile(json.take(), file);
}

void RoofHistory::add(const std::string& machine, const RoofSet& measured, Time at)
{
    const std::string lastCache = lastCacheRoof(measured.levels);
    for (const Roof& roof : measured.roofs) {
        if (roof.provenance != Provenance::Measured || !(roof.value > 0.0))
            continue;
        const auto isOfIt = [&](const Entry& entry) {
            return entry.machine == machine && entry.threads == measured.threads && entry.roof.id == roof.id;
        };
        m_entries.push_back({machine, measured.threads, at, roof});
        if (roof.id == lastCache) {
            m_entries.back().levels = measured.levels;
            m_entries.back().isDisturbedRun = isDisturbedRun(measured);
        }
        if (static_cast<std::size_t>(std::ranges::count_if(m_entries, isOfIt)) <= mostOfOne)
            continue;
        const auto disturbed = std::ranges::find_if(
            m_entries, [&](const Entry& entry) { return isOfIt(entry) && wasDisturbed(entry.roof); });
        m_entries.erase(disturbed != m_entries.end() ? disturbed : std::ranges::find_if(m_entries, isOfIt));
    }
}

Roof RoofHistory::recall(const std::string& machine, int threads, const Roof& measured, As as) const
{
    std::vector<const Roof*> all{&measured};
    for (const Entry& entry : m_entries)
        if (entry.machine == machine && entry.threads == threads && entry.roof.id == measured.id)
            all.push_back(&entry.roof);
    const bool areDisturbed = std::ranges::all_of(all, [](const Roof* roof) { return wasDisturbed(*roof); });
    std::vector<const Roof*> candidates;
    std::vector<double> values;
    for (const Roof* roof : all)
        if (as == As::Reference ? roof == &measured : areDisturbed || !wasDisturbed(*roof)) {
            candidates.push_back(roof);
            values.push_back(roof->value);
        }
    const double reference = valueOf(measured, values, areDisturbed);
    const Roof& chosen = **std::ranges::find(candidates, reference, [](const Roof* roof) { return roof->value; });
    Roof recalled = chosen;
    recalled.measurements = 0;
    for (const Roof* roof : all) {
        // What other programs slowed down is no state of the machine, though the best of it may be the machine's best.
        if (roof != &chosen && wasDisturbed(*roof))
            continue;
        recalled.low = std::min(recalled.low, roof->low);
        recalled.high = std::max(recalled.high, roof->high);
        ++recalled.measurements;
    }
    // Likewise it is no state that samples without control readings could be judged by.
    if (recalled.value != measured.value && (areDisturbed || !wasDisturbed(measured)))
        recalled.latest = measured.value;
    return recalled;
}

std::vector<MemoryLevel> RoofHistory::recallLevels(const std::string& machine, const RoofSet& measured, As as) const
{
    std::vector<Entry> known;
    for (const Entry& entry : m_entries)
        if (entry.machine == machine && entry.threads == measured.threads && !entry.levels.empty())
            known.push_back(entry);
    const bool isRunDisturbed = isDisturbedRun(measured);
    if (const Roof* roof = measured.find(lastCacheRoof(measured.levels)); roof != nullptr) {
        if (as == As::Reference && !isRunDisturbed)
            return measured.levels;
        known.push_back({machine, measured.threads, {}, *roof, measured.levels, isRunDisturbed});
    }
    const bool areDisturbed = std::ranges::all_of(known, &Entry::isDisturbedRun);
    if (!areDisturbed)
        std::erase_if(known, &Entry::isDisturbedRun);
    if (known.empty())
        return measured.levels;
    std::vector<double> values;
    for (const Entry& entry : known)
        if (entry.roof.id == known.back().roof.id)
            values.push_back(entry.roof.value);
    const double reference = valueOf(known.back().roof, values, areDisturbed);
    return std::ranges::find_if(known,
                                [&](const Entry& entry) {
                                    return entry.roof.id == known.back().roof.id && entry.roof.value == reference;
                                })
        ->levels;
}

RoofSet RoofHistory::recall(const std::string& machine, RoofSet measured, As as) const
{
    std::vector<MemoryLevel> levels = recallLevels(machine, measured, as);
    for (Roof& roof : measured.roofs)
        if (roof.provenance == Provenance::Measured)
            roof = recall(machine, measured.threads, roof, as);
    measured.levels = std::move(levels);
    return measured;
}

} // namespace ridgepoint
