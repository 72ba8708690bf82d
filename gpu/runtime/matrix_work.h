// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/libraries/cublaslt.h"
#include "gpu/runtime/cuda_measured_device.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ridgepoint {

/// Opens the library of matrix products; the device is current.
using MatrixLibrary = std::function<Result<std::shared_ptr<CublasLt>>()>;

/// The matrix roofs and products of a GPU of that capability: square products, the fastest of the algorithms that the
/// library names. The library is opened when the first of them is prepared, and asked no more once it was not there.
[[nodiscard]] MatrixRoofs matrixRoofs(ComputeCapability capability, MatrixLibrary open);

/// What holds up a display is refused, because its driver would end it: at a quarter of the theoretical rate of the
/// plain units.
[[nodiscard]] std::optional<Error> displayReason(const CudaDeviceSetup& setup, Flops operations,
                                                 const std::string& words);

} // namespace ridgepoint
