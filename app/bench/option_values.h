// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/command_line.h"
#include "core/model/units.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

/// The error with the option or the options named before it.
[[nodiscard]] Error about(const std::string& option, const Error& error);
/// The result, with the option named before its error.
template <class Value> [[nodiscard]] Result<Value> forOption(const std::string& option, Result<Value> result)
{
    return result ? std::move(result) : Result<Value>(about(option, result.error()));
}

/// Takes what `parse` makes of a value: a function of the text that returns a Result.
template <class Target, class Parse> [[nodiscard]] TakeValue into(Target& target, Parse parse)
{
    return [&target, parse](const std::string& text) -> Result<void> {
        auto value = parse(text);
        if (!value)
            return value.error();
        target = std::move(*value);
        return {};
    };
}

/// Takes a value as it is written.
template <class Target> [[nodiscard]] TakeValue into(Target& target)
{
    return into(target, [](const std::string& text) { return Result<std::string>(text); });
}

/// Takes a flag.
[[nodiscard]] inline TakeValue set(bool& flag)
{
    return into(flag, [](const std::string&) { return Result<bool>(true); });
}

/// Says that a name is unknown, and the one that was meant or all that there are.
[[nodiscard]] Error unknownName(const std::string& name, const std::vector<std::string>& known);

/// A parser of the names of these values.
template <class Values> [[nodiscard]] auto nameIn(const Values& values)
{
    return [values](const std::string& text) -> Result<typename Values::value_type> {
        std::vector<std::string> names;
        for (const auto value : values) {
            if (nameOf(value) == text)
                return value;
            names.emplace_back(nameOf(value));
        }
        return unknownName(text, names);
    };
}

/// "6s", "500ms", "2min", "1.5" (seconds): a positive time of at most a day.
[[nodiscard]] Result<Seconds> parseTime(std::string_view text);
/// A whole number within [low, high].
[[nodiscard]] Result<int> parseWhole(std::string_view text, int low, int high);
/// A file that can be written later: not a folder, nor in one that is not there or not writable, nor something at that
/// path that is no regular file.
[[nodiscard]] Result<std::filesystem::path> parseOutputFile(const std::string& text);
/// Whether both names are of one file, which need not be there yet.
[[nodiscard]] bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other);

} // namespace ridgepoint
