// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/guess.h"
#include "core/model/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// An answer that a question offers to choose, and the value that it stands for on a machine.
struct OfferedAnswer {
    std::string words;
    double value = 0.0;

    friend bool operator==(const OfferedAnswer&, const OfferedAnswer&) = default;
};

/// What one person predicted in a lesson and what their machine measured: a results file, which says nothing of who it
/// is of unless they typed their name.
struct LessonAnswers {
    std::string lesson;   ///< id
    std::string title;    ///< of the lesson, for a file of a lesson that the reader does not have
    std::string question; ///< as it was asked, in one line; empty in a file that was written by hand
    std::string person;   ///< as typed; empty for none
    std::string created;  ///< ISO 8601, UTC; empty in a file that was written by hand
    std::string device;   ///< "cpu"
    std::string deviceName;
    int threads = 0;
    std::optional<double> prediction; ///< in SI units; of a place a number on its axis; nothing where none was given
    int choice = 0; ///< which answer of the page, from 1; 0 for none; in a file in place of the prediction
    std::vector<OfferedAnswer> offered;    ///< by the question; empty where it asks for a number, a place or a curve
    std::string unit;                      ///< of both, as of a LessonValue
    std::string axis;                      ///< "k", "d" or "N" of a place or a curve; empty for a number
    std::optional<double> measured;        ///< nothing until it was measured
    bool isByRoofs = false;                ///< that is computed from roofs alone, and no time or result is in it
    bool contradictsRoofs = false;         ///< a measured time contradicts the roofs that explain it (doubtfulRoof)
    bool isDoubted = false;                ///< the roofs do not allow what was measured (answer_doubt.h)
    std::vector<CurvePlace> curve;         ///< that was predicted, ascending; empty for anything but a curve
    std::vector<CurvePlace> measuredCurve; ///< ascending; empty until it was measured
    std::string seen;                      ///< in the person's words, before the explanation
    std::string transfer;                  ///< their answer to the page's last question, in their words

    friend bool operator==(const LessonAnswers&, const LessonAnswers&) = default;
    /// Whether anything was predicted: not by those who were told the results aloud.
    [[nodiscard]] bool isPredicted() const { return prediction || !curve.empty(); }
    /// What a class is counted by: the number itself, of a curve the place where it begins to rise (kneeOf); nothing
    /// for a curve that does not.
    [[nodiscard]] std::optional<double> predictedNumber() const;
    [[nodiscard]] std::optional<double> measuredNumber() const;
    /// Whether a curve was predicted or measured: who had the results shown first drew none.
    [[nodiscard]] bool isOfCurve() const { return !curve.empty() || !measuredCurve.empty(); }
};

/// One JSON object: {"format":"ridgepoint-answers","version":1,…}; core/lesson/README.md lists the fields.
[[nodiscard]] std::string toJson(const LessonAnswers& answers);
/// Reads one. A person's file needs no more than "lesson" and "prediction", or "choice"; one with "measured" may be of
/// somebody who predicted nothing, for which files of before had a 0. Corrupt names the byte or the field.
[[nodiscard]] Result<LessonAnswers> answersFromJson(std::string_view text);

/// A small text file such as a lesson or answers; Unavailable where it cannot be read, InvalidInput beyond 64 KiB.
[[nodiscard]] Result<std::string> readSmallFile(const std::filesystem::path& path);

} // namespace ridgepoint
