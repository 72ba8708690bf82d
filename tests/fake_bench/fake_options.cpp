// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_bench/fake_options.h"

#include <cstdlib>
#include <map>
#include <sstream>

namespace ridgepoint::test {

namespace {

/// A number of at least zero, or -1.
double number(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return text.empty() || *end != '\0' || !(value >= 0.0) || value > 1e9 ? -1.0 : value;
}

/// Takes the words at `at` where they say where to measure, or how it is on the way; leaves `at` at the last of them.
bool takeTarget(FakeOptions& options, std::span<const std::string> words, std::size_t& at)
{
    const std::string& word = words[at];
    const std::string next = at + 1 < words.size() ? words[at + 1] : std::string();
    const auto note = [&options](const std::string& text) {
        options.target += (options.target.empty() ? "" : " ") + text;
    };
    if (word == "--slurm" || word.starts_with("--slurm-extra=")) {
        note(word);
        return true;
    }
    if (word == "--stays" || word == "--fails") {
        (word == "--stays" ? options.stays : options.fails) = true;
        return true;
    }
    if (word == "--target" || word == "--partition" || word == "--gpus" || word == "--time")
        note(word + " " + next);
    else if (word == "--states") {
        std::istringstream list(next);
        for (std::string state; std::getline(list, state, ',');)
            options.states.push_back(state);
    } else if (word == "--farewell")
        options.farewell = next;
    else if (word == "--target-lost-after")
        options.targetLostAfter = static_cast<long>(number(next));
    else
        return false;
    ++at;
    return true;
}

} // namespace

std::optional<FakeOptions> parseOptions(std::span<const std::string> words, std::string& error)
{
    FakeOptions options;
    const std::map<std::string, bool*> flags{{"--hang", &options.hang},
                                             {"--flood", &options.flood},
                                             {"--endless", &options.endless},
                                             {"--garbage", &options.garbage},
                                             {"--disturbed", &options.disturbed},
                                             {"--disturbed-again", &options.disturbedAgain},
                                             {"--wrong-version", &options.wrongVersion},
                                             {"--busy", &options.busy},
                                             {"--loaded", &options.loaded},
                                             {"--without-library", &options.withoutLibrary},
                                             {"--fail-probe", &options.failProbe}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "serve" || takeTarget(options, words, i))
            continue;
        if (const auto flag = flags.find(word); flag != flags.end()) {
            *flag->second = true;
            continue;
        }
        const double value = i + 1 < words.size() ? number(words[i + 1]) : -1.0;
        const std::map<std::string, std::optional<long>*> counts{{"--crash-after", &options.crashAfter},
                                                                 {"--hang-after", &options.hangAfter},
                                                                 {"--lost-after", &options.lostAfter}};
        const std::map<std::string, double*> amounts{{"--rate", &options.rate},
                                                     {"--probe-answer", &options.probeAnswer},
                                                     {"--unmeasurable", &options.unmeasurable},
                                                     {"--late", &options.late}};
        if ((word == "--unsettled" || word == "--coarse") && value >= 0.0) {
            (word == "--coarse" ? options.coarse : options.unsettled) = static_cast<long>(value);
            ++i;
            continue;
        }
        if (word == "--quiet-sweeps" && value >= 0.0) {
            options.quietSweeps = static_cast<long>(value);
            ++i;
            continue;
        }
        if (!counts.contains(word) && !amounts.contains(word)) {
            error = "unknown option " + word;
            return std::nullopt;
        }
        if (value < 0.0 || (word == "--rate" && value == 0.0)) {
            error = word + " needs a number";
            return std::nullopt;
        }
        if (counts.contains(word))
            *counts.at(word) = static_cast<long>(value);
        else
            *amounts.at(word) = value;
        ++i;
    }
    return options;
}

} // namespace ridgepoint::test
