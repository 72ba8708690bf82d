// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Stands in for libcublasLt.so.13: writes down what it is asked for. The functions are those of the toolkit's own
// header, so that a wrong signature does not compile. FAKE_CUBLASLT in the environment says how it behaves: "" works,
// "no-start", "no-algorithm" (the status says so), "none-fits" (algorithms that need more workspace or do not apply),
// "fails" (multiplying).
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include <cublasLt.h>

struct cublasLtContext {
    int unused;
};

namespace {

cublasLtContext context{};
std::string written;
int alive = 0; // descriptors and handles that were made and not destroyed

bool behaves(const char* way)
{
    const char* chosen = std::getenv("FAKE_CUBLASLT");
    return std::strcmp(chosen != nullptr ? chosen : "", way) == 0;
}

template <class Opaque, class... Numbers> cublasStatus_t make(Opaque** place, Numbers... numbers)
{
    *place = new Opaque{};
    ++alive;
    std::size_t at = 0;
    ((place[0]->data[at++] = static_cast<std::uint64_t>(numbers)), ...);
    return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque> cublasStatus_t destroy(Opaque* descriptor)
{
    delete descriptor;
    --alive;
    return CUBLAS_STATUS_SUCCESS;
}

std::string words(cublasLtMatrixLayout_t layout)
{
    std::ostringstream text;
    text << "type " << layout->data[0] << ' ' << layout->data[1] << 'x' << layout->data[2] << " ld " << layout->data[3];
    if (layout->data[4] != 0)
        text << " batch " << layout->data[4] << " apart " << layout->data[5];
    return text.str();
}

/// A factor in the type that the product was described with.
double scaleAt(const void* place, cublasLtMatmulDesc_t product)
{
    switch (static_cast<cudaDataType_t>(product->data[1])) {
    case CUDA_R_64F: return *static_cast<const double*>(place);
    case CUDA_R_32I: return *static_cast<const std::int32_t*>(place);
    default: return static_cast<double>(*static_cast<const float*>(place));
    }
}

std::string words(cublasLtMatmulDesc_t product)
{
    std::ostringstream text;
    text << "compute " << product->data[0] << " scale " << product->data[1] << " transA " << product->data[2]
         << (product->data[3] != 0 ? " fast" : "");
    return text.str();
}

} // namespace

extern "C" {

/// For the test alone: what was asked since the last time, one line a call.
const char* fakeCublasLtCalls()
{
    static std::string last;
    last = std::exchange(written, {});
    return last.c_str();
}
int fakeCublasLtAlive() { return alive; }

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle)
{
    if (behaves("no-start"))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = &context;
    ++alive;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t)
{
    --alive;
    return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion() { return 130002; }
const char* cublasLtGetStatusString(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_NOT_INITIALIZED ? "not initialized" : "broken on purpose";
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product, cublasComputeType_t compute,
                                        cudaDataType_t scale)
{
    return make(product, compute, scale);
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) { return destroy(product); }
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, size_t bytes)
{
    if (attribute == CUBLASLT_MATMUL_DESC_FAST_ACCUM && bytes == sizeof(std::int8_t)) {
        product->data[3] = static_cast<std::uint64_t>(*static_cast<const std::int8_t*>(value));
        return CUBLAS_STATUS_SUCCESS;
    }
    if (attribute != CUBLASLT_MATMUL_DESC_TRANSA || bytes != sizeof(cublasOperation_t))
        return CUBLAS_STATUS_INVALID_VALUE;
    cublasOperation_t operation{};
    std::memcpy(&operation, value, bytes);
    product->data[2] = static_cast<std::uint64_t>(operation);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t leading)
{
    return make(layout, type, rows, columns, leading);
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                size_t bytes)
{
    if (attribute == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT && bytes == sizeof(std::int32_t))
        layout->data[4] = static_cast<std::uint64_t>(*static_cast<const std::int32_t*>(value));
    else if (attribute == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET && bytes == sizeof(std::int64_t))
        layout->data[5] = static_cast<std::uint64_t>(*static_cast<const std::int64_t*>(value));
    else
        return CUBLAS_STATUS_INVALID_VALUE;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { return destroy(layout); }
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) { return make(preference); }
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) { return destroy(preference); }
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t attribute, const void* value,
                                                    size_t bytes)
{
    if (attribute != CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES || bytes != sizeof(std::uint64_t))
        return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(&preference->data[0], value, bytes);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int most,
                                              cublasLtMatmulHeuristicResult_t results[], int* count)
{
    std::ostringstream text;
    text << "choose " << words(product) << " | A " << words(a) << " | B " << words(b) << " | C " << words(c) << " | D "
         << words(d) << " | workspace " << preference->data[0] << " | most " << most << '\n';
    written += text.str();
    *count = 0;
    if (handle != &context)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (behaves("no-algorithm"))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    *count = 4;
    for (int i = 0; i < 4; ++i) {
        results[i].algo.data[0] = static_cast<std::uint64_t>(100 + i);
        results[i].workspaceSize = i == 1 || behaves("none-fits") ? preference->data[0] + 1 : preference->data[0];
        results[i].state = i == 2 ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
    }
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t product, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t, const void* b, cublasLtMatrixLayout_t, const void* beta,
                              const void* c, cublasLtMatrixLayout_t, void* d, cublasLtMatrixLayout_t,
                              const cublasLtMatmulAlgo_t* algorithm, void* workspace, size_t workspaceBytes,
                              cudaStream_t stream)
{
    const auto number = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
    std::ostringstream text;
    text << "multiply " << scaleAt(alpha, product) << " A " << number(a) << " B " << number(b) << " + "
         << scaleAt(beta, product) << " C " << number(c) << " -> D " << number(d) << " | algorithm "
         << algorithm->data[0] << " | workspace " << number(workspace) << '+' << workspaceBytes << " | stream "
         << number(stream) << '\n';
    written += text.str();
    return behaves("fails") ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_SUCCESS;
}

} // extern "C"
