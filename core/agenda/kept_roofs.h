// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

namespace ridgepoint::agenda {

/// The roof as a quiet moment gave it, where what was measured now was disturbed; null where there is none to prefer.
[[nodiscard]] const Roof* quietBefore(const RoofSet* before, const Roof& now);

/// Roofs that were measured again on request, in two: those to take, and those that came out worse in a disturbed
/// moment than a quiet one gave them before. The memory levels go with the worse where a bandwidth is among them.
struct RoofsInTwo {
    RoofSet taken;
    RoofSet worse;
};
[[nodiscard]] RoofsInTwo inTwo(RoofSet measured, const RoofSet* before);

} // namespace ridgepoint::agenda
