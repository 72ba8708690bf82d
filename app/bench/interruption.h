// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace ridgepoint {

/// Whether the user asked to stop (Ctrl+C, SIGTERM, SIGHUP). Measuring loops look at it between steps; a thread that
/// waits for input polls wakeDescriptor() beside it.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    [[nodiscard]] bool requested() const { return m_requested.load(std::memory_order_relaxed); }
    /// Safe inside a signal handler.
    void request();
    /// Becomes readable once stopping was requested; -1 where no pipe could be made.
    [[nodiscard]] int wakeDescriptor() const { return m_pipe[0]; }
    /// Sends SIGINT, SIGTERM and SIGHUP here unless they are ignored, as under nohup. Asked again half a second later,
    /// by a second Ctrl+C, the program ends at once.
    void catchSignals();

private:
    std::atomic<bool> m_requested = false;
    int m_pipe[2] = {-1, -1};
};

} // namespace ridgepoint
