// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

namespace ridgepoint {

/// The session's roofs of a device at a thread count; made where there are none.
[[nodiscard]] RoofSet& roofSetFor(Session& session, const std::string& device, int threads);
/// Puts roofs into those of the same device and thread count (mergeRoofs).
void addRoofs(Session& session, RoofSet roofs);
/// Puts a result last, in place of an earlier one of the same experiment, device, threads and parameters. False where
/// the earlier one stays instead, because the new one has less: nothing measured, or, of a run that did not come to its
/// end (`isWhole`), fewer measured numbers.
bool addExperiment(Session& session, ExperimentResult result, bool isWhole = true);

} // namespace ridgepoint
