// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// What tells which counters a processor has.
struct ProcessorModel {
    std::string vendor; ///< "GenuineIntel", "AuthenticAMD"
    int family = 0;
    int model = 0;
    bool hasAdx = false;   ///< Broadwell and later of Intel's large cores
    bool isHybrid = false; ///< cores of two kinds, which count by different codes
};

/// The processor of a text of the form of /proc/cpuinfo; nothing of what it does not tell.
[[nodiscard]] ProcessorModel processorIn(const std::string& cpuinfo);
/// This machine's.
[[nodiscard]] ProcessorModel processorHere();

/// A counter of floating-point operations: the code that perf_event takes as raw, and the FLOP of one count.
struct FlopEvent {
    std::uint64_t config = 0;
    double flops = 1.0;

    friend bool operator==(const FlopEvent&, const FlopEvent&) = default;
};

/// The counters that together have each floating-point operation of a program once, a fused multiply-add as two;
/// none where no such set is known. Not in them: x87, half precision and matrix units.
[[nodiscard]] std::vector<FlopEvent> flopEventsOf(const ProcessorModel& processor);

/// Opens a counter and returns its descriptor, or -errno.
using CounterOpener = std::function<int(const FlopEvent& event)>;
/// Asks the kernel: of this thread's children from when they start a program on, in user mode.
[[nodiscard]] int openFlopCounter(const FlopEvent& event);

/// Why the kernel does not count, in one sentence, and what to try; `paranoid` is kernel.perf_event_paranoid.
[[nodiscard]] std::string whyNotCounted(int error, std::optional<int> paranoid);

/// Counts the operations of the programs that this thread starts while it lives, and of all that these start.
class ProgramCounters {
public:
    explicit ProgramCounters(std::span<const FlopEvent> events, const CounterOpener& open = openFlopCounter);
    ~ProgramCounters();
    ProgramCounters(const ProgramCounters&) = delete;
    ProgramCounters& operator=(const ProgramCounters&) = delete;

    /// What was counted until now; nothing where the kernel does not count, and whyNot() says why.
    [[nodiscard]] std::optional<Flops> flops();
    [[nodiscard]] const std::string& whyNot() const { return m_whyNot; }
    /// Whether counters took turns, so that the count is an estimate.
    [[nodiscard]] bool isScaled() const { return m_isScaled; }

private:
    struct Counter {
        int descriptor;
        double flops;
    };
    void close();

    std::vector<Counter> m_counters;
    std::string m_whyNot;
    bool m_isScaled = false;
};

} // namespace ridgepoint
