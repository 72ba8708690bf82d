// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ridgepoint {

/// How near the mouse must be to a sample of the own session, and to one of another's, to mean it; in pixels.
inline constexpr double reachOfSamples = 18.0;
inline constexpr double reachOfOthers = 9.0;
/// What moves less between press and release is a click; in pixels.
inline constexpr double clickTolerance = 4.0;
/// Above this many points intervals are drawn for the hovered and the selected one only.
inline constexpr std::size_t mostErrorBars = 1000;

} // namespace ridgepoint
