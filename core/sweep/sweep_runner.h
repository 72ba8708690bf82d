// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measure/backend.h"
#include "core/stats/sample.h"
#include "core/sweep/clock.h"
#include "core/sweep/plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace ridgepoint {

/// How far a sweep has come.
struct RunProgress {
    std::int64_t measuredCells = 0; ///< cells of the plan's own grid that have a measured sample
    std::int64_t totalCells = 0;    ///< cells of the plan's own grid; an adaptive run needs a part of them only
    double fraction = 0.0;          ///< of the work, 0 to 1, never falling; 1 exactly when the run has ended
    Seconds left;                   ///< estimated
    /// Of an adaptive run, while its first look at the whole plan is not over: what that still takes, whatever the
    /// budget.
    std::optional<Seconds> coarseLeft{};
};

enum class RunOutcome { ///< how a run ended
    Done,        ///< every cell that the strategy needs was read as often as helps (IntervalNotReached: it drifts)
    BudgetSpent, ///< the budget ended it, or no further round fits into it: cells are missing or IntervalNotReached
    Cancelled,
    Failed, ///< the device failed; the samples so far are kept
};

/// Measures a plan: a first look at the whole of it (FirstLook), refinement (or every cell), then interleaved rounds
/// that narrow the intervals, nearest the borders first, until the target interval or the budget. Where the plan names
/// no axis for the operations or the size, a coarse lattice of neighbours along it is measured as well
/// (neighbourPlans), because a measured regime needs both slopes. Samples that are known are not measured again. An
/// adaptive run leaves out cells of which one run is expected to take longer than is left of its budget.
class SweepRunner {
public:
    /// The backend and the clock must outlive the runner. An invalid plan makes a run that has Failed from the start.
    /// With the device's roofs every reading keeps by how much the device was slower in its moment (ControlMeter).
    SweepRunner(Backend& backend, Plan plan, std::vector<Sample> known, const Clock& clock, const RoofSet& roofs = {});
    ~SweepRunner();
    SweepRunner(const SweepRunner&) = delete;
    SweepRunner& operator=(const SweepRunner&) = delete;

    /// Measures one bounded piece (a few readings of one cell, within about 10 ms where one run of the cell allows);
    /// false when the run has ended.
    bool step();
    /// New or sharper samples since the last call; a workload may come again.
    [[nodiscard]] std::vector<Sample> takeNewSamples();
    /// The measured samples of this run and the known ones, each in its best state.
    [[nodiscard]] std::vector<Sample> samples() const;
    [[nodiscard]] RunProgress progress() const;
    /// Measures these cells of the plan before all others, and their neighbours right after; workloads outside the plan
    /// are ignored. Until the first look of an adaptive run is over they have half of the time.
    void focus(const std::vector<Workload>& first);
    /// Ends the run at the next step; the samples so far are kept.
    void cancel();
    /// What ended the run; meaningful once step() has returned false.
    [[nodiscard]] RunOutcome outcome() const;
    /// The failure that ended a Failed run, or the last cell's that could not be measured in one that went on
    /// (a size beyond the memory, for example).
    [[nodiscard]] const std::optional<Error>& error() const;

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ridgepoint
