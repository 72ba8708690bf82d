// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"

namespace ridgepoint {

/// Whether its interval claims anything: it has rounds enough. One without is one look, perhaps at a busy moment.
[[nodiscard]] bool hasConfidenceInterval(const Sample& sample);

/// Whether a sample has what a claim needs: enough rounds, and an interval as narrow as was asked for. One without
/// waits to be sharpened.
[[nodiscard]] bool isConverged(const Sample& sample);

/// Which of two samples of one workload is the better: whether a candidate should take the place of what is known. Of
/// two that claim an interval and of which one lost time to other programs, to the system or to a lowered clock, the
/// other. Else one that is settled always, then one that claims an interval before one that does not, then one whose
/// interval is half as wide, then the one of more rounds. Also what is measured again on request is judged by this.
[[nodiscard]] bool isMorePrecise(const Sample& candidate, const Sample& present);

/// Whether other programs or a lowered clock slowed it, which explains what is odd about it before anything else.
[[nodiscard]] bool wasDisturbed(const Sample& sample);

} // namespace ridgepoint
