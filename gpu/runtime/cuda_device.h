// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "gpu/plan/workload_plan.h"
#include "gpu/runtime/clock_watch.h"
#include "gpu/runtime/cuda_api.h"
#include "gpu/runtime/device_memory.h"
#include "gpu/runtime/event_timer.h"
#include "gpu/runtime/host_placement.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ridgepoint {

/// What is known of a GPU before it is opened.
struct CudaDeviceSetup {
    int ordinal = 0;
    DeviceInfo info;
    GpuShape shape;
    /// Rates that no kernel exceeds, for the time that a kernel takes at least; 0 where unknown.
    FlopsPerSecond highestRate;
    BytesPerSecond highestBandwidth;
    std::optional<int> peer; ///< another GPU of this machine that any process may use, for copies between the two
    bool kernelsAreTimedOut = false; ///< a display is attached: the driver ends kernels that run for seconds
    ManagementView management;
};

/// One GPU as all its prepared works share it; they keep it alive. Used by one thread. Once the device is lost, nothing
/// calls it any more (guarded_api.h), not even at the end of a work, and every failure is the first one.
class CudaDevice {
public:
    /// Makes the device current, and a stream, and readies the clocks' kernel; binds the calling thread to the
    /// processors beside the device. Unavailable when another process has it.
    [[nodiscard]] static Result<std::shared_ptr<CudaDevice>> open(std::shared_ptr<CudaApi> api, CudaDeviceSetup setup);
    ~CudaDevice();
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    [[nodiscard]] CudaApi& api() { return *m_api; }
    [[nodiscard]] StreamHandle stream() const { return m_stream; }
    [[nodiscard]] DeviceMemory& memory() { return *m_memory; }
    [[nodiscard]] ClockWatch& clocks() { return *m_clocks; }
    [[nodiscard]] EventTimer& timer() { return *m_timer; }
    [[nodiscard]] const CudaDeviceSetup& setup() const { return m_setup; }
    /// Where the page lies that a copy starts from or ends at, for a method's words; nothing where there is no choice.
    [[nodiscard]] std::string placementOf(const void* page) const
    {
        return placementWords(m_near, m_isNear, nodeOf(page));
    }

    /// The kernel of that name, found once.
    [[nodiscard]] CudaStatus findKernel(const std::string& name, KernelHandle& kernel);
    /// Success, or the status as an Error; a status that ends the process makes the device lost.
    [[nodiscard]] Result<void> check(CudaStatus status, const std::string& what);
    /// Room for these buffers; Unavailable with how much is needed and how much is free.
    [[nodiscard]] Result<void> reserve(const std::vector<BufferPlan>& buffers, const std::string& what);
    /// The failure after which this process cannot use the device any more.
    [[nodiscard]] const std::optional<Error>& lost() const { return m_lost; }

private:
    CudaDevice(std::shared_ptr<CudaApi> api, CudaDeviceSetup setup) : m_api(std::move(api)), m_setup(std::move(setup))
    {}
    [[nodiscard]] CudaStatus start();

    std::shared_ptr<CudaApi> m_api;
    CudaDeviceSetup m_setup;
    StreamHandle m_stream = nullptr;
    std::unique_ptr<DeviceMemory> m_memory;
    std::unique_ptr<ClockWatch> m_clocks;
    std::unique_ptr<EventTimer> m_timer;
    std::map<std::string, KernelHandle> m_kernels;
    NearHost m_near;
    bool m_isNear = false;
    bool m_isOpen = false;
    std::optional<Error> m_lost;
};

/// How often the operating system has taken the core away from the calling thread.
[[nodiscard]] long involuntarySwitches();

/// Times `body`, which submits and waits, by the host's clock: looks at the clocks before (which waits until the device
/// is idle) and after, outside of what is timed.
template <class Body>
[[nodiscard]] Result<BatchTiming> timedOn(CudaDevice& device, const std::string& what, Body&& body)
{
    if (device.lost())
        return *device.lost();
    if (auto ready = device.check(device.clocks().lookBefore(), what); !ready)
        return ready.error();
    const long switches = involuntarySwitches();
    const Seconds start = device.api().now();
    const CudaStatus status = body();
    const Seconds end = device.api().now();
    const bool isPreempted = involuntarySwitches() != switches;
    if (auto ran = device.check(status, what); !ran)
        return ran.error();
    if (auto looked = device.check(device.clocks().lookAfter(), what); !looked)
        return looked.error();
    BatchTiming timing{.time = end - start, .flags = {}, .clock = {}};
    device.clocks().tell(timing);
    if (isPreempted)
        timing.flags |= Flag::Preempted;
    return timing;
}

/// Times what `submit` puts on the device's stream by two events around all of it, and waits for it.
template <class Submit>
[[nodiscard]] Result<BatchTiming> timedInStream(CudaDevice& device, const std::string& what, Submit&& submit)
{
    Seconds time;
    auto timing = timedOn(device, what, [&] { return device.timer().time(device.stream(), submit, time); });
    if (timing)
        timing->time = time;
    return timing;
}

} // namespace ridgepoint
