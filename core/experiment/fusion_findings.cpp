// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/fusion.h"

#include "core/experiment/cube_points.h"

#include <cmath>

namespace ridgepoint::fusing {
namespace {

/// Less is no gain that anybody would rewrite a program for.
constexpr double hardlyFaster = 1.15;
/// A pass of two operations that takes no longer than so many times one of one: the second came for nothing.
constexpr double forNothing = 1.1;

std::string wholeOf(double x) { return std::to_string(std::llround(x)); }

/// What one pass of all operations gains, with what the roofs say of it.
void addGain(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line gains = cube::lineOf(result, speedupPlot, operation, Provenance::Measured);
    if (gains.empty())
        return;
    const ExperimentPoint& deepest = gains.back();
    const cube::Line theory = cube::lineOf(result, speedupPlot, operation, Provenance::Predicted);
    const ExperimentPoint* predicted = cube::at(theory, deepest.x);
    if (cube::isUncertain(deepest)) {
        all.push_back({"%1: the times differ too much from round to round to tell what fusion gains (%2 to %3).",
                       {operation, {deepest.low, "x"}, {deepest.high, "x"}}});
        return;
    }
    if (predicted == nullptr) {
        all.push_back({"%1: %2 operations in one pass are %3 as fast as a pass each (%4 to %5).",
                       {operation, wholeOf(deepest.x), {deepest.y, "x"}, {deepest.low, "x"}, {deepest.high, "x"}}});
        return;
    }
    const char* text = "%1: %2 operations in one pass are %3 as fast as a pass each (%4 to %5); the roofs say %6.";
    if (deepest.y < hardlyFaster)
        text = predicted->y < hardlyFaster
                 ? "%1: fusion does not help. %2 operations in one pass are %3 as fast as a pass each (%4 to %5; the "
                   "roofs say %6): one already costs as much as its traffic."
                 : "%1: fusion does not help here. %2 operations in one pass are %3 as fast as a pass each (%4 to %5), "
                   "where the roofs say %6.";
    all.push_back({text,
                   {operation,
                    wholeOf(deepest.x),
                    {deepest.y, "x"},
                    {deepest.low, "x"},
                    {deepest.high, "x"},
                    {predicted->y, "x"}}});
}

void addSecondOperation(const ExperimentResult& result, const std::string& operation, std::vector<Finding>& all)
{
    const cube::Line times = cube::lineOf(result, timePlot, operation, Provenance::Measured);
    const ExperimentPoint* one = cube::at(times, 1.0);
    const ExperimentPoint* two = cube::at(times, 2.0);
    if (one == nullptr || two == nullptr || cube::isUncertain(*one) || cube::isUncertain(*two))
        return;
    const double ratio = 2.0 * two->y / one->y; // half as many passes
    all.push_back({ratio <= forNothing ? "A pass of two %1 takes %2 the time of a pass of one: the second comes for "
                                         "nothing, as the article says of GPUs."
                                       : "A pass of two %1 takes %2 the time of a pass of one; on a GPU, the article "
                                         "says, the second comes for nothing.",
                   {operation, {ratio, "x"}}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const Operation operation : allOperations)
        addGain(result, std::string(nameOf(operation)), all);
    addSecondOperation(result, "cos", all);
    const cube::Line gelu = cube::lineOf(result, timePlot, "gelu", Provenance::Measured);
    const cube::Line relu = cube::lineOf(result, timePlot, "relu", Provenance::Measured);
    if (const ExperimentPoint* dear = cube::at(gelu, 1.0), *cheap = cube::at(relu, 1.0);
        dear != nullptr && cheap != nullptr && !cube::isUncertain(*dear) && !cube::isUncertain(*cheap))
        all.push_back({"A pass of gelu takes %1 the time of a pass of relu.", {{dear->y / cheap->y, "x"}}});
    if (const auto others = cube::disturbance(result))
        all.push_back(*others);
    return all;
}

} // namespace ridgepoint::fusing
