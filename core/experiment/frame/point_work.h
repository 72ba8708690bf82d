// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/own_kernel.h"
#include "core/model/gradient_chain.h"
#include "core/model/product.h"

#include <span>
#include <string>

namespace ridgepoint {

/// The work behind one number of an experiment: what the calculator is filled with, and what would help is asked of.
struct PointWork {
    EnvelopeWork work;
    Seconds time;            ///< of all of it, measured or predicted as the number is
    std::string computeRoof; ///< ids of the roofs that rule it; empty where it computes nothing
    std::string bandwidthRoof;
    std::string launchRoof; ///< empty: launches cost nothing that counts
    /// What the experiment itself measured for this work, where it is no roof of the device; counts before the ids. 0:
    /// the ids tell.
    BytesPerSecond bandwidth{};
    Seconds launch{};

    friend bool operator==(const PointWork&, const PointWork&) = default;
};

/// Of a point of the cube; the bandwidth is that of the memory that its footprint falls in.
[[nodiscard]] PointWork pointWork(const Workload& workload, Seconds time, std::string bandwidthRoof = "bandwidth.dram");
/// Of an operator over rows x columns floats, with the bytes that it must move. Of several kinds of operations the
/// most expensive counts: exponentials rule a softmax, however many additions it has. The memory is the one that its
/// tensors fall in by the levels of `roofs`, beyond the caches (or where nothing is known of them) DRAM by its
/// direction.
[[nodiscard]] PointWork pointWork(const OperatorCall& call, Seconds time, const RoofSet& roofs = {});
/// Operations over the bytes that an operator's kernel moves; nothing where these are what it must move.
[[nodiscard]] std::optional<double> movedIntensity(const OperatorCost& cost);
/// Of a chain with its gradient: both passes together.
[[nodiscard]] PointWork pointWork(const GradientCall& call, Seconds time, const RoofSet& roofs = {});
/// Of a matrix product, with one launch that costs what `launchRoof` says.
[[nodiscard]] PointWork pointWork(const ProductCall& call, Seconds time, const RoofSet& roofs, std::string launchRoof);
/// Of anything that is counted: so many operations and bytes, over so many elements of so many bytes.
struct CountedWork {
    double elements = 1.0;
    double bytesPerElement = 4.0;
    Flops flops;
    Bytes bytes;
    double launches = 1.0;
};
[[nodiscard]] PointWork pointWork(const CountedWork& counted, Seconds time, std::string computeRoof,
                                  std::string bandwidthRoof = "bandwidth.dram");

/// What the roofs say of a number's work: its terms, its share of what they allow, and what would help.
struct PointVerdict {
    OwnKernel kernel;
    EnvelopeDevice device;
    OwnKernelVerdict verdict;
};

/// Unavailable names the roof that is missing.
[[nodiscard]] Result<PointVerdict> judge(const PointWork& point, std::span<const Roof> roofs);

} // namespace ridgepoint
