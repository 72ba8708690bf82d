// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operator.h"
#include "core/model/operator_prediction.h"
#include "core/model/operator_reference.h"
#include "core/model/transformer_layer.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>

using namespace ridgepoint;

namespace {

RoofSet roofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    const auto put = [&](std::string id, double value) {
        set.put({.id = std::move(id), .kind = RoofKind::Bandwidth, .value = value, .low = value, .high = value});
    };
    put("bandwidth.l2", 100e9);
    put("bandwidth.dram.copy", 40e9);
    put("bandwidth.dram.read", 20e9);
    put("bandwidth.dram.write", 10e9);
    put("compute.fp32.add", 100e9);
    put("compute.fp32.exp", 5e9);
    put("compute.fp32.relu", 100e9);
    set.levels = {{.name = "l2", .capacity = Bytes(1e6)},
                  {.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return set;
}

const LayerOperator& named(const std::vector<LayerOperator>& operators, std::string_view name)
{
    const auto found = std::find_if(operators.begin(), operators.end(),
                                    [&](const LayerOperator& one) { return one.name == name; });
    if (found == operators.end())
        qFatal("no such operator");
    return *found;
}

} // namespace

class OperatorTest : public test::Case {
    Q_OBJECT
private slots:
    void everyOperatorHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (const OperatorKind which : allOperators)
            names.insert(nameOf(which));
        QCOMPARE(names.size(), allOperators.size());
        QVERIFY(!names.contains({}));
    }

    void exponentialsAreComparedDigitByDigit()
    {
        // Of a row of a thousand numbers a softmax is a thousandth each: held against 1, three digits of seven could be
        // wrong.
        for (const OperatorKind which : {OperatorKind::Softmax, OperatorKind::ScaledSoftmax, OperatorKind::Exp})
            QCOMPARE(scalesOf({.which = which, .rows = 1, .columns = 2, .first = {0.0, 0.0}}, {1e-3, 2e-5}),
                     (std::vector<double>{1e-3, 2e-5}));
        QCOMPARE(scalesOf({.which = OperatorKind::Add, .rows = 1, .columns = 1, .first = {0.0}}, {1e-3}),
                 std::vector<double>{1.0});
    }
    /// Where a sum nearly cancels, the rounding of what it was added up from is all that is left of it.
    void aFusedLayerNormIsComparedByWhatItsSumsWereMadeOf()
    {
        OperatorInput input{.which = OperatorKind::AddDropoutNorm,
                            .rows = 1,
                            .columns = 3,
                            .first = {0.7, 0.8, 0.6},
                            .second = {1.0, 1.0, 1.0},
                            .shift = {0.0, 0.0, 0.0},
                            .bias = {0.1, 0.2, 0.3},
                            .residual = {},
                            .kept = {true, true, true}};
        std::vector<double> inFloats;
        for (std::size_t i = 0; i < 3; ++i) {
            for (auto* values : {&input.first, &input.bias})
                (*values)[i] = static_cast<double>(static_cast<float>((*values)[i]));
            const double nearly = (input.first[i] + input.bias[i]) * dropoutFactor;
            input.residual.push_back(static_cast<double>(static_cast<float>(-nearly + 1e-4 * static_cast<double>(i))));
            const float added = static_cast<float>(input.first[i]) + static_cast<float>(input.bias[i]);
            inFloats.push_back(
                static_cast<double>(added * static_cast<float>(dropoutFactor) + static_cast<float>(input.residual[i])));
        }
        const std::vector<double> exact = normalised(input);
        double rounding = 0.0;
        for (std::size_t i = 0; i < 3; ++i)
            rounding = std::max(rounding, std::abs(inFloats[i] - exact[i]));
        QVERIFY(rounding > 1e-9); // a thousandth of the sums themselves
        const double deviation = std::sqrt(1e-5 + 1e-8 * 2.0 / 3.0);
        const double allowed = toleranceOf(input.which) * scalesOf(input, reference(input))[0]
                             * static_cast<double>(std::numeric_limits<float>::epsilon());
        QVERIFY2(allowed > rounding / deviation, std::to_string(allowed).c_str());
        // And no more than what such terms can have lost: a wrong row is found all the same.
        QVERIFY2(allowed < 1e-3, std::to_string(allowed).c_str());
    }
    void countsWhatAnOperatorMustDo_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("operations");
        QTest::addColumn<double>("read");
        QTest::addColumn<double>("written");
        QTest::addColumn<double>("movedUsual");
        QTest::addColumn<double>("movedPast");
        // Of 64 x 100 floats: 25600 bytes, 1600 windows.
        const auto row = [](OperatorKind which, double operations, double read, double written, double movedUsual,
                            double movedPast) {
            QTest::newRow(std::string(nameOf(which)).c_str())
                << static_cast<int>(which) << operations << read << written << movedUsual << movedPast;
        };
        row(OperatorKind::Copy, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::Add, 6400, 51200, 25600, 102400, 76800);
        row(OperatorKind::Relu, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::Gelu, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::Exp, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::Cos, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::Sum, 6400, 25600, 0, 25600, 25600);
        row(OperatorKind::LayerNorm, 44800, 26400, 25600, 77600, 52000);
        row(OperatorKind::Softmax, 32000, 25600, 25600, 76800, 51200);
        row(OperatorKind::MaxPool, 4800, 25600, 6400, 38400, 32000);
        row(OperatorKind::Transpose, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::AddRow, 6400, 26000, 25600, 77200, 51600);
        row(OperatorKind::Scale, 6400, 25600, 25600, 76800, 51200);
        row(OperatorKind::Dropout, 6400, 26400, 25600, 77600, 52000);
        row(OperatorKind::ScaledSoftmax, 38400, 25600, 25600, 76800, 51200);
        row(OperatorKind::AddRowGelu, 12800, 26000, 25600, 77200, 51600);
        row(OperatorKind::AddDropoutNorm, 64000, 53200, 25600, 104400, 78800);
    }
    void countsWhatAnOperatorMustDo()
    {
        QFETCH(int, which);
        const OperatorCall call{.which = static_cast<OperatorKind>(which), .rows = 64, .columns = 100};
        const OperatorCost usual = costOf(call, Stores::Usual);
        const OperatorCost past = costOf(call, Stores::NonTemporal);
        QTEST(usual.operations.value(), "operations");
        QTEST(usual.least.read.value(), "read");
        QTEST(usual.least.written.value(), "written");
        QTEST(usual.moved.total().value(), "movedUsual");
        QTEST(past.moved.total().value(), "movedPast");
        QCOMPARE(past.least.total().value(), usual.least.total().value());
    }

    void neverMovesLessThanItMust()
    {
        for (const OperatorKind which : allOperators)
            for (const Stores stores : {Stores::Usual, Stores::NonTemporal, Stores::Collected})
                for (const std::int64_t side : {2, 3, 65, 1001}) {
                    const OperatorCost cost = costOf({.which = which, .rows = side, .columns = side + 2}, stores);
                    QVERIFY(cost.moved.total() >= cost.least.total());
                    QVERIFY(cost.operations > Flops(0.0));
                    QVERIFY(cost.arithmeticIntensity() > FlopsPerByte(0.0));
                }
    }

    void anOddLastRowOrColumnIsInNoWindow()
    {
        const OperatorCost odd = costOf({.which = OperatorKind::MaxPool, .rows = 5, .columns = 7}, Stores::NonTemporal);
        QCOMPARE(odd.operations.value(), 3.0 * 2 * 3);
        QCOMPARE(odd.least.written.value(), 4.0 * 2 * 3);
        QCOMPARE(odd.least.read.value(), 16.0 * 2 * 3);
    }

    void aCacheThatCollectsWritesReadsNoLineThatIsWritten()
    {
        const OperatorCall call{.which = OperatorKind::Transpose, .rows = 64, .columns = 100};
        QCOMPARE(costOf(call, Stores::Collected).moved.total().value(),
                 costOf(call, Stores::Collected).least.total().value());
        QCOMPARE(costOf(call, Stores::Usual).moved.read.value(), costOf(call, Stores::Usual).least.total().value());
    }

    void rejectsImpossibleShapes_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<qint64>("columns");
        const auto row = [](const char* name, OperatorKind which, qint64 rows, qint64 columns) {
            QTest::newRow(name) << static_cast<int>(which) << rows << columns;
        };
        row("no rows", OperatorKind::Copy, 0, 8);
        row("fewer than no columns", OperatorKind::Copy, 8, -1);
        row("a pooling of one row", OperatorKind::MaxPool, 1, 8);
        row("a pooling of one column", OperatorKind::MaxPool, 8, 1);
        row("more elements than places can name", OperatorKind::Copy, qint64{1} << 20, (qint64{1} << 10) + 1);
        row("a product that overflows", OperatorKind::Copy, qint64{1} << 62, qint64{1} << 62);
        row("a row beyond the cache", OperatorKind::Softmax, 1, (qint64{1} << 16) + 1);
    }
    void rejectsImpossibleShapes()
    {
        QFETCH(int, which);
        QFETCH(qint64, rows);
        QFETCH(qint64, columns);
        const auto valid = validate({.which = static_cast<OperatorKind>(which), .rows = rows, .columns = columns});
        QVERIFY(!valid.ok());
        QCOMPARE(valid.error().kind, ErrorKind::InvalidInput);
        QVERIFY(validate({.which = static_cast<OperatorKind>(which), .rows = 2, .columns = 2}).ok());
    }

    void predictsMatchedTrafficByTheCopyRoofAndTheRestByReadingOrWriting()
    {
        // 1e9 B read and 1e9 B written at 40 GB/s; what is left at its own roof.
        QCOMPARE(leastTime({Bytes(1e9), Bytes(1e9)}, Bytes(2e9), roofs())->value(), 0.05);
        QCOMPARE(leastTime({Bytes(3e9), Bytes(1e9)}, Bytes(4e9), roofs())->value(), 0.05 + 0.1);
        QCOMPARE(leastTime({Bytes(1e9), Bytes(2e9)}, Bytes(3e9), roofs())->value(), 0.05 + 0.1);
        QCOMPARE(leastTime({Bytes(4e9), Bytes(0.0)}, Bytes(4e9), roofs())->value(), 0.2);
    }
    void predictsFromACacheByItsOwnRoof()
    {
        QCOMPARE(leastTime({Bytes(4e5), Bytes(1e5)}, Bytes(5e5), roofs())->value(), 5e-6);
    }

    void whatIsWrittenPastTheCachesIsPredictedFromMemory()
    {
        RoofSet known = roofs();
        known.threads = 2;
        // 128 MiB claimed; the knee is seen at more than that, as a curve of few points may have it.
        known.levels = {{.name = "l2", .capacity = Bytes(1e6), .perThread = true, .claimed = Bytes(1e6)},
                        {.name = "l3", .capacity = Bytes(200e6), .claimed = Bytes(128e6)},
                        {.name = "dram", .capacity = Bytes(HUGE_VAL)}};
        QCOMPARE(pastCachesFrom(known.levels, 2).value(), 128e6);
        QCOMPARE(leastTime({Bytes(75e6), Bytes(75e6)}, Bytes(150e6), known)->value(),
                 leastTime({Bytes(75e6), Bytes(75e6)}, Bytes(900e6), known)->value());
        QVERIFY(!leastTime({Bytes(50e6), Bytes(50e6)}, Bytes(100e6), known)
                     .ok()); // within the cache, of which no roof is known
        // A cache that was not seen may serve again: its claim counts.
        known.levels = {{.name = "dram", .capacity = Bytes(HUGE_VAL), .claimed = Bytes(480e6)}};
        QCOMPARE(pastCachesFrom(known.levels, 2).value(), 480e6);
        known.levels = {{.name = "l2", .capacity = Bytes(50e6), .perThread = true}};
        QCOMPARE(pastCachesFrom(known.levels, 2).value(), 100e6);
        QCOMPARE(pastCachesFrom({}, 0).value(), 64.0 * 1024 * 1024);
    }

    void predictsTheSlowerOfMemoryAndCompute()
    {
        const OperatorCall large{.which = OperatorKind::Exp, .rows = 10000, .columns = 10000};
        const auto exponential = predict(large, roofs());
        QVERIFY(exponential.ok());
        QCOMPARE(exponential->memory.value(), 0.02);
        QCOMPARE(exponential->compute.value(), 0.02);
        const auto rectifier = predict({.which = OperatorKind::Relu, .rows = 10000, .columns = 10000}, roofs());
        QVERIFY(rectifier.ok() && !rectifier->isComputeBound());
        QCOMPARE(rectifier->time.value(), 0.02);
        const auto softmax = predict({.which = OperatorKind::Softmax, .rows = 10000, .columns = 10000}, roofs());
        QVERIFY(softmax.ok() && softmax->isComputeBound());
        QCOMPARE(softmax->time.value(), 4e8 / 100e9 + 1e8 / 5e9); // both kinds of operations, each at its roof
    }
    void movingNeedsNoComputeRoof()
    {
        const auto copy = predict({.which = OperatorKind::Copy, .rows = 10000, .columns = 10000}, roofs());
        QVERIFY(copy.ok());
        QCOMPARE(copy->compute.value(), 0.0);
    }
    void namesTheRoofThatIsMissing()
    {
        const auto gelu = predict({.which = OperatorKind::Gelu, .rows = 100, .columns = 100}, roofs());
        QVERIFY(!gelu.ok());
        QCOMPARE(gelu.error().kind, ErrorKind::Unavailable);
        QVERIFY(gelu.error().message().find("compute.fp32.gelu") != std::string::npos);
    }
    /// As the literature counts a layer of B = 8, S = 512.
    void countsTheWorkOfTheLiteraturesLayer_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("gigaflop");
        QTest::newRow("QKV") << "QKV projection" << 25.77;
        QTest::newRow("Q by K") << "Q by K" << 4.29;
        QTest::newRow("scores by V") << "scores by V" << 4.29;
        QTest::newRow("output") << "output projection" << 8.59;
        QTest::newRow("linear 1") << "linear 1" << 34.36;
        QTest::newRow("linear 2") << "linear 2" << 34.36;
        QTest::newRow("softmax, 5 a number") << "softmax" << 0.168;
        QTest::newRow("LayerNorm, 7 a number") << "LayerNorm" << 0.029;
        QTest::newRow("dropout") << "dropout" << 0.004;
        QTest::newRow("attention dropout") << "attention dropout" << 0.034;
    }
    void countsTheWorkOfTheLiteraturesLayer()
    {
        QFETCH(QString, name);
        QFETCH(double, gigaflop);
        const auto operators = layerOperators({.batch = 8, .sequence = 512}, MatrixPrecision::Bf16, 1);
        const double counted = named(operators, name.toStdString()).operations().value() / 1e9;
        QVERIFY2(std::abs(counted - gigaflop) < std::max(0.006, 0.02 * gigaflop), qPrintable(QString::number(counted)));
    }
    void everyCallIsPossibleAndHasTheThreads()
    {
        for (const LayerOperator& one : layerOperators({.batch = 3, .sequence = 48}, MatrixPrecision::Fp32, 2)) {
            if (const auto* product = std::get_if<ProductCall>(&one.call)) {
                QVERIFY(validate(*product).ok());
                QCOMPARE(product->threads, 2);
                QVERIFY(one.kind == LayerClass::Contraction);
            } else {
                QVERIFY(validate(std::get<OperatorCall>(one.call)).ok());
                QCOMPARE(std::get<OperatorCall>(one.call).threads, 2);
                QVERIFY(one.kind != LayerClass::Contraction);
            }
            QVERIFY(one.inFused || one.inUnfused);
            QVERIFY(one.operations() > Flops() && one.arithmeticIntensity() > FlopsPerByte()
                    && one.footprint() > Bytes());
        }
    }
    void fusingTakesBytesAwayAndNoOperations()
    {
        const auto operators = layerOperators({}, MatrixPrecision::Fp32, 1);
        double operations[2] = {0.0, 0.0};
        double bytes[2] = {0.0, 0.0};
        for (const LayerOperator& one : operators)
            for (const bool fused : {false, true})
                if (one.isIn(fused) && one.kind != LayerClass::Contraction) {
                    operations[fused] += one.operations().value() * one.times;
                    bytes[fused] += one.operations().value() * one.times / one.arithmeticIntensity().value();
                }
        QVERIFY(std::abs(operations[0] / operations[1] - 1.0) < 1e-12);
        QVERIFY(bytes[1] < 0.8 * bytes[0]);
    }
    void contractionsDoNearlyAllOfTheWork()
    {
        double contraction = 0.0;
        double all = 0.0;
        for (const LayerOperator& one : layerOperators({.batch = 8, .sequence = 512}, MatrixPrecision::Fp32, 1))
            if (one.inUnfused) {
                all += one.operations().value() * one.times;
                contraction += one.kind == LayerClass::Contraction ? one.operations().value() * one.times : 0.0;
            }
        QVERIFY(contraction / all > 0.99);
    }
};

RIDGEPOINT_TEST(OperatorTest)
#include "operator_test.moc"
