// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Compiled twice, for AVX-512 and for AVX2; each time RIDGEPOINT_SLEEF_PASS names the function that it gives.
#include "tests/bench/sleef_pass.h"

#include <immintrin.h>
#include <sleef.h>

#include <cstring>

namespace {

#ifdef __AVX512F__
using Floats = __m512;
using Doubles = __m512d;
    #define RIDGEPOINT_FLOATS(name, accuracy) Sleef_##name##f16_##accuracy
    #define RIDGEPOINT_DOUBLES(name, accuracy) Sleef_##name##d8_##accuracy
#else
using Floats = __m256;
using Doubles = __m256d;
    #define RIDGEPOINT_FLOATS(name, accuracy) Sleef_##name##f8_##accuracy
    #define RIDGEPOINT_DOUBLES(name, accuracy) Sleef_##name##d4_##accuracy
#endif

inline Floats exponential(Floats x) { return RIDGEPOINT_FLOATS(exp, u10)(x); }
inline Doubles exponential(Doubles x) { return RIDGEPOINT_DOUBLES(exp, u10)(x); }
inline Floats cosine(Floats x) { return RIDGEPOINT_FLOATS(cos, u35)(x); }
inline Doubles cosine(Doubles x) { return RIDGEPOINT_DOUBLES(cos, u35)(x); }
inline Floats hyperbolicTangent(Floats x) { return RIDGEPOINT_FLOATS(tanh, u35)(x); }
inline Doubles hyperbolicTangent(Doubles x) { return RIDGEPOINT_DOUBLES(tanh, u35)(x); }

// As the chains of our kernels have them: exp of -x, and gelu with a summand that keeps it away from zero.
struct Exp {
    template <class V, class T> static V apply(V x, T) { return exponential(-x); }
};
struct Cos {
    template <class V, class T> static V apply(V x, T) { return cosine(x); }
};
struct Tanh {
    template <class V, class T> static V apply(V x, T) { return hyperbolicTangent(x); }
};
struct Gelu {
    template <class V, class T> static V apply(V x, T)
    {
        const V u = x * (x * x * static_cast<T>(0.0356774081363001) + static_cast<T>(0.7978845608028654));
        const V half = x * static_cast<T>(0.5);
        return half * hyperbolicTangent(u) + half - static_cast<T>(0.1);
    }
};

template <class Operation, class V, class T> void pass(void* memory, std::size_t bytes, int applications)
{
    auto* const begin = static_cast<V*>(memory);
    V* const end = begin + bytes / sizeof(V);
    for (int application = 0; application < applications; ++application)
        for (V* vector = begin; vector != end; ++vector)
            *vector = Operation::apply(*vector, T{});
}

template <class Operation> SleefPass passOf(const char* precision)
{
    if (std::strcmp(precision, "fp32") == 0)
        return pass<Operation, Floats, float>;
    return std::strcmp(precision, "fp64") == 0 ? pass<Operation, Doubles, double> : nullptr;
}

} // namespace

SleefPass RIDGEPOINT_SLEEF_PASS(const char* operation, const char* precision)
{
    if (std::strcmp(operation, "exp") == 0)
        return passOf<Exp>(precision);
    if (std::strcmp(operation, "cos") == 0)
        return passOf<Cos>(precision);
    if (std::strcmp(operation, "tanh") == 0)
        return passOf<Tanh>(precision);
    return std::strcmp(operation, "gelu") == 0 ? passOf<Gelu>(precision) : nullptr;
}
