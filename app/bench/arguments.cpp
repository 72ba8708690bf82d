// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

namespace ridgepoint {

namespace {

Error usageError(std::string id, std::string text, std::vector<std::string> arguments)
{
    return {.kind = ErrorKind::InvalidInput, .id = std::move(id), .text = std::move(text), .arguments = std::move(arguments)};
}

const OptionSpec helpOption{.name = "--help", .value = "", .help = "show this text", .shortName = "-h"};

const OptionSpec* optionNamed(const CommandSpec& command, std::string_view name)
{
    if (name == helpOption.name || name == helpOption.shortName)
        return &helpOption;
    for (const OptionSpec& option : command.options)
        if (option.name == name || (!option.shortName.empty() && option.shortName == name))
            return &option;
    return nullptr;
}

Error unknownWord(const CommandSpec& command, const std::string& word)
{
    if (word.empty() || word.front() != '-')
        return usageError("arguments.unexpected-word", "%1: unexpected word '%2': options start with --; try %1 --help",
                          {command.name, word});
    std::vector<std::string> names{helpOption.name};
    for (const OptionSpec& option : command.options)
        names.push_back(option.name);
    if (const auto nearest = nearestWord(word, names))
        return usageError("arguments.unknown-option", "%1: unknown option %2; did you mean %3?", {command.name, word, *nearest});
    return usageError("arguments.unknown-option", "%1: unknown option %2; try %1 --help", {command.name, word});
}

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

} // namespace

std::optional<std::string> Arguments::value(std::string_view name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? std::nullopt : std::optional(found->second.back());
}

std::vector<std::string> Arguments::values(std::string_view name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? std::vector<std::string>{} : found->second;
}

Result<Arguments> parseArguments(const CommandSpec& command, std::span<const std::string> words)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const OptionSpec* option = optionNamed(command, name);
        if (!option && !command.word.empty() && !word.empty() && word.front() != '-' && !arguments.word()) {
            arguments.setWord(word);
            continue;
        }
        if (!option)
            return unknownWord(command, name);
        if (arguments.has(option->name) && !option->repeats)
            return usageError("arguments.given-twice", "%1: %2 is given twice; give it once", {command.name, option->name});
        if (option->value.empty()) {
            if (equals != std::string::npos)
                return usageError("arguments.unwanted-value", "%1: %2 takes no value; write it without '='",
                                  {command.name, option->name});
            arguments.set(option->name, "");
            continue;
        }
        std::string value;
        if (equals != std::string::npos) {
            value = word.substr(equals + 1);
        } else if (i + 1 < words.size() && !optionNamed(command, words[i + 1].substr(0, words[i + 1].find('=')))
                   && !words[i + 1].starts_with("--")) {
            value = words[++i];
        }
        if (value.empty())
            return usageError("arguments.missing-value", "%1: %2 needs a value: %2 %3", {command.name, option->name, option->value});
        arguments.set(option->name, std::move(value));
    }
    return arguments;
}

std::string helpText(const CommandSpec& command)
{
    std::string text = "ridgepoint-bench " + command.name + ": " + command.summary + "\n\nUsage: ridgepoint-bench " + command.name + (command.word.empty() ? "" : " " + command.word)
                       + (command.options.empty() ? "" : " [options]") + "\n\nOptions:\n";
    std::vector<OptionSpec> options = command.options;
    options.push_back(helpOption);
    std::vector<std::string> heads;
    std::size_t width = 0;
    for (const OptionSpec& option : options) {
        std::string head = option.shortName.empty() ? option.name : option.shortName + ", " + option.name;
        if (!option.value.empty())
            head += " " + option.value;
        width = std::max(width, head.size());
        heads.push_back(std::move(head));
    }
    for (std::size_t i = 0; i < options.size(); ++i)
        text += "  " + heads[i] + std::string(width - heads[i].size() + 2, ' ') + options[i].help + "\n";
    for (const std::string& note : command.notes)
        text += "\n" + note + "\n";
    text += command.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
    for (const std::string& example : command.examples)
        text += "  " + example + "\n";
    return text;
}

std::optional<std::string> nearestWord(std::string_view word, std::span<const std::string> candidates)
{
    const std::size_t tolerated = std::max<std::size_t>(1, std::min<std::size_t>(3, word.size() / 3));
    std::optional<std::string> best;
    std::size_t fewest = tolerated + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t edits = editDistance(word.substr(0, 64), candidate);
        if (edits < fewest) {
            fewest = edits;
            best = candidate;
        }
    }
    return best;
}

Result<double> parseSeconds(std::string_view text)
{
    double number = 0.0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    const double factor = unit.empty() || unit == "s" ? 1.0 : unit == "ms" ? 1e-3 : unit == "min" ? 60.0 : unit == "h" ? 3600.0 : 0.0;
    const double seconds = number * factor;
    if (status != std::errc{} || !std::isfinite(seconds) || seconds <= 0.0 || seconds > 86400.0)
        return usageError("arguments.bad-time", "'%1' is no time between 0 and 24 h; write it like 6s, 500ms or 2min", {std::string(text)});
    return seconds;
}

Result<int> parseWhole(std::string_view option, std::string_view text, int low, int high)
{
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{} || end != text.data() + text.size() || number < low || number > high)
        return usageError("arguments.bad-number", "%1 '%2' must be a whole number from %3 to %4",
                          {std::string(option), std::string(text), std::to_string(low), std::to_string(high)});
    return number;
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        if (const std::string_view part = text.substr(0, comma); !part.empty())
            parts.emplace_back(part);
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return parts;
}

} // namespace ridgepoint
