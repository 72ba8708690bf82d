// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fleet/fleet_summary.h"

#include <string>

namespace ridgepoint {

/// One line a node and roof: node, device, device_name, roof, value, unit, low, high, median, spread, deviation,
/// outside, reason. Values are in SI units, spread and deviation shares of the median. What could not be measured has a
/// reason and no value.
[[nodiscard]] std::string fleetToCsv(const FleetSummary& summary);

/// One object: nodes, measured, roofs with median, spread and limit, outliers with their facts and a sentence, and
/// what is missing with the reason.
[[nodiscard]] std::string fleetToJson(const FleetSummary& summary);

} // namespace ridgepoint
