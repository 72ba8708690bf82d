// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// The gallery's operators beside oneDNN and beside the roofs of the same traffic, in interleaved rounds, so that a
// drift of the machine meets all alike: `bench_operators [rounds [part of a name]]`, 9 rounds of all by default. Prints
// the 25th percentiles of the rounds, the median ratio, and how busy the machine was meanwhile.

#include "core/cpu/cpu_backend.h"
#include "core/model/operator.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace ridgepoint;

namespace {

constexpr std::string_view roofIds[] = {"bandwidth.dram", "bandwidth.dram.copy", "bandwidth.dram.read",
                                        "bandwidth.dram.write"};
constexpr Bytes footprint{512e6};

double loadNow()
{
    double load[1] = {};
    return getloadavg(load, 1) == 1 ? load[0] : -1.0;
}

double quantile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0.0;
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

/// Seconds of one run: the quietest of three readings of one run each.
double secondsOf(PreparedWork& work)
{
    double best = 0.0;
    for (int reading = 0; reading < 4; ++reading) { // the first one warms up
        const auto timing = work.run(1);
        if (!timing) {
            std::fprintf(stderr, "%s\n", timing.error().message().c_str());
            return 0.0;
        }
        const double seconds = timing->time.value();
        if (reading > 0 && (best == 0.0 || seconds < best))
            best = seconds;
    }
    return best;
}

struct RoofTimer {
    std::string id;
    double amount = 0.0;
    std::unique_ptr<PreparedWork> work;
    double rate = 0.0; ///< of this round
    std::vector<double> rates;
};

struct Subject {
    OperatorCall call;
    ReadyWork own;
    ReadyWork library;
    std::string libraryReason;
    std::vector<double> ownSeconds, librarySeconds, ratios, shares;
};

OperatorCall callOf(OperatorKind which, int threads)
{
    switch (which) {
    case OperatorKind::LayerNorm:
    case OperatorKind::Softmax:
    case OperatorKind::ScaledSoftmax:
    case OperatorKind::AddDropoutNorm: return {.which = which, .rows = 65536, .columns = 1024, .threads = threads};
    case OperatorKind::Transpose: return {.which = which, .rows = 8224, .columns = 8224, .threads = threads};
    default: return {.which = which, .rows = 8192, .columns = 8192, .threads = threads};
    }
}

double rateOf(const std::vector<RoofTimer>& roofs, std::string_view id)
{
    const auto found = std::find_if(roofs.begin(), roofs.end(), [&](const RoofTimer& roof) { return roof.id == id; });
    return found->rate;
}

/// How long the same traffic takes at the roofs of this round: what is written beside as much reading at the rate of
/// the copy (of an update where the lines are read because they are written), the rest at the rate of reading or
/// writing.
double secondsAtRoofs(const Subject& subject, const std::vector<RoofTimer>& roofs)
{
    const Traffic& moved = subject.own.cost->moved;
    const bool fetchesLines = moved.read > subject.own.cost->least.read;
    const double both = std::min(moved.read.value(), moved.written.value());
    return 2.0 * both / rateOf(roofs, fetchesLines ? "bandwidth.dram" : "bandwidth.dram.copy")
         + (moved.read.value() - both) / rateOf(roofs, "bandwidth.dram.read")
         + (moved.written.value() - both) / rateOf(roofs, "bandwidth.dram.write");
}

std::vector<RoofTimer> prepareRoofs(Backend& backend, int threads)
{
    std::vector<RoofTimer> roofs;
    for (const std::string_view id : roofIds)
        if (auto prepared = backend.prepareRoof({.id = std::string(id), .threads = threads, .footprint = footprint}))
            roofs.push_back({.id = std::string(id), .amount = prepared->amount, .work = std::move(prepared->work)});
    return roofs;
}

std::vector<Subject> prepareSubjects(Backend& backend, int threads, const std::string& part)
{
    std::vector<Subject> subjects;
    for (const OperatorKind which : allOperators) {
        if (nameOf(which).find(part) == std::string_view::npos)
            continue;
        Subject subject{.call = callOf(which, threads)};
        auto own = backend.prepare(OperatorRequest{subject.call, Implementation::BuiltIn});
        if (!own) {
            std::fprintf(stderr, "%s\n", own.error().message().c_str());
            continue;
        }
        subject.own = std::move(*own);
        if (auto library = backend.prepare(OperatorRequest{subject.call, Implementation::Library}))
            subject.library = std::move(*library);
        else
            subject.libraryReason = library.error().message();
        subjects.push_back(std::move(subject));
    }
    return subjects;
}

void runRound(std::vector<RoofTimer>& roofs, std::vector<Subject>& subjects)
{
    for (RoofTimer& roof : roofs) {
        roof.rate = roof.amount / secondsOf(*roof.work);
        roof.rates.push_back(roof.rate);
    }
    for (Subject& subject : subjects) {
        const double own = secondsOf(*subject.own.work);
        subject.ownSeconds.push_back(own);
        subject.shares.push_back(secondsAtRoofs(subject, roofs) / own);
        if (subject.library.work) {
            const double library = secondsOf(*subject.library.work);
            subject.librarySeconds.push_back(library);
            subject.ratios.push_back(library / own);
        }
    }
}

void report(const std::vector<RoofTimer>& roofs, const std::vector<Subject>& subjects)
{
    for (const RoofTimer& roof : roofs)
        std::printf("%-24s %6.1f GB/s\n", roof.id.c_str(), quantile(roof.rates, 0.75) / 1e9);
    std::printf("%-24s %9s %9s %8s %9s %9s\n", "operator", "own ms", "of roofs", "GB/s", "oneDNN ms", "speed-up");
    for (const Subject& subject : subjects) {
        const double own = quantile(subject.ownSeconds, 0.25);
        std::printf("%-24s %9.2f %8.0f%% %8.1f", std::string(nameOf(subject.call.which)).c_str(), own * 1e3,
                    100.0 * quantile(subject.shares, 0.5), subject.own.cost->moved.total().value() / own / 1e9);
        if (subject.library.work)
            std::printf(" %9.2f %8.2fx\n", quantile(subject.librarySeconds, 0.25) * 1e3, quantile(subject.ratios, 0.5));
        else
            std::printf("   %s\n", subject.libraryReason.c_str());
    }
}

} // namespace

int main(int argc, char** argv)
{
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    const std::string part = argc > 2 ? argv[2] : "";
    if (rounds < 1) {
        std::fprintf(stderr, "Usage: bench_operators [rounds [part of a name]]\n");
        return 2;
    }
    const auto backend = makeCpuBackend();
    if (!backend->info().available) {
        std::fprintf(stderr, "%s\n", backend->info().reason->message().c_str());
        return 3;
    }
    const int threads = std::min(backend->info().threads, 2);
    std::vector<RoofTimer> roofs = prepareRoofs(*backend, threads);
    std::vector<Subject> subjects = prepareSubjects(*backend, threads, part);
    const double before = loadNow();
    for (int round = 0; round < rounds; ++round)
        runRound(roofs, subjects);
    report(roofs, subjects);
    std::printf("%d rounds on %d threads; load of the machine %.1f before, %.1f after\n", rounds, threads, before,
                loadNow());
    return 0;
}
