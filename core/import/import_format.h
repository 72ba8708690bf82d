// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/own_kernel.h"
#include "core/model/result.h"
#include "core/session/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A kernel as a file of another program tells it. `work` and `profiled` go into the kernel's own fields of these names
/// in importKernels(); readers set them here.
struct ImportedKernel {
    OwnKernel kernel; ///< launches and time of all of its launches together; flops and bytes 0 where they are unknown
    WorkOrigin work = WorkOrigin::Unknown;
    bool profiled = false; ///< timed under a profiler, which may lock clocks and flush caches

    friend bool operator==(const ImportedKernel&, const ImportedKernel&) = default;
};

/// What a file holds.
struct ImportedKernels {
    std::string device; ///< as the file names it, of the kernels that name none; empty where it does not
    std::vector<ImportedKernel> kernels;
    std::vector<std::string> remarks; ///< whole sentences about what was left out or assumed, for the user to read
    bool ofGpu = false;               ///< they ran on a GPU, whether it is named or not

    friend bool operator==(const ImportedKernels&, const ImportedKernels&) = default;
};

/// Adds a remark about so many: the number, and what is said of one or of several, such as " kernel was left out.".
/// None is added about none.
void remarkOn(std::vector<std::string>& remarks, std::size_t count, std::string_view one, std::string_view several);

/// Is told now and then how many of the file's bytes were read; false cancels the import.
using ImportProgress = std::function<bool(std::uint64_t read, std::uint64_t bytes)>;

/// What a file may leave open and the user may answer.
struct ImportOptions {
    std::optional<char> decimalMark; ///< '.' or ','; without one the reader decides from the whole file
    ImportProgress progress;         ///< not the readers' concern: importKernels() calls it as bytes are read
};

/// One file format of one program. A reader stands in a file of its own and is named in import_formats.cpp.
struct ImportFormat {
    std::string_view id;      ///< for scripts, such as "google-benchmark"
    std::string_view program; ///< as people call it, such as "Google Benchmark"
    /// Whether a file that begins with these bytes, at most 64 KiB, is of this format. Goes by content alone.
    bool (*recognises)(std::string_view beginning);
    /// Reads a file from its first byte. Corrupt names line (or event) and column and what to do; InvalidInput with the
    /// id "import.decimal-mark" asks for ImportOptions::decimalMark.
    Result<ImportedKernels> (*read)(ByteSource& source, const ImportOptions& options);
};

} // namespace ridgepoint
