// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/cpu/memory_access.h"
#include "core/model/units.h"

#include <cstddef>
#include <functional>

namespace ridgepoint {

/// What some passes by an access take; all trials of one choice are of equally many.
using AccessTrial = std::function<Seconds(MemoryAccess)>;

/// The fastest by the median of its gains over the usual one, a round of trials at a time; two streams with prefetch
/// unless another one gains 3 % or more, so that what makes no difference is the same in neighbouring sizes.
[[nodiscard]] MemoryAccess fastestAccess(const AccessTrial& trial);

/// The access for a tensor of so many bytes on a team's threads. Roofs and sweeps ask for it alike, by footprint and
/// not by level:
/// what a virtual machine says of its caches can be wrong. In the first-level cache, and where a thread's part is so
/// large that trying takes long, it is known: one stream, and two with prefetch. Between, the first call for an octave
/// takes up to some ten milliseconds (a tenth of a second on a busy machine), once a process; where memory for it is
/// short the latter is taken.
[[nodiscard]] MemoryAccess accessFor(CpuDevice& device, Team& team, std::size_t bytes);

} // namespace ridgepoint
