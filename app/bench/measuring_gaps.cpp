// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/measuring_gaps.h"

#include <algorithm>

namespace ridgepoint {

std::int64_t MeasuringGaps::begin(Seconds now)
{
    m_begun = now;
    return ++m_sequence;
}

void MeasuringGaps::resume(std::int64_t sequence, Seconds now)
{
    if (m_begun && sequence == m_sequence)
        end(now);
}

std::optional<Seconds> MeasuringGaps::remaining(Seconds now)
{
    if (!m_begun)
        return std::nullopt;
    const Seconds left = longest - (now - *m_begun);
    if (left.value() > 0.0)
        return left;
    end(now);
    return std::nullopt;
}

void MeasuringGaps::end(Seconds now)
{
    // A slow client, or one at the end of a long line, must not hold measuring up for more than a seventh of the time;
    // half of it at the beginning of a run, and a third beside a lone probe.
    const bool isBeginning = now < m_beginningUntil;
    const double measuringForDrawing = isBeginning ? 1.0 : m_onlyProbe ? 2.0 : 6.0;
    const Seconds least = isBeginning || m_onlyProbe ? shortPeriod : period;
    const double lasted = (now - *m_begun).value();
    m_next = now + Seconds(std::max(least.value(), measuringForDrawing * lasted));
    m_spent = spent(now);
    m_begun.reset();
}

} // namespace ridgepoint
