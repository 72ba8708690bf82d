// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/operator_prediction.h"
#include "core/model/product.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

class ProductTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void namesRoofsAndFindsThemAgain()
    {
        QCOMPARE(matrixRoofId(MatrixPrecision::Bf16), std::string("compute.bf16.matrix"));
        for (const MatrixPrecision precision : allMatrixPrecisions)
            QCOMPARE(matrixPrecisionOfRoof(matrixRoofId(precision)), std::optional(precision));
        for (const char* other : {"compute.fp32.fma", "compute.int4.matrix", "compute..matrix", "matrix", ""})
            QVERIFY(!matrixPrecisionOfRoof(other));
    }
    void countsTwoFlopAMultiplyAddAndEveryMatrixOnce()
    {
        const ProductCost cost = costOf(
            {.precision = MatrixPrecision::Bf16, .rows = 3, .columns = 5, .inner = 7, .batch = 2});
        QCOMPARE(cost.operations.value(), 2.0 * 2 * 3 * 5 * 7);
        QCOMPARE(cost.least.read.value(), 2.0 * 2 * (3 * 7 + 7 * 5));
        QCOMPARE(cost.least.written.value(), 2.0 * 2 * 3 * 5);
    }
    void intensityOfASquareProductIsASixthOfItsRowsInFp32AndAThirdIn16Bits()
    {
        QCOMPARE(costOf(squareProduct(MatrixPrecision::Fp32, 600, 1)).arithmeticIntensity().value(), 100.0);
        QCOMPARE(costOf(squareProduct(MatrixPrecision::Fp16, 600, 1)).arithmeticIntensity().value(), 200.0);
    }
    void theSquareAtARidgeHasThatIntensity_data()
    {
        QTest::addColumn<int>("precision");
        for (const MatrixPrecision precision : allMatrixPrecisions)
            QTest::newRow(std::string(nameOf(precision)).c_str()) << static_cast<int>(precision);
    }
    void theSquareAtARidgeHasThatIntensity()
    {
        QFETCH(int, precision);
        const auto each = static_cast<MatrixPrecision>(precision);
        const double n = squareAtRidge(each, FlopsPerByte(64.0));
        const double here = costOf(squareProduct(each, static_cast<std::int64_t>(n), 1)).arithmeticIntensity().value();
        QVERIFY(std::abs(here - 64.0) < 1e-9);
    }
    void refusesExtentsThatCannotBe()
    {
        QVERIFY(validate(squareProduct(MatrixPrecision::Fp32, maximumProductExtent, 1)).ok());
        for (const std::int64_t n : {std::int64_t{0}, std::int64_t{-4}, maximumProductExtent + 1})
            QCOMPARE(validate(squareProduct(MatrixPrecision::Fp32, n, 1)).error().kind, ErrorKind::InvalidInput);
        QVERIFY(!validate({.batch = 0}).ok());
    }
    void theLargerTermIsTheTime()
    {
        const RoofSet roofs = test::productRoofs(); // ridges at 8 and 80 FLOP/B
        const auto small = predict(squareProduct(MatrixPrecision::Bf16, 60, 2), roofs);
        QVERIFY(small.ok() && small->time == small->memory && small->memory > small->compute);
        const auto large = predict(squareProduct(MatrixPrecision::Bf16, 600, 2), roofs);
        QVERIFY(large.ok() && large->time == large->compute);
        QVERIFY(std::abs(large->time.value() - 2.0 * 600 * 600 * 600 / 4e12) < 1e-15);
    }
    void withoutACacheOrMemoryRoofTheComputeTermIsLeft()
    {
        RoofSet roofs = test::productRoofs();
        std::erase_if(roofs.roofs, [](const Roof& roof) { return roof.kind == RoofKind::Bandwidth; });
        const auto prediction = predict(squareProduct(MatrixPrecision::Fp32, 8, 2), roofs);
        QVERIFY(prediction.ok());
        QCOMPARE(prediction->memory.value(), 0.0);
        QVERIFY(!predict(squareProduct(MatrixPrecision::Fp8, 8, 2), roofs).ok());
    }
};

RIDGEPOINT_TEST(ProductTest)
#include "product_test.moc"
