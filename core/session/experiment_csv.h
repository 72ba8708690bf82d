// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"

#include <string>

namespace ridgepoint {

/// The points of a result: one header line, one line a point, with the units of the experiment's axes. C locale; fields
/// are quoted by RFC 4180 where they need it.
[[nodiscard]] std::string toCsv(const ExperimentResult& result, const ExperimentInfo& info);

} // namespace ridgepoint
