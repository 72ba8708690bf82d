// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/gradient_chain.h"

#include "core/model/operator_prediction.h"
#include "core/model/prediction.h"

#include <algorithm>
#include <string>

namespace ridgepoint {
namespace {

constexpr double elementBytes = 4.0;

Operation operationOf(ChainLink link)
{
    switch (link) {
    case ChainLink::Polynomial: return Operation::Fma;
    case ChainLink::Exp: return Operation::Exp;
    case ChainLink::Cos: return Operation::Cos;
    case ChainLink::Gelu: return Operation::Gelu;
    }
    return Operation::Fma;
}

/// Operations (FLOP of multiply-adds) of one application to one element.
double appliedOperations(const GradientCall& call)
{
    return call.link == ChainLink::Polynomial ? 2.0 * call.degree : 1.0;
}

double derivedOperations(const GradientCall& call)
{
    switch (call.link) {
    case ChainLink::Polynomial: return 2.0 * (call.degree - 1);
    case ChainLink::Exp: return 0.0;
    case ChainLink::Cos:
    case ChainLink::Gelu: return 1.0;
    }
    return 0.0;
}

/// The applications that the backward pass must repeat: the last link's result is needed by exp alone.
int repeated(const GradientCall& call)
{
    if (call.saving == Saving::Everything)
        return 0;
    return needsResult(call.link) ? call.length : call.length - 1;
}

Result<Seconds> timeOf(const PassCost& pass, Bytes footprint, const RoofSet& roofs, bool& isComputeBound)
{
    const auto memory = leastTime(pass.traffic, footprint, roofs);
    if (!memory)
        return memory.error();
    Seconds compute(0.0);
    for (const OperationCount& part : pass.arithmetic) {
        const auto roof = requireRoof(roofs, computeRoofId(part.operation, Precision::Fp32));
        if (!roof)
            return roof.error();
        compute += Seconds(part.count.value() / (*roof)->value);
    }
    isComputeBound = compute > *memory;
    return std::max(compute, *memory);
}

Error outside(std::string_view what, std::int64_t given, std::int64_t most)
{
    return {ErrorKind::InvalidInput,
            "gradient.count",
            "%1 is %2; give a whole number from 1 to %3.",
            {std::string(what), std::to_string(given), std::to_string(most)}};
}

} // namespace

std::string_view nameOf(ChainLink link)
{
    switch (link) {
    case ChainLink::Polynomial: return "polynomial";
    case ChainLink::Exp: return "exp";
    case ChainLink::Cos: return "cos";
    case ChainLink::Gelu: return "gelu";
    }
    return {};
}

std::optional<ChainLink> chainLinkNamed(std::string_view name)
{
    const auto found = std::find_if(allChainLinks.begin(), allChainLinks.end(),
                                    [&](ChainLink link) { return nameOf(link) == name; });
    return found == allChainLinks.end() ? std::nullopt : std::optional(*found);
}

std::string_view nameOf(Saving saving) { return saving == Saving::Everything ? "save-all" : "recompute"; }

Result<void> validate(const GradientCall& call)
{
    if (call.length < 1 || call.length > longestGradientChain)
        return outside("the length of a chain", call.length, longestGradientChain);
    if (call.degree < 1 || call.degree > highestDegree)
        return outside("the degree of a polynomial", call.degree, highestDegree);
    if (call.elements < 1 || call.elements > maximumOperatorElements)
        return outside("the number of elements", call.elements, maximumOperatorElements);
    return {};
}

GradientCost costOf(const GradientCall& call)
{
    const auto elements = static_cast<double>(call.elements);
    const double length = call.length;
    const Bytes tensor(elementBytes * elements);
    const Operation kind = operationOf(call.link);
    const bool all = call.saving == Saving::Everything;
    GradientCost cost{
        .forward = {.arithmetic = {{kind, Flops(elements * length * appliedOperations(call))}},
                    .traffic = {.read = tensor, .written = all ? tensor * length : tensor}},
        .backward = {.arithmetic = {},
                     .traffic = {.read = all ? tensor * (length + 1.0) : tensor * 2.0, .written = tensor}},
        .saved = all ? tensor * length : tensor};
    if (const double again = repeated(call) * appliedOperations(call) + length * derivedOperations(call); again > 0.0)
        cost.backward.arithmetic.push_back({kind, Flops(elements * again)});
    cost.backward.arithmetic.push_back({Operation::Mul, Flops(elements * length)});
    return cost;
}

Bytes footprintOf(const GradientCall& call)
{
    // Of what is saved, the result is a part where a link is derived from its result, and the input where from that.
    const double tensors = (call.saving == Saving::Everything ? call.length : 1) + 3.0;
    return Bytes(elementBytes * static_cast<double>(call.elements) * tensors);
}

Result<GradientPrediction> predict(const GradientCall& call, const RoofSet& roofs)
{
    const GradientCost cost = costOf(call);
    const Bytes footprint = footprintOf(call);
    GradientPrediction prediction;
    bool isForwardComputing = false;
    const auto forward = timeOf(cost.forward, footprint, roofs, isForwardComputing);
    if (!forward)
        return forward.error();
    const auto backward = timeOf(cost.backward, footprint, roofs, prediction.isComputeBound);
    if (!backward)
        return backward.error();
    prediction.forward = *forward;
    prediction.backward = *backward;
    return prediction;
}

} // namespace ridgepoint
