// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/launch-modes/launch_modes.h"

#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

constexpr double bandwidth = 1e11;
constexpr double bytesPerFloat = 8.0;

/// One level of 100 GB/s, so that a float takes 80 ps, and launches of 800, 400 and 200 ns.
RoofSet roofs(double fixed = 0.0)
{
    RoofSet set;
    set.device = "cpu";
    set.threads = 2;
    const auto put = [&](std::string id, RoofKind kind, double value) {
        set.put({.id = std::move(id), .kind = kind, .value = value, .low = value, .high = value});
    };
    put("compute.fp32.fma", RoofKind::Compute, 1e15);
    put("bandwidth.l2", RoofKind::Bandwidth, bandwidth);
    put("launch.wait_each", RoofKind::Launch, 800e-9);
    put("launch.queued", RoofKind::Launch, 400e-9);
    put("launch.graph", RoofKind::Launch, 200e-9);
    put("launch.fixed", RoofKind::Launch, fixed);
    set.levels = {{.name = "l2", .capacity = Bytes(HUGE_VAL)}};
    return set;
}

ExperimentPoint measured(LaunchMode mode, double elements, double time)
{
    return {.series = std::string(nameOf(mode)), .x = elements, .y = time, .low = time, .high = time};
}

/// Measured curves of launches that cost t on a device of 100 GB/s.
ExperimentResult synthetic(const std::string& device, double waited, double queued, double graph)
{
    ExperimentResult result{.id = "launch-modes", .device = device};
    for (double elements = 64; elements <= 1 << 20; elements *= 2) {
        const double kernel = elements * bytesPerFloat / bandwidth;
        result.points.push_back(measured(LaunchMode::WaitEach, elements, waited + kernel));
        result.points.push_back(measured(LaunchMode::Queued, elements, queued + kernel));
        result.points.push_back(measured(LaunchMode::Graph, elements, graph + kernel));
    }
    return result;
}

} // namespace

class LaunchModesTest : public Case {
    Q_OBJECT
private slots:
    void theRoofsSayWhereKernelAndLaunchTakeEquallyLong_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<double>("elements");
        // t W / 8 B
        QTest::newRow("wait-each") << 0 << 10000.0;
        QTest::newRow("queued") << 1 << 5000.0;
        QTest::newRow("graph") << 2 << 2500.0;
    }
    void theRoofsSayWhereKernelAndLaunchTakeEquallyLong()
    {
        QFETCH(int, mode);
        QFETCH(double, elements);
        for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda}) {
            const auto found = launching::predictedCrossing(allLaunchModes[static_cast<std::size_t>(mode)], roofs(),
                                                            kind);
            QVERIFY(found && test::isNear(static_cast<double>(*found), elements, 1e-3));
        }
    }
    void whatAChainCostsOnceIsSharedByItsLaunches()
    {
        // 64 launches of 200 ns and once 6.4 us: 300 ns each.
        const auto found = launching::predictedCrossing(LaunchMode::Graph, roofs(6.4e-6), DeviceKind::Cpu);
        QVERIFY(found && test::isNear(static_cast<double>(*found), 3750.0, 1e-3));
    }
    /// The time is twice what handing over takes where work and gap are: 800 ns less 100 ns.
    void behindAQueueTheHostIsHiddenFirst()
    {
        RoofSet set = roofs();
        set.put({.id = std::string(deviceGapRoofId), .kind = RoofKind::Launch, .value = 100e-9});
        const auto found = launching::predictedCrossing(LaunchMode::Queued, set, DeviceKind::Cuda);
        QVERIFY(found && test::isNear(static_cast<double>(*found), 700e-9 * bandwidth / bytesPerFloat, 1e-3));
    }
    void withoutRoofsThereIsNoCrossing()
    {
        QVERIFY(!launching::predictedCrossing(LaunchMode::Queued, {}, DeviceKind::Cpu));
        RoofSet set = roofs();
        set.levels.clear(); // then it is "dram", of which nothing is known
        QVERIFY(!launching::predictedCrossing(LaunchMode::Queued, set, DeviceKind::Cpu));
    }

    void theMeasuredCrossingIsFoundWhereCostsAddUp()
    {
        const ExperimentResult result = synthetic("cuda:0", 800e-9, 400e-9, 200e-9);
        for (const auto& [mode, wanted] :
             {std::pair{LaunchMode::WaitEach, 10000.0}, std::pair{LaunchMode::Queued, 5000.0},
              std::pair{LaunchMode::Graph, 2500.0}}) {
            const auto found = launching::measuredCurve(result, mode).crossing();
            QVERIFY(
                found
                && test::isNear(*found, wanted,
                                0.06)); // straight lines between octaves of a curve, and a floor with 64 elements in it
        }
    }
    void aCurveThatNeverLeavesTheFloorHasNoCrossing()
    {
        launching::Curve flat;
        for (double elements = 64; elements <= 4096; elements *= 2)
            flat.points.push_back(measured(LaunchMode::Queued, elements, 1e-6));
        QCOMPARE(flat.floor(), 1e-6);
        QVERIFY(!flat.crossing());
        QVERIFY(!launching::Curve{}.crossing());
        QCOMPARE(launching::Curve{}.floor(), 0.0);
    }

    void saysFloorsCrossingsAndWhatWasPublished()
    {
        ExperimentResult result = synthetic("cpu", 800e-9, 400e-9, 200e-9);
        result.points.push_back({.series = "queued",
                                 .label = launching::crossing,
                                 .x = 5000.0,
                                 .y = 800e-9,
                                 .provenance = Provenance::Predicted});
        result.points.push_back(
            {.series = "queued", .label = "NVIDIA H200", .x = 64.0, .y = 2.43e-6, .provenance = Provenance::Published});
        const QString said = sentencesOf(launching::findings(result));
        QVERIFY2(said.contains("takes 805 ns when each launch is waited for, 405 ns queued and 205 ns in a graph"),
                 qPrintable(said));
        QVERIFY2(said.contains("queued: the kernel takes as long as its launch at") && said.contains("predicted 5000."),
                 qPrintable(said));
        QVERIFY2(said.contains("is 2.43 \u00B5s: 6.00× the cost here"), qPrintable(said));
        QVERIFY2(said.contains("At 1.05 M elements waiting for each launch takes 1.01× the time of a graph"),
                 qPrintable(said));
        QVERIFY(!said.contains("graph: the kernel takes")); // nothing predicted, nothing to meet
    }
    void aCrossingFarFromItsPredictionIsToldAsAMiss_data()
    {
        QTest::addColumn<double>("predicted");
        QTest::addColumn<double>("spread");
        QTest::addColumn<QString>("says");
        const QString met = QStringLiteral("as long as its launch at");
        QTest::newRow("met") << 5000.0 << 1.0 << met;
        QTest::newRow("nearer than 1.5 times") << 7000.0 << 1.0 << met;
        QTest::newRow("far, but within its interval") << 9000.0 << 2.5 << met;
        QTest::newRow("measured far below") << 24000.0 << 1.0 << QStringLiteral("may not reach the bandwidth");
        QTest::newRow("measured far above") << 1000.0 << 1.0 << QStringLiteral("A launch may cost more");
    }
    void aCrossingFarFromItsPredictionIsToldAsAMiss()
    {
        QFETCH(double, predicted);
        QFETCH(double, spread);
        QFETCH(QString, says);
        ExperimentResult result = synthetic("cpu", 800e-9, 400e-9, 200e-9); // queued it lies at 5000
        for (ExperimentPoint& point : result.points) {
            point.low /= spread;
            point.high *= spread;
        }
        result.points.push_back({.series = "queued",
                                 .label = launching::crossing,
                                 .x = predicted,
                                 .y = 800e-9,
                                 .provenance = Provenance::Predicted});
        const QString said = sentencesOf(launching::findings(result));
        QVERIFY2(said.contains(says), qPrintable(said));
        QCOMPARE(said.contains("the prediction missed"), says.contains("may"));
    }
    void whyTwoModesMayMissIsToldOnce()
    {
        ExperimentResult result = synthetic("cpu", 800e-9, 400e-9, 200e-9);
        for (const LaunchMode mode : {LaunchMode::WaitEach, LaunchMode::Queued})
            result.points.push_back({.series = std::string(nameOf(mode)),
                                     .label = launching::crossing,
                                     .x = 50000.0, // five and ten times where it lies
                                     .y = 800e-9,
                                     .provenance = Provenance::Predicted});
        const QString said = sentencesOf(launching::findings(result));
        QCOMPARE(said.count("the prediction missed"), 2);
        QCOMPARE(said.count("may not reach the bandwidth"), 1);
        QVERIFY2(!said.contains("may cost more"), qPrintable(said));
    }
    /// What the experiment asks for comes first, then how the timeline below it was recorded.
    void theCostOfALaunchIsToldBeforeTheTimeline()
    {
        ExperimentResult result = synthetic("cpu", 800e-9, 400e-9, 200e-9);
        result.lanes = {{.group = std::string(nameOf(LaunchMode::Graph)),
                         .name = "thread 1",
                         .note = "by stamps",
                         .spans = {{SpanKind::Work, "kernel", 0.0, 1e-6}, {SpanKind::Work, "kernel", 3e-6, 1e-6}},
                         .plot = 1}};
        const QString said = sentencesOf(launching::findings(result));
        QVERIFY2(said.contains("idle") && said.contains("takes 805 ns"), qPrintable(said));
        QVERIFY2(said.indexOf("takes 805 ns") < said.indexOf("idle"), qPrintable(said));
    }
    void bearsAResultWithoutAnything() { QVERIFY(launching::findings({}).empty()); }

    void chainsAreShorterWhereAKernelIsLong()
    {
        QCOMPARE(launching::chainOf(64, LaunchMode::Graph, 2).passes(), 64);
        QCOMPARE(launching::chainOf(1 << 20, LaunchMode::Graph, 2).passes(), 64);
        QCOMPARE(launching::chainOf(1 << 24, LaunchMode::Graph, 2).passes(), 4);
        QVERIFY(validate(launching::chainOf(1 << 24, LaunchMode::Graph, 2)).ok());
    }

    void aRunMeetsItsPredictionAndShowsWhatWasPublished()
    {
        FakeClock clock;
        ModelDevice model;
        model.launchSeconds = 400e-9;
        model.noise = 0.001;
        model.levels = {{HUGE_VAL, bandwidth}};
        ModelBackend backend(model, clock);
        const ExperimentRun run = ranOn(backend, clock, "launch-modes", {{"largest", "64Ki"}}, roofs(), 1);
        QCOMPARE(run.outcome, RunOutcome::Done);
        const ExperimentResult& result = run.result;
        const auto count = [&](Provenance provenance) {
            return std::count_if(result.points.begin(), result.points.end(),
                                 [&](const ExperimentPoint& point) { return point.provenance == provenance; });
        };
        QCOMPARE(result.unavailable.size(), std::size_t{3}); // the model keeps no times of its launches
        QCOMPARE(result.unavailable[0].part, std::string("timeline, wait-each"));
        QCOMPARE(count(Provenance::Published), 4);
        std::map<std::string, std::set<double>> places; // of one mode a place a device, or their dots hide each other
        for (const ExperimentPoint& point : result.points)
            if (point.provenance == Provenance::Published) {
                places[point.series.id()].insert(point.x);
                QVERIFY(point.note.find("64 KiB") != std::string::npos); // whose size is not where it is drawn
            }
        QCOMPARE(places.at("queued").size(), std::size_t{2});
        QCOMPARE(places.at("graph").size(), std::size_t{2});
        QCOMPARE(count(Provenance::Measured), 33); // 64 to 64 Ki in three modes
        QCOMPARE(count(Provenance::Predicted),
                 43); // and the kernel alone from a tenth of the launch on, and three crossings
        for (const ExperimentPoint& point : result.points) {
            if (point.provenance == Provenance::Published || point.series == launching::kernelAlone)
                continue;
            QVERIFY(point.work.has_value());
            const auto verdict = judge(*point.work, result.roofs);
            QVERIFY(verdict.ok());
            if (point.provenance == Provenance::Predicted
                || point.series == "queued") // as which the model launches in every mode
                QVERIFY(test::isNear(verdict->verdict.shareOfRoof, 1.0, 0.1));
        }
        const auto queued = launching::measuredCurve(result, LaunchMode::Queued);
        QVERIFY(test::isNear(queued.points.front().y, 400e-9 + 64 * bytesPerFloat / bandwidth, 0.02));
        QVERIFY(test::isNear(*queued.crossing(), 5000.0, 0.08));
    }
};

RIDGEPOINT_TEST(LaunchModesTest)
#include "launch_modes_test.moc"
