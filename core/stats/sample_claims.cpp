// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/sample_claims.h"

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

bool hasClaim(const Sample& sample) { return !sample.flags.has(Flag::FewReadings); }

bool isSettled(const Sample& sample) { return hasClaim(sample) && !sample.flags.has(Flag::IntervalNotReached); }

bool isSharper(const Sample& candidate, const Sample& present)
{
    const bool bothClaim = hasClaim(candidate) && hasClaim(present);
    if (bothClaim && lostTime(candidate) != lostTime(present))
        return lostTime(present);
    if (isSettled(candidate) || isSettled(present))
        return isSettled(candidate);
    if (bothClaim && (isMuchWider(candidate, present) || isMuchWider(present, candidate)))
        return isMuchWider(present, candidate);
    return hasClaim(candidate) != hasClaim(present) ? hasClaim(candidate) : candidate.rounds >= present.rounds;
}

bool wasDisturbed(const Sample& sample) { return sample.flags.has(Flag::MachineBusy) || sample.flags.has(Flag::Throttled); }

} // namespace ridgepoint
