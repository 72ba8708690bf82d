// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/units.h"

#include <chrono>

namespace ridgepoint {

/// The passing of time as runners see it; tests put a clock of their own in its place.
class Clock {
public:
    virtual ~Clock() = default;
    /// Seconds since some fixed moment; never goes back.
    [[nodiscard]] virtual Seconds now() const = 0;
};

/// The host's monotonic clock.
class SteadyClock final : public Clock {
public:
    [[nodiscard]] Seconds now() const override
    {
        return Seconds(std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count());
    }
};

} // namespace ridgepoint
