// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/roof.h"
#include "core/stats/sample.h"

#include <cstdint>
#include <string>
#include <vector>

/// A made-up processor with three caches, whose times follow the roofline: what tests measure instead of a machine.
namespace ridgepoint::test {

inline constexpr int syntheticThreads = 4;

[[nodiscard]] DeviceInfo syntheticDevice();
/// Every roof of the made-up processor at a thread count (0: all), with its knees.
[[nodiscard]] RoofSet syntheticRoofs(int threads);
/// T = L (c^4 + m^4)^(1/4) + L t: the roofline's time with the corner rounded as real machines round it.
[[nodiscard]] Seconds syntheticTime(const Workload& workload);
/// A sample of that time with about one percent of noise, the same for the same workload and round.
[[nodiscard]] Sample syntheticSample(const Workload& workload, int round);

/// The made-up processor as a backend. Nothing is computed: run() returns the modelled time and advances nothing.
class SyntheticBackend final : public Backend {
public:
    SyntheticBackend();
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] DeviceInfo& editableInfo() { return m_info; }
    [[nodiscard]] bool needsNewProcess() const override { return failure.has_value() && failureLasts; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override;
    [[nodiscard]] std::vector<std::string> roofIds() const override;
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override;
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override;
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>& report) override;

    bool selftestPasses = true; ///< false makes the last kernel differ
    std::vector<Roof> besides;  ///< roofs that it has besides the usual ones
    /// Called with the modelled time of each batch; tests advance a clock or stop a run from here.
    std::function<void(Seconds)> onBatch;
    /// Called with the id of each roof that is prepared, or of the level that a point of the curve falls in.
    std::function<void(const std::string&)> onRoof;
    /// When set, every batch fails with it.
    std::optional<Error> failure;
    bool failureLasts = false; ///< the failure costs the process its device
    double roofSlowdown = 1.0; ///< by which roofs come out slower than the work that they predict
    /// What every batch says of its surroundings.
    FlagSet flags;
    std::optional<double> otherLoad;

private:
    [[nodiscard]] Result<ReadyWork> prepareChain(const Workload& workload);

    DeviceInfo m_info;
    int m_prepared = 0; ///< chains so far, each with noise of its own: equal rounds would have no interval
};

} // namespace ridgepoint::test
