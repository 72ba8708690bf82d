// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/cost.h"
#include "gpu/plan/element.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Operation)
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

    /// A device's power depends on the bits that toggle, and its clock on its power.
    void aMillionApplicationsLeaveNumbersDifferentAndTheirBitsMoving_data()
    {
        QTest::addColumn<Operation>("operation");
        QTest::addColumn<Precision>("precision");
        for (const Operation operation : {Operation::Fma, Operation::Mul, Operation::Add})
            for (const Precision precision : allPrecisions)
                QTest::addRow("%s %s", nameOf(operation).data(), nameOf(precision).data()) << operation << precision;
    }
    void aMillionApplicationsLeaveNumbersDifferentAndTheirBitsMoving()
    {
        QFETCH(Operation, operation);
        QFETCH(Precision, precision);
        // The pattern that tensors are filled with; of sixteen bits it has fewer numbers that differ.
        const std::uint32_t count = uniformPeriod(precision);
        QVERIFY(bytesPerElement(precision) <= 2 || count >= 4096);
        constexpr int million = 1'000'000;
        constexpr int cycle = 4;
        const Operands operands = operandsOf(operation, precision);
        std::vector<double> numbers(count);
        for (std::uint32_t i = 0; i < count; ++i)
            numbers[i] = uniformValue(i, count);
        double toggled = 0.0;
        std::vector<double> all; // that are passed through in a cycle
        for (double& x : numbers) {
            std::vector<double> passed{x};
            const auto next = [&](double from, int application) {
                return rounded(reference(operation, from, 1, application % 2 != 0 ? swapped(operands) : operands),
                               precision);
            };
            // What comes back after a cycle comes back after every further one: the next number depends on nothing but
            // the last.
            while (passed.size() <= cycle || passed[passed.size() - 1] != passed[passed.size() - 1 - cycle]
                   || passed.size() % cycle != 1) {
                QVERIFY2(passed.size() < 1000, "never comes back");
                passed.push_back(next(passed.back(), static_cast<int>(passed.size()) - 1));
            }
            static_assert(million % cycle == 0);
            x = passed.back();
            for (std::size_t i = passed.size() - cycle; i < passed.size(); ++i) {
                QVERIFY2(std::abs(passed[i]) <= 4.0
                             && (passed[i] == 0.0 || std::abs(passed[i]) >= leastNormal(precision)),
                         qPrintable(QString::number(passed[i])));
                all.push_back(passed[i]);
                toggled += differingBits(passed[i - 1], passed[i], precision) / cycle;
            }
        }
        const std::set<double> distinct(numbers.begin(), numbers.end());
        QVERIFY2(static_cast<double>(distinct.size()) >= 0.9 * count, qPrintable(QString::number(distinct.size())));
        double atRandom = 0.0;
        std::mt19937 random(7);
        const auto [least, largest] = std::ranges::minmax(all);
        std::uniform_real_distribution<double> uniform(least, largest);
        constexpr int pairs = 4096;
        for (int i = 0; i < pairs; ++i)
            atRandom += differingBits(uniform(random), uniform(random), precision) * count / pairs;
        QVERIFY2(std::abs(toggled / atRandom - 1.0) <= 0.2, qPrintable(QString::number(toggled / atRandom)));
    }

private:
    static double leastNormal(Precision precision)
    {
        return precision == Precision::Fp16 ? std::ldexp(1.0, -14)
                                            : static_cast<double>(std::numeric_limits<float>::min());
    }
    static double differingBits(double a, double b, Precision precision)
    {
        std::array<std::byte, sizeof(double)> first{}, second{};
        writeElement(first.data(), precision, 0, a);
        writeElement(second.data(), precision, 0, b);
        int bits = 0;
        for (std::size_t i = 0; i < first.size(); ++i)
            bits += std::popcount(std::to_integer<unsigned>(first[i] ^ second[i]));
        return bits;
    }
    static void addPrecisions()
    {
        QTest::addColumn<Precision>("precision");
        for (const Precision precision : allPrecisions)
            QTest::newRow(nameOf(precision).data()) << precision;
    }
};

RIDGEPOINT_TEST(ElementTest)
#include "element_test.moc"
