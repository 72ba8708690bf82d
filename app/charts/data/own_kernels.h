// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/level_dots.h"
#include "app/charts/style/format.h"
#include "app/charts/style/theme.h"
#include "core/analysis/own_kernel.h"

#include <QPainter>
#include <QString>
#include <QStringList>

namespace ridgepoint {

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
[[nodiscard]] QColor ownColor(const Theme& theme);
/// A star of five points about a place.
void drawOwnMarker(QPainter& painter, QPointF center, const Theme& theme, double size);
/// What a chart says of one under the mouse; the first line is its name.
[[nodiscard]] QStringList describeOwn(const OwnKernel& kernel, std::size_t index, const Format& format);

} // namespace ridgepoint
