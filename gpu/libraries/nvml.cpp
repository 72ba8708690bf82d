// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/nvml.h"

#include <array>
#include <utility>

namespace ridgepoint {

std::string nameOf(ComputeMode mode)
{
    switch (mode) {
    case ComputeMode::Default: return "default";
    case ComputeMode::ExclusiveThread: return "exclusive-thread";
    case ComputeMode::Prohibited: return "prohibited";
    case ComputeMode::ExclusiveProcess: return "exclusive-process";
    }
    return {};
}

Result<std::shared_ptr<const Nvml>> Nvml::open(const std::string& library)
{
    auto opened = DynamicLibrary::open(library);
    if (!opened)
        return opened.error();
    const auto init = opened->function<nvml::Init>("nvmlInit_v2");
    const auto shutdown = opened->function<nvml::Shutdown>("nvmlShutdown");
    if (!init || !shutdown)
        return (!init ? init.error() : shutdown.error());
    Calls calls{.init = *init, .shutdown = *shutdown};
    const auto take = [&]<class Function>(Function& call, const char* symbol) {
        call = opened->functionOrNull<Function>(symbol);
    };
    take(calls.errorString, "nvmlErrorString");
    take(calls.driverVersion, "nvmlSystemGetDriverVersion");
    take(calls.byUuid, "nvmlDeviceGetHandleByUUID");
    take(calls.byPci, "nvmlDeviceGetHandleByPciBusId_v2");
    take(calls.clock, "nvmlDeviceGetClockInfo");
    take(calls.power, "nvmlDeviceGetPowerUsage");
    take(calls.powerLimit, "nvmlDeviceGetEnforcedPowerLimit");
    take(calls.temperature, "nvmlDeviceGetTemperature");
    take(calls.eventReasons, "nvmlDeviceGetCurrentClocksEventReasons");
    if (calls.eventReasons == nullptr) // the name before driver 535
        take(calls.eventReasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
    take(calls.ecc, "nvmlDeviceGetEccMode");
    take(calls.mig, "nvmlDeviceGetMigMode");
    take(calls.computeMode, "nvmlDeviceGetComputeMode");
    take(calls.utilization, "nvmlDeviceGetUtilizationRates");

    std::unique_ptr<Nvml> nvml(new Nvml(std::move(*opened), calls));
    if (const nvml::Return code = calls.init(); code != nvml::success) {
        Error error{
            ErrorKind::Unavailable, "nvml.no-start", "%1 could not be started: %2", {library, nvml->words(code)}};
        nvml->m_calls.shutdown = nullptr; // what did not start must not be shut down
        return error;
    }
    return std::shared_ptr<const Nvml>(std::move(nvml));
}

Nvml::~Nvml()
{
    if (m_calls.shutdown != nullptr)
        m_calls.shutdown();
}

std::string Nvml::words(nvml::Return code) const
{
    const char* text = m_calls.errorString != nullptr ? m_calls.errorString(code) : nullptr;
    return text != nullptr ? text : "code " + std::to_string(code);
}

std::string Nvml::driverVersion() const
{
    std::array<char, 80> text{}; // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
    if (m_calls.driverVersion == nullptr
        || m_calls.driverVersion(text.data(), static_cast<unsigned>(text.size())) != nvml::success)
        return {};
    text.back() = '\0';
    return text.data();
}

Result<NvmlDevice> NvmlDevice::find(std::shared_ptr<const Nvml> nvml, const std::string& uuid, const std::string& pci)
{
    nvml::Return code = nvml::success;
    const std::array<std::pair<nvml::HandleByText, const std::string*>, 2> ways{std::pair{nvml->m_calls.byUuid, &uuid},
                                                                                std::pair{nvml->m_calls.byPci, &pci}};
    for (const auto& [call, text] : ways) {
        nvml::Device device = nullptr;
        if (call == nullptr || text->empty())
            continue;
        code = call(text->c_str(), &device);
        if (code == nvml::success)
            return NvmlDevice(std::move(nvml), device);
    }
    const std::string reason = code == nvml::success ? "its lookup function is missing" : nvml->words(code);
    return Error{ErrorKind::Unavailable,
                 "nvml.no-device",
                 "The management library does not know the GPU %1 at %2: %3",
                 {uuid, pci, reason}};
}

GpuMoment NvmlDevice::moment() const
{
    GpuMoment moment{.clock = smClock().value_or(Hertz()),
                     .memoryClock = megahertz(m_nvml->m_calls.clock, nvml::clockMemory).value_or(Hertz()),
                     .watts = powerWatts().value_or(0.0)};
    unsigned celsius = 0;
    if (const auto call = m_nvml->m_calls.temperature;
        call != nullptr && call(m_device, nvml::sensorGpu, &celsius) == nvml::success)
        moment.celsius = celsius;
    if (const auto events = clockEvents())
        moment.clockEvents = wordsFor(*events);
    return moment;
}

std::optional<Hertz> NvmlDevice::smClock() const { return megahertz(m_nvml->m_calls.clock, nvml::clockSm); }
std::optional<double> NvmlDevice::powerWatts() const { return watts(m_nvml->m_calls.power); }
std::optional<double> NvmlDevice::powerLimitWatts() const { return watts(m_nvml->m_calls.powerLimit); }
std::optional<bool> NvmlDevice::ecc() const { return isOn(m_nvml->m_calls.ecc); }
std::optional<bool> NvmlDevice::mig() const { return isOn(m_nvml->m_calls.mig); }

std::optional<ClockEvents> NvmlDevice::clockEvents() const
{
    unsigned long long mask = 0;
    const auto call = m_nvml->m_calls.eventReasons;
    if (call == nullptr || call(m_device, &mask) != nvml::success)
        return std::nullopt;
    return clockEventsFrom(mask);
}

std::optional<ComputeMode> NvmlDevice::computeMode() const
{
    int mode = -1;
    const auto call = m_nvml->m_calls.computeMode;
    if (call == nullptr || call(m_device, &mode) != nvml::success || mode < 0 || mode > 3)
        return std::nullopt;
    return static_cast<ComputeMode>(mode);
}

std::optional<double> NvmlDevice::busyShare() const
{
    nvml::Utilization share;
    const auto call = m_nvml->m_calls.utilization;
    if (call == nullptr || call(m_device, &share) != nvml::success || share.gpu > 100)
        return std::nullopt;
    return share.gpu / 100.0;
}

std::optional<Hertz> NvmlDevice::megahertz(nvml::ClockOf call, int clock) const
{
    unsigned value = 0;
    if (call == nullptr || call(m_device, clock, &value) != nvml::success || value == 0)
        return std::nullopt;
    return Hertz(value * 1e6);
}

std::optional<double> NvmlDevice::watts(nvml::Milliwatts call) const
{
    unsigned value = 0;
    if (call == nullptr || call(m_device, &value) != nvml::success)
        return std::nullopt;
    return value / 1000.0;
}

std::optional<bool> NvmlDevice::isOn(nvml::CurrentAndPending call) const
{
    unsigned current = 0;
    unsigned pending = 0;
    if (call == nullptr || call(m_device, &current, &pending) != nvml::success)
        return std::nullopt;
    return current == 1;
}

} // namespace ridgepoint
