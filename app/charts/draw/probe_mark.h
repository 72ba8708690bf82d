// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/style/theme.h"
#include "core/analysis/probe_history.h"

#include <QPainter>

#include <vector>

namespace ridgepoint {

/// The live probe as a chart draws it: where it is, where it was, and where in its beat.
struct ProbeTrail {
    std::vector<ProbePoint> points; ///< the oldest first, the last one is the probe; empty while it is off
    double beat = 0.0;              ///< 0 to 1, over and over

    friend bool operator==(const ProbeTrail&, const ProbeTrail&) = default;
};

/// A place of the trail in pixels, with its age from 0 (the probe itself) to 1 (gone).
struct ProbeDot {
    QPointF at;
    double age = 0.0;
};

/// Draws fading dots, a line between them, and the probe as a beating ring. Cheap: a few dozen strokes.
void drawProbe(QPainter& painter, const std::vector<ProbeDot>& dots, double beat, const Theme& theme, bool overColors);

} // namespace ridgepoint
