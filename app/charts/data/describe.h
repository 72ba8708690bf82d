// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/roofline_data.h"
#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"
#include "core/model/axis_kind.h"
#include "core/model/prediction.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace ridgepoint {

/// "8 fma · 32 Mi floats", with the depth and chain where passes are chained.
[[nodiscard]] QString workloadWords(const Workload& workload, const Format& format);
/// Where it stands along an axis: "8 fma", "16 Mi elements", "depth 4 of 16".
[[nodiscard]] QString coordinateWords(const Workload& workload, AxisKind axis, const Format& format);
/// The same with the launch mode: "8 fma · 32 Mi floats · wait-each".
[[nodiscard]] QString placeAndMode(const Workload& workload, const Format& format);
/// Lines on a sample: what it is, how long it took.
[[nodiscard]] QStringList describeTime(const ChartPoint& point, const Format& format);
/// Its remarks, and that it was not measured; none where there is nothing to say.
[[nodiscard]] QStringList describeRemarks(const ChartPoint& point);
/// Lines on a sample: what it is, how long it took, its rates, its regime, its remarks.
[[nodiscard]] QStringList describePoint(const ChartPoint& point, const Format& format);
/// Lines on a roof of the roofline: its value, its interval, and its ridge points: "ridge point with DRAM: 6.83
/// FLOP/B".
[[nodiscard]] QStringList describeRoof(const RooflineData& data, const RoofLine& line, const Format& format);
/// Lines on the overhead roof: of which size it is, what it means and what a launch costs; none where there is no such
/// roof.
[[nodiscard]] QStringList describeOverhead(const RooflineData& data, const Format& format);
/// "memory 93 %, compute 5 %, overhead 2 %", largest first, without shares under 1 %.
[[nodiscard]] QString sharesWords(const Shares& shares, const Format& format);
/// "32 Mi floats · depth 4 of 16 · wait-each": what all samples of a line have in common, for titles.
[[nodiscard]] QString lineWords(const Workload& line, AxisKind along, const Format& format);
/// "mul · queued · 16 Mi floats": what of a compared line is unlike the own one, of which it has another place along
/// `along`; empty where both are alike.
[[nodiscard]] QStringList differenceWords(const Workload& line, const Workload& own, AxisKind along,
                                          const Format& format);
/// The same with the own line's beside it: "mul instead of fma", "queued instead of wait-each".
[[nodiscard]] QStringList insteadWords(const Workload& line, const Workload& own, AxisKind along, const Format& format);
/// "A100 (published) · queued": a compared device, where what is drawn of it comes from unless it was measured, and
/// what is unlike the own line.
[[nodiscard]] QString comparedName(const QString& device, Provenance provenance, const QStringList& differences);
/// What a device does in a launch mode: "waits for each pass (wait-each)", "queues launches (queued)".
[[nodiscard]] QString launchModeWords(LaunchMode mode, DeviceKind kind);
/// "fma per element", "Fusion depth (of 16)", "Tensor size (floats)".
[[nodiscard]] QString axisTitle(AxisKind axis, const Workload& workload);

/// What stands at the top right of a chart that leaves the window: device and threads, then the line that the chart
/// goes along ("32 Mi floats · wait-each"), or for a map (no `along`) precision and operation.
[[nodiscard]] QString noteFor(const Snapshot& snapshot, const Workload& cursor, std::optional<AxisKind> along);

/// Whether the equation names k·d·λ, what applications take that wait for one another.
enum class WaitingTerm { LeftOut, Named };

/// The equation of time that `predict` follows: "T = L · (max(F/P, B/W) + t)"; with the fixed term "+ t_fixed" at its
/// end; "T = L · max(max(F/P, B/W) + t, s)" where launches are handed over while the device works (hasHandingOver).
[[nodiscard]] QString equationOf(bool withFixedTerm, WaitingTerm waiting, bool withHandingOver);
/// Whether s, what the host takes to hand over a launch, is a term of it.
[[nodiscard]] bool hasHandingOver(const Workload& workload, const RoofSet& roofs);
/// Whether applications that wait for one another take longer than computing at the roof or moving data.
[[nodiscard]] bool isWaiting(const Prediction& prediction);
/// Whether t_fixed is a term of it.
[[nodiscard]] bool hasFixedTerm(const Workload& workload, const RoofSet& roofs, DeviceKind kind);

} // namespace ridgepoint
