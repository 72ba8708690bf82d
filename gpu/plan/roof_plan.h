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
    double amount = 0.0; ///< bytes, FLOP (or op), launches, loads or applications, by kind
    std::string method;  ///< how, in words, for people
    CallPlan plan;
};

/// The roofs that kernels of ours measure on such a device, in the contract's order: bandwidth.l1, .l2, .l2.read, .dram
/// and its .copy .read .write, compute.PRECISION.OPERATION, latency.PRECISION.OPERATION, compute.int32.mad and .add,
/// latency.LEVEL, launch.*. A latency of an operation is what it takes one block to apply it once to its tile.
/// Sustained compute roofs run the same plan for longer.
[[nodiscard]] std::vector<std::string> plannedRoofIds(const GpuShape& shape);
/// bandwidth.dram by other kernels than the sweep's own, measured only where they are named: .evict_first (stores that
/// leave the caches first), .vectors8 (twice the vectors a thread), .threads256 (blocks of twice the size), .kn (four
/// multiply-adds by the kernel for any number of them).
[[nodiscard]] std::vector<std::string> variantRoofIds();

/// `id` may end in ".sustained". `footprint` is the whole working set of a bandwidth or latency roof (both arrays of a
/// copy); 0 chooses a third of the L2 cache for bandwidth.l2 and, for DRAM, eight times the L2 cache but at least 512
/// MiB (of latencies of a level planLatency has the rule); bandwidth.l1 works on 4 KiB a block whatever is asked for.
/// launch.* plan one launch (planLaunches): how it is launched is the caller's. Unsupported for an id that is not
/// planned here.
[[nodiscard]] Result<RoofPlan> planRoof(std::string_view id, const GpuShape& shape, Bytes footprint);

/// "24 KiB", "512 MiB": the size of a working set in a method.
[[nodiscard]] std::string sizeText(double bytes);

/// A chain of so many launches of the sweep's own kernel over one tile. An empty kernel would leave out what every
/// launch of a real one waits for: its arguments, a load and a store.
[[nodiscard]] Result<RoofPlan> planLaunches(int launches, const GpuShape& shape);

} // namespace ridgepoint
