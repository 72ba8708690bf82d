// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ridgepoint {

/// Names of dots and marks that are offered a place in one plot: more find none, and a file may hold thousands.
inline constexpr int mostNames = 200;

} // namespace ridgepoint
