// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/plan/roof_plan.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// Which of 2^bits lines a chase meets `step` steps after the first one: a random order in which every line comes once
/// before any comes again, because multiplying by an odd number and adding upper bits to lower ones (by exclusive or)
/// can be undone. Hardware cannot know the next line before it has the one before.
[[nodiscard]] std::uint64_t chasedLine(std::uint64_t step, std::uint32_t bits);

/// latency.l1, latency.l2 (of a GPU that tells its L2) and latency.dram.
[[nodiscard]] std::vector<std::string> latencyRoofIds(const GpuShape& shape);

/// Seconds a load: one thread follows the pointers of a random cycle of lines, and every launch goes on where the last
/// one ended. `amount` counts loads. The lines lie well inside their level: 2 KiB, an eighth of the L2 cache, and for
/// DRAM eight times the L2 cache but at least 512 MiB, which the fill leaves outside of it; or as many as a power of
/// two of them fit in `footprint`. Unsupported for another id.
[[nodiscard]] Result<RoofPlan> planLatency(std::string_view id, const GpuShape& shape, Bytes footprint);

} // namespace ridgepoint
