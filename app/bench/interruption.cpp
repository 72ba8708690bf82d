// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/interruption.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace ridgepoint {

namespace {

/// Signal handlers have no argument of ours: the one interruption that catches signals.
std::atomic<Interruption*> catcher = nullptr;

void handle(int)
{
    const int saved = errno;
    if (Interruption* interruption = catcher.load())
        interruption->request();
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

void Interruption::catchSignals()
{
    catcher.store(this);
    struct sigaction action = {};
    action.sa_handler = handle;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaction(number, &action, nullptr);
}

} // namespace ridgepoint
