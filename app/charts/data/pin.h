// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/series_data.h"
#include "app/charts/style/format.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// A point and the lines through it as they were when the user pinned them: later measurements are drawn over them.
struct Pin {
    std::string name; ///< "A", "B" …
    Workload point;
    std::optional<Sample> sample;                 ///< of the point, with its readings; none where it was not measured
    std::array<std::vector<ChartPoint>, 3> lines; ///< by AxisKind: the samples along it, without shares or regimes

    [[nodiscard]] const std::vector<ChartPoint>& line(AxisKind axis) const
    {
        return lines[static_cast<std::size_t>(axis)];
    }
};

/// Shared between the charts; never null in a chart.
using PinList = std::shared_ptr<const std::vector<Pin>>;

/// Whether it is one and the same measurement, and not a later one of the same workload.
[[nodiscard]] bool sameMeasurement(const Sample& a, const Sample& b);

/// The pin whose sample is this measurement; null for none.
[[nodiscard]] const Pin* pinHolding(const std::vector<Pin>& pins, const Sample& sample);

/// Whether two pins hold the same: one measurement with its readings or, where the point was not measured, the same
/// lines.
[[nodiscard]] bool holdTheSame(const Pin& a, const Pin& b);

/// The letter for the next pin: after the last one's, from A again after Z, skipping those in use.
[[nodiscard]] std::string nextPinName(const std::vector<Pin>& pins);

/// What a snapshot shows at a point: its lines along all three axes. `sample` is the measured one, with its readings.
[[nodiscard]] Pin makePin(std::string name, const Snapshot& snapshot, const Workload& point, const Sample* sample);

/// A sample as a pin keeps it: times, flags and provenance, with its work counted anew.
[[nodiscard]] ChartPoint pinnedPoint(const Workload& workload, Seconds time, Seconds low, Seconds high, FlagSet flags,
                                     Provenance provenance);

/// More could not be told apart in a chart.
inline constexpr std::size_t mostPins = 6;
/// Where the view of a session keeps its pins.
inline constexpr const char* pinsKey = "pins";

/// Pins as an array of a session's view, and back; what is not a pin is left out.
[[nodiscard]] QJsonArray pinsToJson(const std::vector<Pin>& pins);
[[nodiscard]] std::vector<Pin> pinsFromJson(const QJsonArray& array);
/// The pins of a session's view (Session::viewJson); none of what is no view.
[[nodiscard]] std::vector<Pin> pinsOfView(const std::string& viewJson);

/// "B is 3.8× as fast as A (3.6 to 4.0×)"; "B takes 3.8× the time of A (3.6 to 4.0×) for 4.0× the work" where the work
/// differs: every factor is from 1 on, so the faster or the slower one is named first; "A and B: no difference that can
/// be told" where the intervals, each √2 wider, overlap. Empty where either time is no number. Brief without the
/// interval:
/// "B is 3.8× as fast as A", "A and B: not told apart".
enum class Wording { Whole, Brief };
[[nodiscard]] QString comparisonWords(const QString& nameA, const Sample& a, const QString& nameB, const Sample& b,
                                      const Format& format, Wording wording = Wording::Whole);

/// What a pin holds, in words: "8 fma · 32 Mi floats · wait-each · 4.30 ms".
[[nodiscard]] QString pinWords(const Pin& pin, const Format& format);

/// The letter of the present sample: its pin's where it is pinned, else the one that it would get.
[[nodiscard]] std::string presentName(const std::vector<Pin>& pins, const Sample& present);

/// The rows of a chart's key: one a pin with its letter, then how the present sample (null: none) compares with the
/// last pin. The sample that was pinned itself compares with nothing. Where one pin is shown `alone`, by its place
/// among all, the key is of that one; every letter stays what it is among all.
struct PinKey {
    QStringList pins;
    /// The same in fewer words, for where there is no room, longest first: what all have in common once and what
    /// differs in a row each; several in a row; and last where they are listed. Of a single pin what the present sample
    /// has not in common with it; empty where there is nothing to compare.
    std::vector<QStringList> shorter = {};
    QString caption;
    QString briefCaption = {};
};
[[nodiscard]] PinKey pinKey(const std::vector<Pin>& pins, const Sample* present, const Format& format,
                            std::optional<std::size_t> alone = {});

} // namespace ridgepoint
