// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <span>

namespace ridgepoint {

/// A colour in Oklab (Ottosson 2020): equal steps look equal, so blends of hues stay clean.
struct Oklab {
    double lightness = 0.0;
    double a = 0.0;
    double b = 0.0;
};

[[nodiscard]] Oklab toOklab(const QColor& color); ///< of an sRGB colour; its alpha is not looked at
/// The nearest sRGB colour; channels out of gamut are clipped.
[[nodiscard]] QRgb toRgb(const Oklab& color);
/// Weighted mean; the weights need not sum to 1 but must not all be 0.
[[nodiscard]] Oklab blend(std::span<const Oklab> colors, std::span<const double> weights);
/// from at 0, to at 1.
[[nodiscard]] Oklab mix(const Oklab& from, const Oklab& to, double fraction);
[[nodiscard]] QColor mix(const QColor& from, const QColor& to, double fraction);
/// The contrast of two opaque colours, from 1 to 21, by WCAG 2.1: (L1 + 0.05) / (L2 + 0.05) with the relative
/// luminances, the larger one above. Lines and marks need at least 3 to be seen.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

} // namespace ridgepoint
