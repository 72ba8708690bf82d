// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/launcher.h"
#include "core/model/result.h"
#include "core/model/units.h"
#include "core/model/workload.h"

namespace ridgepoint {

/// No single run of a workload may take longer: nothing can stop it in the middle.
inline constexpr Seconds longestRun{60.0};

/// About how long one run of a chain by so many threads takes at least, from its kernel's own speed on a few of its
/// lines; 0 for one that is short in any case, which costs nothing to tell. The data must be filled.
[[nodiscard]] Seconds leastRunTime(const Chain& chain, const Workload& workload);
/// Unavailable ("cpu.too-long") for a workload of which one run would take longer than longestRun.
[[nodiscard]] Result<void> checkRunTime(const Chain& chain, const Workload& workload);

} // namespace ridgepoint
