// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_format.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ridgepoint {

/// The formats, each of one reader in a file of its own.
[[nodiscard]] ImportFormat googleBenchmarkFormat();
[[nodiscard]] ImportFormat hyperfineFormat();
[[nodiscard]] ImportFormat nvbenchFormat();

/// All of them, in the order in which people are told of them.
[[nodiscard]] std::span<const ImportFormat> importFormats();
/// The one with this id, or null.
[[nodiscard]] const ImportFormat* importFormatOf(std::string_view id);

/// What a file held, ready for a session: each kernel says how its work was got and which file it is from.
struct ImportedFile {
    std::string formatId;
    std::string device; ///< as the file names it; empty where it does not
    std::vector<OwnKernel> kernels;
    std::vector<std::string> remarks; ///< whole sentences for the user to read

    friend bool operator==(const ImportedFile&, const ImportedFile&) = default;
};

/// Reads a file that another program wrote, also one that gzip made smaller. Its format is found by its first 64 KiB,
/// unless `formatId` names one (InvalidInput where there is no such format). Unavailable where it cannot be read,
/// Corrupt where no format is known or the content is wrong, Cancelled where ImportOptions::progress says so. Kernels
/// that no session could keep (a time of zero, numbers beyond all machines) are left out with a remark. Each error
/// names the file.
[[nodiscard]] Result<ImportedFile> importKernels(const std::filesystem::path& path, const ImportOptions& options = {},
                                                 std::optional<std::string_view> formatId = std::nullopt);

} // namespace ridgepoint
