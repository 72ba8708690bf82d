// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/report.h"
#include "app/charts/style/theme.h"
#include "core/model/result.h"

#include <QImage>
#include <QSize>
#include <QString>

#include <optional>

namespace ridgepoint {

class ChartArea;
class LiveSession;
class SessionStore;

/// What a report tells of: the window's parts, and the lever that was tried.
struct ReportedWindow {
    const LiveSession& session;
    const SessionStore& store;
    const ChartArea& charts;
    std::optional<TriedLever> tried;
};

/// Why a report of what the window shows can have no experiments; empty where it can.
[[nodiscard]] QString whyNoExperiments(const LiveSession& session, const ChartArea& charts);
/// Writes the lab report of what the window shows, as PDF or HTML by the path's ending, with the session's experiments
/// and every measured point where they are requested, else with up to mostListedSamples. Unavailable while nothing was
/// measured, with what to do.
[[nodiscard]] Result<void> writeReport(const ReportedWindow& window, const QString& path, ThemeName theme,
                                       const ReportParts& parts);
/// Its first page, to fit into a room of pixels; a null image while nothing was measured.
[[nodiscard]] QImage reportPreview(const ReportedWindow& window, ThemeName theme, const ReportParts& parts, QSize room,
                                   double density);

} // namespace ridgepoint
