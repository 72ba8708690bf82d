// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/roof.h"
#include "gpu/plan/kernel_call.h"
#include "gpu/plan/workload_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A roof's own work: one repetition of `plan` does `amount` of it.
struct RoofPlan {
    RoofKind kind = RoofKind::Bandwidth;
    double amount = 0.0; ///< bytes, FLOP (or op) or launches, by kind
    std::string method;  ///< how, in words, for people
    CallPlan plan;
};

/// The roofs that kernels of ours measure on such a device, in the contract's order: bandwidth.l2, bandwidth.dram and
/// its .copy .read .write, compute.PRECISION.OPERATION, launch.*. Sustained compute roofs run the same plan for longer.
[[nodiscard]] std::vector<std::string> plannedRoofIds(const GpuShape& shape);

/// `id` may end in ".sustained". `footprint` is the whole working set of a bandwidth roof (both arrays of a copy); 0
/// chooses a third of the L2 cache for bandwidth.l2 and, for DRAM, eight times the L2 cache but at least 512 MiB.
/// launch.* plan one launch (planLaunches): how it is launched is the caller's. Unsupported for an id that is not planned here.
[[nodiscard]] Result<RoofPlan> planRoof(std::string_view id, const GpuShape& shape, Bytes footprint);

/// A chain of so many launches of the sweep's own kernel over one tile. An empty kernel would leave out what every launch of
/// a real one waits for: its arguments, a load and a store.
[[nodiscard]] Result<RoofPlan> planLaunches(int launches, const GpuShape& shape);

} // namespace ridgepoint
