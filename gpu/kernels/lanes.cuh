// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/tiling.h"

#include <cstdint>

// The precisions as device code sees them. Each has a Lane (one register or register pair of work), a Vector of 16
// bytes, and the three arithmetic operations. `keep` hides a value from the compiler after each application: without
// it, x *= 2 eight times becomes one multiplication. It costs no instruction.
namespace ridgepoint::device {

struct F32 { ///< 4 lanes of 4 bytes
    using Lane = float;
    using Operand = float;
    using Vector = float4;
    static constexpr int lanes = 4;

    static __device__ __forceinline__ void unpack(Vector v, Lane (&x)[lanes])
    {
        x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
    }
    static __device__ __forceinline__ Vector pack(const Lane (&x)[lanes])
    {
        return make_float4(x[0], x[1], x[2], x[3]);
    }
    static __device__ __forceinline__ void keep(Lane& x) { asm volatile("" : "+f"(x)); }
    static __device__ __forceinline__ Lane inRegister(Lane operand) { return operand; }
    static __device__ __forceinline__ Lane fma(Lane x, Lane a, Lane b) { return __fmaf_rn(x, a, b); }
    static __device__ __forceinline__ Lane mul(Lane x, Lane a) { return __fmul_rn(x, a); }
    static __device__ __forceinline__ Lane add(Lane x, Lane a) { return __fadd_rn(x, a); }
};

struct F64 { ///< 2 lanes of 8 bytes
    using Lane = double;
    using Operand = double;
    using Vector = double2;
    static constexpr int lanes = 2;

    static __device__ __forceinline__ void unpack(Vector v, Lane (&x)[lanes]) { x[0] = v.x, x[1] = v.y; }
    static __device__ __forceinline__ Vector pack(const Lane (&x)[lanes]) { return make_double2(x[0], x[1]); }
    static __device__ __forceinline__ void keep(Lane& x) { asm volatile("" : "+d"(x)); }
    static __device__ __forceinline__ Lane inRegister(Lane operand) { return operand; }
    static __device__ __forceinline__ Lane fma(Lane x, Lane a, Lane b) { return __fma_rn(x, a, b); }
    static __device__ __forceinline__ Lane mul(Lane x, Lane a) { return __dmul_rn(x, a); }
    static __device__ __forceinline__ Lane add(Lane x, Lane a) { return __dadd_rn(x, a); }
};

/// What both 16-bit formats share: two elements a lane, four lanes a vector; operands carry their number twice.
struct Packed {
    using Lane = std::uint32_t;
    using Operand = std::uint32_t;
    using Vector = uint4;
    static constexpr int lanes = 4;

    static __device__ __forceinline__ void unpack(Vector v, Lane (&x)[lanes])
    {
        x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
    }
    static __device__ __forceinline__ Vector pack(const Lane (&x)[lanes]) { return make_uint4(x[0], x[1], x[2], x[3]); }
    static __device__ __forceinline__ void keep(Lane& x) { asm volatile("" : "+r"(x)); }
    /// An operand or constant that stays in one register: before 9.0 the assembler, knowing that a number is the same
    /// for all threads, would fetch it and put its halves together anew in every round. Blocks have no second
    /// dimension, but it does not know that.
    static __device__ __forceinline__ Lane inRegister(Lane operand)
    {
#if __CUDA_ARCH__ < 900
        return operand | threadIdx.y;
#else
        return operand;
#endif
    }
};

struct F16 : Packed { ///< 4 lanes of a pair each
    static __device__ __forceinline__ Lane fma(Lane x, Lane a, Lane b)
    {
        Lane result;
        asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(a), "r"(b));
        return result;
    }
    static __device__ __forceinline__ Lane mul(Lane x, Lane a)
    {
        Lane result;
        asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(a));
        return result;
    }
    static __device__ __forceinline__ Lane add(Lane x, Lane a)
    {
        Lane result;
        asm("add.rn.f16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(a));
        return result;
    }
};

/// Before 8.0 there is no bf16 arithmetic: the kernels exist and do nothing, and no plan names them. Before 9.0 there
/// is fma alone, and mul and add are one fma each, exact in the other operand.
struct Bf16 : Packed {
    static __device__ __forceinline__ Lane fma(Lane x, Lane a, Lane b)
    {
        Lane result = x;
#if __CUDA_ARCH__ >= 800
        asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(a), "r"(b));
#endif
        return result;
    }
    static __device__ __forceinline__ Lane mul(Lane x, Lane a)
    {
#if __CUDA_ARCH__ >= 900
        Lane result;
        asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(a));
        return result;
#else
        return fma(x, a, 0x80008000U);             // -0
#endif
    }
    static __device__ __forceinline__ Lane add(Lane x, Lane a)
    {
#if __CUDA_ARCH__ >= 900
        Lane result;
        asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(a));
        return result;
#else
        return fma(x, inRegister(0x3F803F80U), a); // 1
#endif
    }
};

} // namespace ridgepoint::device
