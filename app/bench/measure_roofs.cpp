// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/measure_roofs.h"

#include "core/analysis/roof_warning.h"
#include "core/sweep/roof_runner.h"

namespace ridgepoint {

RoofMeasurement measureRoofs(Backend& backend, int threads, std::vector<std::string> only, Surroundings& surroundings,
                             ProgressBar& progress)
{
    RoofRunner runner(backend, threads, std::move(only), surroundings.clock);
    const Seconds started = surroundings.clock.now();
    RoofMeasurement measurement;
    std::string latest;
    for (bool more = true; more && !measurement.interrupted; measurement.interrupted = more && surroundings.interruption.requested()) {
        more = runner.step();
        if (const std::vector<Roof> roofs = runner.takeNewRoofs(); !roofs.empty())
            latest = roofs.back().id;
        progress.show({.phase = "roofs",
                       .item = latest,
                       .done = runner.done(),
                       .total = runner.total(),
                       .fraction = runner.fraction(),
                       .left = timeLeft(surroundings.clock.now() - started, runner.fraction())});
    }
    progress.clear();
    measurement.roofs = runner.roofs();
    measurement.error = runner.error();
    return measurement;
}

void warnOf(const RoofSet& roofs, Surroundings& surroundings)
{
    if (const auto warning = roofWarning(roofs))
        surroundings.err << "ridgepoint-bench: warning: " << warning->message()
                         << " Measure again when the machine is quiet.\n"
                         << std::flush;
}

} // namespace ridgepoint
