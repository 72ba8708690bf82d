// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <string>
#include <vector>

/// The parts of the overhead ladder.
namespace ridgepoint {

/// The rungs, as the chart names them.
namespace rung {
inline constexpr const char* python = "Python, a loop";
inline constexpr const char* numpyOne = "NumPy, one element a call";
inline constexpr const char* numpyMany = "NumPy, 65536 elements a call";
inline constexpr const char* torchOne = "PyTorch, one element a call";
inline constexpr const char* dispatcher = "C++, a small dispatcher";
inline constexpr const char* boxed = "C++, boxed and dispatched";
inline constexpr const char* scalar = "C++, one after the other";
inline constexpr const char* vector = "Vector unit, one core";
inline constexpr const char* cores = "Vector units, all cores";
inline constexpr const char* matrix = "Matrix unit, all cores";
inline constexpr const char* processor =
    "Vector and matrix units of the processor"; ///< in their place where it cannot be measured
inline constexpr const char* gpu = "GPU, vector units";
inline constexpr const char* gpuMatrix = "GPU, matrix units";
} // namespace rung

/// Reads the lines "name number number …" that the interpreter printed: rates of operations of that name. Lines of
/// another form are passed over.
[[nodiscard]] std::vector<double> ratesIn(const std::string& output, const std::string& name);
/// A rung of rates, at least one: their 75th percentile, which is that of the 25th percentile of times, and the range
/// of all.
[[nodiscard]] ExperimentPoint ratePoint(const char* label, const std::vector<double>& rates);
/// The interpreter's rungs. `program` is started as it is named, three times; they have `longest` together, each its
/// part of what is left, before it is killed.
[[nodiscard]] std::vector<ExperimentStep> interpreterSteps(const std::string& program, Seconds longest);
/// The rungs of compiled code that the device's roofs do not have.
[[nodiscard]] std::vector<ExperimentStep> compiledSteps();
/// A compute roof as a rung, at a number of threads: of the measured device, or of `host` beside it, which must outlive
/// the step and whose numbers have no work, because the roofs are the device's.
[[nodiscard]] ExperimentStep roofStep(const std::string& label, const std::string& roof, int threads,
                                      Backend* host = nullptr);

} // namespace ridgepoint
