// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/roof.h"

#include <string>
#include <vector>

namespace ridgepoint {

/// Measures one roof in rounds. Rates (bandwidth, compute) report the best round: a roof is what the device can do, and
/// whatever disturbs a round only lowers it. Launch costs report the median of the rounds' 25th percentiles: their
/// minimum is a lucky accident well under what a launch costs. low..high is the range of the rounds for both.
class RoofMeter {
public:
    RoofMeter(std::string id, RoofWork work);

    [[nodiscard]] const std::string& id() const { return m_id; }
    /// One round: a handful of batches, some milliseconds. The first round also warms up and finds how many
    /// repetitions make a batch that the clock can time.
    [[nodiscard]] Result<void> measureRound();
    [[nodiscard]] int rounds() const { return static_cast<int>(m_rounds.size()); }
    /// The roof from at least one round.
    [[nodiscard]] Roof roof() const;

private:
    [[nodiscard]] Result<Seconds> batch();
    [[nodiscard]] Result<void> calibrate();

    std::string m_id;
    RoofWork m_work;
    std::int64_t m_repetitions = 0; ///< 0 until calibrated
    std::vector<double> m_rounds;   ///< seconds of one repetition, the 25th percentile of each round
};

} // namespace ridgepoint
