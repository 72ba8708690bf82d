// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/mistake_steps.h"

#include <string>

namespace ridgepoint {
namespace {

/// Under this factor nobody would draw another conclusion.
constexpr double worthSaying = 1.05;

Finding findingOf(const ExperimentPoint& wrong, const ExperimentPoint& right)
{
    if (tookNoTick(wrong))
        return {"%1: most runs took no tick of the clock at all, so no bandwidth follows; one tick would come to %2.",
                {wrong.label, {wrong.y, "B/s"}}};
    const double factor = wrong.y / right.y;
    if (factor > worthSaying)
        return {"%1: %2, which is %3 too much.", {wrong.label, {wrong.y, "B/s"}, {factor, "x"}}};
    if (factor < 1.0 / worthSaying)
        return {"%1: %2, which is %3 too little.", {wrong.label, {wrong.y, "B/s"}, {1.0 / factor, "x"}}};
    return {"%1: %2, which made no difference this time.", {wrong.label, {wrong.y, "B/s"}}};
}

/// Whether the intervals do not even touch. One that was cut because a run took no tick reaches up without an end.
bool isApart(const ExperimentPoint& wrong, const ExperimentPoint& right)
{
    const bool isOpen = wrong.note.find(mistake::noTick) != std::string::npos;
    return wrong.low > right.high || (wrong.high < right.low && !isOpen);
}

} // namespace

bool tookNoTick(const ExperimentPoint& point) { return point.note.find(mistake::mostTookNone) != std::string::npos; }

std::vector<Finding> mistakeFindings(const ExperimentResult& result)
{
    const ExperimentPoint* right = result.find(mistake::right);
    if (right == nullptr || !(right->y > 0.0))
        return {};
    std::vector<Finding> findings{{"Timed rightly, the pass moves %1 (%2 to %3).",
                                   {{right->y, "B/s"}, {right->low, "B/s"}, {right->high, "B/s"}}}};
    if (const ExperimentPoint* predicted = result.find(mistake::right, Provenance::Predicted))
        findings.push_back(
            {"The roof predicted %1: %2 of it is reached.", {{predicted->y, "B/s"}, {right->y / predicted->y, "%"}}});
    int sure = 0;
    int shown = 0;
    for (const char* label : mistake::all)
        if (const ExperimentPoint* wrong = result.find(label)) {
            findings.push_back(findingOf(*wrong, *right));
            ++shown;
            sure += isApart(*wrong, *right) ? 1 : 0;
        }
    if (shown > 0)
        findings.push_back({"%1 of %2 wrong figures have an interval that does not even touch the right one: an error "
                            "bar tells how well a figure repeats, not whether it is true.",
                            {std::to_string(sure), std::to_string(shown)}});
    return findings;
}

} // namespace ridgepoint
