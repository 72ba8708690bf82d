// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/end_signals.h"

#include "core/session/signal_debounce.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr int endSignals[] = {SIGTERM, SIGHUP, SIGINT};
volatile std::sig_atomic_t writeEnd = -1;

SignalDebounce askedBefore;

/// Only what POSIX allows in a handler.
void onSignal(int number)
{
    const int kept = errno;
    askedBefore.endIfAskedAgain(number);
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
    askedBefore.forget();
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
