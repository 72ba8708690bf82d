// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

#include <memory>

namespace ridgepoint {

/// "utilisation": what the operating system calls a busy processor, or the driver a busy GPU, beside the share of the
/// compute roof that is used.
[[nodiscard]] std::unique_ptr<const ExperimentDefinition> makeUtilisation();

} // namespace ridgepoint
