// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/lever_list.h"
#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_facts.h"
#include "core/analysis/compare.h"
#include "core/analysis/shortfall.h"

#include <QString>

#include <optional>
#include <vector>

namespace ridgepoint {

/// What may hold a point back that no roof limits, and what came of measuring it.
struct CauseFact {
    CauseTest test;
    std::optional<CauseFinding> finding; ///< absent until both workloads are measured
};

/// What the inspector says beyond the point itself: what would help, and what twice the size does.
struct LeverFacts {
    Workload workload;
    std::vector<LeverFact> levers; ///< best first
    std::optional<TriedLever> tried;
    std::optional<DoublingTest> doubling;
    /// The workloads that the doubling test still lacks; empty when it is there or cannot be.
    std::vector<Workload> doublingLacks;
    /// Of a measured point that takes more than twice the time that its roofs allow; else empty.
    std::vector<CauseFact> causes;
    std::optional<Regime> regime; ///< the verdict's, which the inspector's first line says
    bool isProbable = false;      ///< that line names it with a doubt
    bool canMeasure = false;      ///< whether there is a measuring program for this device
};

/// Levers and doubling test of a point, by the samples of its device that are shown with it; without roofs no levers,
/// without samples no measured speed-ups.
[[nodiscard]] LeverFacts leverFactsOf(const PointFacts& facts, const SampleLookup& find);

/// What the lever is and what the roofs predict of it; for one that cannot be tried here, why not.
[[nodiscard]] QString leverTip(const Lever& lever, const Workload& workload, const Format& format);
/// Of facts with a doubling test: "Twice the size takes 1.04× the time (1.02× to 1.06×): the size hardly matters, so it
/// is overhead-bound." Where the point's measured regime says another thing, why both are right.
[[nodiscard]] QString doublingWords(const LeverFacts& facts, const Format& format);
/// "Half the threads take 1.05× the time: the threads hold each other up." Before it is measured, what a result means.
[[nodiscard]] QString causeWords(const CauseFact& cause, const Format& format);

} // namespace ridgepoint
