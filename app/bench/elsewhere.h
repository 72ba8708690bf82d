// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/command_line.h"
#include "core/remote/target_options.h"

#include <map>
#include <string>
#include <vector>

namespace ridgepoint {

/// A command line for another machine: its words name files without their folders.
struct WordsForElsewhere {
    struct File {
        std::string path;    ///< here
        std::string content; ///< as it was sent; empty where it was not there
        bool isSent = false;
        bool isWritten = false; ///< may come back
    };
    std::vector<std::string> words;
    std::map<std::string, File> files; ///< by their names there

    [[nodiscard]] int sentFiles() const;
};
/// InvalidInput for options that measure nothing. `passesSlurm`: the options of Slurm go along.
[[nodiscard]] Result<WordsForElsewhere> wordsForElsewhere(const ParsedLine& line, bool passesSlurm);

/// Measures on another machine, or in a job of Slurm, what the command line asks for: its input, outputs, exit status
/// and files are as if it had run here.
ExitCode runElsewhere(const remote::TargetOptions& options, const ParsedLine& line, Surroundings& surroundings);

} // namespace ridgepoint
