// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/desktop/inspect/point_facts.h"

#include <QString>

namespace ridgepoint {

/// Which level of memory limits a point that is memory-bandwidth-bound, and what the nearer one would allow: "Limited
/// by DRAM; L3 would allow 3.1×." Empty where memory does not limit the point, or only one level is known.
[[nodiscard]] QString levelWords(const PointFacts& facts, const Format& format);

} // namespace ridgepoint
