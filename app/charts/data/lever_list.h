// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/snapshot.h"
#include "app/charts/style/format.h"
#include "core/analysis/levers.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// By how much a measured time was shorter than another, each per element.
struct MeasuredSpeedup {
    double factor = 1.0;         ///< time before over time after
    Interval range;              ///< of the factor, as core/analysis/compare.h takes it from both intervals
    bool claimsCoverage = false; ///< both have enough readings for the range to mean something
    Provenance provenance = Provenance::Measured; ///< Published where either time is
    Seconds before;                               ///< both times as they were read; 0 where they are not known
    Seconds after;
};

/// A lever of a point, with what came out where both sides of it are measured.
struct LeverFact {
    Lever lever;
    std::optional<MeasuredSpeedup> measured;
};

/// A lever that the user tried: where from, and what was said of it then.
struct TriedLever {
    Workload from;
    Lever lever;
    /// Absent while it is being measured; of the readings at the trial's end, whatever either end reads later.
    std::optional<MeasuredSpeedup> measured;
    bool running = false; ///< whether it still is
};

/// The sample of a workload on the device in question, measured or published; null where there is none.
using SampleLookup = std::function<std::shared_ptr<const Sample>(const Workload&)>;

/// Finds what was measured or published among a snapshot's samples, which it keeps.
[[nodiscard]] SampleLookup lookupIn(SnapshotPointer snapshot);

/// Measured time of `before` over that of `after`, each per element; nothing unless both are there.
[[nodiscard]] std::optional<MeasuredSpeedup> measuredSpeedup(const SampleLookup& find, const Workload& before,
                                                             const Workload& after);
/// What would help a point by the snapshot's roofs, best first, up to the largest tensor of the sliders; empty without
/// roofs.
[[nodiscard]] std::vector<LeverFact> leversAt(const Workload& workload, const Snapshot& snapshot,
                                              const SampleLookup& find);

/// The levers as a list shows them: one by one what promises something, or by its whole measured range helps all the
/// same; the others share a line, or they would fill the list.
struct LeverRows {
    std::vector<const LeverFact*> shown;
    std::vector<const LeverFact*> others;
};
[[nodiscard]] LeverRows leverRows(const std::vector<LeverFact>& levers);

/// Well past what the last cache serves, or may serve again in a minute (defaultElements), to the nearest power of two,
/// so that "memory" means memory; at most a quarter of the device's memory. 32 Mi floats while no knee is known.
[[nodiscard]] std::int64_t largestElements(const DeviceInfo& device, const RoofSet* roofs, Precision precision);

/// Whether a measured range of a speed-up is so wide that it holds nearly every prediction: none is judged by it.
[[nodiscard]] bool isTooWideToJudgeBy(const Interval& range);

/// "Queue the launches", "Twice the bandwidth".
[[nodiscard]] QString leverTitle(const Lever& lever, const Workload& workload, const Format& format);
/// What the lever is, without a stop: "Every pass is submitted at once and waited for once", "Another device, of twice
/// the DRAM roof".
[[nodiscard]] QString leverMeaning(const Lever& lever, const Workload& workload, const Format& format);
/// "No faster by the roofs: Half the launch cost, Matrix unit."; empty for none.
[[nodiscard]] QString uselessWords(const std::vector<const LeverFact*>& levers, const Workload& workload,
                                   const Format& format);
/// "predicted 2.0×, measured 1.9×".
[[nodiscard]] QString predictedAndMeasured(double predicted, const MeasuredSpeedup& measured, const Format& format);
/// "Queue the launches: predicted 3.1× faster; measured 2.4× (2.3× to 2.5×), less than predicted. From 12 µs to 5 µs.",
/// or that it is being measured, or was not. Of a range too wide to tell: "measured 1.3× (0.28× to 8.5×): interval too
/// wide to judge.".
[[nodiscard]] QString triedWords(const TriedLever& tried, const Format& format);
/// "2.3× to 2.5×": "× 2.3" would read as "more"; a growth is written like a speed-up.
[[nodiscard]] QString factorRange(const Interval& range, const Format& format);

} // namespace ridgepoint
