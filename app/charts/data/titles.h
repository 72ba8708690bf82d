// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"
#include "core/model/axis_kind.h"

#include <QString>

#include <optional>

namespace ridgepoint {

/// What stands at the top right of a chart that leaves the window: device and threads, then the line that the chart
/// goes along ("32 Mi floats · wait-each"), or for a map (no `along`) precision and operation.
[[nodiscard]] QString noteFor(const Snapshot& snapshot, const Workload& cursor, std::optional<AxisKind> along);

} // namespace ridgepoint
