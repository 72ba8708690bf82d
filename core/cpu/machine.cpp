// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/machine.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <sched.h>
#include <sstream>
#include <string_view>
#include <utility>
#include <sys/resource.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr std::chrono::milliseconds busyWindow{250};
constexpr double busyTolerance = 0.25;

std::string firstLine(const std::string& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

/// "48K" or "2M" as sysfs writes sizes, or 0.
double cacheBytes(const std::string& text)
{
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    switch (*end) {
    case 'K': return number * 1024.0;
    case 'M': return number * 1024.0 * 1024.0;
    default: return number;
    }
}

/// "/proc/4711/stat" of the window that started this program; empty without one.
std::string statOfWindow()
{
    const char* id = std::getenv("RIDGEPOINT_WINDOW");
    const std::string digits = id != nullptr ? id : "";
    if (digits.empty() || digits.size() > 10 || digits.find_first_not_of("0123456789") != std::string::npos)
        return {};
    return "/proc/" + digits + "/stat";
}

/// How many processors a list such as "0-1,4" names.
int processorsIn(const std::string& list)
{
    int count = 0;
    std::istringstream parts(list);
    for (std::string part; std::getline(parts, part, ',');) {
        const auto dash = part.find('-');
        const int low = std::atoi(part.c_str());
        const int high = dash == std::string::npos ? low : std::atoi(part.c_str() + dash + 1);
        count += high - low + 1;
    }
    return count;
}

/// By the numbers in Linux' arch/arm64/include/asm/cputype.h.
std::string armName(const std::string& maker, const std::string& part)
{
    static constexpr std::array<std::array<std::string_view, 3>, 19> names{{
        {"0x41", "0xd03", "Cortex-A53"},    {"0x41", "0xd05", "Cortex-A55"},    {"0x41", "0xd07", "Cortex-A57"},
        {"0x41", "0xd08", "Cortex-A72"},    {"0x41", "0xd0b", "Cortex-A76"},    {"0x41", "0xd0c", "Neoverse N1"},
        {"0x41", "0xd40", "Neoverse V1"},   {"0x41", "0xd41", "Cortex-A78"},    {"0x41", "0xd42", "Cortex-A78AE"},
        {"0x41", "0xd49", "Neoverse N2"},   {"0x41", "0xd4f", "Neoverse V2"},   {"0x41", "0xd83", "Neoverse V3AE"},
        {"0x41", "0xd84", "Neoverse V3"},   {"0x41", "0xd8e", "Neoverse N3"},   {"0x46", "0x001", "Fujitsu A64FX"},
        {"0x4e", "0x003", "NVIDIA Denver"}, {"0x4e", "0x004", "NVIDIA Carmel"}, {"0xc0", "0xac3", "Ampere 1"},
        {"0xc0", "0xac4", "Ampere 1A"},
    }};
    for (const auto& [ofMaker, ofPart, name] : names)
        if (ofMaker == maker && ofPart == part)
            return std::string(name);
    return std::string("Arm processor ").append(maker).append("/").append(part);
}

MemoryLevel levelNamed(int level, double bytes, bool perThread)
{
    // Not "l" + …: GCC 12 warns falsely about the insertion (its bug 105651).
    return MemoryLevel{std::string("l").append(std::to_string(level)), Bytes(bytes), perThread};
}

std::vector<MemoryLevel> levelsFromSysfs()
{
    std::vector<MemoryLevel> levels;
    for (int index = 0; index < 8; ++index) {
        const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + '/';
        const std::string type = firstLine(folder + "type");
        const int level = std::atoi(firstLine(folder + "level").c_str());
        const double bytes = cacheBytes(firstLine(folder + "size"));
        if (type.empty() || type == "Instruction" || level < 1 || level > 3 || bytes <= 0.0)
            continue;
        // Up to two threads of one core share what is private to it; clusters that share a cache are no longer private.
        levels.push_back(
            levelNamed(level, bytes, level < 3 && processorsIn(firstLine(folder + "shared_cpu_list")) <= 2));
    }
    std::sort(levels.begin(), levels.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return levels;
}

std::vector<MemoryLevel> levelsFromLibrary()
{
    std::vector<MemoryLevel> levels;
    const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
    for (int level = 1; level <= 3; ++level)
        if (const long bytes = sysconf(names[level - 1]); bytes > 0)
            levels.push_back(levelNamed(level, static_cast<double>(bytes), level < 3));
    return levels;
}

} // namespace

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    return processorNameIn(file);
}

std::string processorNameIn(std::istream& information)
{
    std::string maker;
    for (std::string line; std::getline(information, line);) {
        const auto colon = line.find(": ");
        if (colon == std::string::npos)
            continue;
        const std::string value = line.substr(colon + 2);
        if (line.starts_with("model name"))
            return value;
        if (line.starts_with("CPU implementer"))
            maker = value;
        if (line.starts_with("CPU part"))
            return armName(maker, value);
    }
    return "unknown processor";
}

int availableThreads()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return std::max(CPU_COUNT(&set), 1);
    // More processors than the fixed set holds: the kernel refuses it, so ask for the number alone.
    return static_cast<int>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L));
}

int raisePriority()
{
    // Three times a usual program's part of a processor where both want it: more would keep the window from drawing.
    constexpr int wanted = -5;
    const int before = getpriority(PRIO_PROCESS, 0); // Linux: of the calling thread
    if (before <= 0)
        for (int nice = wanted; nice < before; ++nice)
            if (setpriority(PRIO_PROCESS, 0, nice) == 0)
                break;
    return std::max(-getpriority(PRIO_PROCESS, 0), 0);
}

std::string priorityWords()
{
    const int nice = getpriority(PRIO_PROCESS, 0);
    if (nice == 0)
        return "usual";
    return (nice < 0 ? "raised (nice " : "lowered (nice ") + std::to_string(nice) + ")";
}

std::vector<MemoryLevel> claimedMemoryLevels()
{
    std::vector<MemoryLevel> levels = levelsFromSysfs();
    if (levels.empty())
        levels = levelsFromLibrary();
    levels.push_back(MemoryLevel{"dram", Bytes(std::numeric_limits<double>::infinity()), false});
    return levels;
}

ThreadWatch::ThreadWatch(Pool& pool) : m_pool(pool) {}

std::vector<ThreadWatch::Look> ThreadWatch::look()
{
    struct Job {
        std::vector<Look> clockSamples;
    } job{std::vector<Look>(static_cast<std::size_t>(m_pool.threads()))};
    m_pool.run(
        [](void* opaque, int thread) {
            rusage usage{};
            getrusage(RUSAGE_THREAD, &usage);
            timespec used{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
            static_cast<Job*>(opaque)->clockSamples[static_cast<std::size_t>(thread)] = {
                usage.ru_nivcsw, static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec)};
        },
        &job);
    return std::move(job.clockSamples);
}

void ThreadWatch::begin() { m_begin = look(); }

ThreadWatch::Losses ThreadWatch::end()
{
    const std::vector<Look> now = look();
    Losses losses{.least = Seconds(std::numeric_limits<double>::infinity())};
    for (std::size_t thread = 0; thread < now.size(); ++thread) {
        losses.isPreempted = losses.isPreempted || now[thread].preemptions != m_begin[thread].preemptions;
        losses.least = std::min(losses.least, Seconds(now[thread].used - m_begin[thread].used));
    }
    return losses;
}

double processorSecondsOf(const std::string& stat, long ticksPerSecond)
{
    // The second field is the program's name in parentheses, which may hold blanks and parentheses itself.
    const auto name = stat.rfind(')');
    if (name == std::string::npos || ticksPerSecond <= 0)
        return 0.0;
    std::istringstream fields(stat.substr(name + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field)
        fields >> skipped;
    double user = 0.0;
    double system = 0.0;
    return fields >> user >> system ? (user + system) / static_cast<double>(ticksPerSecond) : 0.0;
}

BusyMonitor::BusyMonitor()
    : m_window(statOfWindow()),
      m_last(usageNow()),
      m_processors(static_cast<int>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1L)))
{}

BusyMonitor::Usage BusyMonitor::usageNow()
{
    Usage usage;
    usage.at = std::chrono::steady_clock::now();
    std::ifstream file("/proc/stat");
    std::string name;
    double user = 0.0, nice = 0.0, system = 0.0, idle = 0.0, wait = 0.0, interrupt = 0.0, soft = 0.0, steal = 0.0;
    if (file >> name >> user >> nice >> system >> idle >> wait >> interrupt >> soft >> steal)
        usage.machine = (user + nice + system + interrupt + soft + steal) / static_cast<double>(sysconf(_SC_CLK_TCK));
    if (!m_window.empty())
        m_windowUsed = std::max(m_windowUsed, processorSecondsOf(firstLine(m_window), sysconf(_SC_CLK_TCK)));
    timespec ours{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ours);
    usage.ours = static_cast<double>(ours.tv_sec) + 1e-9 * static_cast<double>(ours.tv_nsec) + m_windowUsed;
    return usage;
}

bool BusyMonitor::isBusy(int threads)
{
    if (std::chrono::steady_clock::now() - m_last.at >= busyWindow) {
        const Usage now = usageNow();
        const double seconds = std::chrono::duration<double>(now.at - m_last.at).count();
        m_others = (now.machine - m_last.machine - (now.ours - m_last.ours)) / seconds;
        m_last = now;
    }
    return m_others && *m_others > m_processors - threads + busyTolerance;
}

std::optional<double> BusyMonitor::otherLoad() const
{
    if (!m_others)
        return std::nullopt;
    return std::clamp(*m_others / m_processors, 0.0, 1.0);
}

} // namespace ridgepoint
