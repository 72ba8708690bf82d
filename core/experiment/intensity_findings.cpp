// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/compute_intensity.h"

#include "core/experiment/cube_points.h"
#include "core/model/workload.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::intensity {
namespace {

/// The time follows the operations where it grows by this power of them at least: a doubling then takes 1.8 times as
/// long.
constexpr double following = 0.85;
/// The last place and the one before it have so many times its operations between them at least.
constexpr double farEnough = 0.75;
/// Memory that other programs or machines share is faster and slower by less within a run.
constexpr double clearlyFaster = 1.15;

/// "59", "9.5": a count of operations between those that were run.
std::string roundCount(double count)
{
    const long long tenths = count < 10.0 ? std::llround(count * 10.0) : std::llround(count) * 10;
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
}

/// The last place, the nearest that lies clearly before it, and the first; null where the line is too short.
struct Ends {
    const ExperimentPoint* first = nullptr;
    const ExperimentPoint* before = nullptr;
    const ExperimentPoint* last = nullptr;

    [[nodiscard]] bool areKnown() const { return before != nullptr && before != first; }
    [[nodiscard]] bool areUncertain() const
    {
        return cube::isUncertain(*first) || cube::isUncertain(*before) || cube::isUncertain(*last);
    }
    [[nodiscard]] bool follow() const
    {
        return std::log(last->y / before->y) >= following * std::log(last->x / before->x);
    }
};

Ends endsOf(const cube::Line& line)
{
    Ends ends;
    if (line.empty())
        return ends;
    ends.first = &line.front();
    ends.last = &line.back();
    for (const ExperimentPoint& point : line)
        if (point.x <= farEnough * ends.last->x)
            ends.before = &point;
    return ends;
}

void addKnee(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line measured = cube::lineOf(result, timePlot, operation, Provenance::Measured);
    const Ends ends = endsOf(measured);
    if (!ends.areKnown())
        return;
    const auto seen = kneeOf(measured);
    const auto theory = kneeOf(cube::lineOf(result, timePlot, operation, Provenance::Predicted));
    if (seen && theory)
        all.push_back({"%1: the time stays until about %2 operations an element and grows with them from there; the "
                       "roofs cross at %3.",
                       {operation, roundCount(*seen), roundCount(*theory)}});
    else if (seen)
        all.push_back({"%1: the time stays until about %2 operations an element and grows with them from there.",
                       {operation, roundCount(*seen)}});
    else if (ends.areUncertain())
        all.push_back(
            {"%1: the times differ too much from round to round to tell from where on they grow with the operations.",
             {operation}});
    else if (!ends.follow())
        all.push_back({"%1: up to %2 operations an element the time does not come to follow them: more operations "
                       "would show the knee.",
                       {operation, roundCount(measured.back().x)}});
}

void addRates(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line rates = cube::lineOf(result, computePlot, operation, Provenance::Measured);
    const cube::Line bandwidths = cube::lineOf(result, bandwidthPlot, operation, Provenance::Measured);
    if (rates.size() < 2 || bandwidths.size() < 2)
        return;
    const Roof* roof = result.roof(computeRoofId(
        *operationNamed(operation),
        precisionNamed(result.parameters.contains("precision") ? result.parameters.at("precision") : "fp32")
            .value_or(Precision::Fp32)));
    const ExperimentPoint& fewest = bandwidths.front();
    const ExperimentPoint& most = rates.back();
    if (roof != nullptr && roof->value > 0.0)
        all.push_back({"%1: %2 at %3 operations an element (%4 of the compute roof); %5 at %6.",
                       {operation,
                        {most.y, "FLOP/s"},
                        roundCount(most.x),
                        {most.y / roof->value, "%"},
                        {fewest.y, "B/s"},
                        roundCount(fewest.x)}});
    else
        all.push_back({"%1: %2 at %3 operations an element; %4 at %5.",
                       {operation, {most.y, "FLOP/s"}, roundCount(most.x), {fewest.y, "B/s"}, roundCount(fewest.x)}});
}

/// Where memory gave clearly more than its roof says, the flat line lies below the predicted one and the knee further
/// left.
void addStaleRoof(const ExperimentResult& result, std::vector<Finding>& all)
{
    const std::string operation = cube::lineOf(result, bandwidthPlot, "fma", Provenance::Measured).empty() ? "mul"
                                                                                                           : "fma";
    const cube::Line theory = cube::lineOf(result, bandwidthPlot, operation, Provenance::Predicted);
    const cube::Line measured = cube::lineOf(result, bandwidthPlot, operation, Provenance::Measured);
    if (theory.empty() || measured.empty() || measured.front().x != theory.front().x
        || measured.front().y < clearlyFaster * theory.front().y)
        return;
    all.push_back({"Memory gave %1 in this run, %2 of what its roof says: its speed has changed since the roof was "
                   "measured. Measure the roofs again.",
                   {{measured.front().y, "B/s"}, {measured.front().y / theory.front().y, "%"}}});
}

} // namespace

std::optional<double> kneeOf(const std::vector<ExperimentPoint>& line)
{
    const Ends ends = endsOf(line);
    if (!ends.areKnown() || ends.areUncertain() || !ends.follow())
        return std::nullopt;
    // What does not grow with the operations, a launch above all, is in the flat part and in the rising one alike.
    const double each = (ends.last->y - ends.before->y) / (ends.last->x - ends.before->x);
    const double fixed = ends.last->y - each * ends.last->x;
    const double flat = line.front().y - std::max(fixed, 0.0);
    return flat > 0.0 ? std::optional(flat / each) : std::nullopt;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const char* operation : {"mul", "fma"})
        addKnee(result, operation, all);
    for (const char* operation : {"mul", "fma"})
        addRates(result, operation, all);
    addStaleRoof(result, all);
    const cube::Line products = cube::lineOf(result, computePlot, "mul", Provenance::Measured);
    const cube::Line sums = cube::lineOf(result, computePlot, "fma", Provenance::Measured);
    if (products.size() > 2 && sums.size() > 2 && products.back().x == sums.back().x)
        all.push_back({"A multiply-add counts as two: %1 the rate of products alone, in %2 the time.",
                       {{sums.back().y / products.back().y, "x"}, {2.0 * products.back().y / sums.back().y, "x"}}});
    if (const auto others = cube::disturbance(result))
        all.push_back(*others);
    return all;
}

} // namespace ridgepoint::intensity
