// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/import/import_formats.h"

#include <string>

namespace ridgepoint {

/// The longest kernels, one a line, with launches, time, FLOP, bytes by level and how the work was got.
[[nodiscard]] std::string kernelTable(const ImportedFile& file);
/// The table, and under it the remarks, a line each.
[[nodiscard]] std::string kernelsText(const ImportedFile& file);

} // namespace ridgepoint
