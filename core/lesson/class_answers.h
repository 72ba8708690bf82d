// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson_answers.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// More files than any class hands in; a folder beyond it was chosen by mistake.
inline constexpr std::size_t mostAnswerFiles = 10000;

/// The answers of a folder, and the files that are none, each with the reason.
struct GatheredAnswers {
    std::vector<LessonAnswers> answers; ///< in the order of the files' names
    std::vector<std::string> skipped;   ///< "x.json: …"
};

/// Reads every .json of a folder, without those below it. Unavailable where it cannot be read, InvalidInput where it
/// has more than mostAnswerFiles.
[[nodiscard]] Result<GatheredAnswers> gatherAnswers(const std::filesystem::path& folder);

/// Why nothing of a folder can be shown that holds no answers: it is empty, or these of its files are none.
[[nodiscard]] Error noAnswersIn(const std::filesystem::path& folder, const GatheredAnswers& gathered);

/// Answers of a class to one lesson.
struct LessonClass {
    /// Of half an octave: those within a factor of 2^(1/4) of `centre`.
    struct Bin {
        double centre = 1.0;
        int predictions = 0;
        int measurements = 0;
        std::map<std::string, int> byDevice; ///< predictions by the device's name
        double least = 0.0;                  ///< of the predictions; 0 without any
        double most = 0.0;
        std::string choice; ///< the answer offered that all of its predictions are; empty where there is none
        /// Where it is drawn: at its predictions where all are of one value, as the answers to choose from are.
        [[nodiscard]] double place() const { return least > 0.0 && least == most ? least : centre; }
    };
    std::string lesson;
    std::string title;
    std::string question;   ///< as one of them was asked, or as a lesson that ships asks; empty where neither is known
    std::string unit;       ///< of what is counted: "" of places
    std::string axis;       ///< of places and curves: "k", "d", "N"
    bool isByRoofs = false; ///< what is called measured here is computed from roofs
    bool isCurves = false;  ///< what is counted is where curves begin to rise
    std::vector<Bin> bins;  ///< ascending, without a bin left out, to where six octaves are empty; 64 at most
    int predictions = 0;    ///< in the bins
    /// Predictions and measurements that are no positive number, of another unit or axis, or beyond the bins, and
    /// curves that do not begin to rise.
    int leftOut = 0;
    int unpredicted = 0; ///< people who predicted nothing; what they measured is counted
    int doubted = 0;     ///< measurements that the roofs do not allow, which are not counted
    /// Of the people who measured: predicted within a factor of 1.5; where answers were offered, chose the one that is
    /// nearest to what they measured, in ratio.
    int near = 0;
    /// As to the first of them where most of them say it, or as a lesson that ships does; empty for a number.
    std::vector<OfferedAnswer> offered;
    std::map<std::string, std::vector<double>> measured; ///< by the device's name, ascending
    /// What people wrote, each in one line, without their names: what they saw, and their answers to the last question.
    std::vector<std::string> seen;
    std::vector<std::string> transfer;
};

/// What those who are counted as near predicted, behind their number: "within a factor of 1.5 of what was measured".
[[nodiscard]] std::string nearWords(const LessonClass& group);

/// Words with a single blank between them, as a list has them.
[[nodiscard]] std::string inOneLine(std::string_view text);

/// Words without capitals, of letters that Western European languages write in one piece.
[[nodiscard]] std::string withoutCapitals(const std::string& words);
/// What several people wrote, as the first of them did.
struct CountedAnswer {
    std::string words;
    int people = 0;
};
/// Equal answers together, the most frequent first. `folded`: words of which those that differ in capitals are one
/// text. What ends a sentence makes no other answer either, but for a question mark.
[[nodiscard]] std::vector<CountedAnswer> countedAnswers(
    std::span<const std::string> written,
    const std::function<std::string(const std::string&)>& folded = withoutCapitals);

/// By lesson, in the order of the ids.
[[nodiscard]] std::vector<LessonClass> classesOf(std::span<const LessonAnswers> answers);

} // namespace ridgepoint
