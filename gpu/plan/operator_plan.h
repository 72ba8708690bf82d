// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/plan/workload_plan.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ridgepoint {

/// What a buffer of an operator holds.
enum class TensorRole {
    Result,   ///< fp32; of sums one number
    First,    ///< fp32
    Second,   ///< fp32; addition: the other summand; layer norms: the scales of a row
    Shift,    ///< fp32; layer norms: the shifts of a row
    Bias,     ///< fp32; the row that is added to every row
    Residual, ///< fp32; what is added before a layer norm
    Kept,     ///< a bit for each element, eight a byte, lowest first: 1 for those that a dropout keeps
    Sums,     ///< fp32; one a block, between the two launches of a sum
};

/// One buffer of a plan as rows. Lengths are in the tensor's elements: floats or bytes of bits.
struct OperatorTensor {
    TensorRole role = TensorRole::Result;
    std::uint64_t rows = 1;
    std::uint64_t columns = 1;
    std::uint64_t stride = 1; ///< from row to row; what is beyond the columns is padding
};

/// An operator's own launches, and where its tensors lie.
struct OperatorPlan {
    OperatorCall call;
    OperatorCost cost;  ///< of one repetition; partial sums, which stay in the cache, are not counted
    std::string method; ///< how, in words, for people
    CallPlan plan;
    std::vector<OperatorTensor> tensors; ///< one a buffer of the plan; the first is the result
};

/// Whether the tensor lies in bytes of bits, not in floats.
[[nodiscard]] constexpr bool holdsBits(TensorRole role) { return role == TensorRole::Kept; }

/// The launches of one operator. Element-wise operators, dropout and sums see one long row; other tensors have rows
/// padded to 16 bytes. InvalidInput for impossible shapes.
[[nodiscard]] Result<OperatorPlan> planOperator(const OperatorCall& call, const GpuShape& shape);

/// How many threads hold a row: 512, 2048, 8192 or 16384 floats, 16 a thread.
inline constexpr std::array<std::uint32_t, 4> rowKernelThreads{32, 128, 512, 1024};
/// Rows of up to this many floats are held in registers and read once; longer ones are gone over twice.
inline constexpr std::int64_t longestHeldRow = 16384;
/// The threads of a row of so many floats.
[[nodiscard]] std::uint32_t rowThreads(std::int64_t columns);

/// "rp_operator_gelu_f32", "rp_operator_add_row_f32".
[[nodiscard]] std::string operatorKernelName(OperatorKind which);
/// "rp_operator_softmax_f32_r128", or for rows that are gone over twice "rp_operator_softmax_f32_twice".
[[nodiscard]] std::string rowKernelName(OperatorKind which, std::uint32_t threads, bool twice);

} // namespace ridgepoint
