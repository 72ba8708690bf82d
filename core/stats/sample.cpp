// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/sample.h"

#include <cmath>

namespace ridgepoint {
namespace {

/// Whether something took time from it that the work did not need.
bool lostTime(const Sample& sample) { return wasDisturbed(sample) || sample.flags.has(Flag::Preempted); }

/// The interval as a ratio of its ends; 0 where none is known.
double logWidth(const Sample& sample)
{
    const bool isKnown = sample.low > Seconds() && sample.high > sample.low;
    return isKnown ? std::log(sample.high / sample.low) : 0.0;
}

/// Rounds by chance make an interval somewhat wider; the ten-fold width of a busy minute is another matter.
bool isMuchWider(const Sample& a, const Sample& b)
{
    constexpr double factor = 2.0;
    return logWidth(b) > 0.0 && logWidth(a) > factor * logWidth(b);
}

} // namespace

bool hasConfidenceInterval(const Sample& sample) { return !sample.flags.has(Flag::FewReadings); }

bool isConverged(const Sample& sample)
{
    return hasConfidenceInterval(sample) && !sample.flags.has(Flag::IntervalNotReached);
}

bool isMorePrecise(const Sample& candidate, const Sample& present)
{
    const bool bothClaim = hasConfidenceInterval(candidate) && hasConfidenceInterval(present);
    if (bothClaim && lostTime(candidate) != lostTime(present))
        return lostTime(present);
    if (isConverged(candidate) || isConverged(present))
        return isConverged(candidate);
    if (bothClaim && (isMuchWider(candidate, present) || isMuchWider(present, candidate)))
        return isMuchWider(present, candidate);
    return hasConfidenceInterval(candidate) != hasConfidenceInterval(present) ? hasConfidenceInterval(candidate)
                                                                              : candidate.rounds >= present.rounds;
}

bool wasDisturbed(const Sample& sample)
{
    return sample.flags.has(Flag::MachineBusy) || sample.flags.has(Flag::Throttled);
}

} // namespace ridgepoint
