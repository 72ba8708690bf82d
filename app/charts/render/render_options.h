// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/draw/export.h"
#include "app/charts/draw/map_colors.h"
#include "core/model/workload.h"
#include "core/model/axis_kind.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>

namespace ridgepoint {

enum class ChartKind { Roofline, Map, Curves, Report, Experiment, Lesson, Fleet }; ///< what `ridgepoint render` draws

/// What `ridgepoint render` was asked for.
struct RenderOptions {
    QStringList sessions; ///< of a lesson's chart the one folder of answers, of a fleet's the one of its sessions
    QStringList devices; ///< "published:…" or "datasheet:…": shipped ones, after the sessions; of a fleet its own one
    ReportParts parts;   ///< what a report has beyond its usual pages
    bool withPins = true; ///< those of the first session's view
    ChartKind chart = ChartKind::Roofline;
    std::string experiment; ///< its id, where the chart is an experiment's
    QString lesson;         ///< id of the one to draw; empty where the folder has answers to one
    ExportOptions file;
    QString output;
    bool hasHeight = false;
    bool writeData = false;
    bool writeCaption = false;
    bool help = false;
    AxisKind axis = AxisKind::Operations;
    MapChoice map;
    IsoChoice iso;
    std::optional<std::int64_t> atOperations;
    std::optional<std::int64_t> atSize;
    std::optional<int> atDepth;
    std::optional<Operation> atOperation;
    std::optional<Precision> atPrecision;
    std::optional<LaunchMode> atLaunch;

    /// Whether a roofline becomes a page of HTML rather than a picture.
    [[nodiscard]] bool writesPage() const
    {
        return chart == ChartKind::Roofline && output.endsWith(QLatin1String(".html"), Qt::CaseInsensitive);
    }
};

/// InvalidInput names the option, what was given and what is understood.
[[nodiscard]] Result<RenderOptions> parseRenderOptions(const QStringList& arguments);
/// What --help prints.
[[nodiscard]] QString renderHelp();

} // namespace ridgepoint
