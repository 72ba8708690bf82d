// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/threaded_backend.h"

#include "core/model/cost.h"
#include "gpu/runtime/cuda_errors.h"

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

/// No GPU that can be measured is slower than this: fp64 on the smallest is ten times as fast.
constexpr FlopsPerSecond slowestRate{1e10};
constexpr BytesPerSecond slowestBandwidth{1e10};
constexpr Seconds slowestLaunch{1e-3};
/// Of a file that should lie in memory, and of a copy over an old bus.
constexpr BytesPerSecond slowestLoading{1e8};
constexpr double patienceFactor = 20.0;

/// Keeps what belongs to a device that is lost: letting go of it would call libraries that call a driver which may
/// never answer. The list is never destroyed either.
void keepToTheEnd(std::shared_ptr<void> last)
{
    static std::mutex mutex;
    static auto* const kept = new std::vector<std::shared_ptr<void>>; // NOLINT: see above
    const std::lock_guard lock(mutex);
    kept->push_back(std::move(last));
}

/// What the backend, all its works and the calls under way share; the device is only touched in its thread.
struct Shared {
    std::string id;
    DeviceDeadlines deadlines;
    DeviceThread thread;
    std::shared_ptr<MeasuredDevice> device;
    std::atomic<bool> isLost = false;
    std::optional<Error> hung; ///< only the caller's thread uses it

    ~Shared() { release(std::move(device)); }

    /// Lets go of something in the device's thread; when that is stuck or the device lost, never.
    template <class T> void release(std::shared_ptr<T> last)
    {
        if (isLost)
            keepToTheEnd(last);
        thread.post([held = std::move(last)]() mutable { held.reset(); });
    }

    /// Calls `work` in the device's thread; Timeout when it does not come back, now and ever after.
    template <class T> Result<T> call(Seconds deadline, const std::string& what, std::function<Result<T>()> work)
    {
        if (hung)
            return *hung;
        auto result = thread.call<Result<T>>({.deadline = deadline, .mention = {}, .remark = {}}, std::move(work));
        if (result)
            return std::move(*result);
        isLost = true;
        hung = deviceHung(what, deadline);
        return *hung;
    }
};

/// A prepared work of the device, run in the device's thread.
class ThreadedWork final : public PreparedWork {
public:
    /// `slowest` is what one repetition may take on the slowest device.
    ThreadedWork(std::shared_ptr<Shared> shared, std::shared_ptr<PreparedWork> work, std::string what, Seconds slowest)
        : m_shared(std::move(shared)), m_work(std::move(work)), m_what(std::move(what)), m_one(slowest)
    {}
    ~ThreadedWork() override { m_shared->release(std::move(m_work)); }

    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        // The warm-up is one repetition more.
        const Seconds deadline = m_shared->deadlines.run + m_one * (static_cast<double>(repetitions) + 1.0);
        auto timing = m_shared->call<BatchTiming>(deadline, m_what, [shared = m_shared, work = m_work, repetitions] {
            auto result = work->run(repetitions);
            if (!result && shared->device->isLost())
                shared->isLost = true;
            return result;
        });
        if (timing)
            m_one = timing->time / static_cast<double>(repetitions) * patienceFactor;
        return timing;
    }

private:
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<PreparedWork> m_work;
    std::string m_what;
    Seconds m_one;
};

/// Stages of the device, run in the device's thread, which loads by another.
class ThreadedStages final : public StagedWork {
public:
    ThreadedStages(std::shared_ptr<Shared> shared, std::shared_ptr<StagedWork> work, const StagedRequest& request)
        : m_shared(std::move(shared)),
          m_work(std::move(work)),
          m_bytes(static_cast<double>(request.batchBytes) * request.batches),
          m_batches(request.batches)
    {}
    ~ThreadedStages() override { m_shared->release(std::move(m_work)); }
    ThreadedStages(const ThreadedStages&) = delete;
    ThreadedStages& operator=(const ThreadedStages&) = delete;

    Result<StagedRun> run(StagedOrder order, std::int64_t applications) override
    {
        const Flops operations(m_bytes.value() / static_cast<double>(sizeof(float)) * 2.0
                               * static_cast<double>(applications));
        const Seconds slowest = m_bytes / slowestLoading + operations / slowestRate + slowestLaunch * (2.0 * m_batches);
        return m_shared->call<StagedRun>(m_shared->deadlines.run + slowest, "loading, copying and computing batches",
                                         [shared = m_shared, work = m_work, order, applications] {
                                             auto result = work->run(order, applications);
                                             if (!result && shared->device->isLost())
                                                 shared->isLost = true;
                                             return result;
                                         });
    }

private:
    std::shared_ptr<Shared> m_shared;
    std::shared_ptr<StagedWork> m_work;
    Bytes m_bytes; ///< of all batches
    int m_batches;
};

Seconds slowestTime(const Cost& cost)
{
    return cost.flops / slowestRate + cost.bytes / slowestBandwidth
         + slowestLaunch * static_cast<double>(cost.launches);
}

class ThreadedBackend final : public Backend {
public:
    ThreadedBackend(DeviceFacts facts, std::shared_ptr<Shared> shared)
        : m_facts(std::move(facts)), m_shared(std::move(shared))
    {}

    const DeviceInfo& info() const override { return m_facts.info; }
    std::vector<std::string> roofIds() const override { return m_facts.roofIds; }
    std::vector<std::string> variantRoofIds() const override { return m_facts.variantRoofIds; }
    std::vector<MemoryLevel> claimedLevels() const override { return m_facts.claimedLevels; }
    bool needsNewProcess() const override { return m_shared->isLost; }

    Result<ReadyWork> prepare(const WorkRequest& work) override
    {
        if (auto valid = validate(work); !valid)
            return valid.error();
        const std::string name = describe(work);
        auto ready = call<ReadyWork>(m_shared->deadlines.prepare, "preparing " + name,
                                     [work](MeasuredDevice& device) { return device.prepare(work); });
        if (ready)
            ready->work = std::make_unique<ThreadedWork>(m_shared, std::move(ready->work), "running " + name,
                                                         slowestTime(nominalCost(work)));
        return ready;
    }

    Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        auto roof = call<RoofWork>(m_shared->deadlines.prepare, "preparing the roof " + request.id,
                                   [request](MeasuredDevice& device) { return device.prepareRoof(request); });
        if (!roof)
            return roof;
        // Roofs' own work is short by design; a sustained one adds its seconds to the first run.
        roof->work = std::make_unique<ThreadedWork>(m_shared, std::move(roof->work), "measuring the roof " + request.id,
                                                    Seconds(1.0));
        return roof;
    }

    Result<LaunchRecording> recordLaunches(const Workload& workload) override
    {
        if (auto valid = validate(workload); !valid)
            return valid.error();
        // It prepares, warms up and runs.
        const Seconds deadline = m_shared->deadlines.prepare + m_shared->deadlines.run
                               + slowestTime(costOf(workload)) * 3.0;
        return call<LaunchRecording>(deadline, "recording launches",
                                     [workload](MeasuredDevice& device) { return device.recordLaunches(workload); });
    }

    Result<double> busyShare() override
    {
        return call<double>(m_shared->deadlines.run, "querying the utilisation of the GPU",
                            [](MeasuredDevice& device) { return device.busyShare(); });
    }

    Result<std::unique_ptr<StagedWork>> prepareStaged(const StagedRequest& request) override
    {
        auto work = call<std::unique_ptr<StagedWork>>(
            m_shared->deadlines.prepare, "preparing stages that overlap",
            [request](MeasuredDevice& device) { return device.prepareStaged(request); });
        if (!work)
            return work;
        return std::unique_ptr<StagedWork>(std::make_unique<ThreadedStages>(m_shared, std::move(*work), request));
    }

    Result<bool> selftest(const std::function<void(const SelftestLine&)>& report) override
    {
        auto count = call<std::size_t>(m_shared->deadlines.prepare, "preparing the self-test",
                                       [](MeasuredDevice& device) { return Result<std::size_t>(device.selftests()); });
        if (!count)
            return count.error();
        bool passed = true;
        for (std::size_t i = 0; i < *count; ++i) {
            const auto line = call<SelftestLine>(m_shared->deadlines.selftestLine, "checking a kernel",
                                                 [i](MeasuredDevice& device) { return device.selftest(i); });
            if (!line)
                return line.error();
            passed = passed && line->passed;
            report(*line);
        }
        return passed;
    }

private:
    template <class T>
    Result<T> call(Seconds deadline, const std::string& what, std::function<Result<T>(MeasuredDevice&)> work)
    {
        return m_shared->call<T>(deadline, what, [shared = m_shared, work = std::move(work)] {
            auto result = work(*shared->device);
            if (!result && shared->device->isLost())
                shared->isLost = true;
            return result;
        });
    }

    DeviceFacts m_facts;
    std::shared_ptr<Shared> m_shared;
};

} // namespace

Result<std::unique_ptr<Backend>> makeThreadedBackend(DeviceFacts facts,
                                                     std::function<Result<std::unique_ptr<MeasuredDevice>>()> open,
                                                     DeviceDeadlines deadlines)
{
    auto shared = std::make_shared<Shared>();
    shared->id = facts.info.id;
    shared->deadlines = deadlines;
    auto opened = shared->call<std::unique_ptr<MeasuredDevice>>(deadlines.open, "opening " + facts.info.id,
                                                                std::move(open));
    if (!opened)
        return opened.error();
    shared->device = std::move(*opened);
    return std::unique_ptr<Backend>(std::make_unique<ThreadedBackend>(std::move(facts), std::move(shared)));
}

} // namespace ridgepoint
