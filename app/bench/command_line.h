// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/surroundings.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Takes an option's value; the error quotes the value and says what to write, the parser names the option.
using TakeValue = std::function<Result<void>(const std::string& value)>;

/// What an option's value names on this machine, where the subcommand may run on another one (elsewhere.h).
enum class FileUse {
    None,
    Read,    ///< a file that is read; of an option without dashes, where its name ends in .md
    Written, ///< a file that is written, and may be read before
    Here,    ///< something for which nothing is measured
};

/// One option of a subcommand, as it is parsed and as --help shows it.
struct OptionSpec {
    std::string names; ///< "--device" or "-o,--output"; without dashes the one word without an option, such as "ID"
    std::string value; ///< what --help calls the value, "FILE"; empty for a flag
    std::string help;
    TakeValue take;
    bool required = false;
    bool repeats = false; ///< may be given several times; without dashes it takes all such words
    FileUse file = FileUse::None;
    bool takesDashes = false; ///< its value may look like an option
};

/// An option as a command line gave it.
struct GivenOption {
    OptionSpec spec;
    std::vector<std::string> values; ///< one empty text for a flag
};

/// The program or a subcommand: its command line and what it does.
struct Command {
    std::string name;
    std::string summary;
    std::vector<OptionSpec> options;                         ///< without --help, which every command has
    std::vector<std::string> notes;                          ///< paragraphs under the options
    std::vector<std::string> examples;                       ///< whole command lines
    std::function<ExitCode(Surroundings& surroundings)> run; ///< after the options were taken
    bool measures = false;                                   ///< and may do that on another machine
};

/// What a command line asks for: a text to print (--help, --version), else a subcommand to run.
struct ParsedLine {
    std::string text;
    const Command* command = nullptr;
    std::vector<GivenOption> given; ///< of the subcommand
};

/// Reads the words after the program's name and hands each value to its option, strictly: InvalidInput for an unknown
/// word (with the nearest known one), a missing or unwanted value, an option that is missing or given twice, and a
/// value that its option does not take. Each of these errors begins with the option or word that it is about.
[[nodiscard]] Result<ParsedLine> parseCommandLine(const Command& program, std::span<const Command> subcommands,
                                                  std::span<const std::string> words);

} // namespace ridgepoint
