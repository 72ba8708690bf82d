// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_catalogue.h"

#include "core/cpu/cpu_backend.h"
#include "gpu/cuda_backend.h"

namespace ridgepoint {
namespace {

Error whyUnavailable(const DeviceInfo& device)
{
    return device.reason.value_or(
        Error{.kind = ErrorKind::Unavailable, .id = "device.unavailable", .text = "no reason was given"});
}

} // namespace

std::optional<DeviceInfo> DeviceCatalogue::find(const std::string& id)
{
    for (DeviceInfo& device : list())
        if (device.id == id)
            return std::move(device);
    return std::nullopt;
}

std::optional<DeviceInfo> HostDevices::find(const std::string& id)
{
    if (id != "cpu")
        return DeviceCatalogue::find(id);
    if (!m_cpu)
        m_cpu = makeCpuBackend();
    return m_cpu->info();
}

std::vector<DeviceInfo> HostDevices::list()
{
    if (!m_cpu)
        m_cpu = makeCpuBackend();
    std::vector<DeviceInfo> devices{m_cpu->info()};
    const auto remark = [this](const std::string& words) { m_remarks << "ridgepoint-bench: " << words << std::endl; };
    for (DeviceInfo& device : cudaDevices(remark))
        devices.push_back(std::move(device));
    return devices;
}

Result<std::unique_ptr<Backend>> HostDevices::open(const std::string& id)
{
    if (id == "cpu")
        return m_cpu ? std::move(m_cpu) : makeCpuBackend();
    return makeCudaBackend(id);
}

std::optional<Error> HostDevices::libraryLack(const std::string& id)
{
    return id == "cpu" ? cpuLibraryLack() : cudaLibraryLack();
}

Result<DeviceInfo> usableDevice(DeviceCatalogue& devices, const std::string& id)
{
    if (const auto device = devices.find(id)) {
        if (device->available)
            return *device;
        const Error reason = whyUnavailable(*device);
        return Error{.kind = ErrorKind::Unavailable,
                     .id = reason.id,
                     .text = "device %1 cannot be used: %2",
                     .arguments = {id, reason.message()}};
    }
    std::string known;
    for (const DeviceInfo& device : devices.list())
        known += (known.empty() ? "" : ", ") + device.id
               + (device.available ? "" : " (not available: " + whyUnavailable(device).message() + ")");
    return Error{.kind = ErrorKind::InvalidInput,
                 .id = "device.unknown",
                 .text = "there is no device \"%1\"; this machine has: %2",
                 .arguments = {id, known}};
}

} // namespace ridgepoint
