// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

namespace ridgepoint {

/// A physical quantity in SI base units; the tag makes a second a type of its own that cannot be added to a byte.
template <class Tag> class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double value) : m_value(value) {}

    /// The bare number, in the SI unit that the type names.
    [[nodiscard]] constexpr double value() const { return m_value; }

    constexpr Quantity& operator+=(Quantity other)
    {
        m_value += other.m_value;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other)
    {
        m_value -= other.m_value;
        return *this;
    }

    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.m_value + b.m_value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.m_value - b.m_value); }
    friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity(a.m_value * factor); }
    friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity(a.m_value * factor); }
    friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity(a.m_value / divisor); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.m_value / b.m_value; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

private:
    double m_value = 0.0;
};

using Seconds = Quantity<struct SecondsTag>;
using Bytes = Quantity<struct BytesTag>;
using Flops = Quantity<struct FlopsTag>; ///< a count of operations, not a rate
using BytesPerSecond = Quantity<struct BytesPerSecondTag>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondTag>;
using FlopsPerByte = Quantity<struct FlopsPerByteTag>;
using Hertz = Quantity<struct HertzTag>;

constexpr BytesPerSecond operator/(Bytes amount, Seconds time) { return BytesPerSecond(amount.value() / time.value()); }
constexpr FlopsPerSecond operator/(Flops amount, Seconds time) { return FlopsPerSecond(amount.value() / time.value()); }
constexpr FlopsPerByte operator/(Flops work, Bytes traffic) { return FlopsPerByte(work.value() / traffic.value()); }
constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) { return Seconds(amount.value() / rate.value()); }
constexpr Seconds operator/(Flops amount, FlopsPerSecond rate) { return Seconds(amount.value() / rate.value()); }
/// The ridge point: the intensity at which a compute roof and a bandwidth roof meet.
constexpr FlopsPerByte operator/(FlopsPerSecond compute, BytesPerSecond bandwidth)
{
    return FlopsPerByte(compute.value() / bandwidth.value());
}
constexpr FlopsPerSecond operator*(FlopsPerByte intensity, BytesPerSecond bandwidth)
{
    return FlopsPerSecond(intensity.value() * bandwidth.value());
}

} // namespace ridgepoint
