// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace ridgepoint {
namespace {

constexpr std::size_t mostFacts = 3;

/// Facts that are said as words of their own, not as "NAME HERE where the others have OTHERS".
bool saysNothing(const FleetFact& fact)
{
    return (fact.name == "flags" && fact.here == "none")
        || (fact.name == "clocks held back by" && fact.here == "nothing");
}

std::string percentText(double share)
{
    const double percent = std::abs(share) * 100.0;
    return std::to_string(std::llround(percent)) + " %";
}

std::set<std::string> devicesOf(const FleetSummary& summary)
{
    std::set<std::string> devices;
    for (const FleetRoof& roof : summary.roofs)
        devices.insert(roof.device);
    return devices;
}

/// How far out the farthest roof lies, and how many more do.
std::string deviationText(const FleetOutlier& outlier, const FleetSummary& summary)
{
    const FleetDeviation& farthest = outlier.roofs.front();
    const FleetRoof& over = summary.roofs[farthest.roof];
    const std::size_t more = outlier.roofs.size() - 1;
    std::string text = devicesOf(summary).size() > 1 ? outlier.device + " " : "";
    text += nameOfRoof(over.roof) + " " + percentText(farthest.share) + (farthest.share < 0.0 ? " under" : " over")
          + " the median of " + std::to_string(over.points.size()) + " nodes";
    if (more > 0)
        text += ", " + std::to_string(more) + (more == 1 ? " more roof outside" : " more roofs outside");
    if (outlier.isHalfTheMemory)
        text += "; memory alone is half as fast: maybe half of its memory channels are populated";
    return text;
}

} // namespace

std::string wordsFor(const FleetFact& fact)
{
    if (fact.name == "flags")
        return "flagged " + fact.here;
    if (fact.name == "clocks held back by")
        return fact.name + " " + fact.here;
    if (fact.name == "device")
        return "its device is " + fact.here + " where most have " + fact.others + "; too few of its kind to compare";
    return fact.name + " " + fact.here + (fact.isOfAll ? " where the others have " : " where most have ") + fact.others;
}

std::string sentenceFor(const FleetOutlier& outlier, const FleetSummary& summary)
{
    std::string text = summary.nodes[outlier.node] + ":";
    if (!outlier.roofs.empty())
        text += " " + deviationText(outlier, summary);
    std::size_t said = 0;
    for (const FleetFact& fact : outlier.facts) {
        if (said == mostFacts || saysNothing(fact))
            continue;
        text += (said == 0 && outlier.roofs.empty() ? " " : said == 0 ? "; " : ", ") + wordsFor(fact);
        ++said;
    }
    return text;
}

std::string sentenceFor(const FleetGap& gap, const FleetSummary& summary)
{
    return summary.nodes[gap.node] + ": " + (gap.roof.empty() ? "" : nameOfRoof(gap.roof) + " was not measured: ")
         + gap.reason.message();
}

std::vector<std::string> sentencesFor(std::size_t node, const FleetSummary& summary)
{
    std::vector<std::string> sentences;
    for (const FleetOutlier& outlier : summary.outliers)
        if (outlier.node == node)
            sentences.push_back(sentenceFor(outlier, summary));
    for (const FleetGap& gap : summary.gaps)
        if (gap.node == node)
            sentences.push_back(sentenceFor(gap, summary));
    return sentences;
}

std::string headlineOf(const FleetSummary& summary)
{
    std::string text = std::to_string(summary.measured) + " of " + std::to_string(summary.nodes.size())
                     + (summary.nodes.size() == 1 ? " node" : " nodes") + " measured";
    std::set<std::size_t> nodes; // of which one may fall outside with several devices
    for (const FleetOutlier& outlier : summary.outliers)
        nodes.insert(outlier.node);
    const std::size_t outside = nodes.size();
    const bool isJudged = std::ranges::any_of(summary.roofs,
                                              [](const FleetRoof& roof) { return std::isfinite(roof.limit); });
    if (isJudged)
        return text + ", "
             + (outside == 0 ? "none falls" : std::to_string(outside) + (outside == 1 ? " falls" : " fall"))
             + " outside.";
    return text + "; " + std::to_string(fewestNodesToName)
         + " with a device of one name are needed to tell which one falls outside.";
}

} // namespace ridgepoint
