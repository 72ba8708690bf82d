// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/model/result.h"
#include "core/model/units.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <utility>

namespace ridgepoint::transfers {

/// One transfer of the host, over and over in the calling thread.
class HostTransfer final : public PreparedWork {
public:
    using Once = std::function<Result<void>()>;
    explicit HostTransfer(Once once) : m_once(std::move(once)) {}
    /// The first failure ends it.
    [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override;

private:
    Once m_once;
};

/// Reads `bytes` of a file of ours from `at` on; DeviceFailure with the system's reason.
[[nodiscard]] Result<void> readAll(int file, char* to, std::size_t bytes, std::size_t at = 0);
/// Maps the file's begin, copies it out and unmaps it.
[[nodiscard]] Result<void> mapAndCopy(int file, char* to, std::size_t bytes);
/// Maps the file's begin, reads one byte of each of `pages` pages and unmaps it: what a mapping costs without its
/// copying.
[[nodiscard]] Result<void> mapAndTouch(int file, std::size_t pages);
/// Of the system, in bytes.
[[nodiscard]] std::size_t pageSize();

} // namespace ridgepoint::transfers

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
