// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/roof.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The one JSON object of `devices --json`: {"devices":[…]}. An unusable device carries "reason", the message for
/// people, and beside it "error", from which the same Error can be made again.
[[nodiscard]] std::string devicesToJson(std::span<const DeviceInfo> devices);
/// The one JSON object of `roofs --json`: {"device":…,"threads":…,"roofs":[…],"unavailable":[…],"levels":[…]}.
/// A level's capacity_bytes is null where it is unlimited.
[[nodiscard]] std::string roofsToJson(const RoofSet& roofs);

/// Read what devicesToJson and roofsToJson wrote. Corrupt names the place: a byte, or the path of a field.
[[nodiscard]] Result<std::vector<DeviceInfo>> devicesFromJson(std::string_view text);
[[nodiscard]] Result<RoofSet> roofsFromJson(std::string_view text);

/// "invalid-input", "unsupported", "unavailable", "device-failure", "timeout", "cancelled", "corrupt".
[[nodiscard]] std::string_view nameOf(ErrorKind kind);
[[nodiscard]] std::optional<ErrorKind> errorKindNamed(std::string_view name);

} // namespace ridgepoint
