// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/serve_input.h"

#include "core/protocol/line_reader.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace ridgepoint {

namespace {

/// A few of the longest lines that the protocol allows.
constexpr std::size_t maximumWaitingBytes = 4 * protocol::maximumLineBytes;
constexpr std::size_t maximumWaitingLines = 1024;

} // namespace

ServeInput::ServeInput(int descriptor, int wakeDescriptor) : m_descriptor(descriptor), m_wakeDescriptor(wakeDescriptor)
{
    if (pipe2(m_stopPipe, O_CLOEXEC) != 0)
        m_stopPipe[0] = m_stopPipe[1] = -1;
    m_thread = std::thread([this] { read(); });
}

ServeInput::~ServeInput()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
    }
    m_taken.notify_all();
    const int readEnd = m_stopPipe[0];
    close(m_stopPipe[1]); // the reader's poll sees the hang-up
    m_thread.join();
    close(readEnd);
}

bool ServeInput::put(InputEvent event)
{
    std::unique_lock lock(m_mutex);
    m_taken.wait(lock, [this] {
        return m_stopping || (m_bytes < maximumWaitingBytes && m_events.size() < maximumWaitingLines);
    });
    if (m_stopping)
        return false;
    m_ended = m_ended || event.kind == InputEvent::Kind::End || event.kind == InputEvent::Kind::Interrupted;
    m_bytes += event.line.size();
    m_events.push_back(std::move(event));
    m_arrived.notify_one();
    return true;
}

void ServeInput::wake()
{
    const std::lock_guard lock(m_mutex);
    m_events.push_back({.kind = InputEvent::Kind::Woken, .line = {}, .error = {}});
    m_arrived.notify_one();
}

void ServeInput::read()
{
    protocol::LineReader lines;
    std::array<char, 65536> chunk;
    for (;;) {
        std::array<pollfd, 3> waits{pollfd{m_descriptor, POLLIN, 0}, pollfd{m_wakeDescriptor, POLLIN, 0},
                                    pollfd{m_stopPipe[0], POLLIN, 0}};
        if (poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR)
            break;
        if (waits[2].revents != 0)
            return;
        if (waits[1].revents != 0) {
            static_cast<void>(put({.kind = InputEvent::Kind::Interrupted}));
            return;
        }
        if (waits[0].revents == 0)
            continue;
        const ssize_t count = ::read(m_descriptor, chunk.data(), chunk.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        lines.feed(std::string_view(chunk.data(), static_cast<std::size_t>(count)));
        while (const auto line = lines.next()) {
            InputEvent event;
            event.kind = line->ok() ? InputEvent::Kind::Line : InputEvent::Kind::BadLine;
            if (line->ok())
                event.line = std::string(line->value());
            else
                event.error = line->error();
            if (!put(std::move(event)))
                return;
        }
    }
    // A writer may leave the newline of its last line out, as printf and many an editor do.
    if (!lines.unfinished().empty()
        && !put({.kind = InputEvent::Kind::Line, .line = std::string(lines.unfinished()), .error = {}}))
        return;
    static_cast<void>(put({.kind = InputEvent::Kind::End}));
}

InputEvent ServeInput::takeFront()
{
    InputEvent event = std::move(m_events.front());
    m_events.pop_front();
    m_bytes -= event.line.size();
    m_taken.notify_one();
    return event;
}

std::optional<InputEvent> ServeInput::tryTake()
{
    const std::lock_guard lock(m_mutex);
    if (m_events.empty())
        return std::nullopt;
    return takeFront();
}

InputEvent ServeInput::take()
{
    std::unique_lock lock(m_mutex);
    m_arrived.wait(lock, [this] { return !m_events.empty(); });
    return takeFront();
}

std::optional<InputEvent> ServeInput::take(Seconds atMost)
{
    std::unique_lock lock(m_mutex);
    if (!m_arrived.wait_for(lock, std::chrono::duration<double>(atMost.value()), [this] { return !m_events.empty(); }))
        return std::nullopt;
    return takeFront();
}

bool ServeInput::ended() const
{
    const std::lock_guard lock(m_mutex);
    return m_ended;
}

} // namespace ridgepoint
