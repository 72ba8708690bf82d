// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/option_values.h"

#include "core/model/nearest_word.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>

#include <unistd.h>

namespace ridgepoint {

Error about(const std::string& option, const Error& error)
{
    return {.kind = error.kind, .id = error.id, .text = "%1: %2", .arguments = {option, error.message()}};
}

Error unknownName(const std::string& name, const std::vector<std::string>& known)
{
    if (const auto nearest = nearestWord(name, known))
        return {ErrorKind::InvalidInput,
                "arguments.unknown-name",
                "\"%1\" is unknown; did you mean %2?",
                {name.substr(0, 64), *nearest}};
    std::string list;
    for (const std::string& one : known)
        list += (list.empty() ? "" : ", ") + one;
    return {ErrorKind::InvalidInput,
            "arguments.unknown-name",
            "\"%1\" is unknown; choose one of: %2",
            {name.substr(0, 64), list}};
}

Result<Seconds> parseTime(std::string_view text)
{
    double number = 0.0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    const std::map<std::string_view, double> units{{"", 1.0}, {"s", 1.0}, {"ms", 1e-3}, {"min", 60.0}, {"h", 3600.0}};
    const auto unit = units.find({end, static_cast<std::size_t>(text.data() + text.size() - end)});
    const double seconds = unit == units.end() ? 0.0 : number * unit->second;
    if (status != std::errc{} || !std::isfinite(seconds) || seconds <= 0.0 || seconds > 86400.0)
        return Error{ErrorKind::InvalidInput,
                     "arguments.bad-time",
                     "\"%1\" is not a time above 0 and up to 24h; write it like 6s, 500ms or 2min",
                     {std::string(text)}};
    return Seconds(seconds);
}

Result<int> parseWhole(std::string_view text, int low, int high)
{
    int number = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (status != std::errc{} || end != text.data() + text.size() || number < low || number > high)
        return Error{ErrorKind::InvalidInput,
                     "arguments.bad-number",
                     "\"%1\" is out of range; write a whole number from %2 to %3",
                     {std::string(text), std::to_string(low), std::to_string(high)}};
    return number;
}

Result<std::filesystem::path> parseOutputFile(const std::string& text)
{
    const std::filesystem::path path = text;
    const auto refused = [&text](const char* id, const char* why, std::string detail = {}) {
        return Error{ErrorKind::InvalidInput, id, why, {text, std::move(detail)}};
    };
    if (path == "-")
        return refused("output.dash",
                       "\"-\" is not a file; to write the session to standard output, use --json without -o, or give "
                       "a file (\"./-\" for a file of that name)");
    std::error_code failure;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const bool exists = std::filesystem::exists(path, failure);
    if (failure == std::errc::filename_too_long)
        return refused("output.name-too-long", "the name \"%2…\" is too long for a file; give a shorter one",
                       path.filename().string().substr(0, 32));
    if (path.filename().empty() || std::filesystem::is_directory(path, failure))
        return refused("output.is-folder", "\"%1\" is a folder; give a file in it");
    if (!std::filesystem::is_directory(folder, failure))
        return refused("output.no-folder", "cannot write \"%1\": the folder \"%2\" does not exist; create it first",
                       folder.string());
    if (exists && !std::filesystem::is_regular_file(path, failure))
        return refused("output.not-regular", "cannot write \"%1\": it is not a regular file; give another");
    if (exists && access(path.c_str(), W_OK) != 0)
        return refused("output.not-writable", "cannot write \"%1\": %2; give another file", std::strerror(errno));
    // Only making a file shows whether one can be made: permissions say nothing of read-only or special file systems.
    std::string probe = (folder / ".ridgepoint-XXXXXX").string();
    const int descriptor = mkstemp(probe.data());
    if (descriptor < 0)
        return refused("output.not-writable", "cannot write \"%1\": %2; give a file in a folder with write permission",
                       std::strerror(errno));
    close(descriptor);
    unlink(probe.c_str());
    return path;
}

bool isSameFile(const std::filesystem::path& one, const std::filesystem::path& other)
{
    std::error_code unknown;
    return std::filesystem::equivalent(one, other, unknown) // as two names of one file are
        || std::filesystem::weakly_canonical(one, unknown) == std::filesystem::weakly_canonical(other, unknown);
}

} // namespace ridgepoint
