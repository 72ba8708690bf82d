// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/probe_history.h"
#include "core/stats/sample.h"

namespace ridgepoint {

/// Updates at one place from which on the live probe is believed: neither a passing moment nor the way there.
inline constexpr int updatesToDoubt = 3 * ProbeHistory::updatesToKeep;

/// Whether a live probe sees another time than was measured at its place before: farther apart than a quarter and,
/// unless only what was measured before was disturbed, than both intervals, which are √2 wider for a comparison of two
/// runs. Never where one of them claims no interval.
[[nodiscard]] bool contradicts(const Sample& before, const Sample& now);

} // namespace ridgepoint
