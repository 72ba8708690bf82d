// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/lever_list.h"
#include "app/charts/style/format.h"

#include <QString>

#include <vector>

namespace ridgepoint {

/// Whether a measured range of a speed-up is so wide that it holds nearly every prediction: none is judged by it.
[[nodiscard]] bool isTooWideToJudgeBy(const Interval& range);

/// "Queue the launches", "Twice the bandwidth".
[[nodiscard]] QString leverTitle(const Lever& lever, const Workload& workload, const Format& format);
/// What the lever is, without a stop: "Every pass is submitted at once and waited for once", "Another device, of twice
/// the DRAM roof".
[[nodiscard]] QString leverMeaning(const Lever& lever, const Workload& workload, const Format& format);
/// "No faster by the roofs: Half the launch cost, Matrix unit."; empty for none.
[[nodiscard]] QString uselessWords(const std::vector<const LeverFact*>& levers, const Workload& workload,
                                   const Format& format);
/// "predicted 2.0×, measured 1.9×".
[[nodiscard]] QString predictedAndMeasured(double predicted, const MeasuredSpeedup& measured, const Format& format);
/// "Queue the launches: predicted 3.1× faster; measured 2.4× (2.3× to 2.5×), less than predicted", or that it is being
/// measured, or was not. Of a range too wide to tell: "measured 1.3× (0.28× to 8.5×): too unsure to say".
[[nodiscard]] QString triedWords(const TriedLever& tried, const Format& format);
/// "2.3× to 2.5×": "× 2.3" would read as "more"; a growth is written like a speed-up.
[[nodiscard]] QString factorRange(const Interval& range, const Format& format);

} // namespace ridgepoint
