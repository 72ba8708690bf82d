// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/serve_output.h"

#include "core/protocol/messages.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace ridgepoint {

namespace {

constexpr int waitMilliseconds = 200;
constexpr int abandonedWaits = 10;
constexpr std::chrono::milliseconds watchPeriod{500};
constexpr int watchesABeat = 2;

} // namespace

bool ServeOutput::waitUntilWritable()
{
    for (int waits = 0;;) {
        pollfd wait{m_descriptor, POLLOUT, 0};
        const int ready = poll(&wait, 1, waitMilliseconds);
        if (ready > 0)
            return true; // a reader that has gone shows as an error of the write
        if (ready < 0 && errno != EINTR)
            return false;
        if (m_abandoned() && ++waits > abandonedWaits)
            return false;
    }
}

void ServeOutput::close()
{
    m_closed = true;
    if (m_onClosed)
        m_onClosed();
}

void ServeOutput::write(std::string_view text)
{
    const std::lock_guard lock(m_mutex);
    while (!text.empty() && !m_closed) {
        if (!waitUntilWritable()) {
            close();
            return;
        }
        // A pipe that polls as writable takes PIPE_BUF bytes without blocking.
        const ssize_t count = ::write(m_descriptor, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
        if (count >= 0)
            text.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR && errno != EAGAIN) {
            m_failed = errno != EPIPE; // a reader that has gone wants nothing more
            close();
        }
    }
}

Heartbeat::Heartbeat(ServeOutput& output, std::function<std::string()> watch)
    : m_output(output), m_watch(std::move(watch))
{
    m_thread = std::thread([this] {
        std::unique_lock lock(m_mutex);
        for (std::int64_t watches = 0; !m_stopping; ++watches) {
            lock.unlock();
            std::string lines = m_watch();
            if (watches % watchesABeat == 0)
                lines += protocol::encodeNotification(protocol::Heartbeat{watches / watchesABeat + 1}) + "\n";
            m_output.write(lines);
            lock.lock();
            m_stop.wait_for(lock, watchPeriod, [this] { return m_stopping; });
        }
    });
}

Heartbeat::~Heartbeat()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_stop.notify_all();
    m_thread.join();
}

} // namespace ridgepoint
