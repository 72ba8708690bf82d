// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "gpu/runtime/cuda_api.h"

#include <string>

namespace ridgepoint {

/// The statuses that the backend tells apart, by the numbers of the run-time (stable from CUDA 10.1 to 13).
namespace cudaStatus {
inline constexpr CudaStatus outOfMemory = 2;
inline constexpr CudaStatus initializationError = 3;
inline constexpr CudaStatus insufficientDriver = 35;
inline constexpr CudaStatus devicesUnavailable = 46;
inline constexpr CudaStatus noDevice = 100;
inline constexpr CudaStatus invalidDevice = 101;
inline constexpr CudaStatus noKernelImage = 209;
inline constexpr CudaStatus illegalAddress = 700;
inline constexpr CudaStatus launchTimeout = 702;
inline constexpr CudaStatus systemNotReady = 802;
inline constexpr CudaStatus unknown = 999;
} // namespace cudaStatus

/// After such a status every further call of this process fails in the same way: the process must end, and a new one
/// may measure on.
[[nodiscard]] bool endsTheProcess(CudaStatus status);

/// The one place where a status becomes an Error. `what` says what was being done ("waiting for the passes of fma
/// fp32"). The kind is DeviceFailure, or what the status tells better: Unavailable for a device that is taken,
/// Unsupported for one that the build has no code for.
[[nodiscard]] Error errorOf(CudaStatus status, const std::string& what, CudaApi& api);

/// Unavailable: memory does not suffice for `what`; how much is needed and how much is free.
[[nodiscard]] Error outOfDeviceMemory(const std::string& what, Bytes needed, Bytes free);

/// Timeout: the device has not answered within `waited` while `what`.
[[nodiscard]] Error deviceHung(const std::string& what, Seconds waited);

/// "512 MiB", "1.5 GiB", for messages.
[[nodiscard]] std::string sizeWords(Bytes size);

} // namespace ridgepoint
