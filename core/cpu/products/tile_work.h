// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/cpu_device.h"
#include "core/measure/backend.h"

#include <memory>

namespace ridgepoint {

/// A product of our own in fp32: tiles of a fixed shape (ownTile), each computed whole, dealt to the threads one after
/// the other. Its factors lie in strips beforehand. Unsupported for other precisions and for batches, InvalidInput for
/// impossible extents and thread counts, Unavailable where memory does not suffice.
[[nodiscard]] Result<ReadyWork> prepareTileProduct(const std::shared_ptr<CpuDevice>& device, const ProductCall& call);

} // namespace ridgepoint
