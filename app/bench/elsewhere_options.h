// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/command_line.h"
#include "core/remote/target_options.h"

#include <vector>

namespace ridgepoint {

/// The options that say where to measure, for each subcommand that measures.
[[nodiscard]] std::vector<OptionSpec> elsewhereOptions(remote::TargetOptions& options);

} // namespace ridgepoint
