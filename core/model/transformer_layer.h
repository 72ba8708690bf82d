// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/operator.h"
#include "core/model/product.h"

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

namespace ridgepoint {

/// What kind of work an operator of a layer is, as Ivanov et al. (2020) class them.
enum class LayerClass { Contraction, Normalisation, Elementwise };
inline constexpr LayerClass allLayerClasses[] = {LayerClass::Contraction, LayerClass::Normalisation,
                                                 LayerClass::Elementwise};
/// "contraction", "normalisation", "element-wise".
[[nodiscard]] std::string_view nameOf(LayerClass which);

/// An encoder layer; the defaults are BERT-large's. A head has 64 numbers.
struct LayerShape {
    std::int64_t batch = 1;
    std::int64_t sequence = 256;
    std::int64_t width = 1024;
    std::int64_t heads = 16;
    [[nodiscard]] std::int64_t innerWidth() const { return 4 * width; }
};

/// One operator of the forward pass, with every launch of it that has the same shape.
struct LayerOperator {
    std::string_view name; ///< "QKV projection"
    LayerClass kind = LayerClass::Contraction;
    std::variant<ProductCall, OperatorCall> call;
    int times = 1;
    bool inUnfused = true;
    bool inFused = true;

    [[nodiscard]] bool isIn(bool fused) const { return fused ? inFused : inUnfused; }
    /// Of one launch.
    [[nodiscard]] Flops operations() const;
    [[nodiscard]] FlopsPerByte arithmeticIntensity() const;
    [[nodiscard]] Bytes footprint() const;
};

/// The forward pass of a layer with its biases and dropouts, one after the other. Fused are the scaled softmax, bias
/// and gelu, and bias, dropout, residual and layer norm. Products in `precision`, those with weights in the library's
/// own layout, because weights can be put there once, the two of attention in the plain one; everything else in fp32.
/// What puts heads beside each other moves data only and is left out, as are conversions between precisions.
[[nodiscard]] std::vector<LayerOperator> layerOperators(const LayerShape& shape, MatrixPrecision precision,
                                                        int threads);

} // namespace ridgepoint
