// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/device.h"
#include "core/stats/sample.h"

#include <filesystem>
#include <span>
#include <string>

namespace ridgepoint {

/// The contract's CSV: one header line, one line a sample, C locale; analysis columns empty where unknown.
/// `points` is index-aligned with `samples`.
[[nodiscard]] std::string toCsv(std::span<const Sample> samples, std::span<const PointAnalysis> points);
/// Writes text by write-temp, fsync, rename.
[[nodiscard]] Result<void> writeTextFile(std::string_view text, const std::filesystem::path& path);

} // namespace ridgepoint
