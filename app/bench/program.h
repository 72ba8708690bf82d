// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/arguments.h"
#include "app/bench/surroundings.h"

#include <span>
#include <string>

namespace ridgepoint {

/// A subcommand: its command line and what it does.
struct Command {
    CommandSpec spec;
    ExitCode (*run)(const Arguments& arguments, Surroundings& surroundings) = nullptr;
};

/// The subcommands, one file each, in the order that --help lists them.
[[nodiscard]] Command devicesCommand();
[[nodiscard]] Command roofsCommand();
[[nodiscard]] Command sweepCommand();
[[nodiscard]] Command experimentCommand();
[[nodiscard]] Command selftestCommand();
[[nodiscard]] Command timingCommand();
[[nodiscard]] Command serveCommand();

/// The options that several subcommands share.
namespace option {
[[nodiscard]] OptionSpec device();
[[nodiscard]] OptionSpec threads();
[[nodiscard]] OptionSpec json();
[[nodiscard]] OptionSpec progress();
} // namespace option

/// The value of --device, or InvalidInput that says how to name one.
[[nodiscard]] Result<std::string> requiredDevice(const CommandSpec& command, const Arguments& arguments);
/// --threads, or all that the device offers; InvalidInput beyond that.
[[nodiscard]] Result<int> chosenThreads(const Arguments& arguments, const DeviceInfo& device);

/// Runs the words after the program's name; never throws.
ExitCode runProgram(std::span<const std::string> words, Surroundings& surroundings);

} // namespace ridgepoint
