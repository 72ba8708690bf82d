// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/regime.h"
#include "tests/support/disturbances.h"
#include "tests/support/model_backend.h"

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

/// A made-up processor whose every time is known, and which is disturbed as real ones are.
namespace ridgepoint::test {

/// The terms of a workload's time, all launches together.
struct TrueTerms {
    Seconds compute;     ///< F / P, at the efficiency that this kernel has
    Seconds memory;      ///< B / W of what serves the tensor, at the efficiency of this size
    Seconds underFilled; ///< L k lambda: what a chain of dependent operations takes at least
    Seconds overhead;    ///< L t
    double corner = 5.0; ///< p of (C^p + M^p + U^p)^(1/p)

    [[nodiscard]] Seconds work() const;
    [[nodiscard]] Seconds time() const { return work() + overhead; }
    [[nodiscard]] Seconds of(Regime regime) const;
    /// What each term has of the time: w C^p / (C^p + M^p + U^p) and alike, and L t / T, with w = 1 - L t / T.
    [[nodiscard]] Shares shares() const;
};

/// The truth of the device: 500 GFLOP/s of fma, three caches and memory, whose kernels reach 0.6 to 1 of the roofs by
/// operations and by size, with corners between the terms that are rounder in some places than in others. The seed says
/// where.
class DisturbedTruth {
public:
    explicit DisturbedTruth(std::uint64_t seed);
    [[nodiscard]] TrueTerms termsOf(const Workload& workload, const MachineState& state = {}) const;
    /// What a pass in place over so much memory reaches at best.
    [[nodiscard]] BytesPerSecond bandwidthAt(Bytes footprint, const MachineState& state = {}) const;
    /// A roof as it is: B/s, op/s or seconds; 0 for an id that the device has not.
    [[nodiscard]] double roof(const std::string& id, const MachineState& state = {}) const;

private:
    double m_slowOperations; ///< log2 of the operations at which the kernels are least efficient
    double m_slowSize;       ///< of the elements, for arithmetic
    double m_slowTraffic;    ///< and for memory
    double m_cornerPhase;
};

/// One batch of a workload as it went.
struct DisturbedBatch {
    Workload workload;
    Seconds begin;
    std::int64_t repetitions = 0;
    Seconds time;
    Seconds lost;
    MachineState state; ///< at its begin
};

/// The device as a backend: computes nothing, turns the clock by what the work takes. Readings vary by some 1.5 %, each
/// like the one before it in part. The clock must outlive it.
class DisturbedBackend final : public Backend {
public:
    DisturbedBackend(const Disturbances& disturbances, std::uint64_t seed, FakeClock& clock);

    [[nodiscard]] const DisturbedTruth& truth() const;
    /// Every batch of a workload, in order; roofs' are not among them.
    [[nodiscard]] const std::vector<DisturbedBatch>& batches() const;

    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest& work) override;
    [[nodiscard]] std::vector<std::string> roofIds() const override;
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override;
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override;
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    struct Machine;
    class Work;
    [[nodiscard]] Result<ReadyWork> prepareChain(const Workload& workload);

    std::shared_ptr<Machine> m_machine;
    DeviceInfo m_info;
};

} // namespace ridgepoint::test
