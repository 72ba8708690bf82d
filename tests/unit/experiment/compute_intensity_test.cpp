// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/compute-intensity/compute_intensity.h"

#include "tests/support/cube_experiment.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// So many seconds flat, then so many an operation.
cube::Line kneed(double flat, double each, double launch, double most)
{
    cube::Line line;
    for (double x = 1; x <= most; x *= 2) {
        const double y = launch + std::max(flat, each * x);
        line.push_back({.series = "mul", .x = x, .y = y, .low = y, .high = y});
    }
    return line;
}

} // namespace

class ComputeIntensityTest : public Case {
    Q_OBJECT
private slots:
    void theKneeIsWhereTheFlatLineMeetsTheRisingOne()
    {
        QVERIFY(std::abs(*intensity::kneeOf(kneed(1e-3, 1e-3 / 59.0, 0.0, 256)) - 59.0) < 1e-6);
        // A launch is in both, and moves nothing.
        QVERIFY(std::abs(*intensity::kneeOf(kneed(1e-3, 1e-3 / 59.0, 5e-4, 256)) - 59.0) < 1e-6);
        QVERIFY(!intensity::kneeOf(kneed(1e-3, 1e-3 / 300.0, 0.0, 256)).has_value());
        QVERIFY(!intensity::kneeOf({}).has_value());
        cube::Line uncertain = kneed(1e-3, 1e-3 / 59.0, 0.0, 256);
        uncertain.front().high = 3.0 * uncertain.front().low;
        QVERIFY(!intensity::kneeOf(uncertain).has_value());
    }

    void theArticlesOwnCurveHasTheArticlesKnee()
    {
        // 59 by its roofs; the curve itself rounds its corner and so shows a little less.
        const ExperimentResult result = ranOnCube("compute-intensity", {{"size", "1Mi"}});
        const cube::Line article = cube::lineOf(result, intensity::timePlot, intensity::article, Provenance::Published);
        QCOMPARE(article.size(), std::size_t{6});
        const auto knee = intensity::kneeOf(article);
        QVERIFY(knee.has_value());
        QVERIFY2(*knee > 45.0 && *knee < 65.0, qPrintable(QString::number(*knee)));
        for (const ExperimentPoint& point : article)
            QVERIFY(!point.source.empty());
    }

    void measuresWhatTheRoofsSayOnAMachineThatKeepsThem()
    {
        const ExperimentResult result = ranOnCube("compute-intensity", {{"size", "4Mi"}});
        QVERIFY(result.unavailable.empty());
        for (const char* operation : {"mul", "fma"})
            for (const int plot : {intensity::timePlot, intensity::computePlot, intensity::bandwidthPlot}) {
                const cube::Line measured = cube::lineOf(result, plot, operation, Provenance::Measured);
                const cube::Line predicted = cube::lineOf(result, plot, operation, Provenance::Predicted);
                QCOMPARE(measured.size(), std::size_t{12}); // 1, 2 … 256, and 24, 48, 96
                QCOMPARE(predicted.size(), measured.size());
                for (std::size_t i = 0; i < measured.size(); ++i) {
                    QCOMPARE(measured[i].x, predicted[i].x);
                    QVERIFY(std::abs(measured[i].y / predicted[i].y - 1.0) < 1e-6);
                    QVERIFY(measured[i].low <= measured[i].y && measured[i].y <= measured[i].high);
                    QVERIFY(measured[i].work && predicted[i].work);
                }
            }
        // 8 bytes at 40 GB/s last as long as 20 products of 100 GFLOP/s, or 10 multiply-adds.
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains("mul: the time is constant up to about 20 operations per element, then grows with "
                               "them; the roofs cross at 20."),
                 qPrintable(said));
        QVERIFY2(said.contains("fma: the time is constant up to about 10 operations"), qPrintable(said));
        QVERIFY2(!said.contains("Measure the roofs again"), qPrintable(said));
    }

    void saysThatMemoryIsFasterThanItsRoof()
    {
        RoofSet stale = cubeRoofs();
        stale.put({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = cubeBandwidth / 2.0});
        const QString said = sentencesOf(ranOnCube("compute-intensity", {{"size", "4Mi"}}, stale));
        QVERIFY2(said.contains("Memory reached 40.0 GB/s in this run, 200 % of its roof"), qPrintable(said));
    }

    void anyMostShowsTheKnee()
    {
        for (const char* most : {"100", "57", "200"}) {
            const QString said = sentencesOf(ranOnCube("compute-intensity", {{"size", "4Mi"}, {"most", most}}));
            QVERIFY2(said.contains("mul: the time is constant up to about 20 operations"), qPrintable(said));
            QVERIFY2(said.contains("fma: the time is constant up to about 10 operations"), qPrintable(said));
        }
    }

    void otherPrecisionsAreNotComparedWithFloats()
    {
        const ExperimentResult result = ranOnCube("compute-intensity", {{"size", "1Mi"}, {"precision", "fp64"}});
        QVERIFY(cube::lineOf(result, intensity::timePlot, intensity::article, Provenance::Published).empty());
    }

    void timesThatDifferTooMuchAreCalledSo()
    {
        ExperimentResult result = ranOnCube("compute-intensity", {{"size", "4Mi"}});
        for (ExperimentPoint& point : result.points)
            if (point.provenance == Provenance::Measured && point.plot == intensity::timePlot)
                point.high = 3.0 * point.low;
        QVERIFY(sentencesOf(result).contains(
            "mul: the times vary too much between rounds to locate where they start to grow with the operations."));
    }

    void tooFewOperationsShowNoKneeAndSaySo()
    {
        const QString said = sentencesOf(
            ranOnCube("compute-intensity", {{"size", "4Mi"}, {"most", "8"}, {"operation", "mul"}}));
        QVERIFY2(said.contains("mul: up to 8 operations per element the time does not grow with them yet; more "
                               "operations would show the knee."),
                 qPrintable(said));
    }

    void aTensorThatDoesNotFitIsRefusedWithBothSizes()
    {
        ModelDevice device = cubeDevice();
        FakeClock clock;
        ModelBackend backend(device, clock);
        backend.editableInfo().memory = Bytes(1e6);
        const ExperimentRun run = ranOn(backend, clock, "compute-intensity", {{"size", "1Mi"}}, cubeRoofs(), 1);
        QCOMPARE(run.outcome, RunOutcome::Failed);
        QVERIFY2(QString::fromStdString(run.error->message()).contains("does not fit into half of the memory"),
                 run.error->message().c_str());
    }
};

RIDGEPOINT_TEST(ComputeIntensityTest)
#include "compute_intensity_test.moc"
