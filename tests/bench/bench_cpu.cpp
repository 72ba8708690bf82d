// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// The CPU backend beside likwid-bench, oneDNN, SLEEF and an OpenMP region, each a process of its own, in interleaved
// rounds, so that a drift of the machine meets both alike: `bench_cpu [rounds [part of a name]]`, 3 rounds of all by
// default. Prints each round and the median ratio.

#include "core/cpu/cpu_backend.h"
#include "core/cpu/pool.h"
#include "core/model/cost.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr double secondsARound = 1.0; // as long as likwid-bench measures by default
constexpr int regionRounds = 200000;

double secondsSince(SteadyClock::time_point start)
{
    return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

/// Amount per second over a round, of a work that does `amount` a repetition; 0 when it fails.
double rateOf(PreparedWork& work, double amount)
{
    std::int64_t repetitions = 1;
    double time = 0.0;
    for (int warmUp = 0; warmUp < 20; ++warmUp) {
        const auto timing = work.run(repetitions);
        if (!timing)
            return 0.0;
        if (timing->time.value() > 0.01)
            break;
        repetitions *= 2;
    }
    std::int64_t done = 0;
    const auto start = SteadyClock::now();
    while (secondsSince(start) < secondsARound) {
        const auto timing = work.run(repetitions);
        if (!timing)
            return 0.0;
        time += timing->time.value();
        done += repetitions;
    }
    return amount * static_cast<double>(done) / time;
}

/// The number behind `label` (which may be empty) in what a command prints, or nothing where it does not run.
std::optional<double> figureOf(const std::string& command, const std::string& label)
{
    FILE* output = popen((command + " 2>/dev/null").c_str(), "r");
    std::optional<double> figure;
    for (char line[512]; output != nullptr && std::fgets(line, sizeof line, output) != nullptr;)
        if (const std::string text(line); text.starts_with(label))
            figure = std::strtod(text.c_str() + label.size(), nullptr);
    if (output != nullptr)
        pclose(output);
    return figure;
}

std::optional<double> likwid(const std::string& test, const std::string& workgroup, const std::string& label)
{
    const auto figure = figureOf("likwid-bench -t " + test + " -w " + workgroup, label);
    return figure ? std::optional(*figure * 1e6) : std::nullopt;
}

/// A figure of bench_peers, which lies beside this program.
std::optional<double> peer(const std::string& name, int threads)
{
    const std::string folder = std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
    return figureOf("OMP_WAIT_POLICY=active '" + folder + "/bench_peers' " + name + ' ' + std::to_string(threads), "");
}

/// One line of the report: ours and theirs, and which way is better.
struct Comparison {
    std::string name;
    std::string unit;
    double target = 0.0;
    bool smallerIsBetter = false;
    std::function<double()> ours;
    std::function<std::optional<double>()> theirs;
    std::vector<double> ratios, oursSeen, theirsSeen;
};

double median(std::vector<double> values)
{
    if (values.empty())
        return 0.0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Comparison bandwidth(Backend& backend, const std::string& name, std::int64_t bytes, int threads, double target)
{
    const Workload workload{.elements = bytes / 4, .threads = threads};
    const std::string group = "S0:" + std::to_string(bytes / 1000) + "kB:" + std::to_string(threads);
    return {.name = name,
            .unit = "GB/s",
            .target = target,
            .ours =
                [&backend, workload] {
                    auto work = backend.prepare(workload);
                    return work ? rateOf(*work->work, costOf(workload).bytes.value()) : 0.0;
                },
            .theirs = [group] { return likwid("update_avx512", group, "MByte/s:"); }};
}

/// Like bandwidth(), but by the kernel and with the working set of the roof.
Comparison bandwidthRoof(Backend& backend, const std::string& name, const std::string& roof, std::int64_t bytes,
                         int threads, double target)
{
    Comparison comparison = bandwidth(backend, name, bytes, threads, target);
    comparison.ours = [&backend, roof, bytes, threads] {
        auto prepared = backend.prepareRoof(
            {.id = roof, .threads = threads, .footprint = Bytes(static_cast<double>(bytes))});
        return prepared ? rateOf(*prepared->work, prepared->amount) : 0.0;
    };
    return comparison;
}

Comparison matrix(Backend& backend, int threads)
{
    return {.name = "bf16 matrix, " + std::to_string(threads),
            .unit = "GFLOP/s",
            .target = 1.1,
            .ours =
                [&backend, threads] {
                    auto prepared = backend.prepareRoof({.id = "compute.bf16.matrix", .threads = threads});
                    return prepared ? rateOf(*prepared->work, prepared->amount) : 0.0;
                },
            .theirs = [threads] { return peer("onednn-bf16", threads); }};
}

Comparison compute(Backend& backend, const std::string& name, const std::string& roof, const std::string& test,
                   int threads, double target)
{
    const std::string group = "S0:" + std::to_string(16 * threads) + "kB:" + std::to_string(threads);
    return {.name = name,
            .unit = "GFLOP/s",
            .target = target,
            .ours =
                [&backend, roof, threads] {
                    auto prepared = backend.prepareRoof(RoofRequest{.id = roof, .threads = threads});
                    return prepared ? rateOf(*prepared->work, prepared->amount) : 0.0;
                },
            .theirs = [test, group] { return likwid(test, group, "MFlops/s:"); }};
}

/// A heavy operation in one thread beside a function of SLEEF's: its own, or for gelu the tanh in it alone.
Comparison function(Backend& backend, const std::string& operation, const std::string& theirs,
                    const std::string& precision)
{
    const std::string peerName = "sleef-" + theirs + '-' + precision;
    Comparison comparison = compute(backend, "SLEEF " + theirs + ' ' + precision,
                                    "compute." + precision + '.' + operation, "", 1, 1.1);
    comparison.unit = "Gop/s";
    comparison.theirs = [peerName] { return peer(peerName, 1); };
    return comparison;
}

double poolDispatch(int threads)
{
    Pool pool(threads);
    const auto dispatch = [&] { pool.run([](void*, int) {}, nullptr); };
    for (int i = 0; i < regionRounds / 10; ++i)
        dispatch();
    const auto start = SteadyClock::now();
    for (int i = 0; i < regionRounds; ++i)
        dispatch();
    return secondsSince(start) / regionRounds;
}

std::vector<Comparison> comparisons(Backend& backend)
{
    std::vector<Comparison> all;
    const int threads = std::min(backend.info().threads, 2);
    all.push_back(bandwidth(backend, "DRAM, " + std::to_string(threads) + " threads", 1000000000, threads, 1.15));
    all.push_back(bandwidth(backend, "L3, 1 thread", 16000000, 1, 1.0));
    all.push_back(bandwidth(backend, "L2, 1 thread", 1000000, 1, 1.0));
    all.push_back(
        bandwidthRoof(backend, "roof DRAM, " + std::to_string(threads), "bandwidth.dram", 1000000000, threads, 1.15));
    all.push_back(bandwidthRoof(backend, "roof L3, 1", "bandwidth.l3", 16000000, 1, 1.0));
    all.push_back(bandwidthRoof(backend, "roof L2, 1", "bandwidth.l2", 1000000, 1, 1.0));
    all.push_back(bandwidthRoof(backend, "roof L1, 1", "bandwidth.l1", 24000, 1, 0.95));
    for (int count = 1; count <= threads; ++count) {
        const std::string suffix = ", " + std::to_string(count) + (count == 1 ? " thread" : " threads");
        all.push_back(compute(backend, "FP32 fma" + suffix, "compute.fp32.fma", "peakflops_sp_avx512_fma", count, 1.0));
        all.push_back(compute(backend, "FP64 fma" + suffix, "compute.fp64.fma", "peakflops_avx512_fma", count, 1.0));
    }
    all.push_back(matrix(backend, threads));
    for (const std::string precision : {"fp32", "fp64"}) {
        all.push_back(function(backend, "exp", "exp", precision));
        all.push_back(function(backend, "cos", "cos", precision));
        all.push_back(function(backend, "gelu", "gelu", precision));
        all.push_back(function(backend, "gelu", "tanh", precision));
    }
    all.push_back(Comparison{.name = "dispatch, " + std::to_string(threads) + " threads",
                             .unit = "ns",
                             .target = 0.75,
                             .smallerIsBetter = true,
                             .ours = [threads] { return poolDispatch(threads); },
                             .theirs = [threads] { return peer("openmp-region", threads); }});
    return all;
}

void measureRound(Comparison& comparison)
{
    const double scale = comparison.smallerIsBetter ? 1e9 : 1e-9;
    const auto theirs = comparison.theirs();
    const double ours = comparison.ours();
    if (!theirs) {
        std::printf("%-18s %9.2f %s beside nothing: are likwid, libdnnl-dev and libsleef-dev installed?\n",
                    comparison.name.c_str(), ours * scale, comparison.unit.c_str());
        return;
    }
    comparison.oursSeen.push_back(ours * scale);
    comparison.theirsSeen.push_back(*theirs * scale);
    comparison.ratios.push_back(ours / *theirs);
    std::printf("%-18s %9.2f %-8s beside %9.2f: %.3f\n", comparison.name.c_str(), ours * scale, comparison.unit.c_str(),
                *theirs * scale, ours / *theirs);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 3;
    const auto backend = makeCpuBackend();
    if (!backend->info().available) {
        std::fprintf(stderr, "%s\n", backend->info().reason->message().c_str());
        return 3;
    }
    auto all = comparisons(*backend);
    if (argc > 2)
        std::erase_if(all,
                      [&](const Comparison& comparison) { return comparison.name.find(argv[2]) == std::string::npos; });
    for (int round = 1; round <= rounds; ++round) {
        std::printf("round %d of %d\n", round, rounds);
        for (Comparison& comparison : all)
            measureRound(comparison);
    }
    std::printf("\n%s, %s; medians of %d interleaved rounds\n", backend->info().name.c_str(),
                backend->info().isa.c_str(), rounds);
    std::printf("%-18s %10s %10s %-8s %7s  target\n", "", "ours", "theirs", "", "ratio");
    for (const Comparison& comparison : all)
        std::printf("%-18s %10.2f %10.2f %-8s %7.3f  %s %.2f\n", comparison.name.c_str(), median(comparison.oursSeen),
                    median(comparison.theirsSeen), comparison.unit.c_str(), median(comparison.ratios),
                    comparison.smallerIsBetter ? "<=" : ">=", comparison.target);
    return 0;
}
