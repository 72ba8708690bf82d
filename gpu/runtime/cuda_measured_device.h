// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/runtime/cuda_device.h"
#include "gpu/runtime/measured_device.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ridgepoint {

/// Matrix roofs and products come from a library that is loaded when it is asked for.
struct MatrixRoofs {
    std::vector<std::string> ids; ///< "compute.bf16.matrix" …, as this GPU should have them; without ".sustained"
    std::function<Result<RoofWork>(const std::shared_ptr<CudaDevice>&, const RoofRequest&)> prepare;
    /// By the library.
    std::function<Result<ReadyWork>(const std::shared_ptr<CudaDevice>&, const ProductCall&)> prepareProduct;
};

/// What `facts` must hold for this GPU: its roofs in the order to measure and show them, its memory levels.
[[nodiscard]] DeviceFacts factsOf(const CudaDeviceSetup& setup, const MatrixRoofs& matrix);

/// Opens a GPU for measuring, in the thread that will measure.
[[nodiscard]] Result<std::unique_ptr<MeasuredDevice>> openMeasuredDevice(std::shared_ptr<CudaApi> api,
                                                                         CudaDeviceSetup setup, MatrixRoofs matrix);

/// The least that one pass of this workload takes on a GPU that runs at its theoretical rates; 0 where those are
/// unknown.
[[nodiscard]] Seconds leastPassTime(const Workload& workload, const CudaDeviceSetup& setup);

} // namespace ridgepoint
