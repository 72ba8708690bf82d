// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/predictable_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ridgepoint::predictable {
namespace {

constexpr const char* heldBack = "held back by ";
constexpr const char* unitOfPower = " W";

/// The measured numbers of one plot, fastest first.
std::vector<const ExperimentPoint*> measuredOf(const ExperimentResult& result, int plot)
{
    std::vector<const ExperimentPoint*> all;
    for (const ExperimentPoint& point : result.points)
        if (point.plot == plot && point.provenance == Provenance::Measured && point.y > 0.0)
            all.push_back(&point);
    std::stable_sort(all.begin(), all.end(),
                     [](const ExperimentPoint* a, const ExperimentPoint* b) { return a->y > b->y; });
    return all;
}

/// Whether two runs differ by more than their intervals, which are made a square root of two wider for a comparison.
bool differ(const ExperimentPoint& faster, const ExperimentPoint& slower)
{
    const double below = std::numbers::sqrt2 * (faster.y - faster.low);
    const double above = std::numbers::sqrt2 * (slower.high - slower.y);
    return faster.y - below > slower.y + above;
}

const char* whyNoDifference(PowerCap cap)
{
    switch (cap) {
    case PowerCap::Binds: return "although a limit held the clock back, all alike.";
    case PowerCap::DoesNotBind:
        return "because no power cap binds: the device tells its power, and nothing held its clock back.";
    case PowerCap::Unknown:
        return "as it is where no power cap binds; this device tells neither its power nor what holds its clock back, "
               "so whether one binds is not known.";
    }
    return "";
}

void addPlot(const ExperimentResult& result, int plot, std::vector<Finding>& findings)
{
    const auto all = measuredOf(result, plot);
    if (all.size() < 2)
        return;
    const ExperimentPoint& fastest = *all.front();
    const ExperimentPoint& slowest = *all.back();
    if (!differ(fastest, slowest)) {
        findings.push_back({"%1: no difference here between %2 kinds of numbers; the intervals of the fastest (%3, %4) "
                            "and the slowest (%5, %6) meet, widened for a comparison.",
                            {fastest.series,
                             std::to_string(all.size()),
                             fastest.label,
                             {fastest.y, "FLOP/s"},
                             slowest.label,
                             {slowest.y, "FLOP/s"}}});
        return;
    }
    findings.push_back({"%1: %2 run at %3 the rate of %4 (%5 against %6), beyond their intervals.",
                        {fastest.series,
                         fastest.label,
                         {fastest.y / slowest.y, "x"},
                         slowest.label,
                         {fastest.y, "FLOP/s"},
                         {slowest.y, "FLOP/s"}}});
}

bool anyDiffers(const ExperimentResult& result)
{
    for (const int plot : {0, 1})
        if (const auto all = measuredOf(result, plot); all.size() > 1 && differ(*all.front(), *all.back()))
            return true;
    return false;
}

} // namespace

std::string labelOf(FactorNumbers numbers)
{
    switch (numbers) {
    case FactorNumbers::Usual: return "random";
    case FactorNumbers::Zeros: return "zeros";
    case FactorNumbers::Constant: return "a constant";
    case FactorNumbers::Uniform: return "uniform in [0, 1)";
    case FactorNumbers::Normal: return "normal";
    case FactorNumbers::Sparse: return "sparse, 7 of 8 are 0";
    case FactorNumbers::OneBit: return "one bit, 1 or -1";
    }
    return {};
}

std::string DeviceState::words() const
{
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (watts > 0.0)
        add(std::to_string(std::llround(watts)) + unitOfPower);
    if (clock > Hertz())
        add(std::to_string(std::llround(clock.value() / 1e6)) + " MHz");
    if (!heldBackBy.empty())
        add(heldBack + heldBackBy);
    return text;
}

PowerCap powerCapOf(const ExperimentResult& result)
{
    bool tells = false;
    for (const ExperimentPoint& point : result.points) {
        if (point.provenance != Provenance::Measured)
            continue;
        if (point.note.find(heldBack) != std::string::npos || point.flags.has(Flag::Throttled))
            return PowerCap::Binds;
        tells = tells || point.note.find(unitOfPower) != std::string::npos;
    }
    return tells ? PowerCap::DoesNotBind : PowerCap::Unknown;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const int plot : {0, 1})
        addPlot(result, plot, all);
    if (all.empty())
        return all;
    const PowerCap cap = powerCapOf(result);
    if (!anyDiffers(result))
        all.push_back({"It is the same work, %1", {whyNoDifference(cap)}});
    else if (cap == PowerCap::Binds)
        all.push_back(
            {"The clock was held back: numbers that switch fewer wires leave more of it, within the same power.", {}});
    else if (cap == PowerCap::Unknown)
        all.push_back({"This device tells neither its power nor what holds its clock back: where a second run shows "
                       "the same, a limit that it does not show is the likely cause.",
                       {}});
    else
        all.push_back({"Nothing tells that the clock was held back, so another cause is likely: other programs, or "
                       "denormal numbers; run it again.",
                       {}});
    return all;
}

} // namespace ridgepoint::predictable
