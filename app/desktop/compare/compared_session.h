// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/compare/comparison.h"

namespace ridgepoint {

/// Every device of a session file that has samples or roofs. The error names the file: one that cannot be read, one of
/// a newer version, one that holds nothing to compare.
[[nodiscard]] Result<std::vector<ComparedDevice>> comparedDevicesOf(const QString& path);

} // namespace ridgepoint
