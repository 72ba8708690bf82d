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
    const bool isAlone = sorted.size() > 2 && std::max(sorted[0], sorted[1]) > std::min(sorted[0], sorted[1]) * sameState;
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
                     .roof = roofFrom(fields.object("roof"))};
    });
    if (problem.error())
        history.m_entries.clear();
    // A time to come is of a clock that was set back since, and would never grow old.
    std::erase_if(history.m_entries, [&](const Entry& entry) { return entry.at + rememberedFor < now || entry.at > now; });
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
        json.endObject();
    }
    json.endArray().endObject();
    return writeTextFile(json.take(), file);
}

void RoofHistory::add(const std::string& machine, const RoofSet& measured, Time at)
{
    for (const Roof& roof : measured.roofs) {
        if (roof.provenance != Provenance::Measured || !(roof.value > 0.0) || roof.flags.has(Flag::FewReadings))
            continue;
        const auto isOfIt = [&](const Entry& entry) { return entry.machine == machine && entry.threads == measured.threads && entry.roof.id == roof.id; };
        m_entries.push_back({machine, measured.threads, at, roof});
        if (static_cast<std::size_t>(std::count_if(m_entries.begin(), m_entries.end(), isOfIt)) > mostOfOne)
            m_entries.erase(std::find_if(m_entries.begin(), m_entries.end(), isOfIt));
    }
}

Roof RoofHistory::recall(const std::string& machine, int threads, const Roof& measured, As as) const
{
    std::vector<const Roof*> all{&measured};
    for (const Entry& entry : m_entries)
        if (entry.machine == machine && entry.threads == threads && entry.roof.id == measured.id)
            all.push_back(&entry.roof);
    const std::span candidates(all.data(), as == As::Reference ? 1 : all.size());
    std::vector<double> values;
    for (const Roof* roof : candidates)
        values.push_back(roof->value);
    const double reference = referenceOf(measured, values);
    const Roof& chosen = **std::ranges::find(candidates, reference, [](const Roof* roof) { return roof->value; });
    Roof recalled = chosen;
    recalled.flags = measured.flags; // they warn of what was just measured
    recalled.measurements = 0;
    for (const Roof* roof : all) {
        // What other programs slowed down is no state of the machine, though the best of it may be the machine's best.
        if (roof != &chosen && (roof->flags.has(Flag::MachineBusy) || roof->flags.has(Flag::Preempted)))
            continue;
        recalled.low = std::min(recalled.low, roof->low);
        recalled.high = std::max(recalled.high, roof->high);
        ++recalled.measurements;
    }
    if (recalled.value != measured.value)
        recalled.latest = measured.value;
    return recalled;
}

RoofSet RoofHistory::recall(const std::string& machine, RoofSet measured, As as) const
{
    for (Roof& roof : measured.roofs)
        if (roof.provenance == Provenance::Measured)
            roof = recall(machine, measured.threads, roof, as);
    return measured;
}

} // namespace ridgepoint
