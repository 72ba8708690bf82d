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

/// Whether a sample should take another one's place. Of two that claim an interval one that nothing disturbed does before one that
/// was; then one that is settled always, else one that claims an interval before one that does not, else the one of more rounds;
/// never one that is not settled that of one that is.
[[nodiscard]] bool isSharper(const Sample& candidate, const Sample& present);

/// Whether other programs or a lowered clock slowed it, which explains what is odd about it before anything else.
[[nodiscard]] bool wasDisturbed(const Sample& sample);

} // namespace ridgepoint
