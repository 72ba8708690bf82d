// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cudart_api.h"

#include "gpu/kernels/kernel_table.h"
#include "gpu/runtime/service_kernels.h"

#include <chrono>

#include <cuda_runtime_api.h>

namespace ridgepoint {
namespace {

/// A failure that does not last must not be found by the next call that asks for the last error.
CudaStatus statusOf(cudaError_t error)
{
    if (error != cudaSuccess)
        static_cast<void>(cudaGetLastError());
    return static_cast<CudaStatus>(error);
}

dim3 extent(const Dim3& size) { return {size.x, size.y, size.z}; }

cudaMemcpyKind kindOf(CopyDirection direction)
{
    switch (direction) {
    case CopyDirection::HostToDevice: return cudaMemcpyHostToDevice;
    case CopyDirection::DeviceToHost: return cudaMemcpyDeviceToHost;
    case CopyDirection::DeviceToDevice: return cudaMemcpyDeviceToDevice;
    }
    return cudaMemcpyDefault;
}

cudaStream_t streamOf(StreamHandle stream) { return static_cast<cudaStream_t>(stream); }
cudaEvent_t eventOf(EventHandle event) { return static_cast<cudaEvent_t>(event); }

class CudartApi final : public CudaApi {
public:
    Seconds now() override
    {
        return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count());
    }
    Seconds hostTime() override { return now(); }
    std::string nameOf(CudaStatus status) override { return cudaGetErrorName(static_cast<cudaError_t>(status)); }
    std::string textOf(CudaStatus status) override { return cudaGetErrorString(static_cast<cudaError_t>(status)); }

    CudaStatus useDevice(int ordinal) override
    {
        // Before 12.0 the flags go to the current device; from then on cudaSetDevice also starts the device.
        if (const cudaError_t error = cudaSetDevice(ordinal); error != cudaSuccess)
            return statusOf(error);
        // Spinning is a hint: with one device in use it is what the driver does by itself, and one that cannot change
        // it any more measures all the same. A device that is really lost fails in the next call too.
        static_cast<void>(statusOf(cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceMapHost)));
        // The customary way to have the device started now and not inside the first call that is timed.
        return statusOf(cudaFree(nullptr));
    }
    CudaStatus threadsPerMultiprocessor(int ordinal, int& threads) override
    {
        return statusOf(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, ordinal));
    }
    CudaStatus memoryInfo(std::size_t& free, std::size_t& total) override
    {
        return statusOf(cudaMemGetInfo(&free, &total));
    }
    CudaStatus allocate(void*& memory, std::size_t bytes) override { return statusOf(cudaMalloc(&memory, bytes)); }
    CudaStatus release(void* memory) override { return statusOf(cudaFree(memory)); }
    CudaStatus allocateHost(void*& memory, std::size_t bytes) override
    {
        // Mapped, so that a kernel may write there; unified addressing, which every 64-bit Linux has, makes both
        // addresses the same.
        return statusOf(cudaHostAlloc(&memory, bytes, cudaHostAllocMapped | cudaHostAllocPortable));
    }
    CudaStatus releaseHost(void* memory) override { return statusOf(cudaFreeHost(memory)); }
    CudaStatus copy(void* to, const void* from, std::size_t bytes, CopyDirection direction,
                    StreamHandle stream) override
    {
        return statusOf(cudaMemcpyAsync(to, from, bytes, kindOf(direction), streamOf(stream)));
    }
    CudaStatus canReach(int device, int peer, bool& can) override
    {
        int answer = 0;
        const CudaStatus status = statusOf(cudaDeviceCanAccessPeer(&answer, device, peer));
        if (status == cudaOk)
            can = answer != 0;
        return status;
    }
    CudaStatus letReach(int peer, bool allowed) override
    {
        const cudaError_t error = allowed ? cudaDeviceEnablePeerAccess(peer, 0) : cudaDeviceDisablePeerAccess(peer);
        const CudaStatus status = statusOf(error);
        return error == cudaErrorPeerAccessAlreadyEnabled || error == cudaErrorPeerAccessNotEnabled ? cudaOk : status;
    }
    CudaStatus copyBetween(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                           StreamHandle stream) override
    {
        return statusOf(cudaMemcpyPeerAsync(to, toDevice, from, fromDevice, bytes, streamOf(stream)));
    }
    CudaStatus fill(void* memory, int byte, std::size_t bytes, StreamHandle stream) override
    {
        return statusOf(cudaMemsetAsync(memory, byte, bytes, streamOf(stream)));
    }

    CudaStatus findKernel(const std::string& name, KernelHandle& kernel) override
    {
        const void* function = serviceKernel(name.c_str());
        if (function == nullptr)
            function = kernelFunction(name);
        if (function == nullptr)
            return static_cast<CudaStatus>(cudaErrorInvalidDeviceFunction);
        // Asking for its attributes loads its code.
        cudaFuncAttributes attributes{};
        const CudaStatus status = statusOf(cudaFuncGetAttributes(&attributes, function));
        if (status == cudaOk)
            kernel = function;
        return status;
    }
    CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) override
    {
        return statusOf(cudaLaunchKernel(launch.kernel, extent(launch.grid), extent(launch.block),
                                         const_cast<void**>(launch.arguments.data()), 0, streamOf(stream)));
    }

    CudaStatus createStream(StreamHandle& stream) override
    {
        cudaStream_t created = nullptr;
        const CudaStatus status = statusOf(cudaStreamCreateWithFlags(&created, cudaStreamNonBlocking));
        if (status == cudaOk)
            stream = created;
        return status;
    }
    CudaStatus releaseStream(StreamHandle stream) override { return statusOf(cudaStreamDestroy(streamOf(stream))); }
    CudaStatus wait(StreamHandle stream) override { return statusOf(cudaStreamSynchronize(streamOf(stream))); }

    CudaStatus beginCapture(StreamHandle stream) override
    {
        return statusOf(cudaStreamBeginCapture(streamOf(stream), cudaStreamCaptureModeThreadLocal));
    }
    CudaStatus endCapture(StreamHandle stream, GraphHandle& graph) override
    {
        cudaGraph_t captured = nullptr;
        const CudaStatus status = statusOf(cudaStreamEndCapture(streamOf(stream), &captured));
        if (status == cudaOk)
            graph = captured;
        return status;
    }
    CudaStatus instantiate(GraphHandle graph, StreamHandle stream, GraphExecHandle& exec) override
    {
        cudaGraphExec_t created = nullptr;
        // With flags: cudaGraphInstantiate itself has other parameters in 11 than from 12 on.
        CudaStatus status = statusOf(cudaGraphInstantiateWithFlags(&created, static_cast<cudaGraph_t>(graph), 0));
        if (status == cudaOk)
            status = statusOf(cudaGraphUpload(created, streamOf(stream)));
        if (status == cudaOk)
            exec = created;
        else if (created != nullptr)
            static_cast<void>(cudaGraphExecDestroy(created));
        return status;
    }
    CudaStatus launchGraph(GraphExecHandle exec, StreamHandle stream) override
    {
        return statusOf(cudaGraphLaunch(static_cast<cudaGraphExec_t>(exec), streamOf(stream)));
    }
    CudaStatus releaseGraph(GraphHandle graph) override
    {
        return statusOf(cudaGraphDestroy(static_cast<cudaGraph_t>(graph)));
    }
    CudaStatus releaseGraphExec(GraphExecHandle exec) override
    {
        return statusOf(cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(exec)));
    }

    CudaStatus createEvent(EventHandle& event) override
    {
        cudaEvent_t created = nullptr;
        const CudaStatus status = statusOf(cudaEventCreate(&created));
        if (status == cudaOk)
            event = created;
        return status;
    }
    CudaStatus releaseEvent(EventHandle event) override { return statusOf(cudaEventDestroy(eventOf(event))); }
    CudaStatus record(EventHandle event, StreamHandle stream) override
    {
        return statusOf(cudaEventRecord(eventOf(event), streamOf(stream)));
    }
    CudaStatus follow(StreamHandle stream, EventHandle event) override
    {
        return statusOf(cudaStreamWaitEvent(streamOf(stream), eventOf(event), 0));
    }
    CudaStatus waitFor(EventHandle event) override { return statusOf(cudaEventSynchronize(eventOf(event))); }
    CudaStatus elapsed(Seconds& time, EventHandle start, EventHandle stop) override
    {
        float milliseconds = 0.0F;
        const CudaStatus status = statusOf(cudaEventElapsedTime(&milliseconds, eventOf(start), eventOf(stop)));
        if (status == cudaOk)
            time = Seconds(static_cast<double>(milliseconds) * 1e-3);
        return status;
    }
};

} // namespace

std::shared_ptr<CudaApi> makeCudartApi() { return std::make_shared<CudartApi>(); }

} // namespace ridgepoint
