// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/operator_gallery.h"

#include <algorithm>
#include <cmath>

namespace ridgepoint::gallery {
namespace {

/// A measured point of one implementation, or null.
const ExperimentPoint* measured(const ExperimentResult& result, Operator which, const char* series)
{
    const std::string label = titleOf(which);
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.provenance == Provenance::Measured && point.series == series && point.label == label
            && point.y > 0.0;
    });
    return found == result.points.end() ? nullptr : &*found;
}

/// Measured over predicted rate, of our own kernels.
struct Share {
    std::string label;
    double share = 0.0;
};

std::vector<Share> shares(const ExperimentResult& result)
{
    std::vector<Share> all;
    for (const Operator which : operators) {
        const ExperimentPoint* point = measured(result, which, own);
        const ExperimentPoint* theory = result.find(titleOf(which), Provenance::Predicted);
        if (point != nullptr && theory != nullptr && theory->y > 0.0)
            all.push_back({titleOf(which), point->y / theory->y});
    }
    std::sort(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.share > b.share; });
    return all;
}

/// How often as long the first takes as the second, for the same number of operations each; 0 where one is missing.
double slower(const ExperimentResult& result, Operator first, Operator second)
{
    const ExperimentPoint* one = measured(result, first, own);
    const ExperimentPoint* other = measured(result, second, own);
    return one != nullptr && other != nullptr ? other->y / one->y : 0.0;
}

void addPairs(const ExperimentResult& result, std::vector<Finding>& findings)
{
    if (const double factor = slower(result, Operator::Gelu, Operator::Relu); factor > 0.0)
        findings.push_back(
            {"gelu takes %1 the time of relu: what it computes more is hidden behind memory as far as this is near 1.",
             {{factor, "x"}}});
    if (const double factor = slower(result, Operator::StridedSum, Operator::Sum); factor > 0.0)
        findings.push_back(
            {"A float of every 16th costs %1 the time of a float read in a row: memory moves whole lines of 64 bytes.",
             {{factor, "x"}}});
    if (const double factor = slower(result, Operator::MaxPoolBackwardIndex, Operator::MaxPoolBackwardMask);
        factor > 0.0)
        findings.push_back(
            {"The gradient of max-pooling takes %1 as long by saved index as by bit mask.", {{factor, "x"}}});
}

void addLibrary(const ExperimentResult& result, std::vector<Finding>& findings)
{
    int compared = 0;
    int faster = 0;
    int near = 0; // the intervals touch
    double logarithms = 0.0;
    for (const Operator which : operators) {
        const ExperimentPoint* ours = measured(result, which, own);
        const ExperimentPoint* theirs = measured(result, which, library);
        if (ours == nullptr || theirs == nullptr)
            continue;
        ++compared;
        faster += ours->low > theirs->high ? 1 : 0;
        near += ours->low <= theirs->high && ours->high >= theirs->low ? 1 : 0;
        logarithms += std::log(ours->y / theirs->y);
    }
    if (compared > 0)
        findings.push_back({"Beside oneDNN, %1 of %2 own kernels are faster, and %3 more could not be told slower (the "
                            "intervals touch); on the geometric mean ours run at %4 its rate.",
                            {std::to_string(faster),
                             std::to_string(compared),
                             std::to_string(near),
                             {std::exp(logarithms / compared), "x"}}});
}

/// What a float's way from and to memory costs in multiply-adds that the processor could have done meanwhile.
void addPriceOfMoving(const ExperimentResult& result, std::vector<Finding>& findings)
{
    const ExperimentPoint* copy = measured(result, Operator::Copy, own);
    const Roof* fma = result.roof(computeRoofId(Operation::Fma, Precision::Fp32));
    if (copy == nullptr || fma == nullptr || !(fma->value > 0.0))
        return;
    findings.push_back({"To read and write a float takes as long as %1 multiply-adds.",
                        {std::to_string(std::llround(fma->value / 2.0 / copy->y))}});
}

} // namespace

std::vector<Finding> findings(const ExperimentResult& result)
{
    std::vector<Finding> all;
    if (const std::vector<Share> known = shares(result); !known.empty()) {
        const auto near = std::count_if(known.begin(), known.end(),
                                        [](const Share& share) { return share.share >= 0.9; });
        all.push_back({"%1 of %2 operators reach 90 % of what the roofs allow for the bytes that they must move.",
                       {std::to_string(near), std::to_string(known.size())}});
        all.push_back(
            {"Nearest: %1 with %2; farthest: %3 with %4.",
             {known.front().label, {known.front().share, "%"}, known.back().label, {known.back().share, "%"}}});
    }
    addPriceOfMoving(result, all);
    addPairs(result, all);
    addLibrary(result, all);
    return all;
}

} // namespace ridgepoint::gallery
