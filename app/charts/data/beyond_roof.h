// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ridgepoint {

/// Above this share of its roof a measurement is faster than the roof allows, and a count or the roof is wrong. Below, it is at
/// its roof: what roofs, counts and rounds are uncertain by.
inline constexpr double clearlyBeyondRoof = 1.03;

/// What takes more than twice the time that the roofs allow is limited by something that none of them is: to name a roof as
/// the limit would send people to the wrong lever.
inline constexpr double leastShareLimited = 0.5;

} // namespace ridgepoint
