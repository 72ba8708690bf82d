// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/varied_times.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace ridgepoint;

namespace {

VariedTime timed(std::vector<std::int64_t> values, double time)
{
    return {.values = std::move(values), .time = Seconds(time), .low = Seconds(time), .high = Seconds(time)};
}

/// Times at the powers of two from 1 to 2^last.
std::vector<VariedTime> alongPowers(int last, const std::function<double(double)>& timeAt)
{
    std::vector<VariedTime> times;
    for (int i = 0; i <= last; ++i) {
        const std::int64_t value = std::int64_t{1} << i;
        times.push_back(timed({value}, timeAt(static_cast<double>(value))));
    }
    return times;
}

} // namespace

class VariedTimesTest : public test::Case {
    Q_OBJECT
private slots:
    void tellsHowTimeGrows_data()
    {
        QTest::addColumn<double>("power");
        QTest::addColumn<int>("growth");
        QTest::newRow("not at all") << 0.0 << int(Growth::Flat);
        QTest::newRow("hardly") << 0.1 << int(Growth::Flat);
        QTest::newRow("less than the value") << 0.5 << int(Growth::Slower);
        QTest::newRow("with the value") << 1.0 << int(Growth::Follows);
        QTest::newRow("with its square") << 2.0 << int(Growth::Faster);
        QTest::newRow("less and less") << -1.0 << int(Growth::Falls);
    }
    void tellsHowTimeGrows()
    {
        QFETCH(double, power);
        QFETCH(int, growth);
        const auto stretches = growthAlong(0, alongPowers(6, [&](double value) { return std::pow(value, power); }));
        QCOMPARE(stretches.size(), std::size_t{1});
        QCOMPARE(int(stretches[0].growth), growth);
        QCOMPARE(stretches[0].from, std::int64_t{1});
        QCOMPARE(stretches[0].to, std::int64_t{64});
        QVERIFY(std::abs(stretches[0].slope - power) < 1e-9);
    }
    void aFixedCostEndsWhereWorkBegins()
    {
        const auto stretches = growthAlong(0, alongPowers(16, [](double value) { return std::max(1024.0, value); }));
        QVERIFY(stretches.size() >= 2);
        QVERIFY(stretches.front().growth == Growth::Flat && stretches.back().growth == Growth::Follows);
        QVERIFY(stretches.front().to >= 256 && stretches.front().to <= 1024);
        QCOMPARE(stretches.back().to, std::int64_t{65536});
    }
    // Mutation: the interval left out of growthOf().
    void timesThatScatterTellNothing()
    {
        auto times = alongPowers(4, [](double) { return 1.0; });
        for (VariedTime& time : times) {
            time.low = Seconds(0.3);
            time.high = Seconds(3.0);
            time.isRepeated = true;
        }
        const auto stretches = growthAlong(0, times);
        QCOMPARE(stretches.size(), std::size_t{1});
        QVERIFY(stretches[0].growth == Growth::Unknown);
    }
    // Mutations: each place for itself; a place that its scatter does not explain taken along.
    void aPlaceThatMayGrowLikeItsNeighboursIsNoStretch_data()
    {
        QTest::addColumn<double>("scatter"); // of each time, as a factor
        QTest::addColumn<int>("stretches");
        QTest::newRow("scattered") << 1.15 << 1;
        QTest::newRow("certain") << 1.001 << 2;
    }
    void aPlaceThatMayGrowLikeItsNeighboursIsNoStretch()
    {
        QFETCH(double, scatter);
        QFETCH(int, stretches);
        // The first doubling takes 2^0.8 times as long, all others twice.
        auto times = alongPowers(6, [](double value) { return value > 1.0 ? value : std::exp2(0.2); });
        for (VariedTime& time : times) {
            time.low = time.time / scatter;
            time.high = time.time * scatter;
            time.isRepeated = true;
        }
        const auto found = growthAlong(0, times);
        QCOMPARE(int(found.size()), stretches);
        QVERIFY(found.front().growth == (stretches == 1 ? Growth::Follows : Growth::Slower));
        QCOMPARE(found.front().from, std::int64_t{1});
        QVERIFY(found.back().growth == Growth::Follows);
        QCOMPARE(found.back().to, std::int64_t{64});
    }
    // Mutation: the middle of the slope alone decides.
    void fallingAndFasterNeedTheWholeInterval_data()
    {
        QTest::addColumn<double>("power");
        QTest::addColumn<double>("scatter"); // of each time, as a factor
        QTest::addColumn<int>("growth");
        QTest::newRow("falls") << -0.5 << 1.01 << int(Growth::Falls);
        QTest::newRow("may fall") << -0.2 << 1.2 << int(Growth::Unknown);
        QTest::newRow("faster") << 2.0 << 1.01 << int(Growth::Faster);
        QTest::newRow("may be faster") << 1.2 << 1.2 << int(Growth::Unknown);
    }
    void fallingAndFasterNeedTheWholeInterval()
    {
        QFETCH(double, power);
        QFETCH(double, scatter);
        QFETCH(int, growth);
        auto times = alongPowers(4, [&](double value) { return std::pow(value, power); });
        for (VariedTime& time : times) {
            time.low = time.time / scatter;
            time.high = time.time * scatter;
            time.isRepeated = true;
        }
        const auto stretches = growthAlong(0, times);
        QCOMPARE(stretches.size(), std::size_t{1});
        QCOMPARE(int(stretches[0].growth), growth);
    }
    void valuesFarApartTellNothing()
    {
        const std::vector<VariedTime> times{timed({1}, 1.0), timed({1024}, 1024.0)};
        const auto stretches = growthAlong(0, times);
        QCOMPARE(stretches.size(), std::size_t{1});
        QVERIFY(stretches[0].growth == Growth::Unknown);
        QVERIFY(growthAlong(0, std::span(times).first(1)).empty());
        QVERIFY(growthAlong(0, {}).empty());
    }
    void theOtherNamesStayAtTheirSmallest()
    {
        std::vector<VariedTime> times;
        for (const std::int64_t ops : {4, 1})
            for (const std::int64_t size : {8, 2, 4, 1})
                times.push_back(timed({size, ops}, ops == 1 ? static_cast<double>(size) : 100.0));
        const auto stretches = growthAlong(0, times);
        QCOMPARE(stretches.size(), std::size_t{1});
        QVERIFY(stretches[0].growth == Growth::Follows); // of the line with ops = 1
    }
    void twoNamesTellTheRegime()
    {
        // T = 1e4 + size x max(ops, 32): a fixed cost, bytes and operations, as in the equation of time.
        std::vector<VariedTime> times;
        for (std::int64_t size = 1; size <= (std::int64_t{1} << 20); size *= 2)
            for (std::int64_t ops = 1; ops <= 1024; ops *= 2)
                times.push_back(
                    timed({size, ops}, 1e4 + static_cast<double>(size) * std::max(static_cast<double>(ops), 32.0)));
        const auto regimes = regimesBySlopes(1, 0, times);
        const auto at = [&](std::int64_t size, std::int64_t ops) {
            const auto found = std::ranges::find(times, std::vector<std::int64_t>{size, ops}, &VariedTime::values);
            return regimes[static_cast<std::size_t>(found - times.begin())];
        };
        QVERIFY(at(1, 1) == Regime::Overhead);
        QVERIFY(at(1 << 20, 1) == Regime::Memory);
        QVERIFY(at(1 << 20, 1024) == Regime::Compute);
        // One name alone tells no regime.
        std::vector<VariedTime> line{timed({1, 1}, 1.0), timed({2, 1}, 2.0)};
        QVERIFY(!regimesBySlopes(1, 0, line).front());
    }
};

RIDGEPOINT_TEST(VariedTimesTest)
#include "varied_times_test.moc"
