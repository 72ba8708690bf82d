// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_guess.h"

#include "core/analysis/guess.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t mostReasons = 2;
/// An interval over more than this factor says little of a guess within it.
constexpr double wideInterval = 4.0;

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

std::string listed(const GuessQuestion& question, const std::vector<std::string>& ids)
{
    std::string words;
    for (std::size_t i = 0; i < ids.size(); ++i)
        words += (i == 0 ? "" : ", ") + std::to_string(i + 1) + ". " + wordsOf(question, ids[i]);
    return words;
}

Finding numberFinding(const std::string& unit, double guess, const GuessAnswer& answer)
{
    const FindingValue said(guess, unit);
    const FindingValue seen(answer.number, unit);
    const bool hasInterval = answer.low < answer.high && answer.low <= answer.number && answer.number <= answer.high;
    if (!hasInterval) {
        if (!(guess > 0.0) || !(answer.number > 0.0))
            return {"You guessed %1, measured %2.", {said, seen}};
        const double factor = std::max(guess / answer.number, answer.number / guess);
        if (factor <= rightWithin)
            return {"You guessed %1, measured %2: close.", {said, seen}};
        return {guess < answer.number ? "You guessed %1, measured %2: %3 too low."
                                      : "You guessed %1, measured %2: %3 too high.",
                {said, seen, {factor, "x"}}};
    }
    std::vector<FindingValue> values{said, seen, {answer.low, unit}};
    const bool isBounded = std::isfinite(answer.high);
    values.push_back(isBounded ? FindingValue(answer.high, unit) : FindingValue("more"));
    if (guess >= answer.low && guess <= answer.high)
        return {!isBounded || answer.high > wideInterval * answer.low
                    ? "You guessed %1, measured %2 (%3 to %4): right, but the interval is wide; run it again when "
                      "nothing else runs."
                    : "You guessed %1, measured %2 (%3 to %4): right, within the interval.",
                std::move(values)};
    const double nearer = guess < answer.low ? answer.low : answer.high;
    if (!(guess > 0.0) || !(nearer > 0.0))
        return {"You guessed %1, measured %2 (%3 to %4).", std::move(values)};
    const double factor = std::max(guess / nearer, nearer / guess);
    values.emplace_back(factor, "x");
    if (factor <= rightWithin)
        return {"You guessed %1, measured %2 (%3 to %4): close.", std::move(values)};
    return {guess < nearer ? "You guessed %1, measured %2 (%3 to %4): at least %5 too low."
                           : "You guessed %1, measured %2 (%3 to %4): at least %5 too high.",
            std::move(values)};
}

Finding choiceFinding(const GuessQuestion& question, const std::string& chosen, const std::vector<GuessRank>& ranks)
{
    const GuessRank& first = ranks.front();
    const GuessRank* own = rankIn(ranks, chosen);
    const FindingValue firstWords(wordsOf(question, first.id));
    if (first.id == chosen && first.value > 0.0)
        return {"You chose “%1”, and so it was measured: %2.", {firstWords, {first.value, question.unit}}};
    if (first.id == chosen)
        return {"You chose “%1”, and so it was measured.", {firstWords}};
    if (own == nullptr || !(own->value > 0.0) || !(first.value > 0.0))
        return {"You chose “%1”; measured: “%2”.", {wordsOf(question, chosen), firstWords}};
    if (own->high >= first.low)
        return {"You chose “%1” (%2); measured: “%3” with %4. Their intervals overlap, so either may be first.",
                {wordsOf(question, chosen), {own->value, question.unit}, firstWords, {first.value, question.unit}}};
    return {"You chose “%1” (%2); measured: “%3” with %4, %5 that.",
            {wordsOf(question, chosen),
             {own->value, question.unit},
             firstWords,
             {first.value, question.unit},
             {first.value / own->value, "x"}}};
}

/// A pair stands where the measured intervals are in the guessed order or touch.
Finding orderFinding(const GuessQuestion& question, const std::vector<std::string>& said,
                     const std::vector<GuessRank>& ranks)
{
    std::vector<const GuessRank*> own; // as they were said, without those that were not measured
    for (const std::string& id : said)
        if (const GuessRank* rank = rankIn(ranks, id))
            own.push_back(rank);
    int pairs = 0;
    int standing = 0;
    for (std::size_t i = 0; i < own.size(); ++i)
        for (std::size_t j = i + 1; j < own.size(); ++j) {
            ++pairs;
            standing += own[i]->high >= own[j]->low ? 1 : 0;
        }
    std::vector<std::string> seen;
    for (const GuessRank& rank : ranks)
        seen.push_back(rank.id);
    return {pairs == standing ? "Your order: %1. Measured: %2. All %4 pairs are in this order."
                              : "Your order: %1. Measured: %2. %3 of %4 pairs are in this order.",
            {listed(question, said), listed(question, seen), std::to_string(standing), std::to_string(pairs)}};
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

Finding guessFinding(const GuessQuestion& question, const Guess& guess, const GuessAnswer* answer)
{
    if (question.kind == GuessKind::Number)
        return answer != nullptr ? numberFinding(question.unit, guess.number, *answer)
                                 : Finding{"You guessed %1.", {{guess.number, question.unit}}};
    const bool isAnswered = answer != nullptr && !answer->ranks.empty();
    if (question.kind == GuessKind::Order)
        return isAnswered ? orderFinding(question, guess.ids, answer->ranks)
                          : Finding{"Your order: %1.", {listed(question, guess.ids)}};
    const std::string chosen = guess.ids.empty() ? std::string() : guess.ids.front();
    return isAnswered ? choiceFinding(question, chosen, answer->ranks)
                      : Finding{"You chose “%1”.", {wordsOf(question, chosen)}};
}

} // namespace ridgepoint
