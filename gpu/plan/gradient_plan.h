// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/gradient_chain.h"
#include "gpu/plan/kernel_call.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ridgepoint {

/// The buffers of a chain with its gradient, by their places in the plan.
namespace gradient_buffer {
inline constexpr std::size_t out = 0;      ///< dL/dx
inline constexpr std::size_t input = 1;    ///< x
inline constexpr std::size_t gradient = 2; ///< dL/dy
inline constexpr std::size_t values = 3; ///< results of the links, one tensor after the other, or the last one's alone
inline constexpr std::size_t steps = 4;  ///< the polynomial's coefficients and its derivative's, polynomialSteps each
} // namespace gradient_buffer

/// A chain's two launches, forward and backward, and where its tensors lie.
struct GradientPlan {
    GradientCall call;
    std::string method; ///< how, in words, for people
    CallPlan plan;
    std::uint64_t pitch = 0; ///< floats from one link's results to the next one's, whole vectors
};

/// Both passes over whole tensors. InvalidInput for impossible counts.
[[nodiscard]] Result<GradientPlan> planGradient(const GradientCall& call);

/// "rp_gradient_exp_forward_all_f32", "…_forward_last_f32", "…_backward_saved_f32".
[[nodiscard]] std::string gradientKernelName(ChainLink link, const std::string& pass);
/// "backward_anew16": of the kernel that keeps so many links in registers.
[[nodiscard]] std::string anewPass(std::uint32_t links);
/// The links that the kernel for a chain of that length keeps.
[[nodiscard]] std::uint32_t keptLinksFor(int length);

} // namespace ridgepoint
