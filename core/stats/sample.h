// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device.h"
#include "core/model/flags.h"
#include "core/model/roof.h"
#include "core/model/units.h"
#include "core/model/workload.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// At most this many readings are kept with a sample, spread evenly over all that were taken.
inline constexpr std::size_t maximumKeptReadings = 64;

/// The summary of one workload's readings: what charts, files and messages carry.
struct Sample {
    Workload workload;
    std::string device = "cpu";
    Seconds time; ///< 25th percentile of the chain's time: the reported time
    Seconds median;
    Seconds low; ///< interval of `time` from the rounds' own 25th percentiles
    Seconds high;
    /// The 25th percentile by the clock on the wall, with what other programs took of the processor; 0 where that is
    /// `time`.
    Seconds wall;
    ControlReadings controls; ///< of the device while it was measured
    int rounds = 0;
    int readings = 0;
    Hertz clock;   ///< 0 where the device does not tell
    FlagSet flags; ///< only flags of measuring; analysis adds its own to its own results
    Provenance provenance = Provenance::Measured;
    std::vector<float> keptReadings; ///< seconds, in the order taken; at most maximumKeptReadings

    /// Whether the interval ends before it begins, as only a damaged file or message has it.
    [[nodiscard]] bool isInverted() const { return high > Seconds() && low > high; }
};

/// Whether its interval claims anything: it has rounds enough. One without is one look, perhaps at a busy moment.
[[nodiscard]] bool hasConfidenceInterval(const Sample& sample);

/// Whether a sample has what a claim needs: enough rounds, and an interval as narrow as was asked for. One without
/// waits to be sharpened.
[[nodiscard]] bool isConverged(const Sample& sample);

/// Which of two samples of one workload is the better: whether a candidate should take the place of what is known. Of
/// two that claim an interval and of which one lost time to other programs, to the system or to a lowered clock, the
/// other. Else one that is settled always, then one that claims an interval before one that does not, then one whose
/// interval is half as wide, then the one of more rounds. Also what is measured again on request is judged by this.
[[nodiscard]] bool isMorePrecise(const Sample& candidate, const Sample& present);

/// Whether other programs or a lowered clock slowed it, which explains what is odd about it before anything else.
[[nodiscard]] bool wasDisturbed(const Sample& sample);

/// Where a point's number comes from, for a column of a table: "interpolated" where it was filled in between measured
/// neighbours, which nothing may call measured; else the name of its provenance.
[[nodiscard]] inline std::string_view provenanceWord(Provenance provenance, FlagSet flags)
{
    return flags.has(Flag::Interpolated) ? std::string_view("interpolated") : nameOf(provenance);
}

} // namespace ridgepoint
