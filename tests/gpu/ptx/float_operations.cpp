// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <cmath>
#include <limits>

namespace ridgepoint::ptx {
namespace {

/// A subnormal becomes a zero of its sign.
float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0F, x) : x; }

/// PTX min and max give the number where one operand is NaN, and order the zeros.
template <class T> T smaller(T a, T b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) ? b : a;
    return a < b || (a == b && std::signbit(a)) ? a : b;
}
template <class T> T larger(T a, T b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) ? b : a;
    return a < b || (a == b && std::signbit(a)) ? b : a;
}

/// Correctly rounded arithmetic; without a rounding in the name, PTX means nearest even.
template <class T> void addNearest(OperationTable& table, const std::string& type)
{
    table.add("neg." + type, 1, lanewise<T, T>([](T a) { return -a; }));
    table.add("abs." + type, 1, lanewise<T, T>([](T a) { return std::abs(a); }));
    table.add("min." + type, 2, lanewise<T, T, T>([](T a, T b) { return smaller(a, b); }));
    table.add("max." + type, 2, lanewise<T, T, T>([](T a, T b) { return larger(a, b); }));
    // The forms that pass a NaN on.
    table.add("min.NaN." + type, 2, lanewise<T, T, T>([](T a, T b) {
                  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<T>::quiet_NaN() : smaller(a, b);
              }));
    table.add("max.NaN." + type, 2, lanewise<T, T, T>([](T a, T b) {
                  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<T>::quiet_NaN() : larger(a, b);
              }));
    // copysign d, a, b: the size of b with the sign of a.
    table.add("copysign." + type, 2, lanewise<T, T, T>([](T sign, T size) { return std::copysign(size, sign); }));
    for (const std::string rounding : {".", ".rn."}) {
        table.add("add" + rounding + type, 2, lanewise<T, T, T>([](T a, T b) { return a + b; }));
        table.add("sub" + rounding + type, 2, lanewise<T, T, T>([](T a, T b) { return a - b; }));
        table.add("mul" + rounding + type, 2, lanewise<T, T, T>([](T a, T b) { return a * b; }));
    }
    table.add("fma.rn." + type, 3, lanewise<T, T, T, T>([](T a, T b, T c) { return std::fma(a, b, c); }));
    table.add("div.rn." + type, 2, lanewise<T, T, T>([](T a, T b) { return a / b; }));
    table.add("rcp.rn." + type, 1, lanewise<T, T>([](T a) { return T{1} / a; }));
    table.add("sqrt.rn." + type, 1, lanewise<T, T>([](T a) { return std::sqrt(a); }));
}

/// fp32 with subnormal operands and results flushed to zero.
void addFlushing(OperationTable& table)
{
    using F = float;
    for (const std::string rounding : {".ftz.", ".rn.ftz."}) {
        table.add("add" + rounding + "f32", 2,
                  lanewise<F, F, F>([](F a, F b) { return flushed(flushed(a) + flushed(b)); }));
        table.add("sub" + rounding + "f32", 2,
                  lanewise<F, F, F>([](F a, F b) { return flushed(flushed(a) - flushed(b)); }));
        table.add("mul" + rounding + "f32", 2,
                  lanewise<F, F, F>([](F a, F b) { return flushed(flushed(a) * flushed(b)); }));
    }
    table.add("fma.rn.ftz.f32", 3, lanewise<F, F, F, F>([](F a, F b, F c) {
                  return flushed(std::fma(flushed(a), flushed(b), flushed(c)));
              }));
    table.add("min.ftz.f32", 2, lanewise<F, F, F>([](F a, F b) { return smaller(flushed(a), flushed(b)); }));
    table.add("max.ftz.f32", 2, lanewise<F, F, F>([](F a, F b) { return larger(flushed(a), flushed(b)); }));
    table.add("neg.ftz.f32", 1, lanewise<F, F>([](F a) { return -flushed(a); }));
    table.add("abs.ftz.f32", 1, lanewise<F, F>([](F a) { return std::abs(flushed(a)); }));
    table.add("div.rn.ftz.f32", 2, lanewise<F, F, F>([](F a, F b) { return flushed(flushed(a) / flushed(b)); }));
}

template <Rounding R> void addRounded(OperationTable& table, const std::string& name)
{
    using F = float;
    table.add("add." + name + ".f32", 2,
              lanewise<F, F, F>([](F a, F b) { return roundToFloat(multiplyAddToOdd(1.0, a, b), R); }));
    table.add("mul." + name + ".f32", 2,
              lanewise<F, F, F>([](F a, F b) { return roundToFloat(double{a} * double{b}, R); }));
    table.add("fma." + name + ".f32", 3,
              lanewise<F, F, F, F>([](F a, F b, F c) { return roundToFloat(multiplyAddToOdd(a, b, c), R); }));
}

} // namespace

void addFloatOperations(OperationTable& table)
{
    addNearest<float>(table, "f32");
    addNearest<double>(table, "f64");
    addFlushing(table);
    addRounded<Rounding::Zero>(table, "rz");
    addRounded<Rounding::Down>(table, "rm");
    addRounded<Rounding::Up>(table, "rp");
}

} // namespace ridgepoint::ptx
