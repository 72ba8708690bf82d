// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/session/text_file.h"
#include "core/stats/sample.h"

#include <span>
#include <string>

namespace ridgepoint {

/// The contract's CSV: one header line, one line a sample, C locale whatever the process's; fields are quoted by RFC
/// 4180 where they need it and empty where unknown. time_predicted_s is of the device in the state in which the sample
/// was measured; time_reference_s is the sample's time in the state of the roofs. `points` is index-aligned with
/// `samples`; a sample that it does not reach has no analysis. The last column, share_unexplained, is what the roofs do
/// not account for: with the other four shares 1.
[[nodiscard]] std::string toCsv(std::span<const Sample> samples, std::span<const PointAnalysis> points);

/// The points of a result: one header line, one line a point, with the units of the experiment's axes. C locale; fields
/// are quoted by RFC 4180 where they need it.
[[nodiscard]] std::string toCsv(const ExperimentResult& result, const ExperimentInfo& info);

} // namespace ridgepoint
