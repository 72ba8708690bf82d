// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/guess.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What somebody says before an experiment is measured.
struct Guess {
    double number = 0.0;             ///< Number and Place, in the question's unit
    std::vector<std::string> ids{};  ///< Choice: the one; Order: all options, first to last
    std::vector<CurvePlace> curve{}; ///< Curve: multiples of its first place's value, ascending
};

/// An option as it was measured.
struct GuessRank {
    std::string id;
    double value = 0.0; ///< in the question's unit; 0 where it has none
    double low = 0.0;   ///< interval of the value
    double high = 0.0;
};

/// A place of a curve as it was measured, in multiples of the first place's value.
struct GuessPlace {
    MeasuredPlace measured;
    std::string parting; ///< what is said where a guess first leaves it here, in the regime's words: a translatable
                         ///< template with %1 for x
};

/// What a result says to the question of its experiment.
struct GuessAnswer {
    double number = 0.0; ///< Curve: the first place's value
    double low = 0.0;    ///< interval of the number; both ends are the number where none is known
    double high = 0.0;
    std::vector<GuessRank> ranks{};  ///< Choice and Order: the options that were measured, what is asked for first
    std::vector<GuessPlace> curve{}; ///< Curve: the places behind the first, ascending
    std::vector<Finding> why{};      ///< two findings at most
};

/// The upper end of its interval: infinity where a clock that stood still tells no bound.
[[nodiscard]] double topOf(const ExperimentPoint& point);
[[nodiscard]] std::optional<GuessAnswer> answerOf(double number, std::vector<Finding> why);
/// The value of a measured point, with its interval.
[[nodiscard]] std::optional<GuessAnswer> answerOf(const ExperimentPoint& point, std::vector<Finding> why);
/// How many times the value of `over` is that of `under`, which is no 0, from the least to the most that both intervals
/// allow; without an upper end (infinity) where the lower one of `under` is no positive number.
[[nodiscard]] std::optional<GuessAnswer> answerOfRatio(const ExperimentPoint& over, const ExperimentPoint& under,
                                                       std::vector<Finding> why);
[[nodiscard]] std::optional<GuessAnswer> answerOf(std::vector<GuessRank> ranks, std::vector<Finding> why);
/// What this measured point says of the option of its label.
[[nodiscard]] GuessRank rankOf(const ExperimentPoint& point);
/// A measured place of a curve whose first place was measured as `first`.
[[nodiscard]] GuessPlace placeOf(const ExperimentPoint& point, const ExperimentPoint& first, std::string parting);
/// What the multiples of a curve that begins at x are of, to draw it into the first plot: the value that was measured
/// at that x, by the answer's series where there is an answer, or else what is predicted; nothing before either.
[[nodiscard]] std::optional<double> unitOfCurve(const GuessQuestion& question, const ExperimentResult& result,
                                                double x);
/// The largest value first.
void sortRanks(std::vector<GuessRank>& ranks);

/// Whether a run of the experiment with these parameters answers its question.
[[nodiscard]] bool asks(const GuessQuestion& question, const ExperimentParameters& parameters);
/// The question with the parameters in it.
[[nodiscard]] Finding questionOf(const GuessQuestion& question, const ExperimentParameters& parameters);
/// Line by line: "You guessed 4.0×." and, once there is an answer, "Measured: 11× (10× to 12×)." and "Your guess is
/// 2.8× too low." (judgeNumber, core/analysis/guess.h); an order as it was measured, each with its guessed place.
/// Options whose intervals overlap are told apart by none. A curve: where it and the measured one part
/// first, and by how much at most (partingOf).
[[nodiscard]] std::vector<Finding> guessFindings(const GuessQuestion& question, const Guess& guess,
                                                 const GuessAnswer* answer);

} // namespace ridgepoint
