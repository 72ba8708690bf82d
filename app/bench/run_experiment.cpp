// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/run_experiment.h"

#include "app/bench/program.h"

#include <utility>

namespace ridgepoint {

RanExperiment runExperiment(Backend& backend, ExperimentRequest request, const std::string& created,
                            Surroundings& surroundings, ProgressBar& progress)
{
    std::optional<HeldDevice> processor;
    if (backend.info().kind != DeviceKind::Cpu)
        request.host = [&]() -> Result<Backend*> {
            if (!processor) {
                auto held = holdDevice({.device = "cpu"}, surroundings);
                if (!held)
                    return held.error();
                processor = std::move(*held);
            }
            return processor->backend.get();
        };
    ExperimentRunner runner(backend, std::move(request), surroundings.clock, created);
    const Seconds started = surroundings.clock.now();
    while (runner.step()) {
        if (surroundings.interruption.requested())
            runner.cancel();
        if (!progress.isDue("experiment"))
            continue;
        const ExperimentProgress now = runner.progress();
        progress.show({.phase = "experiment",
                       .item = now.what,
                       .done = 0,
                       .total = 0,
                       .fraction = now.fraction,
                       .left = timeLeft(surroundings.clock.now() - started, now.fraction)});
    }
    progress.clear();
    return {runner.result(), runner.roofs(), runner.outcome(), runner.error()};
}

} // namespace ridgepoint
