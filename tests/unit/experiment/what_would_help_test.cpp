// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/what-would-help/what_would_help.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// 60 GB/s and 400 GFLOP/s in every precision and 0.5 us a launch in every mode.
ModelDevice plainDevice(double noise)
{
    ModelDevice device;
    device.levels = {{}};
    device.noise = noise;
    return device;
}

RoofSet plainRoofs(double flopsPerSecond = 4e11)
{
    RoofSet roofs{.device = "cpu", .threads = 1};
    const auto put = [&](std::string id, RoofKind kind, double value) {
        roofs.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    put("bandwidth.dram", RoofKind::Bandwidth, 6e10);
    put("compute.fp32.fma", RoofKind::Compute, flopsPerSecond);
    put("compute.fp64.fma", RoofKind::Compute, flopsPerSecond);
    for (const LaunchMode mode : allLaunchModes)
        put(launchRoofId(mode), RoofKind::Launch, 0.5e-6);
    roofs.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return roofs;
}

struct HelpRun {
    ExperimentResult result;
    RunOutcome outcome = RunOutcome::Done;
};

HelpRun ranHelp(const RoofSet& roofs, double noise = 0.0, const ParameterTexts& texts = {{"size", "16Mi"}})
{
    FakeClock clock;
    ModelBackend backend(plainDevice(noise), clock);
    const ExperimentRun run = ranOn(backend, clock, "what-would-help", texts, roofs, 1);
    return {run.result, run.outcome};
}

const ExperimentPoint* barOf(const ExperimentResult& result, Regime regime, const LabelName& label,
                             Provenance provenance = Provenance::Measured)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.plot == helping::plotOf(regime) && point.label.words() == label.words()
            && point.provenance == provenance;
    });
    return found == result.points.end() ? nullptr : &*found;
}

void putLever(ExperimentResult& result, Regime regime, const char* label, double predicted, double measured = 0.0,
              double low = 0.0, double high = 0.0)
{
    result.put({.series = helping::speedup,
                .label = label,
                .y = predicted,
                .low = predicted,
                .high = predicted,
                .provenance = Provenance::Predicted,
                .plot = helping::plotOf(regime)});
    if (measured > 0.0)
        result.put({.series = helping::speedup,
                    .label = label,
                    .y = measured,
                    .low = low,
                    .high = high,
                    .plot = helping::plotOf(regime)});
}

} // namespace

class WhatWouldHelpTest : public Case {
    Q_OBJECT
private slots:
    void eachWorkloadIsClearlyOfItsRegime()
    {
        const helping::HelpChoice choice{.elements = std::int64_t{1} << 24, .threads = 1};
        for (const Regime regime : helping::regimes) {
            const auto workload = helping::workloadOf(regime, choice, plainRoofs(), DeviceKind::Cpu);
            QVERIFY(workload.ok());
            const auto prediction = predict(*workload, plainRoofs(), DeviceKind::Cpu);
            QCOMPARE(prediction->limit, regime);
            const double others = (prediction->compute + prediction->memory + prediction->overhead).value();
            const double most = std::max({prediction->compute, prediction->memory, prediction->overhead}).value();
            QVERIFY(most > 0.8 * others);
        }
        const auto tiny = helping::workloadOf(Regime::Overhead, choice, plainRoofs(), DeviceKind::Cpu);
        QCOMPARE((*tiny).elements, std::int64_t{256}); // 16 B at 60 GB/s each: six times that is 0.41 us of 0.5
        QCOMPARE((*tiny).launchMode, LaunchMode::WaitEach);
    }

    void aGpusWorkloadsAreLargerAndOfTheSameRegimes()
    {
        // Round figures of the order of a large GPU's: what waits behind a queue, and levels of its memory.
        RoofSet roofs{.device = "cuda:0"};
        const auto put = [&](const char* id, RoofKind kind, double value) {
            roofs.put({.id = id, .kind = kind, .value = value, .low = value, .high = value});
        };
        put("bandwidth.l2", RoofKind::Bandwidth, 1e13);
        put("bandwidth.dram", RoofKind::Bandwidth, 4e12);
        put("compute.fp64.fma", RoofKind::Compute, 3e13);
        put("launch.wait_each", RoofKind::Launch, 6e-6);
        put("launch.queued", RoofKind::Launch, 2.4e-6);
        roofs.levels = {{.name = "l2", .capacity = Bytes(30e6)},
                        {.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
        const helping::HelpChoice choice{.elements = std::int64_t{1} << 26};
        const DeviceInfo gpu{.id = "cuda:0", .kind = DeviceKind::Cuda, .available = true, .memory = Bytes(140e9)};
        QVERIFY(findExperiment("what-would-help")->availability(gpu).ok());
        for (const Regime regime : helping::regimes) {
            const auto workload = helping::workloadOf(regime, choice, roofs, gpu.kind);
            QVERIFY(workload.ok());
            QCOMPARE(predict(*workload, roofs, gpu.kind)->limit, regime);
            const auto levers = helping::orderedLevers(*workload, choice, roofs, gpu);
            QVERIFY(levers.ok());
            QVERIFY(std::is_sorted(levers->begin(), levers->end(),
                                   [](const Lever& a, const Lever& b) { return a.kind < b.kind; }));
        }
        QVERIFY((*helping::workloadOf(Regime::Overhead, choice, roofs, gpu.kind)).elements > 10000);
    }

    void measuresWhatTheRoofsSayOnAMachineThatKeepsThem()
    {
        const HelpRun run = ranHelp(plainRoofs());
        QVERIFY(run.result.unavailable.empty());
        int tried = 0;
        for (const ExperimentPoint& point : run.result.points) {
            if (point.provenance != Provenance::Measured)
                continue;
            const ExperimentPoint* said = barOf(run.result, helping::regimes[static_cast<std::size_t>(point.plot)],
                                                point.label, Provenance::Predicted);
            QVERIFY2(said != nullptr, point.label.words().c_str());
            QVERIFY2(std::abs(point.y / said->y - 1.0) < 1e-6, point.label.words().c_str());
            QVERIFY(point.work && judge(*point.work, run.result.roofs));
            ++tried;
        }
        QCOMPARE(tried, 3 * 6); // as it is, fused, queued, as a graph, bigger, in fp32
        // 16 passes of which each pays its launch become one.
        QVERIFY(std::abs(barOf(run.result, Regime::Overhead, "Fuse deeper")->y - 16.0) < 1e-6);
        QVERIFY(std::abs(barOf(run.result, Regime::Memory, "Fuse deeper")->y - 4.0) < 1e-3);
        QVERIFY(std::abs(barOf(run.result, Regime::Memory, "Lower precision, fp32")->y - 2.0) < 1e-3);
        QVERIFY(std::abs(barOf(run.result, Regime::Compute, "Fuse deeper")->y - 1.0) < 0.01);
        // Per element: many more elements in little more time.
        QVERIFY(barOf(run.result, Regime::Overhead, "Bigger tensor")->y > 6.0);
        QVERIFY(std::abs(barOf(run.result, Regime::Memory, "Bigger tensor")->y - 1.0) < 0.01);
    }

    void whatIsAnotherDeviceIsPredictedAlone()
    {
        const HelpRun run = ranHelp(plainRoofs());
        for (const Regime regime : helping::regimes)
            for (const char* label : {"Twice FLOP/s", "Twice bandwidth", "Half launch cost"}) {
                QVERIFY(barOf(run.result, regime, label, Provenance::Predicted) != nullptr);
                QVERIFY(barOf(run.result, regime, label) == nullptr);
            }
        QVERIFY(std::abs(barOf(run.result, Regime::Compute, "Twice FLOP/s", Provenance::Predicted)->y - 2.0) < 0.01);
        QVERIFY(std::abs(barOf(run.result, Regime::Compute, "Twice bandwidth", Provenance::Predicted)->y - 1.0) < 0.01);
    }

    void theIntervalsOfBothTimesAreInTheSpeedUps()
    {
        const HelpRun run = ranHelp(plainRoofs(), 0.05);
        for (const Regime regime : helping::regimes) {
            const ExperimentPoint* before = barOf(run.result, regime, helping::asItIs);
            QVERIFY(before->low < 1.0 && before->high > 1.0);
            for (const char* label : {"Fuse deeper", "Launch as a graph", "Lower precision, fp32"}) {
                const ExperimentPoint* after = barOf(run.result, regime, label);
                QVERIFY(after->low < after->y && after->y < after->high);
                // The time before alone could be so much shorter or longer: 1/high to 1/low of its own bar.
                QVERIFY(after->low < after->y / before->high && after->high > after->y / before->low);
            }
        }
    }

    void aRegimeThatTheRoofsDoNotKnowIsNamedAndTheOthersGoOn()
    {
        // So slow a unit that even one operation an element takes longer than memory.
        const HelpRun run = ranHelp(plainRoofs(1e9));
        QCOMPARE(run.outcome, RunOutcome::Done);
        QVERIFY(!run.result.unavailable.empty());
        const auto named = std::find_if(
            run.result.unavailable.begin(), run.result.unavailable.end(),
            [](const UnavailablePart& part) { return part.part == "Limited by memory: As it is"; });
        QVERIFY(named != run.result.unavailable.end());
        QVERIFY(named->reason.message().find("memory does not limit") != std::string::npos);
        QVERIFY(barOf(run.result, Regime::Memory, helping::asItIs, Provenance::Predicted) == nullptr);
        QVERIFY(barOf(run.result, Regime::Compute, helping::asItIs) != nullptr);
    }
    void withoutItsRoofsNothingIsPredictedButThePublished()
    {
        const ExperimentDefinition* experiment = findExperiment("what-would-help");
        const auto points = experiment->predict(*readParameters(experiment->info(), {}), {}, {});
        QVERIFY(!points.empty());
        for (const ExperimentPoint& point : points) {
            QCOMPARE(point.provenance, Provenance::Published);
            QCOMPARE(point.plot, helping::scissorsPlot);
        }
    }
    void aTensorTooLargeForTheMemoryIsNotTried()
    {
        const helping::HelpChoice choice{.elements = std::int64_t{1} << 24, .threads = 1};
        const auto workload = helping::workloadOf(Regime::Memory, choice, plainRoofs(), DeviceKind::Cpu);
        const auto bigger = [&](Bytes memory) {
            const auto levers = helping::orderedLevers(*workload, choice, plainRoofs(), {.memory = memory});
            return std::any_of(levers->begin(), levers->end(),
                               [](const Lever& lever) { return lever.kind == LeverKind::BiggerTensor; });
        };
        QVERIFY(bigger(Bytes(64e9)));
        QVERIFY(!bigger(Bytes(512e6))); // a quarter holds the 128 MiB of the tensor, not twice as much
    }

    void saysWhatHelpsAndWhatDoesNothing()
    {
        ExperimentResult result;
        putLever(result, Regime::Memory, "Fuse deeper", 4.0, 3.9, 3.8, 4.1);
        putLever(result, Regime::Memory, "Queue launches", 1.0, 1.01, 0.99, 1.03);
        putLever(result, Regime::Memory, "Bigger tensor", 1.0, 0.8, 0.75, 0.85);
        putLever(result, Regime::Memory, "Precision fp32", 2.0, 1.5, 0.9, 2.3);
        putLever(result, Regime::Memory, "Twice FLOP/s", 1.0);
        putLever(result, Regime::Memory, "Twice bandwidth", 2.0);
        const QString said = sentencesOf(helping::findings(result));
        QVERIFY2(said.contains(
                     "Limited by memory: best lever: Fuse deeper, predicted 4.00×, measured 3.90× (3.80× to 4.10×)."),
                 qPrintable(said));
        QVERIFY2(said.contains("no effect: Queue launches."), qPrintable(said));
        QVERIFY2(said.contains("no effect predicted: Twice FLOP/s."), qPrintable(said));
        QVERIFY2(said.contains("slower with: Bigger tensor."), qPrintable(said));
        QVERIFY2(said.contains("too wide to decide: Precision fp32."), qPrintable(said));
        // Where the prediction lies outside of the interval it was wrong, and that is said.
        QVERIFY2(said.contains(
                     "Limited by memory, Bigger tensor: less than predicted, 0.80× (0.75× to 0.85×) instead of 1.00×."),
                 qPrintable(said));
        QCOMPARE(said.count("than predicted"), 1);
    }
    void theBestOfEachPlotComesBeforeWhatDoesNothing()
    {
        ExperimentResult result;
        for (const Regime regime : {Regime::Overhead, Regime::Memory}) {
            putLever(result, regime, "Fuse deeper", 4.0, 3.9, 3.8, 4.1);
            putLever(result, regime, "Queue launches", 1.0, 1.01, 0.99, 1.03);
        }
        const QString said = sentencesOf(helping::findings(result));
        QCOMPARE(said.count("best lever"), 2);
        QVERIFY2(said.lastIndexOf("best lever") < said.indexOf("no effect"), qPrintable(said));
    }
    void saysThatOnlyAnotherDeviceWouldHelp()
    {
        ExperimentResult result;
        putLever(result, Regime::Compute, "Fuse deeper", 1.0, 1.0, 0.99, 1.01);
        putLever(result, Regime::Compute, "Twice FLOP/s", 2.0);
        const QString said = sentencesOf(helping::findings(result));
        QVERIFY2(
            said.contains(
                "Limited by computing: no lever that can be tried here helps; predicted to help: Twice FLOP/s, 2.00×."),
            qPrintable(said));
    }
    void saysNothingForSureOfWhatTheIntervalsLeaveOpen()
    {
        ExperimentResult result;
        putLever(result, Regime::Compute, "Precision fp32", 2.0, 3.9, 0.9, 4.4);
        putLever(result, Regime::Compute, "Bigger tensor", 1.0, 0.97, 0.7, 1.09);
        putLever(result, Regime::Compute, "Twice FLOP/s", 2.0);
        const QString said = sentencesOf(helping::findings(result));
        QVERIFY2(said.contains(
                     "Limited by computing: no tried lever is shown to help; predicted to help: Twice FLOP/s, 2.00×."),
                 qPrintable(said));
        QVERIFY2(said.contains("too wide to decide: Precision fp32, Bigger tensor."), qPrintable(said));
        QVERIFY2(!said.contains("no effect:"), qPrintable(said));
    }
    void aRegimeOfWhichNothingWasMeasuredHasNoSentence()
    {
        ExperimentResult result;
        putLever(result, Regime::Compute, "Twice FLOP/s", 2.0);
        QVERIFY(helping::findings(result).empty());
        QVERIFY(helping::findings({}).empty());
    }
    void theScissorsOpenThirtyfoldInTwentyYears()
    {
        const ExperimentDefinition* experiment = findExperiment("what-would-help");
        ExperimentResult result;
        result.points = experiment->predict(*readParameters(experiment->info(), {}), {}, {});
        // 2^(20/1.6), 2^(20/2.7) and the quotient of both.
        QVERIFY2(sentencesOf(helping::findings(result))
                     .contains("become 5790× as fast in 20 years; memory doubles every 2.7 years and becomes 170× as "
                               "fast. The gap is then 34.1×"),
                 qPrintable(sentencesOf(helping::findings(result))));
        for (const ExperimentPoint& point : result.points)
            QVERIFY(!point.source.empty());
    }
};

RIDGEPOINT_TEST(WhatWouldHelpTest)
#include "what_would_help_test.moc"
