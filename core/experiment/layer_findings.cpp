// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/layer_experiment.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ridgepoint::layer {
namespace {

/// Launch for launch, from the dots of the roofline: operations over their rate.
Times timesOf(const ExperimentResult& result, const std::vector<LayerOperator>& operators)
{
    Times times;
    for (const ExperimentPoint& point : result.points)
        for (const LayerOperator& one : operators)
            if (point.plot == 1 && point.provenance == Provenance::Measured && point.label == one.name
                && point.y > 0.0) {
                const double operations = one.operations().value();
                times[point.label] = {operations / point.y, operations / std::max(point.high, point.y),
                                      point.low > 0.0 ? operations / point.low : operations / point.y, point.flags};
            }
    return times;
}

void addShares(const std::vector<LayerOperator>& operators, const Times& times, std::vector<Finding>& findings)
{
    for (const LayerClass which : allLayerClasses) {
        const PublishedShare published = publishedOf(which);
        for (const bool fused : {false, true}) {
            const auto whole = timeOf(operators, times, fused);
            const auto part = timeOf(operators, times, fused, which);
            if (whole && part && whole->value > 0.0)
                findings.push_back({"%1, %2: %3 of the operations in %4 of the time, forward only (published: %5 in "
                                    "%6; V100, PyTorch, forward and backward).",
                                    {std::string(nameOf(which)),
                                     fused ? "fused" : "unfused",
                                     {flopShare(operators, which, fused), "%"},
                                     {part->value / whole->value, "%"},
                                     {published.flop, "%"},
                                     {published.time, "%"}}});
        }
    }
}

void addFusion(const std::vector<LayerOperator>& operators, const Times& times, std::vector<Finding>& findings)
{
    const auto unfused = timeOf(operators, times, false);
    const auto fused = timeOf(operators, times, true);
    if (unfused && fused && fused->value > 0.0)
        findings.push_back({"The layer takes %1 unfused and %2 fused: fusion makes it %3 as fast.",
                            {{unfused->value, "s"}, {fused->value, "s"}, {unfused->value / fused->value, "x"}}});
    struct Fusion {
        const char* name;
        std::vector<const char*> parts;
    };
    const std::array fusions{
        Fusion{"scaled softmax", {"scale", "softmax"}}, Fusion{"bias + gelu", {"inner bias", "gelu"}},
        Fusion{"bias + dropout + residual + LayerNorm", {"output bias", "dropout", "residual", "LayerNorm"}}};
    for (const Fusion& fusion : fusions) {
        const auto whole = times.find(fusion.name);
        double parts = 0.0;
        bool all = whole != times.end() && whole->second.value > 0.0;
        for (const char* part : fusion.parts) {
            const auto found = times.find(part);
            all = all && found != times.end();
            parts += found != times.end() ? found->second.value : 0.0;
        }
        if (all)
            findings.push_back({"%1 in one kernel takes %2, its %3 parts one after the other %4: %5.",
                                {fusion.name,
                                 {whole->second.value, "s"},
                                 std::to_string(fusion.parts.size()),
                                 {parts, "s"},
                                 {parts / whole->second.value, "x"}}});
    }
}

} // namespace

std::string flopRow(LayerClass which) { return std::string(nameOf(which)) + ": operations"; }

std::string timeRow(LayerClass which, bool fused)
{
    return std::string(nameOf(which)) + (fused ? ": time, fused" : ": time, unfused");
}

PublishedShare publishedOf(LayerClass which)
{
    switch (which) {
    case LayerClass::Contraction: return {0.9980, 0.610};
    case LayerClass::Normalisation: return {0.0017, 0.255};
    case LayerClass::Elementwise: return {0.0003, 0.135};
    }
    return {};
}

double flopShare(const std::vector<LayerOperator>& operators, LayerClass which, bool fused)
{
    double part = 0.0;
    double all = 0.0;
    for (const LayerOperator& one : operators)
        if (one.isIn(fused)) {
            const double operations = one.operations().value() * one.times;
            all += operations;
            part += one.kind == which ? operations : 0.0;
        }
    return all > 0.0 ? part / all : 0.0;
}

std::optional<Time> timeOf(const std::vector<LayerOperator>& operators, const Times& times, bool fused,
                           std::optional<LayerClass> which)
{
    Time sum;
    for (const LayerOperator& one : operators) {
        if (!one.isIn(fused) || (which && one.kind != *which))
            continue;
        const auto found = times.find(one.name);
        if (found == times.end())
            return std::nullopt;
        sum.value += found->second.value * one.times;
        sum.low += found->second.low * one.times;
        sum.high += found->second.high * one.times;
        sum.flags |= found->second.flags;
    }
    return sum;
}

std::vector<ExperimentPoint> sharePoints(const std::vector<LayerOperator>& operators, const Times& times, bool fused,
                                         Provenance provenance)
{
    const auto whole = timeOf(operators, times, fused);
    if (!whole || !(whole->value > 0.0))
        return {};
    std::vector<ExperimentPoint> points;
    for (const LayerClass which : allLayerClasses) {
        const Time part = *timeOf(operators, times, fused, which);
        const double othersLow = whole->low - part.low;
        const double othersHigh = whole->high - part.high;
        points.push_back(
            {.series = shareSeries,
             .label = timeRow(which, fused),
             .y = part.value / whole->value,
             .low = part.low / (part.low + othersHigh),
             .high = part.high / (part.high + othersLow),
             .flags = whole->flags,
             .provenance = provenance,
             .note = quantityText(part.value, "s") + " of " + quantityText(whole->value, "s") + ", forward only"});
    }
    return points;
}

std::vector<Finding> findings(const ExperimentResult& result)
{
    const std::vector<LayerOperator> operators = operatorsOf(result);
    const Times times = timesOf(result, operators);
    std::vector<Finding> all;
    addShares(operators, times, all);
    addFusion(operators, times, all);
    const bool hasContraction = std::any_of(operators.begin(), operators.end(), [&](const LayerOperator& one) {
        return one.kind == LayerClass::Contraction && times.contains(one.name);
    });
    if (!times.empty() && !hasContraction)
        all.push_back({"Without the library's matrix products there are no shares of the layer's time.", {}});
    return all;
}

} // namespace ridgepoint::layer
