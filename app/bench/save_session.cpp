// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/save_session.h"

#include "core/session/text_file.h"

#include <cstdlib>
#include <functional>
#include <system_error>

#include <unistd.h>

namespace ridgepoint {

namespace {

using Writer = std::function<Result<void>(const std::filesystem::path&)>;

/// Where it was written in the folder for temporary files; nothing where that failed too.
std::optional<std::filesystem::path> rescue(const Writer& write, const std::filesystem::path& name)
{
    std::error_code failure;
    // A folder of its own, of a name that nobody can guess: in a shared one another user could have laid a link.
    std::string folder = (std::filesystem::temp_directory_path(failure) / "ridgepoint-XXXXXX").string();
    if (failure || mkdtemp(folder.data()) == nullptr)
        return std::nullopt;
    std::filesystem::path refuge = std::filesystem::path(folder) / name;
    if (write(refuge))
        return refuge;
    rmdir(folder.c_str());
    return std::nullopt;
}

Result<void> saveOrRescue(const Writer& write, const std::filesystem::path& path, const char* rescued)
{
    const auto written = write(path);
    if (written)
        return {};
    if (const auto refuge = rescue(write, path.filename()))
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

Result<void> saveTable(const std::string& csv, const std::filesystem::path& path)
{
    return saveOrRescue([&](const std::filesystem::path& to) { return writeTextFile(csv, to); }, path, "%1 The table was saved as %2 instead.");
}

std::optional<Error> savedInstead(const Session& session)
{
    if (session.samples.empty() && session.experiments.empty())
        return std::nullopt;
    const auto refuge = rescue([&](const std::filesystem::path& to) { return writeSession(session, to); }, "measured.ridge");
    if (!refuge)
        return std::nullopt;
    return Error{.kind = ErrorKind::DeviceFailure, .id = "sweep.saved-instead", .text = "The session was saved as %1 instead.", .arguments = {refuge->string()}};
}

} // namespace ridgepoint
