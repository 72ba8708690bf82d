// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/gated_timer.h"

#include "gpu/runtime/launch_list.h"
#include "gpu/runtime/service_kernels.h"

#include <atomic>
#include <span>

namespace ridgepoint {
namespace {

constexpr std::uint32_t closed = 0;
constexpr std::uint32_t openedByHost = 1;
constexpr std::uint32_t openedByItself = 2;

std::atomic_ref<std::uint32_t> gateAt(void* memory)
{
    return std::atomic_ref<std::uint32_t>(*static_cast<std::uint32_t*>(memory));
}

} // namespace

GatedTimer::~GatedTimer()
{
    CudaApi& api = m_device->api();
    if (m_start != nullptr)
        static_cast<void>(api.releaseEvent(m_start));
    if (m_stop != nullptr)
        static_cast<void>(api.releaseEvent(m_stop));
    if (m_gate != nullptr)
        static_cast<void>(api.releaseHost(m_gate));
}

CudaStatus GatedTimer::prepare()
{
    if (m_stop != nullptr)
        return cudaOk;
    CudaApi& api = m_device->api();
    CudaStatus status = m_gate == nullptr ? api.allocateHost(m_gate, sizeof(std::uint64_t)) : cudaOk;
    if (status == cudaOk && m_start == nullptr)
        status = api.createEvent(m_start);
    if (status != cudaOk)
        return status;
    std::byte* const address = static_cast<std::byte*>(m_gate);
    const auto nanoseconds = static_cast<std::uint64_t>(gateOpens.value() * 1e9);
    const auto find = [this](const std::string& name, KernelHandle& kernel) {
        return m_device->findKernel(name, kernel);
    };
    status = bindCall({.kernel = blockKernelName, .grid = {}, .block = {}, .arguments = {BufferPointer{}, nanoseconds}},
                      std::span(&address, 1), find, m_block);
    return status == cudaOk ? api.createEvent(m_stop) : status;
}

CudaStatus GatedTimer::runGated(const std::function<CudaStatus()>& submit, bool& wasLate, Seconds& time)
{
    CudaApi& api = m_device->api();
    const StreamHandle stream = m_device->stream();
    gateAt(m_gate).store(closed);
    CudaStatus status = api.launch(m_block, stream);
    if (status == cudaOk)
        status = api.record(m_start, stream);
    if (status == cudaOk)
        status = submit();
    if (status == cudaOk)
        status = api.record(m_stop, stream);
    // Opened whatever happened: a stream that stays blocked would hold everything up.
    std::uint32_t expected = closed;
    wasLate = !gateAt(m_gate).compare_exchange_strong(expected, openedByHost) && expected == openedByItself;
    const CudaStatus waited = api.wait(stream);
    if (status == cudaOk)
        status = waited;
    return status == cudaOk ? api.elapsed(time, m_start, m_stop) : status;
}

Result<Seconds> GatedTimer::time(int launches, const std::string& what, const std::function<CudaStatus()>& submit)
{
    if (launches < 1 || launches > mostLaunches)
        return Error{ErrorKind::InvalidInput,
                     "cuda.gated-launches",
                     "%1 launches cannot be timed on the device alone; 1 to %2 can.",
                     {std::to_string(launches), std::to_string(mostLaunches)}};
    if (m_device->lost())
        return *m_device->lost();
    if (auto ready = m_device->check(prepare(), "preparing " + what); !ready)
        return ready.error();
    bool wasLate = false;
    Seconds time;
    if (auto ran = m_device->check(runGated(submit, wasLate, time), what); !ran)
        return ran.error();
    if (wasLate)
        return Error{
            ErrorKind::Timeout,
            "cuda.gate-opened",
            "The device alone could not be timed while %1: the host was delayed; close other programs and measure "
            "again.",
            {what}};
    return time;
}

} // namespace ridgepoint
