// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"
#include "core/stats/sample.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ridgepoint {

/// What measuring again on request has replaced, so that it can be put back. It grows while that runs.
struct ReplacedMeasurements {
    enum class What { Map, Roofs, OneRoof, Point };
    using Samples = std::map<Workload, std::shared_ptr<const Sample>>;
    What what = What::Map;
    std::string device;
    Samples samples{};              ///< as they were before
    std::optional<RoofSet> roofs{}; ///< as they were before the first one was replaced
    Samples worse{};                ///< what came last, where what is known is better and stays
};

using ReplacedPointer = std::shared_ptr<ReplacedMeasurements>;

} // namespace ridgepoint
