// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/factor_numbers.h"
#include "core/model/operator_prediction.h"
#include "core/model/product.h"
#include "core/model/tile_waves.h"
#include "tests/support/product_backend.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace ridgepoint;

namespace {

struct Moments {
    double mean = 0.0;
    double deviation = 0.0;
    double zeros = 0.0; ///< share
};

Moments momentsOf(FactorNumbers numbers)
{
    const auto all = numbersOf(numbers, factorPeriod, 3);
    const auto count = static_cast<double>(all.size());
    Moments moments;
    for (const float number : all) {
        moments.mean += static_cast<double>(number) / count;
        moments.zeros += number == 0.0F ? 1.0 / count : 0.0;
    }
    for (const float number : all)
        moments.deviation += std::pow(static_cast<double>(number) - moments.mean, 2.0) / count;
    moments.deviation = std::sqrt(moments.deviation);
    return moments;
}

bool near(double value, double expected) { return std::abs(value - expected) < 0.02; }

} // namespace

class ProductTest : public test::Case {
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

    void theLiteraturesExampleIsOneWaveAndThenTwo()
    {
        constexpr TileShape a100{256, 128};
        const TileWaves full = tileWaves(1792, 1792, a100, 108);
        QCOMPARE(full.tiles, std::int64_t{98});
        QCOMPARE(full.waves, std::int64_t{1});
        QCOMPARE(full.filled, 1.0);
        QVERIFY(std::abs(full.efficiency() - 98.0 / 108.0) < 1e-12);
        const TileWaves more = tileWaves(1793, 1793, a100, 108);
        QCOMPARE(more.tiles, std::int64_t{120});
        QCOMPARE(more.waves, std::int64_t{2});
        QVERIFY(std::abs(more.occupied - 120.0 / 216.0) < 1e-12);
        QVERIFY(more.efficiency() < 0.55);
    }
    void aMatrixSmallerThanATileTakesAWholeOne()
    {
        const TileWaves one = tileWaves(1, 1, {96, 96}, 4);
        QCOMPARE(one.tiles, std::int64_t{1});
        QVERIFY(std::abs(one.filled - 1.0 / 9216.0) < 1e-15);
        QCOMPARE(one.occupied, 0.25);
    }
    void withinTheFirstWaveATileMoreCostsNothing()
    {
        const auto wavesOf = [](std::int64_t n) { return tileWaves(n, n, ownGpuTile, 132); };
        QCOMPARE(wavesOf(1408).waves, std::int64_t{1});
        for (const std::int64_t edge : {1408, 2048, 2432, 2816})
            QCOMPARE(wavesOf(edge + 1).waves, wavesOf(edge).waves + 1);
        QVERIFY(std::abs(wavesOf(1409).efficiency() / wavesOf(1408).efficiency() - 0.5) < 1e-3);
        // One tile and four of them: no slower for a row more.
        QVERIFY(wavesOf(129).efficiency() > wavesOf(128).efficiency());
    }
    void tilesCostTheirWholeAreaWhereverTheMatrixEnds()
    {
        const TileCost exact = tileCost({.rows = 128, .columns = 256, .inner = 10}, {128, 128});
        QCOMPARE(exact.multiplyAdds, 128.0 * 256 * 10);
        QCOMPARE(exact.read.value(), 4.0 * 2 * 256 * 10);
        const TileCost more = tileCost({.rows = 129, .columns = 257, .inner = 10}, {128, 128});
        QCOMPARE(more.multiplyAdds, 3 * exact.multiplyAdds);
        QCOMPARE(more.read.value(), 3 * exact.read.value());
        QCOMPARE(more.written.value(), 4.0 * 129 * 257);
        QCOMPARE(tileCost({.rows = 1, .columns = 1, .inner = 1, .batch = 5}, {2, 3}).multiplyAdds, 30.0);
    }
    void noEfficiencyIsAboveOne()
    {
        for (std::int64_t n = 1; n < 700; n += 13)
            for (const std::int64_t workers : {1, 2, 7}) {
                const TileWaves waves = tileWaves(n, n + 5, {96, 32}, workers);
                QVERIFY(waves.efficiency() > 0.0 && waves.efficiency() <= 1.0 + 1e-12);
            }
    }

    void everyPatternIsWhatItsNameSays()
    {
        QVERIFY(std::abs(momentsOf(FactorNumbers::Zeros).zeros - 1.0) < 1e-9);
        const Moments constant = momentsOf(FactorNumbers::Constant);
        QVERIFY(near(constant.mean, 1.1) && constant.deviation < 1e-6);
        const Moments uniform = momentsOf(FactorNumbers::Uniform);
        QVERIFY(near(uniform.mean, 0.5) && near(uniform.deviation, std::sqrt(1.0 / 12.0)));
        const Moments normal = momentsOf(FactorNumbers::Normal);
        QVERIFY(near(normal.mean, 0.0) && near(normal.deviation, 1.0) && normal.zeros < 0.001);
        const Moments sparse = momentsOf(FactorNumbers::Sparse);
        QVERIFY(near(sparse.zeros, 0.875) && near(sparse.deviation, std::sqrt(1.0 / 8.0)));
        const Moments oneBit = momentsOf(FactorNumbers::OneBit);
        QVERIFY(near(oneBit.mean, 0.0) && near(oneBit.deviation, 1.0));
        const auto signs = numbersOf(FactorNumbers::OneBit, 1000, 1);
        QCOMPARE((std::set<float>(signs.begin(), signs.end())), (std::set<float>{-1.0F, 1.0F}));
        for (const float number : numbersOf(FactorNumbers::Usual, 1000, 1))
            QVERIFY(std::abs(number) >= 0.5F && std::abs(number) < 1.0F);
    }
    void aSeedGivesItsNumbersAgainAndAnotherOthers()
    {
        QVERIFY(numbersOf(FactorNumbers::Normal, 100, 7) == numbersOf(FactorNumbers::Normal, 100, 7));
        QVERIFY(numbersOf(FactorNumbers::Normal, 100, 7) != numbersOf(FactorNumbers::Normal, 100, 8));
    }
    void roundsToTheNearestOfSixteenBits()
    {
        QCOMPARE(roundedToBf16(1.0F), std::uint16_t{0x3f80});
        QCOMPARE(roundedToBf16(-1.0F), std::uint16_t{0xbf80});
        QCOMPARE(roundedToBf16(0.0F), std::uint16_t{0});
        QCOMPARE(roundedToBf16(1.0F + 0x1p-8F), std::uint16_t{0x3f80});            // a tie goes to the even one
        QCOMPARE(roundedToBf16(1.0F + 0x1p-8F + 0x1p-16F), std::uint16_t{0x3f81}); // just above it
        QCOMPARE(roundedToBf16(1.0F + 3 * 0x1p-8F), std::uint16_t{0x3f82});
    }
};

RIDGEPOINT_TEST(ProductTest)
#include "product_test.moc"
