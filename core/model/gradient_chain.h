// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "core/model/roof.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A pointwise operation of a chain that is differentiated. What the backward pass needs of it is its input
/// (polynomial, cos, gelu) or its result (exp), so that every link has one tensor to save or to compute anew.
enum class ChainLink {
    Polynomial, ///< of a chosen degree, a multiply-add for each: an operation of any cost
    Exp,        ///< exp(-x), which settles instead of overflowing
    Cos,
    Gelu, ///< tanh form
};

/// What the forward pass keeps for the backward pass.
enum class Saving {
    Everything, ///< what every link needs: k tensors
    InputOnly,  ///< the chain's input; the backward pass computes the rest anew
};

inline constexpr std::array allChainLinks{ChainLink::Polynomial, ChainLink::Exp, ChainLink::Cos, ChainLink::Gelu};
inline constexpr std::array allSavings{Saving::Everything, Saving::InputOnly};

/// "polynomial", "exp", "cos", "gelu".
[[nodiscard]] std::string_view nameOf(ChainLink link);
[[nodiscard]] std::optional<ChainLink> chainLinkNamed(std::string_view name);
/// "save-all", "recompute".
[[nodiscard]] std::string_view nameOf(Saving saving);

/// Forward and backward of y = f(f(… f(x))), k times f, fp32: two passes, each fused. The forward pass reads x and
/// writes y and what it saves; the backward pass reads dL/dy and what was saved, and writes dL/dx.
struct GradientCall {
    ChainLink link = ChainLink::Polynomial;
    int degree = 1; ///< of a polynomial: multiply-adds of one application
    int length = 1; ///< k
    Saving saving = Saving::Everything;
    std::int64_t elements = 1;
    int threads = 0; ///< host threads; 0 on devices that have no such knob

    friend auto operator<=>(const GradientCall&, const GradientCall&) = default;
};

inline constexpr int longestGradientChain = 64;
inline constexpr int highestDegree = 256;

/// InvalidInput for counts below one or beyond the maxima.
[[nodiscard]] Result<void> validate(const GradientCall& call);

/// What one of the two passes must do.
struct PassCost {
    std::vector<OperationCount> arithmetic; ///< by kind: each has a roof of its own
    Traffic traffic;
};

/// What a call must do and what it moves, counted from its definition: a polynomial of degree r is r multiply-adds and
/// its derivative r - 1, exp, cos and gelu are one operation each and so are the derivatives of cos and gelu; that of
/// exp is its result. Every link multiplies the gradient once.
struct GradientCost {
    PassCost forward;
    PassCost backward;
    Bytes saved; ///< k N b or N b
    [[nodiscard]] Bytes moved() const { return forward.traffic.total() + backward.traffic.total(); }
};

[[nodiscard]] GradientCost costOf(const GradientCall& call); ///< FLOP and bytes of both passes
/// All the memory that a call touches: what is saved, the result, and both gradients.
[[nodiscard]] Bytes footprintOf(const GradientCall& call);
/// Whether the derivative is computed from a link's result, and not from its input.
[[nodiscard]] constexpr bool needsResult(ChainLink link) { return link == ChainLink::Exp; }

/// The least time that the roofs allow: each pass max(F/P, B/W), one after the other.
struct GradientPrediction {
    Seconds forward;
    Seconds backward;
    bool isComputeBound = false; ///< of the backward pass
    [[nodiscard]] Seconds time() const { return forward + backward; }
};

/// Predicts a valid call from measured roofs; Unavailable when one that this needs has not been measured (which one).
[[nodiscard]] Result<GradientPrediction> predict(const GradientCall& call, const RoofSet& roofs);

} // namespace ridgepoint
