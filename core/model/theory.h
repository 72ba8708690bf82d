// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"
#include "core/model/units.h"

#include <compare>
#include <optional>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// NVIDIA's name for an instruction set and multiprocessor design: 9.0 is Hopper.
struct ComputeCapability {
    int major = 0;
    int minor = 0;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// Reads "9.0" or "12.0"; nothing for another text.
[[nodiscard]] std::optional<ComputeCapability> computeCapabilityFrom(std::string_view text);

/// FP32 multiply-adds that one multiprocessor starts per clock: 64 for 7.0, 7.5 and 8.0; 128 for 8.6, 8.9, 9.0, 10.0
/// and 12.0. Source: CUDA C++ Programming Guide, throughput of native arithmetic instructions. Unknown for others.
[[nodiscard]] std::optional<int> fp32LanesPerMultiprocessor(ComputeCapability capability);
/// Dense FP16 multiply-adds that the matrix units of one multiprocessor do per clock: 512 for 7.5, 1024 for 8.0, 2048
/// for 9.0, 4096 for 10.0. Unknown for others, where only a datasheet would say.
[[nodiscard]] std::optional<int> fp16MatrixFmaPerMultiprocessor(ComputeCapability capability);

/// multiprocessors x lanes x 2 x clock: a multiply-add is two FLOP.
[[nodiscard]] FlopsPerSecond theoreticalRate(int multiprocessors, int fmaPerClock, Hertz clock);
/// 2 x memory clock x bus / 8: two transfers a clock, eight bits a byte. The clock is that of CUDA and NVML, under
/// which this holds for HBM and GDDR alike.
[[nodiscard]] BytesPerSecond theoreticalBandwidth(Hertz memoryClock, int busBits);

/// What a GPU tells about itself that theory needs; a zero is unknown.
struct GpuShapeFacts {
    ComputeCapability capability;
    int multiprocessors = 0;
    Hertz clock; ///< the highest of the multiprocessors
    Hertz memoryClock;
    int memoryBusBits = 0;
};

/// The theoretical ceilings that can be computed from these facts, each with its formula and numbers: FP32
/// multiply-add, DRAM bandwidth, and FP16 matrix where the multiprocessor's rate is known. Unknown facts leave a line
/// out.
[[nodiscard]] std::vector<ReferenceLine> theoreticalLines(const GpuShapeFacts& facts);

} // namespace ridgepoint
