// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/launcher.h"
#include "core/cpu/machine.h"
#include "core/cpu/thread_placement.h"
#include "core/cpu/roof_works.h"
#include "core/cpu/tensor.h"
#include "core/measure/backend.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>

namespace ridgepoint {

class GradientMemory;
class OperatorMemory;

/// Threads of one count and what belongs to them.
struct Team {
    /// One a thread, the caller's first, or none where the system places them. Without, two threads were often seen to
    /// share a core for tens of milliseconds while the other one idled: every tenth roof had a round at half its rate.
    std::vector<int> processors;
    std::shared_ptr<Pool> pool;
    std::unique_ptr<ThreadWatch> watch;
    std::weak_ptr<RoofMemory> roofMemory;
    std::weak_ptr<OperatorMemory> operatorMemory;
    std::weak_ptr<GradientMemory> gradientMemory;
};

/// What all prepared works of the host processor share; they keep it alive.
class CpuDevice {
public:
    CpuDevice(InstructionSet set, int hardwareThreads);

    /// The threads of that count, started when first asked for. InvalidInput outside 1 to the hardware's threads,
    /// Unavailable when the system grants no more threads.
    [[nodiscard]] Result<Team*> team(int threads);
    [[nodiscard]] InstructionSet set() const { return m_set; }
    [[nodiscard]] const KernelTable& kernels() const { return kernelsFor(m_set); }
    [[nodiscard]] Tensor& tensor() { return m_tensor; }
    [[nodiscard]] BusyMonitor& monitor() { return m_monitor; }

private:
    InstructionSet m_set;
    int m_hardwareThreads;
    std::map<int, Team> m_teams;
    Tensor m_tensor;
    BusyMonitor m_monitor;
};

/// Times `work`, a callable, on a team: denormals flushed, the caller bound to its processor meanwhile, threads awake
/// before the clock starts, flags noted. A callable that returns Seconds tells for how long its threads were without a
/// processor. Of one that returns nothing that is known only where every thread is `Busy` from begin to end, at work or
/// spinning for the others: then whatever a thread was not given when one was preempted was lost.
enum class Threads { Busy, Waiting };
template <class Work>
[[nodiscard]] BatchTiming timed(CpuDevice& device, Team& team, Work&& work, Threads threads = Threads::Waiting)
{
    const FlushDenormals flush;
    std::optional<BoundHere> bound;
    if (!team.processors.empty())
        bound.emplace(team.processors.front());
    team.watch->begin(); // also wakes the threads
    constexpr bool isWatched = std::is_same_v<decltype(work()), Seconds>;
    Seconds lost;
    const auto start = std::chrono::steady_clock::now();
    if constexpr (isWatched)
        lost = work();
    else
        work();
    const auto end = std::chrono::steady_clock::now();
    BatchTiming timing{.time = Seconds(std::chrono::duration<double>(end - start).count())};
    const ThreadWatch::Losses losses = team.watch->end();
    // A thread that nothing was taken from fell asleep by itself. What is taken between a look and the clock is not in
    // the time.
    if (threads == Threads::Busy && losses.isPreempted)
        lost = timing.time - losses.least;
    timing.lost = std::clamp(lost, Seconds(), timing.time);
    // What was lost is known and can be taken off; where it is not known, any preemption is worth a remark.
    const bool isKnown = isWatched || threads == Threads::Busy;
    if (isKnown ? timing.lost > timing.time * costlyLoss : losses.isPreempted)
        timing.flags |= Flag::Preempted;
    if (device.monitor().isBusy(team.pool->threads()))
        timing.flags |= Flag::MachineBusy;
    timing.otherLoad = device.monitor().otherLoad();
    return timing;
}

/// The chain of a pointwise workload with its data in place, and the threads that run it.
struct PointwiseChain {
    Team* team = nullptr;
    Chain chain;
};
[[nodiscard]] Result<PointwiseChain> pointwiseChain(const std::shared_ptr<CpuDevice>& device, const Workload& workload);

/// A pointwise workload, ready to run; Unsupported for fp16 and bf16, InvalidInput for impossible counts.
[[nodiscard]] Result<ReadyWork> preparePointwise(const std::shared_ptr<CpuDevice>& device, const Workload& workload);

/// One run of a workload's chain with the times of each hand-over and pass, by thread. Fails as preparePointwise does.
[[nodiscard]] Result<LaunchRecording> recordPointwise(const std::shared_ptr<CpuDevice>& device,
                                                      const Workload& workload);

/// compute.<precision>.<operation> in fp32 and fp64: the workload's own kernel on data that stays in registers (cheap
/// operations) or in 16 KiB of first-level cache a thread (gelu, exp, cos).
[[nodiscard]] std::vector<std::string> computeRoofIds();
[[nodiscard]] Result<RoofWork> prepareComputeRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request);

/// bandwidth.*. Works of one team share its memory, which goes with the last of them.
[[nodiscard]] Result<RoofWork> prepareBandwidthRoof(const std::shared_ptr<CpuDevice>& device,
                                                    const RoofRequest& request);

/// compute.bf16.matrix and compute.int8.matrix, where the processor has AMX tiles that compute so.
[[nodiscard]] std::vector<std::string> matrixRoofIds();
[[nodiscard]] bool isMatrixRoof(std::string_view id);
[[nodiscard]] Result<RoofWork> prepareMatrixRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request);

/// compute.int32.add, .mul, compute.int64.add, .mul, and compute.int8.dot where instruction set and processor have it.
[[nodiscard]] std::vector<std::string> integerRoofIds(InstructionSet set);
[[nodiscard]] bool isIntegerRoof(std::string_view id);
[[nodiscard]] Result<RoofWork> prepareIntegerRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request);

/// latency.l1 to latency.dram, for the levels named: seconds a load that waits for the one before, on one thread.
[[nodiscard]] std::vector<std::string> levelLatencyRoofIds(const std::vector<MemoryLevel>& claimed);
[[nodiscard]] bool isLevelLatencyRoof(std::string_view id);
[[nodiscard]] Result<RoofWork> prepareLevelLatencyRoof(const std::shared_ptr<CpuDevice>& device,
                                                       const RoofRequest& request);

/// launch.wait_each, launch.queued, launch.graph, launch.fixed: chains of passes that have nothing to do.
[[nodiscard]] std::vector<std::string> launchRoofIds();
[[nodiscard]] Result<RoofWork> prepareLaunchRoof(const std::shared_ptr<CpuDevice>& device, const RoofRequest& request);

/// Every kernel of every instruction set that the processor supports (the one in use first) against the reference;
/// false when any differed.
[[nodiscard]] bool runSelftest(InstructionSet inUse, const std::function<void(const SelftestLine&)>& report);

} // namespace ridgepoint
