// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/prediction.h"

#include <QString>

namespace ridgepoint {

/// Whether the equation names k·d·λ, what applications take that wait for one another.
enum class WaitingTerm { LeftOut, Named };

/// The equation of time that `predict` follows, with t_fixed where a chain costs something once and the roof is known:
/// "T = L · (max(F/P, B/W) + t)".
[[nodiscard]] QString equationOf(const Workload& workload, const RoofSet& roofs, DeviceKind kind, WaitingTerm waiting);
/// Whether applications that wait for one another take longer than computing at the roof or moving data.
[[nodiscard]] bool isWaiting(const Prediction& prediction);
/// Whether t_fixed is a term of it.
[[nodiscard]] bool hasFixedTerm(const Workload& workload, const RoofSet& roofs, DeviceKind kind);

} // namespace ridgepoint
