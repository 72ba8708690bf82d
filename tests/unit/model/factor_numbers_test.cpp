// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/factor_numbers.h"
#include "tests/support/test_main.h"

#include <QTest>

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

class FactorNumbersTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void everyPatternIsFoundByItsName()
    {
        for (const FactorNumbers numbers : comparedNumbers)
            QVERIFY(factorNumbersNamed(nameOf(numbers)) == numbers);
        QVERIFY(factorNumbersNamed("usual") == FactorNumbers::Usual);
        QVERIFY(!factorNumbersNamed("letters"));
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

RIDGEPOINT_TEST(FactorNumbersTest)
#include "factor_numbers_test.moc"
