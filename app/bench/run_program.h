// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/program_counters.h"
#include "app/bench/surroundings.h"
#include "core/import/region_collector.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What one run of a program came to.
struct ProgramRun {
    int status = 0; ///< as a shell has it: the program's own, or 128 and the signal that ended it
    int signal = 0; ///< that ended it; 0 where it ended by itself
    Seconds wall;   ///< from before its start until its end
    ImportedKernels regions;
    std::optional<Flops> flops; ///< of the whole program, where the kernel counts them
    bool isFlopsScaled = false; ///< counters took turns
    std::string whyNoFlops;     ///< a sentence, where there are none
};

/// How a program is watched.
struct ProgramWatch {
    RegionOptions regions;
    std::vector<FlopEvent> events;
    CounterOpener openCounter = openFlopCounter;
};

/// Runs a program to its end with this process's own input, outputs and environment, and RIDGEPOINT_REGIONS_FD, a
/// descriptor of which a thread takes the regions while it runs. What the program left running is not waited for: the
/// reading ends with what the descriptor holds when the program has ended. Ctrl+C reaches the program, which decides
/// when it ends. Unavailable with the id "run.not-found" (a shell's status 127) or "run.not-started" (126) where it
/// cannot be started.
[[nodiscard]] Result<ProgramRun> runOnce(const std::vector<std::string>& words, const ProgramWatch& watch,
                                         Interruption& interruption);

} // namespace ridgepoint
