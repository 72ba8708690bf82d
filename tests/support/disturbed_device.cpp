// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/disturbed_device.h"
#include "core/model/cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <utility>

namespace ridgepoint::test {
namespace {

constexpr double shortestDwell = 1.0; // seconds
constexpr double longestDwell = 4.0;
// As long as a scheduler leaves a processor to one program while another one waits.
constexpr double shortestSlice = 1e-3;
constexpr double longestSlice = 4e-3;

constexpr MachineState disturbedState{.memory = 0.5, .clock = 0.8, .launch = 3.0};
constexpr SlicePattern burstPattern{
    .shortestCalm = 0.2, .longestCalm = 1.0, .shortestStretch = 0.02, .longestStretch = 0.2, .oneThread = false};
constexpr SlicePattern neighbourPattern{
    .shortestCalm = 0.0, .longestCalm = 0.0, .shortestStretch = 0.05, .longestStretch = 0.5, .oneThread = true};

double between(double low, double high, std::mt19937_64& random)
{
    return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53; // the same with every standard library
}

constexpr double kibibyte = 1024.0;
constexpr double mebibyte = 1024.0 * kibibyte;

/// A cache, and over how many octaves its rate turns into the next level's.
struct TrueLevel {
    const char* name;
    double capacity; ///< bytes, of one thread where private
    bool perThread;
    double bytesPerSecond; ///< all threads together
    double kneeOctaves;
};
constexpr std::array trueCaches{TrueLevel{"l1", 48 * kibibyte, true, 900e9, 0.6},
                                TrueLevel{"l2", 1 * mebibyte, true, 320e9, 0.8},
                                TrueLevel{"l3", 32 * mebibyte, false, 140e9, 1.6}};
constexpr double memoryBytesPerSecond = 68e9;

constexpr double peak = 500e9;                 // FLOP/s of fma
constexpr double dependentOperation = 1.07e-9; // seconds
constexpr Seconds preparing{20e-6};
/// A pass that takes longer is not waited for so often that every slice of either thread stops both.
constexpr Seconds longPass{200e-6};

constexpr double noise = 0.015;
constexpr double likeTheLast = 0.5; // correlation of successive readings
/// Of the time without a processor, what the threads' clocks tell; the rest goes to caches that have to be filled
/// again.
constexpr double leastSeen = 0.9;
/// Others take half of one core of two.
constexpr double neighbourLoad = 0.25;

/// Operations a second, each of `flopsPerApplication`, where the arithmetic is all there is to do.
double operationsPerSecond(Operation operation)
{
    switch (operation) {
    case Operation::Fma:
    case Operation::Mul:
    case Operation::Add:
    case Operation::Relu: return peak / 2.0;
    case Operation::Gelu: return peak / 20.0;
    case Operation::Exp:
    case Operation::Cos: return peak / 16.0;
    }
    return 0.0;
}

double launchSeconds(LaunchMode mode)
{
    switch (mode) {
    case LaunchMode::WaitEach: return 150e-9;
    case LaunchMode::Queued: return 100e-9;
    case LaunchMode::Graph: return 80e-9;
    }
    return 0.0;
}

/// 1 at the middle, 0.6 one width beside it, nothing far away.
double bell(double value, double middle, double width)
{
    const double off = (value - middle) / width;
    return std::exp(-0.5 * off * off);
}

/// What of a footprint does not fit, 0 to 1, without an edge anywhere.
double pastKnee(double footprint, const TrueLevel& cache)
{
    const double capacity = cache.capacity * (cache.perThread ? disturbedThreads : 1);
    const double x = std::clamp(std::log2(footprint / capacity) / (2.0 * cache.kneeOctaves) + 0.5, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

/// The footprint asked for, or one well inside the level where none is.
Bytes footprintOf(const RoofRequest& request)
{
    if (request.footprint > Bytes())
        return request.footprint;
    for (const TrueLevel& cache : trueCaches)
        if (request.id == bandwidthRoofId(cache.name))
            return Bytes(cache.capacity / 2.0 * (cache.perThread ? disturbedThreads : 1));
    return Bytes(512.0 * mebibyte);
}

double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }

double normal(std::mt19937_64& random)
{
    // Box and Muller's, because std::normal_distribution differs between standard libraries.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform(random)));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(random));
}

} // namespace

MachineState slowestState(const Disturbances& disturbances)
{
    return {.memory = disturbances.memory ? disturbedState.memory : 1.0,
            .clock = disturbances.clock ? disturbedState.clock : 1.0,
            .launch = disturbances.launches ? disturbedState.launch : 1.0};
}

Switching::Switching(std::uint64_t seed) : m_random(seed), m_startsDisturbed(m_random() % 2 == 1) {}

std::size_t Switching::changesUntil(Seconds now)
{
    while (m_changes.empty() || m_changes.back() <= now.value())
        m_changes.push_back((m_changes.empty() ? 0.0 : m_changes.back())
                            + between(shortestDwell, longestDwell, m_random));
    const auto next = std::upper_bound(m_changes.begin(), m_changes.end(), now.value());
    return static_cast<std::size_t>(next - m_changes.begin());
}

bool Switching::isDisturbed(Seconds now) { return (changesUntil(now) % 2 == 1) != m_startsDisturbed; }

Seconds Switching::nextChange(Seconds now) { return Seconds(m_changes[changesUntil(now)]); }

Thefts::Thefts(const SlicePattern& pattern, std::uint64_t seed) : m_pattern(pattern), m_random(seed) {}

/// Adds the next stretch of slices.
void Thefts::extend()
{
    double at = m_until + between(m_pattern.shortestCalm, m_pattern.longestCalm, m_random);
    const double end = at + between(m_pattern.shortestStretch, m_pattern.longestStretch, m_random);
    m_thread = (m_thread + 1) % disturbedThreads;
    while (at < end) {
        if (!m_pattern.oneThread)
            m_thread = static_cast<int>(m_random() % disturbedThreads);
        const double slice = between(shortestSlice, longestSlice, m_random);
        m_slices.push_back({.begin = at, .end = at + slice, .thread = m_thread});
        at += slice + between(shortestSlice, longestSlice, m_random);
    }
    m_until = at;
}

Slice Thefts::after(double now, int thread)
{
    const auto endsBefore = [](const Slice& slice, double time) { return slice.end <= time; };
    while (m_slices.empty() || m_slices.back().end <= now)
        extend();
    auto index = static_cast<std::size_t>(std::lower_bound(m_slices.begin(), m_slices.end(), now, endsBefore)
                                          - m_slices.begin());
    while (thread >= 0 && m_slices[index].thread != thread)
        if (++index == m_slices.size())
            extend();
    return m_slices[index];
}

DisturbanceSchedule::DisturbanceSchedule(const Disturbances& disturbances, std::uint64_t seed)
    : m_disturbances(disturbances), m_memory(8 * seed + 1), m_clock(8 * seed + 2), m_launches(8 * seed + 3)
{
    if (disturbances.bursts)
        m_thefts.emplace_back(burstPattern, 8 * seed + 4);
    if (disturbances.stolenCore)
        m_thefts.emplace_back(neighbourPattern, 8 * seed + 5);
}

MachineState DisturbanceSchedule::at(Seconds now)
{
    MachineState state;
    if (m_disturbances.memory && m_memory.isDisturbed(now))
        state.memory = disturbedState.memory;
    if (m_disturbances.clock && m_clock.isDisturbed(now))
        state.clock = disturbedState.clock;
    if (m_disturbances.launches && m_launches.isDisturbed(now))
        state.launch = disturbedState.launch;
    return state;
}

Seconds DisturbanceSchedule::nextChange(Seconds now)
{
    Seconds next(std::numeric_limits<double>::infinity());
    if (m_disturbances.memory)
        next = std::min(next, m_memory.nextChange(now));
    if (m_disturbances.clock)
        next = std::min(next, m_clock.nextChange(now));
    if (m_disturbances.launches)
        next = std::min(next, m_launches.nextChange(now));
    return next;
}

Seconds DisturbanceSchedule::endOf(int thread, Seconds begin, Seconds work)
{
    double now = begin.value();
    double left = work.value();
    while (!m_thefts.empty()) {
        Slice first = m_thefts.front().after(now, thread);
        for (std::size_t other = 1; other < m_thefts.size(); ++other)
            if (const Slice slice = m_thefts[other].after(now, thread); slice.begin < first.begin)
                first = slice;
        const double free = std::max(0.0, first.begin - now);
        if (left <= free)
            break;
        left -= free;
        now = first.end;
    }
    return Seconds(now + left);
}

Seconds DisturbanceSchedule::endOfPass(Seconds begin, Seconds work)
{
    Seconds end = begin;
    for (int thread = 0; thread < disturbedThreads; ++thread)
        end = std::max(end, endOf(thread, begin, work));
    return end;
}

Seconds TrueTerms::work() const
{
    const double sum = std::pow(compute.value(), corner) + std::pow(memory.value(), corner)
                     + std::pow(underFilled.value(), corner);
    return Seconds(std::pow(sum, 1.0 / corner));
}

Seconds TrueTerms::of(Regime regime) const
{
    switch (regime) {
    case Regime::Compute: return compute;
    case Regime::Memory: return memory;
    case Regime::Overhead: return overhead;
    case Regime::UnderFilled: return underFilled;
    }
    return {};
}

Shares TrueTerms::shares() const
{
    const Seconds whole = time();
    const auto part = [&](Seconds term) { return std::pow(term / work(), corner) * (work() / whole); };
    return {.compute = part(compute),
            .memory = part(memory),
            .overhead = overhead / whole,
            .underFilled = part(underFilled)};
}

DisturbedTruth::DisturbedTruth(std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    m_slowOperations = 4.5 + 2.0 * uniform(random);
    m_slowSize = 12.0 + 4.0 * uniform(random);
    m_slowTraffic = 17.5 + 3.0 * uniform(random);
    m_cornerPhase = 2.0 * std::numbers::pi * uniform(random);
}

BytesPerSecond DisturbedTruth::bandwidthAt(Bytes footprint, const MachineState& state) const
{
    double inverse = 1.0 / (trueCaches.front().bytesPerSecond * state.clock);
    for (std::size_t i = 0; i < trueCaches.size(); ++i) {
        const double own = trueCaches[i].bytesPerSecond * state.clock;
        const double next = i + 1 < trueCaches.size() ? trueCaches[i + 1].bytesPerSecond * state.clock
                                                      : memoryBytesPerSecond * state.memory;
        inverse += pastKnee(footprint.value(), trueCaches[i]) * (1.0 / next - 1.0 / own);
    }
    return BytesPerSecond(1.0 / inverse);
}

TrueTerms DisturbedTruth::termsOf(const Workload& workload, const MachineState& state) const
{
    const Cost cost = costOf(workload);
    const double operations = static_cast<double>(workload.operationsPerElement) * workload.fusionDepth; // of one pass
    const double k = std::log2(operations);
    const double n = std::log2(static_cast<double>(workload.elements));
    const auto launches = static_cast<double>(cost.launches);
    const double arithmetic = (1.0 - 0.25 * bell(k, m_slowOperations, 1.3)) * (1.0 - 0.2 * bell(n, m_slowSize, 2.0));
    const double traffic = 1.0 - 0.3 * bell(n, m_slowTraffic, 1.2);
    const double rate = operationsPerSecond(workload.operation) * flopsPerApplication(workload.operation) * state.clock;
    const double turn = 2.0 * std::numbers::pi;
    return {.compute = Seconds(cost.flops.value() / (rate * arithmetic)),
            .memory = cost.bytes / bandwidthAt(footprintOf(workload), state) / traffic,
            .underFilled = Seconds(launches * operations * dependentOperation / state.clock),
            .overhead = Seconds(launches * launchSeconds(workload.launchMode) * state.launch / state.clock),
            .corner = 5.5 + 2.5 * std::sin(turn * k / 5.0 + m_cornerPhase) * std::cos(turn * n / 11.0)};
}

double DisturbedTruth::roof(const std::string& id, const MachineState& state) const
{
    for (const LaunchMode mode : allLaunchModes)
        if (id == launchRoofId(mode))
            return launchSeconds(mode) * state.launch / state.clock;
    for (const Operation operation : allOperations)
        if (id == computeRoofId(operation, Precision::Fp32))
            return operationsPerSecond(operation) * flopsPerApplication(operation) * state.clock;
    for (const TrueLevel& cache : trueCaches)
        if (id == bandwidthRoofId(cache.name))
            return cache.bytesPerSecond * state.clock;
    if (id == bandwidthRoofId("dram"))
        return memoryBytesPerSecond * state.memory;
    return id == latencyRoofId(Operation::Fma, Precision::Fp32) ? dependentOperation / state.clock : 0.0;
}

/// What the works of one device share.
struct DisturbedBackend::Machine {
    DisturbedTruth truth;
    DisturbanceSchedule schedule;
    FakeClock& clock;
    std::mt19937_64 random;
    std::vector<DisturbedBatch> batches;
    double deviation = 0.0; ///< of the last reading, of ln T

    [[nodiscard]] BatchTiming run(double passes, const std::function<Seconds(const MachineState&)>& passTime);
};

/// Carries out passes one after the other; each takes what the state of its moment makes of it.
BatchTiming DisturbedBackend::Machine::run(double passes, const std::function<Seconds(const MachineState&)>& passTime)
{
    deviation = likeTheLast * deviation + std::sqrt(1.0 - likeTheLast * likeTheLast) * noise * normal(random);
    const double seen = leastSeen + (1.0 - leastSeen) * uniform(random);
    const Seconds begin = clock.now();
    Seconds now = begin;
    Seconds worked;
    for (double left = passes; left > 0.0;) {
        const Seconds one = passTime(schedule.at(now)) * std::exp(deviation);
        const double untilChange = std::max(1e-6, (schedule.nextChange(now) - now) / one);
        const bool isLong = one > longPass;
        const double count = std::min({left, untilChange, isLong ? 1.0 : left});
        const Seconds work = one * count;
        now = isLong ? schedule.endOfPass(now, work) : schedule.endOfShortPasses(now, work);
        worked += work;
        left -= count;
    }
    clock.advance(now - begin);
    BatchTiming timing{.time = now - begin};
    const Seconds stolen = timing.time - worked;
    if (stolen > timing.time * 1e-6) { // less is rounding
        timing.lost = stolen * seen;
        timing.flags |= Flag::Preempted;
    }
    if (schedule.disturbances().stolenCore) {
        timing.flags |= Flag::MachineBusy;
        timing.otherLoad = neighbourLoad;
    }
    return timing;
}

/// So many passes a repetition, of a workload or a roof.
class DisturbedBackend::Work final : public PreparedWork {
public:
    Work(std::shared_ptr<Machine> machine, double passes, std::function<Seconds(const MachineState&)> passTime,
         const std::optional<Workload>& workload)
        : m_machine(std::move(machine)), m_passes(passes), m_passTime(std::move(passTime)), m_workload(workload)
    {}
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const Seconds begin = m_machine->clock.now();
        const BatchTiming timing = m_machine->run(m_passes * static_cast<double>(repetitions), m_passTime);
        if (m_workload)
            m_machine->batches.push_back({.workload = *m_workload,
                                          .begin = begin,
                                          .repetitions = repetitions,
                                          .time = timing.time,
                                          .lost = timing.lost,
                                          .state = m_machine->schedule.at(begin)});
        return timing;
    }

private:
    std::shared_ptr<Machine> m_machine;
    double m_passes;
    std::function<Seconds(const MachineState&)> m_passTime; ///< of one pass
    std::optional<Workload> m_workload;
};

DisturbedBackend::DisturbedBackend(const Disturbances& disturbances, std::uint64_t seed, FakeClock& clock)
    : m_machine(std::make_shared<Machine>(Machine{.truth = DisturbedTruth(seed),
                                                  .schedule = DisturbanceSchedule(disturbances, seed),
                                                  .clock = clock,
                                                  .random = std::mt19937_64(8 * seed + 6),
                                                  .batches = {}}))
{
    m_info.id = "cpu";
    m_info.name = "Disturbed processor (made-up numbers)";
    m_info.available = true;
    m_info.threads = disturbedThreads;
    m_info.isa = "none";
    m_info.memory = Bytes(16.0 * kibibyte * mebibyte);
}

const DisturbedTruth& DisturbedBackend::truth() const { return m_machine->truth; }
const std::vector<DisturbedBatch>& DisturbedBackend::batches() const { return m_machine->batches; }

Result<ReadyWork> DisturbedBackend::prepare(const WorkRequest& work)
{
    return prepareByKind(work, m_info, [this](const Workload& workload) { return prepareChain(workload); });
}

Result<ReadyWork> DisturbedBackend::prepareChain(const Workload& workload)
{
    if (const auto valid = validate(workload); !valid)
        return valid.error();
    if (workload.precision != Precision::Fp32)
        return Error{ErrorKind::Unsupported,
                     "disturbed.precision",
                     "The disturbed processor has no %1; choose fp32.",
                     {std::string(nameOf(workload.precision))}};
    m_machine->clock.advance(preparing);
    const double passes = workload.passes();
    auto passTime = [machine = m_machine.get(), workload, passes](const MachineState& state) {
        return machine->truth.termsOf(workload, state).time() / passes;
    };
    return ReadyWork{.work = std::make_unique<Work>(m_machine, passes, std::move(passTime), workload)};
}

std::vector<std::string> DisturbedBackend::roofIds() const
{
    std::vector<std::string> ids;
    for (const MemoryLevel& level : claimedLevels())
        ids.push_back(bandwidthRoofId(level.name));
    for (const Operation operation : allOperations)
        ids.push_back(computeRoofId(operation, Precision::Fp32));
    for (const LaunchMode mode : allLaunchModes)
        ids.push_back(launchRoofId(mode));
    ids.push_back(latencyRoofId(Operation::Fma, Precision::Fp32));
    return ids;
}

Result<RoofWork> DisturbedBackend::prepareRoof(const RoofRequest& request)
{
    const auto kind = kindOfRoof(request.id);
    if (!kind || m_machine->truth.roof(request.id) == 0.0)
        return Error{ErrorKind::Unsupported, "disturbed.roof", "The disturbed processor has no roof %1.", {request.id}};
    m_machine->clock.advance(preparing);
    const DisturbedTruth* truth = &m_machine->truth; // lives as long as the machine that the work holds
    RoofWork work{.kind = *kind, .amount = 1.0, .method = "made up", .work = nullptr};
    std::function<Seconds(const MachineState&)> passTime;
    if (*kind == RoofKind::Bandwidth) {
        const Bytes footprint = footprintOf(request);
        const Bytes window = request.window > Bytes() ? std::min(request.window, footprint) : footprint;
        work.amount = 2.0 * window.value();
        passTime = [truth, window, footprint](const MachineState& state) {
            return window * 2.0 / truth->bandwidthAt(footprint, state);
        };
    } else if (*kind == RoofKind::Compute) {
        work.amount = peak * 1e-6;
        passTime = [truth, id = request.id, amount = work.amount](const MachineState& state) {
            return Seconds(amount / truth->roof(id, state));
        };
    } else {
        passTime = [truth, id = request.id](const MachineState& state) { return Seconds(truth->roof(id, state)); };
    }
    work.work = std::make_unique<Work>(m_machine, 1.0, std::move(passTime), std::nullopt);
    return work;
}

std::vector<MemoryLevel> DisturbedBackend::claimedLevels() const
{
    std::vector<MemoryLevel> levels;
    for (const TrueLevel& cache : trueCaches)
        levels.push_back({.name = cache.name, .capacity = Bytes(cache.capacity), .perThread = cache.perThread});
    levels.push_back({.name = "dram", .capacity = Bytes(HUGE_VAL), .perThread = false});
    return levels;
}

} // namespace ridgepoint::test
