// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_guess.h"

#include "core/analysis/guess.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t mostReasons = 2;

/// The words of an option of the question; of an unknown one its id.
std::string wordsOf(const GuessQuestion& question, const std::string& id)
{
    const auto found = std::find_if(question.options.begin(), question.options.end(),
                                    [&](const LabelName& option) { return option.id() == id; });
    return found == question.options.end() ? id : found->words();
}

const GuessRank* rankIn(const std::vector<GuessRank>& ranks, const std::string& id)
{
    const auto found = std::find_if(ranks.begin(), ranks.end(), [&](const GuessRank& rank) { return rank.id == id; });
    return found == ranks.end() ? nullptr : &*found;
}

Finding undecidedGuess()
{
    return {"This cannot be decided: the measured interval is too wide. Run it again when the machine is quiet.", {}};
}

/// Nothing where the numbers have no ratio.
std::optional<Finding> verdictOn(GuessKind kind, double guess, const GuessAnswer& answer, bool hasInterval)
{
    if (hasInterval && !std::isfinite(answer.high) && guess >= answer.low)
        return Finding{"Your guess may be right: the measured interval is not bounded above.", {}};
    const auto interval = hasInterval ? std::optional(Interval{answer.low, answer.high}) : std::nullopt;
    const auto judged = kind == GuessKind::Place ? judgePlace(guess, answer.number, interval)
                                                 : judgeNumber(guess, answer.number, interval);
    if (!judged)
        return std::nullopt;
    const FindingValue factor(judged->factor, "x");
    const bool isAtLeast = hasInterval && !std::isfinite(answer.high);
    switch (judged->verdict) {
    case NumberVerdict::Right: return Finding{"Right: your guess lies within the interval.", {}};
    case NumberVerdict::Close:
        return Finding{judged->isUncertain
                           ? "That is close, but the interval is wide: run it again when the machine is quiet."
                           : "That is close.",
                       {}};
    case NumberVerdict::Undecided: return undecidedGuess();
    case NumberVerdict::TooLow:
        if (judged->isUncertain)
            return Finding{"Your guess is too low; the measurement is too uncertain to tell by how much.", {}};
        return Finding{isAtLeast ? "Your guess is at least %1 too low." : "Your guess is %1 too low.", {factor}};
    case NumberVerdict::TooHigh:
        if (judged->isUncertain)
            return Finding{"Your guess is too high; the measurement is too uncertain to tell by how much.", {}};
        return Finding{isAtLeast ? "Your guess is at least %1 too high." : "Your guess is %1 too high.", {factor}};
    }
    return std::nullopt;
}

std::vector<Finding> numberLines(const GuessQuestion& question, double guess, const GuessAnswer* answer)
{
    const std::string& unit = question.unit;
    std::vector<Finding> lines{{"You guessed %1.", {{guess, unit}}}};
    if (answer == nullptr)
        return lines;
    const FindingValue measured(answer->number, unit);
    const FindingValue low(answer->low, unit);
    const bool hasInterval = answer->low < answer->high && answer->low <= answer->number
                          && answer->number <= answer->high;
    const bool isBounded = std::isfinite(answer->high);
    if (!hasInterval)
        lines.push_back({"Measured: %1.", {measured}});
    else if (isBounded)
        lines.push_back({"Measured: %1 (%2 to %3).", {measured, low, {answer->high, unit}}});
    else
        lines.push_back({"Measured: %1 (at least %2).", {measured, low}});
    if (const auto verdict = verdictOn(question.kind, guess, *answer, hasInterval))
        lines.push_back(*verdict);
    return lines;
}

/// Where the curves part first, and where they are farthest apart and how far; or that they do not.
std::vector<Finding> curveLines(const std::string& unit, const std::vector<CurvePlace>& sketch,
                                const GuessAnswer* answer)
{
    if (sketch.empty())
        return {};
    if (answer == nullptr)
        return {{"You drew %1 at %2.", {{sketch.back().value, unit}, {std::round(sketch.back().x), ""}}}};
    std::vector<MeasuredPlace> measured;
    for (const GuessPlace& place : answer->curve)
        measured.push_back(place.measured);
    const auto parting = partingOf(sketch, measured);
    if (!parting)
        return {{"Nothing was measured where you drew your curve.", {}}};
    if (parting->compared == 0)
        return {undecidedGuess()};
    if (!parting->first)
        return {parting->last + 1 == measured.size()
                    ? Finding{"Right: your curve agrees with the measured one from end to end.", {}}
                    : Finding{"As far as you drew it, to %1, your curve agrees with the measured one.",
                              {{std::round(sketch.back().x), ""}}}};
    const GuessPlace& first = answer->curve[parting->first->place];
    std::vector<Finding> lines{{first.parting, {{first.measured.x, ""}}}};
    const bool isLow = parting->most->ratio > 1.0;
    const FindingValue off(isLow ? parting->most->ratio : 1.0 / parting->most->ratio, "x");
    if (parting->most->place == parting->first->place)
        lines.push_back(
            {isLow ? "There your curve is at least %1 too low." : "There your curve is at least %1 too high.", {off}});
    else
        lines.push_back(
            {isLow ? "At %1 your curve is at least %2 too low." : "At %1 your curve is at least %2 too high.",
             {{measured[parting->most->place].x, ""}, off}});
    return lines;
}

/// An option, with its number where it has one.
Finding optionFinding(const char* alone, const char* withNumber, const GuessQuestion& question, const std::string& id,
                      const GuessRank* rank)
{
    if (rank == nullptr || !(rank->value > 0.0))
        return {alone, {wordsOf(question, id)}};
    return {withNumber, {wordsOf(question, id), {rank->value, question.unit}}};
}

std::vector<Finding> choiceLines(const GuessQuestion& question, const std::string& chosen,
                                 const std::vector<GuessRank>& ranks)
{
    const GuessRank* own = rankIn(ranks, chosen);
    std::vector<Finding> lines{optionFinding("You chose “%1”.", "You chose “%1” (%2).", question, chosen, own)};
    if (ranks.empty())
        return lines;
    const GuessRank& first = ranks.front();
    lines.push_back(optionFinding("Measured: “%1”.", "Measured: “%1” (%2).", question, first.id, &first));
    if (first.id == chosen)
        lines.push_back({"As you guessed.", {}});
    else if (own != nullptr && own->value > 0.0 && first.value > 0.0 && own->high >= first.low)
        lines.push_back({"Their intervals overlap, so either may be first.", {}});
    else if (own != nullptr && own->value > 0.0 && first.value > 0.0)
        lines.push_back({"That is %1 your choice.", {{first.value / own->value, "x"}}});
    return lines;
}

/// The measured order with the places in what was said. A pair stands where the measured intervals are in the guessed
/// order or touch.
std::vector<Finding> orderLines(const GuessQuestion& question, const std::vector<std::string>& said,
                                const std::vector<GuessRank>& ranks)
{
    std::vector<Finding> lines;
    if (ranks.empty()) {
        lines.push_back({"Your order:", {}});
        for (std::size_t i = 0; i < said.size(); ++i)
            lines.push_back({"%1. %2", {std::to_string(i + 1), wordsOf(question, said[i])}});
        return lines;
    }
    std::vector<const GuessRank*> own; // as they were said, without those that were not measured
    std::vector<Finding> missing;
    for (const std::string& id : said)
        if (const GuessRank* rank = rankIn(ranks, id))
            own.push_back(rank);
        else
            missing.push_back({"Not measured: %1.", {wordsOf(question, id)}});
    lines.push_back({"Measured, and your places:", {}});
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const auto place = std::find(said.begin(), said.end(), ranks[i].id);
        if (place != said.end())
            lines.push_back(
                {"%1. %2 (you: %3)",
                 {std::to_string(i + 1), wordsOf(question, ranks[i].id), std::to_string(place - said.begin() + 1)}});
    }
    std::move(missing.begin(), missing.end(), std::back_inserter(lines));
    int pairs = 0;
    int standing = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
        for (std::size_t j = i + 1; j < own.size(); ++j) {
            ++pairs;
            standing += own[i]->high >= own[j]->low ? 1 : 0;
        }
    if (pairs == 1)
        lines.push_back({standing == 1 ? "That is your order." : "That is the other way round.", {}});
    else if (pairs > 1)
        lines.push_back({pairs == standing ? "All %2 pairs are in your order." : "%1 of %2 pairs are in your order.",
                         {std::to_string(standing), std::to_string(pairs)}});
    return lines;
}

} // namespace

double topOf(const ExperimentPoint& point)
{
    return point.openAbove == OpenAbove::No ? point.high : std::numeric_limits<double>::infinity();
}

std::optional<GuessAnswer> answerOf(double number, std::vector<Finding> why)
{
    why.resize(std::min(why.size(), mostReasons), Finding{});
    return GuessAnswer{.number = number, .low = number, .high = number, .why = std::move(why)};
}

std::optional<GuessAnswer> answerOf(const ExperimentPoint& point, std::vector<Finding> why)
{
    auto answer = answerOf(point.y, std::move(why));
    answer->low = point.low;
    answer->high = topOf(point);
    return answer;
}

std::optional<GuessAnswer> answerOfRatio(const ExperimentPoint& over, const ExperimentPoint& under,
                                         std::vector<Finding> why)
{
    auto answer = answerOf(over.y / under.y, std::move(why));
    answer->low = over.low / topOf(under);
    answer->high = under.low > 0.0 ? topOf(over) / under.low : std::numeric_limits<double>::infinity();
    return answer;
}

std::optional<GuessAnswer> answerOf(std::vector<GuessRank> ranks, std::vector<Finding> why)
{
    why.resize(std::min(why.size(), mostReasons), Finding{});
    return GuessAnswer{.ranks = std::move(ranks), .why = std::move(why)};
}

GuessRank rankOf(const ExperimentPoint& point) { return {point.label.id(), point.y, point.low, topOf(point)}; }

GuessPlace placeOf(const ExperimentPoint& point, const ExperimentPoint& first, std::string parting)
{
    const auto ratio = answerOfRatio(point, first, {});
    return {{point.x, ratio->number, {ratio->low, ratio->high}}, std::move(parting)};
}

std::optional<double> unitOfCurve(const GuessQuestion& question, const ExperimentResult& result, double x)
{
    if (const auto answer = question.answer(result))
        return answer->number;
    for (const Provenance provenance : {Provenance::Measured, Provenance::Predicted})
        for (const ExperimentPoint& point : result.points)
            if (point.plot == 0 && point.x == x && point.provenance == provenance)
                return point.y;
    return std::nullopt;
}

void sortRanks(std::vector<GuessRank>& ranks)
{
    std::stable_sort(ranks.begin(), ranks.end(),
                     [](const GuessRank& a, const GuessRank& b) { return a.value > b.value; });
}

bool asks(const GuessQuestion& question, const ExperimentParameters& parameters)
{
    return question.isAsked == nullptr || question.isAsked(parameters);
}

Finding questionOf(const GuessQuestion& question, const ExperimentParameters& parameters)
{
    Finding asked{question.text, {}};
    for (const std::string& name : question.fills) {
        const auto found = parameters.texts().find(name);
        asked.values.emplace_back(found == parameters.texts().end() ? name : found->second);
    }
    return asked;
}

std::vector<Finding> guessFindings(const GuessQuestion& question, const Guess& guess, const GuessAnswer* answer)
{
    if (asksForNumber(question.kind))
        return numberLines(question, guess.number, answer);
    if (question.kind == GuessKind::Curve)
        return curveLines(question.unit, guess.curve, answer);
    const std::vector<GuessRank> ranks = answer != nullptr ? answer->ranks : std::vector<GuessRank>();
    if (question.kind == GuessKind::Order)
        return orderLines(question, guess.ids, ranks);
    return choiceLines(question, guess.ids.empty() ? std::string() : guess.ids.front(), ranks);
}

} // namespace ridgepoint
