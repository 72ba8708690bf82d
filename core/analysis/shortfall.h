// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/analyse.h"
#include "core/model/prediction.h"
#include "core/stats/sample.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ridgepoint {

/// What takes more than twice the time that the roofs allow is limited by something that none of them is: to name a
/// roof as the limit would send people to the wrong lever.
inline constexpr double leastShareLimited = 0.5;

/// Whether the roofs leave more of a measured time unexplained than any of them takes.
[[nodiscard]] bool isUnexplained(const PointAnalysis& analysis);
/// What a launch costs a measured sample that launches limit by its verdict and by the roofs alike, and that by its
/// whole interval takes more than twice what the roofs say: their cost may have been measured while the device was
/// faster. Nothing of other samples, nor of one that was disturbed, or where the regime is a close call, or the cost of
/// a chain outweighs its launches.
[[nodiscard]] std::optional<Seconds> costlierLaunch(const Sample& sample, const Prediction& prediction,
                                                    const PointAnalysis* analysis);
/// The share of its time that the roofs allow a measured sample, where by its whole interval it takes so much longer
/// that none of them limits it.
[[nodiscard]] std::optional<double> shareFarBelow(const Sample& sample, const Prediction& prediction,
                                                  const PointAnalysis* analysis);

/// What may hold back a sample that no roof limits, where measuring one other workload beside it can show it.
enum class Cause {
    Threads, ///< threads that wait for each other: half as many take hardly longer
    Latency, ///< too few independent elements: four times as many take less than twice as long
};

struct CauseTest {
    Cause cause = Cause::Threads;
    Workload other; ///< what to measure beside the sample
};

/// Those that apply to a workload: threads where it has two or more, latency where four times the elements are at most
/// `largest`.
[[nodiscard]] std::vector<CauseTest> causeTests(const Workload& workload, std::int64_t largest);

enum class CauseVerdict {
    Likely,   ///< the whole range of the ratio says that it is the cause
    Unlikely, ///< the whole range says that it is not
    Open,     ///< neither, or too few readings
};

struct CauseFinding {
    double ratio = 1.0; ///< time of the other workload over that of the sample
    Interval range;     ///< of the ratio, from both intervals (compareTimes)
    CauseVerdict verdict = CauseVerdict::Open;
};

/// What the two times say of the cause; nothing where one of them has no interval.
[[nodiscard]] std::optional<CauseFinding> judgeCause(Cause cause, const Sample& sample, const Sample& other);

} // namespace ridgepoint
