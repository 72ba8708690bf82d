// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <filesystem>
#include <optional>

namespace ridgepoint {

/// Where kernels of the user's own are written to, by -o and --append.
struct KernelTarget {
    std::optional<std::filesystem::path> session; ///< nowhere without one
    bool append = false;
};

/// Refuses, before anything is read or run, a file that is no session, or that exists and would be replaced.
[[nodiscard]] Result<void> check(const KernelTarget& target);
/// The session that the kernels go into: the one in the file with --append, else a new one.
[[nodiscard]] Result<Session> sessionFor(const KernelTarget& target);
/// Writes the session to its file; InvalidInput where it has more kernels than one holds.
[[nodiscard]] Result<void> saveKernels(const Session& session, const KernelTarget& target);

} // namespace ridgepoint
