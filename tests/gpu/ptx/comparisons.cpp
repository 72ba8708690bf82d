// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/ptx/lanewise.h"
#include "tests/gpu/ptx/operation_table.h"

#include <cmath>

namespace ridgepoint::ptx {
namespace {

template <class T> bool isNan(T x)
{
    if constexpr (std::is_floating_point_v<T>)
        return std::isnan(x);
    else
        return false;
}

/// setp in its plain form and the form that combines the result with a predicate.
template <class T, class F>
void addComparison(OperationTable& table, const std::string& name, const std::string& type, F)
{
    table.add("setp." + name + "." + type, 2, lanewise<bool, T, T>(F{}));
    table.add("setp." + name + ".and." + type, 3,
              lanewise<bool, T, T, bool>([](T a, T b, bool p) { return F{}(a, b) && p; }));
    table.add("setp." + name + ".or." + type, 3,
              lanewise<bool, T, T, bool>([](T a, T b, bool p) { return F{}(a, b) || p; }));
}

template <class T> void addEquality(OperationTable& table, const std::string& type)
{
    addComparison<T>(table, "eq", type, [](T a, T b) { return a == b; });
    addComparison<T>(table, "ne", type, [](T a, T b) { return a != b && !isNan(a) && !isNan(b); });
}

template <class T> void addOrder(OperationTable& table, const std::string& type)
{
    addComparison<T>(table, "lt", type, [](T a, T b) { return a < b; });
    addComparison<T>(table, "le", type, [](T a, T b) { return a <= b; });
    addComparison<T>(table, "gt", type, [](T a, T b) { return a > b; });
    addComparison<T>(table, "ge", type, [](T a, T b) { return a >= b; });
}

/// Comparisons that are also true where an operand is NaN.
template <class T> void addUnordered(OperationTable& table, const std::string& type)
{
    addComparison<T>(table, "equ", type, [](T a, T b) { return a == b || isNan(a) || isNan(b); });
    addComparison<T>(table, "neu", type, [](T a, T b) { return a != b; });
    addComparison<T>(table, "ltu", type, [](T a, T b) { return !(a >= b); });
    addComparison<T>(table, "leu", type, [](T a, T b) { return !(a > b); });
    addComparison<T>(table, "gtu", type, [](T a, T b) { return !(a <= b); });
    addComparison<T>(table, "geu", type, [](T a, T b) { return !(a < b); });
    addComparison<T>(table, "nan", type, [](T a, T b) { return isNan(a) || isNan(b); });
    addComparison<T>(table, "num", type, [](T a, T b) { return !isNan(a) && !isNan(b); });
}

template <class T> void addSelection(OperationTable& table, const std::string& type)
{
    table.add("selp." + type, 3, lanewise<T, T, T, bool>([](T a, T b, bool p) { return p ? a : b; }));
}

template <class U> void addWidth(OperationTable& table, const std::string& bits)
{
    using S = std::make_signed_t<U>;
    addEquality<U>(table, "b" + bits);
    addEquality<U>(table, "u" + bits);
    addEquality<U>(table, "s" + bits);
    addOrder<U>(table, "u" + bits);
    addOrder<S>(table, "s" + bits);
    for (const std::string letter : {"b", "u", "s", "f"})
        addSelection<U>(table, letter + bits);
}

} // namespace

void addComparisons(OperationTable& table)
{
    addWidth<std::uint16_t>(table, "16");
    addWidth<std::uint32_t>(table, "32");
    addWidth<std::uint64_t>(table, "64");
    addEquality<float>(table, "f32");
    addOrder<float>(table, "f32");
    addUnordered<float>(table, "f32");
    addEquality<double>(table, "f64");
    addOrder<double>(table, "f64");
    addUnordered<double>(table, "f64");
}

} // namespace ridgepoint::ptx
