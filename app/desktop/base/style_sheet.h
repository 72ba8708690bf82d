// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"

#include <QPalette>
#include <QString>

namespace ridgepoint {

/// The window's look from a theme's colours. Widgets say what they are by the dynamic properties `role` (labels and
/// buttons) and `surface` (frames), never by their own colours.
/// `textScale` enlarges type alone: 1 is the size that fits a desk, larger ones fit a lecture hall.
[[nodiscard]] QString styleSheetFor(const Theme& theme, double textScale = 1.0);
/// The palette for what the style sheet does not reach: native dialogs, disabled text, tool tips.
[[nodiscard]] QPalette paletteFor(const Theme& theme);

} // namespace ridgepoint
