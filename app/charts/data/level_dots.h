// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "core/model/level_traffic.h"

#include <QStringList>

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// A dot of some work on the roofline: at the intensity of one level, or of several that have the same traffic of it.
struct LevelDot {
    std::vector<std::string> roofs; ///< ids of the levels' bandwidth roofs, nearest first
    Bytes bytes;                    ///< through each of them
};

/// The dots of work with this traffic, in its order, neighbours of the same traffic as one.
[[nodiscard]] std::vector<LevelDot> levelDots(std::span<const LevelTraffic> traffic);
/// "L2", "L1 to L3": the levels of a dot.
[[nodiscard]] QString levelNames(const LevelDot& dot);
/// "L3: 134 MB, 1/2 FLOP/B", "L1 to L3: 134 MB each, …": a line a dot.
[[nodiscard]] QStringList levelLines(std::span<const LevelDot> dots, Flops flops, Operation operation,
                                     const Format& format);

} // namespace ridgepoint
