// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/elsewhere.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace ridgepoint {
namespace {

/// A name for the file there, which no other has.
std::string nameThere(const std::map<std::string, WordsForElsewhere::File>& files, const std::string& path)
{
    const std::string plain = std::filesystem::path(path).filename().string();
    std::string name = plain;
    for (int number = 2; files.contains(name); ++number)
        name = std::to_string(number) + '-' + plain;
    return name;
}

WordsForElsewhere::File fileHere(const std::string& path, FileUse use)
{
    WordsForElsewhere::File file{.path = path, .content = {}, .isWritten = use == FileUse::Written};
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown))
        return file;
    const std::ifstream stream(path, std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    file.content = content.str();
    file.isSent = stream.is_open();
    return file;
}

} // namespace

int WordsForElsewhere::sentFiles() const
{
    return static_cast<int>(
        std::count_if(files.begin(), files.end(), [](const auto& entry) { return entry.second.isSent; }));
}

Result<WordsForElsewhere> wordsForElsewhere(const ParsedLine& line, bool passesSlurm)
{
    WordsForElsewhere result;
    result.words.push_back(line.command->name);
    std::vector<std::string> withoutDashes;
    for (const GivenOption& given : line.given) {
        const OptionSpec& spec = given.spec;
        const std::string name = spec.names.substr(spec.names.find(',') + 1);
        if (remote::targetOption(name) != nullptr && (name == "--target" || !passesSlurm))
            continue;
        if (spec.file == FileUse::Here)
            return Error{ErrorKind::InvalidInput,
                         "arguments.measures-nothing",
                         "%1: measures nothing, so that it does not go with --target or --slurm; leave one of them out",
                         {name}};
        const bool isOption = name.starts_with('-');
        for (std::string value : given.values) {
            if (spec.file != FileUse::None && (isOption || value.ends_with(".md"))) {
                const std::string there = nameThere(result.files, value);
                result.files[there] = fileHere(value, spec.file);
                value = there;
            }
            if (!isOption)
                withoutDashes.push_back(value);
            else
                result.words.push_back(spec.value.empty() ? name : name + '=' + value);
        }
    }
    result.words.insert(result.words.end(), withoutDashes.begin(), withoutDashes.end());
    return result;
}

} // namespace ridgepoint
