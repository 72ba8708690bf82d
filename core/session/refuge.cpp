// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/refuge.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

namespace ridgepoint {

std::optional<std::filesystem::path> writeToFallback(
    const std::function<Result<void>(const std::filesystem::path&)>& write, const std::filesystem::path& name)
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

} // namespace ridgepoint
