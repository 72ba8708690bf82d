// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace ridgepoint {

/// When a program was first asked to end by a signal, so that what was measured is saved before it does.
class SignalDebounce {
public:
    /// Nobody has asked.
    void forget() { m_first.store(0); }
    /// Safe inside a signal handler, which it is called from. A signal sent to a program and to its group, as
    /// timeout(1) does, comes twice at once and is asked once; who asks again half a second later does not want to
    /// wait: the program ends by that signal once the handler returns.
    void endIfRepeated(int signal)
    {
        timespec time{};
        clock_gettime(CLOCK_MONOTONIC, &time);
        const std::int64_t now = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
        std::int64_t first = 0;
        if (m_first.compare_exchange_strong(first, now) || now - first < againAfterNs)
            return;
        std::signal(signal, SIG_DFL);
        raise(signal);
    }

private:
    static constexpr std::int64_t againAfterNs = 500'000'000;
    std::atomic<std::int64_t> m_first = 0; ///< by the monotonic clock; 0: not yet
    static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler may not wait for a lock");
};

} // namespace ridgepoint
