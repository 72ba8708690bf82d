// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// What `rocprofv3 --pmc … --output-format csv` writes (…counter_collection.csv): a row a counter and dispatch, so that
/// a dispatch's time counts once. Dispatches of one name are one kernel. FLOP = 64 x (add + mul + trans + 2 fma) of
/// SQ_INSTS_VALU_*_F16, F32 and F64, which count waves of 64 lanes, + 512 x SQ_INSTS_VALU_MFMA_MOPS_* of floats; bytes
/// are FETCH_SIZE and WRITE_SIZE, in KiB.
extern const ImportFormat rocprofv3Format;

} // namespace ridgepoint
