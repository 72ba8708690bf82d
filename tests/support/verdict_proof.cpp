// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/verdict_proof.h"

#include "core/sweep/interpolation.h"
#include "core/sweep/roof_runner.h"
#include "core/sweep/sweep_runner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace ridgepoint::test {
namespace {

constexpr int steps = 33;
constexpr std::int64_t largestSize = std::int64_t{128} << 20;
// As the program takes for a map that is looked at, and as long as a full one takes a real machine of this kind.
constexpr Seconds adaptiveBudget{6.0};
constexpr Seconds fullBudget{25.0};

constexpr double nearTie = 0.9; ///< shares closer than this are a tie
constexpr double largestPart = 1.0 / 3.0;
constexpr double allowance = 1.1;
/// What a person reads off a share; where a share is nothing at all, an interval may end that much beside it.
constexpr double readable = 0.002;

/// What PointAnalysis::intervals are of, in their order.
constexpr std::array regimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};

Plan proofPlan(Strategy strategy)
{
    Plan plan;
    plan.base.threads = disturbedThreads;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, steps)}, {AxisKind::Size, logSpaced(1, largestSize, steps)}};
    plan.strategy = strategy;
    plan.budget = strategy == Strategy::Full ? fullBudget : adaptiveBudget;
    return plan;
}

/// The state of the machine that its roofs tell of: the one of two that each is nearer to.
MachineState stateOfRoofs(const ProofMap& map)
{
    const MachineState slowest = slowestState(map.disturbances);
    const auto isSlow = [&](const std::string& id) {
        const double measured = map.roofs.find(id) != nullptr ? map.roofs.find(id)->value : 0.0;
        const double usual = map.truth.roof(id);
        const double slow = map.truth.roof(id, slowest);
        return measured > 0.0 && std::abs(std::log(measured / slow)) < std::abs(std::log(measured / usual));
    };
    MachineState state;
    if (isSlow("bandwidth.dram"))
        state.memory = slowest.memory;
    if (isSlow("compute.fp32.fma"))
        state.clock = slowest.clock;
    if (isSlow("launch.wait_each"))
        state.launch = slowest.launch;
    return state;
}

/// Analyses what was measured together with what is filled in between.
void analyse(ProofMap& map, std::vector<Sample> samples)
{
    const MachineState state = stateOfRoofs(map);
    const std::vector<Sample> filled = fillInterpolated(map.plan, samples);
    samples.insert(samples.end(), filled.begin(), filled.end());
    const std::vector<PointAnalysis> points = ridgepoint::analyse(samples, map.roofs, DeviceKind::Cpu);
    std::map<Workload, std::size_t> places;
    for (std::size_t i = 0; i < samples.size(); ++i)
        places.try_emplace(samples[i].workload, i); // measured ones come first
    for (std::size_t cell = 0; cell < map.plan.cellCount(); ++cell) {
        const auto place = places.find(map.plan.cell(cell));
        const bool isThere = place != places.end();
        map.samples.push_back(isThere ? std::optional(samples[place->second]) : std::nullopt);
        map.points.push_back(isThere ? points[place->second] : PointAnalysis{});
        map.terms.push_back(map.truth.termsOf(map.plan.cell(cell), state));
    }
}

bool isWrong(Regime named, const Shares& shares) { return shares.of(named) < nearTie * shares.of(shares.largest()); }

bool isImpossible(Regime named, const TrueTerms& slowest, Seconds measured)
{
    return slowest.of(named) * allowance <= measured * largestPart;
}

} // namespace

ProofMap measureProofMap(const Disturbances& disturbances, std::uint64_t seed, Strategy strategy)
{
    FakeClock clock;
    DisturbedBackend backend(disturbances, seed, clock);
    RoofRunner roofs(backend, disturbedThreads, {}, clock);
    while (roofs.step()) {
    }
    ProofMap map{.plan = proofPlan(strategy),
                 .disturbances = disturbances,
                 .truth = backend.truth(),
                 .roofs = roofs.roofs(),
                 .samples = {},
                 .points = {},
                 .terms = {},
                 .batches = {}};
    SweepRunner sweep(backend, map.plan, {}, clock, map.roofs);
    while (sweep.step()) {
    }
    map.isComplete = !roofs.error() && !sweep.error();
    map.batches = backend.batches();
    analyse(map, sweep.samples());
    return map;
}

bool isMarked(const PointAnalysis& point) { return !point.regime || point.flags.has(Flag::Ambiguous); }

VerdictScores scoresOf(const ProofMap& map)
{
    VerdictScores scores;
    std::size_t unmarked = 0;
    std::size_t wrong = 0;
    std::size_t intervals = 0;
    std::size_t covering = 0;
    for (std::size_t cell = 0; cell < map.points.size(); ++cell) {
        const PointAnalysis& point = map.points[cell];
        if (!point.regime)
            continue;
        const Shares shares = map.terms[cell].shares();
        if (!isMarked(point)) {
            ++unmarked;
            wrong += isWrong(*point.regime, shares) ? 1 : 0;
        }
        const TrueTerms slowest = map.truth.termsOf(map.plan.cell(cell), slowestState(map.disturbances));
        scores.impossible += isImpossible(*point.regime, slowest, map.samples[cell]->time) ? 1 : 0;
        for (std::size_t i = 0; i < regimes.size(); ++i) {
            const double share = shares.of(regimes[i]);
            ++intervals;
            covering += point.intervals[i].low - readable <= share && share <= point.intervals[i].high + readable ? 1
                                                                                                                  : 0;
        }
    }
    const auto part = [](std::size_t some, std::size_t all) {
        return all > 0 ? static_cast<double>(some) / static_cast<double>(all) : 0.0;
    };
    scores.wrong = part(wrong, unmarked);
    scores.unmarked = part(unmarked, map.points.size());
    scores.covered = part(covering, intervals);
    return scores;
}

} // namespace ridgepoint::test
