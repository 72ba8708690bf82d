// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

namespace ridgepoint {

/// What `nsys stats --format csv` prints: the table cuda_gpu_kern_sum, else cuda_gpu_kern_gb_sum, else cuda_gpu_trace,
/// found among the other tables of the output. Kernels have launches and time; no work is counted. Tracing changes
/// neither clocks nor caches, so that these times do not count as profiled.
extern const ImportFormat nsightSystemsFormat;

} // namespace ridgepoint
