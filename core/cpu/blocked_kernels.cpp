// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// gelu, exp, cos: dozens of instructions each, so a load and a store to the first-level cache between applications cost
// nothing that shows, while the vectors of a block, independent of each other, keep every unit busy.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/blocked_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/functions_inl.h"
#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The tanh form, x/2 (1 + tanh(u)) with u = sqrt(2/pi) (x + 0.044715 x^3) (Hendrycks and Gimpel 2016), written as
/// x / (1 + exp(-2u)), which is the same function; plus a summand that keeps a chain away from zero.
struct Gelu {
    template <class D, class V> static HWY_INLINE V apply(D d, V x, V summand)
    {
        using T = hn::TFromD<D>;
        const V linear = hn::Set(d, static_cast<T>(-1.5957691216057307118));
        const V cubic = hn::Set(d, static_cast<T>(-0.0713548162726002527));
        const V exponent = hn::Mul(x, hn::MulAdd(hn::Mul(x, x), cubic, linear));
        return hn::Add(hn::Div(x, hn::Add(hn::Set(d, T{1}), exponential(d, exponent))), summand);
    }
};

/// exp(-x): its repetition settles at 0.567 instead of overflowing.
struct Exp {
    template <class D, class V> static HWY_INLINE V apply(D d, V x, V) { return exponential(d, hn::Neg(x)); }
};

struct Cos {
    template <class D, class V> static HWY_INLINE V apply(D d, V x, V) { return cosine(d, x); }
};

struct Count {
    template <class D, class V> static HWY_INLINE V apply(D, V x, V summand) { return hn::Add(x, summand); }
};

constexpr std::size_t blockLines = 16 * 1024 / 64;

/// One pass over a thread's lines in blocks of 16 KiB; the last sweep over a block prefetches the next one.
template <class Operation, class T>
void blockedPass(void* memory, std::size_t lines, std::int64_t applications, const Operands& operands)
{
    const hn::ScalableTag<T> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<T>());
    constexpr std::size_t lineElements = 64 / sizeof(T);
    lastKernelSet = instructionSetOf(HWY_TARGET);

    T* HWY_RESTRICT data = static_cast<T*>(memory);
    const auto summand = hn::Set(d, static_cast<T>(operands.first));
    for (std::size_t begin = 0; begin < lines; begin += blockLines) {
        const std::size_t end = std::min(begin + blockLines, lines);
        for (std::int64_t left = applications - 1; left > 0; --left)
            for (std::size_t at = begin * lineElements; at < end * lineElements; at += lanes)
                hn::Store(Operation::apply(d, hn::Load(d, data + at), summand), d, data + at);
        for (std::size_t line = begin; line < end; ++line) {
            hwy::Prefetch(data + std::min(line + blockLines, lines - 1) * lineElements);
            for (std::size_t at = line * lineElements; at < (line + 1) * lineElements; at += lanes)
                hn::Store(Operation::apply(d, hn::Load(d, data + at), summand), d, data + at);
        }
    }
}

} // namespace

void addBlocked(KernelTable& table)
{
    // Their blocks come from memory long before they are computed with: one form is as good as another.
    const auto put = [&](std::size_t kernel, PassKernel fp32, PassKernel fp64) {
        table.kernels[kernel][0].fill(fp32);
        table.kernels[kernel][1].fill(fp64);
    };
    put(static_cast<std::size_t>(ridgepoint::Operation::Gelu), blockedPass<Gelu, float>, blockedPass<Gelu, double>);
    put(static_cast<std::size_t>(ridgepoint::Operation::Exp), blockedPass<Exp, float>, blockedPass<Exp, double>);
    put(static_cast<std::size_t>(ridgepoint::Operation::Cos), blockedPass<Cos, float>, blockedPass<Cos, double>);
    put(blockedCountingKernel, blockedPass<Count, float>, blockedPass<Count, double>);
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addBlockedKernels(InstructionSet set, KernelTable& table) { RIDGEPOINT_FOR_TARGET(set, addBlocked, table) }

} // namespace ridgepoint
#endif
