// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/libraries/matrix_plan.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <cstring>
#include <set>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::MatrixPrecision)

namespace {

/// The value of a number of `exponentBits` and `mantissaBits` with a sign before them.
double valueOf(std::uint64_t bits, int exponentBits, int mantissaBits)
{
    const int bias = (1 << (exponentBits - 1)) - 1;
    const auto exponent = static_cast<int>((bits >> static_cast<unsigned>(mantissaBits))
                                           & ((1U << static_cast<unsigned>(exponentBits)) - 1U));
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << static_cast<unsigned>(mantissaBits)) - 1U);
    const double mantissa = 1.0 + static_cast<double>(fraction) / std::ldexp(1.0, mantissaBits);
    const bool negative = (bits >> static_cast<unsigned>(exponentBits + mantissaBits)) != 0;
    return (negative ? -1.0 : 1.0) * std::ldexp(mantissa, exponent - bias);
}

} // namespace

class MatrixPlanTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void namesRoofsAndFindsThemAgain()
    {
        QCOMPARE(matrixRoofId(MatrixPrecision::Bf16), std::string("compute.bf16.matrix"));
        for (const MatrixPrecision precision : allMatrixPrecisions)
            QCOMPARE(matrixPrecisionOfRoof(matrixRoofId(precision)), std::optional(precision));
        for (const char* other : {"compute.fp32.fma", "compute.int4.matrix", "compute..matrix", "matrix", ""})
            QVERIFY(!matrixPrecisionOfRoof(other));
    }
    void offersWhatTheDeviceHas_data()
    {
        QTest::addColumn<int>("major");
        QTest::addColumn<int>("minor");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("Turing") << 7 << 5 << QStringList{"fp16", "int8", "fp32"};
        QTest::newRow("Volta has no INT8") << 7 << 0 << QStringList{"fp16", "fp32"};
        QTest::newRow("Ampere") << 8 << 0 << QStringList{"bf16", "fp16", "tf32", "int8", "fp64", "fp32"};
        QTest::newRow("RTX 30 would take seconds in FP64")
            << 8 << 6 << QStringList{"bf16", "fp16", "tf32", "int8", "fp32"};
        QTest::newRow("Ada has FP8") << 8 << 9 << QStringList{"bf16", "fp16", "tf32", "fp8", "int8", "fp32"};
        QTest::newRow("Hopper") << 9 << 0 << QStringList{"bf16", "fp16", "tf32", "fp8", "int8", "fp64", "fp32"};
        QTest::newRow("Blackwell") << 10 << 0 << QStringList{"bf16", "fp16", "tf32", "fp8", "int8", "fp64", "fp32"};
    }
    void offersWhatTheDeviceHas()
    {
        QFETCH(int, major);
        QFETCH(int, minor);
        QFETCH(QStringList, names);
        QStringList offered;
        for (const MatrixPrecision precision : matrixPrecisionsOf({major, minor}))
            offered << QString::fromStdString(std::string(nameOf(precision)));
        QCOMPARE(offered, names);
    }
    void countsTwoFlopForEachMultiplyAdd()
    {
        QCOMPARE(matrixPlan(MatrixPrecision::Bf16)->flops(), Flops(1099511627776.0)); // 2 x 8192^3 = 2^40
        QCOMPARE(matrixPlan(MatrixPrecision::Bf16, 16)->flops(), Flops(8192.0));
    }
    void refusesSizesThatNoMatrixUnitTakes()
    {
        for (const std::int64_t n : {std::int64_t{-16}, std::int64_t{0}, std::int64_t{8}, std::int64_t{24},
                                     std::int64_t{8191}, std::int64_t{65552}, std::int64_t{1} << 40})
            QCOMPARE(matrixPlan(MatrixPrecision::Fp16, n).error().id, std::string("matrix.size"));
    }
    void plansProductsOfAnyExtentsAndSaysWhatFp8Needs()
    {
        const MatrixPlan plan = *matrixPlan(
            ProductCall{.precision = MatrixPrecision::Fp16, .rows = 3, .columns = 5, .inner = 7, .batch = 2});
        QCOMPARE(plan.flops(), Flops(2.0 * 2 * 3 * 5 * 7));
        QCOMPARE(plan.firstBytes(), std::size_t(2 * 2 * 7 * 3));
        QCOMPARE(plan.secondBytes(), std::size_t(2 * 2 * 7 * 5));
        QCOMPARE(plan.productBytes(), std::size_t(2 * 2 * 3 * 5));
        QCOMPARE(plan.words(), std::string("2 of 3 x 7 x 5"));
        QCOMPARE(matrixPlan(ProductCall{.rows = 0}).error().kind, ErrorKind::InvalidInput);
        for (const MatrixPrecision narrow : {MatrixPrecision::Fp8, MatrixPrecision::Int8})
            QCOMPARE(matrixPlan(squareProduct(narrow, 40, 0)).error().kind, ErrorKind::Unsupported);
        QVERIFY(matrixPlan(squareProduct(MatrixPrecision::Fp8, 48, 0)).ok());
    }
    void laysTheMatricesOutAlignedAndApart_data()
    {
        precisions();
        QTest::newRow("int8") << MatrixPrecision::Int8 << 1 << 0 << 7;
    }
    void laysTheMatricesOutAlignedAndApart()
    {
        QFETCH(MatrixPrecision, precision);
        for (const std::int64_t n : {std::int64_t{16}, std::int64_t{48}, matrixRoofSize}) {
            const MatrixPlan plan = *matrixPlan(precision, n);
            const auto places = plan.places();
            QCOMPARE(places[0], std::size_t(0));
            QVERIFY(places[1] - places[0] >= plan.firstBytes());
            QVERIFY(places[2] - places[1] >= plan.secondBytes());
            QVERIFY(places[3] - places[2] >= plan.productBytes());
            QCOMPARE(places[4] - places[3], matrixWorkspaceBytes);
            for (const std::size_t place : places)
                QCOMPARE(place % matrixAlignment, std::size_t(0));
        }
        QVERIFY(matrixPlan(precision)->places()[4] <= std::size_t(precision == MatrixPrecision::Fp64 ? 2 : 1) << 30U);
    }
    void fillsWithFiniteNumbersOfBothSigns_data() { precisions(); }
    void fillsWithFiniteNumbersOfBothSigns()
    {
        QFETCH(MatrixPrecision, precision);
        QFETCH(int, bytes);
        QFETCH(int, exponentBits);
        QFETCH(int, mantissaBits);
        const std::size_t size = static_cast<std::size_t>(bytes);
        std::vector<std::byte> factor(4096 * size);
        fillFactor(factor, precision, 1);
        int negative = 0;
        int small = 0;
        std::set<double> magnitudes;
        for (std::size_t i = 0; i < 4096; ++i) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, factor.data() + i * size, size);
            const double value = valueOf(bits, exponentBits, mantissaBits);
            QVERIFY2(std::abs(value) >= 1.0 / 32.0 && std::abs(value) < 1.0, qPrintable(QString::number(value)));
            negative += value < 0.0 ? 1 : 0;
            small += std::abs(value) < 0.5 ? 1 : 0;
            magnitudes.insert(std::abs(value));
        }
        QVERIFY(negative > 1800 && negative < 2300); // four standard deviations are 128
        QVERIFY(small > 1800 && small < 2300);
        QVERIFY(magnitudes.size() >= std::size_t(8)); // all eight of FP8, and far more of the others
        std::vector<std::byte> again(factor.size());
        fillFactor(again, precision, 1);
        QVERIFY(again == factor);
        fillFactor(again, precision, 2);
        QVERIFY(again != factor);
    }
    void int8HasEveryNumberButZero()
    {
        std::vector<std::byte> factor(65536);
        fillFactor(factor, MatrixPrecision::Int8, 1);
        const std::set<std::byte> numbers(factor.begin(), factor.end());
        QCOMPARE(numbers.size(), std::size_t{255});
        QVERIFY(!numbers.contains(std::byte{0}));
    }
    void chosenNumbersAreThoseOfTheirPattern()
    {
        // As many as do not end with a period, so that the repetition shows.
        constexpr std::size_t count = factorPeriod + 100;
        for (const FactorNumbers numbers : comparedNumbers) {
            const std::vector<float> pattern = numbersOf(numbers, factorPeriod, 3);
            std::vector<std::byte> factor(count * sizeof(float));
            fillFactor(factor, MatrixPrecision::Fp32, 3, numbers);
            std::vector<std::byte> narrow(count * sizeof(std::uint16_t));
            fillFactor(narrow, MatrixPrecision::Bf16, 3, numbers);
            for (std::size_t i = 0; i < count; ++i) {
                float wide = 0.0F;
                std::memcpy(&wide, factor.data() + i * sizeof wide, sizeof wide);
                std::uint16_t half = 0;
                std::memcpy(&half, narrow.data() + i * sizeof half, sizeof half);
                QCOMPARE(wide, pattern[i % factorPeriod]);
                QCOMPARE(half, roundedToBf16(pattern[i % factorPeriod]));
            }
        }
    }
    void chosenNumbersAreRefusedWhereNothingRoundsThem()
    {
        ProductCall call = squareProduct(MatrixPrecision::Bf16, 64, 0);
        call.numbers = FactorNumbers::Normal;
        QVERIFY(matrixPlan(call).ok());
        QVERIFY(matrixPlan(call)->numbers == FactorNumbers::Normal);
        for (const MatrixPrecision precision :
             {MatrixPrecision::Fp16, MatrixPrecision::Fp8, MatrixPrecision::Fp64, MatrixPrecision::Int8}) {
            call.precision = precision;
            QCOMPARE(matrixPlan(call).error().id, std::string("matrix.numbers"));
        }
    }
    void aTailThatHoldsNoWholeNumberIsLeftAlone()
    {
        std::vector<std::byte> factor(7, std::byte{0xee});
        fillFactor(factor, MatrixPrecision::Fp32, 1);
        QVERIFY(factor[3] != std::byte{0xee});
        for (std::size_t i = 4; i < 7; ++i)
            QCOMPARE(factor[i], std::byte{0xee});
    }

private:
    static void precisions()
    {
        QTest::addColumn<MatrixPrecision>("precision");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<int>("exponentBits");
        QTest::addColumn<int>("mantissaBits");
        QTest::newRow("fp32") << MatrixPrecision::Fp32 << 4 << 8 << 23;
        QTest::newRow("tf32") << MatrixPrecision::Tf32 << 4 << 8 << 23;
        QTest::newRow("bf16") << MatrixPrecision::Bf16 << 2 << 8 << 7;
        QTest::newRow("fp16") << MatrixPrecision::Fp16 << 2 << 5 << 10;
        QTest::newRow("fp8 e4m3") << MatrixPrecision::Fp8 << 1 << 4 << 3;
        QTest::newRow("fp64") << MatrixPrecision::Fp64 << 8 << 11 << 52;
    }
};

RIDGEPOINT_TEST(MatrixPlanTest)
#include "matrix_plan_test.moc"
