// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// fma, mul, add, relu: cheap operations, fused in registers. An operation of four cycles' latency on two units needs
// eight vectors in flight to fill them; fewer look like "fusion failed".

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/fused_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class V> struct Fma {
    V one, other;
    HWY_INLINE V first(V x) const { return hn::MulAdd(x, one, other); }
    HWY_INLINE V second(V x) const { return hn::MulAdd(x, other, one); }
};

template <class V> struct Mul {
    V one, other;
    HWY_INLINE V first(V x) const { return hn::Mul(x, one); }
    HWY_INLINE V second(V x) const { return hn::Mul(x, other); }
};

template <class V> struct Add {
    V one, other;
    HWY_INLINE V first(V x) const { return hn::Add(x, one); }
    HWY_INLINE V second(V x) const { return hn::Add(x, other); }
};

/// Two bounds that only we know to be equal: a compiler would fold max(max(x, 0), 0).
template <class V> struct Relu {
    V one, other;
    HWY_INLINE V first(V x) const { return hn::Max(x, one); }
    HWY_INLINE V second(V x) const { return hn::Max(x, other); }
};

/// Applies the operation 2 `pairs` times to every vector, written out.
template <int pairs, class Operation, class V, std::size_t count, std::size_t... index>
HWY_INLINE void applyPairs(V (&x)[count], const Operation& operation, std::index_sequence<index...> vectors)
{
    ((x[index] = operation.first(x[index])), ...);
    ((x[index] = operation.second(x[index])), ...);
    if constexpr (pairs > 1)
        applyPairs<pairs - 1>(x, operation, vectors);
}

/// Applies the operation to the vectors number `index` of a block, the first `split` of them at `low`, the others at
/// `high`, all in flight together.
template <std::size_t split, class Operation, class D, class T, std::size_t... index>
HWY_INLINE void fuseBlock(D d, T* low, T* high, std::int64_t applications, const Operation& operation,
                          std::index_sequence<index...> vectors)
{
    constexpr std::size_t lanes = hn::MaxLanes(D());
    hn::Vec<D> x[] = {hn::Load(d, index < split ? low + index * lanes : high + (index - split) * lanes)...};
    // Eight vectors in flight leave a unit no slack: each branch costs a cycle that is never caught up. Loops of two
    // applications lost a twentieth to it, of eight a hundredth, of sixteen nothing that could be measured.
    for (std::int64_t sixteen = applications >> 4; sixteen != 0; --sixteen)
        applyPairs<8>(x, operation, vectors);
    if ((applications & 8) != 0)
        applyPairs<4>(x, operation, vectors);
    for (std::int64_t pair = (applications & 7) >> 1; pair != 0; --pair)
        applyPairs<1>(x, operation, vectors);
    if ((applications & 1) != 0)
        ((x[index] = operation.first(x[index])), ...);
    (hn::Store(x[index], d, index < split ? low + index * lanes : high + (index - split) * lanes), ...);
}

template <std::size_t count, class Operation, class D, class T>
HWY_INLINE void fuseRest(D d, T* data, std::size_t vectors, std::int64_t applications, const Operation& operation)
{
    if (vectors == count)
        return fuseBlock<count>(d, data, data, applications, operation, std::make_index_sequence<count>());
    if constexpr (count > 1)
        fuseRest<count - 1>(d, data, vectors, applications, operation);
}

/// One pass over a thread's lines in blocks of eight vectors, four at `low` and four at `high`, with prefetch 2 and 1
/// KiB ahead but never into what another thread writes. The last one to seven vectors are a block of their own size.
template <template <class> class Operation, class T>
HWY_NOINLINE void passBy(void* memory, std::size_t lines, std::int64_t applications, const Operands& operands,
                         MemoryAccess access)
{
    const hn::ScalableTag<T> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<T>());
    constexpr std::size_t lineElements = 64 / sizeof(T);
    constexpr std::size_t half = 4 * lanes;
    // The two differ because alike they fall in step with the processor's own prefetcher: at 1 KiB both, cells of 5 and
    // 6 operations took 40 % longer than their neighbours (at 768 B those of 7, at 1.5 KiB those of 3).
    constexpr std::size_t lowAhead = 2048 / sizeof(T);
    constexpr std::size_t highAhead = 1024 / sizeof(T);
    lastKernelSet = instructionSetOf(HWY_TARGET);

    T* const data = static_cast<T*>(memory);
    const std::size_t vectors = lines * (lineElements / lanes);
    const std::size_t blocks = vectors / 8;
    const bool isOneStream = access == MemoryAccess::OneStream;
    const std::size_t step = isOneStream ? 2 * half : half;
    T* const high = data + (isOneStream ? half : blocks * half);
    const Operation<hn::Vec<decltype(d)>> operation{hn::Set(d, static_cast<T>(operands.first)),
                                                    hn::Set(d, static_cast<T>(operands.second))};
    const std::size_t end = blocks * step;
    for (std::size_t at = 0; at < end; at += step) {
        if (access == MemoryAccess::TwoStreamsAhead) {
            const std::size_t last = end - step;
            const std::size_t lowNext = std::min(at + lowAhead, last);
            const std::size_t highNext = std::min(at + highAhead, last);
            for (std::size_t line = 0; line < half; line += lineElements) {
                hwy::Prefetch(data + lowNext + line);
                hwy::Prefetch(high + highNext + line);
            }
        }
        fuseBlock<4>(d, data + at, high + at, applications, operation, std::make_index_sequence<8>());
    }
    fuseRest<7>(d, data + blocks * 2 * half, vectors % 8, applications, operation);
}

template <MemoryAccess access, template <class> class Operation, class T>
void fusedPass(void* memory, std::size_t lines, std::int64_t applications, const Operands& operands)
{
    passBy<Operation, T>(memory, lines, applications, operands,
                         access); // one form compiled: the work in a block is what is large
}

template <template <class> class Operation, class T> constexpr std::array<PassKernel, allMemoryAccesses.size()> forms()
{
    return {fusedPass<MemoryAccess::OneStream, Operation, T>, fusedPass<MemoryAccess::TwoStreams, Operation, T>,
            fusedPass<MemoryAccess::TwoStreamsAhead, Operation, T>};
}

} // namespace

void addFused(KernelTable& table)
{
    const auto put = [&](ridgepoint::Operation operation, const KernelForms& forms) {
        table.kernels[static_cast<std::size_t>(operation)] = forms;
    };
    put(ridgepoint::Operation::Fma, {forms<Fma, float>(), forms<Fma, double>()});
    put(ridgepoint::Operation::Mul, {forms<Mul, float>(), forms<Mul, double>()});
    put(ridgepoint::Operation::Add, {forms<Add, float>(), forms<Add, double>()});
    put(ridgepoint::Operation::Relu, {forms<Relu, float>(), forms<Relu, double>()});
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

void addFusedKernels(InstructionSet set, KernelTable& table) { RIDGEPOINT_FOR_TARGET(set, addFused, table) }

} // namespace ridgepoint
#endif
