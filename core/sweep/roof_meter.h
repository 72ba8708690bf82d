// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/roof.h"

#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

/// Measures one roof in rounds. Rates (bandwidth, compute) report the best round: a roof is what the device can do, and
/// whatever disturbs a round only lowers it. Launch costs report the median of the rounds' 25th percentiles: their
/// minimum is a lucky accident well under what a launch costs; disturbed rounds are left out of it while three quiet
/// ones remain, and where rounds disagree those of a slower state of the machine. low..high is for both the range of
/// the rounds that nothing disturbed, which the states of the machine lie within; what other programs or the system
/// took the processor away from is no state of it. Where fewer than three rounds are undisturbed it is that of all
/// rounds' quartiles. The value lies within it. Flags say why the value may be wrong all the same.
class RoofMeter {
public:
    RoofMeter(std::string id, RoofWork work, DeviceKind kind = DeviceKind::Cpu);

    [[nodiscard]] const std::string& id() const { return m_id; }
    /// One round: a handful of batches, some milliseconds. The first round also warms up and finds how many
    /// repetitions make a batch that the clock can time.
    [[nodiscard]] Result<void> measureRound();
    [[nodiscard]] int rounds() const { return static_cast<int>(m_rounds.size()); }
    /// Whether further rounds may yet find a launch cost in a quieter state: those there are disagree or were
    /// disturbed.
    [[nodiscard]] bool isUnsettled() const;
    /// The roof from at least one round.
    [[nodiscard]] Roof roof() const;
    /// Time spent in the rounds' batches for which the device knew what other programs used …
    [[nodiscard]] Seconds observed() const { return m_observed; }
    /// … and the part of it, were the whole processor theirs, that they used.
    [[nodiscard]] Seconds usedByOthers() const { return m_usedByOthers; }

private:
    struct Round {
        double seconds = 0.0; ///< of one repetition, the 25th percentile of the round; of a difference the median
        FlagSet flags;        ///< of at least half of its batches
        bool isLossy = false; ///< in every batch the threads were without a processor for long
        Hertz clock{};        ///< mean of its batches; 0 where the device does not tell
        double watts = 0.0;   ///< of its last batch; 0 likewise
        std::optional<double> celsius{}; ///< of its last batch
        std::string heldBackBy{};        ///< of its last batch that told; empty where nothing did
        bool isSlowdownKnown = true;     ///< of any of its batches (BatchTiming)
        double differenceOf = 0.0;       ///< seconds of a repetition, the median of its batches (BatchTiming)
    };

    [[nodiscard]] Result<BatchTiming> batch();
    /// The rounds that a launch cost is the median of, and whether they can be believed.
    struct LaunchRounds {
        std::vector<double> used;
        bool agree = true;
        bool isOneFaster = false; ///< by far than most of them
    };

    [[nodiscard]] LaunchRounds launchRounds() const;
    /// What is fixed per chain is a difference of two times: a disturbance makes it smaller as well as larger, so that
    /// neither a low percentile nor the fastest round says anything.
    [[nodiscard]] bool isDifference() const { return m_id == launchFixedRoofId; }
    /// Seconds of a repetition, from the shortest to the longest, that `value`'s roof was seen at, as the class says.
    [[nodiscard]] std::pair<double, double> range(double value) const;
    /// What disturbed so many rounds that the value may be wrong.
    [[nodiscard]] FlagSet disturbedBy() const;
    [[nodiscard]] Result<void> calibrate();
    /// More repetitions, after a batch that lasted too short a time.
    void lengthen(Seconds given);

    std::string m_id;
    RoofWork m_work;
    Seconds m_batch;                ///< that is aimed at
    Seconds m_shortest;             ///< of a batch that counts; 0 for any
    Seconds m_round;                ///< of a rate
    std::int64_t m_repetitions = 0; ///< 0 until calibrated
    std::vector<Round> m_rounds;
    Seconds m_observed;
    Seconds m_usedByOthers;
};

} // namespace ridgepoint
