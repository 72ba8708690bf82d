// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/compute_intensity.h"

#include "core/experiment/cube_points.h"
#include "core/model/workload.h"

#include <array>
#include <cmath>

namespace ridgepoint::intensity {
namespace {

constexpr double stillRising = 1.8;
/// A knee out of times that may be that many times as long would be any.
constexpr double tooWide = 2.5;
/// Memory that other programs or machines share is faster and slower by less within a run.
constexpr double clearlyFaster = 1.15;

/// "59", "9.5": a count of operations between those that were run.
std::string roundCount(double count)
{
    const long long tenths = count < 10.0 ? std::llround(count * 10.0) : std::llround(count) * 10;
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
}

void addKnee(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line measured = cube::lineOf(result, timePlot, operation, Provenance::Measured);
    const auto seen = kneeOf(measured);
    const auto theory = kneeOf(cube::lineOf(result, timePlot, operation, Provenance::Predicted));
    if (seen && theory)
        all.push_back({"%1: the time stays until about %2 operations an element and grows with them from there; the roofs cross at %3.",
                       {operation, roundCount(*seen), roundCount(*theory)}});
    else if (seen)
        all.push_back({"%1: the time stays until about %2 operations an element and grows with them from there.", {operation, roundCount(*seen)}});
    else if (measured.size() > 2 && !theory && measured.back().high <= tooWide * measured.back().low)
        all.push_back({"%1: up to %2 operations an element the time does not come to follow them: more operations would show the knee.",
                       {operation, roundCount(measured.back().x)}});
}

void addRates(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line rates = cube::lineOf(result, computePlot, operation, Provenance::Measured);
    const cube::Line bandwidths = cube::lineOf(result, bandwidthPlot, operation, Provenance::Measured);
    if (rates.size() < 2 || bandwidths.size() < 2)
        return;
    const Roof* roof = result.roof(computeRoofId(*operationNamed(operation), precisionNamed(result.parameters.contains("precision") ? result.parameters.at("precision") : "fp32").value_or(Precision::Fp32)));
    const ExperimentPoint& fewest = bandwidths.front();
    const ExperimentPoint& most = rates.back();
    if (roof != nullptr && roof->value > 0.0)
        all.push_back({"%1: %2 at %3 operations an element (%4 of the compute roof); %5 at %6.",
                       {operation, {most.y, "FLOP/s"}, roundCount(most.x), {most.y / roof->value, "%"}, {fewest.y, "B/s"}, roundCount(fewest.x)}});
    else
        all.push_back({"%1: %2 at %3 operations an element; %4 at %5.", {operation, {most.y, "FLOP/s"}, roundCount(most.x), {fewest.y, "B/s"}, roundCount(fewest.x)}});
}

/// Where memory gave clearly more than its roof says, the flat line lies below the predicted one and the knee further left.
void addStaleRoof(const ExperimentResult& result, std::vector<Finding>& all)
{
    const cube::Line theory = cube::lineOf(result, bandwidthPlot, "fma", Provenance::Predicted);
    const cube::Line measured = cube::lineOf(result, bandwidthPlot, "fma", Provenance::Measured);
    if (theory.empty() || measured.empty() || measured.front().x != theory.front().x || measured.front().y < clearlyFaster * theory.front().y)
        return;
    all.push_back({"Memory gave %1 in this run, %2 of what its roof says: its speed has changed since the roof was measured. Measure the roofs again.",
                   {{measured.front().y, "B/s"}, {measured.front().y / theory.front().y, "%"}}});
}

} // namespace

std::optional<double> kneeOf(const std::vector<ExperimentPoint>& line)
{
    if (line.size() < 3)
        return std::nullopt;
    const ExperimentPoint& last = line.back();
    const ExperimentPoint* half = cube::at(line, last.x / 2.0);
    if (half == nullptr || !(last.y >= stillRising * half->y))
        return std::nullopt;
    for (const ExperimentPoint* point : {&line.front(), half, &last})
        if (point->high > tooWide * point->low)
            return std::nullopt;
    // What does not grow with the operations, a launch above all, is in the flat part and in the rising one alike.
    const double each = (last.y - half->y) / (last.x - half->x);
    const double fixed = last.y - each * last.x;
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
    return all;
}

} // namespace ridgepoint::intensity
