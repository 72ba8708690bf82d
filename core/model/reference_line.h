// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

#include <string>

namespace ridgepoint {

/// A thin line beside the measured roofs: what theory or a datasheet promises. It never takes a roof's place.
struct ReferenceLine {
    std::string roof;   ///< id of the roof that it is to be compared with, such as "compute.fp32.fma"
    double value = 0.0; ///< in the unit of that roof
    Provenance provenance = Provenance::Predicted; ///< Predicted for theory, Datasheet or Published for a source
    std::string label;                             ///< a few words for the line itself: "theory", "datasheet, dense"
    std::string source;                            ///< the formula with its numbers, or title and address
};

} // namespace ridgepoint
