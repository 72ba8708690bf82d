// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/draw/chart_widget.h"

#include <QSize>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace ridgepoint::test {

/// A chart in one of the states that people meet, by a name that its pictures bear.
struct GalleryEntry {
    QString name;
    std::function<std::unique_ptr<ChartWidget>()> make; ///< with data, cursor and selection
    std::function<void(ChartWidget&)> finish = {};      ///< what needs the chart's pixels, once it was drawn

    /// The chart of this theme and size, drawn.
    [[nodiscard]] std::unique_ptr<ChartWidget> shown(const Theme& theme, QSize size) const;
};

/// Every chart with every kind of mark, of a snapshot as it stands at the cursor.
[[nodiscard]] std::vector<GalleryEntry> gallery(const SnapshotPointer& snapshot, const Workload& cursor);

} // namespace ridgepoint::test
