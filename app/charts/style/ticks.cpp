// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>

namespace ridgepoint {
namespace {

constexpr double slack = 1e-9;

/// Fewer say little of a linear axis' scale.
constexpr int fewest = 3;

std::vector<double> multiplesOf(double step, double low, double high)
{
    std::vector<double> values;
    for (double value = std::ceil(low / step - slack) * step; value <= high + slack * step && values.size() < 64;
         value += step)
        values.push_back(std::abs(value) < step * 1e-6 ? 0.0 : value);
    return values;
}

/// Round steps of 1, 2 or 5 within a range too narrow for powers.
std::vector<double> linearSteps(double low, double high, int most)
{
    const double rough = (high - low) / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    constexpr std::array factors{0.5, 1.0, 2.0, 5.0, 10.0};
    std::size_t chosen = 1;
    while (chosen + 1 < factors.size() && factors[chosen] * power < rough)
        ++chosen;
    std::vector<double> values = multiplesOf(factors[chosen] * power, low, high);
    if ((most >= fewest && std::ssize(values) < fewest) || values.size() < 2)
        values = multiplesOf(factors[chosen - 1] * power, low, high);
    return values;
}

/// Of the range, not of the ticks that there is room for: their width is asked before.
Format::Notation notationOf(double low, double high)
{
    return high >= 1e7 * (1.0 - slack) || low < 1e-5 * (1.0 - slack) ? Format::Notation::Powers
                                                                     : Format::Notation::Digits;
}

/// These mantissas of every step-th power of ten; labels are value / scale.
std::vector<Tick> decadeTicks(double from, double to, std::initializer_list<double> mantissas, int step, double scale,
                              const Format& format)
{
    std::vector<Tick> ticks;
    for (int power = static_cast<int>(std::floor(std::log10(from)));
         power <= static_cast<int>(std::ceil(std::log10(to))); ++power) {
        if (((power % step) + step) % step != 0)
            continue;
        for (const double mantissa : mantissas) {
            const double value = mantissa * std::pow(10.0, power);
            if (value >= from * (1.0 - slack) && value <= to * (1.0 + slack))
                ticks.push_back({value * scale, format.powerOfTen(value, notationOf(from, to))});
        }
    }
    return ticks;
}

int exponentOf(double value) { return static_cast<int>(std::floor(std::log10(std::abs(value)) + slack)); }

} // namespace

std::vector<Tick> powerOfTwoTicks(double low, double high, int most, const Format& format)
{
    std::vector<Tick> ticks;
    if (!(low > 0.0) || !(high > low) || !std::isfinite(high) || most < 1)
        return ticks;
    const int first = static_cast<int>(std::ceil(std::log2(low) - slack));
    const int last = static_cast<int>(std::floor(std::log2(high) + slack));
    if (last - first < 1) {
        for (const double value : linearSteps(low, high, most))
            ticks.push_back({value, format.count(value)});
        return ticks;
    }
    int step = 1;
    while ((last - first) / step + 1 > most)
        step *= 2;
    // Counted from 2^0, so that panning does not change which powers are shown.
    for (int power = first; power <= last; ++power)
        if (((power % step) + step) % step == 0)
            ticks.push_back({std::exp2(power), format.powerOfTwo(std::exp2(power))});
    return ticks;
}

std::vector<Tick> plainPowerOfTwoTicks(double low, double high, int most, const Format& format)
{
    auto ticks = powerOfTwoTicks(low, high, most, format);
    for (Tick& tick : ticks)
        if (tick.value >= 1024.0 && tick.value < 10000.0)
            tick.label = format.significant(tick.value, 4);
    return ticks;
}

std::vector<Tick> powerOfTenTicks(double low, double high, int most, double scale, const Format& format)
{
    std::vector<Tick> ticks;
    if (!(low > 0.0) || !(high > low) || !std::isfinite(high) || most < 1)
        return ticks;
    const double decades = std::log10(high) - std::log10(low); // the ratio itself may be beyond a double
    if (decades < 0.8) {
        for (const double value : linearSteps(low / scale, high / scale, most))
            ticks.push_back({value * scale, format.powerOfTen(value, notationOf(low / scale, high / scale))});
        return ticks;
    }
    const auto dense = [&] { return decadeTicks(low / scale, high / scale, {1.0, 2.0, 5.0}, 1, scale, format); };
    if (decades * 3.0 <= most && decades < 2.5)
        return dense();
    // One alone tells no scale.
    for (int step = std::max(1, static_cast<int>(std::ceil(decades / most))); step >= 1 && ticks.size() < 2; --step)
        ticks = decadeTicks(low / scale, high / scale, {1.0}, step, scale, format);
    return ticks.size() < 2 && most >= fewest ? dense() : ticks;
}

std::vector<Tick> linearTicks(double low, double high, int most, double scale, const Format& format)
{
    std::vector<Tick> ticks;
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || most < 1)
        return ticks;
    const std::vector<double> values = linearSteps(low / scale, high / scale, most);
    const int last = values.size() > 1 ? exponentOf(values[1] - values[0]) : -2;
    for (const double value : values) // as many digits as their step has: "0.5", "1.0"
        ticks.push_back({value * scale, value == 0.0
                                            ? QStringLiteral("0")
                                            : format.significant(value, std::max(1, exponentOf(value) - last + 1))});
    return ticks;
}

AxisScale axisScale(double low, double high)
{
    static const std::array<const char*, 11> prefixes{"p", "n", "µ", "m", "", "k", "M", "G", "T", "P", "E"};
    const double middle = std::sqrt(std::max(low, 1e-30) * std::max(high, 1e-30));
    const int thousands = std::clamp(static_cast<int>(std::floor(std::log10(middle) / 3.0 + slack)), -4, 6);
    return {std::pow(1000.0, thousands), QString::fromUtf8(prefixes[static_cast<std::size_t>(thousands + 4)])};
}

} // namespace ridgepoint
