// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/far_side.h"
#include "app/bench/program.h"
#include "app/bench/server.h"
#include "core/cpu/load_watch.h"
#include "core/model/result.h"
#include "core/model/units.h"
#include "core/protocol/line_reader.h"
#include "core/protocol/messages.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace ridgepoint {
namespace {

/// What the reader thread hands to the measuring loop.
struct InputEvent {
    enum class Kind {
        Line,
        BadLine,     ///< longer than the protocol allows; `error` says so
        End,         ///< the other side closed its end, or reading failed
        Interrupted, ///< Ctrl+C or SIGTERM
        Woken,       ///< wake() was called
    };
    Kind kind = Kind::End;
    std::string line;
    Error error;
};

/// Reads lines in a thread of its own, so that requests arrive while the main thread measures. The queue is bounded:
/// a writer that is ahead waits in its pipe.
class ServeInput {
public:
    /// Reads `descriptor` until its end, until `wakeDescriptor` becomes readable, or until nothing has come for so many
    /// milliseconds, -1: however long.
    ServeInput(int descriptor, int wakeDescriptor, int longestSilence);
    ~ServeInput();
    ServeInput(const ServeInput&) = delete;
    ServeInput& operator=(const ServeInput&) = delete;

    /// The next event if there is one.
    [[nodiscard]] std::optional<InputEvent> tryTake();
    /// The next event; waits for it without using the processor.
    [[nodiscard]] InputEvent take();
    /// The next event; nothing when none has come in this time.
    [[nodiscard]] std::optional<InputEvent> take(Seconds atMost);
    /// Gives whoever waits in take() an event, from any thread.
    void wake();
    /// Whether End or Interrupted has been read, also while it still waits in the queue.
    [[nodiscard]] bool ended() const;

private:
    void read();
    [[nodiscard]] bool put(InputEvent event);
    InputEvent takeFront();

    int m_descriptor;
    int m_wakeDescriptor;
    int m_longestSilence;
    int m_stopPipe[2] = {-1, -1};
    mutable std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::condition_variable m_taken;
    std::deque<InputEvent> m_events;
    std::size_t m_bytes = 0;
    bool m_ended = false;
    bool m_stopping = false;
    std::thread m_thread; ///< last: it uses everything above
};

/// A few of the longest lines that the protocol allows.
constexpr std::size_t maximumWaitingBytes = 4 * protocol::maximumLineBytes;
constexpr std::size_t maximumWaitingLines = 1024;

ServeInput::ServeInput(int descriptor, int wakeDescriptor, int longestSilence)
    : m_descriptor(descriptor), m_wakeDescriptor(wakeDescriptor), m_longestSilence(longestSilence)
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
        const int ready = poll(waits.data(), waits.size(), m_longestSilence);
        if (ready == 0 || (ready < 0 && errno != EINTR))
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

/// Writes whole lines to a descriptor, from any thread. A reader that is behind holds the writer up, so nothing grows;
/// a reader that has gone closes the output for good.
class ServeOutput {
public:
    /// `abandoned` tells a writer that waits for its reader that nobody will come: it gives up two seconds later.
    /// `onClosed` is called once, from the thread whose writing closed the output.
    ServeOutput(int descriptor, std::function<bool()> abandoned, std::function<void()> onClosed = {})
        : m_descriptor(descriptor), m_abandoned(std::move(abandoned)), m_onClosed(std::move(onClosed))
    {}

    /// Writes text that consists of whole lines.
    void write(std::string_view text);
    [[nodiscard]] bool closed() const { return m_closed.load(); }
    /// Whether text was lost although nobody closed the other end: a full disk, or no output at all.
    [[nodiscard]] bool failed() const { return m_failed.load(); }

private:
    [[nodiscard]] bool waitUntilWritable();
    void close();

    int m_descriptor;
    std::function<bool()> m_abandoned;
    std::function<void()> m_onClosed;
    std::mutex m_mutex;
    std::atomic<bool> m_closed = false;
    std::atomic<bool> m_failed = false;
};

/// Sends a heartbeat about once a second, also while the main thread measures: one short write, so it disturbs nothing.
/// Twice a second it asks `watch`, in its own thread, for lines to send beside it.
class Heartbeat {
public:
    Heartbeat(ServeOutput& output, std::function<std::string()> watch);
    ~Heartbeat();
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;

private:
    ServeOutput& m_output;
    std::function<std::string()> m_watch;
    std::mutex m_mutex;
    std::condition_variable m_stop;
    bool m_stopping = false;
    std::thread m_thread;
};

constexpr int waitMilliseconds = 200;
constexpr int abandonedWaits = 10;
constexpr std::chrono::milliseconds watchPeriod{500};
constexpr int watchesABeat = 2;

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

/// The next event, for which an idle server waits, and a measuring one only in its gaps.
std::optional<InputEvent> next(ServeInput& input, Server& server)
{
    if (!server.busy())
        return input.take();
    if (const auto gap = server.gap())
        return input.take(*gap);
    return input.tryTake();
}

ExitCode run(Surroundings& surroundings)
{
    ServeInput input(surroundings.serveInput, surroundings.interruption.wakeDescriptor(),
                     surroundings.place.empty() ? -1 : longestSilenceMilliseconds);
    const Server* serving = nullptr;
    // At rest it waits for a line that may never come: an output that is lost is no reason to wait on.
    ServeOutput output(
        surroundings.serveOutput,
        [&] { return input.ended() || surroundings.interruption.requested() || serving->finished(); },
        [&] { input.wake(); });
    Server server(surroundings, [&](std::string_view lines) { output.write(lines); });
    serving = &server;
    LoadWatch load;
    const Heartbeat heartbeat(output, [&] { // ends before what it looks at
        const auto told = load.look(surroundings.clock.now());
        return told ? protocol::encodeNotification(protocol::MachineLoad{*told}) + "\n" : std::string();
    });
    ExitCode code = ExitCode::Done;
    while (!server.finished() && !output.closed()) {
        const auto event = next(input, server);
        if (!event) {
            server.step();
            continue;
        }
        if (event->kind == InputEvent::Kind::Line)
            server.receive(event->line);
        else if (event->kind == InputEvent::Kind::BadLine)
            server.reject(event->error);
        else if (event->kind != InputEvent::Kind::Woken) {
            code = event->kind == InputEvent::Kind::Interrupted ? ExitCode::Cancelled : ExitCode::Done;
            break;
        }
    }
    server.stop();
    if (server.lostDevice()) {
        // One line, the last: whoever started this process shows it.
        fail(surroundings, *server.lostDevice());
        return ExitCode::DeviceFailed;
    }
    if (output.failed())
        return fail(surroundings, outputFailure());
    return code;
}

} // namespace

Command serveCommand()
{
    return {.name = "serve",
            .summary = "measure on request: JSON-RPC 2.0, one object per line, on standard input and output",
            .options = {},
            .notes = {"Requests: initialize, roofs/measure, sweep/start, sweep/focus, sweep/cancel, probe/set, "
                      "probe/stop, measuring/resume, experiment/list, experiment/start, experiment/cancel, shutdown. "
                      "The end of the input stops running measurements. Logs go to standard error."},
            .examples = {"echo "
                         "'{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocol_version\":2,"
                         "\"client\":\"shell\"}}' | ridgepoint-bench serve",
                         "ridgepoint-bench serve --target HOST"},
            .run = run,
            .measures = true};
}

} // namespace ridgepoint
