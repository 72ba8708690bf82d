// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/summary.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

/// `rounds` rounds of the same readings, each round scaled by 1 + spread * its number.
Readings readingsOf(int rounds, const std::vector<double>& times, double spread = 0.0)
{
    Readings readings;
    for (int round = 0; round < rounds; ++round) {
        readings.beginRound();
        for (const double time : times)
            readings.add(Seconds(time * (1.0 + spread * round)));
    }
    return readings;
}

} // namespace

class StatsTest : public test::Case {
    Q_OBJECT
private slots:
    void aLongRoundHasTheMeanOfTheStatesBeforeAndAfterIt()
    {
        Readings readings;
        readings.setControls({.bandwidth = 100e9, .rate = 0.0, .launch = 80e-9});
        readings.beginRound();
        (void)readings.add(Seconds(1.0));
        readings.beginRound();
        (void)readings.add(Seconds(2.0));
        readings.endRound({.bandwidth = 25e9, .rate = 5e11, .launch = 0.0});
        QCOMPARE(readings.all()[0].controls.bandwidth, 100e9);
        QCOMPARE(readings.all()[1].controls.bandwidth, 50e9);
        QCOMPARE(readings.all()[1].controls.rate, 0.0);
        QCOMPARE(readings.all()[1].controls.launch, 80e-9);
    }

    void percentilesAreMedianUnbiased()
    {
        QCOMPARE(percentile({7.0}, 0.25), 7.0);
        QCOMPARE(percentile({1.0, 2.0, 3.0}, 0.5), 2.0);
        QCOMPARE(percentile({3.0, 1.0}, 0.0), 1.0);
        QCOMPARE(percentile({3.0, 1.0}, 1.0), 3.0);
        // Position (5 + 1/3) / 4 + 1/3 = 1.667: two thirds of the way from the smallest to the next.
        QVERIFY(std::abs(percentile({5.0, 4.0, 3.0, 2.0, 1.0}, 0.25) - (1.0 + 2.0 / 3.0)) < 1e-12);
    }
    void roundsAndReadingsAreCounted()
    {
        Readings readings;
        QCOMPARE(readings.rounds(), 0);
        readings.beginRound();
        readings.beginRound();
        QVERIFY(readings.add(Seconds(1.0)));
        readings.beginRound();
        QVERIFY(readings.add(Seconds(1.0)));
        QVERIFY(readings.add(Seconds(2.0)));
        readings.beginRound();
        QCOMPARE(readings.rounds(), 2);
        QCOMPARE(readings.size(), std::size_t{3});
    }
    void timesThatAreNoTimesAreDropped()
    {
        Readings readings;
        for (const double time :
             {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
            QVERIFY(!readings.add(Seconds(time)));
        QVERIFY(readings.empty());
        const Summary summary = summarise(readings);
        QVERIFY(summary.flags.has(Flag::FewReadings));
        QCOMPARE(summary.readings, 0);
        QVERIFY(std::isinf(summary.relativeWidth()));
    }
    void orderStatisticsCoverAsClaimed_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("rank");
        // From the binomial distribution: the largest j with 1 - 2 P(Binomial(count, 1/2) < j) >= 0.965.
        QTest::newRow("five rounds claim nothing") << 5 << 0;
        QTest::newRow("six: smallest to largest, 0.969") << 6 << 1;
        QTest::newRow("nine: still 1; 2 would be 0.961") << 9 << 1;
        QTest::newRow("ten: 2, 0.979") << 10 << 2;
        QTest::newRow("twelve: 2; 3 would be 0.961") << 12 << 2;
        QTest::newRow("twenty: 5; 6 would be 0.959") << 20 << 5;
        QTest::newRow("thirty: 9; 10 would be 0.957") << 30 << 9;
        // From exact whole numbers.
        QTest::newRow("a thousand: 467") << 1000 << 467;
        QTest::newRow("where the smallest term is below a double's range") << 1100 << 515;
        QTest::newRow("ten thousand") << 10000 << 4895;
    }
    void orderStatisticsCoverAsClaimed()
    {
        QFETCH(int, count);
        QTEST(orderStatisticRank(count), "rank");
    }
    void fewRoundsGiveARangeWithoutAClaim()
    {
        const Summary summary = summarise(readingsOf(5, {1.0, 2.0, 3.0, 4.0}));
        QVERIFY(summary.flags.has(Flag::FewReadings));
        QCOMPARE(summary.low, Seconds(1.0));
        QCOMPARE(summary.high, Seconds(4.0));
        QCOMPARE(summary.median, Seconds(2.5));
    }
    void oneReadingHasAnIntervalToo_data()
    {
        QTest::addColumn<int>("rounds");
        for (const int rounds : {1, 2, 3, 5})
            QTest::addRow("%d rounds", rounds) << rounds;
    }
    void oneReadingHasAnIntervalToo()
    {
        QFETCH(int, rounds);
        const Summary summary = summarise(readingsOf(rounds, {1.0}));
        QVERIFY(summary.flags.has(Flag::FewReadings));
        QCOMPARE(summary.time, Seconds(1.0));
        // Narrower with each round, and never as narrow as a claim would have to be.
        QVERIFY2(summary.relativeWidth() > 0.025 && summary.relativeWidth() < 0.18,
                 std::to_string(summary.relativeWidth()).c_str());
        QVERIFY(rounds == 1 || summary.relativeWidth() < summarise(readingsOf(rounds - 1, {1.0})).relativeWidth());
        QVERIFY(summary.low < summary.time && summary.time < summary.high);
    }
    void sixRoundsGiveAnInterval()
    {
        const Summary summary = summarise(readingsOf(6, {1.0, 1.1, 1.2, 1.3}, 0.01));
        QVERIFY(!summary.flags.has(Flag::FewReadings));
        QCOMPARE(summary.rounds, 6);
        QCOMPARE(summary.readings, 24);
        QVERIFY(summary.low <= summary.time && summary.time <= summary.high && summary.time < summary.median);
        const double firstRound = percentile({1.0, 1.1, 1.2, 1.3}, 0.25);
        QVERIFY(std::abs(summary.low.value() - firstRound) < 1e-12);
        QVERIFY(std::abs(summary.high.value() - firstRound * 1.05) < 1e-12);
    }
    void aSampleKeepsReadingsSpreadEvenly()
    {
        Readings readings;
        for (int i = 0; i < 1000; ++i) {
            readings.beginRound();
            readings.add(Seconds(1.0 + i));
        }
        const Sample sample = sampleOf(Workload{}, "cpu", readings);
        QCOMPARE(sample.keptReadings.size(), maximumKeptReadings);
        QCOMPARE(sample.readings, 1000);
        for (std::size_t i = 1; i < sample.keptReadings.size(); ++i) {
            const float gap = sample.keptReadings[i] - sample.keptReadings[i - 1];
            QVERIFY(gap >= 15.0F && gap <= 16.0F);
        }
        QCOMPARE(sampleOf(Workload{}, "cpu", readingsOf(2, {1.0})).keptReadings.size(), std::size_t{2});
    }
    void flagsNeedAQuarterOfTheReadings()
    {
        Readings readings;
        readings.add(Seconds(1.0), Flag::Preempted);
        for (int i = 0; i < 3; ++i)
            readings.add(Seconds(1.0));
        QVERIFY(readings.flags().has(Flag::Preempted));
        readings.add(Seconds(1.0));
        QVERIFY(!readings.flags().has(Flag::Preempted));
    }
    void theClockIsTheMeanOfThoseTold()
    {
        Readings readings;
        readings.add(Seconds(1.0));
        QCOMPARE(readings.clock(), Hertz{});
        readings.add(Seconds(1.0), {}, Hertz(2e9));
        readings.add(Seconds(1.0), {}, Hertz(4e9));
        QCOMPARE(readings.clock(), Hertz(3e9));
    }
    void keepsTheTimeOnTheWallBesideTheTimeOfTheWork()
    {
        Readings readings;
        readings.add(Seconds(1.0));
        QCOMPARE(sampleOf(Workload{}, "cpu", readings).wall, Seconds());
        Readings taken;
        for (int i = 0; i < 8; ++i)
            taken.add(Seconds(1.0), {}, {}, Seconds(2.0));
        const Sample sample = sampleOf(Workload{}, "cpu", taken);
        QCOMPARE(sample.time, Seconds(1.0));
        QCOMPARE(sample.wall, Seconds(2.0));
    }
    void readingsThatLostLittleAreWorthMore()
    {
        const auto with = [](int whole, int lossy) {
            Readings readings;
            for (int round = 0; round < whole + lossy; ++round) {
                readings.beginRound();
                const bool isLossy = round >= whole;
                readings.add(Seconds(isLossy ? 0.6 : 1.0), isLossy ? FlagSet(Flag::Preempted) : FlagSet(), {},
                             Seconds(isLossy ? 1.5 : 1.05));
            }
            return sampleOf(Workload{}, "cpu", readings);
        };
        const Sample some = with(3, 9);
        QCOMPARE(some.time, Seconds(1.0));
        QCOMPARE(some.rounds, 3);
        QVERIFY(!some.flags.has(Flag::Preempted));
        const Sample none = with(0, 9);
        QCOMPARE(none.time, Seconds(0.6));
        QCOMPARE(none.wall, Seconds(1.5));
        QVERIFY(none.flags.has(Flag::Preempted));
        QCOMPARE(with(1, 9).rounds, 10);
    }
    void roundsOfDifferentStatesAreNotMixed()
    {
        const auto inStates = [](int fast, int slow) {
            Readings readings;
            for (int round = 0; round < fast + slow; ++round) {
                const bool isSlow = round >= fast;
                readings.beginRound();
                readings.setControls({.bandwidth = isSlow ? 50e9 : 100e9 * (1.0 + 0.01 * round)});
                for (int i = 0; i < 5; ++i)
                    readings.add(Seconds(isSlow ? 2.0 : 1.0));
            }
            return sampleOf(Workload{}, "cpu", readings);
        };
        QCOMPARE(inStates(8, 0).rounds, 8);
        const Sample some = inStates(3, 8); // a quarter is enough of the faster state
        QCOMPARE(some.time, Seconds(1.0));
        QCOMPARE(some.rounds, 3);
        QCOMPARE(some.controls.bandwidth, 100e9);
        const Sample few = inStates(2, 8);
        QCOMPARE(few.time, Seconds(2.0));
        QCOMPARE(few.rounds, 8);
        QCOMPARE(few.controls.bandwidth, 50e9);
        QVERIFY(few.low == Seconds(2.0) && few.high == Seconds(2.0));
    }
    void stopsAtTheTargetOrWhenMoreDoesNotHelp()
    {
        const StoppingRule rule{.targetInterval = 0.03, .maximumRounds = 12};
        QCOMPARE(rule.judge(summarise(readingsOf(5, {1.0}))), Convergence::Continue);
        QCOMPARE(rule.judge(summarise(readingsOf(6, {1.0}))), Convergence::Reached);
        QCOMPARE(rule.judge(summarise(readingsOf(6, {1.0}, 0.02))), Convergence::Continue);
        QCOMPARE(rule.judge(summarise(readingsOf(12, {1.0}, 0.02))), Convergence::Exhausted);
        QCOMPARE(rule.judge(summarise(Readings())), Convergence::Continue);
    }
};

RIDGEPOINT_TEST(StatsTest)
#include "stats_test.moc"
