// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::remote {

/// A job that waits in Slurm's queue.
struct QueueState {
    std::string reason; ///< Slurm's word, "Priority"; empty where it gives none
    int position = 0;   ///< in its partition, from 1
    std::string start;  ///< when Slurm expects it to start; empty where it does not say
};

/// The job that a line of srun's standard error says is waiting.
[[nodiscard]] std::optional<std::string> jobFromSrun(std::string_view line);
/// The command line that lists all waiting jobs, for queueStateFrom().
[[nodiscard]] std::vector<std::string> squeueCommand();
/// Where a job is in that list; nothing where it waits no longer.
[[nodiscard]] std::optional<QueueState> queueStateFrom(std::string_view list, std::string_view job);
/// Whether a job that waits for this reason never starts by itself.
[[nodiscard]] bool neverStarts(std::string_view reason);

} // namespace ridgepoint::remote
