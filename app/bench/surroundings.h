// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/device_catalogue.h"
#include "core/sweep/clock.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <ostream>
#include <string>

#include <sys/types.h>

namespace ridgepoint {

/// Whether the user asked to stop (Ctrl+C, SIGTERM, SIGHUP). Measuring loops look at it between steps; a thread that
/// waits for input polls wakeDescriptor() beside it.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] bool requested() const { return m_requested.load(std::memory_order_relaxed); }
    /// Safe inside a signal handler.
    void request();
    /// Becomes readable once stopping was requested; -1 where no pipe could be made.
    [[nodiscard]] int wakeDescriptor() const { return m_pipe[0]; }
    /// Sends SIGINT, SIGTERM and SIGHUP here unless they are ignored, as under nohup. Asked again half a second later,
    /// by a second Ctrl+C, the program ends at once.
    void catchSignals();
    /// While a program runs that decides when it ends: signals that another process sends are sent on to it, those of
    /// the terminal it gets itself, and a second one does not end this program. 0: none runs.
    void sendOnTo(pid_t program);
    /// What a signal handler does: requests, and sends the signal on. Safe inside one. False where no program runs.
    bool takeSignal(int signal, bool isFromTerminal);

private:
    std::atomic<bool> m_requested = false;
    std::atomic<pid_t> m_program = 0;
    std::atomic<int> m_unsent = 0; ///< a signal that came before its program was known
    int m_pipe[2] = {-1, -1};
};

/// The exit statuses of the contract; only a fleet has nodes outside.
enum class ExitCode { Done = 0, Outside = 1, BadUsage = 2, DeviceFailed = 3, Cancelled = 4 };

/// Everything that a subcommand touches outside itself, so that tests can run one in their own process.
struct Surroundings {
    DeviceCatalogue& devices;
    const Clock& clock;
    Interruption& interruption;
    std::ostream& out;                 ///< results
    std::ostream& err;                 ///< messages and progress
    bool errIsTerminal = false;        ///< one that can draw a bar
    int errColumns = 0;                ///< its width; 0 where it is unknown
    std::filesystem::path locks;       ///< folder of the device locks
    std::filesystem::path roofHistory; ///< file of the day's roofs (RoofHistory); empty where none is kept
    std::string commandLine;           ///< as a second program will read who measures
    std::string place;                 ///< what the machine is called where it measures for another; else empty
    std::filesystem::path program;     ///< this program's own file, which a fleet starts
    int serveInput = 0;                ///< descriptors of `serve`
    int serveOutput = 1;
    /// Where the machine measures for another: sends a file as it would be if the subcommand ended now, so that it is
    /// there where this one is lost. Else empty.
    std::function<void(const std::string& file, const std::string& content)> sendSoFar{};
};

/// The status that the contract gives to a failure: 2 for what the caller can mend, 4 for a cancelled run, else 3.
[[nodiscard]] ExitCode exitCodeFor(const Error& error);
/// Writes "ridgepoint-bench: message" as exactly one line and returns the failure's status.
ExitCode fail(Surroundings& surroundings, const Error& error);
/// What is said, with status 3, where standard output does not take what is written to it.
[[nodiscard]] Error outputFailure();
/// Writes results, whole, to standard output; DeviceFailed with a message when they could not be written.
ExitCode printResult(Surroundings& surroundings, const std::string& text);

} // namespace ridgepoint
