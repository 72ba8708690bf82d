// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment.h"
#include "core/experiment/frame/experiment_info.h"
#include "core/sweep/roof_runner.h"
#include "core/sweep/sweep_runner.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// Chooses the sizes that are left to the device, beyond the caches that these roofs show: for a run and for what is
/// predicted before it. What was typed stays.
void settleSizes(ExperimentParameters& parameters, const ExperimentInfo& info, const RoofSet& roofs, int threads,
                 const DeviceInfo& device);

/// What to run, checked.
struct ExperimentRequest {
    const ExperimentDefinition* experiment = nullptr;
    ExperimentParameters parameters;
    int threads = 0;
    /// For the steps; roofs that had to be measured first do not count. The first round may take twice as long, because
    /// without it parts of the picture are missing; what it then has not reached is named in the result.
    Seconds budget{usualExperimentBudget};
    RoofSet known;      ///< roofs that need not be measured again
    HostBackend host{}; ///< on a GPU; what it leads to must outlive the run
};

/// Where a run stands.
struct ExperimentProgress {
    std::string what;      ///< is measured now
    double fraction = 0.0; ///< of the steps' rounds, or of the budget where that is further
};

/// An experiment's steps in interleaved rounds: which comes next, and how much of all is done.
class StepRounds {
public:
    void begin(std::vector<ExperimentStep> steps);
    /// Ends all; what the steps hold of the device's memory goes with them.
    void clear() { m_steps.clear(); }
    /// Null where there are no steps.
    [[nodiscard]] const ExperimentStep* current() const;
    /// The current step has no further rounds.
    void finishCurrent() { m_over[m_index] = true; }
    /// Goes to the next step that has this round, or to the next round; false when there is none.
    bool advance();
    [[nodiscard]] bool isFirstRound() const { return m_round == 0; }
    /// The steps that the first round has not reached, none in later ones; they are over then.
    [[nodiscard]] std::vector<const ExperimentStep*> takeUnfinished();
    /// Of the rounds that every step asks for, 0 to 1; 1 where there are no steps.
    [[nodiscard]] double fraction() const;

private:
    std::vector<ExperimentStep> m_steps;
    std::vector<bool> m_over; ///< of each step: finished or failed
    std::size_t m_index = 0;
    int m_round = 0;
    int m_rounds = 0; ///< of the step with the most
};

/// Runs one experiment in small pieces: the roofs that its prediction needs, the prediction, then its steps in
/// interleaved rounds until they are done, the budget is spent or it is cancelled. What was measured stays. Roofs of
/// bandwidth come last, because they take seconds; what the others predict meanwhile is shown, and once more, sharper,
/// with each roof that is new.
class ExperimentRunner {
public:
    /// The backend and the clock must outlive it. `created` goes into the result.
    ExperimentRunner(Backend& backend, ExperimentRequest request, const Clock& clock, std::string created);

    ExperimentRunner(const ExperimentRunner&) = delete; // its context refers to itself
    ExperimentRunner& operator=(const ExperimentRunner&) = delete;

    /// One piece of measuring; false when there is no more to do.
    bool step();
    void cancel() { m_cancelled = true; }
    /// Whether the next step() must follow at once (ExperimentStep::isUnbroken).
    [[nodiscard]] bool isUnbroken() const { return m_stage == Stage::Steps && m_isUnbroken; }
    /// Points that are new or sharper since the last call.
    [[nodiscard]] std::vector<ExperimentPoint> takeNewPoints();
    [[nodiscard]] std::vector<TimelineLane> takeNewLanes();
    /// Everything so far.
    [[nodiscard]] const ExperimentResult& result() const { return m_result; }
    /// The roofs that it was given and that it measured, with the memory levels that they belong to.
    [[nodiscard]] const RoofSet& roofs() const { return m_roofs; }
    [[nodiscard]] ExperimentProgress progress() const;
    /// Once step() has returned false.
    [[nodiscard]] RunOutcome outcome() const { return m_outcome; }
    /// Why it failed: nothing could be measured (then of the first step that failed), or the device was lost.
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    enum class Stage { Roofs, Prepare, Steps, Done };

    bool stepRoofs();
    /// Begins with the next of the roofs that are missing; false when there are none.
    bool beginRoofs();
    /// Takes over what the roof runner has so far.
    void takeRoofs();
    /// Shows what the roofs so far predict, where one is new.
    void predictEarly();
    void settle();
    void prepare();
    bool stepSteps();
    bool end(RunOutcome outcome, std::optional<Error> error = std::nullopt);
    void giveUp(const ExperimentStep& step, const Error& reason);
    /// Whether the budget is spent; names what the first round has not reached.
    bool isSpent();
    void put(ExperimentPoint point);
    void put(TimelineLane lane);

    Backend& m_backend;
    const Clock& m_clock;
    ExperimentRequest m_request;
    ExperimentResult m_result;
    RoofSet m_roofs;
    struct {
        std::vector<std::vector<std::string>> left; ///< to measure, in groups; the next last
        std::size_t all = 0;                        ///< of all groups together
        std::size_t measuring = 0;                  ///< of the group that is measured
        std::size_t done = 0;                       ///< of the groups before it
    } m_missing;                                    ///< the roofs that have to be measured first
    std::unique_ptr<RoofRunner> m_roofRunner;
    MeasuringContext m_context;
    StepRounds m_steps;
    Seconds m_begun;
    std::vector<ExperimentPoint> m_new;
    std::vector<TimelineLane> m_newLanes;
    Stage m_stage = Stage::Roofs;
    RunOutcome m_outcome = RunOutcome::Done;
    std::optional<Error> m_error;
    std::optional<Error> m_firstFailure; ///< of a step: the cause where others follow from it
    bool m_cancelled = false;
    bool m_hasMeasured = false;
    bool m_isUnbroken = false;
};

} // namespace ridgepoint
