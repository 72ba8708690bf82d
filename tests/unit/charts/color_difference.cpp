// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/charts/color_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ridgepoint::test {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}
double toSrgb(double light) { return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1.0 / 2.4) - 0.055; }

Triple times(const Matrix& matrix, const Triple& vector)
{
    Triple result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = matrix[i][0] * vector[0] + matrix[i][1] * vector[1] + matrix[i][2] * vector[2];
    return result;
}

Triple linearOf(const QColor& color)
{
    return {toLinear(color.redF()), toLinear(color.greenF()), toLinear(color.blueF())};
}

Triple labOf(const QColor& color)
{
    const Triple xyz = times(
        {{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}},
        linearOf(color));
    const auto f = [](double t) { return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0; };
    const double x = f(xyz[0] / 0.95047);
    const double y = f(xyz[1]);
    const double z = f(xyz[2] / 1.08883);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double radians(double degrees) { return degrees * std::numbers::pi / 180.0; }

double hueDegrees(double a, double b)
{
    if (a == 0.0 && b == 0.0)
        return 0.0;
    const double degrees = std::atan2(b, a) * 180.0 / std::numbers::pi;
    return degrees < 0.0 ? degrees + 360.0 : degrees;
}

double pow7(double value) { return std::pow(value, 7.0); }

} // namespace

QColor seenWith(Vision vision, const QColor& color)
{
    static const std::array<Matrix, 3> matrices{{
        {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
        {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
        {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
    }};
    if (vision == Vision::Normal)
        return color;
    const Triple seen = times(matrices[static_cast<std::size_t>(vision) - 1], linearOf(color));
    const auto channel = [&](std::size_t i) {
        return static_cast<float>(std::clamp(toSrgb(std::clamp(seen[i], 0.0, 1.0)), 0.0, 1.0));
    };
    return QColor::fromRgbF(channel(0), channel(1), channel(2));
}

double ciede2000(const QColor& first, const QColor& second)
{
    const Triple one = labOf(first);
    const Triple two = labOf(second);
    const double meanChroma = (std::hypot(one[1], one[2]) + std::hypot(two[1], two[2])) / 2.0;
    const double g = 0.5 * (1.0 - std::sqrt(pow7(meanChroma) / (pow7(meanChroma) + pow7(25.0))));
    const double a1 = one[1] * (1.0 + g);
    const double a2 = two[1] * (1.0 + g);
    const double c1 = std::hypot(a1, one[2]);
    const double c2 = std::hypot(a2, two[2]);
    const double h1 = hueDegrees(a1, one[2]);
    const double h2 = hueDegrees(a2, two[2]);
    double deltaHue = h2 - h1;
    if (c1 * c2 == 0.0)
        deltaHue = 0.0;
    else if (deltaHue > 180.0)
        deltaHue -= 360.0;
    else if (deltaHue < -180.0)
        deltaHue += 360.0;
    double meanHue = h1 + h2;
    if (c1 * c2 != 0.0)
        meanHue = std::abs(h1 - h2) <= 180.0 ? meanHue / 2.0
                                             : (meanHue < 360.0 ? (meanHue + 360.0) / 2.0 : (meanHue - 360.0) / 2.0);
    const double deltaL = two[0] - one[0];
    const double deltaC = c2 - c1;
    const double deltaH = 2.0 * std::sqrt(c1 * c2) * std::sin(radians(deltaHue / 2.0));
    const double meanL = (one[0] + two[0]) / 2.0;
    const double meanC = (c1 + c2) / 2.0;
    const double t = 1.0 - 0.17 * std::cos(radians(meanHue - 30.0)) + 0.24 * std::cos(radians(2.0 * meanHue))
                   + 0.32 * std::cos(radians(3.0 * meanHue + 6.0)) - 0.20 * std::cos(radians(4.0 * meanHue - 63.0));
    const double sl = 1.0 + 0.015 * (meanL - 50.0) * (meanL - 50.0) / std::sqrt(20.0 + (meanL - 50.0) * (meanL - 50.0));
    const double sc = 1.0 + 0.045 * meanC;
    const double sh = 1.0 + 0.015 * meanC * t;
    const double rotation = 30.0 * std::exp(-std::pow((meanHue - 275.0) / 25.0, 2.0));
    const double rt = -2.0 * std::sqrt(pow7(meanC) / (pow7(meanC) + pow7(25.0))) * std::sin(radians(2.0 * rotation));
    return std::sqrt(std::pow(deltaL / sl, 2.0) + std::pow(deltaC / sc, 2.0) + std::pow(deltaH / sh, 2.0)
                     + rt * (deltaC / sc) * (deltaH / sh));
}

} // namespace ridgepoint::test
