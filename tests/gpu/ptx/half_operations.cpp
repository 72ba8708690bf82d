// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <cmath>

namespace ridgepoint::ptx {
namespace {

template <class H> H rounded(double x)
{
    if constexpr (std::is_same_v<H, Half>)
        return toHalf(x);
    else
        return toBfloat(x);
}

template <class H> bool isNan(H x) { return std::isnan(toDouble(x)); }

template <class H> H add(H a, H b) { return rounded<H>(multiplyAddToOdd(1.0, toDouble(a), toDouble(b))); }
template <class H> H subtract(H a, H b) { return rounded<H>(multiplyAddToOdd(1.0, toDouble(a), -toDouble(b))); }
template <class H> H multiply(H a, H b) { return rounded<H>(toDouble(a) * toDouble(b)); }
template <class H> H multiplyAdd(H a, H b, H c)
{
    return rounded<H>(multiplyAddToOdd(toDouble(a), toDouble(b), toDouble(c)));
}
template <class H> H negate(H a) { return {static_cast<std::uint16_t>(a.bits ^ 0x8000U)}; }
template <class H> H absolute(H a) { return {static_cast<std::uint16_t>(a.bits & 0x7fffU)}; }
template <class H> H larger(H a, H b)
{
    if (isNan(a) || isNan(b))
        return isNan(a) && isNan(b) ? H{0x7fff} : isNan(a) ? b : a;
    const double x = toDouble(a);
    const double y = toDouble(b);
    return x < y || (x == y && (a.bits & 0x8000U) != 0) ? b : a;
}
template <class H> H smaller(H a, H b)
{
    if (isNan(a) || isNan(b))
        return isNan(a) && isNan(b) ? H{0x7fff} : isNan(a) ? b : a;
    return larger(a, b).bits == b.bits ? a : b;
}

/// One operation on single numbers and on pairs.
template <auto Function, class H> void addBinary(OperationTable& table, const std::string& opcode)
{
    using P = Pair<H>;
    table.add(opcode, 2, lanewise<H, H, H>([](H a, H b) { return Function(a, b); }));
    table.add(opcode + "x2", 2, lanewise<P, P, P>([](P a, P b) {
                  return P{Function(a.low, b.low), Function(a.high, b.high)};
              }));
}

template <auto Function, class H> void addUnary(OperationTable& table, const std::string& opcode)
{
    using P = Pair<H>;
    table.add(opcode, 1, lanewise<H, H>([](H a) { return Function(a); }));
    table.add(opcode + "x2", 1, lanewise<P, P>([](P a) { return P{Function(a.low), Function(a.high)}; }));
}

template <class H> void addType(OperationTable& table, const std::string& type)
{
    using P = Pair<H>;
    for (const std::string rounding : {".", ".rn."}) {
        addBinary<add<H>, H>(table, "add" + rounding + type);
        addBinary<subtract<H>, H>(table, "sub" + rounding + type);
        addBinary<multiply<H>, H>(table, "mul" + rounding + type);
    }
    addBinary<larger<H>, H>(table, "max." + type);
    addBinary<smaller<H>, H>(table, "min." + type);
    addUnary<negate<H>, H>(table, "neg." + type);
    addUnary<absolute<H>, H>(table, "abs." + type);
    table.add("fma.rn." + type, 3, lanewise<H, H, H, H>([](H a, H b, H c) { return multiplyAdd(a, b, c); }));
    table.add("fma.rn." + type + "x2", 3, lanewise<P, P, P, P>([](P a, P b, P c) {
                  return P{multiplyAdd(a.low, b.low, c.low), multiplyAdd(a.high, b.high, c.high)};
              }));
}

} // namespace

void addHalfOperations(OperationTable& table)
{
    addType<Half>(table, "f16");
    addType<Bfloat>(table, "bf16");
}

} // namespace ridgepoint::ptx
