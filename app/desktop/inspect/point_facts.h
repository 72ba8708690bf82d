// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/charts/data/apply_what_if.h"
#include "app/charts/data/lever_list.h"
#include "app/charts/data/snapshot.h"
#include "app/desktop/session/sample_index.h"
#include "core/model/prediction.h"

#include <optional>

namespace ridgepoint {

/// All that is known of the point at the cursor: measured, analysed, predicted, each where there is any.
struct PointFacts {
    Workload workload;
    DeviceKind kind = DeviceKind::Cpu;
    SnapshotPointer snapshot;              ///< null before the first analysis
    SamplePointer sample;                  ///< measured, with its readings; null where there is none
    std::optional<PointAnalysis> analysis; ///< of the measured, interpolated or predicted sample
    std::optional<Prediction> prediction;  ///< by the roofs that are drawn, so that a reader can redo it
    /// By those roofs in the state of the device while the sample was measured: what doubts of the sample are judged
    /// by.
    std::optional<Prediction> predictionThen;
    bool isHeldBack = false;  ///< measured since the picture was locked, which shows no sample here
    bool isMeasuring = false; ///< something is being measured now
    bool isRecorded = false;  ///< of a device on which nothing can be measured here

    /// The roof that is drawn and that figures are shares of: with a what-if the changed one.
    [[nodiscard]] const Roof* roof(const std::string& id) const
    {
        return snapshot ? snapshot->roofs.find(id) : nullptr;
    }
    /// The roof as the device has it, by which a measurement is judged.
    [[nodiscard]] const Roof* deviceRoof(const std::string& id) const
    {
        return snapshot ? realRoof(*snapshot, id) : nullptr;
    }
    [[nodiscard]] bool hasWhatIf() const { return snapshot && ridgepoint::hasWhatIf(*snapshot); }
    /// Whether there is a verdict, be it that what limits the point cannot be told.
    [[nodiscard]] bool isJudged() const { return analysis && analysis->shares; }
    /// The verdict on the point; none where it is not known.
    [[nodiscard]] std::optional<Regime> regime() const { return analysis ? analysis->regime : std::nullopt; }
    /// What the inspector names: the verdict's, as the map does, or where there is none what the roofs predict.
    [[nodiscard]] std::optional<Regime> named() const
    {
        return isJudged() || !prediction ? regime() : std::optional(prediction->limit);
    }
    /// Whether the point is no more than a place between measured ones.
    [[nodiscard]] bool isFilledIn() const { return !sample && analysis && analysis->flags.has(Flag::Interpolated); }
};

/// Looks the workload up in the latest analysis and, by `find`, among the samples of its device that are shown with it:
/// the state is that of this very sample.
[[nodiscard]] PointFacts factsOf(const Workload& workload, const SnapshotPointer& snapshot, const SampleLookup& find);

/// Of a reading of the live probe; null while there is none. The device may be in another state by now than while the
/// stored sample was measured, so nothing of that one's analysis is in it.
[[nodiscard]] PointFacts liveFactsOf(const Workload& workload, const SnapshotPointer& snapshot, SamplePointer reading);

} // namespace ridgepoint
