// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// What `perf stat -x,` (or another separator) and `perf stat -j` write: one kernel, the whole program. Counts of
/// intervals, sockets, cores and kinds of cores are added up; of repeated runs perf gives the mean. FLOP are those of
/// fp_arith_inst_retired.* times their lanes, bytes those of the memory controllers, which are the whole machine's.
/// Time is duration_time, else the end of the last interval, else task-clock over "CPUs utilized".
extern const ImportFormat perfStatFormat;

} // namespace ridgepoint
