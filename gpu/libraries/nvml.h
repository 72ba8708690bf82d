// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/dynamic_library.h"
#include "core/model/device.h"
#include "core/model/result.h"
#include "core/model/units.h"
#include "gpu/libraries/clock_events.h"

#include <memory>
#include <optional>
#include <string>

/// The few functions of NVIDIA's management library (libnvidia-ml.so.1) that Ridgepoint calls, declared here because
/// nvml.h comes in no package of the toolkit. Types and values: the NVML API reference; they have been stable since
/// the versions that the names carry.
namespace ridgepoint::nvml {

using Device = struct NvmlDeviceHandle*; ///< nvmlDevice_t, opaque
using Return = int;                      ///< nvmlReturn_t, an enum

/// nvmlUtilization_t: percent of the driver's last sampling period, which lasts between 1/6 s and 1 s by product.
struct Utilization {
    unsigned gpu = 0;    ///< of the period, in which one kernel or more ran
    unsigned memory = 0; ///< of the period, in which the device's memory was read or written
};

inline constexpr Return success = 0;
inline constexpr int clockSm = 1;     ///< NVML_CLOCK_SM
inline constexpr int clockMemory = 2; ///< NVML_CLOCK_MEM
inline constexpr int sensorGpu = 0;   ///< NVML_TEMPERATURE_GPU

using Init = Return (*)();                                          // nvmlInit_v2
using Shutdown = Return (*)();                                      // nvmlShutdown
using ErrorString = const char* (*)(Return);                        // nvmlErrorString
using DriverVersion = Return (*)(char*, unsigned);                  // nvmlSystemGetDriverVersion
using HandleByText = Return (*)(const char*, Device*);              // nvmlDeviceGetHandleByUUID, …ByPciBusId_v2
using ClockOf = Return (*)(Device, int, unsigned*);                 // nvmlDeviceGetClockInfo, …GetMaxClockInfo: MHz
using Milliwatts = Return (*)(Device, unsigned*);                   // nvmlDeviceGetPowerUsage, …EnforcedPowerLimit
using Temperature = Return (*)(Device, int, unsigned*);             // nvmlDeviceGetTemperature: degrees Celsius
using EventReasons = Return (*)(Device, unsigned long long*);       // nvmlDeviceGetCurrentClocks{Event,Throttle}Reasons
using CurrentAndPending = Return (*)(Device, unsigned*, unsigned*); // nvmlDeviceGetEccMode, …GetMigMode: 1 is on
using ComputeModeOf = Return (*)(Device, int*);                     // nvmlDeviceGetComputeMode
using UtilizationOf = Return (*)(Device, Utilization*);             // nvmlDeviceGetUtilizationRates

} // namespace ridgepoint::nvml

namespace ridgepoint {

/// Who may use a GPU at a time; the values are NVML's and the CUDA run-time's.
enum class ComputeMode { Default = 0, ExclusiveThread = 1, Prohibited = 2, ExclusiveProcess = 3 };

/// "default", "exclusive-thread", "prohibited", "exclusive-process".
[[nodiscard]] std::string nameOf(ComputeMode mode);

/// NVIDIA's management library, loaded when asked for and shut down with the last user.
class Nvml {
public:
    static constexpr const char* libraryName = "libnvidia-ml.so.1";

    /// Unavailable where the library is not there, lacks what every version has, or does not start (in its own words).
    [[nodiscard]] static Result<std::shared_ptr<const Nvml>> open(const std::string& library = libraryName);
    ~Nvml();
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    /// "580.65.06"; empty when it is not told.
    [[nodiscard]] std::string driverVersion() const;

private:
    friend class NvmlDevice;
    struct Calls {
        nvml::Init init = nullptr;
        nvml::Shutdown shutdown = nullptr;
        nvml::ErrorString errorString = nullptr;
        nvml::DriverVersion driverVersion = nullptr;
        nvml::HandleByText byUuid = nullptr;
        nvml::HandleByText byPci = nullptr;
        nvml::ClockOf clock = nullptr;
        nvml::Milliwatts power = nullptr;
        nvml::Milliwatts powerLimit = nullptr;
        nvml::Temperature temperature = nullptr;
        nvml::EventReasons eventReasons = nullptr;
        nvml::CurrentAndPending ecc = nullptr;
        nvml::CurrentAndPending mig = nullptr;
        nvml::ComputeModeOf computeMode = nullptr;
        nvml::UtilizationOf utilization = nullptr;
    };

    Nvml(DynamicLibrary library, const Calls& calls) : m_library(std::move(library)), m_calls(calls) {}
    [[nodiscard]] std::string words(nvml::Return code) const;

    DynamicLibrary m_library;
    Calls m_calls;
};

/// One GPU, as the management library sees it; keeps the library loaded.
class NvmlDevice {
public:
    /// The GPU of this uuid ("GPU-…" or "MIG-…") or else at this PCI place ("00000000:65:00.0"). By number would be
    /// wrong: CUDA_VISIBLE_DEVICES renumbers CUDA's devices and not these. Unavailable when neither is known.
    [[nodiscard]] static Result<NvmlDevice> find(std::shared_ptr<const Nvml> nvml, const std::string& uuid,
                                                 const std::string& pci);

    [[nodiscard]] const Nvml& library() const { return *m_nvml; }
    /// How the GPU fares now. Whatever the driver does not tell is unknown, never an error.
    [[nodiscard]] GpuMoment moment() const;
    [[nodiscard]] std::optional<Hertz> smClock() const;
    [[nodiscard]] std::optional<ClockEvents> clockEvents() const;
    /// Drawn now: an average over the last second on most devices.
    [[nodiscard]] std::optional<double> powerWatts() const;
    /// The limit in force, the lowest of all that apply.
    [[nodiscard]] std::optional<double> powerLimitWatts() const;
    [[nodiscard]] std::optional<bool> ecc() const;
    [[nodiscard]] std::optional<bool> mig() const;
    [[nodiscard]] std::optional<ComputeMode> computeMode() const;
    /// What nvidia-smi calls GPU-Util: the share (0 to 1) of the driver's last sampling period, of 1/6 s to 1 s by
    /// product, in which a kernel ran, anybody's. Not told by a GPU in MIG mode. Source: NVML API reference,
    /// nvmlUtilization_t.
    [[nodiscard]] std::optional<double> busyShare() const;

private:
    NvmlDevice(std::shared_ptr<const Nvml> nvml, nvml::Device device) : m_nvml(std::move(nvml)), m_device(device) {}
    [[nodiscard]] std::optional<Hertz> megahertz(nvml::ClockOf call, int clock) const;
    [[nodiscard]] std::optional<double> watts(nvml::Milliwatts call) const;
    [[nodiscard]] std::optional<bool> isOn(nvml::CurrentAndPending call) const;

    std::shared_ptr<const Nvml> m_nvml;
    nvml::Device m_device = nullptr;
};

} // namespace ridgepoint
