// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/style/format.h"
#include "core/analysis/guess.h"

#include <QString>

#include <optional>

namespace ridgepoint {

/// "You guessed 20.0 GFLOP/s, measured 9.77 GFLOP/s (4.30 ms), 2.0× slower. The limit here is computing, which allows
/// 12.0 GFLOP/s." In what was guessed, with the time beside it; `allowed` is what the roof of what limits there allows,
/// where it is known.
[[nodiscard]] QString performanceGuessWords(FlopsPerSecond guess, const ChartPoint& measured,
                                            const std::optional<FlopsPerSecond>& allowed, const Format& format);

/// A border that a guess is held against: where the map draws it, where measured cells change, or both.
struct BorderAnswer {
    RegimePair regimes;
    std::optional<double> predicted;
    std::optional<double> measured;
    bool isWhatIf = false; ///< predicted with a what-if
};
/// "You placed the border between memory and compute at 8 fma per element. It is predicted at 32 (4.0 times further
/// right) and measured at about 9 (correct)." `isAcross`: along a row of the map, else along a column. `axis` is what
/// the numbers count, such as "fma per element".
[[nodiscard]] QString borderGuessWords(double guess, const BorderAnswer& answer, bool isAcross, const QString& axis,
                                       const Format& format);
/// "Your curve is off by 1.4× on average, farthest at 64: 3.2× slower than you drew. The time begins to rise at 20; you
/// drew that at 8. The ridge point is further right."
[[nodiscard]] QString curveGuessWords(const CurveJudgement& judged, const Format& format);

} // namespace ridgepoint
