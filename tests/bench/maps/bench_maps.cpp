// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// Times the 33-step map (k 1..1024, 1..128 Mi floats) on this CPU, full and adaptive, and compares their labels.
// Usage: bench_maps [ROUNDS]; a round is a full map, an adaptive one, and a full one again.
#include "core/cpu/cpu_backend.h"
#include "core/sweep/clock.h"
#include "core/sweep/interpolation.h"
#include "core/sweep/sweep_runner.h"
#include "tests/support/agreement.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr double usefulAfter = 2.0; // seconds after which an adaptive map should be a useful picture

/// A map's labels, one entry a cell of the plan, and how it came about.
struct MeasuredMap {
    std::vector<PointAnalysis> cells;
    std::size_t measured = 0;
    double seconds = 0.0;
};

MeasuredMap labelled(const Plan& plan, std::vector<Sample> samples, double seconds)
{
    const std::vector<Sample> filled = fillInterpolated(plan, samples);
    const std::size_t measured = samples.size();
    samples.insert(samples.end(), filled.begin(), filled.end());
    const std::vector<PointAnalysis> points = analyse(samples, RoofSet{}, DeviceKind::Cpu);
    std::map<Workload, std::size_t> places;
    for (std::size_t index = samples.size(); index-- > 0;)
        places[samples[index].workload] = index; // measured samples stand first, so they win
    MeasuredMap map{.cells = {}, .measured = 0, .seconds = seconds};
    for (std::size_t cell = 0; cell < plan.cellCount(); ++cell) {
        const auto place = places.find(plan.cell(cell));
        map.cells.push_back(place == places.end() ? PointAnalysis{} : points[place->second]);
        map.measured += place != places.end() && place->second < measured ? 1U : 0U;
    }
    return map;
}

/// Runs a plan to its end. What there was after `usefulAfter` seconds goes to `early` where asked for.
MeasuredMap run(Backend& backend, const Plan& plan, std::vector<Sample>* early, double* earlySeconds)
{
    const SteadyClock clock;
    const Seconds began = clock.now();
    const auto elapsed = [&] { return clock.now().value() - began.value(); };
    SweepRunner runner(backend, plan, {}, clock);
    bool taken = early == nullptr;
    while (runner.step()) {
        if (!taken && elapsed() >= usefulAfter) {
            *early = runner.samples();
            *earlySeconds = elapsed();
            taken = true;
        }
    }
    const double seconds = elapsed();
    if (!taken) {
        *early = runner.samples();
        *earlySeconds = seconds;
    }
    if (runner.outcome() == RunOutcome::Failed) {
        std::fprintf(stderr, "bench_maps: %s\n",
                     runner.error() ? runner.error()->message().c_str() : "the sweep failed");
        std::exit(3);
    }
    return labelled(plan, runner.samples(), seconds);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// One figure over the rounds: its median, lowest and highest.
void row(const char* title, const std::vector<double>& values, const char* unit)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    std::printf("%-52s %9.4g %s (%.4g to %.4g)\n", title, median(values), unit, *low, *high);
}

/// A map against a full one: agreement in percent, cells compared.
struct Comparison {
    std::vector<double> percent;
    std::vector<double> compared;
    void add(const MeasuredMap& a, const MeasuredMap& b)
    {
        const Agreement agreement = agreementOf(a.cells, b.cells);
        percent.push_back(100.0 * agreement.fraction());
        compared.push_back(static_cast<double>(agreement.compared));
    }
};

} // namespace

int main(int count, char** arguments)
{
    const int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 3;
    const std::unique_ptr<Backend> backend = makeCpuBackend();
    Plan full;
    full.device = backend->info().id;
    full.base.threads = backend->info().threads;
    full.axes = {{.kind = AxisKind::Operations, .values = logSpaced(1, 1024, 33)},
                 {.kind = AxisKind::Size, .values = logSpaced(1, std::int64_t{128} << 20, 33)}};
    full.strategy = Strategy::Full;
    full.budget = Seconds(25.0);
    Plan adaptive = full;
    adaptive.strategy = Strategy::Adaptive;
    adaptive.budget = Seconds(6.0);

    const double cells = static_cast<double>(full.cellCount());
    std::vector<double> fullSeconds;
    std::vector<double> adaptiveSeconds;
    std::vector<double> adaptiveCells;
    std::vector<double> earlyCells;
    Comparison twoFull;
    Comparison refined;
    Comparison early;
    for (int round = 0; round < rounds; ++round) {
        std::vector<Sample> soon;
        double soonSeconds = 0.0;
        const MeasuredMap first = run(*backend, full, nullptr, nullptr);
        const MeasuredMap between = run(*backend, adaptive, &soon, &soonSeconds);
        const MeasuredMap second = run(*backend, full, nullptr, nullptr);
        const MeasuredMap picture = labelled(full, soon, soonSeconds);
        fullSeconds.insert(fullSeconds.end(), {first.seconds, second.seconds});
        adaptiveSeconds.push_back(between.seconds);
        adaptiveCells.push_back(100.0 * static_cast<double>(between.measured) / cells);
        earlyCells.push_back(100.0 * static_cast<double>(picture.measured) / cells);
        twoFull.add(first, second);
        refined.add(first, between);
        refined.add(second, between);
        early.add(first, picture);
        early.add(second, picture);
        std::fprintf(stderr, "round %d of %d: full %.1f s and %.1f s, adaptive %.1f s\n", round + 1, rounds,
                     first.seconds, second.seconds, between.seconds);
    }
    std::printf("%d x %d cells\n", static_cast<int>(full.axes[0].values.size()),
                static_cast<int>(full.axes[1].values.size()));
    row("full map", fullSeconds, "s");
    row("adaptive map", adaptiveSeconds, "s");
    row("adaptive map, cells measured", adaptiveCells, "%");
    row("adaptive map after 2 s, cells measured", earlyCells, "%");
    row("labels that agree: two full maps", twoFull.percent, "%");
    row("labels that agree: adaptive with full", refined.percent, "%");
    row("labels that agree: adaptive after 2 s with full", early.percent, "%");
    row("cells compared (unmarked in both): two full maps", twoFull.compared, "");
    row("cells compared: adaptive with full", refined.compared, "");
    row("cells compared: adaptive after 2 s with full", early.compared, "");
    return 0;
}
