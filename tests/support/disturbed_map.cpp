// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// Measures one map of the disturbed device and prints it as CSV together with its truth, so that a fit can be tuned
// offline. Usage: disturbed_map SET SEED full|adaptive [samples|readings|roofs]
#include "tests/support/verdict_proof.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

int usage()
{
    std::fputs("Usage: disturbed_map SET SEED full|adaptive [samples|readings|roofs]\nSET is one of", stderr);
    for (const NamedDisturbances& set : disturbanceSets)
        std::fprintf(stderr, " %s", std::string(set.name).c_str());
    std::fputs(".\n", stderr);
    return 2;
}

/// The mean state and loss over the readings of one workload.
struct MeanState {
    double memory = 0.0;
    double clock = 0.0;
    double launch = 0.0;
    double time = 0.0;
    double lost = 0.0;
    double batches = 0.0;
};

std::map<Workload, MeanState> meanStates(const std::vector<DisturbedBatch>& batches)
{
    std::map<Workload, MeanState> means;
    for (const DisturbedBatch& batch : batches) {
        MeanState& mean = means[batch.workload];
        mean.memory += batch.state.memory;
        mean.clock += batch.state.clock;
        mean.launch += batch.state.launch;
        mean.time += batch.time.value();
        mean.lost += batch.lost.value();
        mean.batches += 1.0;
    }
    return means;
}

void printSamples(const ProofMap& map)
{
    std::puts("operations,elements,time_s,median_s,low_s,high_s,rounds,flags,regime,share_compute,share_memory,share_"
              "overhead,"
              "share_under_filled,low_compute,low_memory,low_overhead,low_under_filled,high_compute,high_memory,high_"
              "overhead,"
              "high_under_filled,true_regime,true_compute,true_memory,true_overhead,true_under_filled,true_time_s,"
              "compute_s,memory_s,"
              "overhead_s,under_filled_s,corner,mean_memory_state,mean_clock_state,mean_launch_state,lost_share");
    const auto means = meanStates(map.batches);
    for (std::size_t cell = 0; cell < map.samples.size(); ++cell) {
        if (!map.samples[cell])
            continue;
        const Sample& sample = *map.samples[cell];
        const PointAnalysis& point = map.points[cell];
        const TrueTerms& terms = map.terms[cell];
        const Shares measured = point.shares.value_or(Shares{});
        const Shares truth = terms.shares();
        std::printf("%lld,%lld,%.6g,%.6g,%.6g,%.6g,%d,%s,%s,%.4f,%.4f,%.4f,%.4f",
                    static_cast<long long>(sample.workload.operationsPerElement),
                    static_cast<long long>(sample.workload.elements), sample.time.value(), sample.median.value(),
                    sample.low.value(), sample.high.value(), sample.rounds, toString(point.flags).c_str(),
                    point.regime ? std::string(nameOf(*point.regime)).c_str() : "", measured.compute, measured.memory,
                    measured.overhead, measured.underFilled);
        for (const Interval& interval : point.intervals)
            std::printf(",%.4f", interval.low);
        for (const Interval& interval : point.intervals)
            std::printf(",%.4f", interval.high);
        std::printf(",%s,%.4f,%.4f,%.4f,%.4f,%.6g,%.6g,%.6g,%.6g,%.6g,%.3f",
                    std::string(nameOf(truth.largest())).c_str(), truth.compute, truth.memory, truth.overhead,
                    truth.underFilled, terms.time().value(), terms.compute.value(), terms.memory.value(),
                    terms.overhead.value(), terms.underFilled.value(), terms.corner);
        if (const auto found = means.find(sample.workload); found != means.end()) {
            const MeanState& mean = found->second;
            std::printf(",%.3f,%.3f,%.3f,%.4f\n", mean.memory / mean.batches, mean.clock / mean.batches,
                        mean.launch / mean.batches, mean.lost / mean.time);
        } else {
            std::puts(",,,,");
        }
    }
}

void printReadings(const ProofMap& map)
{
    std::puts("begin_s,operations,elements,repetitions,time_s,lost_s,memory_state,clock_state,launch_state");
    for (const DisturbedBatch& batch : map.batches)
        std::printf("%.6f,%lld,%lld,%lld,%.6g,%.6g,%.2f,%.2f,%.2f\n", batch.begin.value(),
                    static_cast<long long>(batch.workload.operationsPerElement),
                    static_cast<long long>(batch.workload.elements), static_cast<long long>(batch.repetitions),
                    batch.time.value(), batch.lost.value(), batch.state.memory, batch.state.clock, batch.state.launch);
}

void printRoofs(const ProofMap& map)
{
    std::puts("id,value,low,high,true_value,capacity_bytes,flags");
    for (const Roof& roof : map.roofs.roofs) {
        double capacity = 0.0;
        for (const MemoryLevel& level : map.roofs.levels)
            if (roof.id == bandwidthRoofId(level.name))
                capacity = level.capacity.value();
        std::printf("%s,%.6g,%.6g,%.6g,%.6g,%.6g,%s\n", roof.id.c_str(), roof.value, roof.low, roof.high,
                    map.truth.roof(roof.id), capacity, toString(roof.flags).c_str());
    }
}

} // namespace

int main(int count, char** arguments)
{
    if (count < 4 || count > 5)
        return usage();
    const auto set = std::find_if(disturbanceSets.begin(), disturbanceSets.end(),
                                  [&](const NamedDisturbances& named) { return named.name == arguments[1]; });
    std::uint64_t seed = 0;
    const char* end = arguments[2] + std::strlen(arguments[2]);
    const auto [read, failure] = std::from_chars(arguments[2], end, seed);
    const std::string_view strategy = arguments[3];
    const std::string_view what = count > 4 ? arguments[4] : "samples";
    const bool isWhatKnown = what == "samples" || what == "readings" || what == "roofs";
    if (set == disturbanceSets.end() || failure != std::errc() || read != end
        || (strategy != "full" && strategy != "adaptive") || !isWhatKnown)
        return usage();
    const ProofMap map = measureProofMap(set->disturbances, seed,
                                         strategy == "full" ? Strategy::Full : Strategy::Adaptive);
    if (what == "samples")
        printSamples(map);
    else if (what == "readings")
        printReadings(map);
    else
        printRoofs(map);
    const VerdictScores scores = scoresOf(map);
    std::fprintf(stderr, "wrong %.1f %%, unmarked %.1f %%, impossible %zu, covered %.1f %%\n", 100.0 * scores.wrong,
                 100.0 * scores.unmarked, scores.impossible, 100.0 * scores.covered);
    return map.isComplete ? 0 : 3;
}
