// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "tests/support/model_backend.h"

namespace ridgepoint::test {

/// Work that takes so many seconds a repetition of a clock that it turns itself. The clock must outlive it.
class ClockedWork final : public PreparedWork {
public:
    ClockedWork(FakeClock& clock, double seconds) : m_clock(clock), m_seconds(seconds) {}
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const Seconds time(m_seconds * static_cast<double>(repetitions));
        m_clock.advance(time);
        return BatchTiming{.time = time};
    }

private:
    FakeClock& m_clock;
    double m_seconds;
};

} // namespace ridgepoint::test
