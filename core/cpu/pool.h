// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace ridgepoint {

/// A number that one thread raises and others wait for: first by spinning, then asleep in a futex. Value and sleepers
/// share one cache line, so that raising it costs one transfer.
class alignas(64) Signal {
public:
    /// Publishes `value`, which must be above the last one, with everything written before; wakes who sleeps.
    void raise(std::uint32_t value);
    /// Returns once the value is `value` or above (modulo 2^32); everything written before raise() is then visible.
    void await(std::uint32_t value);

private:
    void sleepUntil(std::uint32_t value);

    std::atomic<std::uint32_t> m_value{0};
    std::atomic<std::uint32_t> m_sleepers{0};
};

/// A fixed set of threads that a job is handed to and that spin for the next one before they sleep: handing over is
/// part of what this program measures, so it must cost little. The caller is thread 0. One caller at a time.
class Pool {
public:
    using Job = void (*)(void* context, int thread);

    /// Starts `threads` - 1 threads (threads >= 1) with denormals flushed to zero, each bound to its entry of
    /// `processors` where there is one (the first is the caller's, which is left alone). Throws std::system_error when
    /// the system grants no more threads.
    explicit Pool(int threads, std::vector<int> processors = {});
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    [[nodiscard]] int threads() const { return m_threads; }

    /// Runs job(context, thread) once on every thread and returns when all have returned. Jobs must not throw.
    void run(Job job, void* context);

    /// Inside a job: returns when every thread has come here. Each of them must call it equally often.
    void barrier(int thread);

private:
    struct alignas(64) Worker {
        Signal done;
        std::uint32_t barrierCount = 0;     ///< only touched by the thread itself
        std::unique_ptr<Signal[]> arrivals; ///< one a round of the barrier
        std::thread thread;
    };
    struct alignas(64) Command {
        Signal issued;
        Job job = nullptr;
        void* context = nullptr;
    };

    void work(int thread);
    void stop();

    int m_threads;
    std::vector<int> m_processors;
    int m_rounds = 0; ///< of the barrier: the logarithm of the threads
    std::uint32_t m_count = 0;
    Command m_command;
    std::unique_ptr<Worker[]> m_workers;
};

/// Flushes denormals to zero in the calling thread while it lives, then puts back what was set.
class FlushDenormals {
public:
    FlushDenormals();
    ~FlushDenormals();
    FlushDenormals(const FlushDenormals&) = delete;
    FlushDenormals& operator=(const FlushDenormals&) = delete;

private:
    unsigned m_saved;
};

} // namespace ridgepoint
