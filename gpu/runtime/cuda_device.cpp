// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_device.h"

#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/guarded_api.h"

#include <sys/resource.h>

namespace ridgepoint {

long involuntarySwitches()
{
    rusage usage{};
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nivcsw : 0;
}

Result<std::shared_ptr<CudaDevice>> CudaDevice::open(std::shared_ptr<CudaApi> api, CudaDeviceSetup setup)
{
    std::shared_ptr<CudaDevice> device(new CudaDevice(guardedApi(std::move(api)), std::move(setup)));
    // Before the first memory is asked for. What is submitted from beside the device also gets there sooner.
    if (const auto& gpu = device->m_setup.info.gpu)
        device->m_near = findNearHost(gpu->pci);
    device->m_isNear = bindNear(device->m_near);
    const std::string what = "opening " + device->m_setup.info.id;
    if (auto started = device->check(device->start(), what); !started)
        return started.error();
    device->m_isOpen = true;
    return device;
}

CudaStatus CudaDevice::start()
{
    if (const CudaStatus status = m_api->useDevice(m_setup.ordinal); status != cudaOk)
        return status;
    if (const CudaStatus status = m_api->createStream(m_stream); status != cudaOk)
        return status;
    m_memory = std::make_unique<DeviceMemory>(*m_api);
    m_clocks = std::make_unique<ClockWatch>(*m_api, m_stream, m_setup.shape.multiprocessors, m_setup.management,
                                            m_setup.info.gpu ? m_setup.info.gpu->clock : Hertz());
    m_timer = std::make_unique<EventTimer>(*m_api);
    if (const CudaStatus status = m_timer->prepare(); status != cudaOk)
        return status;
    if (const CudaStatus status = m_clocks->prepare(); status != cudaOk)
        return status;
    return m_clocks->settle();
}

CudaDevice::~CudaDevice()
{
    m_timer.reset();
    m_clocks.reset();
    m_memory.reset();
    if (m_stream != nullptr)
        static_cast<void>(m_api->releaseStream(m_stream));
}

CudaStatus CudaDevice::findKernel(const std::string& name, KernelHandle& kernel)
{
    if (const auto known = m_kernels.find(name); known != m_kernels.end()) {
        kernel = known->second;
        return cudaOk;
    }
    const CudaStatus status = m_api->findKernel(name, kernel);
    if (status == cudaOk)
        m_kernels.emplace(name, kernel);
    return status;
}

Result<void> CudaDevice::check(CudaStatus status, const std::string& what)
{
    if (m_lost)
        return *m_lost;
    if (status == cudaOk)
        return {};
    Error error = errorOf(status, what, *m_api);
    if (endsTheProcess(status)) {
        // What could not be had when it was opened is a failure when it goes away later: no other cell would fare
        // better.
        if (m_isOpen)
            error.kind = ErrorKind::DeviceFailure;
        m_lost = error;
    }
    return error;
}

Result<void> CudaDevice::reserve(const std::vector<BufferPlan>& buffers, const std::string& what)
{
    if (m_lost)
        return *m_lost;
    const DeviceMemory::Grown grown = m_memory->reserve(buffers);
    if (grown.status == cudaStatus::outOfMemory)
        return outOfDeviceMemory(what, Bytes(static_cast<double>(grown.needed)),
                                 Bytes(static_cast<double>(grown.free)));
    return check(grown.status, "allocating memory for " + what);
}

} // namespace ridgepoint
