// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/analysis/analyse.h"
#include "core/analysis/outrun.h"
#include "core/model/prediction.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ridgepoint {

/// "memory 93 ± 3 % · compute 5 ± 2 % · overhead 2 ± 1 %": the measured shares with their intervals, for a point that
/// has any.
[[nodiscard]] QString sharesLine(const PointAnalysis& analysis, const Format& format);
/// "memory-bandwidth-bound", "probably compute-bound", "compute-bound or overhead-bound", and of a point
/// that is far from its roofs that it is: the verdict of a point with shares, no surer than it is. Without a regime
/// that it cannot be told yet.
[[nodiscard]] QString regimeHeadline(const PointAnalysis& analysis, bool isFarBelow);
/// "Filled in between: compute-bound": such words of a cell that was not measured itself.
[[nodiscard]] QString filledInWords(const QString& headline);
/// How much of a time none of the roofs accounts for and what may take it; where that is little, what would tell what
/// limits a point of which it cannot be told. Empty where neither is so.
[[nodiscard]] QString openWords(const PointAnalysis& analysis, const Format& format);
/// "While this was measured, memory ran at 57 % of its roof. Without that it would take about 4.10 ms; …";
/// empty of a sample that was measured in the reference state, in one that is not known, or in one that changes its
/// time by no more than its interval.
[[nodiscard]] QString stateWords(const Sample& sample, const PointAnalysis& analysis, const Format& format);
/// What there is to say of a point besides its verdict: where that names no regime the ranges of its shares are no
/// remark any more.
[[nodiscard]] FlagSet remarksOf(FlagSet flags, const PointAnalysis* analysis);
/// "probably overhead-bound".
[[nodiscard]] QString probablyWords(Regime regime);
/// "Limited by launches: each costs about 3.4 µs here, but the launch roof is 1.0 µs. …"; empty where none costs more
/// (costlierLaunch) than by `then`, the prediction of the device as it was. What the roofs say is by `drawn`, the roofs
/// that are shown beside it.
[[nodiscard]] QString costlierLaunchWords(const Sample& sample, const Prediction& then, const Prediction& drawn,
                                          const PointAnalysis* analysis, const Format& format);
/// "Memory-bandwidth-bound, but faster than the DRAM roof allows", with the headline of the regime.
[[nodiscard]] QString outrunHeadline(const QString& headline, const Outrun& outrun);
/// "Faster than the DRAM roof allows: L3 serves part of the tensor, or the roofs are out of date": what a share of more
/// than the whole roof means.
[[nodiscard]] QString outrunVerdict(const Outrun& outrun);
/// "At least 31 % faster than the DRAM roof allows: L3 serves part of the tensor, or the device was slower when the
/// roof was measured.", of the prediction by these roofs.
[[nodiscard]] QString outrunWords(const Outrun& outrun, const Sample& sample, const Prediction& prediction,
                                  const Format& format);
/// "It takes 6.6× the time that the roofs allow: …", of the share that the drawn roofs allow; empty without one
/// (shareFarBelow). Slopes name what the time follows, which is not the limit itself then.
[[nodiscard]] QString farBelowWords(std::optional<double> share, const Format& format);
/// "By the roofs alone this point would be memory-bandwidth-bound; the measurements around it say compute-bound.", of
/// a sample of this provenance, as sure as the headline is; with a what-if how it would be by that. Empty where the
/// headline names what the roofs predict.
[[nodiscard]] QString disagreementWords(const PointAnalysis& analysis, Regime byRoofs, Provenance provenance,
                                        bool hasWhatIf);
/// What a regime is, and so what helps there, for who meets the word for the first time.
[[nodiscard]] QString regimeMeaning(Regime regime);
/// Whether a sentence says which key helps: where there are keys.
enum class Remedies { Named, LeftOut };
/// Each marked exception explained.
[[nodiscard]] QStringList exceptionsOf(FlagSet flags, Remedies remedies = Remedies::Named);

} // namespace ridgepoint
