// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <array>
#include <string>
#include <vector>

/// The parts of the overhead ladder.
namespace ridgepoint {

/// The rungs, as the chart names them.
namespace rung {
inline constexpr LabelTerm python{"python-loop", "Python, a loop"};
inline constexpr LabelTerm numpyOne{"numpy-one", "NumPy, one element per call"};
inline constexpr LabelTerm numpyMany{"numpy-many", "NumPy, 65536 elements per call"};
inline constexpr LabelTerm torchOne{"torch-one", "PyTorch, one element per call"};
inline constexpr LabelTerm dispatcher{"dispatcher", "C++, a small dispatcher"};
inline constexpr LabelTerm boxed{"boxed", "C++, boxed and dispatched"};
inline constexpr LabelTerm scalar{"scalar", "C++, one after the other"};
inline constexpr LabelTerm vector{"vector", "Vector unit, one core"};
inline constexpr LabelTerm cores{"cores", "Vector units, all cores"};
inline constexpr LabelTerm matrix{"matrix", "Matrix unit, all cores"};
inline constexpr LabelTerm processor{
    "processor", "Vector and matrix units of the processor"}; ///< in their place where it cannot be measured
inline constexpr LabelTerm gpu{"gpu", "GPU, vector units"};
inline constexpr LabelTerm gpuMatrix{"gpu-matrix", "GPU, matrix units"};
inline constexpr std::array all{python, numpyOne, numpyMany, torchOne,  dispatcher, boxed,    scalar,
                                vector, cores,    matrix,    processor, gpu,        gpuMatrix};
} // namespace rung

/// Reads the lines "name number number …" that the interpreter printed: rates of operations of that name. Lines of
/// another form are passed over.
[[nodiscard]] std::vector<double> ratesIn(const std::string& output, const std::string& name);
/// A rung of rates, at least one: their 75th percentile, which is that of the 25th percentile of times, and the range
/// of all.
[[nodiscard]] ExperimentPoint ratePoint(const LabelName& label, const std::vector<double>& rates);
/// The interpreter's rungs. `program` is started as it is named, three times; they have `longest` together, each its
/// part of what is left, before it is killed.
[[nodiscard]] std::vector<ExperimentStep> interpreterSteps(const std::string& program, Seconds longest);
/// The rungs of compiled code that the device's roofs do not have.
[[nodiscard]] std::vector<ExperimentStep> compiledSteps();
/// A compute roof as a rung, at a number of threads: of the measured device, or of `host` beside it, which must outlive
/// the step and whose numbers have no work, because the roofs are the device's.
[[nodiscard]] ExperimentStep roofStep(const LabelName& label, const std::string& roof, int threads,
                                      Backend* host = nullptr);

} // namespace ridgepoint
