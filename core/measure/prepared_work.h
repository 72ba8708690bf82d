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

/// A batch whose threads were without a processor for more than this part of it is worth a remark.
inline constexpr double costlyLoss = 0.1;

/// What one timed batch of repetitions tells.
struct BatchTiming {
    Seconds time;                      ///< of the whole batch, all repetitions together
    Seconds lost{};                    ///< of the time, how long the threads were without a processor
    FlagSet flags;                     ///< Preempted, Throttled, MachineBusy where the device noticed
    Hertz clock;                       ///< 0 where unknown
    std::optional<double> otherLoad{}; ///< share of the whole processor that other programs used lately, 0 to 1
    double watts{}; ///< what the device drew meanwhile, averaged over a second or less; 0 where unknown
    std::optional<double> celsius{}; ///< how warm the device was at the end
    std::string heldBackBy{};        ///< with Throttled: what held the clocks back, "power cap"; empty where not told

    /// Whether the device was asked, for this very batch, if it slowed itself down: without that Throttled and
    /// PowerLimited may be missing.
    bool isSlowdownKnown = true;

    /// Where `time` is a difference: the larger of the two times that it is made of, by which its scatter is to be
    /// judged; else 0.
    Seconds differenceOf{};

    /// The time that the work had: what was lost on the way is taken off.
    [[nodiscard]] Seconds given() const { return time - lost; }
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
