// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_result.h"

#include <string_view>

/// What files and benches of older versions say in words alone is put into fields here, and nowhere else is read from
/// words. Nothing that is there already is changed.
namespace ridgepoint {

/// The ids of series and label, the holder of a span, the group of a bar, the device's power, and whether an interval
/// is open.
void completeOlder(ExperimentPoint& point, std::string_view experiment);
/// The id of the group.
void completeOlder(TimelineLane& lane, std::string_view experiment);
/// All of these, and which missing parts are roofs or all of a series.
void completeOlder(ExperimentResult& result);

} // namespace ridgepoint
