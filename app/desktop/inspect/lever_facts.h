// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_facts.h"
#include "core/analysis/doubling.h"
#include "core/analysis/levers.h"

#include <QString>

#include <optional>
#include <vector>

namespace ridgepoint {

/// By how much a measured time was shorter than another, each per element.
struct MeasuredSpeedup {
    double factor = 1.0; ///< time before over time after
    Interval range;      ///< of the factor, as core/analysis/compare.h takes it from both intervals
    bool claimsCoverage = false; ///< both have enough readings for the range to mean something
};

/// A lever of the point at the cursor, with what came out where both sides of it are measured.
struct LeverFact {
    Lever lever;
    std::optional<MeasuredSpeedup> measured;
};

/// A lever that the user tried: where from, and what was said of it then.
struct TriedLever {
    Workload from;
    Lever lever;
    std::optional<MeasuredSpeedup> measured; ///< absent while it is being measured
    bool running = false;           ///< whether it still is
};

/// What the inspector says beyond the point itself: what would help, and what twice the size does.
struct LeverFacts {
    Workload workload;
    std::vector<LeverFact> levers; ///< best first
    std::optional<TriedLever> tried;
    std::optional<DoublingTest> doubling;
    /// The workloads that the doubling test still lacks; empty when it is there or cannot be.
    std::vector<Workload> doublingLacks;
    std::optional<Regime> regime; ///< measured at this point; what the inspector's first line says
    bool canMeasure = false; ///< whether there is a measuring program for this device
};

/// Measured time of `before` over that of `after`, each per element; nothing unless both were measured.
[[nodiscard]] std::optional<MeasuredSpeedup> measuredSpeedup(const LiveSession& session, const std::string& device, const Workload& before, const Workload& after);
/// Levers and doubling test of a point; without roofs no levers, without samples no measured speed-ups.
[[nodiscard]] LeverFacts leverFactsOf(const PointFacts& facts, const LiveSession& session);

/// "Queue the launches", "Twice the bandwidth".
[[nodiscard]] QString leverTitle(const Lever& lever, const Workload& workload, const Format& format);
/// What the lever is and what the roofs predict of it; for one that cannot be tried here, why not.
[[nodiscard]] QString leverTip(const Lever& lever, const Workload& workload, const Format& format);
/// "predicted 2.0×, measured 1.9×".
[[nodiscard]] QString predictedAndMeasured(double predicted, double measured, const Format& format);
/// "Queue the launches: predicted 3.1× faster; measured 2.4× (2.3× to 2.5×), less than predicted", or that it is being
/// measured, or was not.
[[nodiscard]] QString triedWords(const TriedLever& tried, const Format& format);
/// "Twice the size takes 1.04× the time (1.02× to 1.06×): the size hardly matters, so it is overhead-bound." Where the
/// point's measured regime says another thing, why both are right.
[[nodiscard]] QString doublingWords(const DoublingTest& test, std::optional<Regime> regime, const Format& format);

} // namespace ridgepoint
