// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/pin.h"
#include "app/charts/data/snapshot.h"
#include "app/charts/render/render_options.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/model/device.h"
#include "core/model/result.h"
#include "core/model/roof.h"

#include <QString>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

class ChartWidget;

/// A session's file or a shipped device, ready to be drawn.
struct RenderSource {
    SnapshotPointer lines; ///< for roofline and curves
    SnapshotPointer cells; ///< for the map; the same but for a device beside others
    QString name;
    QString device;  ///< of a shipped device its name without its origin; else empty
    QString created; ///< ISO 8601; empty for a shipped device, and where the file does not say
    QString origin;  ///< titles and addresses of a shipped device's figures
    PinList pins = std::make_shared<const std::vector<Pin>>();
    std::string viewJson; ///< of a session that a window has written; empty where none has
    std::vector<std::pair<DeviceInfo, RoofSet>> measured; ///< of a session
    std::map<std::string, std::string> environment;
    QString notes;
    std::vector<ExperimentResult> experiments; ///< of a session that is reported
};

/// Everything that the options name, sessions first, shipped devices after them: predicted for the first session's map,
/// or by itself where there is none. A session of a report may hold experiments alone. Kernels of sessions that have no
/// samples and roofs, as `ridgepoint-bench import` writes them, go under the roofs of the first of the others. The
/// error names the file or the device, and for a device the ones there are.
[[nodiscard]] Result<std::vector<RenderSource>> renderSources(const RenderOptions& options);

/// The experiments of every session, by the date on which they were measured, the latest last; a run that several
/// sessions hold is there once. Dates are ISO 8601 in UTC, whose order is that of their texts; a result without one
/// counts as older.
[[nodiscard]] std::vector<ExperimentResult> gatheredExperiments(const std::vector<RenderSource>& sources);

/// The place that the options name. What they leave open is what the session's window looked at, where something was
/// measured in its row; else it is taken from the plan, and the size from the largest that was measured, because
/// there memory means memory; of roofs alone one that no cache holds. InvalidInput for a workload that makes no sense.
[[nodiscard]] Result<Workload> cursorFor(const RenderSource& source, const RenderOptions& options);

/// Whether the map has samples of the cursor's own slice, or else names both.
[[nodiscard]] Result<void> checkSlice(const Snapshot& snapshot, const Workload& cursor);

/// A line a shipped device: its id and its name.
[[nodiscard]] QString shippedDeviceLines();

/// Draws the session's latest result of the experiment that the options name, with its numbers and caption where they
/// are wanted; Unavailable where the session holds none.
[[nodiscard]] Result<void> renderExperiment(const RenderOptions& options);

/// The same of a class' answers in a folder. The files of it that are no answers, each with the reason; Unavailable
/// where the folder has none to the lesson, InvalidInput where it has some to several and none is named.
[[nodiscard]] Result<std::vector<std::string>> renderLesson(const RenderOptions& options);

/// The nodes of a fleet's folder, in height by their figures where none was asked for. Unavailable where the folder has
/// no sessions, or none with roofs of the device that the options name.
[[nodiscard]] Result<void> renderFleet(RenderOptions options);

/// Writes the chart to the file of the options, and its numbers and caption beside it where they are wanted.
[[nodiscard]] Result<void> writeWithSides(ChartWidget& chart, const RenderOptions& options, const QString& caption);
/// The numbers and the caption alone.
[[nodiscard]] Result<void> writeSides(const ChartWidget& chart, const RenderOptions& options, const QString& caption);

/// A file of another ending beside the one that is written.
[[nodiscard]] QString besideFile(const QString& output, const char* ending);

} // namespace ridgepoint
