// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/measure/backend.h"
#include "core/model/cost.h"
#include "core/model/units.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

/// The parts of the experiment on benchmark mistakes.
namespace ridgepoint {
/// A queue in front of a device: what is submitted runs in a thread of its own, and submitting returns at once.
class WorkQueue {
public:
    WorkQueue();
    /// Waits for what was submitted.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// The time that the host sees until the call returns, which is before the work is done. One work at a time.
    [[nodiscard]] Seconds submit(std::function<void()> work);
    void wait();

private:
    void serve();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::function<void()> m_work;
    bool m_busy = false;
    bool m_ending = false;
    std::thread m_thread; ///< last: it uses all of the above
};

/// A program beside the measured one: keeps a processor busy for a third of the time while it lives.
class Disturbance {
public:
    Disturbance();
    ~Disturbance();
    Disturbance(const Disturbance&) = delete;
    Disturbance& operator=(const Disturbance&) = delete;

private:
    std::atomic<bool> m_ending = false;
    std::thread m_thread;
};

/// The system's cheap clock, which stands still between two ticks.
[[nodiscard]] Seconds coarseNow();
/// From one tick to the next.
[[nodiscard]] Seconds coarseTick();

/// The ways to time the pass, as the chart names them.
namespace mistake {
inline constexpr LabelTerm right{"right", "The right way"};
inline constexpr LabelTerm noWait{"no-wait", "Clock stopped before the work was done"};
inline constexpr LabelTerm firstCall{"first-call", "First call, with its set-up"};
inline constexpr LabelTerm coarseClock{"coarse-clock", "One run with a coarse clock"};
inline constexpr LabelTerm cached{"cached", "Data small enough for the cache"};
inline constexpr LabelTerm disturbed{"disturbed", "Mean with another program running"};
inline constexpr LabelTerm counted{"counted", "Traffic counted that never moved"};
/// The note on the clock that was stopped too early: what it timed, on a device with a queue of its own and on one
/// without.
inline constexpr const char* untilLaunched = "until the launch returned, with the two events that record it";
inline constexpr const char* untilHandedOver =
    "until a thread had the pass to run: this device's kernels have no queue of their own";
inline constexpr std::array all{noWait, firstCall, coarseClock, cached, disturbed, counted};
} // namespace mistake

/// What the ways run: the pass itself, the same over a tensor that fits a cache (queued on a GPU), and eight fused
/// operations in one pass, whose traffic is counted as if each of them had gone to memory.
struct MistakeWorks {
    Workload pass;
    Workload cached;
    Workload fused;
    Bytes fusedClaim;
};

[[nodiscard]] MistakeWorks mistakeWorks(std::int64_t elements, const RoofSet& roofs, int threads,
                                        DeviceKind device); ///< elements: of the pass
/// Single readings in seconds are whole ticks: the middle one, from the fewest to the most. One of no tick at all is an
/// infinite rate, of which a chart can show only that the interval has no upper end: it is cut at one tick.
[[nodiscard]] ExperimentPoint coarsePoint(const std::vector<double>& readings, FlagSet flags, Bytes bytes,
                                          Seconds tick);
[[nodiscard]] std::vector<ExperimentStep> mistakeSteps(const MistakeWorks& works, int rounds, DeviceKind device);
/// What each way over- or understates by.
[[nodiscard]] std::vector<Finding> mistakeFindings(const ExperimentResult& result);

} // namespace ridgepoint
