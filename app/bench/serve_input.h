// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ridgepoint {

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
    /// Reads `descriptor` until its end or until `wakeDescriptor` becomes readable.
    ServeInput(int descriptor, int wakeDescriptor);
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

} // namespace ridgepoint
