// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Stands in for libnvidia-ml.so.1. FAKE_NVML in the environment says how it behaves: "" works, "mute" knows the GPU
// and tells nothing of it, "no-start" does not start. FAKE_NVML_OLD leaves out what older drivers lack.
#include <cstdlib>
#include <cstring>

namespace {

constexpr int success = 0;
constexpr int notSupported = 3;
constexpr int notFound = 6;
constexpr int driverNotLoaded = 9;
constexpr const char* uuid = "GPU-00112233-4455-6677-8899-aabbccddeeff";
constexpr const char* pci = "00000000:65:00.0";

int gpu = 0;
int starts = 0;

bool behaves(const char* way)
{
    const char* chosen = std::getenv("FAKE_NVML");
    return std::strcmp(chosen != nullptr ? chosen : "", way) == 0;
}

template <class Number> int tell(void* device, Number* place, Number value)
{
    if (device != &gpu || behaves("mute"))
        return notSupported;
    *place = value;
    return success;
}

int find(const char* text, const char* known, void** device)
{
    if (std::strcmp(text, known) != 0)
        return notFound;
    *device = &gpu;
    return success;
}

} // namespace

extern "C" {

int nvmlInit_v2()
{
    if (behaves("no-start"))
        return driverNotLoaded;
    ++starts;
    return success;
}
int nvmlShutdown()
{
    --starts;
    return success;
}
/// For the test alone: how many starts were not shut down.
int fakeNvmlStarts() { return starts; }

const char* nvmlErrorString(int code) { return code == driverNotLoaded ? "Driver Not Loaded" : "Not Found"; }
int nvmlSystemGetDriverVersion(char* text, unsigned length)
{
    std::strncpy(text, "580.65.06", length);
    return success;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* text, void** device) { return find(text, pci, device); }
int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* value)
{
    return tell(device, value, clock == 1 ? 1755U : clock == 2 ? 3201U : 7U);
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* value) { return tell(device, value, 692500U); }
int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* value) { return tell(device, value, 700000U); }
int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* value)
{
    return tell(device, value, sensor == 0 ? 61U : 7U);
}
int nvmlDeviceGetComputeMode(void* device, int* value)
{
    return tell(device, value, behaves("prohibited") ? 2 : behaves("strange") ? 9 : 3);
}
int nvmlDeviceGetEccMode(void* device, unsigned* current, unsigned* pending)
{
    *pending = 0;
    return tell(device, current, 1U);
}
#ifndef FAKE_NVML_OLD
struct Utilization {
    unsigned gpu;
    unsigned memory;
};
int nvmlDeviceGetUtilizationRates(void* device, Utilization* value)
{
    return tell(device, value, Utilization{behaves("strange") ? 255U : 97U, 41U});
}
#endif
#ifdef FAKE_NVML_OLD
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* value)
{
    return tell(device, value, 0x40ULL);
}
#else
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* value)
{
    return tell(device, value, 0x8ULL);
}
int nvmlDeviceGetCurrentClocksEventReasons(void* device, unsigned long long* value)
{
    return tell(device, value, 0x4ULL);
}
int nvmlDeviceGetHandleByUUID(const char* text, void** device) { return find(text, uuid, device); }
int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending)
{
    *pending = 1;
    return tell(device, current, 0U);
}
#endif

} // extern "C"
