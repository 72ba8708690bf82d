// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/runtime/start_up.h"

namespace ridgepoint {

/// Starts the driver and counts its devices. It may take seconds, or never return: call it where that does no harm.
/// In builds with the CUDA toolkit.
[[nodiscard]] StartUp startDriver();

} // namespace ridgepoint
