// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What definitions of experiments are made of: parameters, axes, roofs, points and words.
#pragma once

#include "core/experiment/frame/experiment.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A parameter of each kind. The first of the choices is the default.
[[nodiscard]] ExperimentParameter choiceParameter(std::string name, std::string words,
                                                  std::vector<std::string> choices);
[[nodiscard]] ExperimentParameter numberParameter(std::string name, std::string words, std::int64_t usual,
                                                  double lowest, double highest);
[[nodiscard]] ExperimentParameter sizeParameter(std::string name, std::string words, std::string usual, double lowest,
                                                double highest, int tensors = 1);

/// An axis divided linearly, by powers of two or by powers of ten.
[[nodiscard]] ExperimentAxis linearAxis(std::string title, std::string unit = "");
[[nodiscard]] ExperimentAxis binaryAxis(std::string title, std::string unit = "");
[[nodiscard]] ExperimentAxis decimalAxis(std::string title, std::string unit = "");

/// These ids and, behind them, those of the bandwidth roofs of these levels: "l2", "dram", "dram.copy".
[[nodiscard]] std::vector<std::string> withBandwidths(std::vector<std::string> ids,
                                                      std::initializer_list<std::string_view> levels = {"l1", "l2",
                                                                                                        "l3", "dram"});

/// InvalidInput where `wanted` is more than this share of the device's memory. `text`: %1 stands for what is wanted, %2
/// for the memory.
[[nodiscard]] Result<void> fitsInto(const DeviceInfo& device, double share, Bytes wanted, const char* text);

/// The same work, where there is any, by another time.
[[nodiscard]] std::optional<PointWork> lasting(std::optional<PointWork> work, Seconds time);

/// A number that is said and not measured: its interval is itself.
[[nodiscard]] ExperimentPoint saidPoint(SeriesName series, LabelName label, double x, double y, int plot = 0,
                                        Provenance provenance = Provenance::Predicted);

/// The first point of which `is` is true, or null.
template <class Is> [[nodiscard]] const ExperimentPoint* firstPoint(const ExperimentResult& result, Is is)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), is);
    return found == result.points.end() ? nullptr : &*found;
}

/// Every power of two times `smallest` up to the largest, the coarse ones first, so that the whole curve is seen early.
[[nodiscard]] std::vector<std::int64_t> coarseToFine(std::int64_t smallest, std::int64_t largest);
/// The middle one of these, of two the larger; there must be one.
[[nodiscard]] double middleOf(std::vector<double> values);
/// "59", "9.5": a count that was read off between those that were run.
[[nodiscard]] std::string roundCount(double count);
/// "1 element", "2 elements".
[[nodiscard]] std::string counted(std::int64_t count, const char* what);

} // namespace ridgepoint
