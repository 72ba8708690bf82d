// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"
#include "core/analysis/own_kernel.h"
#include "core/model/level_traffic.h"

#include <QPainter>
#include <QString>
#include <QStringList>

#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// A dot of some work on the roofline: at the intensity of one level, or of several that have the same traffic of it.
struct LevelDot {
    std::vector<std::string> roofs; ///< ids of the levels' bandwidth roofs, nearest first
    Bytes bytes;                    ///< through each of them

    friend bool operator==(const LevelDot&, const LevelDot&) = default;
};

/// The dots of work with this traffic, in its order, neighbours of the same traffic as one.
[[nodiscard]] std::vector<LevelDot> levelDots(std::span<const LevelTraffic> traffic);
/// "L2", "L1 to L3": the levels of a dot.
[[nodiscard]] QString levelNames(const LevelDot& dot);
/// "L3: 134 MB, 1/2 FLOP/B", "L1 to L3: 134 MB each, …": a line a dot.
[[nodiscard]] QStringList levelLines(std::span<const LevelDot> dots, Flops flops, Operation operation,
                                     const Format& format);

// Kernels of the user's own stand on the roofline as "yours": a star in a colour that no regime and no other session
// has, because somebody else counted and timed them.

/// Whether the kernel has a place on a logarithmic roofline: it must do and move something.
[[nodiscard]] bool hasPlaceOnRoofline(const OwnKernel& kernel);
/// The traffic at whose intensity its star stands: memory's, or else that of the farthest cache that was counted.
[[nodiscard]] Bytes trafficOfStar(const OwnKernel& kernel);
/// Its dots by level, the star's last; one or none where no cache was counted.
[[nodiscard]] std::vector<LevelDot> dotsOf(const OwnKernel& kernel);
/// The word for them in keys, lists and files.
[[nodiscard]] QString ownWord();
/// The kernel's name, or for the nameless "kernel 3" by its place in the list.
[[nodiscard]] QString ownName(const OwnKernel& kernel, std::size_t index);
/// How its operations and bytes were got, and whether it was timed under a profiler: "formula", "counted, profiled",
/// "unknown".
[[nodiscard]] QString workOriginWords(const OwnKernel& kernel);
/// How its time grows with what its program was run with several values of, and which regime that tells; empty where
/// nothing was varied.
[[nodiscard]] QString slopeWords(const OwnKernel& kernel, const Format& format);
[[nodiscard]] QColor ownColor(const Theme& theme);
/// A star of five points about a place.
void drawOwnMarker(QPainter& painter, QPointF center, const Theme& theme, double size);
/// What a chart says of one that was typed, under the mouse; the first line is its name.
[[nodiscard]] QStringList describeOwn(const OwnKernel& kernel, std::size_t index, const Format& format);

} // namespace ridgepoint
