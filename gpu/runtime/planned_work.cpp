// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/planned_work.h"

namespace ridgepoint {

PlannedWork::PlannedWork(std::shared_ptr<CudaDevice> device, CallPlan plan, PlannedRun how)
    : m_device(std::move(device)),
      m_plan(std::move(plan)),
      m_how(std::move(how)),
      m_calls(m_device->api(), m_device->stream(), m_how.mode),
      m_mirrored(m_device->api(), m_device->stream(), m_how.mode),
      m_owner(m_device->memory().newOwner())
{}

Result<std::unique_ptr<PlannedWork>> PlannedWork::create(std::shared_ptr<CudaDevice> device, CallPlan plan,
                                                         PlannedRun how)
{
    std::unique_ptr<PlannedWork> work(new PlannedWork(std::move(device), std::move(plan), std::move(how)));
    if (auto bound = work->bind(); !bound)
        return bound.error();
    return work;
}

Result<void> PlannedWork::bind()
{
    DeviceMemory& memory = m_device->memory();
    if (auto reserved = m_device->reserve(m_plan.buffers, m_how.what); !reserved)
        return reserved;
    if (m_isBound && m_generation == memory.generation())
        return {};
    m_isBound = false;
    const std::vector<std::byte*> buffers = memory.place(m_plan.buffers);
    const KernelFinder find = [this](const std::string& name, KernelHandle& kernel) {
        return m_device->findKernel(name, kernel);
    };
    CudaStatus status = m_calls.prepare(m_plan.calls, buffers, find);
    if (status == cudaOk)
        status = m_mirrored.prepare(m_plan.mirrored, buffers, find);
    if (auto ready = m_device->check(status, "preparing " + m_how.what); !ready)
        return ready;
    m_generation = memory.generation();
    m_isBound = true;
    return {};
}

Result<void> PlannedWork::fill()
{
    LaunchList list(m_device->api(), m_device->stream(), LaunchMode::Queued);
    const std::vector<std::byte*> buffers = m_device->memory().place(m_plan.buffers);
    const KernelFinder find = [this](const std::string& name, KernelHandle& kernel) {
        return m_device->findKernel(name, kernel);
    };
    CudaStatus status = list.prepare(m_plan.fill, buffers, find);
    if (status == cudaOk)
        status = list.submit();
    if (status == cudaOk)
        status = m_device->api().wait(m_device->stream());
    return m_device->check(status, "filling the memory of " + m_how.what);
}

Result<void> PlannedWork::makeReady()
{
    if (m_device->lost())
        return *m_device->lost();
    if (auto bound = bind(); !bound)
        return bound;
    const bool hasData = !m_plan.buffers.empty();
    if (m_isWarm && (!hasData || m_device->memory().owner() == m_owner))
        return {};
    m_isWarm = false;
    m_repetition = 0;
    if (hasData) {
        m_device->memory().setOwner(0); // until the fill has succeeded, nobody's
        if (auto filled = fill(); !filled)
            return filled;
        m_device->memory().setOwner(m_owner);
    }
    if (!m_how.isLong) {
        CudaStatus status = submit(1);
        if (status == cudaOk)
            status = waitAtTheEnd();
        if (auto warmed = m_device->check(status, "warming up for " + m_how.what); !warmed)
            return warmed;
    }
    m_isWarm = true;
    return {};
}

CudaStatus PlannedWork::submit(std::int64_t repetitions)
{
    for (std::int64_t i = 0; i < repetitions; ++i, ++m_repetition) {
        LaunchList& list = m_repetition % 2 != 0 && !m_mirrored.empty() ? m_mirrored : m_calls;
        if (const CudaStatus status = list.submit(); status != cudaOk)
            return status;
    }
    return cudaOk;
}

CudaStatus PlannedWork::submitOnce(LaunchObserver& observer)
{
    LaunchList& list = m_repetition % 2 != 0 && !m_mirrored.empty() ? m_mirrored : m_calls;
    ++m_repetition;
    CudaStatus status = list.submit(observer);
    if (status != cudaOk || m_how.mode == LaunchMode::WaitEach)
        return status;
    status = observer.beforeWait();
    if (status == cudaOk)
        status = waitAtTheEnd();
    return status == cudaOk ? observer.afterWait() : status;
}

CudaStatus PlannedWork::waitAtTheEnd()
{
    return m_how.mode == LaunchMode::WaitEach ? cudaOk : m_device->api().wait(m_device->stream());
}

Result<BatchTiming> PlannedWork::run(std::int64_t repetitions)
{
    if (auto ready = makeReady(); !ready)
        return ready.error();
    const auto chains = [&] { return submit(repetitions); };
    if (m_how.mode == LaunchMode::WaitEach) // every launch's way to the host and back is what it costs
        return timedOn(*m_device, "running " + m_how.what, chains);
    if (m_how.stopwatch == Stopwatch::HostClock)
        return timedOn(*m_device, "running " + m_how.what, [&] {
            const CudaStatus submitted = chains();
            const CudaStatus waited = waitAtTheEnd(); // whatever happened: nothing may run into the next reading
            return submitted == cudaOk ? waited : submitted;
        });
    return timedInStream(*m_device, "running " + m_how.what, chains);
}

} // namespace ridgepoint
