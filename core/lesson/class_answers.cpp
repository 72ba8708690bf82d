// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/class_answers.h"

#include "core/lesson/lesson.h"
#include "core/lesson/lesson_prediction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <system_error>

namespace ridgepoint {
namespace {

constexpr double nearFactor = 1.5;
constexpr int mostBins = 64;
constexpr int widestGap = 12; ///< bins, six octaves

bool isDrawn(double value) { return std::isfinite(value) && value > 0.0; }

int binOf(double value) { return static_cast<int>(std::lround(2.0 * std::log2(value))); }

/// A number that somebody predicted, or their machine measured.
struct Given {
    double value = 0.0;
    std::string device;
    std::string choice; ///< the answer offered that it is; empty for none
};
struct GivenOfClass {
    std::vector<Given> predictions;
    std::vector<Given> measured;
};

/// Whether a file can be counted with the others; one that was written by hand says neither unit nor axis.
bool isComparable(const LessonAnswers& one, const LessonClass& group)
{
    return group.isCurves == one.isOfCurve() && (one.axis.empty() || one.axis == group.axis)
        && (group.isCurves || one.unit.empty() || one.unit == group.unit);
}

/// What was offered to a class. The same answer may be another number on another machine.
struct OfferedInClass {
    int files = 0; ///< that can be compared
    int filesWith = 0;
    std::vector<OfferedAnswer> first;                           ///< of those
    std::map<std::string, std::vector<OfferedAnswer>> byDevice; ///< by the device's name
    std::vector<OfferedAnswer> constant;                        ///< the same on every machine; empty where unknown

    void add(const LessonAnswers& one)
    {
        ++files;
        if (one.offered.empty())
            return;
        ++filesWith;
        if (first.empty())
            first = one.offered;
        byDevice.try_emplace(one.deviceName, one.offered);
    }
    /// To one of them: a file of before this was written has what another of its machine has.
    [[nodiscard]] const std::vector<OfferedAnswer>& to(const LessonAnswers& one) const
    {
        if (!one.offered.empty())
            return one.offered;
        const auto found = byDevice.find(one.deviceName);
        return found != byDevice.end() && !one.deviceName.empty() ? found->second : constant;
    }
};

/// The bins around the middle of all values.
void fillBins(LessonClass& group, const GivenOfClass& given)
{
    std::vector<int> all;
    for (const std::vector<Given>* values : {&given.predictions, &given.measured})
        for (const Given& one : *values)
            all.push_back(binOf(one.value));
    if (all.empty())
        return;
    std::sort(all.begin(), all.end());
    // From the middle out to what is far from all others: a joker does not make bars of all the rest too thin to read.
    const std::size_t middle = all.size() / 2;
    std::size_t low = middle;
    while (low > 0 && all[low] - all[low - 1] <= widestGap)
        --low;
    std::size_t high = middle;
    while (high + 1 < all.size() && all[high + 1] - all[high] <= widestGap)
        ++high;
    const int first = std::max(all[low], all[middle] - mostBins / 2);
    const int last = std::min(all[high], first + mostBins - 1);
    for (int bin = first; bin <= last; ++bin)
        group.bins.push_back({.centre = std::exp2(0.5 * bin), .byDevice = {}, .choice = {}});
    const auto binFor = [&](const Given& one) -> LessonClass::Bin* {
        const int bin = binOf(one.value);
        if (bin >= first && bin <= last)
            return &group.bins[static_cast<std::size_t>(bin - first)];
        ++group.leftOut;
        return nullptr;
    };
    for (const Given& one : given.predictions)
        if (LessonClass::Bin* bin = binFor(one)) {
            if (bin->predictions == 0)
                bin->choice = one.choice;
            else if (bin->choice != one.choice)
                bin->choice.clear();
            bin->least = bin->predictions == 0 ? one.value : std::min(bin->least, one.value);
            bin->most = std::max(bin->most, one.value);
            ++bin->predictions;
            ++bin->byDevice[one.device];
            ++group.predictions;
        }
    for (const Given& one : given.measured)
        if (LessonClass::Bin* bin = binFor(one))
            ++bin->measurements;
}

/// What a lesson that ships asks and offers, where the files do not say it: with a dash for a machine's number, and
/// no answers where one stands for such a number. A page of somebody's own may have its id, but not its title.
void completeByShipped(LessonClass& group)
{
    for (const LessonPage& page : shippedLessonPages())
        if (page.id == group.lesson)
            if (const auto lesson = parseLesson(page.text, group.lesson);
                lesson && (group.title.empty() || group.title == lesson->title)) {
                if (group.question.empty())
                    group.question = inOneLine(
                        filledText(lesson->section(LessonSection::Predict).text, LessonMachine{},
                                   [](const LessonValue& value) { return quantityText(value.number, value.unit); }));
                if (auto offered = offeredAnswers(*lesson, LessonMachine{});
                    group.offered.empty() && offered.size() == lesson->choices.size())
                    group.offered = std::move(offered);
            }
}

/// The one that is nearest in ratio to a positive number; null for none.
const OfferedAnswer* nearestOf(std::span<const OfferedAnswer> offered, double number)
{
    const OfferedAnswer* nearest = nullptr;
    const auto octavesTo = [number](const OfferedAnswer& one) { return std::abs(std::log2(one.value / number)); };
    for (const OfferedAnswer& one : offered)
        if (isDrawn(one.value) && (nearest == nullptr || octavesTo(one) < octavesTo(*nearest)))
            nearest = &one;
    return nearest;
}

} // namespace

std::string nearWords(const LessonClass& group)
{
    if (group.offered.empty())
        return group.isByRoofs ? "within a factor of 1.5 of what the roofs say"
                               : "within a factor of 1.5 of what was measured";
    return group.isByRoofs ? "the offered answer nearest to what the roofs say"
                           : "the offered answer nearest to what was measured";
}

std::string inOneLine(std::string_view text)
{
    std::istringstream words{std::string(text)};
    std::string line;
    for (std::string word; words >> word;)
        line += (line.empty() ? "" : " ") + word;
    return line;
}

std::string withoutCapitals(const std::string& words)
{
    std::string folded = words;
    for (std::size_t i = 0; i < folded.size(); ++i) {
        const auto letter = static_cast<unsigned char>(folded[i]);
        // In UTF-8, À to Þ are 0xC3 and a byte that is 0x20 less than that of à to þ; × lies between them.
        const bool isAccented = i > 0 && folded[i - 1] == '\xC3' && letter >= 0x80 && letter <= 0x9E && letter != 0x97;
        if ((letter >= 'A' && letter <= 'Z') || isAccented)
            folded[i] = static_cast<char>(letter + 0x20);
    }
    return folded;
}

std::vector<CountedAnswer> countedAnswers(std::span<const std::string> written,
                                          const std::function<std::string(const std::string&)>& folded)
{
    constexpr std::array<std::string_view, 8> ends{" ", ".", ",", ";", ":", "!", "\u2026", "\u3002"};
    std::vector<CountedAnswer> answers;
    std::map<std::string, std::size_t> places;
    for (const std::string& words : written) {
        std::string key = folded(words);
        const auto endOfIt = [&] {
            return std::find_if(ends.begin(), ends.end(), [&key](std::string_view end) { return key.ends_with(end); });
        };
        for (auto end = endOfIt(); end != ends.end(); end = endOfIt())
            key.resize(key.size() - end->size());
        // An answer of nothing else is equal to none but itself.
        const auto [place, isNew] = places.try_emplace(key.empty() ? words : key, answers.size());
        if (isNew)
            answers.push_back({words, 0});
        ++answers[place->second].people;
    }
    std::stable_sort(answers.begin(), answers.end(),
                     [](const CountedAnswer& a, const CountedAnswer& b) { return a.people > b.people; });
    return answers;
}

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
        // What `lesson --answers` is given is no result: the answers that it saves have what the choice stands for.
        if (answers && answers->choice > 0 && !answers->isOfCurve())
            gathered.skipped.push_back(file.filename().string()
                                       + ": a choice that was not measured; gather what `ridgepoint-bench lesson "
                                       + answers->lesson + " --answers FILE -o FILE` writes for it");
        else if (answers)
            gathered.answers.push_back(std::move(*answers));
        else
            gathered.skipped.push_back(file.filename().string() + ": " + answers.error().message());
    }
    return gathered;
}

Error noAnswersIn(const std::filesystem::path& folder, const GatheredAnswers& gathered)
{
    if (gathered.skipped.empty())
        return {ErrorKind::Unavailable,
                "answers.empty-folder",
                "There are no answers in %1; choose a folder with the .json files that lessons save.",
                {folder.string()}};
    return {ErrorKind::Unavailable,
            "answers.none-readable",
            "None of the %1 .json files in %2 holds answers. The first, %3",
            {std::to_string(gathered.skipped.size()), folder.string(), gathered.skipped.front()}};
}

std::vector<LessonClass> classesOf(std::span<const LessonAnswers> answers)
{
    std::map<std::string, LessonClass> groups;
    std::map<std::string, GivenOfClass> given;
    std::map<std::string, int> curvesOverNumbers;
    for (const LessonAnswers& one : answers) {
        LessonClass& group = groups[one.lesson];
        group.lesson = one.lesson;
        if (group.title.empty())
            group.title = one.title;
        if (group.question.empty())
            group.question = inOneLine(one.question);
        if (std::string words = inOneLine(one.seen); !words.empty())
            group.seen.push_back(std::move(words));
        if (std::string words = inOneLine(one.transfer); !words.empty())
            group.transfer.push_back(std::move(words));
        curvesOverNumbers[one.lesson] += one.isOfCurve() ? 1 : -1;
    }
    for (const LessonAnswers& one : answers) {
        LessonClass& group = groups[one.lesson];
        group.isCurves = curvesOverNumbers[one.lesson]
                       > 0; // a stray file of before the page was changed turns no class
        if (one.isOfCurve() != group.isCurves)
            continue;
        if (group.axis.empty())
            group.axis = one.axis;
        if (group.unit.empty())
            group.unit = one.unit;
        group.isByRoofs = group.isByRoofs || one.isByRoofs;
    }
    for (auto& [id, group] : groups) {
        completeByShipped(group);
        if (group.isCurves)
            group.unit.clear(); // places are counted, and not times
    }
    std::map<std::string, OfferedInClass> offeredIn;
    for (const LessonAnswers& one : answers)
        if (isComparable(one, groups[one.lesson]))
            offeredIn[one.lesson].add(one);
    for (auto& [id, group] : groups) {
        OfferedInClass& its = offeredIn[id];
        if (group.isCurves || !group.axis.empty()) {
            group.offered.clear();
            continue;
        }
        its.constant = group.offered;
        if (2 * its.filesWith > its.files)
            group.offered = its.first;
    }
    for (const LessonAnswers& one : answers) {
        LessonClass& group = groups[one.lesson];
        const std::vector<OfferedAnswer>& offered = offeredIn[one.lesson].to(one);
        const auto take = [&](const std::optional<double>& number, std::vector<Given>& into) {
            if (!isComparable(one, group) || !number || !isDrawn(*number)) {
                ++group.leftOut;
                return false;
            }
            const OfferedAnswer* choice = nearestOf(offered, *number);
            into.push_back({*number, one.deviceName, choice != nullptr ? choice->words : std::string()});
            return true;
        };
        const auto predicted = one.predictedNumber();
        const auto measured = one.measuredNumber();
        group.unpredicted += one.isPredicted() ? 0 : 1;
        const bool isPredicted = one.isPredicted() && take(predicted, given[one.lesson].predictions);
        const bool isMeasured = one.measured || !one.measuredCurve.empty();
        if (isMeasured && one.isDoubted)
            ++group.doubted;
        if (!isMeasured || one.isDoubted || !take(measured, given[one.lesson].measured))
            continue;
        group.measured[one.deviceName].push_back(*measured);
        if (!isPredicted)
            continue;
        const bool isNear = group.offered.empty() || offered.empty()
                              ? *measured <= nearFactor * *predicted && *predicted <= nearFactor * *measured
                              : nearestOf(offered, *measured) == nearestOf(offered, *predicted);
        group.near += isNear ? 1 : 0;
    }
    std::vector<LessonClass> all;
    for (auto& [id, group] : groups) {
        fillBins(group, given[id]);
        for (auto& [device, values] : group.measured)
            std::sort(values.begin(), values.end());
        all.push_back(std::move(group));
    }
    return all;
}

} // namespace ridgepoint
