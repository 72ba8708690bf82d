// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/facts.h"

#include <cstdio>

namespace ridgepoint {
namespace {

std::optional<Error> reasonAgainst(std::optional<ComputeMode> mode)
{
    if (mode != ComputeMode::Prohibited)
        return std::nullopt;
    return Error{ErrorKind::Unavailable,
                 "cuda.prohibited",
                 "its compute mode is \"prohibited\", so it accepts no work; an administrator can change that with "
                 "nvidia-smi -c DEFAULT",
                 {}};
}

std::optional<ComputeMode> computeModeOf(int value)
{
    return value >= 0 && value <= 3 ? std::optional(static_cast<ComputeMode>(value)) : std::nullopt;
}

} // namespace

std::string uuidText(const std::array<std::uint8_t, 16>& uuid)
{
    std::string text = "GPU-";
    for (std::size_t i = 0; i < uuid.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", uuid[i]);
        text += digits.data();
    }
    return text;
}

std::string pciText(const CudaDeviceFacts& facts)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%08x:%02x:%02x.0", static_cast<unsigned>(facts.pciDomain),
                  static_cast<unsigned>(facts.pciBus), static_cast<unsigned>(facts.pciDevice));
    return text.data();
}

std::string cudaVersionText(int version)
{
    if (version <= 0)
        return {};
    return "CUDA " + std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
}

DeviceInfo describeCudaDevice(int ordinal, const CudaDeviceFacts& facts, const NvmlDevice* management)
{
    GpuFacts gpu;
    gpu.uuid = uuidText(facts.uuid);
    gpu.pci = pciText(facts);
    gpu.computeCapability = std::to_string(facts.capability.major) + '.' + std::to_string(facts.capability.minor);
    gpu.multiprocessors = facts.multiprocessors;
    gpu.l2 = Bytes(static_cast<double>(facts.l2Bytes));
    gpu.driver = management != nullptr ? management->library().driverVersion() : std::string();
    if (gpu.driver.empty())
        gpu.driver = cudaVersionText(facts.driverVersion);
    gpu.ecc = facts.ecc;
    // A slice of a GPU has a name such as "NVIDIA H200 MIG 1g.18gb"; the run-time has no other sign of it.
    gpu.mig = facts.name.find(" MIG ") != std::string::npos;
    std::optional<ComputeMode> mode = computeModeOf(facts.computeMode);
    if (management != nullptr) {
        gpu.mig = gpu.mig || management->mig().value_or(false);
        gpu.powerLimitWatts = management->powerLimitWatts().value_or(0.0);
        if (const auto now = management->computeMode())
            mode = now;
        gpu.now = management->moment();
    }
    gpu.computeMode = mode ? nameOf(*mode) : std::string();
    gpu.clock = Hertz(static_cast<double>(facts.clockKilohertz) * 1e3);
    gpu.memoryClock = Hertz(static_cast<double>(facts.memoryClockKilohertz) * 1e3);
    gpu.memoryBusBits = facts.memoryBusBits;

    DeviceInfo device;
    device.id = "cuda:" + std::to_string(ordinal);
    device.kind = DeviceKind::Cuda;
    device.name = facts.name;
    device.memory = Bytes(static_cast<double>(facts.memoryBytes));
    device.gpu = gpu;
    device.reason = reasonAgainst(mode);
    device.available = !device.reason.has_value();
    return device;
}

std::optional<NvmlDevice> findManagement(const CudaDeviceFacts& facts, const std::string& library)
{
    auto opened = Nvml::open(library);
    if (!opened)
        return std::nullopt;
    auto device = NvmlDevice::find(*opened, uuidText(facts.uuid), pciText(facts));
    if (!device)
        return std::nullopt;
    return std::move(*device);
}

GpuShapeFacts shapeOf(const CudaDeviceFacts& facts)
{
    return {.capability = facts.capability,
            .multiprocessors = facts.multiprocessors,
            .clock = Hertz(static_cast<double>(facts.clockKilohertz) * 1e3),
            .memoryClock = Hertz(static_cast<double>(facts.memoryClockKilohertz) * 1e3),
            .memoryBusBits = facts.memoryBusBits};
}

} // namespace ridgepoint
