// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/loading_pipeline.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// How fast data get to where they are computed with, by the size of a transfer, and what overlapping the stages saves.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeTransfers();

/// The parts of the experiment on transfers.
namespace transfers {

inline constexpr int bandwidthPlot = 0;
inline constexpr int totalPlot = 1;
inline constexpr int timelinePlot = 2;
inline constexpr std::int64_t smallest = 4096;

inline constexpr const char* byRead = "read() of a cached file";
inline constexpr const char* byMap = "mmap of a cached file";
inline constexpr const char* inMemory = "copy in memory";

/// Series of a GPU: words and the roof whose work it is.
struct DeviceCopy {
    const char* series;
    const char* roof;
};
inline constexpr std::array deviceCopies{DeviceCopy{"to the device, pageable", "bandwidth.h2d"}, DeviceCopy{"to the device, pinned", "bandwidth.h2d.pinned"},
                                         DeviceCopy{"from the device, pageable", "bandwidth.d2h"}, DeviceCopy{"from the device, pinned", "bandwidth.d2h.pinned"}};

/// A transfer's time by its size: what it costs however small it is, and what each byte adds.
struct LatencyModel {
    Seconds floor;
    BytesPerSecond roof;
    [[nodiscard]] Seconds time(Bytes size) const { return floor + size / roof; }
    /// The size at which half the roof is reached: as long in the floor as on the way.
    [[nodiscard]] Bytes halfSize() const { return Bytes(floor.value() * roof.value()); }
};
/// The model through a small and a large transfer; nothing where the larger one does not take longer.
[[nodiscard]] std::optional<LatencyModel> modelThrough(Bytes small, Seconds smallTime, Bytes large, Seconds largeTime);

/// Smallest and largest first, because they predict the others, then coarse to fine; powers of two.
[[nodiscard]] std::vector<std::int64_t> sizesToMeasure(std::int64_t largest);

/// The steps of the host, of a GPU, and of the three stages.
[[nodiscard]] std::vector<ExperimentStep> hostSteps(std::int64_t largest);
[[nodiscard]] std::vector<ExperimentStep> deviceSteps(std::int64_t largest);
[[nodiscard]] std::vector<ExperimentStep> overlapSteps(std::int64_t batchBytes, int batches);

/// What is seen: floors, roofs, what pinning gains, and what overlapping saves beside what it could.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace transfers

} // namespace ridgepoint
