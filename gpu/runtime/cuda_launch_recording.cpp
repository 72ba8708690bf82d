// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_launch_recording.h"

#include <cstdio>
#include <utility>
#include <vector>

namespace ridgepoint {
namespace {

std::string laneName(const CudaDevice& device)
{
    const DeviceInfo& info = device.setup().info;
    return info.name.empty() ? info.id : info.name;
}

/// Hears of every launch and wait of a chain, and has an event before and behind each launch.
class Recorder final : public LaunchObserver {
public:
    explicit Recorder(CudaDevice& device) : m_device(device) {}
    ~Recorder() override
    {
        for (EventHandle event : m_events)
            static_cast<void>(m_device.api().releaseEvent(event));
    }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Makes the events, which takes too long to be done in between, and brings the clocks together.
    [[nodiscard]] CudaStatus prepare(std::size_t launches)
    {
        CudaApi& api = m_device.api();
        for (std::size_t i = 0; i < 2 * launches + 1; ++i) {
            EventHandle event = nullptr;
            if (const CudaStatus status = api.createEvent(event); status != cudaOk)
                return status;
            m_events.push_back(event);
        }
        const Seconds before = api.now();
        CudaStatus status = api.record(m_events.front(), m_device.stream());
        if (status == cudaOk)
            status = api.wait(m_device.stream());
        m_zero = api.now();
        m_wait = m_zero - before;
        return status;
    }

    CudaStatus beforeLaunch() override
    {
        m_begin = m_device.api().now();
        return recordNext();
    }
    CudaStatus afterLaunch() override
    {
        const CudaStatus status = recordNext();
        note(HostDoing::Submits);
        return status;
    }
    CudaStatus beforeWait() override
    {
        m_begin = m_device.api().now();
        return cudaOk;
    }
    CudaStatus afterWait() override
    {
        note(HostDoing::Waits);
        return cudaOk;
    }

    /// What was recorded, in time since the two clocks were brought together.
    [[nodiscard]] CudaStatus finish(LaunchRecording& recording)
    {
        recording.host = std::move(m_host);
        ExecutionLane lane{laneName(m_device), {}};
        for (std::size_t event = 1; event + 1 <= m_recorded; event += 2) {
            RecordedSpan span;
            if (const CudaStatus status = m_device.api().elapsed(span.begin, m_events.front(), m_events[event]);
                status != cudaOk)
                return status;
            if (const CudaStatus status = m_device.api().elapsed(span.end, m_events.front(), m_events[event + 1]);
                status != cudaOk)
                return status;
            lane.spans.push_back(span);
        }
        recording.device = {std::move(lane)};
        return cudaOk;
    }
    [[nodiscard]] Seconds waitTime() const { return m_wait; }

private:
    CudaStatus recordNext() { return m_device.api().record(m_events[++m_recorded], m_device.stream()); }
    void note(HostDoing doing) { m_host.push_back({doing, {m_begin - m_zero, m_device.api().now() - m_zero}}); }

    CudaDevice& m_device;
    std::vector<EventHandle> m_events; ///< the common zero, then two a launch
    std::size_t m_recorded = 0;        ///< of those two a launch
    Seconds m_zero;
    Seconds m_wait;
    Seconds m_begin;
    std::vector<HostSpan> m_host;
};

std::string eventsMethod(std::size_t kernels, std::size_t handOvers, Seconds wait)
{
    char text[320];
    std::snprintf(text, sizeof text,
                  "; %s; recording events takes time on host and device, which the picture includes; events resolve "
                  "half a microsecond, and both clocks agree within %.2g us",
                  handOvers < kernels ? "the graph is one span, because no event can be recorded between its kernels"
                                      : "an event before and after each kernel",
                  wait.value() * 1e6);
    return std::string("device spans recorded by events") + text;
}

} // namespace

Result<LaunchRecording> recordByEvents(CudaDevice& device, PlannedWork& work)
{
    if (auto ready = work.makeReady(); !ready)
        return ready.error();
    Recorder recorder(device);
    CudaStatus status = recorder.prepare(work.handOvers());
    if (status == cudaOk)
        status = work.submitOnce(recorder);
    LaunchRecording recording;
    if (status == cudaOk)
        status = recorder.finish(recording);
    if (auto recorded = device.check(status, "recording launches"); !recorded)
        return recorded.error();
    recording.method = eventsMethod(work.kernels(), work.handOvers(), recorder.waitTime());
    return recording;
}

} // namespace ridgepoint
