// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/runtime/fake_cuda.h"

#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/service_kernels.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

namespace ridgepoint::test {
namespace {

constexpr double callSeconds = 1e-7;
constexpr std::size_t alignment = 256;

} // namespace

FakeCuda::~FakeCuda()
{
    for (const auto& [memory, bytes] : m_memory)
        std::free(memory);
    for (void* memory : m_hostMemory)
        std::free(memory);
}

CudaStatus FakeCuda::note(const std::string& call, const std::string& words)
{
    if (keepsLog)
        log.push_back(words.empty() ? call : call + " " + words);
    m_now += callSeconds;
    if (m_ended != cudaOk)
        return m_ended;
    const auto failure = m_failures.find(call);
    if (failure == m_failures.end() || m_counts[call]++ != failure->second.nth)
        return cudaOk;
    if (endsTheProcess(failure->second.status))
        m_ended = failure->second.status;
    return failure->second.status;
}

CudaStatus FakeCuda::onStream(const std::string& call, StreamHandle stream, const std::string& words)
{
    if (stream != m_stream)
        ++strayCalls;
    const std::string place = namesStreams ? "@" + std::to_string(m_streams[stream]) : "";
    return note(call, words.empty() || place.empty() ? words + place : words + " " + place);
}

Seconds FakeCuda::now()
{
    if (keepsLog)
        log.emplace_back("now");
    m_now += 1e-8;
    return Seconds(m_now);
}

CudaStatus FakeCuda::useDevice(int ordinal)
{
    if (onUseDevice)
        onUseDevice();
    const CudaStatus status = note("useDevice");
    if (status == cudaOk)
        currentDevice = ordinal;
    return status;
}

CudaStatus FakeCuda::canReach(int, int, bool& can)
{
    can = devicesReach;
    return note("canReach");
}

CudaStatus FakeCuda::letReach(int peer, bool allowed)
{
    const std::string way = std::to_string(currentDevice) + ">" + std::to_string(peer);
    const CudaStatus status = note("letReach", way);
    if (status == cudaOk && allowed)
        reaching.insert(way);
    else if (status == cudaOk)
        reaching.erase(way);
    return status;
}

CudaStatus FakeCuda::copyBetween(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                                 StreamHandle stream)
{
    const CudaStatus status = onStream("copyBetween", stream,
                                       std::to_string(fromDevice) + ">" + std::to_string(toDevice));
    m_now += launchSeconds;
    if (status == cudaOk && computes)
        std::memmove(to, from, bytes);
    return status;
}

CudaStatus FakeCuda::threadsPerMultiprocessor(int, int& threads)
{
    threads = 1024;
    return note("threadsPerMultiprocessor");
}

CudaStatus FakeCuda::memoryInfo(std::size_t& free, std::size_t& total)
{
    free = freeBytes - allocatedBytes;
    total = freeBytes;
    return note("memoryInfo");
}

CudaStatus FakeCuda::allocate(void*& memory, std::size_t bytes)
{
    if (const CudaStatus status = note("allocate", std::to_string(bytes)); status != cudaOk)
        return status;
    if (allocatedBytes + bytes > freeBytes)
        return cudaStatus::outOfMemory;
    memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    m_memory[memory] = bytes;
    allocatedBytes += bytes;
    ++liveHandles;
    return cudaOk;
}

CudaStatus FakeCuda::release(void* memory)
{
    allocatedBytes -= m_memory[memory];
    m_memory.erase(memory);
    std::free(memory);
    --liveHandles;
    return note("release");
}

CudaStatus FakeCuda::allocateHost(void*& memory, std::size_t bytes)
{
    if (const CudaStatus status = note("allocateHost"); status != cudaOk)
        return status;
    memory = lastHostMemory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    m_hostMemory.insert(memory);
    ++liveHandles;
    return cudaOk;
}

CudaStatus FakeCuda::releaseHost(void* memory)
{
    m_hostMemory.erase(memory);
    std::free(memory);
    --liveHandles;
    return note("releaseHost");
}

CudaStatus FakeCuda::copy(void* to, const void* from, std::size_t bytes, CopyDirection, StreamHandle stream)
{
    const CudaStatus status = onStream("copy", stream);
    m_now += launchSeconds;
    if (status == cudaOk && computes)
        std::memcpy(to, from, bytes);
    return status;
}

CudaStatus FakeCuda::fill(void* memory, int byte, std::size_t bytes, StreamHandle stream)
{
    const CudaStatus status = onStream("fill", stream);
    if (status == cudaOk)
        std::memset(memory, byte, bytes);
    return status;
}

CudaStatus FakeCuda::findKernel(const std::string& name, KernelHandle& kernel)
{
    kernel = &m_kernels.emplace_back(name);
    return note("findKernel", name);
}

FakeCuda::Launched FakeCuda::launchedBy(const BoundLaunch& launch)
{
    Launched launched{*static_cast<const std::string*>(launch.kernel), launch.grid, {}};
    for (void* argument : launch.arguments) {
        std::uint64_t value = 0;
        std::memcpy(&value, argument, sizeof value);
        launched.values.push_back(value);
    }
    return launched;
}

CudaStatus FakeCuda::launch(const BoundLaunch& launch, StreamHandle stream)
{
    Launched launched = launchedBy(launch);
    m_now += launchSeconds;
    const CudaStatus status = onStream(m_isCapturing ? "capture" : "launch", stream, launched.kernel);
    if (status != cudaOk)
        return status;
    if (m_isCapturing)
        m_captured.push_back(std::move(launched));
    else
        compute(launched);
    return cudaOk;
}

void FakeCuda::compute(const Launched& launched)
{
    if (launched.kernel == clockKernelName) {
        m_cycles += (m_now - m_cyclesAt) * clockHertz;
        m_cyclesAt = m_now;
        auto* reading = reinterpret_cast<ClockReading*>(launched.values[0]);
        reading->nanoseconds = static_cast<std::uint64_t>(m_now * 1e9);
        reading->cycles = static_cast<std::uint64_t>(m_cycles);
        return;
    }
    if (launched.kernel == blockKernelName) {
        if (clockRises && risesLeft-- > 0)
            clockHertz *= 1.1;
        m_now += spinSeconds;
        return;
    }
    if (!computes || launched.kernel == idleKernel)
        return;
    computeKernel(launched.kernel, launched.grid, launched.values);
    if (launched.kernel == brokenKernel) {
        float first = 0.0F;
        void* const data = reinterpret_cast<void*>(launched.values[brokenArgument]);
        std::memcpy(&first, data, sizeof first);
        const float more = first + 1.0F;
        first = std::isnan(first) || more == first ? 1.0F : more; // bits need not be a number, or a small one
        std::memcpy(data, &first, sizeof first);
    }
}

CudaStatus FakeCuda::createStream(StreamHandle& stream)
{
    if (const CudaStatus status = note("createStream"); status != cudaOk)
        return status;
    stream = &m_handles.emplace_back(0);
    if (m_stream == nullptr)
        m_stream = stream;
    m_streams[stream] = static_cast<int>(m_streams.size()) + 1;
    ++liveHandles;
    return cudaOk;
}

CudaStatus FakeCuda::releaseStream(StreamHandle)
{
    --liveHandles;
    return note("releaseStream");
}

CudaStatus FakeCuda::wait(StreamHandle stream)
{
    if (onWait)
        onWait();
    m_now += waitSeconds;
    return onStream("wait", stream);
}

CudaStatus FakeCuda::beginCapture(StreamHandle stream)
{
    m_isCapturing = true;
    m_captured.clear();
    return onStream("beginCapture", stream);
}

CudaStatus FakeCuda::endCapture(StreamHandle stream, GraphHandle& graph)
{
    m_isCapturing = false;
    if (const CudaStatus status = onStream("endCapture", stream); status != cudaOk)
        return status;
    graph = &m_graphs.emplace_back(std::move(m_captured));
    ++liveHandles;
    return cudaOk;
}

CudaStatus FakeCuda::instantiate(GraphHandle graph, StreamHandle stream, GraphExecHandle& exec)
{
    if (const CudaStatus status = onStream("instantiate", stream); status != cudaOk)
        return status;
    exec = graph;
    ++liveHandles;
    return cudaOk;
}

CudaStatus FakeCuda::launchGraph(GraphExecHandle exec, StreamHandle stream)
{
    m_now += launchSeconds;
    const Graph& graph = *static_cast<const Graph*>(exec);
    const CudaStatus status = onStream("launchGraph", stream, std::to_string(graph.size()));
    if (status == cudaOk)
        for (const Launched& launched : graph)
            compute(launched);
    return status;
}

CudaStatus FakeCuda::releaseGraph(GraphHandle)
{
    --liveHandles;
    return note("releaseGraph");
}

CudaStatus FakeCuda::releaseGraphExec(GraphExecHandle)
{
    --liveHandles;
    return note("releaseGraphExec");
}

CudaStatus FakeCuda::createEvent(EventHandle& event)
{
    if (const CudaStatus status = note("createEvent"); status != cudaOk)
        return status;
    event = &m_handles.emplace_back(0);
    ++liveHandles;
    return cudaOk;
}

CudaStatus FakeCuda::releaseEvent(EventHandle)
{
    --liveHandles;
    return note("releaseEvent");
}

CudaStatus FakeCuda::record(EventHandle event, StreamHandle stream)
{
    happens(event);
    return onStream("record", stream);
}

// Whatever was submitted is done already, in this fake.
CudaStatus FakeCuda::follow(StreamHandle stream, EventHandle) { return onStream("follow", stream); }

CudaStatus FakeCuda::waitFor(EventHandle)
{
    m_now += waitSeconds;
    return note("waitFor");
}

CudaStatus FakeCuda::elapsed(Seconds& time, EventHandle start, EventHandle stop)
{
    time = Seconds(m_events[stop] - m_events[start]);
    return note("elapsed");
}

CudaDeviceSetup fakeSetup()
{
    CudaDeviceSetup setup;
    setup.info.id = "cuda:0";
    setup.info.kind = DeviceKind::Cuda;
    setup.info.available = true;
    setup.shape = {
        .multiprocessors = 4, .maxThreadsPerMultiprocessor = 1024, .l2 = Bytes(1 << 20), .computeCapability = 80};
    return setup;
}

} // namespace ridgepoint::test
