// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "gpu/libraries/matrix_plan.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// A matrix product that is ready to be submitted, with the algorithms that the library's heuristics name for it, best
/// first. The buffers must stay where they are. One thread at a time.
class MatrixProduct {
public:
    virtual ~MatrixProduct() = default;
    /// How many algorithms there are to choose from, at least one.
    [[nodiscard]] virtual int algorithms() const = 0;
    /// The one to use from now on; 0, the heuristics' first choice, until then.
    virtual void choose(int algorithm) = 0;
    /// Submits one product to a stream (a cudaStream_t) of the device that is current. DeviceFailure in the library's
    /// words.
    [[nodiscard]] virtual Result<void> submit(void* stream) = 0;
};

/// Where the matrices and the workspace lie on the device, each at a multiple of matrixAlignment.
struct MatrixBuffers {
    const void* a = nullptr;
    const void* b = nullptr;
    void* d = nullptr;
    void* workspace = nullptr;

    /// In one block that was laid out by MatrixPlan::places().
    [[nodiscard]] static MatrixBuffers in(std::byte* block, const MatrixPlan& plan);
};

/// NVIDIA's library of matrix products (542 MB, a second to load cold), loaded when a matrix roof asks for it.
class CublasLt {
public:
    virtual ~CublasLt() = default;

    /// The names to look for, newest first: on the loader's path, then where NVIDIA's toolkit puts it, then beside the
    /// Python packages (packagedNames) of the active environment ($VIRTUAL_ENV or $CONDA_PREFIX), the user
    /// ($HOME/.local) and the system.
    [[nodiscard]] static std::vector<std::string> libraryNames();
    /// Files of the library in lib/python3*/site-packages and dist-packages below these folders, where pip puts
    /// NVIDIA's packages:
    /// nvidia/cu13/lib and nvidia/cublas/lib. No Python is started to ask.
    [[nodiscard]] static std::vector<std::string> packagedNames(std::span<const std::filesystem::path> prefixes);
    /// Unavailable: "libcublasLt.so.13 not found" and what to install, or what the library lacks or says. The device
    /// must be current.
    [[nodiscard]] static Result<std::shared_ptr<CublasLt>> open(std::span<const std::string> names);
    [[nodiscard]] static Result<std::shared_ptr<CublasLt>> open() { return open(libraryNames()); }

    /// Why open() would fail for want of the library, asked without loading it; nothing where it is there.
    [[nodiscard]] static std::optional<Error> lack();

    /// "13.0.2".
    [[nodiscard]] virtual std::string version() const = 0;
    /// Unsupported where the library has no algorithm for this product on this device; InvalidInput for buffers that
    /// are not aligned. The product keeps the library.
    [[nodiscard]] virtual Result<std::unique_ptr<MatrixProduct>> prepare(const MatrixPlan& plan,
                                                                         const MatrixBuffers& buffers) = 0;
};

} // namespace ridgepoint
