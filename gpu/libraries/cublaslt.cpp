// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/cublaslt.h"

#include "gpu/libraries/cublaslt_product.h"

#include <utility>

namespace ridgepoint {
namespace {

class LoadedCublasLt final : public CublasLt, public std::enable_shared_from_this<LoadedCublasLt> {
public:
    LoadedCublasLt(DynamicLibrary library, const CublasLtCalls& calls, cublasLtHandle_t handle)
        : m_library(std::move(library)), m_calls(calls), m_handle(handle, calls.destroy)
    {
    }

    [[nodiscard]] std::string version() const override
    {
        const std::size_t number = m_calls.version(); // 130002 is 13.0.2
        return std::to_string(number / 10000) + '.' + std::to_string(number / 100 % 100) + '.' + std::to_string(number % 100);
    }

    [[nodiscard]] Result<std::unique_ptr<MatrixProduct>> prepare(const MatrixPlan& plan, const MatrixBuffers& buffers) override
    {
        return prepareProduct({shared_from_this(), m_calls, m_handle.get()}, plan, buffers);
    }

private:
    DynamicLibrary m_library;
    CublasLtCalls m_calls;
    OwnedDescriptor<cublasLtHandle_t> m_handle;
};

} // namespace

Result<CublasLtCalls> loadCalls(const DynamicLibrary& library)
{
    CublasLtCalls calls;
    std::optional<Error> missing;
    const auto take = [&]<class Function>(Function& call, const char* symbol) {
        if (const auto found = library.function<Function>(symbol))
            call = *found;
        else if (!missing)
            missing = found.error();
    };
    take(calls.create, "cublasLtCreate");
    take(calls.destroy, "cublasLtDestroy");
    take(calls.version, "cublasLtGetVersion");
    take(calls.statusString, "cublasLtGetStatusString");
    take(calls.createProduct, "cublasLtMatmulDescCreate");
    take(calls.destroyProduct, "cublasLtMatmulDescDestroy");
    take(calls.setProduct, "cublasLtMatmulDescSetAttribute");
    take(calls.createLayout, "cublasLtMatrixLayoutCreate");
    take(calls.destroyLayout, "cublasLtMatrixLayoutDestroy");
    take(calls.setLayout, "cublasLtMatrixLayoutSetAttribute");
    take(calls.createPreference, "cublasLtMatmulPreferenceCreate");
    take(calls.destroyPreference, "cublasLtMatmulPreferenceDestroy");
    take(calls.setPreference, "cublasLtMatmulPreferenceSetAttribute");
    take(calls.heuristic, "cublasLtMatmulAlgoGetHeuristic");
    take(calls.multiply, "cublasLtMatmul");
    if (missing)
        return *missing;
    return calls;
}

std::vector<std::string> CublasLt::libraryNames()
{
    return {"libcublasLt.so.13", "libcublasLt.so.12", "/usr/local/cuda/lib64/libcublasLt.so.13", "/usr/local/cuda/lib64/libcublasLt.so.12"};
}

std::optional<Error> CublasLt::lack()
{
    const std::vector<std::string> names = libraryNames();
    return DynamicLibrary::lack(names, Unloading::Never);
}

Result<std::shared_ptr<CublasLt>> CublasLt::open(std::span<const std::string> names)
{
    // It registers its kernels with the driver, which would be left pointing at unloaded code.
    auto library = DynamicLibrary::open(names, Unloading::Never);
    if (!library)
        return library.error();
    const auto calls = loadCalls(*library);
    if (!calls)
        return calls.error();
    cublasLtHandle_t handle = nullptr;
    if (const cublasStatus_t status = (*calls).create(&handle); status != CUBLAS_STATUS_SUCCESS)
        return Error{ErrorKind::Unavailable, "cublaslt.no-start", "%1 does not start: %2", {library->name(), (*calls).statusString(status)}};
    return std::shared_ptr<CublasLt>(std::make_shared<LoadedCublasLt>(std::move(*library), *calls, handle));
}

} // namespace ridgepoint
