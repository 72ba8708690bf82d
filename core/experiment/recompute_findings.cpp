// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/recompute.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint::recompute {
namespace {

using Line = std::vector<ExperimentPoint>;

/// A place that both lines have, and how often as long the second takes there.
struct Ratio {
    double x = 0.0;
    double ratio = 1.0;
};

std::vector<Ratio> ratios(const Line& first, const Line& second)
{
    std::vector<Ratio> all;
    for (const ExperimentPoint& point : first)
        for (const ExperimentPoint& other : second)
            if (other.x == point.x && point.x > 0.0 && point.y > 0.0 && other.y > 0.0)
                all.push_back({point.x, other.y / point.y});
    return all;
}

/// "12", "1.5": an amount of operations between two that were run.
std::string about(double x)
{
    const double tenths = x < 10.0 ? std::round(x * 10.0) : std::round(x) * 10.0;
    const auto whole = static_cast<long long>(tenths);
    return std::to_string(whole / 10) + (whole % 10 != 0 ? "." + std::to_string(whole % 10) : "");
}

/// Where recomputing stops to pay, as measured and as the roofs say. `wins`: a template for a line that never crosses;
/// `loses`: for one that lies above from the first place on where the two differ.
void addCrossing(const ExperimentResult& result, int plot, const char* crosses, const char* wins, const char* loses,
                 std::vector<Finding>& findings)
{
    const Line all = line(result, plot, saveAll, Provenance::Measured);
    const Line again = line(result, plot, anew, Provenance::Measured);
    std::vector<Ratio> measured = ratios(all, again);
    if (plot == timePlot)
        std::erase_if(measured, [](const Ratio& one) { return one.x < 2.0; }); // one operation: both do the same
    if (measured.size() < 2)
        return;
    const Line said = line(result, plot, saveAll, Provenance::Predicted);
    const Line saidAgain = line(result, plot, anew, Provenance::Predicted);
    const auto predicted = crossing(said, saidAgain);
    const std::vector<Ratio> theory = ratios(said, saidAgain);
    // Lines that do not cross: the second lies above from the start, or below to the end.
    const std::string byRoofs = predicted                 ? about(*predicted)
                              : theory.empty()            ? "not known"
                              : theory.back().ratio > 1.0 ? "from the first on"
                                                          : "nowhere";
    if (const auto at = crossing(all, again); at && *at >= measured.front().x)
        findings.push_back({crosses, {about(*at), byRoofs}});
    else if (measured.back().ratio < 1.0)
        findings.push_back({wins, {about(measured.back().x), {1.0 / measured.back().ratio, "x"}}});
    else
        findings.push_back({loses, {{measured.front().ratio, "x"}, {measured.back().ratio, "x"}}});
}

} // namespace

std::vector<ExperimentPoint> line(const ExperimentResult& result, int plot, const char* series, Provenance provenance)
{
    Line points;
    for (const ExperimentPoint& point : result.points)
        if (point.plot == plot && point.series == series && point.provenance == provenance)
            points.push_back(point);
    std::sort(points.begin(), points.end(),
              [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.x < b.x; });
    return points;
}

std::optional<double> crossing(const Line& first, const Line& second)
{
    const std::vector<Ratio> all = ratios(first, second);
    std::optional<double> last;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const double before = std::log(all[i - 1].ratio);
        const double after = std::log(all[i].ratio);
        if (before < 0.0 && after >= 0.0)
            last = std::exp(std::lerp(std::log(all[i - 1].x), std::log(all[i].x), -before / (after - before)));
    }
    return last;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    const Line kept = line(result, timePlot, saveAll, Provenance::Measured);
    const Line again = line(result, timePlot, anew, Provenance::Measured);
    const Line savedAll = line(result, savedPlot, saveAll, Provenance::Predicted);
    const Line savedAnew = line(result, savedPlot, anew, Provenance::Predicted);
    if (!kept.empty() && !again.empty() && kept.back().x == again.back().x && !savedAll.empty() && !savedAnew.empty()
        && kept.back().x > 1.0 && savedAll.back().x == kept.back().x)
        all.push_back(
            {"Over a chain of %1, recomputing takes %2 where saving everything takes %3, and keeps %4 instead of %5.",
             {about(kept.back().x),
              {again.back().y, "s"},
              {kept.back().y, "s"},
              {savedAnew.back().y, "B"},
              {savedAll.back().y, "B"}}});
    addCrossing(result, timePlot,
                "From a chain of about %1 operations on, computing again takes longer than fetching what was saved (by "
                "the roofs: %2).",
                "Recomputing is faster at every length: at %1 operations saving everything takes %2 the time.",
                "Recomputing is slower at every length from two operations on (%1 to %2 the time): one operation costs "
                "more than its traffic.",
                all);
    addCrossing(
        result, costPlot,
        "A chain of 8 is better recomputed while one operation costs up to about %1 multiply-adds (by the roofs: %2).",
        "A chain of 8 is better recomputed at every cost that was tried, up to %1 multiply-adds an operation.",
        "A chain of 8 is better saved at every cost that was tried (%1 to %2 the time).", all);
    return all;
}

} // namespace ridgepoint::recompute
