// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "gpu/driver_traces.h"
#include "gpu/runtime/cuda_api.h"
#include "gpu/runtime/device_thread.h"

#include <functional>
#include <string>

namespace ridgepoint {

/// What starting the driver came to.
struct StartUp {
    CudaStatus status = cudaOk; ///< of asking for the number of devices
    std::string statusWords;    ///< the run-time's name and sentence of that status
    int devices = 0;
    int driverVersion = 0;  ///< 13000 is CUDA 13.0; 0 where no driver's library is there
    int runtimeVersion = 0; ///< that the program was built with
};

/// Why no GPU can be used, in words that follow "not available:": no driver, driver too old (which it is, which is
/// needed), no device, or that starting failed and how. Nothing when devices are there.
[[nodiscard]] std::optional<Error> reasonAgainst(const StartUp& started, const DriverTraces& traces,
                                                 bool devicesAreHidden);

/// The reason while the driver has not answered within `waited`.
[[nodiscard]] Error startUpHung(Seconds waited);

/// How long starting may take: 30 s and a remark after 5; RIDGEPOINT_GPU_START_S sets another number of seconds, from
/// 0.1 to 3600, for machines with many GPUs and no persistence daemon. Other texts are ignored.
[[nodiscard]] DeviceThread::Patience startUpPatience(const char* seconds, std::function<void()> remark);

} // namespace ridgepoint
