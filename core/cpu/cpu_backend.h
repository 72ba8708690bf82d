// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"

#include <memory>
#include <optional>

namespace ridgepoint {

/// The host processor as a device, "cpu". Never null: when it cannot be used (the environment variable RIDGEPOINT_ISA
/// names an instruction set that is unknown or that this processor lacks), info() says so with the reason, and every
/// call that would measure returns that error. Works that it prepared may outlive it.
[[nodiscard]] std::unique_ptr<Backend> makeCpuBackend();
/// Why Implementation::Library can carry out nothing on the processor; nothing where oneDNN is there. Loads it, once a
/// process.
[[nodiscard]] std::optional<Error> cpuLibraryLack();

} // namespace ridgepoint
