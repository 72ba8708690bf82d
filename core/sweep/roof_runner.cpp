// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_runner.h"

#include "core/analysis/knees.h"
#include "core/model/device.h"
#include "core/model/product.h"
#include "core/model/roof.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// The footprint, of all threads together, well inside a level: half of the nearest cache, or midway, in the logarithm,
/// between the knees on either side.
[[nodiscard]] Bytes footprintInside(const std::vector<MemoryLevel>& levels, std::size_t index, int threads);

/// Well past the last knee and twice what the caches claim, as far as memory allows: over 512 MiB, a cache that claims
/// 480 still served so much that the roof lay 3 % above what a pass over new data reached.
[[nodiscard]] Bytes footprintOutside(const std::vector<MemoryLevel>& levels, int threads, const DeviceInfo& device);

constexpr double memoryShare = 0.25; ///< of the device's memory, for the largest working set
constexpr Bytes smallestOutside{512.0 * 1024 * 1024};
/// A GPU goes over 512 MiB in a tenth of a millisecond, of which filling and draining it between two passes are 3 %.
constexpr Bytes smallestOutsideOnGpu{2048.0 * 1024 * 1024};

Bytes totalCapacity(const MemoryLevel& level, int threads) { return level.capacity * (level.perThread ? threads : 1); }

Bytes footprintInside(const std::vector<MemoryLevel>& levels, std::size_t index, int threads)
{
    const Bytes own = totalCapacity(levels[index], threads);
    if (index == 0)
        return own / 2.0;
    return Bytes(std::sqrt(totalCapacity(levels[index - 1], threads).value() * own.value()));
}

Bytes footprintOutside(const std::vector<MemoryLevel>& levels, int threads, const DeviceInfo& device)
{
    Bytes wanted = std::max(beyondCaches(levels, threads, device.kind),
                            device.kind == DeviceKind::Cuda ? smallestOutsideOnGpu : smallestOutside);
    for (const MemoryLevel& level : levels)
        wanted = std::max(wanted, level.claimed * (level.perThread ? 2.0 * threads : 2.0));
    return device.memory > Bytes(0.0) ? std::min(wanted, device.memory * memoryShare) : wanted;
}

/// Rounds of the first picture's roofs before the others begin, and of every roof in the end.
constexpr int firstRounds = 4;
constexpr int allRounds = 8;
/// What no prediction takes gets as many as claim a range and no more.
constexpr int besidesRounds = 6;
/// A roof is shown from this many rounds on: a range of fewer says nothing.
constexpr int shownRounds = 3;
/// Of the rounds of a launch cost, those that lie before and in the curve: a state of the machine that raises it lasts
/// for seconds, and rounds that lie close together would all be of it.
constexpr int roundsInCurve = 3;
/// Launch costs whose rounds disagree, or were disturbed, have further ones for so long.
constexpr Seconds longestSettling{2.0};
/// On a machine so busy that rounds drag on, stop after this long with the rounds there are.
constexpr Seconds longest{10.0};
/// A GPU has many more roofs, and nothing of the system disturbs their rounds.
constexpr Seconds longestOnGpu{30.0};
/// DRAM is measured a piece at a time: readings of a millisecond or two fit between the interruptions of any machine.
constexpr Bytes dramWindow{64.0 * 1024 * 1024};
/// A knee that may lie anywhere in so wide a range is worth a word.
constexpr double wideRange = 2.0;

bool isBandwidth(const std::string& id) { return id.starts_with("bandwidth."); }
bool isLaunch(const std::string& id) { return id.starts_with("launch."); }

constexpr std::string_view latencyPrefix = "latency.";

/// What a GPU keeps up for seconds: heats it, and holds up whatever is interleaved with it.
bool isSustained(const std::string& id) { return id.ends_with(".sustained"); }

/// What a roofline and a first regime map need.
bool inFirstPicture(const std::string& id)
{
    return (isBandwidth(id) && !isSustained(id) && !isBesides(id)) || isLaunch(id)
        || id == computeRoofId(Operation::Fma, Precision::Fp32) || id == latencyRoofId(Operation::Fma, Precision::Fp32);
}

/// "bandwidth.l2" and "bandwidth.l2.read" are of the level "l2".
bool isOfLevel(const std::string& id, const std::string& level)
{
    const std::string usual = bandwidthRoofId(level);
    return id == usual || id.starts_with(usual + '.');
}

Error unknownRoof(const std::string& id, const std::vector<std::string>& known)
{
    std::string list;
    for (const std::string& other : known)
        list += (list.empty() ? "" : ", ") + other;
    return {ErrorKind::InvalidInput, "roof.unknown", "There is no roof \"%1\" on this device; it has %2.", {id, list}};
}

/// A roof of other devices: a script asks many GPUs for the same ones, and those before 8.0 have no bf16 matrix units.
Error leftOut(const std::string& id)
{
    return {
        ErrorKind::Unsupported, std::string(roofLeftOutId), "This device has no roof \"%1\"; it was left out.", {id}};
}

Error levelNotSeen(const std::string& level)
{
    return {ErrorKind::Unavailable,
            "roof.level-not-seen",
            "The curve of bandwidth over size shows no separate level %1; if other programs were running, close them "
            "and measure again.",
            {level}};
}

bool stopsEverything(const Error& error)
{
    return error.kind == ErrorKind::DeviceFailure || error.kind == ErrorKind::Timeout
        || error.kind == ErrorKind::Cancelled;
}

} // namespace

RoofRunner::RoofRunner(Backend& backend, int threads, std::vector<std::string> only, const Clock& clock)
    : m_backend(backend), m_clock(clock), m_started(clock.now())
{
    const DeviceInfo& device = backend.info();
    m_roofs.device = device.id;
    m_roofs.threads = threads > 0 ? threads : device.threads;
    if (threads < 0 || (device.threads > 0 && threads > device.threads)) {
        fail({ErrorKind::InvalidInput,
              "roofs.threads",
              "Roofs cannot be measured with %1 threads: %2 supports 1 to %3.",
              {std::to_string(threads), device.id, std::to_string(device.threads)}});
        return;
    }
    chooseRoofs(only);
    if (std::any_of(m_ids.begin(), m_ids.end(),
                    [&](const std::string& id) { return isBandwidth(id) || isPlaced(id); })) {
        m_curve.emplace(backend, m_roofs.threads);
        m_curveShare = 0.4; // as it was timed where every roof is measured
    } else if (!m_error)
        enter(Stage::First);
}

void RoofRunner::chooseRoofs(const std::vector<std::string>& only)
{
    std::vector<std::string> known = m_backend.roofIds();
    std::vector<std::string> all = m_backend.variantRoofIds();
    all.insert(all.begin(), known.begin(), known.end());
    for (const std::string& id : only) {
        if (std::find(all.begin(), all.end(), id) == all.end()) {
            const bool isNoneLeft = std::none_of(only.begin(), only.end(), [&](const std::string& other) {
                return std::find(all.begin(), all.end(), other) != all.end();
            });
            if (isNoneLeft || !matrixPrecisionOfRoof(id))
                return fail(unknownRoof(id, all));
            m_roofs.unavailable.push_back({id, leftOut(id)});
            ++m_leftOut;
            continue;
        }
        if (std::find(known.begin(), known.end(), id) == known.end())
            known.push_back(id); // a variant, for this time
    }
    // A rate and the latency of one operation bound the same time, and the second costs a few milliseconds.
    const auto isAskedFor = [&](const std::string& id) {
        const std::string rate = id.starts_with(latencyPrefix) ? "compute." + id.substr(latencyPrefix.size()) : id;
        return std::find(only.begin(), only.end(), id) != only.end()
            || std::find(only.begin(), only.end(), rate) != only.end();
    };
    for (const std::string& id : known)
        if (only.empty() || isAskedFor(id))
            m_ids.push_back(id);
    const auto rest = std::stable_partition(m_ids.begin(), m_ids.end(), inFirstPicture);
    m_counts.first = static_cast<std::size_t>(rest - m_ids.begin());
    m_counts.launch = static_cast<std::size_t>(std::stable_partition(m_ids.begin(), rest, isLaunch) - m_ids.begin());
    const auto sustained = std::stable_partition(rest, m_ids.end(),
                                                 [](const std::string& id) { return !isSustained(id); });
    m_counts.brief = static_cast<std::size_t>(sustained - m_ids.begin());
}

std::size_t RoofRunner::countBy(Stage stage) const
{
    switch (stage) {
    case Stage::Curve: return m_counts.launch;
    case Stage::First: return m_counts.first;
    case Stage::Rest:
    case Stage::Settle: return m_counts.brief;
    case Stage::Sustained:
    case Stage::Done: break;
    }
    return m_ids.size();
}

bool RoofRunner::step()
{
    if (m_stage == Stage::Done)
        return false;
    if (m_prepared < countBy(m_stage)) {
        // Loading a GPU's library takes seconds once, which say nothing about how busy the machine is.
        const Seconds before = m_clock.now();
        prepareNext();
        m_preparing += m_clock.now() - before;
        return m_stage != Stage::Done;
    }
    if (m_stage == Stage::Curve)
        return isLaunchDue() ? stepRounds(roundsInCurve) : stepCurve();
    m_curve.reset(); // only now: what its works hold of memory serves the roofs' works too
    return stepRounds(m_stage == Stage::First ? firstRounds : allRounds);
}

bool RoofRunner::isLaunchDue() const
{
    const double part = m_curve->fraction() * roundsInCurve;
    return std::any_of(m_meters.begin(), m_meters.end(), [&](const RoofMeter& meter) {
        return meter.rounds() < roundsInCurve && meter.rounds() <= part;
    });
}

bool RoofRunner::stepCurve()
{
    const Result<bool> more = m_curve->step();
    if (!more)
        fail(more.error());
    else if (!*more)
        finishCurve();
    return m_stage != Stage::Done;
}

void RoofRunner::finishCurve()
{
    m_points = m_curve->points();
    m_roofs.levels = levelsFromCurve(m_points, m_backend.claimedLevels(), m_roofs.threads);
    enter(Stage::First);
}

void RoofRunner::checkKnees()
{
    if (m_backend.info().kind == DeviceKind::Cuda)
        fitFade(m_roofs, m_points);
    else
        m_checked = checkLastKnee(m_roofs, m_points);
}

void RoofRunner::tellKnees()
{
    if (!m_checked || m_checked->high / m_checked->low < wideRange)
        return;
    Roof roof = *m_roofs.find(bandwidthRoofId(m_roofs.levels[m_roofs.levels.size() - 2].name));
    const auto mebibytes = [](Bytes bytes) { return std::to_string(std::lround(bytes.value() / (1024.0 * 1024.0))); };
    roof.method += "; the level ends between " + mebibytes(m_checked->low) + " and " + mebibytes(m_checked->high)
                 + " MiB";
    if (std::find(m_changed.begin(), m_changed.end(), roof.id) == m_changed.end())
        m_changed.push_back(roof.id);
    m_roofs.put(std::move(roof));
}

Result<RoofRequest> RoofRunner::requestFor(const std::string& id) const
{
    RoofRequest request{.id = id, .threads = m_roofs.threads};
    if (isPlaced(id))
        return placedRequest(request);
    if (!isBandwidth(id))
        return request;
    if (isOfLevel(id, "dram")) {
        request.window = dramWindow;
        request.footprint = footprintOutside(m_roofs.levels, m_roofs.threads, m_backend.info());
        return request;
    }
    for (std::size_t i = 0; i < m_roofs.levels.size(); ++i)
        if (isOfLevel(id, m_roofs.levels[i].name)) {
            request.footprint = footprintInside(m_roofs.levels, i, m_roofs.threads);
            return request;
        }
    for (const MemoryLevel& level : m_backend.claimedLevels())
        if (isOfLevel(id, level.name))
            return levelNotSeen(level.name);
    return request; // a link rather than a level: the device knows how much to move
}

bool RoofRunner::isPlaced(std::string_view id) const
{
    return isOfALoad(id) && m_backend.info().kind == DeviceKind::Cpu;
}

Result<RoofRequest> RoofRunner::placedRequest(RoofRequest request) const
{
    // One thread's loads wait for each other: it has its own caches, and what all share alone.
    const std::string level = request.id.substr(latencyPrefix.size());
    if (level == "dram")
        request.footprint = footprintOutside(m_roofs.levels, 1, m_backend.info());
    for (std::size_t i = 0; i < m_roofs.levels.size() && level != "dram"; ++i)
        if (level == m_roofs.levels[i].name)
            request.footprint = footprintInside(m_roofs.levels, i, 1);
    return request.footprint > Bytes(0.0) ? Result<RoofRequest>(std::move(request))
                                          : Result<RoofRequest>(levelNotSeen(level));
}

void RoofRunner::prepareNext()
{
    const std::string& id = m_ids[m_prepared++];
    Result<RoofRequest> request = requestFor(id);
    if (!request)
        return giveUp(id, request.error());
    Result<RoofWork> work = m_backend.prepareRoof(*request);
    // With little memory free, a working set nearer to the last knee is still out of the caches.
    const Bytes knee = lastCacheKnee(m_roofs.levels, m_roofs.threads);
    while (!work && work.error().kind == ErrorKind::Unavailable && knee > Bytes(0.0)
           && request->footprint >= knee * 3.0) {
        request->footprint = request->footprint / 2.0;
        work = m_backend.prepareRoof(*request);
    }
    if (work)
        m_meters.emplace_back(id, std::move(*work), m_backend.info().kind);
    else
        giveUp(id, work.error());
}

bool RoofRunner::isWanted(const RoofMeter& meter, int targetRounds) const
{
    if (m_stage == Stage::Settle)
        // All of them together: a state of the machine that raises one raises the others, and they are to be of the
        // same.
        return isLaunch(meter.id()) && std::any_of(m_meters.begin(), m_meters.end(), [](const RoofMeter& other) {
                   return other.isUnsettled();
               });
    if (m_late && !isSustained(meter.id()))
        return meter.rounds() < shownRounds;
    return meter.rounds() < (isBesides(meter.id()) ? std::min(targetRounds, besidesRounds) : targetRounds);
}

RoofRunner::Stage RoofRunner::stageAfter() const
{
    switch (m_stage) {
    case Stage::First: return Stage::Rest;
    case Stage::Rest: return Stage::Settle;
    case Stage::Settle: return Stage::Sustained;
    default: return Stage::Done;
    }
}

bool RoofRunner::stepRounds(int targetRounds)
{
    // A sustained roof spends its seconds in its first round, which says nothing about how busy the machine is.
    const Seconds most = m_backend.info().kind == DeviceKind::Cuda ? longestOnGpu : longest;
    if (m_stage != Stage::Sustained && m_clock.now() - m_started - m_preparing > most)
        m_late = true;
    const bool isOver = m_stage == Stage::Settle && (m_late || m_clock.now() - m_settling > longestSettling);
    // Interleaved: always a meter with the fewest rounds, launch costs behind others, else in order.
    const auto rank = [&](const RoofMeter& meter) {
        return std::tuple(!isWanted(meter, targetRounds), meter.rounds(), isLaunch(meter.id()));
    };
    const auto meter = std::min_element(m_meters.begin(), m_meters.end(),
                                        [&](const RoofMeter& a, const RoofMeter& b) { return rank(a) < rank(b); });
    if (isOver || meter == m_meters.end() || !isWanted(*meter, targetRounds))
        enter(stageAfter());
    else
        measureRound(*meter);
    return m_stage != Stage::Done;
}

void RoofRunner::measureRound(RoofMeter& meter)
{
    if (const Result<void> measured = meter.measureRound(); measured) {
        publish(meter);
        noteOtherLoad();
    } else
        giveUp(meter.id(), measured.error());
}

void RoofRunner::noteOtherLoad()
{
    Seconds observed;
    Seconds used;
    for (const RoofMeter& meter : m_meters) {
        observed += meter.observed();
        used += meter.usedByOthers();
    }
    if (observed > Seconds(0.0))
        m_roofs.otherLoad = used / observed;
}

void RoofRunner::enter(Stage stage)
{
    m_stage = stage;
    if (stage == Stage::Settle)
        m_settling = m_clock.now();
    if (stage == Stage::Rest || stage == Stage::Done)
        checkKnees();
    if (stage == Stage::Done) {
        tellKnees();
        m_curve.reset();
        m_meters.clear();
    }
}

void RoofRunner::giveUp(const std::string& id, Error reason)
{
    const std::string name = id; // `id` may live in the meter that goes
    const bool stop = stopsEverything(reason);
    std::erase_if(m_meters, [&](const RoofMeter& meter) { return meter.id() == name; });
    if (m_roofs.find(name) == nullptr)
        m_roofs.unavailable.push_back({name, reason});
    if (stop)
        fail(std::move(reason));
}

void RoofRunner::fail(Error error)
{
    // A roof with fewer rounds than are usually shown is still better than none.
    for (const RoofMeter& meter : m_meters)
        if (meter.rounds() > 0 && meter.rounds() < shownRounds) {
            m_roofs.put(meter.roof());
            m_changed.push_back(meter.id());
        }
    m_error = std::move(error);
    enter(Stage::Done);
}

void RoofRunner::publish(const RoofMeter& meter)
{
    if (meter.rounds() < shownRounds)
        return;
    m_roofs.put(meter.roof());
    if (std::find(m_changed.begin(), m_changed.end(), meter.id()) == m_changed.end())
        m_changed.push_back(meter.id());
}

std::vector<Roof> RoofRunner::takeNewRoofs()
{
    std::vector<Roof> roofs;
    for (const std::string& id : std::exchange(m_changed, {}))
        roofs.push_back(*m_roofs.find(id));
    return roofs;
}

double RoofRunner::fraction() const
{
    if (m_stage == Stage::Done)
        return 1.0;
    const double curve = m_stage == Stage::Curve ? m_curve->fraction() : 1.0;
    const std::size_t givenUp = m_prepared - m_meters.size();
    std::size_t rounds = givenUp * allRounds;
    for (const RoofMeter& meter : m_meters)
        rounds += static_cast<std::size_t>(isBesides(meter.id())
                                               ? std::min(meter.rounds(), besidesRounds) * allRounds / besidesRounds
                                               : std::min(meter.rounds(), allRounds));
    return m_curveShare * curve
         + (1.0 - m_curveShare) * static_cast<double>(rounds)
               / static_cast<double>(std::max<std::size_t>(1, m_ids.size()) * allRounds);
}

int RoofRunner::done() const { return static_cast<int>(m_roofs.roofs.size() + m_roofs.unavailable.size()); }

} // namespace ridgepoint
