// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/charts/data/snapshot.h"
#include "core/session/session.h"

/// The made-up processor's measurements as the charts get them: all regimes, four levels, analysed.
namespace ridgepoint::test {

struct SyntheticOptions {
    int columns = 33;              ///< operations 1 … 1024
    int rows = 33;                 ///< sizes 16 … 128 Mi
    double measuredFraction = 1.0; ///< below 1 a regular part of the cells, the rest filled between
    bool withSamples = true;
    bool withRoofs = true;
    double slowdown = 1.0; ///< multiplies every time: another session
};

/// An fp32 fma map with wait-each launches on four threads.
[[nodiscard]] Plan syntheticPlan(const SyntheticOptions& options = {});
[[nodiscard]] Snapshot syntheticSnapshot(const SyntheticOptions& options = {});
[[nodiscard]] SnapshotPointer syntheticSnapshotPointer(const SyntheticOptions& options = {});
/// The same as a session file holds it.
[[nodiscard]] Session syntheticSession(const SyntheticOptions& options = {});
/// 8 fma per element at 32 Mi floats or the nearest cell of the plan.
[[nodiscard]] Workload syntheticCursor(const SyntheticOptions& options = {});

} // namespace ridgepoint::test
