// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/roof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::array allRoofKinds{RoofKind::Bandwidth, RoofKind::Compute, RoofKind::Launch, RoofKind::Latency};
constexpr std::array allProvenances{Provenance::Measured, Provenance::Published, Provenance::Datasheet,
                                    Provenance::Predicted};

/// Whether the levels that a run of roofs saw are to stand for those known. A run of a roof or two sees levels of its
/// own, of a curve that was measured in passing: fewer perhaps, or one of which no bandwidth is known, so that nothing
/// could be predicted of what it holds.
bool bringsLevels(const RoofSet& run, const RoofSet& known)
{
    if (run.levels.empty() || known.levels.empty())
        return !run.levels.empty();
    const auto measured = std::count_if(run.levels.begin(), run.levels.end(), [&](const MemoryLevel& level) {
        return run.find(bandwidthRoofId(level.name)) != nullptr;
    });
    const auto isKnown = [&](const MemoryLevel& level) {
        return run.find(bandwidthRoofId(level.name)) != nullptr || known.find(bandwidthRoofId(level.name)) != nullptr
            || std::any_of(known.levels.begin(), known.levels.end(),
                           [&](const MemoryLevel& other) { return other.name == level.name; });
    };
    return measured >= std::min<std::ptrdiff_t>(2, std::ssize(known.levels))
        && std::all_of(run.levels.begin(), run.levels.end(), isKnown);
}

} // namespace

bool isOfMemory(std::string_view id, const RoofSet& roofs)
{
    const std::string memory = roofs.levels.empty() ? "dram" : roofs.levels.back().name;
    const std::string_view level = id.substr(std::min(id.find('.'), id.size() - 1) + 1);
    return level == memory || level.starts_with(memory + '.');
}

const Roof* RoofSet::find(std::string_view id) const
{
    const auto found = std::find_if(roofs.begin(), roofs.end(), [&](const Roof& roof) { return roof.id == id; });
    return found == roofs.end() ? nullptr : &*found;
}

void RoofSet::put(Roof roof)
{
    const auto found = std::find_if(roofs.begin(), roofs.end(), [&](const Roof& other) { return other.id == roof.id; });
    if (found == roofs.end())
        roofs.push_back(std::move(roof));
    else
        *found = std::move(roof);
}

const MemoryLevel* RoofSet::levelFor(Bytes footprint) const
{
    const double share = footprint.value() / std::max(threads, 1);
    for (const MemoryLevel& level : levels)
        if ((level.perThread ? share : footprint.value()) <= level.capacity.value())
            return &level;
    return levels.empty() ? nullptr : &levels.back();
}

std::optional<SharedService> RoofSet::sharedServiceOf(Bytes footprint) const
{
    if (levels.size() < 2)
        return std::nullopt;
    const MemoryLevel& cache = levels[levels.size() - 2];
    if (cache.perThread || !(cache.kept > Bytes(0.0)) || footprint <= cache.kept)
        return std::nullopt;
    if (const MemoryLevel* level = levelFor(footprint); level != &cache && level != &levels.back())
        return std::nullopt; // a nearer level holds all of it, of all threads together
    const double rest = cache.gone > cache.kept ? cache.kept / cache.gone : 1.0 / servedByMemoryAlone;
    const double share = (cache.kept / footprint - rest) / (1.0 - rest);
    if (share <= 0.0)
        return std::nullopt;
    return SharedService{bandwidthRoofId(cache.name), bandwidthRoofId(levels.back().name), share};
}

DeviceState stateOf(const ControlReadings& controls, const Workload& workload, const RoofSet& roofs, Hertz clock)
{
    constexpr double least = 0.05;
    constexpr double largest = 20.0;
    constexpr double sameClock = 0.01; // as near as a multiprocessor's clock is known
    const auto slownessOf = [&](const std::string& id, double control, bool isDurationRoof) {
        const Roof* roof = roofs.find(id);
        const double now = control > 0.0 || roof == nullptr ? control : roof->latest.value_or(0.0);
        if (roof == nullptr || !(roof->value > 0.0) || !(now > 0.0))
            return 1.0;
        const double slowness = isDurationRoof ? now / roof->value : roof->value / now;
        return slowness <= sameState && slowness >= 1.0 / sameState ? 1.0 : std::clamp(slowness, least, largest);
    };
    const auto computeSlowness = [&] {
        const std::string id = computeRoofId(workload.operation, workload.precision);
        const Roof* roof = roofs.find(id);
        const bool isByClock = !(controls.rate > 0.0) && clock > Hertz() && roof != nullptr && roof->clock > Hertz();
        if (!isByClock)
            return slownessOf(id, controls.rate, false);
        const double slowness = roof->clock / clock;
        return std::abs(slowness - 1.0) < sameClock ? 1.0 : std::clamp(slowness, least, largest);
    };
    return {slownessOf(bandwidthRoofId("dram"), controls.bandwidth, false), computeSlowness(),
            slownessOf(launchRoofId(workload.launchMode), controls.launch, true)};
}

double valueIn(const DeviceState& state, const Roof& roof, const RoofSet& roofs)
{
    switch (roof.kind) {
    case RoofKind::Bandwidth: return roof.value / (isOfMemory(roof.id, roofs) ? state.memory : state.compute);
    case RoofKind::Compute: return roof.value / state.compute;
    case RoofKind::Launch: return roof.value * state.launch;
    case RoofKind::Latency: return roof.value * (isOfMemory(roof.id, roofs) ? state.memory : state.compute);
    }
    return roof.value;
}

RoofSet asLastMeasured(RoofSet roofs)
{
    for (Roof& roof : roofs.roofs)
        roof.value = std::exchange(roof.latest, std::nullopt).value_or(roof.value);
    return roofs;
}

Bytes pastCachesFrom(std::span<const MemoryLevel> levels, int threads)
{
    Bytes largest(64.0 * 1024.0 * 1024.0);
    for (const MemoryLevel& level : levels) {
        const Bytes holds = level.claimed > Bytes() ? level.claimed : level.capacity;
        if (std::isfinite(holds.value()))
            largest = std::max(largest, holds * (level.perThread ? std::max(threads, 1) : 1));
    }
    return largest;
}

std::string bandwidthRoofId(std::string_view level) { return "bandwidth." + std::string(level); }

std::string computeRoofId(Operation operation, Precision precision)
{
    return "compute." + std::string(nameOf(precision)) + '.' + std::string(nameOf(operation));
}

std::string latencyRoofId(Operation operation, Precision precision)
{
    return "latency." + std::string(nameOf(precision)) + '.' + std::string(nameOf(operation));
}

std::string launchRoofId(LaunchMode mode)
{
    std::string name(nameOf(mode));
    std::replace(name.begin(), name.end(), '-', '_');
    return "launch." + name;
}

Result<RoofKind> kindOfRoof(std::string_view id)
{
    const auto dot = id.find('.');
    if (const auto kind = roofKindNamed(id.substr(0, dot)); kind && dot != std::string_view::npos)
        return *kind;
    return Error{
        ErrorKind::InvalidInput,
        "roof.unknown",
        "There is no roof \"%1\"; ids start with bandwidth., compute., latency. or launch., such as bandwidth.dram.",
        {std::string(id)}};
}

bool isRoofId(std::string_view id)
{
    if (id.ends_with('.'))
        return false;
    // What may stand in each place; "*" stands for nothing more.
    constexpr std::string_view ofLevels = " l1 l2 l3 l4 dram ";
    constexpr std::string_view ofFormats = " fp64 fp32 tf32 fp16 bf16 fp8 int64 int32 int16 int8 ";
    constexpr std::string_view ofOperations = " fma mul add relu gelu exp cos matrix dot mad ";
    struct Form {
        std::string_view kind;
        std::array<std::string_view, 3> parts;
    };
    constexpr std::array forms{
        Form{"bandwidth", {ofLevels, " * copy read write sustained evict_first vectors8 threads256 kn ", " * "}},
        Form{"bandwidth", {" h2d d2h ", " * pinned ", " * "}},
        Form{"bandwidth", {" peer ", " * both staged ", " * staged "}},
        Form{"compute", {ofFormats, ofOperations, " * sustained "}},
        Form{"latency", {ofLevels, " * ", " * "}},
        Form{"latency", {ofFormats, ofOperations, " * "}},
        Form{"launch", {" queued ", " * device ", " * "}},
        Form{"launch", {" wait_each graph fixed ", " * ", " * "}},
    };
    const auto takePart = [&id] {
        const auto dot = std::min(id.find('.'), id.size());
        const std::string part(id.substr(0, dot));
        id.remove_prefix(std::min(id.size(), dot + 1));
        return part.empty() ? std::string("*") : part;
    };
    const std::string kind = takePart();
    const std::array parts{takePart(), takePart(), takePart()};
    return id.empty() && std::any_of(forms.begin(), forms.end(), [&](const Form& form) {
               for (std::size_t i = 0; i < parts.size(); ++i)
                   if (form.parts[i].find(' ' + parts[i] + ' ') == std::string_view::npos)
                       return false;
               return form.kind == kind;
           });
}

std::string_view unitOfRoof(std::string_view id)
{
    if (id.starts_with("bandwidth."))
        return "B/s";
    if (id.starts_with("launch.") || id.starts_with("latency."))
        return "s";
    for (const std::string_view nominal : {".relu", ".gelu", ".exp", ".cos", ".int"})
        if (id.find(nominal) != std::string_view::npos)
            return "op/s";
    return "FLOP/s";
}

std::string nameOfRoof(std::string_view id)
{
    if (id == deviceGapRoofId)
        return "gap between queued kernels";
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= id.size();) {
        const std::size_t end = std::min(id.find('.', at), id.size());
        parts.emplace_back(id.substr(at, end - at));
        at = end + 1;
    }
    const std::string kind = parts.front();
    if (parts.size() == 1)
        return kind;
    parts.erase(parts.begin());
    std::string& first = parts.front();
    if (kind == "launch") {
        std::ranges::replace(first, '_', '-');
        return first == "fixed" ? "fixed cost" : first + " launch";
    }
    if (first == "peer") {
        first = "GPU to GPU";
        std::ranges::replace(parts, std::string("both"), std::string("both ways"));
    } else if (kind == "bandwidth" || (kind == "latency" && parts.size() == 1)) { // a level of memory
        std::ranges::transform(first, first.begin(),
                               [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    }
    std::string name = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i)
        name += ' ' + parts[i];
    return kind == "latency" ? name + " latency" : name;
}

std::string_view nameOf(RoofKind kind)
{
    switch (kind) {
    case RoofKind::Bandwidth: return "bandwidth";
    case RoofKind::Compute: return "compute";
    case RoofKind::Launch: return "launch";
    case RoofKind::Latency: return "latency";
    }
    return {};
}

std::string_view nameOf(Provenance provenance)
{
    switch (provenance) {
    case Provenance::Measured: return "measured";
    case Provenance::Published: return "published";
    case Provenance::Datasheet: return "datasheet";
    case Provenance::Predicted: return "predicted";
    }
    return {};
}

std::optional<RoofKind> roofKindNamed(std::string_view name)
{
    for (const RoofKind kind : allRoofKinds)
        if (nameOf(kind) == name)
            return kind;
    return std::nullopt;
}

std::optional<Provenance> provenanceNamed(std::string_view name)
{
    for (const Provenance provenance : allProvenances)
        if (nameOf(provenance) == name)
            return provenance;
    return std::nullopt;
}

void mergeRoofs(RoofSet& known, RoofSet run)
{
    if (bringsLevels(run, known))
        known.levels = run.levels;
    for (Roof& roof : run.roofs)
        known.put(std::move(roof));
    // What was measured before is not unavailable because a run in passing did not see it.
    for (UnavailableRoof& each : run.unavailable) {
        std::erase_if(known.unavailable, [&](const UnavailableRoof& before) { return before.id == each.id; });
        known.unavailable.push_back(std::move(each));
    }
    std::erase_if(known.unavailable, [&](const UnavailableRoof& each) { return known.find(each.id) != nullptr; });
    if (run.otherLoad)
        known.otherLoad = run.otherLoad;
}

} // namespace ridgepoint
