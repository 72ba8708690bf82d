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
    std::optional<Prediction> prediction;
    bool isHeldBack = false;  ///< measured since the picture was locked, which shows no sample here
    bool isMeasuring = false; ///< something is being measured now

    /// The roof that predictions use: with a what-if the changed one.
    [[nodiscard]] const Roof* roof(const std::string& id) const
    {
        return snapshot ? snapshot->roofs.find(id) : nullptr;
    }
    /// The roof as the device has it, which measurements are compared with.
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
/// state and prediction are of that very sample.
[[nodiscard]] PointFacts factsOf(const Workload& workload, const SnapshotPointer& snapshot, const SampleLookup& find);

/// Of a reading of the live probe; null while there is none. The device may be in another state by now than while the
/// stored sample was measured, so it is held against the roofs as they are in the reference state, as charts draw them.
[[nodiscard]] PointFacts liveFactsOf(const Workload& workload, const SnapshotPointer& snapshot, SamplePointer reading);

} // namespace ridgepoint
