// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <algorithm>
#include <limits>

namespace ridgepoint::ptx {
namespace {

template <class T>
using Wider = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                                 std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
template <class T> constexpr unsigned bitsOf = 8 * sizeof(T);

/// The upper half of a product of 64-bit numbers, from products of halves.
std::uint64_t multiplyHigh64(std::uint64_t a, std::uint64_t b)
{
    const auto low = [](std::uint64_t x) { return x & 0xffff'ffffU; };
    const std::uint64_t middle = (a >> 32) * low(b) + (low(a) * low(b) >> 32);
    const std::uint64_t carry = low(middle) + low(a) * (b >> 32);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (carry >> 32);
}

template <class T> T multiplyHigh(T a, T b)
{
    if constexpr (sizeof(T) == 8) {
        const auto ua = static_cast<std::uint64_t>(a);
        const auto ub = static_cast<std::uint64_t>(b);
        // A negative factor counts 2^64 too much as an unsigned number.
        return static_cast<T>(multiplyHigh64(ua, ub) - (a < 0 ? ub : 0) - (b < 0 ? ua : 0));
    } else {
        return static_cast<T>((static_cast<Wider<T>>(a) * static_cast<Wider<T>>(b)) >> bitsOf<T>);
    }
}

/// Modular arithmetic, the same for signed and unsigned: T is unsigned.
template <class T> void addModular(OperationTable& table, const std::string& type)
{
    table.add("add." + type, 2, lanewise<T, T, T>([](T a, T b) { return static_cast<T>(a + b); }));
    table.add("sub." + type, 2, lanewise<T, T, T>([](T a, T b) { return static_cast<T>(a - b); }));
    table.add("mul.lo." + type, 2, lanewise<T, T, T>([](T a, T b) { return static_cast<T>(std::uint64_t{a} * b); }));
    table.add("mad.lo." + type, 3,
              lanewise<T, T, T, T>([](T a, T b, T c) { return static_cast<T>(std::uint64_t{a} * b + c); }));
}

/// Operations that the sign matters to.
template <class T> void addOrdered(OperationTable& table, const std::string& type)
{
    table.add("min." + type, 2, lanewise<T, T, T>([](T a, T b) { return std::min(a, b); }));
    table.add("max." + type, 2, lanewise<T, T, T>([](T a, T b) { return std::max(a, b); }));
    // Division by zero gives all ones, and a rest that is the dividend, as on the device.
    table.add("div." + type, 2,
              lanewise<T, T, T>([](T a, T b) { return b == 0 ? static_cast<T>(-1) : static_cast<T>(a / b); }));
    table.add("rem." + type, 2, lanewise<T, T, T>([](T a, T b) { return b == 0 ? a : static_cast<T>(a % b); }));
    table.add("shr." + type, 2, lanewise<T, T, std::uint32_t>([](T a, std::uint32_t n) {
                  if (n < bitsOf<T>)
                      return static_cast<T>(a >> n);
                  return static_cast<T>(a < 0 ? -1 : 0);
              }));
    if constexpr (sizeof(T) < 8) {
        using W = Wider<T>;
        table.add("mul.wide." + type, 2,
                  lanewise<W, T, T>([](T a, T b) { return static_cast<W>(static_cast<W>(a) * static_cast<W>(b)); }));
        table.add("mad.wide." + type, 3, lanewise<W, T, T, W>([](T a, T b, W c) {
                      using U = std::make_unsigned_t<W>;
                      return static_cast<W>(static_cast<U>(static_cast<W>(a) * static_cast<W>(b)) + static_cast<U>(c));
                  }));
    }
    if constexpr (sizeof(T) >= 4)
        table.add("mul.hi." + type, 2, lanewise<T, T, T>([](T a, T b) { return multiplyHigh(a, b); }));
}

template <class T> void addBitwise(OperationTable& table, const std::string& type)
{
    table.add("and." + type, 2, lanewise<T, T, T>([](T a, T b) { return static_cast<T>(a & b); }));
    table.add("or." + type, 2, lanewise<T, T, T>([](T a, T b) { return static_cast<T>(a | b); }));
    table.add("xor." + type, 2, lanewise<T, T, T>([](T a, T b) { return static_cast<T>(a ^ b); }));
    if constexpr (std::is_same_v<T, bool>) {
        table.add("not." + type, 1, lanewise<T, T>([](T a) { return !a; }));
    } else {
        table.add("not." + type, 1, lanewise<T, T>([](T a) { return static_cast<T>(~a); }));
        table.add("shl." + type, 2, lanewise<T, T, std::uint32_t>([](T a, std::uint32_t n) {
                      return static_cast<T>(n < bitsOf<T> ? std::uint64_t{a} << n : 0);
                  }));
    }
}

template <class T> void addSigned(OperationTable& table, const std::string& type)
{
    using U = std::make_unsigned_t<T>;
    table.add("neg." + type, 1, lanewise<U, U>([](U a) { return static_cast<U>(U{0} - a); }));
    table.add("abs." + type, 1,
              lanewise<U, T>([](T a) { return static_cast<U>(a < 0 ? U{0} - static_cast<U>(a) : static_cast<U>(a)); }));
}

/// bfi: `length` bits of a put into b at `start`; bits beyond the register are dropped.
template <class T> T insertBits(T a, T b, std::uint32_t start, std::uint32_t length)
{
    start &= 255U;
    length = std::min(length & 255U, start < bitsOf<T> ? bitsOf<T> - start : 0U);
    if (length == 0)
        return b;
    const T ones = length == bitsOf<T> ? std::numeric_limits<T>::max() : static_cast<T>((T{1} << length) - 1);
    const T mask = static_cast<T>(ones << start);
    return static_cast<T>((b & ~mask) | ((a << start) & mask));
}

/// bfe without sign: `length` bits of a from `start`.
template <class T> T extractBits(T a, std::uint32_t start, std::uint32_t length)
{
    start &= 255U;
    length &= 255U;
    const T shifted = start < bitsOf<T> ? static_cast<T>(a >> start) : T{0};
    return length >= bitsOf<T> ? shifted : static_cast<T>(shifted & ((T{1} << length) - 1));
}

std::uint32_t lookUpBits(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t table)
{
    std::uint32_t result = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
        const unsigned index = (((a >> bit) & 1U) << 2) | (((b >> bit) & 1U) << 1) | ((c >> bit) & 1U);
        result |= ((table >> index) & 1U) << bit;
    }
    return result;
}

std::uint32_t permuteBytes(std::uint32_t a, std::uint32_t b, std::uint32_t selector)
{
    const std::uint64_t both = (std::uint64_t{b} << 32) | a;
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned choice = (selector >> (4 * i)) & 15U;
        auto byte = static_cast<std::uint32_t>(both >> (8 * (choice & 7U))) & 255U;
        if ((choice & 8U) != 0)
            byte = (byte & 128U) != 0 ? 255U : 0U;
        result |= byte << (8 * i);
    }
    return result;
}

void addBitFields(OperationTable& table)
{
    using U = std::uint32_t;
    using L = std::uint64_t;
    table.add("bfi.b32", 4, lanewise<U, U, U, U, U>([](U a, U b, U s, U n) { return insertBits<U>(a, b, s, n); }));
    table.add("bfi.b64", 4, lanewise<L, L, L, U, U>([](L a, L b, U s, U n) { return insertBits<L>(a, b, s, n); }));
    table.add("bfe.u32", 3, lanewise<U, U, U, U>([](U a, U s, U n) { return extractBits<U>(a, s, n); }));
    table.add("bfe.u64", 3, lanewise<L, L, U, U>([](L a, U s, U n) { return extractBits<L>(a, s, n); }));
    table.add("lop3.b32", 4, lanewise<U, U, U, U, U>([](U a, U b, U s, U n) { return lookUpBits(a, b, s, n); }));
    table.add("prmt.b32", 3, lanewise<U, U, U, U>([](U a, U b, U n) { return permuteBytes(a, b, n); }));
    table.add("clz.b32", 1, lanewise<U, U>([](U a) { return static_cast<U>(std::countl_zero(a)); }));
    table.add("clz.b64", 1, lanewise<U, L>([](L a) { return static_cast<U>(std::countl_zero(a)); }));
    table.add("popc.b32", 1, lanewise<U, U>([](U a) { return static_cast<U>(std::popcount(a)); }));
    table.add("popc.b64", 1, lanewise<U, L>([](L a) { return static_cast<U>(std::popcount(a)); }));
    table.add("shf.l.wrap.b32", 3, lanewise<U, U, U, U>([](U low, U high, U n) {
                  return static_cast<U>((((L{high} << 32) | low) << (n & 31U)) >> 32);
              }));
    table.add("shf.r.wrap.b32", 3, lanewise<U, U, U, U>([](U low, U high, U n) {
                  return static_cast<U>(((L{high} << 32) | low) >> (n & 31U));
              }));
}

template <class U> void addBothSigns(OperationTable& table, const std::string& bits)
{
    using S = std::make_signed_t<U>;
    addModular<U>(table, "u" + bits);
    addModular<U>(table, "s" + bits);
    addOrdered<U>(table, "u" + bits);
    addOrdered<S>(table, "s" + bits);
    addBitwise<U>(table, "b" + bits);
    addSigned<S>(table, "s" + bits);
    table.add("shr.b" + bits, 2, table.find("shr.u" + bits)->handler);
}

} // namespace

void addIntegerOperations(OperationTable& table)
{
    addBothSigns<std::uint16_t>(table, "16");
    addBothSigns<std::uint32_t>(table, "32");
    addBothSigns<std::uint64_t>(table, "64");
    addBitwise<bool>(table, "pred");
    addBitFields(table);
}

} // namespace ridgepoint::ptx
