// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/experiment/transfers/loading_pipeline.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The parts of the experiment on transfers.
namespace transfers {

inline constexpr int bandwidthPlot = 0;
inline constexpr int totalPlot = 1;
inline constexpr int timelinePlot = 2;
inline constexpr std::int64_t smallest = 4096;

inline constexpr SeriesTerm byRead{"read", "read() of a cached file"};
inline constexpr SeriesTerm byMap{"mmap", "mmap of a cached file"};
inline constexpr SeriesTerm inMemory{"memory", "copy in memory"};
inline constexpr std::array hostSeries{byRead, byMap, inMemory};

/// Series of a GPU: words and the roof whose work it is.
struct DeviceCopy {
    SeriesTerm series;
    const char* roof;
};
inline constexpr std::array deviceCopies{DeviceCopy{{"h2d", "to the device, pageable"}, "bandwidth.h2d"},
                                         DeviceCopy{{"h2d-pinned", "to the device, pinned"}, "bandwidth.h2d.pinned"},
                                         DeviceCopy{{"d2h", "from the device, pageable"}, "bandwidth.d2h"},
                                         DeviceCopy{{"d2h-pinned", "from the device, pinned"}, "bandwidth.d2h.pinned"}};

/// A transfer's time by its size: what it costs however small it is, and what each byte adds.
struct LatencyModel {
    Seconds floor;
    BytesPerSecond roof;
    [[nodiscard]] Seconds time(Bytes size) const { return floor + size / roof; }
};

/// What a transfer of the host is made of, each measured by itself with one thread, as a transfer is: what theory adds
/// up.
struct HostCosts {
    Seconds call; ///< of a read() of one byte
    Seconds map;  ///< of mapping one page, touching it and unmapping it
    Seconds page; ///< of each further page that is touched
    std::map<std::int64_t, BytesPerSecond>
        roofs{}; ///< of the memory that both buffers of a transfer of that size fall in, read and written
    bool hasCall = false;
    bool hasMap = false;
};
/// T = t0 + pages t_page + 2 B / W: a copy reads every byte and writes it once; nothing where a part is not known yet.
[[nodiscard]] std::optional<Seconds> predictedTime(const HostCosts& costs, const SeriesName& series,
                                                   std::int64_t bytes);
/// A transfer of the host as the same theory counts it, over the rate and the floor that were measured for its size;
/// nothing where predictedTime() says nothing.
[[nodiscard]] std::optional<PointWork> hostWork(const HostCosts& costs, const SeriesName& series, std::int64_t bytes,
                                                Seconds time);
/// A transfer between host and GPU: every byte once over the roof of its way, and a queued launch.
[[nodiscard]] PointWork deviceWork(const DeviceCopy& copy, std::int64_t bytes, Seconds time);

/// Smallest and largest first, because they span the curve, then coarse to fine; powers of two.
[[nodiscard]] std::vector<std::int64_t> sizesToMeasure(std::int64_t largest);

/// The steps of the host, of a GPU, and of the three stages. Those of the host begin with costSteps(), `costCount` of
/// them, and then go from size to size, hostSeries each.
struct HostSteps {
    std::vector<ExperimentStep> steps;
    std::size_t costCount = 0;
};
[[nodiscard]] HostSteps hostSteps(std::int64_t largest);
/// What comes first among them: what the prediction is made of, kept in `costs`. `file` is one of ours that is long
/// enough, or why there is none.
[[nodiscard]] std::vector<ExperimentStep> costSteps(std::int64_t largest, const std::function<Result<int>()>& file,
                                                    const std::shared_ptr<HostCosts>& costs);
[[nodiscard]] std::vector<ExperimentStep> deviceSteps(std::int64_t largest);
[[nodiscard]] std::vector<ExperimentStep> overlapSteps(std::int64_t batchBytes, int batches);
/// The same three stages where the host loads and a device copies and computes.
[[nodiscard]] std::vector<ExperimentStep> stagedSteps(std::int64_t batchBytes, int batches);

/// The label of what memory would take for all that the stages move, were it alone.
inline constexpr LabelTerm moved{"moved", "at memory's roof"};

/// What is seen: floors, roofs, what pinning gains, and what overlapping saves beside what it could.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result);

} // namespace transfers

} // namespace ridgepoint
