// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"

#include <QString>

#include <vector>

namespace ridgepoint {

/// A labelled place on an axis, in the axis' own values.
struct Tick {
    double value = 0.0;
    QString label;
};

/// Powers of two within [low, high], every one or every 2nd, 4th … power so that at most `most` come out; finer, round
/// values when the range holds fewer than two powers.
[[nodiscard]] std::vector<Tick> powerOfTwoTicks(double low, double high, int most, const Format& format);
/// The same in plain digits up to 9999 ("1024" instead of "1 Ki"): for operations, depths and intensities.
[[nodiscard]] std::vector<Tick> plainPowerOfTwoTicks(double low, double high, int most, const Format& format);
/// Powers of ten, with 2 and 5 between them when there is room or where one power alone lies in the range; labels are
/// value / scale (the axis names the unit), all in digits, or all with exponents where some would have more than seven
/// digits.
[[nodiscard]] std::vector<Tick> powerOfTenTicks(double low, double high, int most, double scale, const Format& format);

/// Round numbers of a linear axis, labelled in units of `scale` with the digits of their step; where `most` allows
/// three, there are three.
[[nodiscard]] std::vector<Tick> linearTicks(double low, double high, int most, double scale, const Format& format);

/// An SI prefix for a whole axis: 1e9 and "G" for a range around tens of giga.
struct AxisScale {
    double factor = 1.0;
    QString prefix;
};
/// The prefix under which most of [low, high] reads as 1 to 999.
[[nodiscard]] AxisScale axisScale(double low, double high);

} // namespace ridgepoint
