// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// What `ncu --csv` prints: a row a metric, or with `--page raw` a row a launch below a row of units. Launches of one
/// kernel on one device are added up. A kernel has FLOP where all of its launches have the same complete set of
/// instruction counts (additions, multiplications and multiply-adds of a precision), and bytes likewise.
extern const ImportFormat nsightComputeFormat;

} // namespace ridgepoint
