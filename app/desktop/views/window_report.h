// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "core/model/result.h"

#include <QImage>
#include <QSize>
#include <QString>

namespace ridgepoint {

class ChartArea;
class LiveSession;
class SessionStore;

/// Writes the lab report of what the window shows, as PDF or HTML by the path's ending, with every measured point if it is
/// wished, else with up to mostListedSamples. Unavailable while nothing was measured, with what to do.
[[nodiscard]] Result<void> writeReport(const LiveSession& session, const SessionStore& store, const ChartArea& charts, const QString& path, ThemeName theme, bool everySample);
/// Its first page, to fit into a room of pixels; a null image while nothing was measured.
[[nodiscard]] QImage reportPreview(const LiveSession& session, const SessionStore& store, const ChartArea& charts, ThemeName theme, QSize room, double density);

} // namespace ridgepoint
