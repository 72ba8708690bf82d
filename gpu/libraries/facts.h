// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/theory.h"
#include "gpu/libraries/nvml.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ridgepoint {

/// What the CUDA run-time tells about one device, in its own units; a zero is unknown.
struct CudaDeviceFacts {
    std::string name;
    std::array<std::uint8_t, 16> uuid{};
    int pciDomain = 0;
    int pciBus = 0;
    int pciDevice = 0;
    ComputeCapability capability;
    int multiprocessors = 0;
    std::int64_t l2Bytes = 0;
    std::int64_t memoryBytes = 0;
    std::int64_t clockKilohertz = 0;
    std::int64_t memoryClockKilohertz = 0;
    int memoryBusBits = 0;
    bool ecc = false;
    int computeMode = 0;              ///< cudaComputeMode: the values of ComputeMode
    bool launchesAreTimedOut = false; ///< a display is attached: keep kernels under 50 ms
    int driverVersion = 0;            ///< of cudaDriverGetVersion: 13000 is CUDA 13.0
};

/// Asks the CUDA run-time about device `ordinal`. It starts the driver if nothing did, and makes no context.
/// DeviceFailure with the run-time's own words. (Only in builds with the CUDA toolkit.)
[[nodiscard]] Result<CudaDeviceFacts> queryCudaDevice(int ordinal);

/// "GPU-" and the 16 bytes in hexadecimal, grouped 8-4-4-4-12, as the driver's own tools write it.
[[nodiscard]] std::string uuidText(const std::array<std::uint8_t, 16>& uuid);
/// "00000000:65:00.0": domain, bus, device and function.
[[nodiscard]] std::string pciText(const CudaDeviceFacts& facts);
/// "CUDA 12.2" for 12020; empty for 0.
[[nodiscard]] std::string cudaVersionText(int version);

/// The device as `devices` lists it, usable or not: what the run-time told, and from the management library what only
/// it knows (MIG, power limit, the driver's own version). Without that library those stay unknown. A device that is
/// set to take no work is listed with the reason.
[[nodiscard]] DeviceInfo describeCudaDevice(int ordinal, const CudaDeviceFacts& facts, const NvmlDevice* management);

/// Finds the management library's view of the device, or null: absent is unknown, never an error.
[[nodiscard]] std::optional<NvmlDevice> findManagement(const CudaDeviceFacts& facts,
                                                       const std::string& library = Nvml::libraryName);

/// What theory needs of the facts.
[[nodiscard]] GpuShapeFacts shapeOf(const CudaDeviceFacts& facts);

} // namespace ridgepoint
