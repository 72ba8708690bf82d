// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/registry.h"
#include "core/experiment/frame/experiment_runner.h"
#include "core/experiment/transformer-layer/layer_experiment.h"
#include "tests/support/cube_experiment.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"

#include <QString>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

ExperimentResult ran(ProductBackend& backend, FakeClock& clock, const ParameterTexts& texts = {})
{
    RoofSet roofs = productRoofs();
    for (const char* id : {"compute.fp32.add", "compute.fp32.mul", "compute.fp32.exp", "compute.fp32.gelu"})
        roofs.put({.id = id, .kind = RoofKind::Compute, .value = 100e9, .low = 100e9, .high = 100e9});
    return ranOn(backend, clock, "transformer-layer", texts, roofs, 2).result;
}

const ExperimentPoint* share(const ExperimentResult& result, LayerClass which, LabelTerm row,
                             Provenance provenance = Provenance::Measured)
{
    const auto found = std::find_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.plot == 0 && point.series == nameOf(which) && point.label == row && point.provenance == provenance;
    });
    return found == result.points.end() ? nullptr : &*found;
}

std::ptrdiff_t dots(const ExperimentResult& result, Provenance provenance)
{
    return std::count_if(result.points.begin(), result.points.end(), [&](const ExperimentPoint& point) {
        return point.plot == 1 && point.provenance == provenance;
    });
}

/// A result in which every launch of a contraction takes `contraction` seconds, of the others `other`.
ExperimentResult madeUp(double contraction, double other)
{
    ExperimentResult result;
    result.id = "transformer-layer";
    for (const LayerOperator& one : layer::operatorsOf(result)) {
        const double rate = one.operations().value() / (one.kind == LayerClass::Contraction ? contraction : other);
        result.points.push_back({.series = std::string(nameOf(one.kind)),
                                 .label = std::string(one.name),
                                 .x = 1.0,
                                 .y = rate,
                                 .low = rate,
                                 .high = rate,
                                 .plot = 1});
    }
    return result;
}

} // namespace

class TransformerLayerTest : public Case {
    Q_OBJECT
private slots:
    void everyOperatorHasADotAndEveryClassItsShareOfEachRow()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ran(backend, clock);
        QVERIFY(result.unavailable.empty());
        const auto operators = layer::operatorsOf(result);
        QCOMPARE(dots(result, Provenance::Measured), static_cast<std::ptrdiff_t>(operators.size()));
        QCOMPARE(dots(result, Provenance::Predicted), static_cast<std::ptrdiff_t>(operators.size()));
        for (const bool fused : {false, true}) {
            double sum = 0.0;
            double predicted = 0.0;
            for (const LayerClass which : allLayerClasses) {
                QVERIFY(share(result, which, layer::timeRow(fused)) != nullptr);
                QVERIFY(share(result, which, layer::counted, Provenance::Predicted) != nullptr);
                sum += share(result, which, layer::timeRow(fused))->y;
                predicted += share(result, which, layer::timeRow(fused), Provenance::Predicted)->y;
            }
            QVERIFY(std::abs(sum - 1.0) < 1e-9 && std::abs(predicted - 1.0) < 1e-9);
        }
        for (const ExperimentPoint& point : result.points)
            QVERIFY2(point.series.words() != "contraction", "people read matrix products");
        const ExperimentPoint* published = share(result, LayerClass::Normalisation, layer::publishedTime,
                                                 Provenance::Published);
        QVERIFY(published != nullptr && published->y == 0.255 && !published->source.empty()
                && !published->note.empty());
    }
    void productsAreInBf16WhereThereIsAMatrixUnit()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const auto precision = [&](const ParameterTexts& texts) {
            ran(backend, clock, texts);
            return backend.prepared().back().precision;
        };
        QVERIFY(precision({}) == MatrixPrecision::Bf16);
        QVERIFY(precision({{"precision", "fp32"}}) == MatrixPrecision::Fp32);
        backend.removeRoof("compute.bf16.matrix");
        QVERIFY(precision({}) == MatrixPrecision::Fp32);
    }
    void oneVariantAloneLeavesTheOthersOperatorsOut()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ran(backend, clock, {{"fusion", "fused"}});
        QVERIFY(share(result, LayerClass::Contraction, layer::timeRow(true)) != nullptr);
        QVERIFY(share(result, LayerClass::Contraction, layer::timeRow(false)) == nullptr);
        QVERIFY(std::none_of(result.points.begin(), result.points.end(),
                             [](const ExperimentPoint& point) { return point.label == "gelu"; }));
    }
    void withoutTheLibraryTheOthersGoOnAndNoShareIsMadeUp()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.refuseLibrary({ErrorKind::Unavailable, "onednn.not-found", "libdnnl.so not found", {}});
        const ExperimentResult result = ran(backend, clock);
        QCOMPARE(result.unavailable.size(), std::size_t(6)); // the contractions, by name
        QVERIFY(share(result, LayerClass::Normalisation, layer::timeRow(false)) == nullptr);
        QVERIFY(dots(result, Provenance::Measured) > 10);
        QVERIFY(sentencesOf(layer::findings(result)).contains("shares of the layer's time cannot be measured"));
    }
    void tooManyTokensForTheMemoryAreRefused()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        backend.editableInfo().memory = Bytes(64.0 * 1024 * 1024);
        QVERIFY(dots(ran(backend, clock, {{"batch", "16"}}), Provenance::Measured) == 0);
    }
    void tooManyTokensForAnOperatorAreRefusedBeforeAnythingIsMeasured()
    {
        for (const auto& [batch, sequence] :
             {std::pair{"8", "4096"}, std::pair{"64", "1040"}}) { // scores past 2^30; rows past 65536
            FakeClock clock;
            ProductBackend backend(clock);
            const ExperimentResult result = ran(backend, clock, {{"batch", batch}, {"sequence", sequence}});
            QVERIFY(dots(result, Provenance::Measured) == 0 && result.unavailable.empty()
                    && backend.prepared().empty());
        }
    }
    void everyDotHasItsWork()
    {
        FakeClock clock;
        ProductBackend backend(clock);
        const ExperimentResult result = ran(backend, clock);
        for (const ExperimentPoint& point : result.points)
            if (point.plot == 1) {
                QVERIFY2(point.work.has_value(), point.label.words().c_str());
                const auto verdict = judge(*point.work, result.roofs);
                QVERIFY(verdict.ok());
                if (point.provenance == Provenance::Predicted && point.series == nameOf(LayerClass::Contraction))
                    QVERIFY(std::abs(verdict->verdict.shareOfRoof - 1.0) < 0.05);
            }
    }
    void sharesAndSpeedUpsFollowFromTheDots()
    {
        // Six contractions of 4 ms; unfused six launches of 1 ms once and four twice, fused four once and one twice.
        const QString text = sentencesOf(layer::findings(madeUp(4e-3, 1e-3)));
        QVERIFY2(text.contains("Matrix products: 99.8 % of the operations, 63.2 % of the time; fused "),
                 qPrintable(text));                                                                     // 24 of 38
        QVERIFY2(text.contains(" and 80.0 % (published, V100: 99.8 % and 61.0 %)."), qPrintable(text)); // 24 of 30
        // A sentence a class, and once what the published ones are of.
        QCOMPARE(text.count("of the operations"), 3);
        QCOMPARE(text.count("forward pass alone"), 1);
        QVERIFY2(text.contains("The layer takes 38.0 ms unfused and 30.0 ms fused: 1.27× as fast with fusion."),
                 qPrintable(text));
        QVERIFY2(text.contains("bias + dropout + residual + LayerNorm takes 1.00 ms in one kernel; its 4 parts as "
                               "separate kernels take 4.00 ms: 4.00×."),
                 qPrintable(text));
        QVERIFY2(
            text.contains("scaled softmax takes 1.00 ms in one kernel; its 2 parts as separate kernels take 2.00 ms: "
                          "2.00×."),
            qPrintable(text));
    }
    void intervalsOfSharesComeFromThoseOfTheTimes()
    {
        const auto operators = layerOperators({}, MatrixPrecision::Fp32, 1);
        layer::Times times;
        for (const LayerOperator& one : operators)
            times[std::string(one.name)] = {1.0, 0.9, 1.2};
        for (const ExperimentPoint& point : layer::sharePoints(operators, times, false, Provenance::Measured))
            QVERIFY(point.low < point.y && point.y < point.high && point.low > 0.0 && point.high < 1.0);
        times.erase("gelu");
        QVERIFY(layer::sharePoints(operators, times, false, Provenance::Measured).empty());
        QVERIFY(
            !layer::sharePoints(operators, times, true, Provenance::Measured).empty()); // fused has no gelu of its own
    }
    void findingsBearAnEmptyResult() { QVERIFY(layer::findings({}).empty()); }
};

RIDGEPOINT_TEST(TransformerLayerTest)
#include "layer_experiment_test.moc"
