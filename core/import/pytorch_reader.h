// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// The trace of PyTorch's profiler (export_chrome_trace), read event by event. Launches of one name are one kernel;
/// where the work of some of them is known and of others not, two. Work is what the compiler noted (kernel_flop,
/// kernel_num_gb) or follows from the shapes of the operator that launched it (pytorch_operators.h); of several kernels
/// that one operator launched, the longest does it. Copies have the bytes that they move. A trace without kernels of a
/// GPU has the operators themselves: one of known work with all that it calls, any other without.
extern const ImportFormat pytorchFormat;

} // namespace ridgepoint
