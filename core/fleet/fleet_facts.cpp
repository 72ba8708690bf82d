// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_facts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <utility>

namespace ridgepoint {
namespace {

/// Something that a node tells: words, or a number that may differ by a share or by an amount before it counts.
struct ToldFact {
    std::string name;
    std::string text;
    std::optional<double> number{};
    double share = 0.0;
    double amount = 0.0;
};

constexpr double sameSize = 0.03;
constexpr double sameClock = 0.05;
constexpr double sameLoad = 0.1; ///< of the whole processor

std::string threeDigits(double number, const char* unit)
{
    std::array<char, 48> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.3g %s", number, unit);
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string wholeNumber(double number, const char* unit)
{
    return std::to_string(std::llround(number)) + (*unit == '\0' ? "" : std::string(" ") + unit);
}

/// Facts of one node in the order in which they are said.
class FactList {
public:
    void word(std::string name, std::string text)
    {
        if (!text.empty())
            m_facts.push_back({.name = std::move(name), .text = std::move(text)});
    }
    /// Nothing where it is not above zero, which says that nobody knows it.
    void known(std::string name, double number, std::string text, double share)
    {
        if (number > 0.0)
            m_facts.push_back({.name = std::move(name), .text = std::move(text), .number = number, .share = share});
    }
    void level(std::string name, double number, std::string text, double amount)
    {
        m_facts.push_back({.name = std::move(name), .text = std::move(text), .number = number, .amount = amount});
    }
    [[nodiscard]] std::vector<ToldFact> take() { return std::move(m_facts); }

private:
    std::vector<ToldFact> m_facts;
};

void addGpu(FactList& facts, const GpuFacts& gpu)
{
    constexpr double mega = 1e6;
    facts.known("power limit", gpu.powerLimitWatts, wholeNumber(gpu.powerLimitWatts, "W"), 0.0);
    facts.known("highest clock", gpu.clock.value(), wholeNumber(gpu.clock.value() / mega, "MHz"), 0.0);
    facts.known("memory clock", gpu.memoryClock.value(), wholeNumber(gpu.memoryClock.value() / mega, "MHz"), 0.0);
    facts.known("memory bus", gpu.memoryBusBits, wholeNumber(gpu.memoryBusBits, "bits"), 0.0);
    facts.known("multiprocessors", gpu.multiprocessors, wholeNumber(gpu.multiprocessors, ""), 0.0);
    if (gpu.now && gpu.now->clockEvents != "idle")
        facts.word("clocks held back by", gpu.now->clockEvents.empty() ? "nothing" : gpu.now->clockEvents);
    facts.word("ECC", gpu.ecc ? "on" : "off");
    facts.word("MIG", gpu.mig ? "on" : "off");
}

std::vector<ToldFact> factsOf(const FleetMember& member, std::string_view roofId)
{
    constexpr double giga = 1e9;
    constexpr double gibi = 1024.0 * 1024.0 * 1024.0;
    constexpr double percent = 100.0;
    FactList facts;
    const DeviceInfo& device = *member.device;
    if (device.gpu)
        addGpu(facts, *device.gpu);
    if (const Roof* roof = member.roofs->find(roofId)) {
        facts.known("clock while measuring", roof->clock.value(), threeDigits(roof->clock.value() / giga, "GHz"),
                    sameClock);
        FlagSet flags = roof->flags;
        flags.remove(Flag::IntervalNotReached);
        facts.word("flags", flags.empty() ? "none" : toString(flags));
    }
    if (const auto load = member.roofs->otherLoad)
        facts.level("load of other programs", *load, wholeNumber(*load * percent, "%"), sameLoad);
    facts.known("threads", device.threads, std::to_string(device.threads), 0.0);
    facts.known("memory", device.memory.value(), threeDigits(device.memory.value() / gibi, "GiB"), sameSize);
    facts.word("instruction set", device.isa);
    static constexpr std::array<std::pair<const char*, const char*>, 4> environment{
        {{"governor", "governor"},
         {"transparent_huge_pages", "transparent huge pages"},
         {"kernel", "kernel"},
         {"version", "version of ridgepoint-bench"}}};
    if (device.gpu)
        facts.word("driver", device.gpu->driver);
    for (const auto& [key, name] : environment)
        if (const auto found = member.of->environment.find(key); found != member.of->environment.end())
            facts.word(name, found->second);
    return facts.take();
}

/// The text that most of them say, and how many do; those that say nothing of it count for nothing.
std::pair<std::string, std::size_t> mostOften(const std::vector<ToldFact>& facts)
{
    std::map<std::string, std::size_t> counts;
    for (const ToldFact& fact : facts)
        ++counts[fact.text];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; });
    if (most == counts.end())
        return {};
    return {most->first, most->second};
}

/// What the others say of it, where this one differs.
std::optional<FleetFact> difference(const ToldFact& here, const std::vector<ToldFact>& others)
{
    if (others.empty())
        return std::nullopt;
    FleetFact fact{.name = here.name, .here = here.text, .others = {}};
    if (here.number && here.share + here.amount > 0.0) {
        std::vector<double> numbers;
        for (const ToldFact& other : others)
            numbers.push_back(other.number.value_or(0.0));
        const double usual = medianOf(numbers);
        const double tolerated = here.amount + here.share * usual;
        const auto distance = [usual](const ToldFact& other) { return std::abs(other.number.value_or(0.0) - usual); };
        if (distance(here) <= tolerated)
            return std::nullopt;
        const auto ends = std::ranges::minmax_element(others, {}, distance);
        fact.others = ends.min->text;
        fact.isOfAll = distance(*ends.max) <= tolerated;
        return fact.others == fact.here ? std::nullopt : std::optional(fact);
    }
    const auto [text, count] = mostOften(others);
    if (text == here.text || 2 * count <= others.size())
        return std::nullopt;
    fact.others = text;
    fact.isOfAll = count == others.size();
    return fact;
}

} // namespace

std::vector<FleetFact> factsThatDiffer(const FleetMember& member, std::span<const FleetMember> members,
                                       std::string_view roof)
{
    std::map<std::string, std::vector<ToldFact>> others;
    for (const FleetMember& other : members)
        if (other.node != member.node)
            for (ToldFact& fact : factsOf(other, roof))
                others[fact.name].push_back(std::move(fact));
    std::vector<FleetFact> facts;
    for (const ToldFact& fact : factsOf(member, roof))
        if (auto found = difference(fact, others[fact.name]))
            facts.push_back(std::move(*found));
    return facts;
}

} // namespace ridgepoint
