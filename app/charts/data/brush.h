// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload.h"

#include <QPointF>
#include <QRectF>

#include <optional>
#include <span>
#include <vector>

namespace ridgepoint {

/// A workload and where a chart draws it: several pixels in a chart of several plots.
struct DrawnWorkload {
    Workload workload;
    std::vector<QPointF> pixels;
};

/// The workloads of which any pixel lies inside the band (its edges count; it may be drawn from any corner), each
/// once, in the order given.
[[nodiscard]] std::vector<Workload> insideBand(std::span<const DrawnWorkload> drawn, const QRectF& band);

/// The candidate nearest to a workload, by octaves along operations, depth and size; one of the same operation,
/// precision, launch mode and threads. None when there is no such candidate.
[[nodiscard]] std::optional<Workload> nearestWorkload(std::span<const Workload> candidates, const Workload& wanted);

} // namespace ridgepoint
