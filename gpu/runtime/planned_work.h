// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/runtime/cuda_device.h"
#include "gpu/runtime/launch_list.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// What launches that are not waited for one by one are timed by.
enum class Stopwatch {
    Events,    ///< two of the device's, around all of them
    HostClock, ///< from the first submit to the completed wait
};

/// How a plan is to be run.
struct PlannedRun {
    LaunchMode mode = LaunchMode::Queued;
    std::string what; ///< for messages: "the passes of fma fp32"
    Stopwatch stopwatch = Stopwatch::Events;
    bool isLong = false; ///< one repetition takes milliseconds, so it is its own warm-up
};

/// A call plan on the device. In front of a timing, outside of it: memory in place, filled where another work has used
/// it meanwhile, one repetition as warm-up after that, graphs instantiated.
class PlannedWork final : public PreparedWork {
public:
    /// Unavailable when memory does not suffice; the run-time's failures.
    [[nodiscard]] static Result<std::unique_ptr<PlannedWork>> create(std::shared_ptr<CudaDevice> device, CallPlan plan,
                                                                     PlannedRun how);

    /// `repetitions` chains, submitted in the launch mode; wait-each waits for every pass, the others once at the end.
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override;
    /// What run() does before its clock starts; for a reading of another kind.
    [[nodiscard]] Result<void> makeReady();
    /// Submits `repetitions` chains without waiting at the end, as run() does inside its clock.
    [[nodiscard]] CudaStatus submit(std::int64_t repetitions);
    /// One chain, submitted and waited for, of which the observer hears.
    [[nodiscard]] CudaStatus submitOnce(LaunchObserver& observer);
    /// How many launches of the host's one chain is.
    [[nodiscard]] std::size_t handOvers() const { return m_calls.handOvers(); }
    [[nodiscard]] std::size_t kernels() const { return m_plan.calls.size(); }

private:
    PlannedWork(std::shared_ptr<CudaDevice> device, CallPlan plan, PlannedRun how);
    [[nodiscard]] Result<void> bind();
    [[nodiscard]] Result<void> fill();
    [[nodiscard]] CudaStatus waitAtTheEnd();

    std::shared_ptr<CudaDevice> m_device;
    CallPlan m_plan;
    PlannedRun m_how;
    LaunchList m_calls;
    LaunchList m_mirrored;
    std::uint64_t m_owner;
    std::uint64_t m_generation = 0;
    bool m_isBound = false;
    bool m_isWarm = false;
    std::int64_t m_repetition = 0; ///< since the fill
};

} // namespace ridgepoint
