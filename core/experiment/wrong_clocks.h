// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/units.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ridgepoint {

/// A queue in front of a device: what is submitted runs in a thread of its own, and submitting returns at once.
class WorkQueue {
public:
    WorkQueue();
    /// Waits for what was submitted.
    ~WorkQueue();
    WorkQueue(const WorkQueue&) = delete;
    WorkQueue& operator=(const WorkQueue&) = delete;

    /// The time that the host sees until the call returns, which is before the work is done. One work at a time.
    [[nodiscard]] Seconds submit(std::function<void()> work);
    void wait();

private:
    void serve();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::function<void()> m_work;
    bool m_busy = false;
    bool m_ending = false;
    std::thread m_thread; ///< last: it uses all of the above
};

/// A program beside the measured one: keeps a processor busy for a third of the time while it lives.
class Disturbance {
public:
    Disturbance();
    ~Disturbance();
    Disturbance(const Disturbance&) = delete;
    Disturbance& operator=(const Disturbance&) = delete;

private:
    std::atomic<bool> m_ending = false;
    std::thread m_thread;
};

/// The system's cheap clock, which stands still between two ticks.
[[nodiscard]] Seconds coarseNow();
/// From one tick to the next.
[[nodiscard]] Seconds coarseTick();

} // namespace ridgepoint
