// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_facts.h"
#include "core/analysis/roof_doubt.h"

#include <QString>
#include <QStringList>

namespace ridgepoint {

/// Which level of memory limits a point that is memory-bandwidth-bound, and how many times as fast the prediction is
/// with the bandwidth of the nearer one, where that is 1.1 or more: "Limited by DRAM. It would run 3.1× faster if the
/// data came from L3." Empty where memory does not limit the point, where it is faster than a roof allows, or only one
/// level is known.
[[nodiscard]] QString levelWords(const PointFacts& facts, const Format& format);

/// What the inspector says about a point. Pure: the same facts give the same words.
struct PointWords {
    QString headline;           ///< "Memory-bandwidth-bound", "…, but faster than the DRAM roof allows"
    QString headlineWithWhatIf; ///< "With the what-if: compute-bound"; empty without one, or where it changes no regime
    /// "Memory-bandwidth-bound: 96 % of the DRAM roof"; only the headline where nothing is measured. In place of more
    /// than all of a roof: "Faster than the DRAM roof allows: the roofs are out of date".
    QString verdict;
    QString moment;  ///< "Machine busy": why the point took longer than its roofs promise; empty where it did not
    QString meaning; ///< what that regime is, in a sentence; empty where none is told or nothing limits the point
    QString detail;  ///< "99 % of the DRAM roof, 29 % of the fp32 fma roof": of the roofs as they are drawn
    /// "Limited by DRAM. It would run 3.1× faster if the data came from L3."; empty where memory does not limit the
    /// point
    QString level;
    /// "Time shares: memory 93 ± 3 % · compute 5 ± 2 % · overhead 2 ± 1 %"; where the device was in another state
    /// "1.26 µs measured (the machine was busy), 349 ns explained by the roofs; of these: …" or "…, 436 ns predicted by
    /// the roofs; of these: …", beside a what-if "Measured time shares: …"; empty where not measured
    QString shares;
    QString disagreement; ///< where the verdict and the device's roofs alone name different regimes; empty where they
                          ///< agree
    QString whatIf;       ///< "What if: DRAM 2.0×"; empty without one
    /// "Predicted 1.5× faster: 21.7 → 14.4 ms, then limited by compute"; empty without one, or where nothing is
    /// predicted.
    QString whatIfGain;
    QString equation;  ///< "T = L · (max(F/P, B/W) + t)", with t_fixed only where it takes a twentieth of the time
    QStringList terms; ///< one line a term, with this point's numbers
    /// Of a symbol that the terms do not explain, why its term is there, and what a term that is left out would add;
    /// empty where all are there and explained.
    QString meaningOfTerms;
    QString outcome;      ///< "predicted 4.26 ms · measured 4.30 ms"
    QStringList readings; ///< "p25 4.30 ms · median 4.33 ms", "42 readings in 6 rounds · interval ± 0.9 %", flags;
                          ///< of fewer rounds "10 readings in 2 rounds · repeated runs: about ± 6 %" and what the
                          ///< readings span themselves
    QString doubt; ///< what to do where the point is faster than a roof allows, or far slower than its launches; else
                   ///< empty
    QString doubtBesideOffer; ///< the same where what to do is offered elsewhere
    QString doubtReason;      ///< in which figure the point contradicts a roof, and what is unreliable then
    QString shortfall;        ///< how far the point is from what the roofs allow; empty where one of them limits it
    QStringList exceptions;   ///< each marked exception explained in a sentence
};

/// The roof of its device that a measured point contradicts (core/analysis/roof_doubt.h). Nothing where it does not, or
/// where a what-if has moved roofs.
[[nodiscard]] std::optional<DoubtfulRoof> doubtfulRoof(const PointFacts& facts);
[[nodiscard]] PointWords wordsOf(const PointFacts& facts, const Format& format);

/// The large figures of a point: empty strings where nothing was measured.
struct PointFigures {
    QString title;   ///< what the figures are of; empty for the selected point
    QString waiting; ///< in place of a time that is not there; empty for "not measured yet"
    QString time;
    QString timeNote;
    QString measured; ///< beside a live time, the one that was measured at its place, "1.38 ms"; else empty
    QString aside;    ///< that the point was measured otherwise before; empty where it was not
    QString bandwidth;
    QString bandwidthNote; ///< "99 % of DRAM"; with a what-if on that roof "50 % of DRAM 2.0× (what if)"
    QString performance;
    QString performanceNote;
};

[[nodiscard]] PointFigures figuresOf(const PointFacts& facts, const Format& format); ///< measured, or else predicted
/// That a live probe sees another time than was measured at its place before; empty where it does not (contradicts).
[[nodiscard]] QString partingWords(const Sample& before, const Sample& now, const Format& format);

} // namespace ridgepoint
