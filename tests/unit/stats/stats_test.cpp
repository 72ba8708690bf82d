// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/summary.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>

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

// How often intervals cover the truth, on made-up cells. The truth of a cell is the 25th percentile of the distribution
// that its readings have within an undisturbed round: ln reading = ln scale + drift(round) + e, where e is stationary
// with autocorrelation 0.5 and standard deviation s, and drift has median 0 over the rounds. Hence
// truth = scale exp(-0.6745 s). Seeds are fixed: the same cells at every run.
constexpr int cells = 4000;
constexpr double lowerQuartile = -0.674489750196;

/// How rounds drift against each other.
enum class Drift {
    None,
    Shifts,  ///< each round is off by a normal amount of its own
    Warming, ///< slower from round to round; the middle of the run is the truth
    Wave,    ///< a slow wave of random phase and period
};

struct CellModel {
    double within = 0.01; ///< standard deviation of ln reading within a round
    double between = 0.01;
    double correlation = 0.5;
    Drift drift = Drift::Shifts;
    int readingsPerRound = 5;
};

class MadeUpCell {
public:
    MadeUpCell(const CellModel& model, unsigned seed) : m_model(model), m_random(seed)
    {
        std::uniform_real_distribution<double> uniform(0.0, 1.0);
        m_phase = 2.0 * std::numbers::pi * uniform(m_random);
        m_period = 4.0 + 8.0 * uniform(m_random);
        m_deviation = m_normal(m_random);
    }
    [[nodiscard]] double truth() const { return std::exp(lowerQuartile * m_model.within); }
    void addRound(Readings& readings, int round, int ofRounds)
    {
        const double shift = m_model.between * driftOf(round, ofRounds);
        readings.beginRound();
        // Other cells are measured in between: a round starts afresh.
        m_deviation = m_normal(m_random);
        for (int i = 0; i < m_model.readingsPerRound; ++i) {
            m_deviation = m_model.correlation * m_deviation
                        + std::sqrt(1.0 - m_model.correlation * m_model.correlation) * m_normal(m_random);
            readings.add(Seconds(std::exp(shift + m_model.within * m_deviation)));
        }
    }

private:
    double driftOf(int round, int ofRounds)
    {
        switch (m_model.drift) {
        case Drift::None: return 0.0;
        case Drift::Shifts: return m_normal(m_random);
        case Drift::Warming: return 2.0 * (round - 0.5 * (ofRounds - 1)) / ofRounds;
        case Drift::Wave: return std::sqrt(2.0) * std::sin(m_phase + 2.0 * std::numbers::pi * round / m_period);
        }
        return 0.0;
    }

    CellModel m_model;
    std::mt19937 m_random;
    std::normal_distribution<double> m_normal{0.0, 1.0};
    double m_phase = 0.0;
    double m_period = 1.0;
    double m_deviation = 0.0;
};

/// The part of cells whose interval covers the truth after a fixed number of rounds.
double coverageAfter(const CellModel& model, int rounds)
{
    int covered = 0;
    for (unsigned seed = 0; seed < cells; ++seed) {
        MadeUpCell cell(model, seed);
        Readings readings;
        for (int round = 0; round < rounds; ++round)
            cell.addRound(readings, round, rounds);
        const Summary summary = summarise(readings);
        covered += summary.low.value() <= cell.truth() && cell.truth() <= summary.high.value() ? 1 : 0;
    }
    return static_cast<double>(covered) / cells;
}

/// The same when each cell stops by the rule.
double coverageWhenStopping(const CellModel& model, const StoppingRule& rule)
{
    int covered = 0;
    for (unsigned seed = 0; seed < cells; ++seed) {
        MadeUpCell cell(model, seed);
        Readings readings;
        Summary summary;
        int round = 0;
        do {
            cell.addRound(readings, round++, rule.maximumRounds);
            summary = summarise(readings);
        } while (rule.judge(summary) == Convergence::Continue);
        covered += summary.low.value() <= cell.truth() && cell.truth() <= summary.high.value() ? 1 : 0;
    }
    return static_cast<double>(covered) / cells;
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
    void intervalsCoverTheTruth_data()
    {
        QTest::addColumn<int>("drift");
        QTest::addColumn<double>("within");
        QTest::addColumn<double>("between");
        QTest::addColumn<int>("perRound");
        QTest::addColumn<int>("rounds");
        for (const int rounds : {6, 9, 12, 20, 30})
            for (const int perRound : {3, 5}) {
                const auto name = [&](const char* what) {
                    return QStringLiteral("%1, %2 rounds of %3")
                        .arg(QLatin1String(what))
                        .arg(rounds)
                        .arg(perRound)
                        .toUtf8();
                };
                QTest::newRow(name("drift as large as noise").constData())
                    << static_cast<int>(Drift::Shifts) << 0.01 << 0.01 << perRound << rounds;
                QTest::newRow(name("drift three times the noise").constData())
                    << static_cast<int>(Drift::Shifts) << 0.01 << 0.03 << perRound << rounds;
                QTest::newRow(name("warming up").constData())
                    << static_cast<int>(Drift::Warming) << 0.01 << 0.01 << perRound << rounds;
                QTest::newRow(name("a slow wave").constData())
                    << static_cast<int>(Drift::Wave) << 0.01 << 0.01 << perRound << rounds;
                QTest::newRow(name("no drift").constData())
                    << static_cast<int>(Drift::None) << 0.01 << 0.0 << perRound << rounds;
            }
        // One long run a round averages its own noise: what is left is mostly drift.
        for (const int rounds : {6, 12, 30})
            QTest::newRow(QStringLiteral("long runs, %1 rounds of 1").arg(rounds).toUtf8().constData())
                << static_cast<int>(Drift::Shifts) << 0.002 << 0.01 << 1 << rounds;
    }
    void intervalsCoverTheTruth()
    {
        QFETCH(int, drift);
        QFETCH(double, within);
        QFETCH(double, between);
        QFETCH(int, perRound);
        QFETCH(int, rounds);
        const double coverage = coverageAfter(
            {.within = within, .between = between, .drift = static_cast<Drift>(drift), .readingsPerRound = perRound},
            rounds);
        qInfo("%s: %.1f %%", QTest::currentDataTag(), 100.0 * coverage);
        QVERIFY(coverage >= 0.94);
    }

    /// Few rounds claim nothing, and yet their range must not say that a thing is known which is not.
    void fewRoundsCoverTheTruthToo_data()
    {
        QTest::addColumn<double>("between");
        QTest::addColumn<int>("perRound");
        QTest::addColumn<int>("rounds");
        for (const int rounds : {1, 2, 3, 5})
            for (const int perRound : {1, 3, 5})
                for (const double between : {0.005, 0.01, 0.02, 0.03})
                    QTest::newRow(QStringLiteral("%1 rounds of %2, which differ by %3")
                                      .arg(rounds)
                                      .arg(perRound)
                                      .arg(between)
                                      .toUtf8()
                                      .constData())
                        << between << perRound << rounds;
    }
    void fewRoundsCoverTheTruthToo()
    {
        QFETCH(double, between);
        QFETCH(int, perRound);
        QFETCH(int, rounds);
        const double coverage = coverageAfter({.within = 0.01, .between = between, .readingsPerRound = perRound},
                                              rounds);
        qInfo("%s: %.1f %%", QTest::currentDataTag(), 100.0 * coverage);
        QVERIFY(coverage >= 0.94);
    }

    void stoppingEarlyKeepsTheCoverage_data()
    {
        QTest::addColumn<double>("within");
        QTest::addColumn<double>("between");
        for (const double within : {0.003, 0.01, 0.02})
            for (const double between : {0.003, 0.01, 0.02})
                QTest::newRow(QStringLiteral("noise %1, drift %2").arg(within).arg(between).toUtf8().constData())
                    << within << between;
    }
    void stoppingEarlyKeepsTheCoverage()
    {
        QFETCH(double, within);
        QFETCH(double, between);
        const double coverage = coverageWhenStopping({.within = within, .between = between}, StoppingRule{});
        qInfo("%s: %.1f %%", QTest::currentDataTag(), 100.0 * coverage);
        QVERIFY(coverage >= 0.94);
    }
};

RIDGEPOINT_TEST(StatsTest)
#include "stats_test.moc"
