// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/save_session.h"

#include "core/session/refuge.h"
#include "core/session/text_file.h"

#include <functional>

namespace ridgepoint {

namespace {

using Writer = std::function<Result<void>(const std::filesystem::path&)>;

Result<void> saveOrRescue(const Writer& write, const std::filesystem::path& path, const char* rescued)
{
    const auto written = write(path);
    if (written)
        return {};
    if (const auto refuge = writeToFallback(write, path.filename()))
        return Error{.kind = ErrorKind::DeviceFailure,
                     .id = "sweep.saved-elsewhere",
                     .text = rescued,
                     .arguments = {written.error().message(), refuge->string()}};
    return written;
}

} // namespace

Result<void> saveSession(const Session& session, const std::filesystem::path& path)
{
    return saveOrRescue([&](const std::filesystem::path& to) { return writeSession(session, to); }, path,
                        "%1 The session was saved as %2 instead.");
}

Result<void> saveTable(const std::string& text, const std::filesystem::path& path)
{
    return saveOrRescue([&](const std::filesystem::path& to) { return writeTextFile(text, to); }, path,
                        "%1 The file was saved as %2 instead.");
}

std::optional<Error> savedInstead(const Session& session)
{
    if (session.samples.empty() && session.experiments.empty())
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
