// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const SeriesName systemSeries("system", "CPU-% of the system"), driverSeries("driver", "GPU-Util of the driver"),
    usedSeries("used", "share of the compute roof");
const LabelName spinning("spinning", "One thread that spins"), passing("passing", "A pass over memory"),
    computing("computing", "Work in registers");

const ExperimentPoint* find(const std::vector<ExperimentPoint>& points, const std::string& label,
                            const std::string& series)
{
    const auto found = std::find_if(points.begin(), points.end(), [&](const ExperimentPoint& point) {
        return point.label.words() == label && point.series.words() == series;
    });
    return found == points.end() ? nullptr : &*found;
}

RoofSet someRoofs()
{
    RoofSet roofs;
    roofs.device = "cpu";
    roofs.threads = 2;
    const auto put = [&](const char* id, RoofKind kind, double value) {
        roofs.put({.id = id, .kind = kind, .value = value, .low = value, .high = value});
    };
    put("compute.fp32.fma", RoofKind::Compute, 4e11);
    put("bandwidth.l2", RoofKind::Bandwidth, 2e11);
    put("bandwidth.dram", RoofKind::Bandwidth, 6e10);
    put("launch.wait_each", RoofKind::Launch, 1e-6);
    roofs.levels = {{"l2", Bytes(2e6), true}, {"dram", Bytes(HUGE_VAL)}};
    return roofs;
}

RoofSet gpuRoofs()
{
    RoofSet roofs;
    roofs.device = "cuda:0";
    const auto put = [&](const char* id, RoofKind kind, double value) {
        roofs.put({.id = id, .kind = kind, .value = value, .low = value, .high = value});
    };
    put("compute.fp32.fma", RoofKind::Compute, 4e13);
    put("bandwidth.l2", RoofKind::Bandwidth, 8e12);
    put("bandwidth.dram", RoofKind::Bandwidth, 4e12);
    put("launch.queued", RoofKind::Launch, 2e-6);
    roofs.levels = {{"l2", Bytes(5e7), false}, {"dram", Bytes(HUGE_VAL)}};
    return roofs;
}

DeviceInfo gpuInfo()
{
    return {.id = "cuda:0",
            .kind = DeviceKind::Cuda,
            .available = true,
            .gpu = GpuFacts{.computeCapability = "9.0", .multiprocessors = 132}};
}

/// A GPU that reaches what gpuRoofs() say, and one thread of it a ten-thousandth of that.
struct ModelGpu {
    FakeClock clock;
    ModelBackend backend{{.flopsPerSecond = 4e13, .launchSeconds = 2e-6, .levels = {{5e7, 8e12}, {HUGE_VAL, 4e12}}},
                         clock};
    ModelGpu()
    {
        backend.editableInfo() = gpuInfo();
        backend.intercept([this](const Workload& workload, std::int64_t, BatchTiming timing) -> Result<BatchTiming> {
            if (workload.elements == 4) {
                const Seconds longer = timing.time * 1e4;
                clock.advance(longer - timing.time);
                timing.time = longer;
            }
            return timing;
        });
    }
    ExperimentRunner runner()
    {
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        return {backend,
                {.experiment = experiment,
                 .parameters = *readParameters(experiment->info(), {{"size", "64Mi"}}),
                 .threads = 0,
                 .known = gpuRoofs()},
                clock,
                "now"};
    }
};

std::vector<ExperimentPoint> measuredOf(const ExperimentResult& result)
{
    std::vector<ExperimentPoint> measured;
    for (const ExperimentPoint& point : result.points)
        if (point.provenance == Provenance::Measured)
            measured.push_back(point);
    return measured;
}

/// Made up: what a GPU came to, by way; what the driver said is left out where it is below 0.
ExperimentResult gpuResult(const std::vector<double>& busy)
{
    ExperimentResult result;
    result.device = "cuda:0";
    const std::vector<std::pair<LabelName, double>> used{{spinning, 4e-5}, {passing, 0.02}, {computing, 0.97}};
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (busy[i] >= 0.0)
            result.points.push_back({.series = driverSeries, .label = used[i].first, .y = busy[i]});
        result.points.push_back({.series = usedSeries, .label = used[i].first, .y = used[i].second});
    }
    return result;
}

} // namespace

class UtilisationTest : public Case {
    Q_OBJECT
private slots:
    void theRoofsSayWhatEachUses()
    {
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        const auto parameters = readParameters(experiment->info(), {});
        const auto points = experiment->predict(*parameters, someRoofs(), {});
        QCOMPARE(find(points, "One thread that spins", "share of the compute roof")->y, 0.0);
        // 2 FLOP for 8 bytes at 60 GB/s: 15 of 400 GFLOP/s.
        const ExperimentPoint* pass = find(points, "A pass over memory", "share of the compute roof");
        QVERIFY(pass != nullptr && std::abs(pass->y - 0.0375) < 0.001);
        const ExperimentPoint* registers = find(points, "Work in registers", "share of the compute roof");
        QVERIFY(registers != nullptr && registers->y > 0.95 && registers->y <= 1.0);
    }
    void saysThatBusyIsNotUsed()
    {
        ExperimentResult result;
        for (const auto& [label, used] :
             {std::pair{spinning, 0.0}, std::pair{passing, 0.04}, std::pair{computing, 0.98}}) {
            result.points.push_back({.series = systemSeries, .label = label, .y = 1.0});
            result.points.push_back({.series = usedSeries, .label = label, .y = used});
        }
        const auto findings = findExperiment("utilisation")->analyse(result);
        QCOMPARE(findings.size(), std::size_t{4});
        QCOMPARE(findingText(findings[1]), std::string("A pass over memory: the system reports the processors in use "
                                                       "as 100 % busy, and 4.00 % of the compute roof is used."));
    }
    void figuresThatDifferAreNotCalledTheSame()
    {
        ExperimentResult result;
        for (const auto& [label, busy] :
             {std::pair{spinning, 1.0}, std::pair{passing, 0.62}, std::pair{computing, 0.98}}) {
            result.points.push_back({.series = systemSeries, .label = label, .y = busy});
            result.points.push_back({.series = usedSeries, .label = label, .y = 0.1});
        }
        const auto findings = findExperiment("utilisation")->analyse(result);
        QCOMPARE(findings.size(), std::size_t{4});
        QVERIFY(findingText(findings[3]).starts_with("The figures differ (62.0 % to 100 %) because other programs"));
    }
    void runsOnAnyDeviceThatCanBeUsed()
    {
        QVERIFY(findExperiment("utilisation")->availability(gpuInfo()).ok());
        QVERIFY(findExperiment("utilisation")->availability({.id = "cpu", .available = true}).ok());
        QVERIFY(!findExperiment("utilisation")->availability({.id = "cuda:0", .kind = DeviceKind::Cuda}).ok());
    }
    void theRoofsOfAGpuSayWhatEachUses()
    {
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        const auto parameters = readParameters(experiment->info(), {{"size", "64Mi"}});
        QVERIFY(experiment->roofs(*parameters, gpuInfo())
                == (std::vector<std::string>{"compute.fp32.fma", "bandwidth.dram", "bandwidth.l2", "launch.queued"}));
        const auto points = experiment->predict(*parameters, gpuRoofs(), gpuInfo());
        // One lane of 132 multiprocessors with 128 each.
        QCOMPARE(find(points, "One thread that spins", "share of the compute roof")->y, 1.0 / 16896.0);
        // 2 FLOP for 8 bytes at 4 TB/s: 1 of 40 TFLOP/s.
        QVERIFY(std::abs(find(points, "A pass over memory", "share of the compute roof")->y - 0.025) < 0.0025);
        const ExperimentPoint* registers = find(points, "Work in registers", "share of the compute roof");
        QVERIFY(registers->y > 0.95 && registers->y <= 1.0);
    }
    void ofAGpuOfUnknownLanesTheThreadIsNotPredicted()
    {
        DeviceInfo device = gpuInfo();
        device.gpu->computeCapability = "99.0";
        const ExperimentDefinition* experiment = findExperiment("utilisation");
        for (const bool hasFacts : {true, false}) {
            if (!hasFacts)
                device.gpu.reset();
            const auto points = experiment->predict(*readParameters(experiment->info(), {{"size", "64Mi"}}), gpuRoofs(),
                                                    device);
            QCOMPARE(points.size(), std::size_t{2});
            QVERIFY(find(points, "One thread that spins", "share of the compute roof") == nullptr);
        }
    }
    void saysWhatTheDriverCallsBusy()
    {
        const auto findings = findExperiment("utilisation")->analyse(gpuResult({1.0, 0.99, 1.0}));
        QCOMPARE(findings.size(), std::size_t{4});
        QCOMPARE(findingText(findings[0]), std::string("One thread that spins: the driver reports the GPU as busy "
                                                       "100 % of the time, and under 0.01 % of the compute roof is "
                                                       "used."));
        QVERIFY(findingText(findings[2]).ends_with("and 97.0 % of the compute roof is used."));
        QVERIFY(findingText(findings[3]).ends_with("it counts time in which a kernel runs, not work done."));
    }
    void aDriversFiguresThatDifferAreNotCalledTheSame()
    {
        const auto findings = findExperiment("utilisation")->analyse(gpuResult({1.0, 0.5, 0.9}));
        QCOMPARE(findings.size(), std::size_t{4});
        QVERIFY(findingText(findings[3]).starts_with("The figures differ (50.0 % to 100 %), although a kernel ran"));
    }
    void whereTheDriverTellsNothingTheSharesAreSaid()
    {
        const auto findings = findExperiment("utilisation")->analyse(gpuResult({-1.0, -1.0, -1.0}));
        QCOMPARE(findings.size(), std::size_t{4});
        QCOMPARE(findingText(findings[1]), std::string("A pass over memory: 2.00 % of the compute roof is used."));
        QVERIFY(findingText(findings[3]).starts_with("The driver's utilisation of the GPU is not available here."));
        QCOMPARE(findExperiment("utilisation")->analyse(gpuResult({-1.0, 1.0, -1.0})).size(), std::size_t{1});
        ExperimentResult nothing;
        nothing.device = "cuda:0";
        QVERIFY(findExperiment("utilisation")->analyse(nothing).empty());
    }
    void aGpuIsKeptBusyUntilTheDriversPeriodIsFilled()
    {
        ModelGpu gpu;
        const Seconds start = gpu.clock.now();
        std::vector<double> asked; // how long the latest work had been going on, prepared included
        std::size_t visits = 0;
        Seconds visited = start;
        gpu.backend.tellBusy([&]() -> Result<double> {
            asked.push_back((gpu.clock.now() - visited).value());
            return 0.99;
        });
        ExperimentRunner runner = gpu.runner();
        Seconds longest;
        for (bool goesOn = true; goesOn;) {
            const Seconds before = gpu.clock.now();
            goesOn = runner.step();
            longest = std::max(longest, gpu.clock.now() - before);
            if (gpu.backend.visits().size() != visits) {
                visits = gpu.backend.visits().size();
                visited = gpu.clock.now(); // its first run is over
            }
        }
        QCOMPARE(runner.outcome(), RunOutcome::Done);
        QVERIFY(runner.result().unavailable.empty());
        QCOMPARE(visits, std::size_t{9}); // three ways in three rounds, each prepared once
        QCOMPARE(asked.size(), std::size_t{10});
        QCOMPARE(asked.front(), 0.0); // whether it tells anything
        QVERIFY(std::all_of(asked.begin() + 1, asked.end(),
                            [](double seconds) { return seconds >= 2.0 && seconds < 2.1; }));
        QVERIFY2(longest < Seconds(0.07), "work comes in pieces of about 50 ms");
        QVERIFY(gpu.clock.now() - start < Seconds(27.0));

        const std::vector<ExperimentPoint> measured = measuredOf(runner.result());
        QCOMPARE(measured.size(), std::size_t{6});
        for (const char* label : {"One thread that spins", "A pass over memory", "Work in registers"})
            QCOMPARE(find(measured, label, "GPU-Util of the driver")->y, 0.99);
        const ExperimentPoint* spins = find(measured, "One thread that spins", "share of the compute roof");
        QVERIFY(spins->y > 0.0 && spins->y < 1.5e-4 && spins->work);
        QVERIFY(spins->flags.has(Flag::FewReadings)); // three rounds
        QVERIFY(std::abs(find(measured, "A pass over memory", "share of the compute roof")->y - 0.025) < 0.005);
        QVERIFY(find(measured, "Work in registers", "share of the compute roof")->y > 0.9);
        for (const Workload& one : gpu.backend.visits())
            QVERIFY(one.threads == 0 && one.launchMode == LaunchMode::Queued);
    }
    void aGpuWhoseDriverTellsNothingShowsTheSharesAlone()
    {
        ModelGpu gpu;
        const ExperimentRun run = ranOn(gpu.backend, gpu.clock, "utilisation", {{"size", "64Mi"}}, gpuRoofs());
        QCOMPARE(run.outcome, RunOutcome::Done);
        QCOMPARE(run.result.unavailable.size(), std::size_t{1});
        QCOMPARE(run.result.unavailable[0].part, std::string("GPU-Util of the driver"));
        QCOMPARE(run.result.unavailable[0].reason.message(), std::string("No driver tells how busy cuda:0 is."));
        const std::vector<ExperimentPoint> measured = measuredOf(run.result);
        QCOMPARE(measured.size(), std::size_t{3});
        QVERIFY(std::all_of(measured.begin(), measured.end(),
                            [](const ExperimentPoint& point) { return point.series == usedSeries; }));
    }
    void aSpinningThreadIsBusyAndComputesNothing()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        const ExperimentRun run = ranOn(backend, clock, "utilisation", {{"size", "64Mi"}}, someRoofs(), 1);
        QCOMPARE(run.outcome, RunOutcome::Done);
        std::vector<ExperimentPoint> measured;
        for (const ExperimentPoint& point : run.result.points)
            if (point.provenance == Provenance::Measured)
                measured.push_back(point);
        const ExperimentPoint* busy = find(measured, "One thread that spins", "CPU-% of the system");
        QVERIFY(busy != nullptr && busy->y > 0.0 && busy->y < 1.5);
        QCOMPARE(find(measured, "One thread that spins", "share of the compute roof")->y, 0.0);
        // The model's pass over 256 MiB at 60 GB/s, of the roof that is known.
        QVERIFY(std::abs(find(measured, "A pass over memory", "share of the compute roof")->y - 0.0375) < 0.01);
    }
    void withoutTheRoofThereIsNothingToTakeAShareOf()
    {
        FakeClock clock;
        ModelBackend backend(ModelDevice{}, clock);
        const ExperimentRun run = ranOn(backend, clock, "utilisation", {}, {}, 1);
        QCOMPARE(run.result.unavailable.size(), std::size_t{2});
        QCOMPARE(run.outcome, RunOutcome::Done);
    }
};

RIDGEPOINT_TEST(UtilisationTest)
#include "utilisation_test.moc"
