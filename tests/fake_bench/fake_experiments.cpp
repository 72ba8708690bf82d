// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The part of FakeServer that makes experiments up.
#include "core/experiment/registry.h"
#include "tests/fake_bench/fake_server.h"
#include "tests/support/synthetic_device.h"

#include <utility>

namespace ridgepoint::test {

using namespace protocol;

namespace {

constexpr double pointPeriod = 0.01;

/// A measured number for each place that is predicted, a tenth less; and three of the experiment on mistakes.
std::deque<ExperimentPoint> madeUpPoints(const std::string& id, std::vector<ExperimentPoint> predicted)
{
    std::deque<ExperimentPoint> points(predicted.begin(), predicted.end());
    const auto measured = [&](LabelName label, double x, double y) {
        points.push_back(
            {.series = "measured", .label = std::move(label), .x = x, .y = y, .low = y * 0.98, .high = y * 1.02});
    };
    if (id == "mistakes") {
        measured({"right", "The right way"}, 0.0, 50e9);
        measured("Clock stopped before the work was done", 0.0, 10e12);
        measured("First call, with its set-up", 0.0, 10e9);
        return points;
    }
    for (const ExperimentPoint& point : predicted)
        measured(point.label, point.x, point.y * 0.9);
    if (predicted.empty())
        measured("a part", 1.0, 1.0);
    return points;
}

} // namespace

ExperimentsResult offersFor(const std::string& device, bool withoutLibrary)
{
    const auto lack = [withoutLibrary] {
        return withoutLibrary ? std::optional(Error{ErrorKind::Unavailable, "fake.library", "libfake.so not found", {}})
                              : std::nullopt;
    };
    ExperimentsResult result;
    for (const ExperimentDefinition* one : experimentDefinitions()) {
        const auto possible = device == "cpu" ? canRun(*one, syntheticDevice(), lack)
                                              : Result<void>(Error{ErrorKind::Unavailable,
                                                                   "fake.device",
                                                                   "only the made-up processor runs experiments",
                                                                   {}});
        result.experiments.push_back(
            {one->info().id, one->info().title, possible ? std::nullopt : std::optional(possible.error())});
    }
    return result;
}

void FakeServer::startExperiment(std::optional<std::int64_t> id, const StartExperiment& request)
{
    const auto experiment = requireExperiment(request.experiment);
    const auto parameters = experiment ? readParameters((*experiment)->info(), request.parameters)
                                       : Result<ExperimentParameters>(experiment.error());
    if (!parameters) {
        sendLine(encodeError(id, invalidParametersCode, parameters.error()));
        return;
    }
    const RoofSet roofs = syntheticRoofs(request.threads);
    ExperimentRun run{
        .run = ++m_lastRun,
        .result = {},
        .points = madeUpPoints(request.experiment, (*experiment)->predict(*parameters, roofs, syntheticDevice()))};
    run.result.id = request.experiment;
    run.result.device = request.device;
    run.result.parameters = parameters->texts();
    run.result.unavailable = {
        {"a made-up part", Error{ErrorKind::Unavailable, "fake.part", "its library is not installed", {}}}};
    m_experiment = std::move(run);
    m_nextPoint = m_now;
    respond(id, RunResult{m_experiment->run});
}

void FakeServer::sendExperimentPoint()
{
    if (m_experiment->points.empty()) {
        if (!m_options.endless)
            endExperiment(SweepOutcome::Done);
        m_nextPoint = m_now + pointPeriod;
        return;
    }
    notify(ExperimentMeasured{m_experiment->run, m_experiment->points.front()});
    m_experiment->points.pop_front();
    notify(ExperimentProgressed{m_experiment->run, "a made-up part", m_experiment->points.empty() ? 0.9 : 0.5});
    m_nextPoint = m_now + pointPeriod;
    countSample();
}

void FakeServer::endExperiment(SweepOutcome outcome)
{
    notify(ExperimentFinished{
        .run = m_experiment->run, .outcome = outcome, .error = std::nullopt, .result = m_experiment->result});
    m_experiment.reset();
}

} // namespace ridgepoint::test
