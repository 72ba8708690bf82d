// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/model/roof.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace ridgepoint {

/// The few numbers of a device that a calculation on the back of an envelope needs; all in SI units.
struct EnvelopeDevice {
    BytesPerSecond bandwidth;
    FlopsPerSecond compute;
    Seconds launch; ///< 0: launches cost nothing
    Seconds fixed;  ///< what a chain of launches costs once; 0 where it has no such cost
    /// What the device needs between two kernels, of launches that the host hands over while it works; nothing where
    /// `launch` comes on top of the work.
    std::optional<Seconds> gap{};
    std::array<BytesPerSecond, cacheLevels.size()> caches{}; ///< by cacheLevels; 0 where not known
    /// The highest figures known of the same levels, where the bandwidths above were measured by in-place updates:
    /// other traffic may be faster. 0 where there are none.
    BytesPerSecond highest{};
    std::array<BytesPerSecond, cacheLevels.size()> highestOfCaches{};

    /// The part of a launch that comes on top of the work.
    [[nodiscard]] Seconds onTop() const { return gap ? std::min(*gap, launch) : launch; }

    friend bool operator==(const EnvelopeDevice&, const EnvelopeDevice&) = default;
};

/// The work to estimate: a tensor that is passed over a number of times.
struct EnvelopeWork {
    double elements = 1.0;
    double bytesPerElement = 4.0;
    double accessesPerElement = 2.0;   ///< in each pass: one read and one write; 0 for work in registers alone
    double operationsPerElement = 1.0; ///< in each pass
    double flopsPerOperation = 1.0;    ///< 2 for a multiply-add
    double passes = 1.0;
    double launches = 1.0;

    friend bool operator==(const EnvelopeWork&, const EnvelopeWork&) = default;
};

/// What follows from them, by division alone.
struct Envelope {
    double elementsLoadedPerSecond = 0.0; ///< W / b: how many numbers memory delivers
    double operationsPerSecond = 0.0;     ///< P / f
    /// P/f over W/(a b): how many operations an element's traffic leaves time for. Fewer, and memory binds.
    double operationsAtRidge = 0.0;
    FlopsPerByte intensity; ///< of the work; infinite where it computes and moves nothing
    FlopsPerByte ridge;     ///< P / W
    Seconds compute;        ///< of all passes
    Seconds memory;
    Seconds overhead;              ///< launches x t, and what they cost once
    Seconds time;                  ///< max(compute, memory) + overhead
    Regime limit = Regime::Memory; ///< the largest of the three
};

/// Estimates; InvalidInput names the number that is no number, too large or too small, negative, or zero where that
/// means nothing.
[[nodiscard]] Result<Envelope> estimate(const EnvelopeDevice& device, const EnvelopeWork& work);

/// The example of H. He, "Making Deep Learning Go Brrrr From First Principles" (2022): an A100 of 1.5 TB/s and
/// 19.5 TFLOP/s that doubles FP32 numbers.
[[nodiscard]] EnvelopeDevice articleDevice();
[[nodiscard]] EnvelopeWork articleWork();

/// The same numbers out of the roofs of a measured, published or datasheet device, with DRAM's bandwidth and those of
/// the caches; a launch cost that is not known is 0. Unavailable names a missing rate.
[[nodiscard]] Result<EnvelopeDevice> envelopeDevice(const RoofSet& roofs, Operation operation, Precision precision,
                                                    LaunchMode mode, DeviceKind kind);
/// The same device with the bandwidths of its caches, by its roofs.
[[nodiscard]] EnvelopeDevice withCaches(EnvelopeDevice device, const RoofSet& roofs);
/// The same device with the highest figures of its levels: of each whose roof was measured the fastest traffic that
/// was, or what theory or a datasheet promises (`lines`).
[[nodiscard]] EnvelopeDevice withHighest(EnvelopeDevice device, const RoofSet& roofs,
                                         std::span<const ReferenceLine> lines);
/// The same device with what launches of this mode cost on it, by its roofs.
[[nodiscard]] EnvelopeDevice withLaunches(EnvelopeDevice device, const RoofSet& roofs, LaunchMode mode,
                                          DeviceKind kind);
/// A workload as such work: its counts are those of costOf.
[[nodiscard]] EnvelopeWork envelopeWork(const Workload& workload);

/// To that many significant digits: 375e9 to one digit is 400e9, as one says it.
[[nodiscard]] double roundedTo(double value, int digits);

} // namespace ridgepoint
