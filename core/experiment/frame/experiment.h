// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/experiment_info.h"
#include "core/experiment/frame/experiment_result.h"
#include "core/measure/backend.h"
#include "core/sweep/clock.h"

#include <functional>
#include <string>
#include <vector>

/// An experiment is one folder with a class that derives from ExperimentDefinition, its line in the registry and one
/// page, resources/experiments/ID.md. The command line, the protocol, the session, the window and `render` follow from
/// them.
namespace ridgepoint {

/// The way to the machine's processor, for what a GPU is compared with; opened when it is first asked for, and the same
/// then.
using HostBackend = std::function<Result<Backend*>()>;

/// What a step has to measure with, and where its numbers go.
class MeasuringContext {
public:
    using Put = std::function<void(ExperimentPoint)>;
    using PutLane = std::function<void(TimelineLane)>;
    MeasuringContext(Backend& itsBackend, const Clock& itsClock, const RoofSet& itsRoofs, int itsThreads, Put put,
                     PutLane putLane = {})
        : backend(itsBackend),
          clock(itsClock),
          roofs(itsRoofs),
          threads(itsThreads),
          m_put(std::move(put)),
          m_putLane(std::move(putLane))
    {}

    Backend& backend;
    const Clock& clock;
    const RoofSet& roofs; ///< those of ExperimentDefinition::roofs() that could be measured, and the memory levels
    int threads;          ///< 0 on a GPU
    Seconds budget{usualExperimentBudget}; ///< of all steps together: what bounds itself bounds itself by this
    HostBackend host{};                    ///< empty where the backend is the processor's own, or nobody offers it
    /// Shows a number; the same place may come again, sharper.
    void put(ExperimentPoint point) const { m_put(std::move(point)); }
    /// Shows a lane of a timeline; the same lane may come again.
    void put(TimelineLane lane) const
    {
        if (m_putLane)
            m_putLane(std::move(lane));
    }

private:
    Put m_put;
    PutLane m_putLane;
};

/// What a piece of measuring says about the next.
enum class StepState {
    Round,    ///< this round is done
    Again,    ///< the round is not over: call at once again, so that long work is cut into pieces
    Finished, ///< no more rounds are wanted
};

/// One part of an experiment. The runner goes over all steps in rounds, so that drift touches all alike. One call lasts
/// about 50 ms where that is possible (a user's Stop and the window's drawing come between calls) and never waits
/// without a deadline. A step that fails is named in the result with the reason, and the others go on.
struct ExperimentStep {
    std::string what; ///< "LayerNorm", for progress and for the reason why it is missing
    int rounds = 1;
    std::function<Result<StepState>(MeasuringContext&)> run;
    /// Between pieces of a round (StepState::Again) nobody is waited for, not even a window that draws: what is
    /// measured is that the device has no pause.
    bool isUnbroken = false;
    /// Rounds beyond these while it has not said Finished: what others disturb needs more of them.
    int moreRounds = 0;
    SeriesName series{}; ///< where all of one is missing without it
};

/// One experiment of the catalogue. Holds no state of a run: that is in the steps.
class ExperimentDefinition {
public:
    virtual ~ExperimentDefinition() = default;
    [[nodiscard]] virtual const ExperimentInfo& info() const = 0;
    /// Why it cannot run on this device, whatever its parameters; what only a step can find out, a step reports.
    [[nodiscard]] virtual Result<void> availability(const DeviceInfo& device) const;
    /// Whether nothing of it can be measured on this device without the vendor's library (Implementation::Library).
    [[nodiscard]] virtual bool needsLibrary(const DeviceInfo&) const { return false; }
    /// Why the timeline that it has cannot be recorded with this backend, found out by preparing or recording next to
    /// nothing of it; success where it has none. `threads`: 0 on a GPU.
    [[nodiscard]] virtual Result<void> canRecord(Backend&, int /*threads*/) const { return {}; }
    /// The roofs to measure first, where they are not known: those that predict() reads. Ids that the device lacks are
    /// passed over.
    [[nodiscard]] virtual std::vector<std::string> roofs(const ExperimentParameters& parameters,
                                                         const DeviceInfo& device) const;
    /// What theory says, from roofs alone: drawn before anything is measured. All of provenance Predicted, Published or
    /// Datasheet. Pure.
    [[nodiscard]] virtual std::vector<ExperimentPoint> predict(const ExperimentParameters& parameters,
                                                               const RoofSet& roofs, const DeviceInfo& device) const;
    /// What of it can be shown while roofs are still measured, from those that are known and less sharp than they will
    /// be: the same, but nothing whose place on the chart depends on a roof's value, because there it would stay. Pure.
    [[nodiscard]] virtual std::vector<ExperimentPoint> predictEarly(const ExperimentParameters& parameters,
                                                                    const RoofSet& roofs,
                                                                    const DeviceInfo& device) const;
    /// The steps in the order of the first round. InvalidInput for parameters that this device cannot carry out.
    [[nodiscard]] virtual Result<std::vector<ExperimentStep>> steps(const ExperimentParameters& parameters,
                                                                    MeasuringContext& context) const = 0;
    /// What is seen, in sentences, from the numbers alone: first of all that others used the processors meanwhile,
    /// where points tell, because that puts every other figure in doubt. Pure, and tested with made-up results.
    [[nodiscard]] std::vector<Finding> analyse(const ExperimentResult& result) const;

protected:
    /// The sentences of this experiment. Must bear a result of which parts are missing.
    [[nodiscard]] virtual std::vector<Finding> seenIn(const ExperimentResult& result) const = 0;
};

} // namespace ridgepoint
