// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"
#include "core/session/byte_source.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace ridgepoint {

/// Internal to core/import. A file as its reader sees it: what gzip packed is unpacked, found by its first two bytes.
class ImportFile {
public:
    /// Unavailable for what is no file that can be read, Corrupt for an empty one.
    [[nodiscard]] static Result<ImportFile> open(const std::filesystem::path& path);
    ImportFile(ImportFile&& other) noexcept;
    ImportFile& operator=(ImportFile&&) = delete;
    ~ImportFile();

    /// The first 64 KiB, or all of a shorter file.
    [[nodiscard]] Result<std::string> beginning();
    /// All bytes from the first, as long as this lives.
    [[nodiscard]] ByteSource bytes(const ImportProgress& progress);
    /// What a failure of these bytes means.
    [[nodiscard]] Error failure(int code) const;

private:
    ImportFile(std::filesystem::path path, int descriptor, std::uint64_t bytes, bool isPacked);

    std::filesystem::path m_path;
    int m_descriptor;
    std::uint64_t m_bytes; // on the disk
    bool m_isPacked;
};

} // namespace ridgepoint
