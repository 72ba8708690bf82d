// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/readings.h"
#include "core/stats/sample.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// Rounds from which on an interval with a coverage claim exists: six, because smallest..largest of six independent
/// rounds covers their median with probability 1 - 2 (1/2)^6 = 0.969.
inline constexpr int minimumRounds = 6;

/// What the readings of one workload come to.
struct Summary {
    Seconds time;   ///< 25th percentile of all readings, held within low..high
    Seconds median; ///< of all readings
    Seconds wall;   ///< 25th percentile of all readings by the clock on the wall
    Seconds low;
    Seconds high;
    int rounds = 0;
    int readings = 0;
    FlagSet flags; ///< FewReadings below six rounds: low..high is then no narrower than rounds usually differ
    Hertz clock;
    /// (high - low) / time; infinite without readings.
    [[nodiscard]] double relativeWidth() const;
};

/// Sums up the readings of one state of the device (Readings::ofOneState); all zero, flagged FewReadings, when there
/// are none. From six rounds on, low..high is the sign-test interval of the median of the rounds' own 25th percentiles
/// (orderStatisticRank), so readings that hang together within a round, and rounds that drift against each other, are
/// counted as the one witness that they are. With fewer, low..high holds every reading and what rounds differ by in
/// general: one reading alone has an interval too. Rounds of fewer than five readings on average have the low end half
/// as many ranks in, because their percentiles lie too high.
[[nodiscard]] Summary summarise(const Readings& all);
/// The j (1-based) such that the j-th smallest to the j-th largest of `count` independent values covers their median
/// with probability 1 - 2 P(Binomial(count, 1/2) < j) >= 0.965; 0 when none does (count < 6). 0.965 a look keeps 0.95
/// for those who look after every round and stop when it is narrow.
[[nodiscard]] int orderStatisticRank(int count);
/// The sample that charts, files and messages carry; at most maximumKeptReadings readings, spread evenly, go with it.
[[nodiscard]] Sample sampleOf(const Workload& workload, const std::string& device, const Readings& all);

enum class Convergence { ///< what StoppingRule says of a workload
    Continue,            ///< another round is worth its time
    Reached,             ///< the interval is as narrow as requested
    Exhausted,           ///< so many rounds that more would not help: drift, not noise, keeps the interval wide
};

/// When a workload has been read often enough. Knows nothing of time: the budget is its caller's.
struct StoppingRule {
    double targetInterval = 0.03; ///< high - low as a part of the time
    int maximumRounds = 30;

    [[nodiscard]] Convergence judge(const Summary& summary) const;
};

} // namespace ridgepoint
