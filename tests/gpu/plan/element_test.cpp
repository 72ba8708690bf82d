// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/plan/element.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Precision)

class ElementTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void everyPatternOfSixteenBitsSurvivesTheRoundTrip()
    {
        for (std::uint32_t bits = 0; bits <= 0xFFFFU; ++bits) {
            const auto pattern = static_cast<std::uint16_t>(bits);
            if (!std::isnan(halfValue(pattern)))
                QCOMPARE(halfBits(halfValue(pattern)), pattern);
            else
                QVERIFY(std::isnan(halfValue(halfBits(halfValue(pattern)))));
            if (!std::isnan(bfloat16Value(pattern)))
                QCOMPARE(bfloat16Bits(bfloat16Value(pattern)), pattern);
        }
    }

    void knownNumbersHaveTheirKnownBits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("half");
        QTest::addColumn<int>("bfloat16");
        QTest::newRow("one") << 1.0 << 0x3C00 << 0x3F80;
        QTest::newRow("minus two") << -2.0 << 0xC000 << 0xC000;
        QTest::newRow("a third") << 1.0 / 3.0 << 0x3555 << 0x3EAB;
        QTest::newRow("minus zero") << -0.0 << 0x8000 << 0x8000;
        QTest::newRow("largest half") << 65504.0 << 0x7BFF << 0x4780;
        QTest::newRow("rounds up to infinity in half") << 65520.0 << 0x7C00 << 0x4780;
        QTest::newRow("smallest half") << std::ldexp(1.0, -24) << 0x0001 << 0x3380;
        QTest::newRow("half of it, a tie, goes to zero") << std::ldexp(1.0, -25) << 0x0000 << 0x3300;
        QTest::newRow("a tie goes to the even neighbour below") << 1.0 + std::ldexp(1.0, -11) << 0x3C00 << 0x3F80;
        QTest::newRow("a tie goes to the even neighbour above") << 1.0 + 3 * std::ldexp(1.0, -11) << 0x3C02 << 0x3F80;
        QTest::newRow("the fraction's carry reaches the exponent") << 1.9999 << 0x4000 << 0x4000;
        QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << 0x7C00 << 0x7F80;
    }
    void knownNumbersHaveTheirKnownBits()
    {
        QFETCH(double, value);
        QFETCH(int, half);
        QFETCH(int, bfloat16);
        QCOMPARE(int{halfBits(value)}, half);
        QCOMPARE(int{bfloat16Bits(value)}, bfloat16);
    }

    void aWrittenElementIsReadBackRounded_data() { addPrecisions(); }
    void aWrittenElementIsReadBackRounded()
    {
        QFETCH(Precision, precision);
        std::byte memory[64] = {};
        writeElement(memory, precision, 3, 0.3);
        QCOMPARE(readElement(memory, precision, 3), rounded(0.3, precision));
        QCOMPARE(readElement(memory, precision, 2), 0.0);
        QCOMPARE(readElement(memory, precision, 4), 0.0);
        QVERIFY(std::abs(rounded(0.3, precision) - 0.3) <= 0.25 * epsilonOf(precision));
        QCOMPARE(rounded(1.0 + epsilonOf(precision), precision), 1.0 + epsilonOf(precision));
        QCOMPARE(rounded(1.0 + 0.4 * epsilonOf(precision), precision), 1.0);
    }

    void theInitialPatternIsExactSpreadAndWithoutRepetition_data() { addPrecisions(); }
    void theInitialPatternIsExactSpreadAndWithoutRepetition()
    {
        QFETCH(Precision, precision);
        const std::uint32_t period = uniformPeriod(precision);
        std::set<double> seen;
        double sum = 0.0;
        for (std::uint32_t i = 0; i < period; ++i) {
            const double value = uniformValue(i, period);
            QCOMPARE(rounded(value, precision), value);
            QVERIFY(std::abs(value) < 1.0);
            sum += value;
            seen.insert(value);
        }
        QCOMPARE(seen.size(), std::size_t{period});
        QCOMPARE(sum, 0.0);
        QCOMPARE(uniformValue((std::uint64_t{1} << 40) + 5, period), uniformValue(5, period));
    }

    void operandsThatMustCancelAreExactInEveryPrecision_data() { addPrecisions(); }
    void operandsThatMustCancelAreExactInEveryPrecision()
    {
        QFETCH(Precision, precision);
        QCOMPARE(operandsOf(Operation::Mul, precision).first * operandsOf(Operation::Mul, precision).second, 1.0);
        QCOMPARE(operandsOf(Operation::Add, precision).first + operandsOf(Operation::Add, precision).second, 0.0);
    }

private:
    static void addPrecisions()
    {
        QTest::addColumn<Precision>("precision");
        for (const Precision precision : allPrecisions)
            QTest::newRow(nameOf(precision).data()) << precision;
    }
};

QTEST_GUILESS_MAIN(ElementTest)
#include "element_test.moc"
