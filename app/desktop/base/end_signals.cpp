// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/end_signals.h"

#include <QSocketNotifier>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int endSignals[] = {SIGTERM, SIGHUP, SIGINT};
volatile std::sig_atomic_t writeEnd = -1;

/// A signal sent to a program and to its group, as timeout(1) does, comes twice at once and is asked once.
constexpr std::int64_t againAfterNs = 500'000'000;
std::atomic<std::int64_t> askedAt = 0; ///< by the monotonic clock; 0: not yet
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler may not wait for a lock");

/// Only what POSIX allows in a handler.
void onSignal(int number)
{
    const int kept = errno;
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    const std::int64_t now = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    std::int64_t before = 0;
    if (!askedAt.compare_exchange_strong(before, now) && now - before >= againAfterNs) {
        std::signal(number, SIG_DFL);
        raise(number); // delivered once this handler returns
    }
    const char byte = 1;
    if (write(writeEnd, &byte, 1) < 0)
        errno = kept;
    errno = kept;
}

} // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent)
{
    if (pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // the signals end the program, as they do by default
    writeEnd = m_pipe[1];
    askedAt.store(0);
    auto* notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        if (read(m_pipe[0], bytes, sizeof(bytes)) > 0)
            emit asked();
    });
    for (const int signal : endSignals) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            continue; // nohup and the like
        struct sigaction action = {};
        action.sa_handler = onSignal;
        action.sa_flags = SA_RESTART;
        sigaction(signal, &action, nullptr);
    }
}

EndSignals::~EndSignals()
{
    if (m_pipe[0] < 0)
        return;
    for (const int signal : endSignals) {
        struct sigaction now = {};
        sigaction(signal, nullptr, &now);
        if (now.sa_handler == onSignal)
            std::signal(signal, SIG_DFL);
    }
    writeEnd = -1;
    close(m_pipe[0]);
    close(m_pipe[1]);
}

} // namespace ridgepoint
