// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// What compute.int32.* and compute.int64.* run.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/integer_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/highway_targets.h"
#include "core/cpu/integer_kernels.h"

#include <hwy/highway.h>

#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

struct Sum {
    template <class V> static HWY_INLINE V of(V a, V b) { return hn::Add(a, b); }
};

constexpr bool isAvx512 = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL;
/// The sets between AVX-512 and the portable form, and NEON, multiply 32 bits at most.
constexpr bool hasWideProduct = isAvx512 || HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128;

struct Product {
    template <class V> static HWY_INLINE V of(V a, V b)
    {
        if constexpr (sizeof(hn::TFromV<V>) == 8 && !hasWideProduct) {
            const hn::Repartition<std::uint32_t, hn::DFromV<V>> halves;
            const auto product = [&](V x, V y) { return hn::MulEven(hn::BitCast(halves, x), hn::BitCast(halves, y)); };
            const V crossed = hn::Add(product(hn::ShiftRight<32>(a), b), product(a, hn::ShiftRight<32>(b)));
            return hn::Add(product(a, b), hn::ShiftLeft<32>(crossed));
        } else {
            return hn::Mul(a, b);
        }
    }
};

template <class Operation, class V, std::size_t count, std::size_t... index>
HWY_INLINE void roundOf(V (&x)[count], std::index_sequence<index...>)
{
    ((x[index] = Operation::of(x[index], x[(index + 1) % count])), ...);
}

/// Ten cycles of a multiplication's latency on the widest machines want as many vectors in flight, which leaves
/// registers free in sixteen; a multiplication that the set has not is several instructions, with numbers in between to
/// hold.
template <class Operation, class T>
constexpr std::size_t chains = isAvx512                                                                ? 24
                             : sizeof(T) == 8 && std::is_same_v<Operation, Product> && !hasWideProduct ? 6
                                                                                                       : 12;

template <class Operation, class T, std::size_t... index>
HWY_INLINE void runChains(T* state, std::int64_t rounds, std::index_sequence<index...> all)
{
    const hn::ScalableTag<T> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<T>());
    hn::Vec<decltype(d)> x[] = {hn::Load(d, state + index * lanes)...};
    for (; rounds > 3; rounds -= 4) {
        roundOf<Operation>(x, all);
        roundOf<Operation>(x, all);
        roundOf<Operation>(x, all);
        roundOf<Operation>(x, all);
    }
    for (; rounds > 0; --rounds)
        roundOf<Operation>(x, all);
    (hn::Store(x[index], d, state + index * lanes), ...);
}

template <class Operation, class T> void run(void* state, std::int64_t rounds)
{
    runChains<Operation>(static_cast<T*>(state), rounds, std::make_index_sequence<chains<Operation, T>>());
}

template <class Operation, class T> IntegerKernel kernel()
{
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<T>());
    static_assert(chains<Operation, T> * lanes * sizeof(T) <= mostIntegerNumbers * 4);
    return {.chains = chains<Operation, T>, .lanes = lanes, .run = run<Operation, T>};
}

} // namespace

// Without a sign, so that wrapping around is no error in the portable form; the instructions are the same.
void fillInteger(IntegerKernels& kernels)
{
    kernels = {.add32 = kernel<Sum, std::uint32_t>(),
               .mul32 = kernel<Product, std::uint32_t>(),
               .add64 = kernel<Sum, std::uint64_t>(),
               .mul64 = kernel<Product, std::uint64_t>()};
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

IntegerKernels integerKernelsFor(InstructionSet set)
{
    IntegerKernels kernels;
    RIDGEPOINT_FOR_TARGET(set, fillInteger, kernels)
    return kernels;
}

} // namespace ridgepoint
#endif
