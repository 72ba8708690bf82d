// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/save_session.h"

#include "core/session/text_file.h"

#include <functional>

namespace ridgepoint {

namespace {

using Writer = std::function<Result<void>(const std::filesystem::path&)>;

constexpr const char* rescuedSession = "%1 The session was saved as %2 instead.";

/// Where it was written instead of the path, or only why that was not possible.
Error rescue(const Writer& write, const std::filesystem::path& path, const char* rescued, const Error& why)
{
    if (const auto refuge = writeToFallback(write, path.filename()))
        return {.kind = ErrorKind::DeviceFailure,
                .id = "sweep.saved-elsewhere",
                .text = rescued,
                .arguments = {why.message(), refuge->string()}};
    return why;
}

Result<void> saveOrRescue(const Writer& write, const std::filesystem::path& path, const char* rescued)
{
    const auto written = write(path);
    if (written)
        return {};
    return rescue(write, path, rescued, written.error());
}

} // namespace

Result<void> saveSession(const Session& session, const std::filesystem::path& path)
{
    return saveOrRescue([&](const std::filesystem::path& to) { return writeSession(session, to); }, path,
                        rescuedSession);
}

Error savedElsewhere(const Session& session, const std::filesystem::path& path, const Error& why)
{
    return rescue([&](const std::filesystem::path& to) { return writeSession(session, to); }, path, rescuedSession,
                  why);
}

Result<void> saveTable(const std::string& text, const std::filesystem::path& path)
{
    return saveOrRescue([&](const std::filesystem::path& to) { return writeTextFile(text, to); }, path,
                        "%1 The file was saved as %2 instead.");
}

std::optional<Error> savedInstead(const Session& session, const std::string& place)
{
    if (!place.empty() || (session.samples.empty() && session.experiments.empty()))
        return std::nullopt;
    const auto refuge = writeToFallback([&](const std::filesystem::path& to) { return writeSession(session, to); },
                                        "measured.ridge");
    if (!refuge)
        return std::nullopt;
    return Error{.kind = ErrorKind::DeviceFailure,
                 .id = "sweep.saved-instead",
                 .text = "The session was saved as %1 instead.",
                 .arguments = {refuge->string()}};
}

} // namespace ridgepoint
