// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"
#include "gpu/plan/kernel_call.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint {

/// A status of the CUDA run-time, by its number; 0 is success.
using CudaStatus = int;
inline constexpr CudaStatus cudaOk = 0;

/// What the run-time hands out, opaque here: this header needs no toolkit.
using KernelHandle = const void*;
using StreamHandle = void*;
using GraphHandle = void*;
using GraphExecHandle = void*;
using EventHandle = void*;

/// A kernel launch whose every part is known, so that launching costs nothing but the run-time's own call.
struct BoundLaunch {
    KernelHandle kernel = nullptr;
    Dim3 grid;
    Dim3 block;
    std::vector<std::uint64_t> values; ///< an argument's bytes each, in the kernel's order
    std::vector<void*> arguments;      ///< the addresses of `values`, which stay put when the launch is moved

    BoundLaunch() = default;
    BoundLaunch(BoundLaunch&&) noexcept = default;
    BoundLaunch& operator=(BoundLaunch&&) noexcept = default;
    BoundLaunch(const BoundLaunch&) = delete;
    BoundLaunch& operator=(const BoundLaunch&) = delete;
    ~BoundLaunch() = default;
};

enum class CopyDirection { HostToDevice, DeviceToHost, DeviceToDevice }; ///< between whose memories

/// The calls about devices and what the run-time says of itself. Here and below, every call returns the run-time's
/// status and writes its result only on success.
class CudaDeviceCalls {
public:
    virtual ~CudaDeviceCalls() = default;

    /// "cudaErrorIllegalAddress" and the run-time's sentence about it.
    [[nodiscard]] virtual std::string nameOf(CudaStatus status) = 0;
    [[nodiscard]] virtual std::string textOf(CudaStatus status) = 0;

    /// Makes the device current for this thread, starting it where it is not; a thread that waits is to spin.
    [[nodiscard]] virtual CudaStatus useDevice(int ordinal) = 0;
    /// Threads that one multiprocessor holds at once.
    [[nodiscard]] virtual CudaStatus threadsPerMultiprocessor(int ordinal, int& threads) = 0;
    /// Whether kernels and copies of one device may reach the other's memory without a way through the host.
    [[nodiscard]] virtual CudaStatus canReach(int device, int peer, bool& can) = 0;
    /// Lets the current device reach the peer's memory, or no more; success where it is so already.
    [[nodiscard]] virtual CudaStatus letReach(int peer, bool allowed) = 0;
};

/// The calls that hold memory and move what is in it.
class CudaMemoryCalls {
public:
    virtual ~CudaMemoryCalls() = default;

    [[nodiscard]] virtual CudaStatus memoryInfo(std::size_t& free, std::size_t& total) = 0;
    [[nodiscard]] virtual CudaStatus allocate(void*& memory, std::size_t bytes) = 0;
    [[nodiscard]] virtual CudaStatus release(void* memory) = 0;
    /// Page-locked host memory that the device can also write to by the same address.
    [[nodiscard]] virtual CudaStatus allocateHost(void*& memory, std::size_t bytes) = 0;
    [[nodiscard]] virtual CudaStatus releaseHost(void* memory) = 0;
    /// In the order of the stream; does not wait by itself, except as pageable memory makes it.
    [[nodiscard]] virtual CudaStatus copy(void* to, const void* from, std::size_t bytes, CopyDirection direction,
                                          StreamHandle stream) = 0;
    /// From one device's memory to another's, in the order of the stream, which may be either's; through the host's
    /// memory where neither reaches the other.
    [[nodiscard]] virtual CudaStatus copyBetween(void* to, int toDevice, const void* from, int fromDevice,
                                                 std::size_t bytes, StreamHandle stream) = 0;
    /// Fills with one byte, in the order of the stream.
    [[nodiscard]] virtual CudaStatus fill(void* memory, int byte, std::size_t bytes, StreamHandle stream) = 0;
};

/// The calls that launch kernels, in streams and as graphs.
class CudaLaunchCalls {
public:
    virtual ~CudaLaunchCalls() = default;

    /// The kernel of that name, its code loaded onto the device: loading is lazy otherwise and would be timed.
    [[nodiscard]] virtual CudaStatus findKernel(const std::string& name, KernelHandle& kernel) = 0;
    [[nodiscard]] virtual CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) = 0;

    [[nodiscard]] virtual CudaStatus createStream(StreamHandle& stream) = 0;
    [[nodiscard]] virtual CudaStatus releaseStream(StreamHandle stream) = 0;
    /// Waits until all that was submitted to the stream is done.
    [[nodiscard]] virtual CudaStatus wait(StreamHandle stream) = 0;

    /// Launches between these two calls are written down instead of carried out; in one stream: a linear chain.
    [[nodiscard]] virtual CudaStatus beginCapture(StreamHandle stream) = 0;
    [[nodiscard]] virtual CudaStatus endCapture(StreamHandle stream, GraphHandle& graph) = 0;
    /// Makes the graph ready to launch and brings it to the device, so that the first launch costs no more than others.
    [[nodiscard]] virtual CudaStatus instantiate(GraphHandle graph, StreamHandle stream, GraphExecHandle& exec) = 0;
    [[nodiscard]] virtual CudaStatus launchGraph(GraphExecHandle exec, StreamHandle stream) = 0;
    [[nodiscard]] virtual CudaStatus releaseGraph(GraphHandle graph) = 0;
    [[nodiscard]] virtual CudaStatus releaseGraphExec(GraphExecHandle exec) = 0;
};

/// The calls of events, and the host's clock, by which times are taken.
class CudaTimeCalls {
public:
    virtual ~CudaTimeCalls() = default;

    /// The host's monotonic clock, as timings read it.
    [[nodiscard]] virtual Seconds now() = 0;
    /// The same clock for whatever is no timing, so that tests can tell the two apart.
    [[nodiscard]] virtual Seconds hostTime() = 0;

    [[nodiscard]] virtual CudaStatus createEvent(EventHandle& event) = 0;
    [[nodiscard]] virtual CudaStatus releaseEvent(EventHandle event) = 0;
    [[nodiscard]] virtual CudaStatus record(EventHandle event, StreamHandle stream) = 0;
    /// What is submitted to the stream from now on begins after the event, as it was recorded last, has happened; the
    /// host does not wait.
    [[nodiscard]] virtual CudaStatus follow(StreamHandle stream, EventHandle event) = 0;
    /// The host waits until the event, as it was recorded last, has happened.
    [[nodiscard]] virtual CudaStatus waitFor(EventHandle event) = 0;
    /// Device time between two recorded events; both must have happened.
    [[nodiscard]] virtual CudaStatus elapsed(Seconds& time, EventHandle start, EventHandle stop) = 0;
};

/// All calls of the CUDA run-time that measuring makes, and the host's clock beside them, so that a test can record
/// their order. One thread uses it.
class CudaApi : public CudaDeviceCalls, public CudaMemoryCalls, public CudaLaunchCalls, public CudaTimeCalls {};

} // namespace ridgepoint
