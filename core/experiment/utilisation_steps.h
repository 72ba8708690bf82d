// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <vector>

/// The parts of the experiment on utilisation.
namespace ridgepoint::utilising {

inline constexpr const char* systemSeries = "CPU-% of the system";
inline constexpr const char* driverSeries = "GPU-Util of the driver";
inline constexpr const char* usedSeries = "share of the compute roof";
inline constexpr const char* spinning = "One thread that spins";
inline constexpr const char* passing = "A pass over memory";
inline constexpr const char* computing = "Work in registers";

/// One way to be busy that computes something.
struct Way {
    const char* label;
    Workload workload;
    const char* level; ///< of memory, that its tensor comes from
};

/// The roof that shares are taken of.
[[nodiscard]] std::string peakRoof();
/// In the order in which they are measured; a processor's spinning thread computes nothing and is none of them.
[[nodiscard]] std::vector<Way> waysOf(DeviceKind kind, std::int64_t elements, int threads);
/// A processor's: each a round of a fifteenth of a second, by the operating system's processor time.
[[nodiscard]] std::vector<ExperimentStep> processorSteps(const std::vector<Way>& ways);
/// A GPU's: each kept up until the driver's sampling period lies within it, in pieces. The first step asks whether the
/// driver tells anything; where it does not, the shares of the compute roof are measured alone.
[[nodiscard]] std::vector<ExperimentStep> gpuSteps(const std::vector<Way>& ways);

} // namespace ridgepoint::utilising
