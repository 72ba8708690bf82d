// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/own_kernel.h"
#include "core/session/json_fields.h"
#include "core/session/json_writer.h"

/// Internal to core/session.
namespace ridgepoint {

/// Reads and writes one kernel: {"name":"mine","flops":2e9,"bytes":1e8,"launches":3,"time_s":0.5}. Name, bytes (0),
/// launches (1), the bytes through caches (0), "bytes_l1" to "bytes_l3", "work" (typed), "profiled" (false), "source"
/// (a file's name), "device" and "slopes" may be missing.
[[nodiscard]] OwnKernel ownKernelFrom(const JsonFields& fields);
void writeJson(JsonWriter& json, const OwnKernel& kernel);

} // namespace ridgepoint
