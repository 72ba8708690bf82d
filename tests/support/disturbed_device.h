// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/regime.h"
#include "core/model/units.h"
#include "tests/support/model_backend.h"

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// A made-up processor whose every time is known, and which is disturbed as real ones are.
namespace ridgepoint::test {

/// Threads of the disturbed machine, one a core.
inline constexpr int disturbedThreads = 2;

/// Which disturbances there are; any of them together.
struct Disturbances {
    bool bursts = false;     ///< now and then, for a tenth of a second, a thread loses slices of milliseconds
    bool memory = false;     ///< memory at its full rate or at half of it, for seconds each
    bool stolenCore = false; ///< another program takes half of one core in slices and changes the core now and then
    bool clock = false;      ///< the clock as it should be or 20 % lower, for seconds each
    bool launches = false;   ///< launches at their cost or at three times it, for seconds each
};

/// Disturbances with the name under which tables and command lines have them.
struct NamedDisturbances {
    std::string_view name;
    Disturbances disturbances;
};
/// None, each alone, and all together.
inline constexpr std::array disturbanceSets{
    NamedDisturbances{"quiet", {}},
    NamedDisturbances{"bursts", {.bursts = true}},
    NamedDisturbances{"memory", {.memory = true}},
    NamedDisturbances{"stolen-core", {.stolenCore = true}},
    NamedDisturbances{"clock", {.clock = true}},
    NamedDisturbances{"launches", {.launches = true}},
    NamedDisturbances{"all", {.bursts = true, .memory = true, .stolenCore = true, .clock = true, .launches = true}},
};

/// The machine at one moment, as factors of its reference state.
struct MachineState {
    double memory = 1.0; ///< of memory's bandwidth, caches apart
    double clock = 1.0;  ///< of the rates of arithmetic, caches and launches
    double launch = 1.0; ///< of what a launch costs

    friend bool operator==(const MachineState&, const MachineState&) = default;
};
/// The state in which every term of the time is largest that these disturbances bring about.
[[nodiscard]] MachineState slowestState(const Disturbances& disturbances);

/// Two states that take turns, each for one to four seconds.
class Switching {
public:
    explicit Switching(std::uint64_t seed);
    [[nodiscard]] bool isDisturbed(Seconds now);
    /// The next moment after `now` at which the state changes.
    [[nodiscard]] Seconds nextChange(Seconds now);

private:
    /// How many changes lie at or before `now`.
    [[nodiscard]] std::size_t changesUntil(Seconds now);

    std::mt19937_64 m_random;
    bool m_startsDisturbed;
    std::vector<double> m_changes;
};

/// A stretch of time in which one thread has no processor.
struct Slice {
    double begin = 0.0;
    double end = 0.0;
    int thread = 0;
};

/// Where the slices of another program lie.
struct SlicePattern {
    double shortestCalm = 0.0; ///< seconds between two stretches of slices
    double longestCalm = 0.0;
    double shortestStretch = 0.0; ///< seconds of a stretch
    double longestStretch = 0.0;
    bool oneThread = false; ///< a stretch stays on one thread, the next one is on the other; else each slice chooses
};

/// The slices that one other program takes, earliest first, never two at once.
class Thefts {
public:
    Thefts(const SlicePattern& pattern, std::uint64_t seed);
    /// The first slice of the thread, or of any for -1, that ends after `now`.
    [[nodiscard]] Slice after(double now, int thread);

private:
    void extend();

    SlicePattern m_pattern;
    std::mt19937_64 m_random;
    std::vector<Slice> m_slices;
    double m_until = 0.0;
    int m_thread = 0;
};

/// All that happens to the machine, for one seed.
class DisturbanceSchedule {
public:
    DisturbanceSchedule(const Disturbances& disturbances, std::uint64_t seed);

    [[nodiscard]] const Disturbances& disturbances() const { return m_disturbances; }
    [[nodiscard]] MachineState at(Seconds now);
    /// The next moment at which at() changes; infinity when it never does.
    [[nodiscard]] Seconds nextChange(Seconds now);
    /// When work that needs its threads for so long ends, where they wait for each other only at its end.
    [[nodiscard]] Seconds endOfPass(Seconds begin, Seconds work);
    /// The same for work in which they wait for each other all the time: it goes on only while all of them run.
    [[nodiscard]] Seconds endOfShortPasses(Seconds begin, Seconds work) { return endOf(-1, begin, work); }

private:
    [[nodiscard]] Seconds endOf(int thread, Seconds begin, Seconds work);

    Disturbances m_disturbances;
    Switching m_memory;
    Switching m_clock;
    Switching m_launches;
    std::vector<Thefts> m_thefts;
};

/// The terms of a workload's time, all launches together.
struct TrueTerms {
    Seconds compute;     ///< F / P, at the efficiency that this kernel has
    Seconds memory;      ///< B / W of what serves the tensor, at the efficiency of this size
    Seconds underFilled; ///< L k lambda: what a chain of dependent operations takes at least
    Seconds overhead;    ///< L t
    double corner = 5.0; ///< p of (C^p + M^p + U^p)^(1/p)

    [[nodiscard]] Seconds work() const;
    [[nodiscard]] Seconds time() const { return work() + overhead; }
    [[nodiscard]] Seconds of(Regime regime) const;
    /// What each term has of the time: w C^p / (C^p + M^p + U^p) and alike, and L t / T, with w = 1 - L t / T.
    [[nodiscard]] Shares shares() const;
};

/// The truth of the device: 500 GFLOP/s of fma, three caches and memory, whose kernels reach 0.6 to 1 of the roofs by
/// operations and by size, with corners between the terms that are rounder in some places than in others. The seed says
/// where.
class DisturbedTruth {
public:
    explicit DisturbedTruth(std::uint64_t seed);
    [[nodiscard]] TrueTerms termsOf(const Workload& workload, const MachineState& state = {}) const;
    /// What a pass in place over so much memory reaches at best.
    [[nodiscard]] BytesPerSecond bandwidthAt(Bytes footprint, const MachineState& state = {}) const;
    /// A roof as it is: B/s, op/s or seconds; 0 for an id that the device has not.
    [[nodiscard]] double roof(const std::string& id, const MachineState& state = {}) const;

private:
    double m_slowOperations; ///< log2 of the operations at which the kernels are least efficient
    double m_slowSize;       ///< of the elements, for arithmetic
    double m_slowTraffic;    ///< and for memory
    double m_cornerPhase;
};

/// One batch of a workload as it went.
struct DisturbedBatch {
    Workload workload;
    Seconds begin;
    std::int64_t repetitions = 0;
    Seconds time;
    Seconds lost;
    MachineState state; ///< at its begin
};

/// The device as a backend: computes nothing, turns the clock by what the work takes. Readings vary by some 1.5 %, each
/// like the one before it in part. The clock must outlive it.
class DisturbedBackend final : public Backend {
public:
    DisturbedBackend(const Disturbances& disturbances, std::uint64_t seed, FakeClock& clock);

    [[nodiscard]] const DisturbedTruth& truth() const;
    /// Every batch of a workload, in order; roofs' are not among them.
    [[nodiscard]] const std::vector<DisturbedBatch>& batches() const;

    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override;
    [[nodiscard]] std::vector<std::string> roofIds() const override;
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override;
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override;
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    struct Machine;
    class Work;
    [[nodiscard]] Result<ReadyWork> prepareChain(const Workload& workload);

    std::shared_ptr<Machine> m_machine;
    DeviceInfo m_info;
};

} // namespace ridgepoint::test
