// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/interval.h"
#include "core/analysis/map_fit.h"
#include "core/analysis/shares.h"
#include "core/model/prediction.h"

#include <array>
#include <optional>

namespace ridgepoint {

/// What a verdict rests on.
enum class Basis {
    Slopes, ///< of time to the neighbours alone: a roof that the equation needs is not known
    Roofs,  ///< the equation of time with this device's roofs, fitted to all samples of the kind
};

/// What a point's time goes to. The only place where a regime is named: maps, files, words and refinement read it.
struct Verdict {
    /// Nothing where no term of the equation can be the larger part of the time, however slow its roof is, nor where
    /// the interval of its share and that of another one each span more than 80 points.
    std::optional<Regime> regime;
    /// Where an ambiguous verdict is a close call the other regime that it may be as well: of those whose terms can be
    /// the larger part of the time, too.
    std::optional<Regime> runnerUp;
    Shares shares;                     ///< with what is left unexplained they sum to 1
    std::array<Interval, 4> intervals; ///< by Regime; they hold the fit's share and that by the roofs
    FlagSet flags;                     ///< UnderFilled, CacheTransition, Ambiguous, Edge
    Basis basis = Basis::Slopes;
};

/// By how much longer each term may take than its roof says, by Regime: twice where a kernel reaches only half of what
/// another one sets as the roof, half as long again for a launch; up to the slow end of the roof's range where the
/// state that the sample was taken in is not known.
[[nodiscard]] std::array<double, 4> slowestTerms(const Prediction& prediction, const RoofSet& roofs, bool isStateKnown);

/// The verdict of one sample. By the fit, with no share above its largest nor, in a time that the roofs together allow,
/// above what the others' roofs leave of it; where the time refutes them the fit stands, which raises roofs that its
/// map outran. What is cut off and what neither the fit nor the prediction reaches of the measured time is left
/// unexplained. Ambiguous where the fit is not certain, where the shares are a close call, and where another one is the
/// largest than by the fit. Of slopes only CacheTransition and Edge are taken over then, and that the machine is not
/// full where no roof knows how long an application waits for the one before. Without fit or prediction by the slopes
/// alone. Nothing where neither is known.
[[nodiscard]] std::optional<Verdict> verdictOf(const Sample& sample, const std::optional<FittedPoint>& fitted,
                                               const std::optional<Prediction>& prediction, const RoofSet& roofs,
                                               const std::optional<MeasuredShares>& slopes);

} // namespace ridgepoint
