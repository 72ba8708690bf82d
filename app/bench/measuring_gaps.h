// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"
#include "core/sweep/clock.h"

#include <cstdint>
#include <optional>

namespace ridgepoint {

/// When measuring stands still so that a window may draw. A window that draws while all processors measure takes one of
/// them away, and a pass over a large array on two processors then lasts twice as long; so it draws in gaps between two
/// pieces of measuring: every tenth of a second, and never more than a seventh of the time. Where the user waits for
/// the picture and not for the measurement, gaps come sooner and longer.
class MeasuringGaps {
public:
    static constexpr Seconds period{0.1};
    /// Between two gaps while the beginning of a run or a lone probe is looked at.
    static constexpr Seconds shortPeriod{0.02};
    /// For so long after the beginning of a run, half of the time is for drawing.
    static constexpr Seconds beginning{2.0};
    /// A client that has not drawn by then waits for the next gap.
    static constexpr Seconds longest{0.04};

    void enable(bool enabled) { m_enabled = enabled; }
    [[nodiscard]] bool enabled() const { return m_enabled; }
    /// A run begins, of which the client has nothing to show yet: its first picture, in which all is new, takes several
    /// gaps.
    void begunRun(Seconds now) { m_beginningUntil = now + beginning; }
    /// Whether a probe and nothing else is measured: it is there to be watched, and its readings are too short to be
    /// hurried.
    void setOnlyProbe(bool onlyProbe) { m_onlyProbe = onlyProbe; }
    /// Whether it is time for a gap.
    [[nodiscard]] bool due(Seconds now) const { return m_enabled && !m_begun && now >= m_next; }
    /// Begins a gap; its number.
    [[nodiscard]] std::int64_t begin(Seconds now);
    /// Ends the gap of this number; one that has ended already is none of the present's business.
    void resume(std::int64_t sequence, Seconds now);
    /// How long to stand still yet; nothing where measuring may go on. Ends a gap that has lasted too long.
    [[nodiscard]] std::optional<Seconds> remaining(Seconds now);
    /// The time spent in all gaps, with what the one under way has lasted.
    [[nodiscard]] Seconds spent(Seconds now) const { return m_begun ? m_spent + (now - *m_begun) : m_spent; }

private:
    void end(Seconds now);

    bool m_enabled = false;
    std::optional<Seconds> m_begun;
    Seconds m_next;
    Seconds m_beginningUntil;
    bool m_onlyProbe = false;
    Seconds m_spent; ///< in gaps that have ended
    std::int64_t m_sequence = 0;
};

/// The time that measuring sees: it stands still in a gap, so that no gap is taken from a sweep's budget.
class MeasuringClock final : public Clock {
public:
    /// The clock and the gaps must outlive it.
    MeasuringClock(const Clock& clock, const MeasuringGaps& gaps) : m_clock(clock), m_gaps(gaps) {}
    [[nodiscard]] Seconds now() const override
    {
        const Seconds now = m_clock.now();
        return now - m_gaps.spent(now);
    }

private:
    const Clock& m_clock;
    const MeasuringGaps& m_gaps;
};

} // namespace ridgepoint
