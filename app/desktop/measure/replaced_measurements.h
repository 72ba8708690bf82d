// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/session/sample_index.h"
#include "core/model/roof.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ridgepoint {

/// What measuring again on request has replaced, so that it can be put back. It grows while that runs.
struct ReplacedMeasurements {
    enum class What { Map, Roofs, OneRoof, Point };
    What what = What::Map;
    std::string device;
    std::map<Workload, SamplePointer> samples; ///< as they were before
    std::optional<RoofSet> roofs; ///< as they were before the first one was replaced
    std::map<Workload, SamplePointer> worse; ///< what came last, where what is known is better and stays
    bool isTakenBack = false; ///< what still comes of it is not wanted
};

using ReplacedPointer = std::shared_ptr<ReplacedMeasurements>;

} // namespace ridgepoint
