// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fleet/fleet_summary.h"

#include <span>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A node's device with the roofs that are compared.
struct FleetMember {
    std::size_t node = 0;
    const FleetNode* of = nullptr;
    const DeviceInfo* device = nullptr;
    const RoofSet* roofs = nullptr;
};

/// What the member says of itself and while it measured that roof, where that differs from what most of the members
/// say; of a number, from their median by more than such numbers differ anyhow. The most telling first.
[[nodiscard]] std::vector<FleetFact> factsThatDiffer(const FleetMember& member, std::span<const FleetMember> members,
                                                     std::string_view roof);

} // namespace ridgepoint
