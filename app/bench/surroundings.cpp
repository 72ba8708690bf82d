// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/surroundings.h"

#include "app/bench/text_format.h"
#include "core/session/signal_debounce.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace ridgepoint {
namespace {

/// Signal handlers have no argument of ours: the one interruption that catches signals.
std::atomic<Interruption*> catcher = nullptr;
SignalDebounce asked;

void handle(int number, siginfo_t* info, void* /*context*/)
{
    const int saved = errno;
    Interruption* interruption = catcher.load();
    const bool isFromTerminal = info->si_code > 0; // by the kernel; processes send with 0 and below
    if (interruption == nullptr || !interruption->takeSignal(number, isFromTerminal))
        asked.endIfRepeated(number);
    errno = saved;
}

} // namespace

Interruption::Interruption()
{
    if (pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        m_pipe[0] = m_pipe[1] = -1;
}

Interruption::~Interruption()
{
    Interruption* self = this;
    catcher.compare_exchange_strong(self, nullptr);
    for (const int descriptor : m_pipe)
        if (descriptor >= 0)
            close(descriptor);
}

void Interruption::request()
{
    m_requested.store(true, std::memory_order_relaxed);
    const char byte = 1;
    // A full pipe is already readable, which is all that is wanted.
    if (m_pipe[1] >= 0 && write(m_pipe[1], &byte, 1) < 0)
        return;
}

void Interruption::sendOnTo(pid_t program)
{
    m_program.store(program);
    if (program == 0)
        return;
    if (const int signal = m_unsent.exchange(0); signal > 0)
        kill(program, signal);
}

bool Interruption::takeSignal(int signal, bool isFromTerminal)
{
    request();
    if (!isFromTerminal)
        m_unsent.store(signal); // first: sendOnTo() sets the program first
    const pid_t program = m_program.load();
    if (program == 0)
        return false;
    if (const int unsent = m_unsent.exchange(0); unsent > 0)
        kill(program, unsent);
    return true;
}

void Interruption::catchSignals()
{
    catcher.store(this);
    asked.forget();
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        sigaction(number, nullptr, &before);
        if (before.sa_handler != SIG_IGN) // nohup, and what a script runs in the background
            sigaction(number, &action, nullptr);
    }
}

ExitCode exitCodeFor(const Error& error)
{
    if (error.id == "cpu.too-long")
        return ExitCode::BadUsage; // only a run shows how long one takes, but the size was asked for
    switch (error.kind) {
    case ErrorKind::InvalidInput:
    case ErrorKind::Unsupported:
    case ErrorKind::Corrupt: return ExitCode::BadUsage;
    case ErrorKind::Unavailable:
    case ErrorKind::DeviceFailure:
    case ErrorKind::Timeout: return ExitCode::DeviceFailed;
    case ErrorKind::Cancelled: return ExitCode::Cancelled;
    }
    return ExitCode::DeviceFailed;
}

ExitCode fail(Surroundings& surroundings, const Error& error)
{
    // An argument of the user's may hold a line break or an escape; the contract promises one line.
    std::string message = error.message();
    std::ranges::replace_if(
        message, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    surroundings.err << "ridgepoint-bench: " << printable(message) << '\n' << std::flush;
    return exitCodeFor(error);
}

ExitCode printResult(Surroundings& surroundings, const std::string& text)
{
    surroundings.out << text << std::flush;
    if (surroundings.out.good())
        return ExitCode::Done;
    return fail(surroundings, outputFailure());
}

Error outputFailure()
{
    return {.kind = ErrorKind::DeviceFailure,
            .id = "output.write-failed",
            .text = "standard output could not be written completely; check free disk space and the reading program"};
}

} // namespace ridgepoint
