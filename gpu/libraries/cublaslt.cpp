// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/cublaslt.h"

#include "gpu/libraries/cublaslt_product.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::array sonames{"libcublasLt.so.13", "libcublasLt.so.12"};

/// What lies in a folder and begins so, in alphabetical order; nothing where there is no such folder.
std::vector<std::filesystem::path> entriesOf(const std::filesystem::path& folder, std::string_view beginning = {})
{
    std::vector<std::filesystem::path> entries;
    std::error_code ignored;
    const std::filesystem::directory_iterator end;
    for (std::filesystem::directory_iterator entry(folder, ignored); !ignored && entry != end; entry.increment(ignored))
        if (entry->path().filename().string().starts_with(beginning))
            entries.push_back(entry->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// An error of a library that is not there says what to try as well.
Error withRemedy(Error error)
{
    if (error.id == "library.not-found")
        error.text += "; install the CUDA toolkit, or NVIDIA's Python package with pip in the active environment "
                      "(nvidia-cublas; nvidia-cublas-cu12 for drivers before 580)";
    return error;
}

class LoadedCublasLt final : public CublasLt, public std::enable_shared_from_this<LoadedCublasLt> {
public:
    LoadedCublasLt(DynamicLibrary library, const CublasLtCalls& calls, cublasLtHandle_t handle)
        : m_library(std::move(library)), m_calls(calls), m_handle(handle, calls.destroy)
    {}

    [[nodiscard]] std::string version() const override
    {
        const std::size_t number = m_calls.version(); // 130002 is 13.0.2
        return std::to_string(number / 10000) + '.' + std::to_string(number / 100 % 100) + '.'
             + std::to_string(number % 100);
    }

    [[nodiscard]] Result<std::unique_ptr<MatrixProduct>> prepare(const MatrixPlan& plan,
                                                                 const MatrixBuffers& buffers) override
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
    std::vector<std::string> names(sonames.begin(), sonames.end());
    for (const char* const soname : sonames)
        names.push_back(std::string("/usr/local/cuda/lib64/") + soname);
    std::vector<std::filesystem::path> prefixes;
    using Prefix = std::pair<const char*, const char*>;
    for (const auto& [variable, below] :
         {Prefix{"VIRTUAL_ENV", ""}, Prefix{"CONDA_PREFIX", ""}, Prefix{"HOME", ".local"}})
        if (const char* const folder = std::getenv(variable); folder != nullptr && *folder != '\0')
            prefixes.push_back(std::filesystem::path(folder) / below);
    prefixes.emplace_back("/usr/local");
    prefixes.emplace_back("/usr");
    const std::vector<std::string> packaged = packagedNames(prefixes);
    names.insert(names.end(), packaged.begin(), packaged.end());
    return names;
}

std::vector<std::string> CublasLt::packagedNames(std::span<const std::filesystem::path> prefixes)
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const std::filesystem::path& prefix : prefixes)
        for (const std::filesystem::path& python : entriesOf(prefix / "lib", "python3"))
            for (const char* const packages : {"site-packages", "dist-packages"})
                for (const std::filesystem::path& package : entriesOf(python / packages / "nvidia"))
                    for (const char* const soname : sonames)
                        if (const std::filesystem::path file = package / "lib" / soname;
                            std::filesystem::exists(file, ignored))
                            names.push_back(file.string());
    return names;
}

std::optional<Error> CublasLt::lack()
{
    const std::vector<std::string> names = libraryNames();
    auto lack = DynamicLibrary::lack(names, Unloading::Never);
    return lack ? std::optional(withRemedy(std::move(*lack))) : std::nullopt;
}

Result<std::shared_ptr<CublasLt>> CublasLt::open(std::span<const std::string> names)
{
    // It registers its kernels with the driver, which would be left pointing at unloaded code.
    auto library = DynamicLibrary::open(names, Unloading::Never);
    if (!library)
        return withRemedy(library.error());
    const auto calls = loadCalls(*library);
    if (!calls)
        return calls.error();
    cublasLtHandle_t handle = nullptr;
    if (const cublasStatus_t status = (*calls).create(&handle); status != CUBLAS_STATUS_SUCCESS)
        return Error{ErrorKind::Unavailable,
                     "cublaslt.no-start",
                     "%1 could not be started: %2",
                     {library->name(), (*calls).statusString(status)}};
    return std::shared_ptr<CublasLt>(std::make_shared<LoadedCublasLt>(std::move(*library), *calls, handle));
}

} // namespace ridgepoint
