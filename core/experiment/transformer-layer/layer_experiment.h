// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/model/transformer_layer.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on a transformer's layer.
namespace layer {

/// A time with its interval.
struct Time {
    double value = 0.0;
    double low = 0.0;
    double high = 0.0;
    FlagSet flags{};
};
/// What one launch of each operator takes, by its name.
using Times = std::map<std::string, Time, std::less<>>;

/// Each row is the whole layer, with a class of operators as a part of it.
inline constexpr LabelTerm counted{"operations", "operations (counted)"};
inline constexpr LabelTerm publishedCount{"operations.v100", "operations, V100"};
inline constexpr LabelTerm publishedTime{"time.v100", "time, V100"};
[[nodiscard]] constexpr LabelTerm timeRow(bool fused)
{
    return fused ? LabelTerm{"time.fused", "time, fused"} : LabelTerm{"time.unfused", "time, unfused"};
}

/// A class as a series: its id in files, and what people read.
[[nodiscard]] inline SeriesTerm seriesOf(LayerClass which)
{
    return {nameOf(which), which == LayerClass::Contraction ? "matrix products" : nameOf(which)};
}

/// What Ivanov et al. published of a class.
struct PublishedShare {
    double flop = 0.0;
    double time = 0.0;
};
[[nodiscard]] PublishedShare publishedOf(LayerClass which);

/// The operations of a class over those of the layer.
[[nodiscard]] double flopShare(const std::vector<LayerOperator>& operators, LayerClass which, bool fused);
/// The time of the layer, or of the operators of one class; nothing where an operator of it has none.
[[nodiscard]] std::optional<Time> timeOf(const std::vector<LayerOperator>& operators, const Times& times, bool fused,
                                         std::optional<LayerClass> which = {});
/// The points of a row of time, once every operator of a variant has a time; none before.
[[nodiscard]] std::vector<ExperimentPoint> sharePoints(const std::vector<LayerOperator>& operators, const Times& times,
                                                       bool fused, Provenance provenance);
/// The operators that a result was made of, from its parameters.
[[nodiscard]] std::vector<LayerOperator> operatorsOf(const ExperimentResult& result);
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace layer

} // namespace ridgepoint
