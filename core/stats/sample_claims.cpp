// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/sample_claims.h"

namespace ridgepoint {

bool hasClaim(const Sample& sample) { return !sample.flags.has(Flag::FewReadings); }

bool isSettled(const Sample& sample) { return hasClaim(sample) && !sample.flags.has(Flag::IntervalNotReached); }

bool isSharper(const Sample& candidate, const Sample& present)
{
    if (hasClaim(present) && wasDisturbed(candidate) != wasDisturbed(present) && hasClaim(candidate))
        return wasDisturbed(present);
    if (isSettled(candidate) || isSettled(present))
        return isSettled(candidate);
    return hasClaim(candidate) != hasClaim(present) ? hasClaim(candidate) : candidate.rounds >= present.rounds;
}

bool wasDisturbed(const Sample& sample) { return sample.flags.has(Flag::MachineBusy) || sample.flags.has(Flag::Throttled); }

} // namespace ridgepoint
