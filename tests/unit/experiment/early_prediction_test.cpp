// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What is shown while the roofs are still measured.
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/product_backend.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// As the synthetic device has them, each times a factor; with a matrix unit.
RoofSet roofsTimes(double factor)
{
    RoofSet roofs = syntheticRoofs(syntheticThreads);
    roofs.put({.id = "compute.bf16.matrix", .kind = RoofKind::Compute, .value = 1e12});
    for (Roof& roof : roofs.roofs)
        roof.value *= factor;
    return roofs;
}

RoofSet withoutBandwidths(RoofSet roofs)
{
    std::erase_if(roofs.roofs, [](const Roof& roof) { return roof.kind == RoofKind::Bandwidth; });
    roofs.levels.clear();
    return roofs;
}

ExperimentRunner runnerOf(const char* id, Backend& backend, const FakeClock& clock)
{
    const ExperimentDefinition* experiment = findExperiment(id);
    return ExperimentRunner(backend,
                            {.experiment = experiment,
                             .parameters = *readParameters(experiment->info(), {}),
                             .threads = 2,
                             .budget = Seconds(1e6),
                             .known = {}},
                            clock, "now");
}

} // namespace

class EarlyPredictionTest : public Case {
    Q_OBJECT
private slots:
    void whatIsShownEarlyIsPredictedAgainInItsPlace_data()
    {
        QTest::addColumn<QString>("id");
        for (const ExperimentDefinition* experiment : experimentDefinitions())
            QTest::newRow(experiment->info().id.c_str()) << QString::fromStdString(experiment->info().id);
    }
    void whatIsShownEarlyIsPredictedAgainInItsPlace()
    {
        QFETCH(QString, id);
        const ExperimentDefinition* experiment = findExperiment(id.toStdString());
        const DeviceInfo device = syntheticDevice();
        auto parameters = *readParameters(experiment->info(), {});
        const bool waitsForLevels = parameters.hasAutomatic(experiment->info());
        parameters.settle(experiment->info(), 1 << 24);
        QVERIFY(!parameters.hasAutomatic(experiment->info()));
        const auto later = experiment->predict(parameters, roofsTimes(1.0), device);
        // Whatever a roof is before it is sharp, and with those of the processor alone.
        std::vector<RoofSet> early{roofsTimes(0.5), roofsTimes(1.7)};
        if (!waitsForLevels)
            early.push_back(withoutBandwidths(roofsTimes(1.0)));
        for (const RoofSet& roofs : early)
            for (const ExperimentPoint& point : experiment->predictEarly(parameters, roofs, device)) {
                QVERIFY(point.provenance != Provenance::Measured);
                const bool isThere = std::any_of(
                    later.begin(), later.end(), [&](const ExperimentPoint& other) { return point.isSamePlace(other); });
                QVERIFY2(
                    isThere,
                    (point.series.words() + ", " + point.label.words() + " at " + std::to_string(point.x)).c_str());
            }
    }

    void productsAreDrawnBeforeMemoryIsMeasured_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : {"matmul", "matmul-shapes", "matmul-waves", "predictable-data"})
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void productsAreDrawnBeforeMemoryIsMeasured()
    {
        QFETCH(QString, id);
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentRunner runner = runnerOf(id.toLatin1().constData(), backend, clock);
        std::vector<ExperimentPoint> points;
        while (points.empty() && runner.step())
            points = runner.takeNewPoints();
        QVERIFY(!points.empty());
        QCOMPARE(points.front().provenance, Provenance::Predicted);
        QVERIFY(runner.roofs().find("compute.fp32.fma") != nullptr);
        QVERIFY(runner.roofs().find("bandwidth.dram") == nullptr);
        // Memory comes after that, and before the first number that is measured.
        while (points.front().provenance != Provenance::Measured && runner.step())
            if (auto more = runner.takeNewPoints(); !more.empty())
                points = std::move(more);
        QVERIFY(runner.roofs().find("bandwidth.dram") != nullptr);
        QVERIFY(runner.progress().fraction >= 0.2);
    }
    void aRoofMeasuredInPassingLeavesTheLevelsThatAreKnown()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentDefinition* experiment = findExperiment("matmul");
        RoofSet known = syntheticRoofs(2);
        std::erase_if(known.roofs, [](const Roof& roof) { return roof.id == "bandwidth.dram"; });
        QVERIFY(known.levels.size() > 1);
        ExperimentRunner runner(backend,
                                {.experiment = experiment,
                                 .parameters = *readParameters(experiment->info(), {}),
                                 .threads = 2,
                                 .budget = Seconds(1e6),
                                 .known = known},
                                clock, "now");
        while (runner.progress().what == "roofs" && runner.step())
            ;
        QVERIFY(runner.roofs().find("bandwidth.dram") != nullptr); // this backend's curve sees no cache
        QCOMPARE(runner.roofs().levels.size(), known.levels.size());
    }
    void progressOverBothKindsOfRoofsNeverFalls()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentRunner runner = runnerOf("matmul", backend, clock);
        double before = 0.0;
        while (runner.step() && runner.progress().what == "roofs") {
            QVERIFY(runner.progress().fraction >= before && runner.progress().fraction <= 0.2);
            before = runner.progress().fraction;
        }
        QVERIFY(before > 0.1);
    }
    void aSizeThatMemoryDecidesWaitsForItsLevels()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        ExperimentRunner runner = runnerOf("operator-gallery", backend, clock);
        std::vector<ExperimentPoint> points;
        while (points.empty() && runner.step())
            points = runner.takeNewPoints();
        QVERIFY(!points.empty());
        QVERIFY(!runner.roofs().levels.empty());
        QVERIFY(runner.result().parameters.at("size") != automaticSize);
    }
};

RIDGEPOINT_TEST(EarlyPredictionTest)
#include "early_prediction_test.moc"
