// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/measure/dynamic_library.h"

#include <memory>
#include <string>
#include <type_traits>

#include <cublasLt.h>

/// Internal to gpu/libraries: needs the toolkit's headers.
namespace ridgepoint {

/// The library's functions, of the types that its own header gives them.
struct CublasLtCalls {
    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtGetVersion) version = nullptr;
    decltype(&cublasLtGetStatusString) statusString = nullptr;
    decltype(&cublasLtMatmulDescCreate) createProduct = nullptr;
    decltype(&cublasLtMatmulDescDestroy) destroyProduct = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) setProduct = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) createLayout = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) destroyLayout = nullptr;
    decltype(&cublasLtMatrixLayoutSetAttribute) setLayout = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) createPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) destroyPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) setPreference = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&cublasLtMatmul) multiply = nullptr;
};

/// Unavailable names the first function that is missing.
[[nodiscard]] Result<CublasLtCalls> loadCalls(const DynamicLibrary& library);

/// One of the library's descriptors, destroyed by the function that it came with.
template <class Descriptor>
using OwnedDescriptor = std::unique_ptr<std::remove_pointer_t<Descriptor>, cublasStatus_t (*)(Descriptor)>;

} // namespace ridgepoint
