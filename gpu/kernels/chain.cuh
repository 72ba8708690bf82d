// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/kernels/tile.cuh"

namespace ridgepoint::device {

struct Fma { ///< x = x a + b, then x b + a
    template <class Type>
    static __device__ __forceinline__ typename Type::Lane apply(typename Type::Lane x, typename Type::Lane first,
                                                                typename Type::Lane second, bool odd)
    {
        return Type::fma(x, odd ? second : first, odd ? first : second);
    }
};
struct Mul { ///< x = x a, then x b
    template <class Type>
    static __device__ __forceinline__ typename Type::Lane apply(typename Type::Lane x, typename Type::Lane first,
                                                                typename Type::Lane second, bool odd)
    {
        return Type::mul(x, odd ? second : first);
    }
};
struct Add { ///< x = x + a, then x + b
    template <class Type>
    static __device__ __forceinline__ typename Type::Lane apply(typename Type::Lane x, typename Type::Lane first,
                                                                typename Type::Lane second, bool odd)
    {
        return Type::add(x, odd ? second : first);
    }
};

/// `count` applications to every lane, without a loop; lanes are the inner order, so that no instruction waits for the
/// one before it.
template <class Type, class Operation, int count, int vectors>
__device__ __forceinline__ void applyUnrolled(typename Type::Lane (&x)[vectors][Type::lanes], typename Type::Lane first,
                                              typename Type::Lane second)
{
#pragma unroll
    for (int i = 0; i < count; ++i) {
#pragma unroll
        for (int v = 0; v < vectors; ++v) {
#pragma unroll
            for (int lane = 0; lane < Type::lanes; ++lane) {
                x[v][lane] = Operation::template apply<Type>(x[v][lane], first, second, i % 2 != 0);
                Type::keep(x[v][lane]);
            }
        }
    }
}

/// `rounds` times roundApplications, then `rest` by its binary digits: no loop of single applications, whose branches
/// would show as a sag between the points of a grid.
template <class Type, class Operation, int vectors>
__device__ __forceinline__ void applyInRounds(typename Type::Lane (&x)[vectors][Type::lanes], typename Type::Lane first,
                                              typename Type::Lane second, std::uint32_t rounds, std::uint32_t rest)
{
    first = Type::inRegister(first);
    second = Type::inRegister(second);
#pragma unroll 1
    for (; rounds != 0; --rounds)
        applyUnrolled<Type, Operation, roundApplications>(x, first, second);
    if ((rest & 8U) != 0)
        applyUnrolled<Type, Operation, 8>(x, first, second);
    if ((rest & 4U) != 0)
        applyUnrolled<Type, Operation, 4>(x, first, second);
    if ((rest & 2U) != 0)
        applyUnrolled<Type, Operation, 2>(x, first, second);
    if ((rest & 1U) != 0)
        applyUnrolled<Type, Operation, 1>(x, first, second);
}
static_assert(roundApplications == 16, "the rest is decomposed into 8, 4, 2 and 1");

} // namespace ridgepoint::device

// The kernels of one operation and precision: applications fixed from 1 to largestFixedApplications, and given at run
// time.
#define RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, k)                                                       \
    RIDGEPOINT_KERNEL rp_chain_##name##_##suffix##_k##k(Type::Vector* data, std::uint32_t fullTiles,                   \
                                                        std::uint32_t tailVectors, Type::Operand first,                \
                                                        Type::Operand second)                                          \
    {                                                                                                                  \
        ::ridgepoint::device::updateTile<Type>(data, fullTiles, tailVectors, [=](auto& x) {                            \
            ::ridgepoint::device::applyUnrolled<Type, Operation, k>(x, first, second);                                 \
        });                                                                                                            \
    }

#define RIDGEPOINT_CHAIN(name, Operation, suffix, Type)                                                                \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 1)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 2)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 3)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 4)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 5)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 6)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 7)                                                           \
    RIDGEPOINT_CHAIN_FIXED(name, Operation, suffix, Type, 8)                                                           \
    RIDGEPOINT_KERNEL rp_chain_##name##_##suffix##_kn(Type::Vector* data, std::uint32_t fullTiles,                     \
                                                      std::uint32_t tailVectors, Type::Operand first,                  \
                                                      Type::Operand second, std::uint32_t rounds, std::uint32_t rest)  \
    {                                                                                                                  \
        ::ridgepoint::device::updateTile<Type>(data, fullTiles, tailVectors, [=](auto& x) {                            \
            ::ridgepoint::device::applyInRounds<Type, Operation>(x, first, second, rounds, rest);                      \
        });                                                                                                            \
    }

#define RIDGEPOINT_CHAIN_ENTRIES(name, suffix)                                                                         \
    RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k1), RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k2),              \
        RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k3), RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k4),          \
        RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k5), RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k6),          \
        RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k7), RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_k8),          \
        RIDGEPOINT_ENTRY(rp_chain_##name##_##suffix##_kn)

// fma, mul and add in one precision, with their entries for the table.
#define RIDGEPOINT_CHAINS(suffix, Type)                                                                                \
    RIDGEPOINT_CHAIN(fma, ::ridgepoint::device::Fma, suffix, Type)                                                     \
    RIDGEPOINT_CHAIN(mul, ::ridgepoint::device::Mul, suffix, Type)                                                     \
    RIDGEPOINT_CHAIN(add, ::ridgepoint::device::Add, suffix, Type)
#define RIDGEPOINT_CHAINS_ENTRIES(suffix)                                                                              \
    RIDGEPOINT_CHAIN_ENTRIES(fma, suffix), RIDGEPOINT_CHAIN_ENTRIES(mul, suffix), RIDGEPOINT_CHAIN_ENTRIES(add, suffix)
static_assert(ridgepoint::largestFixedApplications == 8, "one macro line for each fixed number of applications");
