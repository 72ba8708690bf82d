// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

struct Session;

/// Roofs of one device at one thread count, for another program.
struct ExportedRoofs {
    RoofSet roofs;
    std::string deviceName; ///< as people know it; the device's id where it has no name
    std::string created;    ///< when they were measured, ISO 8601; may be empty
};

/// Every set of a session that has roofs, with the name of its device.
[[nodiscard]] std::vector<ExportedRoofs> roofsOf(const Session& session);

/// One line a roof: device, threads, id, value, unit, low, high, provenance, flags, method. Values are in SI units; one
/// that could not be measured has none, and the reason in place of the method.
[[nodiscard]] std::string roofsToCsv(std::span<const ExportedRoofs> sets);

/// The architecture that TraceLens takes by --gpu_arch_json_path: name, mem_bw_gbps in 1e9 B/s and, in 1e12 FLOP/s,
/// max_achievable_tflops by unit and precision, "matrix_bf16" from compute.bf16.matrix, "vector_fp32" from
/// compute.fp32.fma. What was not measured has no key. InvalidInput without the bandwidth of memory or any of the
/// rates.
[[nodiscard]] Result<std::string> toTraceLens(const ExportedRoofs& exported);

} // namespace ridgepoint
