// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/result.h"
#include "core/model/units.h"

#include <cstddef>
#include <filesystem>

namespace ridgepoint {

/// A file of our own without a name: nobody else can open it, and the system takes its room back when it is closed,
/// however this program ends.
class TemporaryFile {
public:
    /// An empty one in `folder`. Unavailable where none may be made there, with the system's reason.
    [[nodiscard]] static Result<TemporaryFile> create(const std::filesystem::path& folder);
    /// The folder that the user or system names for such files: TMPDIR, else /tmp.
    [[nodiscard]] static std::filesystem::path usualFolder();

    TemporaryFile(TemporaryFile&& other) noexcept;
    TemporaryFile& operator=(TemporaryFile&& other) noexcept;
    ~TemporaryFile();

    /// Writes `bytes` more, no two pages alike. Unavailable when there is no room, which is asked before anything is
    /// written, or it may not grow that far; what was written is freed with the file.
    [[nodiscard]] Result<void> grow(std::size_t bytes);
    [[nodiscard]] std::size_t size() const { return m_size; }
    /// The open file, for reading.
    [[nodiscard]] int descriptor() const { return m_descriptor; }
    /// "tmpfs" where the file lies in memory and never on a disk, else "disk".
    [[nodiscard]] const char* medium() const;

private:
    TemporaryFile(int descriptor, std::filesystem::path folder) : m_descriptor(descriptor), m_folder(std::move(folder))
    {}
    void close();

    int m_descriptor = -1;
    std::size_t m_size = 0;
    std::filesystem::path m_folder;
};

} // namespace ridgepoint
