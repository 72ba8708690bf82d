// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/tensor-size/tensor_size.h"

#include "tests/support/cube_experiment.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

void put(ExperimentResult& result, const SeriesName& series, int plot, double x, double y)
{
    result.put({.series = series, .x = x, .y = y, .low = y * 0.999, .high = y * 1.001, .plot = plot});
}

/// A pass of a microsecond and 0.1 ns an element, in a cache up to 64 Ki elements, four times as long beyond.
ExperimentResult cached()
{
    ExperimentResult result{.id = "tensor-size", .device = "cpu"};
    for (double elements = 1; elements <= 1 << 24; elements *= 2)
        put(result, "fma", sizing::timePlot, elements, 1e-6 + elements * (elements <= 65536 ? 1e-10 : 4e-10));
    return result;
}

} // namespace

class TensorSizeTest : public Case {
    Q_OBJECT
private slots:
    void threeTitlesSideBySideAreShort()
    {
        constexpr std::size_t mostLetters = 22; // of a plot a third as wide as the chart of a window of 1366x768
        const auto& plots = findExperiment("tensor-size")->info().plots;
        QCOMPARE(plots.size(), std::size_t{3});
        for (const auto& plot : plots)
            QVERIFY2(plot.title.size() <= mostLetters, plot.title.c_str());
    }
    void measuresWhatTheRoofsSayOnAMachineThatKeepsThem()
    {
        const ExperimentResult result = ranOnCube("tensor-size", {{"largest", "1Mi"}});
        for (const int plot : {sizing::timePlot, sizing::growthPlot}) {
            const cube::Line measured = cube::lineOf(result, plot, "fma", Provenance::Measured);
            const cube::Line predicted = cube::lineOf(result, plot, "fma", Provenance::Predicted);
            QCOMPARE(measured.size(), std::size_t{plot == sizing::timePlot ? 21U : 20U});
            QCOMPARE(predicted.size(), measured.size());
            for (std::size_t i = 0; i < measured.size(); ++i) {
                QCOMPARE(measured[i].x, predicted[i].x);
                QVERIFY(std::abs(measured[i].y / predicted[i].y - 1.0) < 1e-6);
            }
        }
        // The device multiplies no matrices: that part says so, and the rest is there.
        QCOMPARE(result.unavailable.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(result.unavailable.front().part)
                    .startsWith(QString::fromStdString(SeriesName(sizing::product).words())));
        // 1 us and 0.2 ns an element: 256 elements take 1.05 us, 512 take 1.10.
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains("and 256 elements take at most 10 % longer: up to there the time is overhead."),
                 qPrintable(said));
        QVERIFY2(said.contains("A launch alone takes 1.00 µs, so one element takes 1.00× that."), qPrintable(said));
    }

    void aRunThatIsShorterThanItsLaunchIsNotComparedWithIt()
    {
        ExperimentResult result = cached(); // one element takes 1 us
        result.roofs = {{.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-6}};
        QVERIFY2(sentencesOf(result).contains("A launch alone takes 1.00 µs"), qPrintable(sentencesOf(result)));
        result.roofs.front().value = 4e-6;
        QVERIFY2(!sentencesOf(result).contains("A launch alone takes"), qPrintable(sentencesOf(result)));
    }

    void tellsTheFloorFromWorkAndTheCachesEnd()
    {
        const QString said = sentencesOf(cached());
        // 512 elements take 1.05 us, 1024 take 1.10.
        QVERIFY2(said.contains("One element takes 1.00 µs, and 512 elements take at most 10 % longer"),
                 qPrintable(said));
        QVERIFY2(said.contains("It grows most from 65536 to 131072 elements, by 7.07×: the larger tensor no longer "
                               "fits the cache"),
                 qPrintable(said));
        QVERIFY2(said.contains("From 65536 elements on, twice the size takes about twice the time: the time is work."),
                 qPrintable(said));
    }

    void aNoisyDoublingDoesNotEndTheFloor()
    {
        ExperimentResult result = cached();
        for (ExperimentPoint& point : result.points)
            if (point.x == 4.0) {
                point.y *= 1.12;
                point.high = 1.3 * point.y;
            }
        QVERIFY(sentencesOf(result).contains("and 512 elements take at most 10 % longer"));
    }

    void theLaunchIsNamedWhereWeightsAreReadThatFast()
    {
        ExperimentResult result = cached();
        result.roofs = {{.id = "launch.queued", .kind = RoofKind::Launch, .value = 2.4e-6}};
        put(result, sizing::product, sizing::productPlot, 1, 4.1e-6);
        put(result, sizing::product, sizing::productPlot, 2, 4.1e-6);
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains("its weights are read so fast here that the launch (2.40 µs) counts too."),
                 qPrintable(said));
        QVERIFY(!said.contains("not overhead"));
    }

    void aProductOfFewRowsDoublesForNothingForAnotherReason()
    {
        ExperimentResult result = cached();
        put(result, sizing::product, sizing::productPlot, 1, 1e-3);
        put(result, sizing::product, sizing::productPlot, 2, 1.01e-3);
        const QString said = sentencesOf(result);
        QVERIFY2(said.contains("A product of 2 rows takes 1.01× the time of one of 1 row. This is not overhead: both "
                               "read the same 16.0 MiB of weights."),
                 qPrintable(said));
        put(result, sizing::product, sizing::productPlot, 2, 1.5e-3);
        QVERIFY(sentencesOf(result).contains("A product of 2 rows takes 1.50× the time of one of 1 row.\n"));
    }

    void anEmptyResultSaysNothing() { QVERIFY(sentencesOf({.id = "tensor-size"}).isEmpty()); }
};

RIDGEPOINT_TEST(TensorSizeTest)
#include "tensor_size_test.moc"
