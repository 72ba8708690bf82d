// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/pytorch_operators.h"
#include "core/model/result.h"
#include "core/session/byte_source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Internal to core/import.
namespace ridgepoint {

/// What an event of a trace is, by its "cat".
enum class TraceCategory { Other, Operator, Kernel, Copy, Fill };

/// A complete event ("ph": "X") of PyTorch's profiler. What it has not, or not as a number, is empty or 0.
struct TraceEvent {
    TraceCategory category = TraceCategory::Other;
    std::string name;
    std::optional<double> start;    ///< microseconds
    std::optional<double> duration; ///< microseconds
    double process = 0.0;
    double thread = 0.0;
    std::uint64_t id = 0; ///< "External id": of an operator, and of the kernels that it launched
    double device = 0.0;
    std::optional<double> bytes;           ///< of a copy
    std::optional<double> flops;           ///< "kernel_flop"
    std::optional<double> gigabytes;       ///< "kernel_num_gb"
    std::span<const OperatorInput> inputs; ///< of an operator whose shapes were recorded
};

/// A GPU as the head of a trace names it.
struct TraceDevice {
    double id = 0.0;
    std::string name;
};

/// Reads a trace and hands each complete event that is not of another category to `take`, which says what is wrong with
/// it; empty for nothing. Holds one event at a time. Corrupt names the event by its place in the file, from 1.
[[nodiscard]] Result<std::vector<TraceDevice>> readTraceEvents(
    ByteSource& source, const std::function<std::string(const TraceEvent&)>& take);

} // namespace ridgepoint
