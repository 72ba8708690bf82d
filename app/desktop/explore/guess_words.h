// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/style/format.h"
#include "core/analysis/guess.h"

#include <QString>

namespace ridgepoint {

/// "You guessed 20.0 GFLOP/s, measured 9.77 GFLOP/s (4.30 ms). The limit here is computing, and your guess is 2.0 times
/// what it allows." In what was guessed, with the time beside it.
[[nodiscard]] QString performanceGuessWords(FlopsPerSecond guess, const ChartPoint& measured, const Format& format);
/// "You placed the border from memory to compute at 8 fma per element; it lies at 32, 4.0 times further right."
/// `isAcross`: along a row of the map, else along a column. `axis` is what the numbers count, such as "fma per
/// element".
[[nodiscard]] QString borderGuessWords(double guess, const BorderJudgement& judged, bool isAcross, const QString& axis,
                                       const Format& format);
/// "Your curve is off by 1.4× on average, most at 64 (3.2× slower than you said); you bend it at 8, measured it
/// bends at 20: the ridge lies later."
[[nodiscard]] QString curveGuessWords(const CurveJudgement& judged, const Format& format);

} // namespace ridgepoint
