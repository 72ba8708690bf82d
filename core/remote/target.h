// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"

#include <string>
#include <string_view>
#include <vector>

/// Measuring on another machine, by ssh and by Slurm: what is said to them and what their words mean. No process here.
namespace ridgepoint::remote {

/// The name of a machine as ssh takes it: of letters, digits and ._:@[]- only, nothing that ssh or a shell could take
/// for an option. InvalidInput for any other.
[[nodiscard]] Result<std::string> parseTarget(const std::string& text);
/// The machine's name without the user's.
[[nodiscard]] std::string machineOf(const std::string& target);

/// What a job asks Slurm for; what is empty is left to the site.
struct SlurmRequest {
    std::string partition{};
    std::string gpus{};
    std::string time{};
    std::vector<std::string> extra{}; ///< further words for srun, as they were given
};
/// A value of a Slurm option, of letters, digits and ._,:+=- only.
[[nodiscard]] Result<std::string> parseSlurmValue(const std::string& text);

/// How a connection is made.
struct SshLink {
    std::string target;
    std::string controlPath{}; ///< of the connection that several commands share; empty: each has its own
    bool mayAsk = false;       ///< for a password or a confirmation
};
/// The command line that runs a script (script.h) on the target.
[[nodiscard]] std::vector<std::string> sshCommand(const SshLink& link, const std::string& script);
/// Where the shared connection's socket lies; empty where the name would be too long for one (108 bytes with what ssh
/// appends while it makes it).
[[nodiscard]] std::string controlPathIn(const std::string& folder);

/// The command line that runs a program as one task of a job.
[[nodiscard]] std::vector<std::string> srunCommand(const SlurmRequest& request,
                                                   const std::vector<std::string>& program);

} // namespace ridgepoint::remote
