// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ridgepoint {

/// Above this share of its roof a measurement is faster than the roof allows, and a count or the roof is wrong. Below,
/// it is at its roof: what roofs, counts and rounds are uncertain by.
inline constexpr double clearlyBeyondRoof = 1.03;

} // namespace ridgepoint
