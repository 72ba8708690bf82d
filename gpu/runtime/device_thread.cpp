// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/device_thread.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <thread>

namespace ridgepoint {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> anyThreadStuck = false;

/// Long beyond any measuring, and far below what the clock's own type can hold.
constexpr double longest = 1e8;

Clock::duration durationOf(Seconds time)
{
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(time.value(), longest)));
}

} // namespace

/// Shared with the thread, which may outlive everything else when it is stuck.
struct DeviceThread::State {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> jobs;
    std::uint64_t posted = 0;
    std::uint64_t completed = 0;
    bool stopping = false;
    bool stuck = false;
    bool ended = false;
    std::thread thread;

    void work();
};

void DeviceThread::State::work()
{
    std::unique_lock lock(mutex);
    for (;;) {
        changed.wait(lock, [this] { return stopping || stuck || !jobs.empty(); });
        // Whoever waited for a stuck call is gone, and what waits behind it must not run late.
        if (stuck || (stopping && jobs.empty())) {
            ended = true;
            changed.notify_all();
            return;
        }
        std::function<void()> job = std::move(jobs.front());
        jobs.pop_front();
        lock.unlock();
        job();
        job = nullptr; // what the job owned ends here, in this thread, before anybody is told
        lock.lock();
        ++completed;
        changed.notify_all();
    }
}

DeviceThread::DeviceThread(Seconds lettingGo) : m_state(std::make_shared<State>()), m_lettingGo(lettingGo)
{
    m_state->thread = std::thread([state = m_state] { state->work(); });
}

DeviceThread::~DeviceThread()
{
    bool isStuck = false;
    {
        std::unique_lock lock(m_state->mutex);
        m_state->stopping = true;
        m_state->changed.notify_all();
        // Giving memory back can hang like any other call, and a program that does not end is no better than one that
        // hangs.
        if (!m_state->stuck
            && !m_state->changed.wait_for(lock, durationOf(m_lettingGo), [this] { return m_state->ended; }))
            m_state->stuck = anyThreadStuck = true;
        isStuck = m_state->stuck;
    }
    if (!isStuck) {
        m_state->thread.join();
        return;
    }
    m_state->thread.detach();
    // What still waits owns memory of a device that does not answer: letting go of it would wait as well.
    // So it is kept to the end of the process, in a list that is never destroyed.
    static std::mutex keeping;
    static auto* const kept = new std::deque<std::function<void()>>; // NOLINT: see above
    const std::scoped_lock lock(keeping, m_state->mutex);
    std::move(m_state->jobs.begin(), m_state->jobs.end(), std::back_inserter(*kept));
    m_state->jobs.clear();
}

bool DeviceThread::runWithin(const Patience& patience, std::function<void()> job)
{
    std::unique_lock lock(m_state->mutex);
    if (m_state->stuck)
        return false;
    m_state->jobs.push_back(std::move(job));
    const std::uint64_t mine = ++m_state->posted;
    m_state->changed.notify_all();
    const auto started = Clock::now();
    const auto isDone = [&] { return m_state->completed >= mine; };
    if (patience.remark && patience.mention < patience.deadline
        && !m_state->changed.wait_until(lock, started + durationOf(patience.mention), isDone)) {
        lock.unlock();
        patience.remark();
        lock.lock();
    }
    if (m_state->changed.wait_until(lock, started + durationOf(patience.deadline), isDone))
        return true;
    m_state->stuck = true;
    anyThreadStuck = true;
    return false;
}

void DeviceThread::post(std::function<void()> work)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->jobs.push_back(std::move(work));
    ++m_state->posted;
    m_state->changed.notify_all();
}

bool DeviceThread::stuck() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->stuck;
}

bool DeviceThread::anyStuck() { return anyThreadStuck; }

} // namespace ridgepoint
