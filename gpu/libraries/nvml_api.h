// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
