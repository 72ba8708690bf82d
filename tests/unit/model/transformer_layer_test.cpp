// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/transformer_layer.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

const LayerOperator& named(const std::vector<LayerOperator>& operators, std::string_view name)
{
    const auto found = std::find_if(operators.begin(), operators.end(),
                                    [&](const LayerOperator& one) { return one.name == name; });
    if (found == operators.end())
        qFatal("no such operator");
    return *found;
}

} // namespace

class TransformerLayerTest : public test::Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_TEST(TransformerLayerTest)
#include "transformer_layer_test.moc"
