// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/cublaslt_product.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace ridgepoint {
namespace {

/// The types of a product in the library's words.
struct Types {
    cudaDataType_t factor;
    cudaDataType_t product;
    cublasComputeType_t compute;
    cudaDataType_t scale = CUDA_R_32F; ///< of the two factors that a product is scaled with
};

Types typesOf(MatrixPrecision precision)
{
    switch (precision) {
    case MatrixPrecision::Fp32: return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
    case MatrixPrecision::Tf32: return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32};
    case MatrixPrecision::Bf16: return {CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    case MatrixPrecision::Fp16: return {CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F};
    case MatrixPrecision::Fp8: return {CUDA_R_8F_E4M3, CUDA_R_16BF, CUBLAS_COMPUTE_32F};
    case MatrixPrecision::Fp64: return {CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, CUDA_R_64F};
    case MatrixPrecision::Int8: return {CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, CUDA_R_32I};
    }
    return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F};
}

/// A small whole number in the type that a product is scaled in.
class Scale {
public:
    Scale(cudaDataType_t type, int value)
    {
        const auto put = [this](auto number) { std::memcpy(m_bytes.data(), &number, sizeof number); };
        if (type == CUDA_R_64F)
            put(static_cast<double>(value));
        else if (type == CUDA_R_32I)
            put(static_cast<std::int32_t>(value));
        else
            put(static_cast<float>(value));
    }
    [[nodiscard]] const void* data() const { return m_bytes.data(); }

private:
    alignas(double) std::array<std::byte, sizeof(double)> m_bytes{};
};

/// More than the first are tried, because a roof is the best that the device does and the heuristics only estimate.
constexpr int mostAlgorithms = 8;

class PreparedProduct final : public MatrixProduct {
public:
    PreparedProduct(CublasLtSession session, const MatrixPlan& plan, const MatrixBuffers& buffers)
        : m_session(std::move(session)), m_plan(plan), m_buffers(buffers)
    {}

    /// Makes the descriptors and asks the heuristics.
    [[nodiscard]] Result<void> prepare();

    [[nodiscard]] int algorithms() const override { return static_cast<int>(m_algorithms.size()); }
    void choose(int algorithm) override { m_chosen = static_cast<std::size_t>(algorithm); }
    [[nodiscard]] Result<void> submit(void* stream) override;

private:
    [[nodiscard]] cublasStatus_t describe();
    [[nodiscard]] cublasStatus_t makeLayout(OwnedDescriptor<cublasLtMatrixLayout_t>& owner, cudaDataType_t type,
                                            std::int64_t rows, std::int64_t columns);
    [[nodiscard]] Error failure(const char* what, cublasStatus_t status) const;
    template <class Descriptor, class Create, class... Arguments>
    [[nodiscard]] static cublasStatus_t make(OwnedDescriptor<Descriptor>& owner, Create create, Arguments... arguments)
    {
        Descriptor made = nullptr;
        const cublasStatus_t status = create(&made, arguments...);
        owner.reset(made);
        return status;
    }

    CublasLtSession m_session;
    MatrixPlan m_plan;
    MatrixBuffers m_buffers;
    OwnedDescriptor<cublasLtMatmulDesc_t> m_product{nullptr, m_session.calls.destroyProduct};
    OwnedDescriptor<cublasLtMatrixLayout_t> m_firstLayout{nullptr, m_session.calls.destroyLayout};
    OwnedDescriptor<cublasLtMatrixLayout_t> m_secondLayout{nullptr, m_session.calls.destroyLayout};
    OwnedDescriptor<cublasLtMatrixLayout_t> m_productLayout{nullptr, m_session.calls.destroyLayout};
    OwnedDescriptor<cublasLtMatmulPreference_t> m_preference{nullptr, m_session.calls.destroyPreference};
    std::vector<cublasLtMatmulHeuristicResult_t> m_algorithms;
    std::size_t m_chosen = 0;
};

cublasStatus_t PreparedProduct::makeLayout(OwnedDescriptor<cublasLtMatrixLayout_t>& owner, cudaDataType_t type,
                                           std::int64_t rows, std::int64_t columns)
{
    const CublasLtCalls& calls = m_session.calls;
    cublasStatus_t status = make(owner, calls.createLayout, type, static_cast<std::uint64_t>(rows),
                                 static_cast<std::uint64_t>(columns), rows);
    if (status != CUBLAS_STATUS_SUCCESS || m_plan.batch == 1)
        return status;
    const auto count = static_cast<std::int32_t>(m_plan.batch);
    const std::int64_t apart = rows * columns;
    status = calls.setLayout(owner.get(), CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
    return status == CUBLAS_STATUS_SUCCESS
             ? calls.setLayout(owner.get(), CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &apart, sizeof apart)
             : status;
}

cublasStatus_t PreparedProduct::describe()
{
    const Types types = typesOf(m_plan.precision);
    // A is transposed in every precision: FP8 allows nothing else, and so the roofs differ in precision alone.
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const std::uint64_t workspace = matrixWorkspaceBytes;
    const CublasLtCalls& calls = m_session.calls;
    cublasStatus_t status = make(m_product, calls.createProduct, types.compute, types.scale);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = calls.setProduct(m_product.get(), CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed);
    // What FP8 units are sold for, and what a roof must not lie under: their sums stay inside the unit.
    const std::int8_t fast = 1;
    if (status == CUBLAS_STATUS_SUCCESS && m_plan.precision == MatrixPrecision::Fp8)
        status = calls.setProduct(m_product.get(), CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = makeLayout(m_firstLayout, types.factor, m_plan.inner, m_plan.rows);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = makeLayout(m_secondLayout, types.factor, m_plan.inner, m_plan.columns);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = makeLayout(m_productLayout, types.product, m_plan.rows, m_plan.columns);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = make(m_preference, calls.createPreference);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = calls.setPreference(m_preference.get(), CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace,
                                     sizeof workspace);
    return status;
}

Result<void> PreparedProduct::prepare()
{
    if (const cublasStatus_t status = describe(); status != CUBLAS_STATUS_SUCCESS)
        return failure("describing", status);
    std::array<cublasLtMatmulHeuristicResult_t, mostAlgorithms> found{};
    int count = 0;
    const cublasStatus_t status = m_session.calls.heuristic(
        m_session.handle, m_product.get(), m_firstLayout.get(), m_secondLayout.get(), m_productLayout.get(),
        m_productLayout.get(), m_preference.get(), mostAlgorithms, found.data(), &count);
    if (status != CUBLAS_STATUS_SUCCESS && status != CUBLAS_STATUS_NOT_SUPPORTED)
        return failure("choosing an algorithm for", status);
    for (int i = 0; status == CUBLAS_STATUS_SUCCESS && i < count && i < mostAlgorithms; ++i) {
        const auto& algorithm = found[static_cast<std::size_t>(i)];
        if (algorithm.state == CUBLAS_STATUS_SUCCESS && algorithm.workspaceSize <= matrixWorkspaceBytes)
            m_algorithms.push_back(algorithm);
    }
    if (m_algorithms.empty())
        return Error{ErrorKind::Unsupported,
                     "cublaslt.no-algorithm",
                     "cuBLASLt %1 has no algorithm for %2 products on this device",
                     {m_session.library->version(), std::string(nameOf(m_plan.precision))}};
    return {};
}

Result<void> PreparedProduct::submit(void* stream)
{
    // D = 1 A'B + 0 C; with a factor of zero C is not read, and D may stand for it.
    const Scale one(typesOf(m_plan.precision).scale, 1);
    const Scale zero(typesOf(m_plan.precision).scale, 0);
    const cublasStatus_t status = m_session.calls.multiply(
        m_session.handle, m_product.get(), one.data(), m_buffers.a, m_firstLayout.get(), m_buffers.b,
        m_secondLayout.get(), zero.data(), m_buffers.d, m_productLayout.get(), m_buffers.d, m_productLayout.get(),
        &m_algorithms[m_chosen].algo, m_buffers.workspace, matrixWorkspaceBytes, static_cast<cudaStream_t>(stream));
    if (status != CUBLAS_STATUS_SUCCESS)
        return failure("submitting", status);
    return {};
}

Error PreparedProduct::failure(const char* what, cublasStatus_t status) const
{
    return {ErrorKind::DeviceFailure,
            "cublaslt.failed",
            "cuBLASLt %1 failed while %2 a product of %3 matrices, %4: %5",
            {m_session.library->version(), what, std::string(nameOf(m_plan.precision)), m_plan.words(),
             m_session.calls.statusString(status)}};
}

bool isAligned(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % matrixAlignment == 0; }

} // namespace

MatrixBuffers MatrixBuffers::in(std::byte* block, const MatrixPlan& plan)
{
    const auto places = plan.places();
    return {.a = block + places[0], .b = block + places[1], .d = block + places[2], .workspace = block + places[3]};
}

Result<std::unique_ptr<MatrixProduct>> prepareProduct(CublasLtSession session, const MatrixPlan& plan,
                                                      const MatrixBuffers& buffers)
{
    for (const void* pointer :
         {buffers.a, buffers.b, static_cast<const void*>(buffers.d), static_cast<const void*>(buffers.workspace)})
        if (pointer == nullptr || !isAligned(pointer))
            return Error{ErrorKind::InvalidInput,
                         "cublaslt.not-aligned",
                         "The matrices must begin at multiples of %1 bytes.",
                         {std::to_string(matrixAlignment)}};
    auto product = std::make_unique<PreparedProduct>(std::move(session), plan, buffers);
    if (const auto prepared = product->prepare(); !prepared)
        return prepared.error();
    return std::unique_ptr<MatrixProduct>(std::move(product));
}

} // namespace ridgepoint
