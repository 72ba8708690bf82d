// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/levers.h"
#include "core/experiment/frame/experiment.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on what would help.
namespace helping {

/// The regimes in the order of their plots, which are the first three.
inline constexpr std::array regimes{Regime::Overhead, Regime::Memory, Regime::Compute};
inline constexpr int scissorsPlot = 3;
inline constexpr SeriesTerm speedup{"speed-up", "speed-up"};
/// The label of the workload without any lever.
inline constexpr LabelTerm asItIs{"as-it-is", "As it is"};
inline constexpr SeriesTerm processors{"processors", "processors"};
inline constexpr SeriesTerm memory{"memory", "memory"};
/// In how many years each doubled, as the article shows it, and over how many years that is drawn.
inline constexpr double processorsDouble = 1.6, memoryDoubles = 2.7, scissorsYears = 20.0;

[[nodiscard]] int plotOf(Regime regime); ///< which of the three plots, from 0
/// "Limited by launches", "Limited by memory", "Limited by computing".
[[nodiscard]] const char* titleOf(Regime regime);

/// What the three are made of.
struct HelpChoice {
    std::int64_t elements = std::int64_t{1} << 25; ///< of the tensor that memory limits: past every cache
    Precision precision = Precision::Fp64;
    int threads = 0;
};
/// A workload that this regime limits clearly by these roofs: a small tensor whose launches are waited for one by one;
/// a large one with one operation per element; one with so many operations per element that nothing else counts.
/// Unavailable where the roofs know none, or a roof is missing.
[[nodiscard]] Result<Workload> workloadOf(Regime regime, const HelpChoice& choice, const RoofSet& roofs,
                                          DeviceKind kind);
/// Its levers in the same order for every regime: those that can be tried first, then the unit and the devices of which
/// only the roofs speak. At most twice the large tensor is tried, and what a quarter of the memory holds.
[[nodiscard]] Result<std::vector<Lever>> orderedLevers(const Workload& workload, const HelpChoice& choice,
                                                       const RoofSet& roofs, const DeviceInfo& device);
/// "Fuse deeper", "Lower precision, fp32": short, because three plots stand side by side, and without numbers that
/// roofs decide, so that its place on the chart stays.
[[nodiscard]] LabelName labelOf(const Lever& lever);
/// "4096 fp64 numbers, 16 passes of 1 multiply-add, wait-each".
[[nodiscard]] std::string described(const Workload& workload);

/// What is seen: what helps in which regime and what does nothing there, where the prediction was wrong, and the
/// scissors.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace helping

} // namespace ridgepoint
