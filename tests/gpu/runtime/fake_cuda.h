// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "gpu/runtime/cuda_api.h"
#include "gpu/runtime/cuda_device.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ridgepoint::test {

/// A device in host memory that does what the kernels should, one launch after the other, and writes down every call:
/// "launch rp_fill_f32", "wait", "now" … Its clock moves with each call, so that order can be read from times as well.
class FakeCuda : public CudaApi {
public:
    FakeCuda() = default;
    FakeCuda(const FakeCuda&) = delete;
    FakeCuda& operator=(const FakeCuda&) = delete;
    /// Memory that a device was lost with is never given back to it.
    ~FakeCuda() override;

    /// What each call answered was asked to be: the nth call (from 0) of that name fails with this status, and where
    /// the status ends the process, so does every later one.
    void failAt(const std::string& call, int nth, CudaStatus status) { m_failures[call] = {nth, status}; }

    std::vector<std::string> log;
    std::uint64_t freeBytes = std::uint64_t{1} << 32;
    /// Called inside wait(), before it returns: a test hangs or looks around here.
    std::function<void()> onWait;
    std::function<void()> onUseDevice;
    /// A kernel that is computed wrongly: the first number at its first pointer (or another's) is one too large.
    std::string brokenKernel;
    std::size_t brokenArgument = 0;
    /// A kernel that does nothing; and whether any does something, or only takes its time.
    std::string idleKernel;
    bool computes = true;
    bool keepsLog = true;
    /// Whether the log tells the streams apart: "copy @2", by the order in which they were made.
    bool namesStreams = false;
    /// Cycles a second that the clock kernel sees.
    double clockHertz = 1.5e9;
    /// What the blocking kernel takes, and whether the clock is a tenth higher after each, while rises are left.
    double spinSeconds = 0.0;
    bool clockRises = false;
    int risesLeft = 5;
    double launchSeconds = 2e-6;
    double waitSeconds = 3e-6;
    /// Whether devices may reach each other's memory, and who was let do so: "0>1".
    bool devicesReach = true;
    std::set<std::string> reaching;
    int currentDevice = -1;
    /// How many of the calls were made on another stream than the first one.
    int strayCalls = 0;
    void* lastHostMemory = nullptr; ///< as allocateHost() gave it
    std::uint64_t allocatedBytes = 0;
    int liveHandles = 0; ///< streams, graphs, events and memory that were made and not given back

    /// Lets time pass beside the calls.
    void advance(double seconds) { m_now += seconds; }

    Seconds now() override;
    Seconds hostTime() override { return Seconds(m_now); }
    std::string nameOf(CudaStatus status) override { return "cudaErrorNumber" + std::to_string(status); }
    std::string textOf(CudaStatus status) override { return "sentence " + std::to_string(status); }
    CudaStatus useDevice(int ordinal) override;
    CudaStatus threadsPerMultiprocessor(int ordinal, int& threads) override;
    CudaStatus memoryInfo(std::size_t& free, std::size_t& total) override;
    CudaStatus allocate(void*& memory, std::size_t bytes) override;
    CudaStatus release(void* memory) override;
    CudaStatus allocateHost(void*& memory, std::size_t bytes) override;
    CudaStatus releaseHost(void* memory) override;
    CudaStatus copy(void* to, const void* from, std::size_t bytes, CopyDirection direction,
                    StreamHandle stream) override;
    CudaStatus canReach(int device, int peer, bool& can) override;
    CudaStatus letReach(int peer, bool allowed) override;
    CudaStatus copyBetween(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                           StreamHandle stream) override;
    CudaStatus fill(void* memory, int byte, std::size_t bytes, StreamHandle stream) override;
    CudaStatus findKernel(const std::string& name, KernelHandle& kernel) override;
    CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) override;
    CudaStatus createStream(StreamHandle& stream) override;
    CudaStatus releaseStream(StreamHandle stream) override;
    CudaStatus wait(StreamHandle stream) override;
    CudaStatus beginCapture(StreamHandle stream) override;
    CudaStatus endCapture(StreamHandle stream, GraphHandle& graph) override;
    CudaStatus instantiate(GraphHandle graph, StreamHandle stream, GraphExecHandle& exec) override;
    CudaStatus launchGraph(GraphExecHandle exec, StreamHandle stream) override;
    CudaStatus releaseGraph(GraphHandle graph) override;
    CudaStatus releaseGraphExec(GraphExecHandle exec) override;
    CudaStatus createEvent(EventHandle& event) override;
    CudaStatus releaseEvent(EventHandle event) override;
    CudaStatus record(EventHandle event, StreamHandle stream) override;
    CudaStatus follow(StreamHandle stream, EventHandle event) override;
    CudaStatus waitFor(EventHandle event) override;
    CudaStatus elapsed(Seconds& time, EventHandle start, EventHandle stop) override;

protected:
    struct Launched {
        std::string kernel;
        Dim3 grid;
        std::vector<std::uint64_t> values;
    };
    /// Notes a call of a stream; what it answers.
    [[nodiscard]] CudaStatus onStream(const std::string& call, StreamHandle stream, const std::string& words = {});
    [[nodiscard]] CudaStatus note(const std::string& call, const std::string& words = {});
    [[nodiscard]] static Launched launchedBy(const BoundLaunch& launch);
    void compute(const Launched& launched);
    void happens(EventHandle event) { m_events[event] = m_now; }

private:
    struct Failure {
        int nth = 0;
        CudaStatus status = cudaOk;
    };
    using Graph = std::vector<Launched>;

    double m_now = 100.0;
    double m_cycles = 1e6;
    double m_cyclesAt = 100.0;
    std::map<std::string, Failure> m_failures;
    std::map<std::string, int> m_counts;
    CudaStatus m_ended = cudaOk;
    std::map<void*, std::uint64_t> m_memory;
    std::set<void*> m_hostMemory;
    std::deque<std::string> m_kernels; ///< handles are the addresses of names
    std::deque<Graph> m_graphs;
    StreamHandle m_stream = nullptr;
    std::map<StreamHandle, int> m_streams; ///< their numbers, from 1
    bool m_isCapturing = false;
    Graph m_captured;
    std::map<void*, double> m_events;
    std::deque<int> m_handles;
};

/// What a launch of one of our kernels does to memory.
void computeKernel(const std::string& kernel, const Dim3& grid, const std::vector<std::uint64_t>& values);

/// The same for the operators' kernels, and for those that make up what a pooling has saved.
void computeOperator(OperatorKind which, const Dim3& grid, const std::vector<std::uint64_t>& values);
void computeSaved(const std::vector<std::uint64_t>& values);

/// The same for the passes of a chain with its gradient, and its polynomial.
void computeGradient(const std::string& kernel, const std::vector<std::uint64_t>& values);
/// The same for the product by tiles.
void computeProduct(const std::vector<std::uint64_t>& values);

/// A small GPU that is opened on the fake.
[[nodiscard]] CudaDeviceSetup fakeSetup();

/// The same, opened.
struct OpenDevice {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, fakeSetup()).value();

    [[nodiscard]] long launches(const std::string& kernel) const
    {
        return std::ranges::count(cuda->log, "launch " + kernel);
    }
};

} // namespace ridgepoint::test
