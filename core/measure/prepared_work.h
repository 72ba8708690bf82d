// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/flags.h"
#include "core/model/result.h"
#include "core/model/units.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ridgepoint {

/// What one timed batch of repetitions tells.
struct BatchTiming {
    Seconds time;  ///< of the whole batch, all repetitions together
    FlagSet flags; ///< Preempted, Throttled, MachineBusy where the device noticed
    Hertz clock;   ///< 0 where unknown
    std::optional<double> otherLoad{}; ///< share of the whole processor that other programs used lately, 0 to 1
    double watts{};                    ///< what the device drew meanwhile, averaged over a second or less; 0 where unknown
    std::optional<double> celsius{};   ///< how warm the device was at the end
    std::string heldBackBy{};          ///< with Throttled: what held the clocks back, "power cap"; empty where not told
    Seconds lost{};                    ///< of the time, how long the threads were without a processor
};

/// Work that is ready to run: memory allocated, filled and touched, code chosen. Runs warm and in place.
class PreparedWork {
public:
    virtual ~PreparedWork() = default;
    /// Runs the work `repetitions` >= 1 times back to back and times the whole by the host clock, from the first
    /// submit to the completed wait. DeviceFailure or Timeout when the device fails.
    [[nodiscard]] virtual Result<BatchTiming> run(std::int64_t repetitions) = 0;
};

} // namespace ridgepoint
