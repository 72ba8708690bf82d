// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// A dispatcher as frameworks have one around every operation, small enough to be read, with timers around its parts
/// and around theirs: where the time of one addition goes.
namespace ridgepoint::dispatch {

/// The parts of a call in the order in which they begin, so that what holds another comes before it.
enum Part : std::size_t {
    WholeCall,
    FindOperation,
    CheckArguments,
    CheckTypes,
    CheckShapes,
    ChooseKernel,
    MakeResult,
    GetMemory,
    Describe,
    RunKernel,
    FreeOld,
    partCount
};

/// A part as the chart names it, and what holds it; the whole call holds itself.
struct PartInfo {
    LabelTerm name;
    Part holder;
};
inline constexpr std::array<PartInfo, partCount> parts{{{{"call", "one call of add(a, b)"}, WholeCall},
                                                        {{"find", "find the operation"}, WholeCall},
                                                        {{"check", "check the arguments"}, WholeCall},
                                                        {{"types", "types"}, CheckArguments},
                                                        {{"shapes", "shapes"}, CheckArguments},
                                                        {{"choose", "choose a kernel"}, WholeCall},
                                                        {{"make", "make the result"}, WholeCall},
                                                        {{"memory", "get memory"}, MakeResult},
                                                        {{"describe", "describe it"}, MakeResult},
                                                        {{"kernel", "run the kernel"}, WholeCall},
                                                        {{"free", "free the old value"}, WholeCall}}};

/// Seconds of one call that each part has for itself, outside of what it holds.
using OwnTimes = std::array<double, partCount>;

/// Timers that hold each other. The clock is read where a part begins and where it ends, and the time between two
/// readings belongs to the innermost part that is open: nothing is counted twice, and each stretch holds the cost of
/// one reading. `Clock` has nanoseconds(), a whole number that never falls.
template <class Clock> class NestedTimers {
public:
    explicit NestedTimers(Clock& clock) : m_clock(clock) {}
    void enter(Part part)
    {
        turn();
        m_open[m_depth++] = part;
    }
    void leave()
    {
        turn();
        --m_depth;
    }
    /// A call's own times after so many calls, less `readingSeconds` a stretch; they can come out a little below
    /// nothing.
    [[nodiscard]] OwnTimes own(int calls, double readingSeconds) const
    {
        OwnTimes times{};
        for (std::size_t part = 0; part < partCount; ++part)
            times[part] = (static_cast<double>(m_nanoseconds[part]) * 1e-9
                           - static_cast<double>(m_stretches[part]) * readingSeconds)
                        / calls;
        return times;
    }

private:
    void turn()
    {
        const std::int64_t now = m_clock.nanoseconds();
        if (m_depth > 0) {
            m_nanoseconds[m_open[m_depth - 1]] += now - m_last;
            ++m_stretches[m_open[m_depth - 1]];
        }
        m_last = now;
    }

    Clock& m_clock;
    std::array<Part, partCount> m_open{};
    std::size_t m_depth = 0;
    std::int64_t m_last = 0;
    std::array<std::int64_t, partCount> m_nanoseconds{};
    std::array<std::int64_t, partCount> m_stretches{};
};

/// One round's times, in seconds of one call.
struct RoundTimes {
    OwnTimes own{};              ///< without what reading the clock costs
    double readingSeconds = 0.0; ///< what one reading costs, with its bookkeeping
    double untimedSeconds = 0.0; ///< a call without timers; 0 where the additions did not come to their sum
};

/// Measures one round: calls with timers, calls without, and the timers alone. Of several batches the median, because
/// what interrupts one batch spoils it alone.
[[nodiscard]] RoundTimes timeRound(int batches, int callsOfBatch);

/// The spans of a flame bar, of the median over the rounds: a part's own time, nothing where it came out below, and
/// what it holds. So a part is never shorter than what it holds. Low and high are the range of the rounds. Empty
/// without rounds. Pure.
[[nodiscard]] std::vector<ExperimentPoint> spansOf(const std::vector<RoundTimes>& rounds, int plot);
/// Eight rounds of some milliseconds: the spans, and the dispatcher's rung of the ladder.
[[nodiscard]] ExperimentStep timersStep(int plot);
/// What is seen in the spans: what a call takes, the share of the addition itself, the most expensive part around it,
/// and how far the timed parts are from a call without timers.
[[nodiscard]] std::vector<Finding> findings(const ExperimentResult& result, int plot);

} // namespace ridgepoint::dispatch
