// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_formats.h"
#include "core/session/session.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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
/// The session to write, when measuring or running took time in which another program may have written its file.
struct SessionToSave {
    Session session;
    std::optional<Error> whyElsewhere; ///< a sentence, where it must not go into the file

    /// How many more kernels it takes.
    [[nodiscard]] std::size_t room() const;
};
/// With --append what the file holds by now, with roofs and devices of `before` that it lacks; else, and where that
/// cannot be read or is of another machine or full, the session of before.
[[nodiscard]] SessionToSave sessionToSave(Session before, const KernelTarget& target);
/// Writes it, or elsewhere, which is an error that says where.
[[nodiscard]] Result<void> saveKernels(const SessionToSave& session, const KernelTarget& target);
/// Keeps the longest kernels, in their order; how many were left out.
std::size_t keepLongest(std::vector<OwnKernel>& kernels, std::size_t most);
/// Writes the session to its file; InvalidInput where it has more kernels than one holds.
[[nodiscard]] Result<void> saveKernels(const Session& session, const KernelTarget& target);

/// The longest kernels, one a line below a head, with launches, time, FLOP, bytes by level and how the work was got.
[[nodiscard]] std::string kernelTable(const ImportedFile& file);
/// The table, and under it the remarks, a line each.
[[nodiscard]] std::string kernelsText(const ImportedFile& file);

} // namespace ridgepoint
