// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/what_would_help.h"

#include "core/experiment/cube_points.h"

#include <algorithm>

namespace ridgepoint::helping {
namespace {

/// Less is no help worth naming, as of Lever::helps().
constexpr double worthNaming = 1.05;
/// A measured interval that ends further from 1 than this may hide a help.
constexpr double mayHelp = 1.2;

/// A lever of one regime as the result has it.
struct Seen {
    std::string label;
    const ExperimentPoint* predicted = nullptr;
    const ExperimentPoint* measured = nullptr; ///< null where it is not tried

    [[nodiscard]] const ExperimentPoint& best() const { return measured != nullptr ? *measured : *predicted; }
    /// A measured interval that holds 1 decides nothing, however far from 1 its middle.
    [[nodiscard]] bool helps() const { return best().low > 1.0 && best().y >= worthNaming; }
    [[nodiscard]] bool slows() const { return best().high < 1.0 && best().y <= 1.0 / worthNaming; }
    [[nodiscard]] bool isIdle() const
    {
        return best().y < worthNaming && best().y > 1.0 / worthNaming && best().high <= mayHelp
            && best().low >= 1.0 / mayHelp;
    }
    [[nodiscard]] bool isUnclear() const { return !helps() && !slows() && !isIdle(); }
    /// Whether the prediction lies outside of the measured interval, by more than nobody would name.
    [[nodiscard]] bool isOtherThanPredicted() const
    {
        if (measured == nullptr || predicted == nullptr
            || (predicted->y >= measured->low && predicted->y <= measured->high))
            return false;
        return std::max(predicted->y / measured->y, measured->y / predicted->y) >= worthNaming;
    }
};

std::vector<Seen> leversSeen(const ExperimentResult& result, Regime regime)
{
    std::vector<Seen> all;
    for (const ExperimentPoint& point : result.points) {
        if (point.plot != plotOf(regime) || point.label == asItIs || !(point.y > 0.0))
            continue;
        auto found = std::find_if(all.begin(), all.end(), [&](const Seen& one) { return one.label == point.label; });
        if (found == all.end())
            found = all.insert(all.end(), Seen{point.label});
        (point.provenance == Provenance::Measured ? found->measured : found->predicted) = &point;
    }
    return all;
}

/// What helps most of what was tried, with the prediction; else what the roofs say of another device.
void addBest(Regime regime, const std::vector<Seen>& levers, std::vector<Finding>& all)
{
    const auto best = [&](bool tried) -> const Seen* {
        const Seen* most = nullptr;
        for (const Seen& lever : levers) {
            const ExperimentPoint* point = tried ? lever.measured : lever.predicted;
            if ((lever.measured != nullptr) == tried && lever.helps()
                && (most == nullptr || point->y > (tried ? most->measured : most->predicted)->y))
                most = &lever;
        }
        return most;
    };
    const bool isDecided = std::none_of(
        levers.begin(), levers.end(), [](const Seen& lever) { return lever.measured != nullptr && lever.isUnclear(); });
    const Seen* tried = best(true);
    const Seen* said = best(false);
    if (tried != nullptr && tried->predicted != nullptr)
        all.push_back({"%1: of what can be tried, this helps most: %2, predicted %3, measured %4 (%5 to %6).",
                       {titleOf(regime),
                        tried->label,
                        {tried->predicted->y, "x"},
                        {tried->measured->y, "x"},
                        {tried->measured->low, "x"},
                        {tried->measured->high, "x"}}});
    else if (tried == nullptr && said != nullptr)
        all.push_back({isDecided ? "%1: nothing that can be tried here helps; by the roofs this would: %2, %3."
                                 : "%1: nothing that was tried is shown to help; by the roofs this would: %2, %3.",
                       {titleOf(regime), said->label, {said->predicted->y, "x"}}});
    else if (tried == nullptr && isDecided)
        all.push_back({"%1: nothing that is known of helps.", {titleOf(regime)}});
}

/// One sentence on those that change nothing, one on those that harm, one on those that the intervals do not decide.
void addOthers(Regime regime, const std::vector<Seen>& levers, std::vector<Finding>& all)
{
    std::string idle;
    std::string harmful;
    std::string unclear;
    std::string saidIdle; // of those that were not tried
    for (const Seen& lever : levers)
        if (!lever.helps()) {
            std::string& names = lever.measured == nullptr ? saidIdle
                               : lever.isIdle()            ? idle
                               : lever.slows()             ? harmful
                                                           : unclear;
            names += (names.empty() ? "" : ", ") + lever.label;
        }
    if (!idle.empty())
        all.push_back({"%1: no help at all from: %2.", {titleOf(regime), idle}});
    if (!saidIdle.empty())
        all.push_back({"%1: by the roofs, no help either from: %2.", {titleOf(regime), saidIdle}});
    if (!harmful.empty())
        all.push_back({"%1: slower with: %2.", {titleOf(regime), harmful}});
    if (!unclear.empty())
        all.push_back({"%1: the intervals are too wide to tell whether these help: %2.", {titleOf(regime), unclear}});
}

void addSurprises(Regime regime, const std::vector<Seen>& levers, std::vector<Finding>& all)
{
    for (const Seen& lever : levers)
        if (lever.isOtherThanPredicted())
            all.push_back({lever.measured->y < lever.predicted->y
                               ? "%1, %2: less than predicted, %3 (%4 to %5) and not %6."
                               : "%1, %2: more than predicted, %3 (%4 to %5) and not %6.",
                           {titleOf(regime),
                            lever.label,
                            {lever.measured->y, "x"},
                            {lever.measured->low, "x"},
                            {lever.measured->high, "x"},
                            {lever.predicted->y, "x"}}});
}

void addScissors(const ExperimentResult& result, std::vector<Finding>& all)
{
    const auto last = [&](const char* series) -> const ExperimentPoint* {
        const ExperimentPoint* found = nullptr;
        for (const ExperimentPoint& point : result.points)
            if (point.plot == scissorsPlot && point.series == series && (found == nullptr || point.x > found->x))
                found = &point;
        return found;
    };
    const ExperimentPoint* fast = last(processors);
    const ExperimentPoint* slow = last(memory);
    if (fast != nullptr && slow != nullptr && fast->x == slow->x)
        all.push_back(
            {"Memory scissors: doubling every 1.6 years, processors become %1 as fast in %2 years; doubling every 2.7, "
             "memory %3. They are then %4 apart, so that more and more work is limited by memory.",
             {{fast->y, "x"}, std::to_string(static_cast<int>(fast->x)), {slow->y, "x"}, {fast->y / slow->y, "x"}}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    for (const Regime regime : regimes) {
        const std::vector<Seen> levers = leversSeen(result, regime);
        if (std::none_of(levers.begin(), levers.end(), [](const Seen& lever) { return lever.measured != nullptr; }))
            continue;
        addBest(regime, levers, all);
        addOthers(regime, levers, all);
        addSurprises(regime, levers, all);
    }
    if (const auto others = cube::disturbance(result))
        all.push_back(*others);
    addScissors(result, all);
    return all;
}

} // namespace ridgepoint::helping
