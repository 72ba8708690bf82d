// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Element by element, out of place. Two streams a thread with prefetch 1 KiB ahead, as the bandwidth roofs run them.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/operators/elementwise_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/functions_inl.h"
#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"
#include "core/cpu/operators/operator_kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;
constexpr std::size_t linesAhead = 16;
/// Lines of each stream in one turn of a loop.
constexpr std::size_t turn = 4;

struct CopyOf {
    static constexpr bool hasTwo = false;
    static HWY_INLINE Vector apply(Floats, Vector x, Vector) { return x; }
};

struct SumOf {
    static constexpr bool hasTwo = true;
    static HWY_INLINE Vector apply(Floats, Vector x, Vector y) { return hn::Add(x, y); }
};

struct ReluOf {
    static constexpr bool hasTwo = false;
    static HWY_INLINE Vector apply(Floats d, Vector x, Vector) { return hn::Max(x, hn::Zero(d)); }
};

/// The tanh form (Hendrycks and Gimpel 2016), x/2 (1 + tanh(u)) = x / (1 + exp(-2u)), u = sqrt(2/pi) (x + 0.044715
/// x^3).
struct GeluOf {
    static constexpr bool hasTwo = false;
    static HWY_INLINE Vector apply(Floats d, Vector x, Vector)
    {
        const Vector linear = hn::Set(d, -1.5957691216F);
        const Vector cubic = hn::Set(d, -0.07135481627F);
        const Vector exponent = hn::Mul(x, hn::MulAdd(hn::Mul(x, x), cubic, linear));
        return hn::Div(x, hn::Add(hn::Set(d, 1.0F), exponential(d, exponent)));
    }
};

/// Of a sum with a row's number.
struct RowGeluOf {
    static HWY_INLINE Vector apply(Floats d, Vector x, Vector y) { return GeluOf::apply(d, hn::Add(x, y), x); }
};

struct ScaleOf {
    static constexpr bool hasTwo = false;
    static HWY_INLINE Vector apply(Floats d, Vector x, Vector)
    {
        return hn::Mul(x, hn::Set(d, static_cast<float>(attentionScale)));
    }
};

struct ExpOf {
    static constexpr bool hasTwo = false;
    static HWY_INLINE Vector apply(Floats d, Vector x, Vector) { return exponential(d, x); }
};

struct CosOf {
    static constexpr bool hasTwo = false;
    static HWY_INLINE Vector apply(Floats d, Vector x, Vector) { return cosine(d, x); }
};

template <class Function, Stores stores>
HWY_INLINE void mapLines(const OperatorData& data, std::size_t line, std::size_t lines)
{
    const Floats d;
    const float* HWY_RESTRICT first = data.first + line * lineElements;
    const float* HWY_RESTRICT second = Function::hasTwo ? data.second + line * lineElements : first;
    float* HWY_RESTRICT out = data.out + line * lineElements;
    for (std::size_t ahead = linesAhead; ahead < linesAhead + lines; ++ahead) {
        hwy::Prefetch(first + ahead * lineElements);
        if constexpr (Function::hasTwo)
            hwy::Prefetch(second + ahead * lineElements);
    }
    for (std::size_t at = 0; at < lines * lineElements; at += lanes) {
        const Vector x = hn::Load(d, first + at);
        const Vector result = Function::apply(d, x, Function::hasTwo ? hn::Load(d, second + at) : x);
        if constexpr (stores == Stores::NonTemporal)
            hn::Stream(result, d, out + at);
        else
            hn::Store(result, d, out + at);
    }
}

template <class Function, Stores stores> void map(const OperatorData& data, OperatorPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t stream = (part.end - part.begin) / (2 * turn) * turn;
    for (std::size_t line = part.begin; line < part.begin + stream; line += turn) {
        mapLines<Function, stores>(data, line, turn);
        mapLines<Function, stores>(data, line + stream, turn);
    }
    for (std::size_t line = part.begin + 2 * stream; line < part.end; ++line)
        mapLines<Function, stores>(data, line, 1);
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream(); // the work ends when its stores are on their way
}

/// The function of every row and of one row beside it, which stays in the first-level cache.
template <class Function, Stores stores> void mapRows(const OperatorData& data, OperatorPart& part)
{
    const Floats d;
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t padded = (data.columns + lineElements - 1) / lineElements * lineElements;
    for (std::size_t row = part.begin; row < part.end; ++row) {
        const float* HWY_RESTRICT from = data.first + row * data.stride;
        float* HWY_RESTRICT out = data.out + row * data.stride;
        for (std::size_t line = 0; line < padded; line += lineElements) {
            hwy::Prefetch(from + line + linesAhead * lineElements);
            for (std::size_t at = line; at < line + lineElements; at += lanes) {
                const Vector result = Function::apply(d, hn::Load(d, from + at), hn::Load(d, data.bias + at));
                if constexpr (stores == Stores::NonTemporal)
                    hn::Stream(result, d, out + at);
                else
                    hn::Store(result, d, out + at);
            }
        }
    }
    if constexpr (stores == Stores::NonTemporal)
        hwy::FlushStream();
}

template <class Function> void put(OperatorKernels& table, OperatorKind which)
{
    table.put(which, map<Function, Stores::Usual>, map<Function, Stores::NonTemporal>);
}

} // namespace

void addElementwise(OperatorKernels& table)
{
    put<CopyOf>(table, OperatorKind::Copy);
    put<SumOf>(table, OperatorKind::Add);
    put<ReluOf>(table, OperatorKind::Relu);
    put<GeluOf>(table, OperatorKind::Gelu);
    put<ExpOf>(table, OperatorKind::Exp);
    put<CosOf>(table, OperatorKind::Cos);
    put<ScaleOf>(table, OperatorKind::Scale);
    table.put(OperatorKind::AddRow, mapRows<SumOf, Stores::Usual>, mapRows<SumOf, Stores::NonTemporal>);
    table.put(OperatorKind::AddRowGelu, mapRows<RowGeluOf, Stores::Usual>, mapRows<RowGeluOf, Stores::NonTemporal>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addElementwiseKernels(InstructionSet set, OperatorKernels& table)
{
    RIDGEPOINT_FOR_TARGET(set, addElementwise, table)
}

} // namespace ridgepoint
#endif
