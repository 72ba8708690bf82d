// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/guarded_api.h"

#include "gpu/runtime/cuda_errors.h"

#include <atomic>
#include <utility>

namespace ridgepoint {
namespace {

std::atomic<bool> anyLost = false;

class GuardedApi final : public CudaApi {
public:
    explicit GuardedApi(std::shared_ptr<CudaApi> api) : m_api(std::move(api)) {}

    Seconds now() override { return m_api->now(); }
    Seconds hostTime() override { return m_api->hostTime(); }
    std::string nameOf(CudaStatus status) override { return m_api->nameOf(status); }
    std::string textOf(CudaStatus status) override { return m_api->textOf(status); }

    CudaStatus useDevice(int ordinal) override { return guarded(&CudaApi::useDevice, ordinal); }
    CudaStatus threadsPerMultiprocessor(int ordinal, int& threads) override
    {
        return guarded(&CudaApi::threadsPerMultiprocessor, ordinal, threads);
    }
    CudaStatus memoryInfo(std::size_t& free, std::size_t& total) override
    {
        return guarded(&CudaApi::memoryInfo, free, total);
    }
    CudaStatus allocate(void*& memory, std::size_t bytes) override
    {
        return guarded(&CudaApi::allocate, memory, bytes);
    }
    CudaStatus release(void* memory) override { return guarded(&CudaApi::release, memory); }
    CudaStatus allocateHost(void*& memory, std::size_t bytes) override
    {
        return guarded(&CudaApi::allocateHost, memory, bytes);
    }
    CudaStatus releaseHost(void* memory) override { return guarded(&CudaApi::releaseHost, memory); }
    CudaStatus copy(void* to, const void* from, std::size_t bytes, CopyDirection direction,
                    StreamHandle stream) override
    {
        return guarded(&CudaApi::copy, to, from, bytes, direction, stream);
    }
    CudaStatus canReach(int device, int peer, bool& can) override
    {
        return guarded(&CudaApi::canReach, device, peer, can);
    }
    CudaStatus letReach(int peer, bool allowed) override { return guarded(&CudaApi::letReach, peer, allowed); }
    CudaStatus copyBetween(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                           StreamHandle stream) override
    {
        return guarded(&CudaApi::copyBetween, to, toDevice, from, fromDevice, bytes, stream);
    }
    CudaStatus fill(void* memory, int byte, std::size_t bytes, StreamHandle stream) override
    {
        return guarded(&CudaApi::fill, memory, byte, bytes, stream);
    }
    CudaStatus findKernel(const std::string& name, KernelHandle& kernel) override
    {
        return guarded(&CudaApi::findKernel, name, kernel);
    }
    CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) override
    {
        return guarded(&CudaApi::launch, launch, stream);
    }
    CudaStatus createStream(StreamHandle& stream) override { return guarded(&CudaApi::createStream, stream); }
    CudaStatus releaseStream(StreamHandle stream) override { return guarded(&CudaApi::releaseStream, stream); }
    CudaStatus wait(StreamHandle stream) override { return guarded(&CudaApi::wait, stream); }
    CudaStatus beginCapture(StreamHandle stream) override { return guarded(&CudaApi::beginCapture, stream); }
    CudaStatus endCapture(StreamHandle stream, GraphHandle& graph) override
    {
        return guarded(&CudaApi::endCapture, stream, graph);
    }
    CudaStatus instantiate(GraphHandle graph, StreamHandle stream, GraphExecHandle& exec) override
    {
        return guarded(&CudaApi::instantiate, graph, stream, exec);
    }
    CudaStatus launchGraph(GraphExecHandle exec, StreamHandle stream) override
    {
        return guarded(&CudaApi::launchGraph, exec, stream);
    }
    CudaStatus releaseGraph(GraphHandle graph) override { return guarded(&CudaApi::releaseGraph, graph); }
    CudaStatus releaseGraphExec(GraphExecHandle exec) override { return guarded(&CudaApi::releaseGraphExec, exec); }
    CudaStatus createEvent(EventHandle& event) override { return guarded(&CudaApi::createEvent, event); }
    CudaStatus releaseEvent(EventHandle event) override { return guarded(&CudaApi::releaseEvent, event); }
    CudaStatus record(EventHandle event, StreamHandle stream) override
    {
        return guarded(&CudaApi::record, event, stream);
    }
    CudaStatus follow(StreamHandle stream, EventHandle event) override
    {
        return guarded(&CudaApi::follow, stream, event);
    }
    CudaStatus waitFor(EventHandle event) override { return guarded(&CudaApi::waitFor, event); }
    CudaStatus elapsed(Seconds& time, EventHandle start, EventHandle stop) override
    {
        return guarded(&CudaApi::elapsed, time, start, stop);
    }

private:
    template <class Calls, class... Parameters, class... Arguments>
    CudaStatus guarded(CudaStatus (Calls::*call)(Parameters...), Arguments&&... arguments)
    {
        if (m_lost != cudaOk)
            return m_lost;
        const CudaStatus status = ((*m_api).*call)(std::forward<Arguments>(arguments)...);
        if (endsTheProcess(status)) {
            m_lost = status;
            anyLost = true;
        }
        return status;
    }

    std::shared_ptr<CudaApi> m_api;
    CudaStatus m_lost = cudaOk;
};

} // namespace

std::shared_ptr<CudaApi> guardedApi(std::shared_ptr<CudaApi> api)
{
    return std::make_shared<GuardedApi>(std::move(api));
}

bool anyDeviceLost() { return anyLost; }

} // namespace ridgepoint
