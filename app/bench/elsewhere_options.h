// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/command_line.h"
#include "core/remote/target.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// On which machine a subcommand measures.
struct ElsewhereOptions {
    std::string target; ///< for ssh; empty: this machine
    bool slurm = false; ///< there, through its queue
    remote::SlurmRequest request;
    std::vector<std::string> given; ///< the options for Slurm that were given, by name

    [[nodiscard]] bool isElsewhere() const { return !target.empty() || slurm; }
};

/// The options, for each subcommand that measures.
[[nodiscard]] std::vector<OptionSpec> elsewhereOptions(ElsewhereOptions& options);
/// InvalidInput for what does not go together.
[[nodiscard]] Result<void> checkElsewhere(const ElsewhereOptions& options);

} // namespace ridgepoint
