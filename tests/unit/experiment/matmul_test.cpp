// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/frame/product_steps.h"
#include "core/experiment/matmul-waves/matmul_waves.h"
#include "core/experiment/registry.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

ExperimentResult ranMatmul(ProductBackend& backend, FakeClock& clock, const ParameterTexts& texts)
{
    return ranOn(backend, clock, "matmul", texts, productRoofs(), 2).result;
}

const ExperimentPoint* at(const ExperimentResult& result, const SeriesName& series, double n, Provenance provenance)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.series == series && point.x == n && point.provenance == provenance;
    });
    return found == result.points.end() ? nullptr : &*found;
}

ExperimentPoint measured(MatrixPrecision precision, double n, double rate)
{
    return {.series = matmul::seriesOf(precision), .x = n, .y = rate, .low = rate, .high = rate};
}

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

class MatmulTest : public Case {
    Q_OBJECT
private slots:
    void sizesAreDoubledWithOneBetween()
    {
        const ExperimentDefinition* experiment = findExperiment("matmul");
        const auto sizesUpTo = [&](const char* largest) {
            const auto parameters = readParameters(experiment->info(), {{"largest", largest}});
            std::vector<double> sizes;
            for (const ExperimentPoint& point : experiment->predict(*parameters, productRoofs(), DeviceInfo{}))
                if (point.series == matmul::seriesOf(MatrixPrecision::Fp32))
                    sizes.push_back(point.x);
            return sizes;
        };
        QVERIFY(sizesUpTo("300") == (std::vector<double>{64, 96, 128, 192, 256}));
        QVERIFY(sizesUpTo("64") == (std::vector<double>{64}));
    }
    void bothUnitsAreMeasuredAtEverySizeBesideTheirPredictions()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ranMatmul(backend, clock, {{"largest", "512"}});
        for (const MatrixPrecision precision : {MatrixPrecision::Fp32, MatrixPrecision::Bf16})
            for (const double n : {64.0, 192.0, 512.0}) {
                const auto* point = at(result, matmul::seriesOf(precision), n, Provenance::Measured);
                const auto* theory = at(result, matmul::seriesOf(precision), n, Provenance::Predicted);
                QVERIFY(point != nullptr && theory != nullptr);
                // The model runs at half of its unit's roof.
                QVERIFY(std::abs(point->y / backend.rate(precision) - 1.0) < 1e-9);
                const double intensity = n / (precision == MatrixPrecision::Fp32 ? 6.0 : 3.0);
                QVERIFY(std::abs(theory->y / std::min(2.0 * backend.rate(precision), intensity * 50e9) - 1.0) < 1e-9);
                QVERIFY(!point->note.empty());
            }
        QVERIFY(result.unavailable.empty());
    }
    void aProcessorWithoutAMatrixUnitSaysSoAndMeasuresTheVectors()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.removeRoof("compute.bf16.matrix");
        const ExperimentResult result = ranMatmul(backend, clock, {{"largest", "128"}});
        QVERIFY(at(result, matmul::seriesOf(MatrixPrecision::Fp32), 128, Provenance::Measured) != nullptr);
        QVERIFY(at(result, matmul::seriesOf(MatrixPrecision::Bf16), 128, Provenance::Measured) == nullptr);
        QCOMPARE(result.unavailable.size(), std::size_t(1));
        QCOMPARE(result.unavailable.front().part, matmul::seriesOf(MatrixPrecision::Bf16).words());
        QVERIFY(result.unavailable.front().series == matmul::seriesOf(MatrixPrecision::Bf16));
        QVERIFY(result.unavailable.front().reason.message().find("AMX") != std::string::npos);
    }
    void aMissingLibraryIsNamedOnceAPrecision()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.refuseLibrary({ErrorKind::Unavailable, "onednn.not-found", "libdnnl.so not found", {}});
        const ExperimentResult result = ranMatmul(backend, clock, {{"largest", "512"}});
        QCOMPARE(result.unavailable.size(), std::size_t(2));
        QCOMPARE(result.unavailable.front().reason.message(), std::string("libdnnl.so not found"));
    }
    void oneSizeThatIsRefusedLeavesTheOthersTheirRounds()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.refuseBeyond(256, {ErrorKind::Unavailable, "cpu.memory", "no memory for it", {}});
        const ExperimentResult result = ranMatmul(backend, clock, {{"largest", "512"}});
        QCOMPARE(result.unavailable.size(), std::size_t(4)); // 384 and 512 on either unit
        const auto* point = at(result, matmul::seriesOf(MatrixPrecision::Fp32), 64, Provenance::Measured);
        QVERIFY(point != nullptr && !point->flags.has(Flag::FewReadings)); // of every round
    }
    void aNumberHasItsWorkAndTheRoofsThatRuleIt()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ranMatmul(backend, clock, {{"largest", "512"}});
        std::vector<Roof> roofs = result.roofs;
        roofs.push_back({.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-9});
        for (const ExperimentPoint& point : result.points) {
            QVERIFY(point.work.has_value());
            const auto verdict = judge(*point.work, roofs);
            QVERIFY(verdict.ok());
            // A prediction is what the roofs allow; the model reaches half of its unit.
            if (point.provenance == Provenance::Predicted)
                QVERIFY(std::abs(verdict->verdict.shareOfRoof - 1.0) < 0.05);
            else if (point.x == 512.0)
                QVERIFY(std::abs(verdict->verdict.shareOfRoof - 0.5) < 0.05
                        && verdict->verdict.limit == Regime::Compute);
        }
    }
    void whatWouldTakeTooLongOrTooMuchMemoryIsLeftOutByName()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.editableInfo().memory = Bytes(8.0 * 1024 * 1024);
        const ExperimentResult result = ranMatmul(backend, clock, {{"largest", "9000"}});
        QVERIFY(at(result, matmul::seriesOf(MatrixPrecision::Fp32), 256, Provenance::Measured) != nullptr);
        QVERIFY(at(result, matmul::seriesOf(MatrixPrecision::Fp32), 512, Provenance::Measured) == nullptr);
        QCOMPARE(result.unavailable.size(), std::size_t(2)); // once a precision
        QCOMPARE(result.unavailable.front().part, std::string("fp32, vector unit from n = 512"));

        backend.editableInfo().memory = Bytes();
        // 2 x 12288^3 FLOP take 9.3 s at 400 GFLOP/s, and 0.9 s at 4 TFLOP/s.
        const ExperimentResult slow = ranMatmul(backend, clock, {{"largest", "12500"}});
        QVERIFY(at(slow, matmul::seriesOf(MatrixPrecision::Fp32), 12288, Provenance::Measured) == nullptr);
        QVERIFY(at(slow, matmul::seriesOf(MatrixPrecision::Bf16), 12288, Provenance::Measured) != nullptr);
        QCOMPARE(slow.unavailable.size(), std::size_t(1));
        QCOMPARE(slow.unavailable.front().reason.id, std::string("matmul.too-long"));
        // Why a curve ends comes before what has none.
        backend.removeRoof("compute.bf16.matrix");
        const ExperimentResult alone = ranMatmul(backend, clock, {{"largest", "12500"}});
        QCOMPARE(alone.unavailable.size(), std::size_t(2));
        QCOMPARE(alone.unavailable.front().reason.id, std::string("matmul.too-long"));
    }
    void theUsualSizesAreMeasuredWholeAndTheNextIsOffered()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult usual = ranMatmul(backend, clock, {});
        QVERIFY(usual.unavailable.empty());
        // 2 x 4096^3 FLOP take 0.34 s at 400 GFLOP/s, 2 x 6144^3 take 1.2 s: past the limit for either unit.
        for (const MatrixPrecision precision : {MatrixPrecision::Fp32, MatrixPrecision::Bf16}) {
            QVERIFY(at(usual, matmul::seriesOf(precision), 4096, Provenance::Measured) != nullptr);
            for (const Provenance provenance : {Provenance::Measured, Provenance::Predicted})
                QVERIFY(at(usual, matmul::seriesOf(precision), 6144, provenance) == nullptr);
        }
        const QString words = sentencesOf(usual);
        QVERIFY2(words.contains("n = 6144 is measured only when you ask for it: one product takes at least 1.16 s"),
                 qPrintable(words));
        const ExperimentResult asked = ranMatmul(backend, clock, {{"largest", "6144"}});
        QVERIFY(at(asked, matmul::seriesOf(MatrixPrecision::Fp32), 6144, Provenance::Measured) != nullptr);
        QVERIFY(asked.unavailable.empty());
        // Of a largest size that was chosen smaller, nothing is offered.
        QVERIFY(!sentencesOf(ranMatmul(backend, clock, {{"largest", "512"}})).contains("only when you ask"));
    }
    void publishedRatesAreDrawnWhereTheyAreAskedFor()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const auto published = [](const ExperimentResult& result) {
            return std::count_if(result.points.begin(), result.points.end(), [](const ExperimentPoint& point) {
                return point.provenance == Provenance::Published && !point.source.empty();
            });
        };
        QCOMPARE(published(ranMatmul(backend, clock, {{"largest", "64"}})), 0);
        const ExperimentResult beside = ranMatmul(backend, clock, {{"largest", "64"}, {"published", "A100"}});
        QCOMPARE(published(beside), 12);
        // Of fp32 a range is published, and shown as one; of the others a number a size.
        for (const ExperimentPoint& point : beside.points)
            if (point.provenance == Provenance::Published) {
                const bool isRange = point.series == "A100, fp32 vector unit";
                QCOMPARE(point.low, isRange ? 18e12 : point.y);
                QCOMPARE(point.high, isRange ? 19e12 : point.y);
                QCOMPARE(point.note.find("range") != std::string::npos, isRange);
            }
    }
    void findingsNameSharesUnitsAndTheRidge()
    {
        ExperimentResult result;
        for (const Roof& roof : productRoofs().roofs)
            result.roofs.push_back(roof);
        result.points = {measured(MatrixPrecision::Fp32, 128, 100e9), measured(MatrixPrecision::Fp32, 1024, 300e9),
                         measured(MatrixPrecision::Fp32, 2048, 280e9), measured(MatrixPrecision::Bf16, 128, 150e9),
                         measured(MatrixPrecision::Bf16, 1024, 2.4e12)};
        const QString text = sentencesOf(findExperiment("matmul")->analyse(result));
        QVERIFY2(
            text.contains(
                "fp32, vector unit: highest rate 300 GFLOP/s at n = 1024, which is 75.0 % of its roof (400 GFLOP/s)."),
            qPrintable(text));
        QVERIFY2(text.contains("fp32, vector unit: at least half of that from n = 1024 on."), qPrintable(text));
        QVERIFY2(text.contains("At n = 1024 the matrix unit is 8.00× as fast in bf16"), qPrintable(text));
        // 400 GFLOP/s over 50 GB/s are 8 FLOP/B, and n/6 reaches that at 48; 4 TFLOP/s are 80, and n/3 reaches that at
        // 240.
        QVERIFY2(text.contains("exceeds it from n = 48."), qPrintable(text));
        QVERIFY2(text.contains("exceeds it from n = 240."), qPrintable(text));
    }
    /// A busy machine makes short products uncertain by a factor of ten, of which no share of a roof can be claimed.
    void anUncertainRateIsNotHeldAgainstItsRoof()
    {
        ExperimentResult result;
        for (const Roof& roof : productRoofs().roofs)
            result.roofs.push_back(roof);
        result.points = {measured(MatrixPrecision::Fp32, 512, 300e9)};
        result.points.front().low = 60e9;
        result.points.front().high = 600e9;
        result.points.front().flags = Flag::MachineBusy;
        const QString text = sentencesOf(findExperiment("matmul")->analyse(result));
        QVERIFY2(text.contains("highest rate 300 GFLOP/s at n = 512, but it lies between 60.0 GFLOP/s and 600 GFLOP/s"),
                 qPrintable(text));
        QVERIFY2(!text.contains("of its roof") && text.contains("Other programs used the processor"), qPrintable(text));
    }
    void findingsBearAResultWithoutRoofsOrPoints()
    {
        QVERIFY(findExperiment("matmul")->analyse({}).empty());
        ExperimentResult result;
        result.points = {measured(MatrixPrecision::Bf16, 128, 150e9)};
        const QString words = sentencesOf(findExperiment("matmul")->analyse(result));
        QVERIFY2(words.contains("highest rate") && !words.contains("roof"), qPrintable(words));
    }
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

RIDGEPOINT_TEST(MatmulTest)
#include "matmul_test.moc"
