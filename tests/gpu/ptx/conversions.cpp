// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <cmath>
#include <limits>

namespace ridgepoint::ptx {
namespace {

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

template <class To, class From>
void addBetweenIntegers(OperationTable& table, const std::string& to, const std::string& from)
{
    table.add("cvt." + to + "." + from, 1, lanewise<To, From>([](From x) { return static_cast<To>(x); }));
}

template <class From> void addFromInteger(OperationTable& table, const std::string& from)
{
    addBetweenIntegers<std::uint8_t, From>(table, "u8", from);
    addBetweenIntegers<std::int8_t, From>(table, "s8", from);
    addBetweenIntegers<std::uint16_t, From>(table, "u16", from);
    addBetweenIntegers<std::int16_t, From>(table, "s16", from);
    addBetweenIntegers<std::uint32_t, From>(table, "u32", from);
    addBetweenIntegers<std::int32_t, From>(table, "s32", from);
    addBetweenIntegers<std::uint64_t, From>(table, "u64", from);
    addBetweenIntegers<std::int64_t, From>(table, "s64", from);
    table.add("cvt.rn.f32." + from, 1, lanewise<float, From>([](From x) { return static_cast<float>(x); }));
    table.add("cvt.rn.f64." + from, 1, lanewise<double, From>([](From x) { return static_cast<double>(x); }));
}

/// Saturating, as the device converts; NaN becomes zero.
template <class To> To toInteger(double whole)
{
    if (std::isnan(whole))
        return 0;
    if (whole <= static_cast<double>(std::numeric_limits<To>::min()))
        return std::numeric_limits<To>::min();
    if (whole >= std::ldexp(1.0, std::numeric_limits<To>::digits))
        return std::numeric_limits<To>::max();
    return static_cast<To>(whole);
}

template <Rounding R> double toWhole(double x)
{
    switch (R) {
    case Rounding::Nearest: return std::nearbyint(x);
    case Rounding::Zero: return std::trunc(x);
    case Rounding::Down: return std::floor(x);
    case Rounding::Up: return std::ceil(x);
    }
    return x;
}

template <Rounding R> void addToWhole(OperationTable& table, const std::string& rounding)
{
    using F = float;
    using D = double;
    const std::string name = "cvt." + rounding;
    table.add(name + ".f32.f32", 1, lanewise<F, F>([](F x) { return static_cast<F>(toWhole<R>(x)); }));
    table.add(name + ".ftz.f32.f32", 1, lanewise<F, F>([](F x) { return static_cast<F>(toWhole<R>(flushed(x))); }));
    table.add(name + ".f64.f64", 1, lanewise<D, D>([](D x) { return toWhole<R>(x); }));
    const auto addInteger = [&]<class To>(To, const std::string& to) {
        table.add(name + "." + to + ".f32", 1, lanewise<To, F>([](F x) { return toInteger<To>(toWhole<R>(x)); }));
        table.add(name + ".ftz." + to + ".f32", 1,
                  lanewise<To, F>([](F x) { return toInteger<To>(toWhole<R>(flushed(x))); }));
        table.add(name + "." + to + ".f64", 1, lanewise<To, D>([](D x) { return toInteger<To>(toWhole<R>(x)); }));
    };
    addInteger(std::int32_t{}, "s32");
    addInteger(std::uint32_t{}, "u32");
    addInteger(std::int64_t{}, "s64");
    addInteger(std::uint64_t{}, "u64");
}

void addBetweenFloats(OperationTable& table)
{
    using F = float;
    using D = double;
    table.add("cvt.f64.f32", 1, lanewise<D, F>([](F x) { return D{x}; }));
    table.add("cvt.rn.f32.f64", 1, lanewise<F, D>([](D x) { return static_cast<F>(x); }));
    table.add("cvt.rz.f32.f64", 1, lanewise<F, D>([](D x) { return roundToFloat(x, Rounding::Zero); }));
    table.add("cvt.rm.f32.f64", 1, lanewise<F, D>([](D x) { return roundToFloat(x, Rounding::Down); }));
    table.add("cvt.rp.f32.f64", 1, lanewise<F, D>([](D x) { return roundToFloat(x, Rounding::Up); }));
    // Saturation to [0, 1]; NaN becomes zero.
    table.add("cvt.sat.f32.f32", 1, lanewise<F, F>([](F x) { return x > 0.0F ? std::fmin(x, 1.0F) : 0.0F; }));
    table.add("cvt.sat.ftz.f32.f32", 1,
              lanewise<F, F>([](F x) { return flushed(x) > 0.0F ? std::fmin(x, 1.0F) : 0.0F; }));
}

void addNarrow(OperationTable& table)
{
    using F = float;
    using D = double;
    table.add("cvt.f32.f16", 1, lanewise<F, Half>([](Half x) { return static_cast<F>(toDouble(x)); }));
    table.add("cvt.f32.bf16", 1, lanewise<F, Bfloat>([](Bfloat x) { return static_cast<F>(toDouble(x)); }));
    table.add("cvt.f64.f16", 1, lanewise<D, Half>([](Half x) { return toDouble(x); }));
    table.add("cvt.rn.f16.f32", 1, lanewise<Half, F>([](F x) { return toHalf(x); }));
    table.add("cvt.rn.bf16.f32", 1, lanewise<Bfloat, F>([](F x) { return toBfloat(x); }));
    table.add("cvt.rn.f16.f64", 1, lanewise<Half, D>([](D x) { return toHalf(x); }));
    // The first operand becomes the upper half.
    table.add("cvt.rn.f16x2.f32", 2, lanewise<Pair<Half>, F, F>([](F high, F low) {
                  return Pair<Half>{toHalf(low), toHalf(high)};
              }));
    table.add("cvt.rn.bf16x2.f32", 2, lanewise<Pair<Bfloat>, F, F>([](F high, F low) {
                  return Pair<Bfloat>{toBfloat(low), toBfloat(high)};
              }));
}

/// cvta between the windows of the generic address space; global addresses are generic ones.
void addAddressConversions(OperationTable& table)
{
    using L = std::uint64_t;
    table.add("cvta.to.global.u64", 1, lanewise<L, L>([](L a) { return a; }));
    table.add("cvta.global.u64", 1, lanewise<L, L>([](L a) { return a; }));
    table.add("cvta.to.shared.u64", 1, lanewise<L, L>([](L a) { return a - sharedWindow; }));
    table.add("cvta.shared.u64", 1, lanewise<L, L>([](L a) { return a + sharedWindow; }));
    table.add("cvta.to.local.u64", 1, lanewise<L, L>([](L a) { return a - localWindow; }));
    table.add("cvta.local.u64", 1, lanewise<L, L>([](L a) { return a + localWindow; }));
}

} // namespace

void addConversions(OperationTable& table)
{
    addFromInteger<std::uint8_t>(table, "u8");
    addFromInteger<std::int8_t>(table, "s8");
    addFromInteger<std::uint16_t>(table, "u16");
    addFromInteger<std::int16_t>(table, "s16");
    addFromInteger<std::uint32_t>(table, "u32");
    addFromInteger<std::int32_t>(table, "s32");
    addFromInteger<std::uint64_t>(table, "u64");
    addFromInteger<std::int64_t>(table, "s64");
    addToWhole<Rounding::Nearest>(table, "rni");
    addToWhole<Rounding::Zero>(table, "rzi");
    addToWhole<Rounding::Down>(table, "rmi");
    addToWhole<Rounding::Up>(table, "rpi");
    addBetweenFloats(table);
    addNarrow(table);
    addAddressConversions(table);
}

} // namespace ridgepoint::ptx
