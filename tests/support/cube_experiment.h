// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/frame/timed_step.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/model_backend.h"

#include <QString>

#include <limits>

namespace ridgepoint::test {

/// A processor without noise: 40 GB/s, a launch of a microsecond, and of every operation but a multiply-add 100 Gop/s.
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

/// The experiment as it runs on such a device.
inline ExperimentResult ranOnCube(const char* id, const ParameterTexts& texts, const RoofSet& roofs = cubeRoofs(),
                                  const ModelDevice& device = cubeDevice())
{
    FakeClock clock;
    ModelBackend backend(device, clock);
    const ExperimentDefinition* experiment = findExperiment(id);
    const auto parameters = readParameters(experiment->info(), texts);
    ExperimentRunner runner(
        backend,
        {.experiment = experiment, .parameters = *parameters, .threads = 1, .budget = Seconds(1e6), .known = roofs},
        clock, "now");
    while (runner.step()) {
    }
    return runner.result();
}

inline QString sentencesOf(const ExperimentResult& result)
{
    QString text;
    for (const Finding& finding : findExperiment(result.id)->analyse(result))
        text += QString::fromStdString(findingText(finding)) + QLatin1Char('\n');
    return text;
}

} // namespace ridgepoint::test
