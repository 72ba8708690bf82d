// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/interruption.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

namespace ridgepoint {

namespace {

/// A signal sent to a program and to its group, as timeout(1) does, comes twice at once and is asked once; who asks again later
/// than this does not want to wait.
constexpr std::int64_t againAfterNs = 500'000'000;

/// Signal handlers have no argument of ours: the one interruption that catches signals.
std::atomic<Interruption*> catcher = nullptr;
std::atomic<std::int64_t> askedAt = 0; ///< by the monotonic clock; 0: not yet
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler may not wait for a lock");

void handle(int number)
{
    const int saved = errno;
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    const std::int64_t now = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    std::int64_t before = 0;
    if (!askedAt.compare_exchange_strong(before, now) && now - before >= againAfterNs) {
        std::signal(number, SIG_DFL);
        raise(number); // delivered once this handler returns
    }
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
    askedAt.store(0);
    struct sigaction action = {};
    action.sa_handler = handle;
    sigemptyset(&action.sa_mask);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        sigaction(number, nullptr, &before);
        if (before.sa_handler != SIG_IGN) // nohup, and what a script runs in the background
            sigaction(number, &action, nullptr);
    }
}

} // namespace ridgepoint
