// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/facts.h"

#include <cstring>
#include <string>

#include <cuda_runtime_api.h>

namespace ridgepoint {
namespace {

Error queryFailed(int ordinal, cudaError_t code)
{
    return {ErrorKind::DeviceFailure,
            "cuda.no-facts",
            "the CUDA run-time reports no properties of device %1: %2 (%3)",
            {std::to_string(ordinal), cudaGetErrorString(code), cudaGetErrorName(code)}};
}

/// An attribute, or 0 where this driver does not tell it.
int attributeOf(int ordinal, cudaDeviceAttr attribute)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, attribute, ordinal) == cudaSuccess)
        return value;
    // What does not last must not be found by the next call that asks for the last error.
    static_cast<void>(cudaGetLastError());
    return 0;
}

} // namespace

Result<CudaDeviceFacts> queryCudaDevice(int ordinal)
{
    cudaDeviceProp properties{};
    if (const cudaError_t code = cudaGetDeviceProperties(&properties, ordinal); code != cudaSuccess)
        return queryFailed(ordinal, code);
    CudaDeviceFacts facts;
    facts.name.assign(properties.name, strnlen(properties.name, sizeof properties.name));
    std::memcpy(facts.uuid.data(), properties.uuid.bytes, facts.uuid.size());
    facts.pciDomain = properties.pciDomainID;
    facts.pciBus = properties.pciBusID;
    facts.pciDevice = properties.pciDeviceID;
    facts.capability = {properties.major, properties.minor};
    facts.multiprocessors = properties.multiProcessorCount;
    facts.l2Bytes = properties.l2CacheSize;
    facts.memoryBytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    facts.ecc = properties.ECCEnabled != 0;
    // These left the properties in CUDA 13; as attributes they are in 12 and 13 alike.
    facts.clockKilohertz = attributeOf(ordinal, cudaDevAttrClockRate);
    facts.memoryClockKilohertz = attributeOf(ordinal, cudaDevAttrMemoryClockRate);
    facts.memoryBusBits = attributeOf(ordinal, cudaDevAttrGlobalMemoryBusWidth);
    facts.computeMode = attributeOf(ordinal, cudaDevAttrComputeMode);
    facts.launchesAreTimedOut = attributeOf(ordinal, cudaDevAttrKernelExecTimeout) != 0;
    if (cudaDriverGetVersion(&facts.driverVersion) != cudaSuccess)
        facts.driverVersion = 0;
    return facts;
}

} // namespace ridgepoint
