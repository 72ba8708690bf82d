// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/wrong_clocks.h"

#include <chrono>
#include <utility>

#include <time.h>

namespace ridgepoint {
namespace {

using Steady = std::chrono::steady_clock;

Seconds secondsOf(const timespec& time)
{
    return Seconds(static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec));
}

} // namespace

WorkQueue::WorkQueue() : m_thread([this] { serve(); }) {}

WorkQueue::~WorkQueue()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

Seconds WorkQueue::submit(std::function<void()> work)
{
    wait();
    const auto begin = Steady::now();
    {
        const std::lock_guard lock(m_mutex);
        m_work = std::move(work);
        m_busy = true;
    }
    m_changed.notify_all();
    return Seconds(std::chrono::duration<double>(Steady::now() - begin).count());
}

void WorkQueue::wait()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return !m_busy; });
}

void WorkQueue::serve()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_busy || m_ending; });
        if (!m_busy)
            return;
        const std::function<void()> work = std::exchange(m_work, {});
        lock.unlock();
        work();
        lock.lock();
        m_busy = false;
        m_changed.notify_all();
    }
}

Disturbance::Disturbance()
    : m_thread([this] {
          constexpr std::chrono::milliseconds busy{10};
          constexpr std::chrono::milliseconds idle{20};
          while (!m_ending) {
              for (const auto until = Steady::now() + busy; Steady::now() < until && !m_ending;) {
              }
              std::this_thread::sleep_for(idle);
          }
      })
{}

Disturbance::~Disturbance()
{
    m_ending = true;
    m_thread.join();
}

Seconds coarseNow()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return secondsOf(now);
}

Seconds coarseTick()
{
    timespec tick{};
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    return secondsOf(tick);
}

} // namespace ridgepoint
