// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_launch_roofs.h"

#include "gpu/runtime/gated_timer.h"
#include "gpu/runtime/planned_work.h"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int longLaunchChain = 1024;
/// Each is waited for, so nothing is fixed per chain; a short one keeps readings short.
constexpr int waitedChain = 16;

Result<std::unique_ptr<PlannedWork>> chainOf(const std::shared_ptr<CudaDevice>& device, int launches, LaunchMode mode)
{
    auto roof = planLaunches(launches, device->setup().shape);
    if (!roof)
        return roof.error();
    return PlannedWork::create(device, std::move(roof->plan), {.mode = mode, .what = "kernels of one tile"});
}

/// What a chain costs besides its launches: with T1 and T2 the times of graphs of one and of two, 2 T1 - T2.
class FixedWork final : public PreparedWork {
public:
    FixedWork(std::unique_ptr<PlannedWork> one, std::unique_ptr<PlannedWork> two)
        : m_one(std::move(one)), m_two(std::move(two))
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const auto one = m_one->run(repetitions);
        if (!one)
            return one.error();
        const auto two = m_two->run(repetitions);
        if (!two)
            return two.error();
        // The difference can vanish in noise; a caller that doubles repetitions until time passes must still end.
        return BatchTiming{.time = std::max(one->time * 2.0 - two->time, one->time * 0.01),
                           .flags = one->flags | two->flags,
                           .clock = two->clock,
                           .isSlowdownKnown = one->isSlowdownKnown || two->isSlowdownKnown,
                           .differenceOf = std::max(one->time, two->time)};
    }

private:
    std::unique_ptr<PlannedWork> m_one;
    std::unique_ptr<PlannedWork> m_two;
};

Result<RoofWork> prepareFixed(const std::shared_ptr<CudaDevice>& device)
{
    auto one = chainOf(device, 1, LaunchMode::Graph);
    if (!one)
        return one.error();
    auto two = chainOf(device, 2, LaunchMode::Graph);
    if (!two)
        return two.error();
    return RoofWork{.kind = RoofKind::Launch,
                    .amount = 1.0,
                    .method = "twice the time of a graph of one kernel of one tile minus that of a graph of two, "
                              "launched one after the other; timed by two events around all of them",
                    .work = std::make_unique<FixedWork>(std::move(*one), std::move(*two))};
}

/// Kernels that are all submitted before the first of them begins.
class GatedWork final : public PreparedWork {
public:
    GatedWork(const std::shared_ptr<CudaDevice>& device, std::unique_ptr<PlannedWork> chain)
        : m_timer(device), m_chain(std::move(chain))
    {}

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        // Other works use the same memory between two batches, and may have moved it.
        if (auto ready = m_chain->makeReady(); !ready)
            return ready.error();
        BatchTiming all{.isSlowdownKnown = false};
        for (std::int64_t i = 0; i < repetitions; ++i) {
            const auto time = gated();
            if (!time)
                return time.error();
            all.time += *time;
        }
        return all;
    }

private:
    /// A host that is held up now and then is given another try; where launching always blocks, as under a tool that
    /// looks at every launch, this roof alone is not to be had.
    [[nodiscard]] Result<Seconds> gated()
    {
        constexpr int tries = 3;
        for (int i = 1;; ++i) {
            auto time = m_timer.time(GatedTimer::mostLaunches, "timing kernels of one tile on the device alone",
                                     [this] { return m_chain->submit(1); });
            if (time || time.error().kind != ErrorKind::Timeout)
                return time;
            if (i == tries) {
                Error late = time.error();
                late.kind = ErrorKind::Unavailable;
                return late;
            }
        }
    }

    GatedTimer m_timer;
    std::unique_ptr<PlannedWork> m_chain;
};

Result<RoofWork> prepareGap(const std::shared_ptr<CudaDevice>& device)
{
    constexpr int launches = GatedTimer::mostLaunches;
    auto chain = chainOf(device, launches, LaunchMode::Queued);
    if (!chain)
        return chain.error();
    return RoofWork{.kind = RoofKind::Launch,
                    .amount = launches,
                    .method = std::to_string(launches)
                            + " launches of a kernel of one tile, all in the queue before the first begins; timed by "
                              "two events around all of them",
                    .work = std::make_unique<GatedWork>(device, std::move(*chain))};
}

std::string methodOf(LaunchMode mode, int count, const std::string& what)
{
    const std::string kernels = std::to_string(count) + " launches of " + what;
    switch (mode) {
    case LaunchMode::WaitEach: return kernels + ", each waited for; timed by the host's clock";
    case LaunchMode::Queued: return kernels + ", one after the other" + timedByEvents;
    case LaunchMode::Graph: return "a graph of " + kernels + " in a chain" + timedByEvents;
    }
    return kernels;
}

} // namespace

Result<RoofWork> prepareLaunchRoof(const std::shared_ptr<CudaDevice>& device, const std::string& id)
{
    if (id == launchFixedRoofId)
        return prepareFixed(device);
    if (id == deviceGapRoofId)
        return prepareGap(device);
    for (const LaunchMode mode : allLaunchModes) {
        if (launchRoofId(mode) != id)
            continue;
        const int count = mode == LaunchMode::WaitEach ? waitedChain : longLaunchChain;
        auto roof = planLaunches(count, device->setup().shape);
        if (!roof)
            return roof.error();
        auto work = PlannedWork::create(device, std::move(roof->plan), {.mode = mode, .what = "kernels of one tile"});
        if (!work)
            return work.error();
        return RoofWork{.kind = RoofKind::Launch,
                        .amount = roof->amount,
                        .method = methodOf(mode, count, roof->method),
                        .work = std::move(*work)};
    }
    return Error{ErrorKind::Unsupported, "cuda.roof-unknown", "This GPU has no roof \"%1\"; leave it out.", {id}};
}

} // namespace ridgepoint
