// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/program_counters.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ridgepoint {
namespace {

constexpr std::string_view instead = "let it tell FLOP and bytes in regions (ridgepoint.h, ridgepoint.py)";

/// A code as perf_event takes it: the umask above the event.
std::uint64_t rawCode(std::uint64_t event, std::uint64_t umask) { return (umask << 8U) | event; }

std::optional<int> wholeIn(const std::string& text)
{
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    return status == std::errc{} ? std::optional(number) : std::nullopt;
}

std::string valueOf(const std::string& cpuinfo, const std::string& key)
{
    std::istringstream lines(cpuinfo);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line.substr(0, line.find_last_not_of(" \t", colon - 1) + 1) != key)
            continue;
        const std::size_t begin = line.find_first_not_of(' ', colon + 1);
        return begin == std::string::npos ? "" : line.substr(begin);
    }
    return {};
}

/// FP_ARITH_INST_RETIRED, event C7 (Intel SDM, volume 3, and the event files of github.com/intel/perfmon): by umask
/// scalar 03, 128-bit double 04, 4 lanes 18, 8 lanes 60, 16 lanes 80; a fused multiply-add counts twice.
std::vector<FlopEvent> intelFlopEvents()
{
    constexpr std::uint64_t retired = 0xc7;
    return {{rawCode(retired, 0x03), 1.0},
            {rawCode(retired, 0x04), 2.0},
            {rawCode(retired, 0x18), 4.0},
            {rawCode(retired, 0x60), 8.0},
            {rawCode(retired, 0x80), 16.0}};
}

/// Small cores and Xeon Phi have ADX, too, and count otherwise: Knights Landing and Mill, Gracemont, Sierra Forest,
/// Grand Ridge, Clearwater Forest.
bool isSmallIntelCore(int model)
{
    constexpr std::array models{0x57, 0x85, 0xbe, 0xaf, 0xb6, 0xdd};
    return std::ranges::find(models, model) != models.end();
}

/// Retired SSE and AVX FLOPs, event 03, fp_ret_sse_avx_ops.all of Linux's tools/perf/pmu-events/arch/x86 (amdzen1 to
/// amdzen5) and the Processor Programming References: all kinds of operations are FF in family 17h, in 19h 0F of Zen 3
/// and 1F of Zen 4, which counts bfloat16 apart, in 1Ah 0F. The kernel pairs two counters by itself, as it takes for
/// more than 15 operations a cycle.
std::vector<FlopEvent> amdFlopEvents(int family, int model)
{
    constexpr std::uint64_t retired = 0x03;
    const bool isZen4 = family == 0x19 && ((model >= 0x10 && model <= 0x1f) || model >= 0x60);
    switch (family) {
    case 0x17: return {{rawCode(retired, 0xff), 1.0}};
    case 0x19: return {{rawCode(retired, isZen4 ? 0x1f : 0x0f), 1.0}};
    case 0x1a: return {{rawCode(retired, 0x0f), 1.0}};
    default: return {};
    }
}

std::optional<int> paranoidHere()
{
    std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
    int level = 0;
    return file >> level ? std::optional(level) : std::nullopt;
}

} // namespace

ProcessorModel processorIn(const std::string& cpuinfo)
{
    const std::string flags = " " + valueOf(cpuinfo, "flags") + " ";
    return {.vendor = valueOf(cpuinfo, "vendor_id"),
            .family = wholeIn(valueOf(cpuinfo, "cpu family")).value_or(0),
            .model = wholeIn(valueOf(cpuinfo, "model")).value_or(0),
            .hasAdx = flags.find(" adx ") != std::string::npos};
}

ProcessorModel processorHere()
{
    std::ostringstream text;
    text << std::ifstream("/proc/cpuinfo").rdbuf();
    ProcessorModel processor = processorIn(text.str());
    std::error_code unknown;
    processor.isHybrid = std::filesystem::exists("/sys/bus/event_source/devices/cpu_atom", unknown);
    return processor;
}

std::vector<FlopEvent> flopEventsOf(const ProcessorModel& processor)
{
    if (processor.vendor == "AuthenticAMD")
        return amdFlopEvents(processor.family, processor.model);
    const bool isLargeIntel = processor.vendor == "GenuineIntel" && processor.family == 6 && processor.hasAdx
                           && !isSmallIntelCore(processor.model) && !processor.isHybrid;
    return isLargeIntel ? intelFlopEvents() : std::vector<FlopEvent>();
}

int openFlopCounter(const FlopEvent& event)
{
    // Disabled here, and enabled in each child that inherits it once that starts its program: nothing of this process
    // is counted.
    perf_event_attr attributes = {};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_RAW;
    attributes.config = event.config;
    attributes.disabled = 1;
    attributes.inherit = 1;
    attributes.enable_on_exec = 1;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    const long descriptor = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    return descriptor < 0 ? -errno : static_cast<int>(descriptor);
}

std::string whyNotCounted(int error, std::optional<int> paranoid)
{
    constexpr int mostWithRights = 2; // of the kernel's own levels; some distributions add 3 and 4
    const std::string toTry = "; to try: ";
    switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return "The kernel has no counter of operations here, as in most virtual machines" + toTry
             + std::string(instead) + ", or run it on the machine itself.";
    case EACCES:
    case EPERM:
        if (paranoid && *paranoid <= mostWithRights)
            return "The kernel does not let this program count operations, though perf_event_paranoid is "
                 + std::to_string(*paranoid) + ", as in containers" + toTry
                 + "start the container with --cap-add PERFMON, or " + std::string(instead) + ".";
        return "The kernel does not let this program count operations"
             + (paranoid ? " (perf_event_paranoid is " + std::to_string(*paranoid) + ")" : std::string()) + toTry
             + "sudo sysctl kernel.perf_event_paranoid=2, or " + std::string(instead) + ".";
    case ENOSYS:
        return "The kernel does not know perf_event_open, or a filter (seccomp) hides it" + toTry
             + "run it outside the container, or " + std::string(instead) + ".";
    default:
        return "Operations could not be counted: " + std::string(std::strerror(error)) + toTry + std::string(instead)
             + ".";
    }
}

ProgramCounters::ProgramCounters(std::span<const FlopEvent> events, const CounterOpener& open)
{
    if (events.empty())
        m_whyNot = "No counter of floating-point operations is known for this processor; to try: "
                 + std::string(instead) + ".";
    for (const FlopEvent& event : events) {
        const int descriptor = open(event);
        if (descriptor < 0) { // one alone would count a part of the operations
            close();
            m_whyNot = whyNotCounted(-descriptor, paranoidHere());
            return;
        }
        m_counters.push_back({descriptor, event.flops});
    }
}

ProgramCounters::~ProgramCounters() { close(); }

void ProgramCounters::close()
{
    for (const Counter& counter : m_counters)
        ::close(counter.descriptor);
    m_counters.clear();
}

std::optional<Flops> ProgramCounters::flops()
{
    if (m_counters.empty())
        return std::nullopt;
    double sum = 0.0;
    for (const Counter& counter : m_counters) {
        struct {
            std::uint64_t count;
            std::uint64_t enabled;
            std::uint64_t running;
        } values = {};
        const bool isRead = read(counter.descriptor, &values, sizeof values) == ssize_t{sizeof values};
        if (!isRead || (values.running == 0 && values.enabled > 0)) {
            m_whyNot = "The processor's counters of operations were in use by another program; to try: run it again "
                       "without a profiler beside it.";
            return std::nullopt;
        }
        const double share = values.running < values.enabled
                               ? static_cast<double>(values.running) / static_cast<double>(values.enabled)
                               : 1.0;
        m_isScaled = m_isScaled || share < 1.0;
        sum += static_cast<double>(values.count) / share * counter.flops;
    }
    return Flops(sum);
}

} // namespace ridgepoint
