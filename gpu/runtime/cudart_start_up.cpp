// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cudart_start_up.h"

#include <cuda_runtime_api.h>

namespace ridgepoint {

StartUp startDriver()
{
    StartUp started;
    started.runtimeVersion = CUDART_VERSION;
    // Neither call writes its result when it fails.
    if (cudaDriverGetVersion(&started.driverVersion) != cudaSuccess)
        started.driverVersion = 0;
    const cudaError_t status = cudaGetDeviceCount(&started.devices);
    started.status = static_cast<CudaStatus>(status);
    if (status == cudaSuccess)
        return started;
    started.devices = 0;
    started.statusWords = std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ", CUDA error "
                        + std::to_string(static_cast<int>(status)) + ")";
    static_cast<void>(cudaGetLastError());
    return started;
}

} // namespace ridgepoint
