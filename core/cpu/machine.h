// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cpu/pool.h"
#include "core/model/roof.h"
#include "core/model/units.h"

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// The processor's name as the system gives it, or "unknown processor".
[[nodiscard]] std::string processorName();
/// The same of what /proc/cpuinfo says: on Arm the makers' numbers, of which those of many servers and boards are
/// known.
[[nodiscard]] std::string processorNameIn(std::istream& information);
/// How many processors this process may run on, at least 1.
[[nodiscard]] int availableThreads();
/// Asks for a few steps more of priority than usual, so that other programs take less of what is measured, and gets
/// them where the system grants that without a password (RLIMIT_NICE, or the capability). Never real time: threads that
/// spin would starve the machine. For the calling thread and all that it starts from then on. Who was started with less
/// than usual keeps that. The steps above the usual that the thread has now; 0 for none.
int raisePriority();
/// "raised (nice -5)", "usual" or "lowered (nice 10)": of the calling thread.
[[nodiscard]] std::string priorityWords();
/// The data caches that the system claims, nearest first, and "dram" last with infinite capacity. In a virtual machine
/// the claim can be wrong.
[[nodiscard]] std::vector<MemoryLevel> claimedMemoryLevels();

/// What a pool's threads were given of their processors between two looks.
class ThreadWatch {
public:
    explicit ThreadWatch(Pool& pool);
    /// Looks at every thread, which wakes those that sleep.
    void begin();
    struct Losses {
        bool isPreempted = false; ///< the operating system took the processor from a thread against its will
        Seconds least;            ///< processor time of the thread that was given least, asleep or taken from
    };
    /// Looks again.
    [[nodiscard]] Losses end();

private:
    struct alignas(64) Look {
        long preemptions = 0;
        double used = 0.0; ///< seconds of processor time since the thread began
    };
    [[nodiscard]] std::vector<Look> look();

    Pool& m_pool;
    std::vector<Look> m_begin;
};

/// Seconds of processor time that a line of /proc/PID/stat tells, at so many ticks a second; 0 for a line that is none.
[[nodiscard]] double processorSecondsOf(const std::string& stat, long ticksPerSecond);

/// Notices other programs that want the processors we use. Looks at most four times a second. The window that draws
/// what is measured here is not another program, and nobody is to close it: the environment variable RIDGEPOINT_WINDOW
/// holds its process id where a window started this program.
class BusyMonitor {
public:
    BusyMonitor();
    /// Whether other programs (or the hypervisor) used more than what `threads` of ours leave free, by a quarter of a
    /// processor or more, in the last quarter of a second or more.
    [[nodiscard]] bool isBusy(int threads);
    /// What others used of all processors together in that time, 0 to 1; nothing before the first quarter second.
    [[nodiscard]] std::optional<double> otherLoad() const;

private:
    struct Usage {
        double machine = 0.0; ///< processor seconds used by all programs since the start
        double ours = 0.0;    ///< of these, by this process and its window
        std::chrono::steady_clock::time_point at;
    };
    [[nodiscard]] Usage usageNow();

    std::string m_window;      ///< where the window's use is read; empty without one
    double m_windowUsed = 0.0; ///< processor seconds; what they were last for a window that is gone
    Usage m_last;
    std::optional<double> m_others; ///< processors used by others on average
    int m_processors;
};

} // namespace ridgepoint
