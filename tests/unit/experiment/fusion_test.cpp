// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/fusion/fusion.h"

#include "tests/support/cube_experiment.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

class FusionTest : public Case {
    Q_OBJECT
private slots:
    void depthsDivideTheChain()
    {
        QCOMPARE(fusing::depthsOf(12), (std::vector<int>{1, 2, 3, 4, 6, 12}));
        QCOMPARE(fusing::depthsOf(7), (std::vector<int>{1, 7}));
    }

    void measuresWhatTheRoofsSayOnAMachineThatKeepsThem()
    {
        const ExperimentResult result = ranOnCube("fusion", {{"size", "4Mi"}});
        QVERIFY(result.unavailable.empty());
        for (const char* operation : {"fma", "relu", "gelu", "cos"})
            for (const int plot : {fusing::timePlot, fusing::speedupPlot}) {
                const cube::Line measured = cube::lineOf(result, plot, operation, Provenance::Measured);
                const cube::Line predicted = cube::lineOf(result, plot, operation, Provenance::Predicted);
                QCOMPARE(measured.size(),
                         std::size_t{plot == fusing::timePlot
                                         ? 5U
                                         : 4U}); // one operation a pass is what the others are measured by
                QCOMPARE(predicted.size(), measured.size());
                for (std::size_t i = 0; i < measured.size(); ++i) {
                    QCOMPARE(measured[i].x, predicted[i].x);
                    QVERIFY(std::abs(measured[i].y / predicted[i].y - 1.0) < 1e-6);
                }
            }
        // A pass moves 8 bytes an element (0.2 ns) and a multiply-add takes 20 ps: ten fit under one pass.
        const cube::Line gains = cube::lineOf(result, fusing::speedupPlot, "fma", Provenance::Measured);
        const ExperimentPoint* deepest = cube::at(gains, 16.0);
        QVERIFY(deepest != nullptr);
        QVERIFY(deepest->y > 9.99 && deepest->y < 10.01); // 3.2 ns in 16 passes, 0.32 ns in one
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains("fma: 16 operations in one pass are 10.0× as fast as in separate passes (10.0× to "
                               "10.0×); predicted 10.0×."),
                 qPrintable(said));
        QVERIFY2(said.contains("A pass of two cos takes 1.00× the time of a pass of one: the second is free"),
                 qPrintable(said));
        QVERIFY2(said.contains("A pass of gelu takes 1.00× the time of a pass of relu."), qPrintable(said));
    }

    void aDearOperationGainsNothing()
    {
        // A cosine of 2 ns costs ten times its traffic.
        RoofSet roofs = cubeRoofs();
        roofs.put({.id = "compute.fp32.cos", .kind = RoofKind::Compute, .value = 5e8});
        ModelDevice device = cubeDevice();
        device.flopsPerSecond = 5e8;
        const ExperimentResult result = ranOnCube("fusion", {{"size", "4Mi"}, {"operation", "cos"}}, roofs, device);
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains("cos: fusion does not help. 16 operations in one pass are 1.00× as fast"),
                 qPrintable(said));
        QVERIFY2(said.contains("A pass of two cos takes 2.00× the time of a pass of one; on a GPU"), qPrintable(said));
        // What was published is beside it, with its source.
        const cube::Line published = cube::lineOf(result, fusing::speedupPlot, "cos", Provenance::Published);
        QCOMPARE(published.size(), std::size_t{1});
        QCOMPARE(published.front().y, 2.0);
        QVERIFY(!published.front().source.empty());
    }

    void whatIsUncertainIsNotClaimed()
    {
        ExperimentResult result{.id = "fusion"};
        const auto put = [&](double y, double low, double high) {
            result.points = {{.series = "relu",
                              .x = 16.0,
                              .y = y,
                              .low = low,
                              .high = high,
                              .flags = Flag::MachineBusy,
                              .plot = fusing::speedupPlot}};
        };
        put(33.5, 10.7, 39.1);
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains(
                     "relu: the times vary too much between rounds to determine the gain of fusion (10.7× to 39.1×)."),
                 qPrintable(said));
        QVERIFY2(said.contains("Other programs used the processor during 1 of 1 measurements"), qPrintable(said));
        // No roof is known: no cause is named.
        put(1.0, 0.95, 1.05);
        QVERIFY(sentencesOf(result).contains(
            "relu: 16 operations in one pass are 1.00× as fast as in separate passes (0.95× to 1.05×)."));
        // Where the roofs promise more, the arithmetic is not blamed.
        result.points.push_back({.series = "relu",
                                 .x = 16.0,
                                 .y = 16.0,
                                 .low = 16.0,
                                 .high = 16.0,
                                 .provenance = Provenance::Predicted,
                                 .plot = fusing::speedupPlot});
        QVERIFY(sentencesOf(result).contains("relu: fusion does not help here. 16 operations in one pass are 1.00× "
                                             "as fast as in separate passes (0.95× to 1.05×), but 16.0× was "
                                             "predicted."));
    }

    void anIntervalOfASpeedUpHoldsThoseOfBothTimes()
    {
        ModelDevice noisy = cubeDevice();
        noisy.noise = 0.05;
        const ExperimentResult result = ranOnCube("fusion", {{"size", "1Mi"}, {"operation", "fma"}}, cubeRoofs(),
                                                  noisy);
        const cube::Line times = cube::lineOf(result, fusing::timePlot, "fma", Provenance::Measured);
        const cube::Line gains = cube::lineOf(result, fusing::speedupPlot, "fma", Provenance::Measured);
        QCOMPARE(gains.size(), std::size_t{4});
        for (const ExperimentPoint& gain : gains) {
            const ExperimentPoint* fused = cube::at(times, gain.x);
            QVERIFY(fused != nullptr);
            QVERIFY(std::abs(gain.y - times.front().y / fused->y) < 1e-12);
            QVERIFY(std::abs(gain.low - times.front().low / fused->high) < 1e-12);
            QVERIFY(std::abs(gain.high - times.front().high / fused->low) < 1e-12);
        }
    }
};

RIDGEPOINT_TEST(FusionTest)
#include "fusion_test.moc"
