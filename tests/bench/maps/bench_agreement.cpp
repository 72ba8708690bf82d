// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
//
// How far maps of the same grid name the same regimes: bench_agreement REFERENCE.ridge OTHER.ridge…
// Prints one line for each other file: its name, measured cells, all cells, fraction of the compared cells that agree, compared.
#include "core/analysis/agreement.h"
#include "core/analysis/analyse.h"
#include "core/session/session.h"
#include "core/sweep/interpolation.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <span>

using namespace ridgepoint;

namespace {

/// A map's analysis, one entry a cell of the plan; a cell without any sample has an empty one.
struct LabelledMap {
    std::vector<PointAnalysis> cells;
    std::size_t measured = 0;
};

Result<LabelledMap> labelled(const std::filesystem::path& path, const Plan& plan)
{
    Result<Session> session = readSession(path);
    if (!session) {
        return session.error();
    }
    std::vector<Sample> samples = session->samples;
    const std::vector<Sample> filled = fillInterpolated(plan, samples);
    samples.insert(samples.end(), filled.begin(), filled.end());
    const RoofSet none;
    const std::vector<PointAnalysis> points = analyse(samples, session->roofs.empty() ? none : session->roofs.front(), DeviceKind::Cpu);

    std::map<Workload, std::size_t> places;
    for (std::size_t index = samples.size(); index-- > 0;) {
        places[samples[index].workload] = index; // measured samples come first, so they win
    }
    LabelledMap map;
    for (std::size_t cell = 0; cell < plan.cellCount(); ++cell) {
        const auto place = places.find(plan.cell(cell));
        map.cells.push_back(place == places.end() ? PointAnalysis{} : points[place->second]);
        map.measured += place != places.end() && !samples[place->second].flags.has(Flag::Interpolated) ? 1U : 0U;
    }
    return map;
}

int fail(const Error& error)
{
    std::fprintf(stderr, "bench_agreement: %s\n", error.message().c_str());
    return 2;
}

} // namespace

int main(int count, char** arguments)
{
    const std::span files(arguments + 1, static_cast<std::size_t>(std::max(count - 1, 0)));
    if (files.size() < 2) {
        std::fprintf(stderr, "usage: bench_agreement REFERENCE.ridge OTHER.ridge…\n");
        return 2;
    }
    const Result<Session> reference = readSession(files[0]);
    if (!reference) {
        return fail(reference.error());
    }
    if (reference->plans.empty()) {
        std::fprintf(stderr, "bench_agreement: %s holds no plan, so its cells are unknown\n", files[0]);
        return 2;
    }
    const Plan& plan = reference->plans.back();
    const Result<LabelledMap> first = labelled(files[0], plan);
    if (!first) {
        return fail(first.error());
    }
    for (const char* file : files.subspan(1)) {
        const Result<LabelledMap> other = labelled(file, plan);
        if (!other) {
            return fail(other.error());
        }
        const Agreement agreement = agreementOf(first->cells, other->cells);
        std::printf("%s %zu %zu %.4f %zu\n", file, other->measured, plan.cellCount(), agreement.fraction(), agreement.compared);
    }
    return 0;
}
