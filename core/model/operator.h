// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// An operator as networks use it: fp32, out of place, one pass over a tensor of rows x columns.
enum class OperatorKind {
    Copy,
    Add, ///< c = a + b of two tensors
    Relu,
    Gelu, ///< tanh form
    Exp,
    Cos,
    Sum,       ///< reduction to one number: contiguous reading
    LayerNorm, ///< over each row, with scale and shift
    Softmax,   ///< over each row, its maximum subtracted first
    MaxPool,   ///< 2 x 2, stride 2; an odd last row or column is left out
    Transpose,
    // Of transformers' layers: what stands between their matrix products, and the same fused.
    AddRow,         ///< a row (a bias) added to every row
    Scale,          ///< by attentionScale
    Dropout,        ///< by saved bits, kept numbers scaled by dropoutFactor; the bits were drawn before
    ScaledSoftmax,  ///< Scale and Softmax in one
    AddRowGelu,     ///< AddRow and Gelu in one
    AddDropoutNorm, ///< AddRow, Dropout, Add and LayerNorm in one
};

inline constexpr std::array allOperators{
    OperatorKind::Copy,          OperatorKind::Add,     OperatorKind::Relu,          OperatorKind::Gelu,
    OperatorKind::Exp,           OperatorKind::Cos,     OperatorKind::Sum,           OperatorKind::LayerNorm,
    OperatorKind::Softmax,       OperatorKind::MaxPool, OperatorKind::Transpose,     OperatorKind::AddRow,
    OperatorKind::Scale,         OperatorKind::Dropout, OperatorKind::ScaledSoftmax, OperatorKind::AddRowGelu,
    OperatorKind::AddDropoutNorm};

/// One over the root of the 64 numbers of a head.
inline constexpr double attentionScale = 0.125;
/// An eighth is dropped, so that the bits can be drawn by three random words.
inline constexpr double dropoutFactor = 8.0 / 7.0;

/// "copy", "layer-norm", "max-pool".
[[nodiscard]] std::string_view nameOf(OperatorKind which);

/// One run of an operator over rows x columns elements (of a pooling: of its input).
struct OperatorCall {
    OperatorKind which = OperatorKind::Copy;
    std::int64_t rows = 1;
    std::int64_t columns = 1;
    int threads = 0; ///< host threads; 0 on devices that have no such knob

    friend auto operator<=>(const OperatorCall&, const OperatorCall&) = default;
};

/// Elements are counted in 32 bits, and a row must stay in a core's cache between the passes over it.
inline constexpr std::int64_t maximumOperatorElements = std::int64_t{1} << 30;
inline constexpr std::int64_t maximumRowLength = std::int64_t{1} << 16;

/// InvalidInput for counts below one (poolings: two) or beyond the maxima.
[[nodiscard]] Result<void> validate(const OperatorCall& call);

/// How results reach memory.
enum class Stores {
    Usual,       ///< first reads the line that it writes into
    NonTemporal, ///< past the caches, without reading
    Collected,   ///< a GPU's: its cache collects what is written and reads no line that is written whole
};

/// Bytes by direction.
struct Traffic {
    Bytes read;
    Bytes written;
    [[nodiscard]] Bytes total() const { return read + written; }
};

/// So many operations of one kind: each kind has a compute roof of its own.
struct OperationCount {
    Operation operation = Operation::Add;
    Flops count;
};

/// What an operator must do and what it moves, counted from its definition; padding is not counted.
struct OperatorCost {
    /// Nominal operations. An operator that only moves data counts one for each element moved, so that it has a place
    /// on a roofline; `arithmetic` is then empty.
    Flops operations;
    /// The operations that need a unit, by kind; together `operations` where there are any.
    std::vector<OperationCount> arithmetic;
    Traffic least; ///< every input read once, every result written once
    Traffic moved; ///< what crosses between memory and caches: whole lines, and lines read because they are written
    [[nodiscard]] FlopsPerByte arithmeticIntensity() const { return operations / least.total(); }
};

/// Counts a valid call. `stores`: how this device's kernel writes.
/// Rows are read from memory once, however often they are gone over in the cache; parameters of a row count once.
[[nodiscard]] OperatorCost costOf(const OperatorCall& call, Stores stores);
/// All the memory that a call touches.
[[nodiscard]] Bytes footprintOf(const OperatorCall& call);

} // namespace ridgepoint
