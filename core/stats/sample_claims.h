// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/sample.h"

namespace ridgepoint {

/// Whether its interval claims anything: it has rounds enough. One without is one look, perhaps at a busy moment.
[[nodiscard]] bool hasClaim(const Sample& sample);

/// Whether a sample has what a claim needs: enough rounds, and an interval as narrow as was asked for. One without waits
/// to be sharpened.
[[nodiscard]] bool isSettled(const Sample& sample);

/// Whether a sample should take another one's place. Of two that claim an interval and of which other programs disturbed one, the
/// other. Else one that is settled always, then one that claims an interval before one that does not, then the one of more rounds.
[[nodiscard]] bool isSharper(const Sample& candidate, const Sample& present);

/// Whether other programs or a lowered clock slowed it, which explains what is odd about it before anything else.
[[nodiscard]] bool wasDisturbed(const Sample& sample);

} // namespace ridgepoint
