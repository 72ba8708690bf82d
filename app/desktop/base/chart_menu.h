// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/export.h"

class QMenu;

namespace ridgepoint {

class ChartWidget;

/// Puts a chart on the clipboard, both at once: a picture where pictures are pasted, numbers where text is. The picture
/// is as large as the chart is seen, at twice its pixels, in its theme, with the title and note of `titles`. While
/// the chart is covered or has no numbers the clipboard stays as it is, and false is returned.
bool copyPicture(ChartWidget& chart, ExportOptions titles);
/// The same with its numbers alone, CSV.
bool copyNumbers(const ChartWidget& chart);
/// What every chart's context menu ends with: ranges, lock and reset of its axes.
void addAxisActions(QMenu& menu, ChartWidget& chart);

} // namespace ridgepoint
