// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda_backend.h"
#include "gpu/driver_traces.h"

namespace ridgepoint {

namespace {

/// Says why this build has no GPU, and which step would come first on this machine.
Error reasonWithoutCuda(const DriverTraces& traces)
{
    if (!traces.driver)
        return {.kind = ErrorKind::Unsupported,
                .id = "cuda.not-built",
                .text = "built without CUDA, and no NVIDIA driver is loaded on this machine; measure the CPU instead"};
    if (traces.version.empty())
        return {
            .kind = ErrorKind::Unsupported,
            .id = "cuda.not-built",
            .text =
                "built without CUDA; an NVIDIA driver is loaded: use a Ridgepoint built with CUDA, or measure the CPU"};
    return {
        .kind = ErrorKind::Unsupported,
        .id = "cuda.not-built",
        .text =
            "built without CUDA; the NVIDIA driver %1 is loaded: use a Ridgepoint built with CUDA, or measure the CPU",
        .arguments = {traces.version}};
}

} // namespace

std::vector<DeviceInfo> cudaDevices(const std::function<void(const std::string&)>&)
{
    DeviceInfo device;
    device.id = "cuda:0";
    device.kind = DeviceKind::Cuda;
    device.name = "NVIDIA GPU";
    device.reason = reasonWithoutCuda(findDriver());
    return {device};
}

Result<std::unique_ptr<Backend>> makeCudaBackend(const std::string&) { return reasonWithoutCuda(findDriver()); }

std::optional<Error> cudaLibraryLack() { return reasonWithoutCuda(findDriver()); }

bool cudaMustEndAtOnce() { return false; }

} // namespace ridgepoint
