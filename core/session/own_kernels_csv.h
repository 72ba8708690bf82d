// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/own_kernel.h"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// A table or a session holds no more: each is drawn and listed.
inline constexpr std::size_t maximumOwnKernels = 100000;

/// Reads kernels of a user's own, one a line under a line of column names: flops and time_s, and where there are any
/// name, bytes, launches (1) and, of what goes through caches, bytes_l1 to bytes_l3. Other columns are passed over.
/// Between cells stands a comma, semicolon or tab, whichever the line of names uses; a cell may stand in double quotes,
/// with "" for a quote in it. FLOP that are not known are an empty cell. Numbers are in SI units with a point,
/// as 1.5e9. At most 32 MiB and 100000 kernels; Corrupt names the line and the column.
[[nodiscard]] Result<std::vector<OwnKernel>> parseOwnKernels(std::string_view text);

/// "unknown", "counted", "formula", "declared", "typed": as files and tables have them.
[[nodiscard]] std::string_view nameOf(WorkOrigin origin);

/// Whether a session's reader would take the kernel back.
[[nodiscard]] bool isStorable(const OwnKernel& kernel);

/// A column beside those that are read back: a cell of words a kernel.
struct KernelColumn {
    std::string name;
    std::vector<std::string> cells;
};

/// The same as text with commas, which parseOwnKernels reads back to the same numbers; it passes over the columns
/// `more`.
[[nodiscard]] std::string toCsv(const std::vector<OwnKernel>& kernels, const std::vector<KernelColumn>& more = {});

} // namespace ridgepoint
