// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_lock.h"
#include "app/bench/program.h"

#include <csignal>
#include <iostream>
#include <vector>

#include <unistd.h>

int main(int count, char** values)
{
    using namespace ridgepoint;
    // A reader that went away is seen as a failed write, which every writer here checks.
    std::signal(SIGPIPE, SIG_IGN);
    Interruption interruption;
    interruption.catchSignals();
    HostDevices devices;
    const SteadyClock clock;
    std::vector<std::string> words(values + (count > 0 ? 1 : 0), values + count);
    std::string commandLine = "ridgepoint-bench";
    for (const std::string& word : words)
        commandLine += " " + word;
    Surroundings surroundings{.devices = devices,
                              .clock = clock,
                              .interruption = interruption,
                              .out = std::cout,
                              .err = std::cerr,
                              .errIsTerminal = isatty(STDERR_FILENO) == 1,
                              .locks = lockFolder(),
                              .commandLine = commandLine,
                              .serveInput = STDIN_FILENO,
                              .serveOutput = STDOUT_FILENO};
    return static_cast<int>(runProgram(words, surroundings));
}
