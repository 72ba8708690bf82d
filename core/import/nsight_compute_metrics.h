// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/figures_in_text.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

/// Internal to core/import: which metrics of Nsight Compute count, by their names.
namespace ridgepoint {

/// What a launch is known by, in seconds, bytes, FLOP and their rates.
enum class NcuSlot : std::size_t {
    Time,
    Dram,
    DramRead,
    DramWrite,
    DramRate,
    DramReadRate,
    DramWriteRate,
    L2,
    L2Rate,
    L1,
    L1Rate,
    Clock,
    FirstOperation, ///< then those of ncuOperations as a count, and those again in FLOP a cycle
};
inline constexpr std::array<std::string_view, 9> ncuOperations{"dadd", "dmul", "dfma", "fadd", "fmul",
                                                               "ffma", "hadd", "hmul", "hfma"};
inline constexpr std::array<std::string_view, 3> ncuPrecisions{"double", "single", "half"}; ///< three operations each
inline constexpr std::size_t ncuFirstOperation = static_cast<std::size_t>(NcuSlot::FirstOperation);
inline constexpr std::size_t ncuFirstPerCycle = ncuFirstOperation + ncuOperations.size();
inline constexpr std::size_t ncuFirstTensor = ncuFirstPerCycle + ncuOperations.size();
inline constexpr std::size_t ncuMostTensorMetrics = 16; ///< and as many again in operations a cycle
inline constexpr std::size_t ncuSlots = ncuFirstTensor + 2 * ncuMostTensorMetrics;

/// What a metric of a known name says.
struct NcuMetric {
    std::size_t slot = 0;
    TextUnit::Of of = TextUnit::Of::Count;
    TextUnit::Per per = TextUnit::Per::Whole;
    double weight = 1.0; ///< FLOP of one
    /// Whether it wins over another metric of its slot: of half precision the derived ones count both numbers of a
    /// pair.
    bool isBetter = false;
};

/// The metric of a name, also of a label of the page of details; nothing where it is of no use. Those of tensor units
/// have no slot of their own: ncuTensorKind() tells them.
[[nodiscard]] std::optional<NcuMetric> ncuMetricNamed(std::string_view name);

/// What a metric of tensor units is: operations of a named source and destination, or something that cannot be told.
enum class NcuTensor { None, FloatingPoint, Integer, Unknown };
inline constexpr std::string_view ncuPerCycle = ".per_cycle_elapsed";

/// What a metric is to the tensor units; None where it is not of theirs.
[[nodiscard]] NcuTensor ncuTensorKind(std::string_view name);

} // namespace ridgepoint
