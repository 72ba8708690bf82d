// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Why these roofs should be measured again, in words with arguments that the window can translate; nothing when they
/// can be believed, or when fewer than a tenth of them are flagged. The ids, gravest first: roofs.machine-busy (other
/// programs used %1 % of the processor; roofs.machine-busy-unknown where the share is not known), roofs.throttled,
/// roofs.preempted, roofs.unsteady (the rounds differ too widely). The text does not say how to measure again: that
/// differs between the programs.
/// Roofs are named by `wordOf` their ids; without it by the ids themselves.
[[nodiscard]] std::optional<Error> roofWarning(const RoofSet& roofs,
                                               const std::function<std::string(std::string_view)>& wordOf = {});

} // namespace ridgepoint
