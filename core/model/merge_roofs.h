// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/roof.h"

namespace ridgepoint {

/// Puts what a run of roofs has measured, whole or so far, into what is known of the same device and thread count: a
/// roof of one id takes the other's place. The levels do where none were known, or where the run has the bandwidth of
/// more than one of them and none is without any. What is unavailable stays so until it is measured. The load of other
/// programs is the run's, where it knows it.
void mergeRoofs(RoofSet& known, RoofSet run);

} // namespace ridgepoint
