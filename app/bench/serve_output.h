// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace ridgepoint {

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

} // namespace ridgepoint
