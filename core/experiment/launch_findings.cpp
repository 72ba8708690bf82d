// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/launch_modes.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ridgepoint::launching {
namespace {

/// Times nearer than this are called the same.
constexpr double matters = 1.1;

/// Which of two values at the ends of a straight line in logarithms the x of `y` lies between.
double between(const ExperimentPoint& a, const ExperimentPoint& b, double y)
{
    const double share = std::log(y / a.y) / std::log(b.y / a.y);
    return a.x * std::pow(b.x / a.x, share);
}

const ExperimentPoint* saidOf(const ExperimentResult& result, LaunchMode mode, const char* label, Provenance provenance)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.provenance == provenance && point.series == nameOf(mode) && point.label == label;
    });
    return found == result.points.end() ? nullptr : &*found;
}

void addFloors(const ExperimentResult& result, std::vector<Finding>& all)
{
    const Curve waited = measuredCurve(result, LaunchMode::WaitEach);
    const Curve queued = measuredCurve(result, LaunchMode::Queued);
    const Curve graph = measuredCurve(result, LaunchMode::Graph);
    if (waited.points.empty() || queued.points.empty() || graph.points.empty())
        return;
    all.push_back({"A launch of a kernel with next to nothing to do takes %1 when each is waited for, %2 queued and %3 "
                   "in a graph.",
                   {{waited.floor(), "s"}, {queued.floor(), "s"}, {graph.floor(), "s"}}});
    const ExperimentPoint& largest = waited.points.back();
    if (const double ratio = largest.y / graph.points.back().y; largest.x == graph.points.back().x)
        all.push_back({ratio < matters ? "At %1 elements waiting for each takes %2 the time of a graph: how it is "
                                         "launched matters no more where the kernel is long."
                                       : "At %1 elements waiting for each still takes %2 the time of a graph; a longer "
                                         "kernel would hide how it is launched.",
                       {{largest.x, ""}, {ratio, "x"}}});
    if (const ExperimentPoint* h200 = saidOf(result, LaunchMode::Queued, "NVIDIA H200", Provenance::Published))
        all.push_back({"An H200 was published with %1 a queued launch: %2 what it costs here.",
                       {{h200->y, "s"}, {h200->y / queued.floor(), "x"}}});
}

} // namespace

double Curve::floor() const
{
    const auto end = points.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, points.size()));
    const auto least = std::min_element(points.begin(), end,
                                        [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.y < b.y; });
    return least == end ? 0.0 : least->y;
}

std::optional<double> Curve::crossing() const
{
    const double twice = 2.0 * floor();
    const auto past = std::find_if(points.begin(), points.end(),
                                   [&](const ExperimentPoint& point) { return point.y >= twice; });
    if (past == points.begin() || past == points.end())
        return std::nullopt;
    return between(*std::prev(past), *past, twice);
}

Curve measuredCurve(const ExperimentResult& result, LaunchMode mode)
{
    Curve curve;
    std::copy_if(result.points.begin(), result.points.end(), std::back_inserter(curve.points),
                 [&](const ExperimentPoint& point) {
                     return point.plot == 0 && point.provenance == Provenance::Measured && point.series == nameOf(mode)
                         && point.x > 0.0 && point.y > 0.0;
                 });
    std::sort(curve.points.begin(), curve.points.end(),
              [](const ExperimentPoint& a, const ExperimentPoint& b) { return a.x < b.x; });
    return curve;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    addIdleness(result, all);
    addFloors(result, all);
    for (const LaunchMode mode : allLaunchModes) {
        const auto seen = measuredCurve(result, mode).crossing();
        const ExperimentPoint* theory = saidOf(result, mode, crossing, Provenance::Predicted);
        if (seen && theory != nullptr)
            all.push_back({"%1: the kernel takes as long as its launch at %2 elements; the roofs predicted %3.",
                           {std::string(nameOf(mode)), {*seen, ""}, {theory->x, ""}}});
    }
    return all;
}

} // namespace ridgepoint::launching
