// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_staged_work.h"

#include "gpu/plan/element.h"
#include "gpu/plan/workload_plan.h"
#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/host_memory.h"
#include "gpu/runtime/launch_list.h"
#include "gpu/runtime/loading_thread.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int mostStagedBatches = 1024;

/// The clock of CudaApi::now(), for the thread that loads: it must not call the device's.
Seconds stagedClock()
{
    return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

/// Around a batch's copy and its computing.
struct BatchEvents {
    EventHandle copyBegan = nullptr;
    EventHandle copied = nullptr;
    EventHandle computingBegan = nullptr;
    EventHandle computed = nullptr;
};

class CudaStagedWork final : public StagedWork {
public:
    CudaStagedWork(std::shared_ptr<CudaDevice> device, StagedRequest request)
        : m_device(std::move(device)), m_request(std::move(request))
    {}
    ~CudaStagedWork() override;
    CudaStagedWork(const CudaStagedWork&) = delete;
    CudaStagedWork& operator=(const CudaStagedWork&) = delete;

    /// Memory, stream and events, and each stage but loading once, which brings the kernel's code.
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] Result<StagedRun> run(StagedOrder order, std::int64_t applications) override;

private:
    [[nodiscard]] CudaStatus makeHandles();
    /// Makes room on the device and the launches, one a buffer.
    [[nodiscard]] Result<void> bind(std::int64_t applications);
    /// Brings the clocks of host and device together.
    [[nodiscard]] CudaStatus align();

    [[nodiscard]] Result<void> load(int batch);
    [[nodiscard]] CudaStatus submitCopy(int batch);
    [[nodiscard]] CudaStatus submitComputing(int batch);
    /// Copy and computing of a batch, in their order and after whatever uses the same buffer on the device.
    [[nodiscard]] CudaStatus submit(int batch);
    [[nodiscard]] CudaStatus runBody(StagedOrder order, Result<void>& loaded);
    [[nodiscard]] CudaStatus runOneStage(StagedOrder order, Result<void>& loaded);
    [[nodiscard]] CudaStatus runInTurn(Result<void>& loaded);
    [[nodiscard]] CudaStatus runOverlapped(Result<void>& loaded);
    [[nodiscard]] CudaStatus takeSpans(StagedOrder order, StagedRun& run);
    [[nodiscard]] CudaStatus spanOf(EventHandle began, EventHandle ended, std::vector<RecordedSpan>& spans);

    [[nodiscard]] std::size_t slotOf(int batch) const { return static_cast<std::size_t>(batch % m_request.buffers); }
    [[nodiscard]] BatchEvents& eventsOf(int batch) { return m_events[static_cast<std::size_t>(batch)]; }
    /// Waits for both streams whatever came before; the first failure.
    [[nodiscard]] CudaStatus drain(CudaStatus status);

    std::shared_ptr<CudaDevice> m_device;
    StagedRequest m_request;
    std::vector<std::unique_ptr<HostMemory>> m_staging;
    std::vector<BufferPlan> m_buffers;
    std::vector<std::byte*> m_places;
    std::vector<BoundLaunch> m_launches;
    StreamHandle m_copies = nullptr;
    EventHandle m_zero = nullptr;
    std::vector<BatchEvents> m_events;
    Seconds m_zeroTime;  ///< of the host's clock at m_zero
    Seconds m_agreement; ///< to within which both clocks agree
    Seconds m_begin;
    std::vector<RecordedSpan> m_loads; ///< of the host's clock
};

CudaStagedWork::~CudaStagedWork()
{
    CudaApi& api = m_device->api();
    for (const BatchEvents& events : m_events)
        for (EventHandle event : {events.copyBegan, events.copied, events.computingBegan, events.computed})
            if (event != nullptr)
                static_cast<void>(api.releaseEvent(event));
    if (m_zero != nullptr)
        static_cast<void>(api.releaseEvent(m_zero));
    if (m_copies != nullptr)
        static_cast<void>(api.releaseStream(m_copies));
}

CudaStatus CudaStagedWork::makeHandles()
{
    CudaApi& api = m_device->api();
    if (const CudaStatus status = api.createStream(m_copies); status != cudaOk)
        return status;
    if (const CudaStatus status = api.createEvent(m_zero); status != cudaOk)
        return status;
    m_events.resize(static_cast<std::size_t>(m_request.batches));
    for (BatchEvents& events : m_events)
        for (EventHandle* event : {&events.copyBegan, &events.copied, &events.computingBegan, &events.computed})
            if (const CudaStatus status = api.createEvent(*event); status != cudaOk)
                return status;
    return cudaOk;
}

Result<void> CudaStagedWork::prepare()
{
    for (int i = 0; i < m_request.buffers; ++i) {
        m_staging.push_back(std::make_unique<HostMemory>(m_device, m_request.batchBytes, HostMemoryKind::PageLocked));
        if (auto got = m_staging.back()->check(); !got)
            return got;
        m_buffers.push_back(
            tensorBuffer(m_request.batchBytes / sizeof(float), Precision::Fp32, InitialContent::Unspecified));
    }
    if (auto bound = bind(1); !bound)
        return bound;
    CudaStatus status = makeHandles();
    for (int batch = 0; status == cudaOk && batch < std::min(m_request.batches, m_request.buffers); ++batch)
        status = submit(batch);
    return m_device->check(drain(status), "preparing stages that overlap");
}

Result<void> CudaStagedWork::bind(std::int64_t applications)
{
    if (auto reserved = m_device->reserve(m_buffers, "the buffers of the stages"); !reserved)
        return reserved;
    m_device->memory().setOwner(0); // what lay there is overwritten
    m_places = m_device->memory().place(m_buffers);
    const Operands operands = operandsOf(Operation::Fma, Precision::Fp32);
    const KernelFinder find = [this](const std::string& name, KernelHandle& kernel) {
        return m_device->findKernel(name, kernel);
    };
    m_launches.clear();
    CudaStatus status = cudaOk;
    for (std::size_t slot = 0; slot < m_places.size() && status == cudaOk; ++slot) {
        const KernelCall call = passCall({.operation = Operation::Fma,
                                          .precision = Precision::Fp32,
                                          .elements = m_request.batchBytes / sizeof(float),
                                          .applications = static_cast<std::uint64_t>(applications),
                                          .first = operands.first,
                                          .second = operands.second,
                                          .data = {slot, 0}});
        BoundLaunch bound;
        status = bindCall(call, m_places, find, bound);
        m_launches.push_back(std::move(bound));
    }
    return m_device->check(status, "preparing the computing stage");
}

CudaStatus CudaStagedWork::align()
{
    CudaApi& api = m_device->api();
    const Seconds before = stagedClock();
    CudaStatus status = api.record(m_zero, m_device->stream());
    if (status == cudaOk)
        status = api.wait(m_device->stream());
    m_zeroTime = stagedClock();
    m_agreement = m_zeroTime - before;
    return status;
}

Result<void> CudaStagedWork::load(int batch)
{
    const Seconds begin = stagedClock();
    auto loaded = m_request.load(batch,
                                 {static_cast<std::byte*>(m_staging[slotOf(batch)]->get()), m_request.batchBytes});
    m_loads.push_back({begin, stagedClock()});
    return loaded;
}

CudaStatus CudaStagedWork::submitCopy(int batch)
{
    CudaApi& api = m_device->api();
    CudaStatus status = api.record(eventsOf(batch).copyBegan, m_copies);
    if (status == cudaOk)
        status = api.copy(m_places[slotOf(batch)], m_staging[slotOf(batch)]->get(), m_request.batchBytes,
                          CopyDirection::HostToDevice, m_copies);
    return status == cudaOk ? api.record(eventsOf(batch).copied, m_copies) : status;
}

CudaStatus CudaStagedWork::submitComputing(int batch)
{
    CudaApi& api = m_device->api();
    CudaStatus status = api.record(eventsOf(batch).computingBegan, m_device->stream());
    if (status == cudaOk)
        status = api.launch(m_launches[slotOf(batch)], m_device->stream());
    return status == cudaOk ? api.record(eventsOf(batch).computed, m_device->stream()) : status;
}

CudaStatus CudaStagedWork::submit(int batch)
{
    CudaApi& api = m_device->api();
    CudaStatus status = batch >= m_request.buffers ? api.follow(m_copies, eventsOf(batch - m_request.buffers).computed)
                                                   : cudaOk;
    if (status == cudaOk)
        status = submitCopy(batch);
    if (status == cudaOk)
        status = api.follow(m_device->stream(), eventsOf(batch).copied);
    return status == cudaOk ? submitComputing(batch) : status;
}

CudaStatus CudaStagedWork::drain(CudaStatus status)
{
    for (StreamHandle stream : {m_copies, m_device->stream()})
        if (stream != nullptr)
            if (const CudaStatus waited = m_device->api().wait(stream); status == cudaOk)
                status = waited;
    return status;
}

CudaStatus CudaStagedWork::runOneStage(StagedOrder order, Result<void>& loaded)
{
    CudaStatus status = cudaOk;
    for (int batch = 0; batch < m_request.batches && loaded && status == cudaOk; ++batch) {
        if (order == StagedOrder::LoadOnly)
            loaded = load(batch);
        else
            status = order == StagedOrder::CopyOnly ? submitCopy(batch) : submitComputing(batch);
    }
    if (order == StagedOrder::LoadOnly)
        return status;
    const CudaStatus waited = m_device->api().wait(order == StagedOrder::CopyOnly ? m_copies : m_device->stream());
    return status == cudaOk ? waited : status;
}

CudaStatus CudaStagedWork::runInTurn(Result<void>& loaded)
{
    for (int batch = 0; batch < m_request.batches; ++batch) {
        if (loaded = load(batch); !loaded)
            return cudaOk;
        CudaStatus status = submit(batch);
        if (status == cudaOk)
            status = m_device->api().wait(m_device->stream());
        if (status != cudaOk)
            return drain(status);
    }
    return cudaOk;
}

CudaStatus CudaStagedWork::runOverlapped(Result<void>& loaded)
{
    LoadingThread loader(m_request.batches, m_request.buffers, [this](int batch) { return load(batch); });
    if (loaded = loader.start(); !loaded)
        return cudaOk;
    CudaStatus status = cudaOk;
    for (int batch = 0; batch < m_request.batches && status == cudaOk; ++batch) {
        if (loaded = loader.waitFor(batch); !loaded)
            break;
        status = submit(batch);
        // The copy alone is waited for, never the computing: the next one is to be submitted while that is under way.
        if (status == cudaOk)
            status = m_device->api().waitFor(eventsOf(batch).copied);
        if (status == cudaOk)
            loader.release(batch);
    }
    return drain(status);
}

CudaStatus CudaStagedWork::runBody(StagedOrder order, Result<void>& loaded)
{
    m_begin = stagedClock();
    switch (order) {
    case StagedOrder::LoadOnly:
    case StagedOrder::CopyOnly:
    case StagedOrder::ComputeOnly: return runOneStage(order, loaded);
    case StagedOrder::InTurn: return runInTurn(loaded);
    case StagedOrder::Overlapped: break;
    }
    return runOverlapped(loaded);
}

CudaStatus CudaStagedWork::spanOf(EventHandle began, EventHandle ended, std::vector<RecordedSpan>& spans)
{
    const Seconds begin = m_begin - m_zeroTime;
    RecordedSpan span;
    CudaStatus status = m_device->api().elapsed(span.begin, m_zero, began);
    if (status == cudaOk)
        status = m_device->api().elapsed(span.end, m_zero, ended);
    spans.push_back({span.begin - begin, span.end - begin});
    return status;
}

CudaStatus CudaStagedWork::takeSpans(StagedOrder order, StagedRun& run)
{
    for (const RecordedSpan& span : m_loads)
        run.loads.push_back({span.begin - m_begin, span.end - m_begin});
    const bool all = order == StagedOrder::InTurn || order == StagedOrder::Overlapped;
    CudaStatus status = cudaOk;
    for (const BatchEvents& events : m_events) {
        if (status == cudaOk && (all || order == StagedOrder::CopyOnly))
            status = spanOf(events.copyBegan, events.copied, run.copies);
        if (status == cudaOk && (all || order == StagedOrder::ComputeOnly))
            status = spanOf(events.computingBegan, events.computed, run.computes);
    }
    return status;
}

Result<StagedRun> CudaStagedWork::run(StagedOrder order, std::int64_t applications)
{
    if (m_device->lost())
        return *m_device->lost();
    if (applications < 1 || applications > maximumOperationsPerElement)
        return Error{ErrorKind::InvalidInput,
                     "staged.applications",
                     "%1 multiply-adds per number are not possible; choose 1 to %2.",
                     {std::to_string(applications), std::to_string(maximumOperationsPerElement)}};
    if (auto bound = bind(applications); !bound)
        return bound.error();
    const std::string what = "loading, copying and computing batches";
    if (auto aligned = m_device->check(align(), what); !aligned)
        return aligned.error();
    m_loads.clear();
    m_loads.reserve(static_cast<std::size_t>(m_request.batches));
    Result<void> loaded;
    const auto timing = timedOn(*m_device, what, [&] { return runBody(order, loaded); });
    if (!timing)
        return timing.error();
    if (!loaded)
        return loaded.error();
    StagedRun run{.timing = *timing, .loads = {}, .copies = {}, .computes = {}, .method = {}};
    if (auto taken = m_device->check(takeSpans(order, run), what); !taken)
        return taken.error();
    char method[256];
    std::snprintf(method, sizeof method,
                  "loading by the host's clock, copies and kernels between events of two streams, which resolve half "
                  "a microsecond; both clocks agree within %.2g us",
                  m_agreement.value() * 1e6);
    run.method = method;
    return run;
}

} // namespace

Result<std::unique_ptr<StagedWork>> prepareStagedWork(const std::shared_ptr<CudaDevice>& device,
                                                      const StagedRequest& request)
{
    if (request.batchBytes < sizeof(float) || request.batchBytes % sizeof(float) != 0 || request.batches < 1
        || request.batches > mostStagedBatches || request.buffers < 1 || request.buffers > request.batches
        || !request.load)
        return Error{ErrorKind::InvalidInput,
                     "staged.request",
                     "%1 batches of %2 B by %3 buffers cannot be staged; choose 1 to %4 batches of whole numbers of 4 "
                     "B, and no more buffers than batches.",
                     {std::to_string(request.batches), std::to_string(request.batchBytes),
                      std::to_string(request.buffers), std::to_string(mostStagedBatches)}};
    auto work = std::make_unique<CudaStagedWork>(device, request);
    if (auto ready = work->prepare(); !ready)
        return ready.error();
    return std::unique_ptr<StagedWork>(std::move(work));
}

} // namespace ridgepoint
