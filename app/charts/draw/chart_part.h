// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/charts/style/text_painter.h"
#include "app/charts/style/theme.h"

#include <cstddef>

namespace ridgepoint {

/// What a chart draws with.
struct ChartStyle {
    const Theme& theme;
    const Format& format;
    const TextPainter& text;
};

/// A part of a chart, made where it is needed: what it refers to outlives it.
class ChartPart {
protected:
    explicit ChartPart(const ChartStyle& style) : m_style(style) {}

    [[nodiscard]] const Theme& theme() const { return m_style.theme; }
    [[nodiscard]] const Format& format() const { return m_style.format; }
    [[nodiscard]] const TextPainter& text() const { return m_style.text; }
    [[nodiscard]] const ChartStyle& style() const { return m_style; }

private:
    ChartStyle m_style;
};

/// How near the mouse must be to a sample of the own session, and to one of another's, to mean it; in pixels.
inline constexpr double reachOfSamples = 18.0;
inline constexpr double reachOfOthers = 9.0;
/// What moves less between press and release is a click; in pixels.
inline constexpr double clickTolerance = 4.0;
/// Above this many points intervals are drawn for the hovered and the selected one only.
inline constexpr std::size_t mostErrorBars = 1000;

} // namespace ridgepoint
