// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/run_request.h"

#include "app/bench/text_format.h"
#include "core/sweep/plan.h"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr std::size_t maximumVariedRuns = 10000;

std::string placeholderOf(const std::string& name) { return "{" + name + "}"; }

bool isVariedName(std::string_view name)
{
    return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

Error refusedVaried(const char* id, const char* text, const std::string& name)
{
    return {.id = id, .text = text, .arguments = {name}};
}

} // namespace

Result<VariedName> parseVaried(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || !isVariedName(std::string_view(text).substr(0, equals)))
        return refusedVaried("run.vary", "\"%1\" varies nothing; write NAME=FROM..TO:COUNT, such as size=1Mi..1Gi:9",
                             text);
    auto axis = parseAxis(AxisKind::Size, std::string_view(text).substr(equals + 1), 1);
    if (!axis)
        return axis.error();
    return VariedName{text.substr(0, equals), std::move(axis->values)};
}

Result<void> check(const RunRequest& request)
{
    std::size_t runs = 1;
    for (auto varied = request.varied.begin(); varied != request.varied.end(); ++varied) {
        if (std::any_of(request.varied.begin(), varied,
                        [&](const VariedName& other) { return other.name == varied->name; }))
            return refusedVaried("run.vary-twice", "--vary: \"%1\" is varied twice; give each name once", varied->name);
        if (std::ranges::none_of(request.command, [&](const std::string& word) {
                return word.find(placeholderOf(varied->name)) != std::string::npos;
            }))
            return refusedVaried("run.no-placeholder",
                                 "--vary: {%1} stands nowhere in the command; write it where the value belongs",
                                 varied->name);
        runs = std::min(runs * varied->values.size(), maximumVariedRuns + 1); // of at most 2^16 values
    }
    if (runs > maximumVariedRuns)
        return Error{.id = "run.too-many-runs",
                     .text = "--vary: these are more than %1 combinations; give fewer values",
                     .arguments = {std::to_string(maximumVariedRuns)}};
    return check(request.target);
}

std::vector<std::vector<std::int64_t>> combinations(const std::vector<VariedName>& varied)
{
    std::vector<std::vector<std::int64_t>> all(1);
    for (const VariedName& name : varied) {
        std::vector<std::vector<std::int64_t>> longer;
        for (const std::vector<std::int64_t>& values : all)
            for (const std::int64_t value : name.values) {
                longer.push_back(values);
                longer.back().push_back(value);
            }
        all = std::move(longer);
    }
    return all;
}

std::vector<std::string> commandWith(const RunRequest& request, const std::vector<std::int64_t>& values)
{
    std::vector<std::string> words = request.command;
    for (std::string& word : words)
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string placeholder = placeholderOf(request.varied[i].name);
            const std::string value = std::to_string(values[i]);
            for (std::size_t at = word.find(placeholder); at != std::string::npos;
                 at = word.find(placeholder, at + value.size()))
                word.replace(at, placeholder.size(), value);
        }
    return words;
}

std::string valueText(std::int64_t value)
{
    std::string text = countText(value);
    if (const std::size_t prefix = text.find_first_not_of("0123456789"); prefix != std::string::npos)
        text.insert(prefix, " ");
    return text;
}

std::string valuesText(const std::vector<VariedName>& varied, const std::vector<std::int64_t>& values)
{
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
        text += ", " + varied[i].name + " = " + valueText(values[i]);
    return text;
}

std::string commandName(const std::vector<std::string>& command)
{
    constexpr std::size_t longest = 200;
    // Of a shell that was only asked for its words.
    const bool isScript = command.size() == 3 && command[0] == "sh" && command[1] == "-c";
    std::string name;
    for (const std::string& word : std::span(command).subspan(isScript ? 2 : 0))
        name += (name.empty() ? "" : " ") + word;
    if (name.size() <= longest)
        return printable(name);
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U)
        --end;
    return printable(name.substr(0, end)) + "\u2026";
}

} // namespace ridgepoint
