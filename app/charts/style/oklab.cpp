// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/style/oklab.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Linear light to an 8-bit sRGB channel by table: a map of 512 x 512 cells would spend its time in pow.
int toChannel(double linear)
{
    constexpr int steps = 4096;
    static const std::array<unsigned char, steps + 1> table = [] {
        std::array<unsigned char, steps + 1> values{};
        for (int i = 0; i <= steps; ++i) {
            const double light = static_cast<double>(i) / steps;
            const double channel = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1.0 / 2.4) - 0.055;
            values[static_cast<std::size_t>(i)] = static_cast<unsigned char>(std::lround(channel * 255.0));
        }
        return values;
    }();
    return table[static_cast<std::size_t>(std::clamp(linear, 0.0, 1.0) * steps + 0.5)];
}

double cube(double value) { return value * value * value; }

double luminance(const QColor& color)
{
    return 0.2126 * toLinear(color.redF()) + 0.7152 * toLinear(color.greenF()) + 0.0722 * toLinear(color.blueF());
}

} // namespace

Oklab toOklab(const QColor& color)
{
    const double r = toLinear(color.redF());
    const double g = toLinear(color.greenF());
    const double b = toLinear(color.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb toRgb(const Oklab& color)
{
    const double l = cube(color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b);
    const double m = cube(color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b);
    const double s = cube(color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b);
    return qRgb(toChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                toChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                toChannel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

Oklab blend(std::span<const Oklab> colors, std::span<const double> weights)
{
    Oklab sum;
    double total = 0.0;
    for (std::size_t i = 0; i < colors.size() && i < weights.size(); ++i) {
        sum.lightness += weights[i] * colors[i].lightness;
        sum.a += weights[i] * colors[i].a;
        sum.b += weights[i] * colors[i].b;
        total += weights[i];
    }
    return {sum.lightness / total, sum.a / total, sum.b / total};
}

Oklab mix(const Oklab& from, const Oklab& to, double fraction)
{
    const double rest = 1.0 - fraction;
    return {rest * from.lightness + fraction * to.lightness, rest * from.a + fraction * to.a,
            rest * from.b + fraction * to.b};
}

QColor mix(const QColor& from, const QColor& to, double fraction)
{
    return QColor::fromRgb(toRgb(mix(toOklab(from), toOklab(to), fraction)));
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

} // namespace ridgepoint
