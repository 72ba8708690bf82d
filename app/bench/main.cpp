// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/device_lock.h"
#include "app/bench/far_side.h"
#include "app/bench/measure_roofs.h"
#include "app/bench/program.h"
#include "core/cpu/machine.h"
#include "gpu/cuda_backend.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <vector>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace {

/// Whether the descriptor is a terminal that can draw over a line.
bool drawsBars(int descriptor)
{
    const char* terminal = std::getenv("TERM");
    return isatty(descriptor) == 1 && !(terminal && std::strcmp(terminal, "dumb") == 0);
}

/// The width of a terminal; 0 where it is none or does not tell.
int columnsOf(int descriptor)
{
    winsize size{};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Gives each standard descriptor that the caller closed an end of its own: else the next file that is
/// opened would take its number, `serve` would read a pipe of its own and results would be written into a session.
void fillStandardDescriptors()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0)
            // Read-only also for the outputs, so that writing fails and is reported, as it would be without this.
            static_cast<void>(open("/dev/null", O_RDONLY));
}

/// This program's file; where the system does not tell, the name by which it is found.
std::filesystem::path ownFile()
{
    std::error_code unknown;
    const std::filesystem::path file = std::filesystem::read_symlink("/proc/self/exe", unknown);
    return file.empty() ? "ridgepoint-bench" : file;
}

} // namespace

int main(int count, char** values)
{
    using namespace ridgepoint;
    fillStandardDescriptors();
    // A reader that went away is seen as a failed write, which every writer here checks.
    std::signal(SIGPIPE, SIG_IGN);
    // So is a limit on the size of files, which would else end the program before it saved what it has elsewhere.
    std::signal(SIGXFSZ, SIG_IGN);
    Interruption interruption;
    interruption.catchSignals();
    raisePriority(); // before anything starts threads
    HostDevices devices(std::cerr);
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
                              .errIsTerminal = drawsBars(STDERR_FILENO),
                              .errColumns = columnsOf(STDERR_FILENO),
                              .locks = lockFolder(),
                              .roofHistory = roofHistoryFile(),
                              .commandLine = commandLine,
                              .program = ownFile(),
                              .serveInput = STDIN_FILENO,
                              .serveOutput = STDOUT_FILENO};
    const auto code = static_cast<int>(isFarSide(words) ? runFarSide(words, surroundings)
                                                        : runProgram(words, surroundings));
    if (cudaMustEndAtOnce()) {
        // A driver that does not answer, or whose device is gone, would also hold up the tidying at the end of a
        // process.
        std::cout.flush();
        std::cerr.flush();
        std::_Exit(code);
    }
    return code;
}
