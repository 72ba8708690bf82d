// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/libraries/cublaslt.h"
#include "gpu/libraries/cublaslt_calls.h"

/// Internal to gpu/libraries: needs the toolkit's headers.
namespace ridgepoint {

/// An open library: kept alive by whoever uses it.
struct CublasLtSession {
    std::shared_ptr<CublasLt> library;
    CublasLtCalls calls;
    cublasLtHandle_t handle = nullptr;
};

/// See CublasLt::prepare.
[[nodiscard]] Result<std::unique_ptr<MatrixProduct>> prepareProduct(CublasLtSession session, const MatrixPlan& plan,
                                                                    const MatrixBuffers& buffers);

} // namespace ridgepoint
