// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/style/format.h"
#include "core/analysis/guess.h"

#include <QString>

namespace ridgepoint {

/// "You guessed 20.0 GFLOP/s, measured 9.77 GFLOP/s (4.30 ms), 2.0× slower: computing is the limit here, and it is
/// slower than that." In what was guessed, with the time beside it.
[[nodiscard]] QString performanceGuessWords(FlopsPerSecond guess, const ChartPoint& measured, const Format& format);
/// "You put the border at 8 fma per element; from memory to compute it is at 32: 2.0 octaves later."
/// `axis` is what the numbers count, such as "fma per element".
[[nodiscard]] QString borderGuessWords(double guess, const BorderJudgement& judged, const QString& axis,
                                       const Format& format);
/// "Your curve is off by 1.4× on average, most at 64 (3.2× slower than you said); you bend it at 8, measured it
/// bends at 20: the ridge lies later."
[[nodiscard]] QString curveGuessWords(const CurveJudgement& judged, const Format& format);

} // namespace ridgepoint
