// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/model_backend.h"

#include <QString>

#include <limits>
#include <optional>
#include <vector>

namespace ridgepoint::test {

/// A processor without noise: 40 GB/s, a launch of a microsecond, and 100 GFLOP/s of every operation (50 Gop/s of a
/// multiply-add). cubeDevice() computes at that rate in every precision; cubeRoofs() has the compute roofs of fp32
/// alone, so a test of another precision puts its own, or nothing is predicted for it.
inline constexpr double cubeBandwidth = 40e9, cubeCompute = 100e9, cubeLaunch = 1e-6;

inline RoofSet cubeRoofs()
{
    RoofSet set{.device = "cpu", .threads = 1};
    const auto put = [&](std::string id, RoofKind kind, double value) {
        set.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    put("bandwidth.dram", RoofKind::Bandwidth, cubeBandwidth);
    for (const Operation operation : allOperations)
        put(computeRoofId(operation, Precision::Fp32), RoofKind::Compute, cubeCompute);
    for (const LaunchMode mode : allLaunchModes)
        put(launchRoofId(mode), RoofKind::Launch, cubeLaunch);
    put(std::string(launchFixedRoofId), RoofKind::Launch, 0.0);
    set.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

inline ModelDevice cubeDevice()
{
    return {.flopsPerSecond = cubeCompute,
            .launchSeconds = cubeLaunch,
            .levels = {{std::numeric_limits<double>::infinity(), cubeBandwidth}},
            .kneeOctaves = 0.0,
            .noise = 1e-9,
            .autocorrelation = 0.0};
}

/// What came of a run, and how it ended.
struct ExperimentRun {
    ExperimentResult result;
    RunOutcome outcome = RunOutcome::Done;
    std::optional<Error> error;
};

/// The experiment as it runs on this backend to its end, whatever time that takes; `threads`: 0 on a GPU.
inline ExperimentRun ranOn(Backend& backend, const Clock& clock, const char* id, const ParameterTexts& texts,
                           const RoofSet& known, int threads = 0)
{
    const ExperimentDefinition* experiment = findExperiment(id);
    ExperimentRunner runner(backend,
                            {.experiment = experiment,
                             .parameters = *readParameters(experiment->info(), texts),
                             .threads = threads,
                             .budget = Seconds(1e6),
                             .known = known},
                            clock, "now");
    while (runner.step()) {
    }
    return {runner.result(), runner.outcome(), runner.error()};
}

/// The experiment as it runs on such a device.
inline ExperimentResult ranOnCube(const char* id, const ParameterTexts& texts, const RoofSet& roofs = cubeRoofs(),
                                  const ModelDevice& device = cubeDevice())
{
    FakeClock clock;
    ModelBackend backend(device, clock);
    return ranOn(backend, clock, id, texts, roofs, 1).result;
}

/// What is said, a sentence a line.
inline QString sentencesOf(const std::vector<Finding>& findings)
{
    QString text;
    for (const Finding& finding : findings)
        text += QString::fromStdString(findingText(finding)) + QLatin1Char('\n');
    return text;
}
inline QString sentencesOf(const ExperimentResult& result)
{
    return sentencesOf(findExperiment(result.id)->analyse(result));
}

} // namespace ridgepoint::test
