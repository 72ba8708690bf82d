// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/sweep_summary.h"

#include "app/bench/text_format.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

namespace ridgepoint {

namespace {

constexpr std::array allRegimes{Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};

struct Counts {
    std::size_t cells = 0;
    std::size_t measured = 0;
    std::size_t labelled = 0;
    std::size_t untold = 0; ///< judged, and what limits them cannot be told
    std::size_t ambiguous = 0;
    std::array<std::size_t, allRegimes.size()> found{};
    std::array<std::size_t, allRegimes.size()> expected{};
};

/// Counts the plan's own cells; the neighbours that were measured for slopes only are left out.
Counts countCells(const Plan& plan, std::span<const Sample> samples, std::span<const PointAnalysis> points)
{
    std::set<Workload> cells;
    for (std::size_t i = 0; i < plan.cellCount(); ++i)
        cells.insert(plan.cell(i));
    Counts counts;
    counts.cells = cells.size();
    for (std::size_t i = 0; i < samples.size() && i < points.size(); ++i) {
        if (!cells.contains(samples[i].workload))
            continue;
        counts.measured += samples[i].flags.has(Flag::Interpolated) ? 0 : 1;
        counts.ambiguous += points[i].flags.has(Flag::Ambiguous) ? 1 : 0;
        if (points[i].regime) {
            ++counts.labelled;
            ++counts.found[static_cast<std::size_t>(*points[i].regime)];
        }
        counts.untold += points[i].shares && !points[i].regime ? 1 : 0;
        if (points[i].prediction)
            ++counts.expected[static_cast<std::size_t>(points[i].prediction->limit)];
    }
    return counts;
}

std::string percentages(const std::array<std::size_t, allRegimes.size()>& counts)
{
    std::size_t total = 0;
    for (const std::size_t count : counts)
        total += count;
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0)
            text += (text.empty() ? "" : ", ") + std::string(nameOf(allRegimes[i])) + " "
                  + std::to_string(std::lround(100.0 * static_cast<double>(counts[i]) / static_cast<double>(total)))
                  + " %";
    return text;
}

std::string regimeLines(const Counts& counts)
{
    std::string text = "regimes found:   ";
    if (counts.labelled > 0)
        text += percentages(counts.found) + " of " + std::to_string(counts.labelled) + " cells"
              + (counts.ambiguous > 0 ? "; " + std::to_string(counts.ambiguous) + " ambiguous" : "") + "\n";
    else if (counts.untold > 0)
        text += "none of " + std::to_string(counts.untold)
              + " cells: their limit is not known yet; measure them again while the machine is idle\n";
    else
        text += counts.cells > 1 && counts.measured == counts.cells
                  ? "none: a roof is missing, and neighbours are more than a factor of 8 apart; give more values for "
                    "operations and size\n"
                  : "none: a roof is missing, and too few cells were measured across operations and sizes\n";
    if (const std::string expected = percentages(counts.expected); !expected.empty())
        text += "predicted:       " + expected + ", from the roofs\n";
    return text;
}

std::string ridgeLine(const Plan& plan, const RoofSet& roofs)
{
    const Workload largest = plan.cell(plan.cellCount() - 1);
    const auto ridge = ridgePoint(largest, roofs);
    if (!ridge)
        return "ridge point:     unknown: " + ridge.error().message() + "\n";
    const std::string compute = computeRoofId(largest.operation, largest.precision);
    const auto shared = roofs.sharedServiceOf(footprintOf(largest));
    const MemoryLevel* level = roofs.levelFor(footprintOf(largest));
    const std::string bandwidth = shared ? shared->cacheRoof + " and " + shared->memoryRoof + " together"
                                         : bandwidthRoofId(level ? level->name : "dram");
    char number[32];
    std::snprintf(number, sizeof number, "%.3g", ridge->value());
    const Roof* rate = roofs.find(compute);
    // Operations that are no multiply-add are counted in op, not in FLOP; a rate without its "/s" is what was counted.
    const std::string unit(unitOfRoof(compute));
    return "ridge point:     " + std::string(number) + " " + unit.substr(0, unit.find('/')) + "/B (" + compute + " "
         + withPrefix(rate->value, unit) + " over " + bandwidth + " " + withPrefix(rate->value / ridge->value(), "B/s")
         + ")\n";
}

std::string overheadLine(const Plan& plan, const RoofSet& roofs)
{
    const std::string id = launchRoofId(plan.base.launchMode);
    const Roof* launch = roofs.find(id);
    if (!launch)
        return "overhead floor:  unknown: " + id + " was not measured\n";
    return "overhead floor:  " + withPrefix(launch->value, "s") + " per launch ("
         + std::string(nameOf(plan.base.launchMode)) + ")\n";
}

std::string_view endingText(RunOutcome outcome)
{
    switch (outcome) {
    case RunOutcome::Done: return "";
    case RunOutcome::BudgetSpent: return "; the budget ended it (--budget gives more time)";
    case RunOutcome::Cancelled: return "; cancelled";
    case RunOutcome::Failed: return "; ended by an error";
    }
    return "";
}

} // namespace

std::string summaryText(const Plan& plan, const RoofSet& roofs, std::span<const Sample> samples,
                        std::span<const PointAnalysis> points, RunOutcome outcome, Seconds took)
{
    const Counts counts = countCells(plan, samples, points);
    const Workload& base = plan.base;
    std::string text = plan.device + ", " + std::string(nameOf(base.operation)) + " "
                     + std::string(nameOf(base.precision)) + ", chain of " + std::to_string(base.chainLength) + ", "
                     + std::string(nameOf(base.launchMode));
    if (base.threads > 0)
        text += ", " + std::to_string(base.threads) + (base.threads == 1 ? " thread" : " threads");
    text += "\ncells:           " + std::to_string(counts.measured) + " of " + std::to_string(counts.cells)
          + " measured in " + withPrefix(took.value(), "s") + std::string(endingText(outcome)) + "\n";
    return text + regimeLines(counts) + ridgeLine(plan, roofs) + overheadLine(plan, roofs);
}

} // namespace ridgepoint
