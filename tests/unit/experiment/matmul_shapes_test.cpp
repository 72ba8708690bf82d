// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/matmul-waves/matmul_waves.h"
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const SeriesName ownSeries = matmul::ownSeriesOf(DeviceKind::Cpu);

ExperimentResult ran(const char* id, const ParameterTexts& texts, ProductBackend& backend, FakeClock& clock)
{
    return ranOn(backend, clock, id, texts, productRoofs(), 2).result;
}

std::ptrdiff_t countOf(const ExperimentResult& result, const SeriesName& series, Provenance provenance, int plot = 0)
{
    return std::count_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.series.words() == series.words() && point.provenance == provenance && point.plot == plot;
    });
}

ExperimentPoint point(SeriesName series, double n, double rate, Provenance provenance = Provenance::Measured,
                      int plot = 0)
{
    return {.series = std::move(series),
            .x = n,
            .y = rate,
            .low = rate,
            .high = rate,
            .provenance = provenance,
            .plot = plot};
}

} // namespace

class MatmulShapesTest : public Case {
    Q_OBJECT
private slots:
    void sizesAreSortedByTheLargestPowerOfTwoThatDividesThem()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ran("matmul-shapes", {{"first", "480"}, {"count", "33"}}, backend, clock);
        const auto seriesAt = [&](double n) {
            const auto found = std::find_if(
                result.points.begin(), result.points.end(),
                [n](const ExperimentPoint& one) { return one.x == n && one.provenance == Provenance::Measured; });
            return found == result.points.end() ? std::string() : found->series.words();
        };
        QCOMPARE(seriesAt(481), std::string("odd"));
        QCOMPARE(seriesAt(482), std::string("a multiple of 2, no more"));
        QCOMPARE(seriesAt(496), std::string("a multiple of 16, no more"));
        QCOMPARE(seriesAt(512), std::string("a multiple of 64"));
    }
    void everySizeIsMeasuredOnBothUnitsInThePlainLayout()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ran("matmul-shapes", {{"first", "500"}, {"count", "16"}}, backend, clock);
        for (const int plot : {0, 1}) {
            QCOMPARE(countOf(result, "odd", Provenance::Measured, plot), 8);
            QCOMPARE(countOf(result, "a multiple of 64", Provenance::Measured, plot), 1); // 512
            QCOMPARE(countOf(result, "roof", Provenance::Predicted, plot), 16);
        }
        for (const ProductCall& call : backend.prepared()) {
            QVERIFY(call.layout == MatrixLayout::Plain);
            QVERIFY(call.rows == call.columns && call.rows == call.inner && call.rows >= 500 && call.rows < 516);
        }
    }
    void withoutAMatrixUnitTheVectorsGoOn()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.removeRoof("compute.bf16.matrix");
        const ExperimentResult result = ran("matmul-shapes", {{"count", "4"}}, backend, clock);
        QCOMPARE(result.unavailable.size(), std::size_t(1));
        QVERIFY(countOf(result, "odd", Provenance::Measured, 0) == 2
                && countOf(result, "odd", Provenance::Measured, 1) == 0);
    }
    void whatCouldNotBeStoppedIsLeftOutByName()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        // 2 x 8192^3 FLOP take 2.7 s at 400 GFLOP/s, and 0.3 s at 4 TFLOP/s.
        const ExperimentResult result = ran("matmul-shapes", {{"first", "8192"}, {"count", "2"}}, backend, clock);
        QCOMPARE(result.unavailable.size(), std::size_t(1));
        QCOMPARE(result.unavailable.front().part, std::string("fp32, vector unit from n = 8192"));
        QVERIFY(std::all_of(backend.prepared().begin(), backend.prepared().end(),
                            [](const ProductCall& call) { return call.precision == MatrixPrecision::Bf16; }));
        QCOMPARE(countOf(result, "odd", Provenance::Measured, 1), 1);
    }
    void sizesThatTogetherFillTheMemoryAreRefused()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.editableInfo().memory = Bytes(8.0 * 1024 * 1024 * 1024);
        const ExperimentResult result = ran("matmul-shapes", {{"first", "2048"}, {"count", "257"}}, backend,
                                            clock); // 50 to 75 MiB each
        QVERIFY(backend.prepared().empty());
        QVERIFY(countOf(result, "odd", Provenance::Measured) == 0);
    }
    void findingsCompareTheMiddleOfEvenAndOddSizes()
    {
        ExperimentResult result;
        for (const double rate : {100e9, 110e9, 400e9}) // the middle is not moved by one that stands out
            result.points.push_back(point("odd", 481 + rate / 1e9, rate));
        result.points.push_back(point({"multiple-of-64", "a multiple of 64"}, 512, 220e9));
        result.points.push_back(
            point({"multiple-of-2", "a multiple of 2, no more"}, 482, 90e9, Provenance::Measured, 1));
        const QString text = sentencesOf(findExperiment("matmul-shapes")->analyse(result));
        QVERIFY2(text.contains("Vector unit: sizes that are a multiple of 64 run at 220 GFLOP/s, odd ones at 110 "
                               "GFLOP/s: 2.00× as fast"),
                 qPrintable(text));
        QVERIFY(!text.contains("Matrix unit")); // no odd size there
        QVERIFY(findExperiment("matmul-shapes")->analyse({}).empty());
    }

    void theWavesRateIsTheRoofTimesBothQuantisations()
    {
        const RoofSet roofs = productRoofs(); // 400 GFLOP/s on two threads
        const auto rate = [&](std::int64_t n) {
            return matmul::wavesRate(n, ownTile, 2, MatrixPrecision::Fp32, roofs, DeviceKind::Cpu)->value() / 400e9;
        };
        QVERIFY(std::abs(rate(96) - 0.5) < 1e-12);                           // one tile, one of two threads
        QVERIFY(std::abs(rate(192) - 1.0) < 1e-12);                          // four tiles, two full waves
        QVERIFY(std::abs(rate(288) - 0.9) < 1e-12);                          // nine tiles, five waves
        QVERIFY(std::abs(rate(97) - 97.0 * 97.0 / (192.0 * 192.0)) < 1e-12); // four tiles, a quarter full
        QVERIFY(!matmul::wavesRate(96, ownTile, 2, MatrixPrecision::Fp16, roofs, DeviceKind::Cpu).ok());
    }
    void ownTilesAndTheLibraryAreMeasuredWithTheEdges()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ran("matmul-waves", {}, backend, clock);
        for (const double n : {96.0, 97.0, 192.0, 193.0})
            QVERIFY(std::any_of(result.points.begin(), result.points.end(), [&](const ExperimentPoint& one) {
                return one.series == ownSeries && one.x == n && one.provenance == Provenance::Measured
                    && !one.note.empty();
            }));
        QCOMPARE(countOf(result, ownSeries, Provenance::Measured), countOf(result, ownSeries, Provenance::Predicted));
        QCOMPARE(countOf(result, matmul::librarySeries, Provenance::Measured),
                 countOf(result, ownSeries, Provenance::Measured));
        FakeClock other;
        ProductBackend alone(other);
        QCOMPARE(countOf(ran("matmul-waves", {{"reference", "none"}}, alone, other), matmul::librarySeries,
                         Provenance::Measured),
                 0);
    }
    void aMissingLibraryLeavesOurTiles()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.refuseLibrary({ErrorKind::Unavailable, "onednn.not-found", "libdnnl.so not found", {}});
        const ExperimentResult result = ran("matmul-waves", {}, backend, clock);
        QCOMPARE(result.unavailable.size(), std::size_t(1));
        QVERIFY(countOf(result, ownSeries, Provenance::Measured) > 20);
    }
    void onAGpuTheWorkersAreItsMultiprocessorsAndNoLibraryIsNeeded()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.editableInfo().id = "cuda:0";
        backend.editableInfo().kind = DeviceKind::Cuda;
        backend.editableInfo().gpu = GpuFacts{.multiprocessors = 10};
        backend.refuseLibrary({ErrorKind::Unavailable, "library.not-found", "libcublasLt.so.13 not found", {}});
        const SeriesName series = matmul::ownSeriesOf(DeviceKind::Cuda);
        QCOMPARE(series.words(), std::string("own tiles of 128 x 128"));
        const ExperimentResult result = ran("matmul-waves", {}, backend, clock);
        QCOMPARE(result.unavailable.size(), std::size_t(1)); // the library, by name and once
        QVERIFY(countOf(result, series, Provenance::Measured) > 20);
        QCOMPARE(countOf(result, series, Provenance::Measured), countOf(result, series, Provenance::Predicted));
        const auto rateAt = [&](double n) {
            const auto found = std::find_if(
                result.points.begin(), result.points.end(), [&](const ExperimentPoint& one) {
                    return one.series == series && one.x == n && one.provenance == Provenance::Predicted;
                });
            return found == result.points.end() ? 0.0 : found->y / 400e9;
        };
        QVERIFY(std::abs(rateAt(384) - 0.9) < 1e-12); // nine tiles on ten multiprocessors
        QVERIFY(std::abs(rateAt(512) - 0.8) < 1e-12); // sixteen, two waves
        QVERIFY(std::abs(rateAt(385) - 385.0 * 385.0 / (512.0 * 512.0) * 0.8) < 1e-12);
        for (const ProductCall& call : backend.prepared())
            QVERIFY(call.precision == MatrixPrecision::Fp32);
    }
    void findingsSayHowWellTheFormulaHoldsAndNameTheWorstStep()
    {
        ExperimentResult result;
        for (const auto& [n, said, got] :
             {std::tuple{96.0, 100.0, 90.0}, {97.0, 60.0, 48.0}, {192.0, 100.0, 90.0}, {193.0, 80.0, 72.0}}) {
            result.points.push_back(point(ownSeries, n, said * 1e9, Provenance::Predicted));
            result.points.push_back(point(ownSeries, n, got * 1e9));
        }
        const QString text = sentencesOf(findExperiment("matmul-waves")->analyse(result));
        QVERIFY2(text.contains("own tiles of 96 x 96: measured rates are 90.0 % of what tiles and waves predict "
                               "(median of 4 sizes; 80.0 % to 90.0 %)."),
                 qPrintable(text));
        QVERIFY2(text.contains("One more row, from n = 96 to 97, reduces the rate to 53.3 % (predicted: 60.0 %)."),
                 qPrintable(text));
        QVERIFY(findExperiment("matmul-waves")->analyse({}).empty());
    }
};

RIDGEPOINT_TEST(MatmulShapesTest)
#include "matmul_shapes_test.moc"
