// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/save_session.h"

#include <cstdlib>
#include <system_error>

#include <unistd.h>

namespace ridgepoint {

Result<void> saveSession(const Session& session, const std::filesystem::path& path)
{
    const auto written = writeSession(session, path);
    if (written)
        return {};
    std::error_code failure;
    // A folder of its own, of a name that nobody can guess: in a shared one another user could have laid a link.
    std::string folder = (std::filesystem::temp_directory_path(failure) / "ridgepoint-XXXXXX").string();
    if (failure || mkdtemp(folder.data()) == nullptr)
        return written;
    const std::filesystem::path refuge = std::filesystem::path(folder) / path.filename();
    if (!writeSession(session, refuge)) {
        rmdir(folder.c_str());
        return written;
    }
    return Error{.kind = ErrorKind::DeviceFailure,
                 .id = "sweep.saved-elsewhere",
                 .text = "%1 The session was saved as %2 instead.",
                 .arguments = {written.error().message(), refuge.string()}};
}

} // namespace ridgepoint
