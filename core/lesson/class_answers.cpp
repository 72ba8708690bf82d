// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/class_answers.h"

#include <algorithm>
#include <cmath>
#include <system_error>

namespace ridgepoint {
namespace {

constexpr double nearFactor = 1.5;
constexpr int mostBins = 64;

bool isDrawn(double value) { return std::isfinite(value) && value > 0.0; }

int binOf(double value) { return static_cast<int>(std::lround(2.0 * std::log2(value))); }

/// The bins around the middle of all values, where there are more octaves than bins.
void fillBins(LessonClass& group, const std::vector<double>& predictions, const std::vector<double>& measured)
{
    std::vector<int> all;
    for (const std::vector<double>* values : {&predictions, &measured})
        for (const double value : *values)
            all.push_back(binOf(value));
    if (all.empty())
        return;
    std::sort(all.begin(), all.end());
    int first = all.front();
    int last = all.back();
    if (last - first >= mostBins) {
        const int middle = all[all.size() / 2];
        first = std::max(first, middle - mostBins / 2);
        last = std::min(last, first + mostBins - 1);
    }
    for (int bin = first; bin <= last; ++bin)
        group.bins.push_back({.centre = std::exp2(0.5 * bin)});
    const auto count = [&](const std::vector<double>& values, int LessonClass::Bin::*field) {
        for (const double value : values) {
            const int bin = binOf(value);
            if (bin < first || bin > last)
                ++group.leftOut;
            else
                ++(group.bins[static_cast<std::size_t>(bin - first)].*field);
        }
    };
    count(predictions, &LessonClass::Bin::predictions);
    count(measured, &LessonClass::Bin::measurements);
    for (const LessonClass::Bin& bin : group.bins)
        group.predictions += bin.predictions;
}

} // namespace

Result<GatheredAnswers> gatherAnswers(const std::filesystem::path& folder)
{
    std::error_code failed;
    std::vector<std::filesystem::path> files;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed)) {
        std::error_code unknown;
        if (entry->path().extension() == ".json" && entry->is_regular_file(unknown))
            files.push_back(entry->path());
        if (files.size() > mostAnswerFiles)
            return Error{ErrorKind::InvalidInput,
                         "answers.too-many",
                         "%1 has more than %2 files of answers; choose the folder of one class",
                         {folder.string(), std::to_string(mostAnswerFiles)}};
    }
    if (failed)
        return Error{ErrorKind::Unavailable,
                     "answers.no-folder",
                     "cannot read the folder %1: %2; choose one with files of answers",
                     {folder.string(), failed.message()}};
    std::sort(files.begin(), files.end());
    GatheredAnswers gathered;
    for (const std::filesystem::path& file : files) {
        const auto text = readSmallFile(file);
        auto answers = text ? answersFromJson(*text) : Result<LessonAnswers>(text.error());
        if (answers)
            gathered.answers.push_back(std::move(*answers));
        else
            gathered.skipped.push_back(file.filename().string() + ": " + answers.error().message());
    }
    return gathered;
}

std::vector<LessonClass> classesOf(std::span<const LessonAnswers> answers)
{
    std::map<std::string, LessonClass> groups;
    std::map<std::string, std::vector<double>> predictions;
    std::map<std::string, std::vector<double>> measured;
    for (const LessonAnswers& one : answers) {
        LessonClass& group = groups[one.lesson];
        group.lesson = one.lesson;
        if (group.title.empty())
            group.title = one.title;
        if (group.unit.empty())
            group.unit = one.unit;
        isDrawn(one.prediction) ? predictions[one.lesson].push_back(one.prediction) : void(++group.leftOut);
        if (!one.measured)
            continue;
        isDrawn(*one.measured) ? measured[one.lesson].push_back(*one.measured) : void(++group.leftOut);
        if (isDrawn(*one.measured))
            group.measured[one.deviceName].push_back(*one.measured);
        if (const auto ratio = one.ratio())
            group.near += *ratio <= nearFactor && *ratio >= 1.0 / nearFactor ? 1 : 0;
    }
    std::vector<LessonClass> all;
    for (auto& [id, group] : groups) {
        fillBins(group, predictions[id], measured[id]);
        for (auto& [device, values] : group.measured)
            std::sort(values.begin(), values.end());
        all.push_back(std::move(group));
    }
    return all;
}

} // namespace ridgepoint
