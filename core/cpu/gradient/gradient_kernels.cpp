// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// A chain and its gradient. Where everything is saved, a block of 4 KiB goes through all links before the next one, so
// that every tensor is met a page at a time, however many there are. Where the input is saved, eight vectors stay in
// registers, and what the backward pass computes anew in the first-level cache.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu/gradient/gradient_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include "core/cpu/functions_inl.h"
#include "core/cpu/gradient/gradient_kernels.h"
#include "core/cpu/highway_targets.h"
#include "core/cpu/kernels.h"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace ridgepoint {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Vector = hn::Vec<Floats>;
constexpr std::size_t lanes = hn::MaxLanes(Floats());
constexpr std::size_t lineElements = 16;
constexpr std::size_t blockElements = 1024;
/// Vectors in flight: a multiply-add of four cycles on two units needs so many.
constexpr std::size_t groupVectors = 8;
/// How far the backward pass of recomputing looks ahead.
constexpr std::size_t elementsAhead = 256;

template <std::size_t... i>
HWY_INLINE void step(const Vector* x, Vector* sum, const float* coefficient, std::index_sequence<i...>)
{
    const Vector summand = hn::Set(Floats(), *coefficient);
    ((sum[i] = hn::MulAdd(sum[i], x[i], summand)), ...);
}

/// Value by Horner's rule from the highest coefficient down. Four steps to a branch: each costs a cycle that is never
/// caught up where eight vectors just fill the units.
template <std::size_t... i> HWY_INLINE void evaluate(const Vector* x, Vector* result, const float* coefficients,
                                                     int highest, std::index_sequence<i...> vectors)
{
    const Floats d;
    Vector sum[] = {((void)i, hn::Set(d, coefficients[highest]))...};
    const float* at = coefficients + highest;
    for (; at - coefficients >= 4; at -= 4) {
        step(x, sum, at - 1, vectors);
        step(x, sum, at - 2, vectors);
        step(x, sum, at - 3, vectors);
        step(x, sum, at - 4, vectors);
    }
    for (; at > coefficients; --at)
        step(x, sum, at - 1, vectors);
    ((result[i] = sum[i]), ...);
}

struct PolynomialOf {
    static constexpr bool fromResult = false;
    template <std::size_t n> static HWY_INLINE void apply(Vector (&x)[n], const GradientData& data)
    {
        evaluate(x, x, data.coefficients, data.degree, std::make_index_sequence<n>());
    }
    template <std::size_t n>
    static HWY_INLINE void derive(const Vector (&x)[n], Vector (&gradient)[n], const GradientData& data)
    {
        Vector slope[n];
        evaluate(x, slope, data.derivative, data.degree - 1, std::make_index_sequence<n>());
        multiply(gradient, slope, std::make_index_sequence<n>());
    }

private:
    template <std::size_t... i>
    static HWY_INLINE void multiply(Vector* gradient, const Vector* slope, std::index_sequence<i...>)
    {
        ((gradient[i] = hn::Mul(gradient[i], slope[i])), ...);
    }
};

/// One vector after the other: dozens of instructions each, which the processor overlaps by itself.
template <class Function> struct FunctionOf {
    static constexpr bool fromResult = Function::fromResult;
    template <std::size_t n> static HWY_INLINE void apply(Vector (&x)[n], const GradientData&)
    {
        for (std::size_t i = 0; i < n; ++i)
            x[i] = Function::value(Floats(), x[i]);
    }
    template <std::size_t n>
    static HWY_INLINE void derive(const Vector (&x)[n], Vector (&gradient)[n], const GradientData&)
    {
        for (std::size_t i = 0; i < n; ++i)
            gradient[i] = hn::Mul(gradient[i], Function::slope(Floats(), x[i]));
    }
};

/// exp(-x); its slope from its result r is -r.
struct ExpFunction {
    static constexpr bool fromResult = true;
    static HWY_INLINE Vector value(Floats d, Vector x) { return exponential(d, hn::Neg(x)); }
    static HWY_INLINE Vector slope(Floats, Vector result) { return hn::Neg(result); }
};

struct CosFunction {
    static constexpr bool fromResult = false;
    static HWY_INLINE Vector value(Floats d, Vector x) { return cosine(d, x); }
    static HWY_INLINE Vector slope(Floats d, Vector x) { return hn::Neg(sine(d, x)); }
};

/// The tanh form (Hendrycks and Gimpel 2016), x s with s = 1 / (1 + exp(-2u)) and u = sqrt(2/pi) (x + 0.044715 x^3);
/// its slope is s (1 + 2 x (1 - s) u').
struct GeluFunction {
    static constexpr bool fromResult = false;
    static HWY_INLINE Vector share(Floats d, Vector x)
    {
        const Vector linear = hn::Set(d, -1.5957691216F);
        const Vector cubic = hn::Set(d, -0.07135481627F);
        const Vector exponent = hn::Mul(x, hn::MulAdd(hn::Mul(x, x), cubic, linear));
        return hn::Div(hn::Set(d, 1.0F), hn::Add(hn::Set(d, 1.0F), exponential(d, exponent)));
    }
    static HWY_INLINE Vector value(Floats d, Vector x) { return hn::Mul(x, share(d, x)); }
    static HWY_INLINE Vector slope(Floats d, Vector x)
    {
        const Vector one = hn::Set(d, 1.0F);
        const Vector s = share(d, x);
        const Vector inner = hn::MulAdd(hn::Mul(x, x), hn::Set(d, 0.21406444881F), hn::Set(d, 1.5957691216F));
        return hn::Mul(s, hn::MulAdd(hn::Mul(x, hn::Sub(one, s)), inner, one));
    }
};

// Written out, vector by vector: an array that a loop goes over would lie in memory.
template <std::size_t... i> HWY_INLINE void loadAll(Vector* x, const float* from, std::index_sequence<i...>)
{
    ((x[i] = hn::Load(Floats(), from + i * lanes)), ...);
}
template <std::size_t... i> HWY_INLINE void storeAll(const Vector* x, float* to, std::index_sequence<i...>)
{
    (hn::Store(x[i], Floats(), to + i * lanes), ...);
}
template <std::size_t... i> HWY_INLINE void streamAll(const Vector* x, float* to, std::index_sequence<i...>)
{
    (hn::Stream(x[i], Floats(), to + i * lanes), ...);
}
template <std::size_t n> HWY_INLINE void load(Vector (&x)[n], const float* from)
{
    loadAll(x, from, std::make_index_sequence<n>());
}
template <std::size_t n> HWY_INLINE void store(const Vector (&x)[n], float* to)
{
    storeAll(x, to, std::make_index_sequence<n>());
}
template <std::size_t n> HWY_INLINE void stream(const Vector (&x)[n], float* to)
{
    streamAll(x, to, std::make_index_sequence<n>());
}

HWY_INLINE void prefetch(const float* from, std::size_t elements)
{
    for (std::size_t at = 0; at < elements; at += lineElements)
        hwy::Prefetch(from + at);
}

/// body(at, vectors in flight) over whole groups, then over what is left by single vectors.
template <class Body> HWY_INLINE void forGroups(std::size_t begin, std::size_t end, Body&& body)
{
    constexpr std::size_t group = groupVectors * lanes;
    for (; begin + group <= end; begin += group)
        body(begin, std::integral_constant<std::size_t, groupVectors>());
    for (; begin < end; begin += lanes)
        body(begin, std::integral_constant<std::size_t, 1>());
}

template <class Link> void forwardSaving(const GradientData& data, const GradientPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t last = part.end * lineElements;
    for (std::size_t begin = part.begin * lineElements; begin < last; begin += blockElements) {
        const std::size_t end = std::min(begin + blockElements, last);
        for (int link = 0; link < data.length; ++link) {
            float* to = data.values[link];
            forGroups(begin, end, [&](std::size_t at, auto count) HWY_ATTR {
                Vector x[count];
                load(x, link == 0 ? data.input + at : part.scratch + (at - begin));
                if (link + 1 == data.length)
                    prefetch(data.input + at + blockElements, count * lanes);
                Link::apply(x, data);
                if (link + 1 < data.length)
                    store(x, part.scratch + (at - begin));
                stream(x, to + at);
            });
        }
    }
    hwy::FlushStream(); // the pass ends when its stores are on their way
}

template <class Link> void forwardAlone(const GradientData& data, const GradientPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    forGroups(part.begin * lineElements, part.end * lineElements, [&](std::size_t at, auto count) HWY_ATTR {
        Vector x[count];
        prefetch(data.input + at + elementsAhead, count * lanes);
        load(x, data.input + at);
        for (int link = 0; link < data.length; ++link)
            Link::apply(x, data);
        stream(x, data.values[0] + at);
    });
    hwy::FlushStream();
}

/// What the derivative of a link is computed from.
template <class Link> HWY_INLINE const float* savedOf(const GradientData& data, int link)
{
    if (Link::fromResult)
        return data.values[link];
    return link == 0 ? data.input : data.values[link - 1];
}

template <class Link> void backwardSaved(const GradientData& data, const GradientPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    const std::size_t last = part.end * lineElements;
    for (std::size_t begin = part.begin * lineElements; begin < last; begin += blockElements) {
        const std::size_t end = std::min(begin + blockElements, last);
        for (int link = data.length - 1; link >= 0; --link) {
            const float* from = savedOf<Link>(data, link);
            // The same block of the tensor that comes next, or the next block of the one that it begins with.
            const float* next = link > 0 ? savedOf<Link>(data, link - 1)
                                         : savedOf<Link>(data, data.length - 1) + blockElements;
            forGroups(begin, end, [&](std::size_t at, auto count) HWY_ATTR {
                Vector x[count];
                Vector gradient[count];
                prefetch(next + at, count * lanes);
                if (link == 0)
                    prefetch(data.gradient + at + blockElements, count * lanes);
                load(gradient, link + 1 == data.length ? data.gradient + at : part.scratch + (at - begin));
                load(x, from + at);
                Link::derive(x, gradient, data);
                if (link > 0)
                    store(gradient, part.scratch + (at - begin));
                else
                    stream(gradient, data.out + at);
            });
        }
    }
    hwy::FlushStream();
}

template <class Link> void backwardAnew(const GradientData& data, const GradientPart& part)
{
    lastKernelSet = instructionSetOf(HWY_TARGET);
    constexpr std::size_t group = groupVectors * lanes;
    forGroups(part.begin * lineElements, part.end * lineElements, [&](std::size_t at, auto count) HWY_ATTR {
        Vector x[count];
        Vector gradient[count];
        prefetch(data.input + at + elementsAhead, count * lanes);
        prefetch(data.gradient + at + elementsAhead, count * lanes);
        load(x, data.input + at);
        if (Link::fromResult)
            Link::apply(x, data);
        store(x, part.scratch);
        for (int link = 1; link < data.length; ++link) {
            Link::apply(x, data);
            store(x, part.scratch + static_cast<std::size_t>(link) * group);
        }
        load(gradient, data.gradient + at);
        for (int link = data.length - 1; link >= 0; --link) {
            load(x, part.scratch + static_cast<std::size_t>(link) * group);
            Link::derive(x, gradient, data);
        }
        stream(gradient, data.out + at);
    });
    hwy::FlushStream();
}

template <class Link> GradientPasses passesOf()
{
    return {.forward = {forwardSaving<Link>, forwardAlone<Link>},
            .backward = {backwardSaved<Link>, backwardAnew<Link>}};
}

} // namespace

void addGradients(GradientKernels& table)
{
    table = {passesOf<PolynomialOf>(), passesOf<FunctionOf<ExpFunction>>(), passesOf<FunctionOf<CosFunction>>(),
             passesOf<FunctionOf<GeluFunction>>()};
}

} // namespace HWY_NAMESPACE
} // namespace ridgepoint
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ridgepoint {

const GradientKernels& gradientKernelsFor(InstructionSet set)
{
    static const auto tables = [] {
        std::array<GradientKernels, instructionSetCount> all;
        for (const InstructionSet each : allInstructionSets) {
            GradientKernels& table = all[static_cast<std::size_t>(each)];
            RIDGEPOINT_FOR_TARGET(each, addGradients, table)
        }
        return all;
    }();
    return tables[static_cast<std::size_t>(set)];
}

} // namespace ridgepoint
#endif
