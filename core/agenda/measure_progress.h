// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <cstdint>
#include <optional>

namespace ridgepoint {

/// What the bottom bar shows of a measurement that runs.
struct MeasureProgress {
    /// In this order: nothing is measured up to Starting.
    enum class What { Nothing, Absent, Stopped, Starting, Roofs, Map, Line, Point, Sharpen };
    What what = What::Nothing;
    double fraction = 0.0;
    std::optional<Seconds> left;
    std::int64_t measuredCells = 0;
    std::int64_t totalCells = 0;
    /// Until the first look at a whole map is over: what that still takes. Also where nothing is measured and it never
    /// was over.
    std::optional<Seconds> coarseLeft{};
    bool isStopped = false; ///< where nothing is measured and the first look never was over: it was broken off
    int pass = 1;           ///< of Sharpen: each begins anew from 0 %
};

} // namespace ridgepoint
