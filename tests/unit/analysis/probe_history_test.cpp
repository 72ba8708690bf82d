// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/probe_history.h"
#include "core/stats/summary.h"
#include "tests/support/test_main.h"

using namespace ridgepoint;

namespace {

Sample update(double time, std::int64_t operations = 8)
{
    Sample made;
    made.workload.operationsPerElement = operations;
    made.time = Seconds(time);
    made.rounds = 2;
    made.flags = Flag::FewReadings;
    for (int i = 0; i < 5; ++i)
        made.keptReadings.push_back(static_cast<float>(time * (1.0 + 0.001 * i)));
    return made;
}

/// Updates of a place, `apart` seconds from each other; the time of the last one.
double feed(ProbeHistory& history, double from, int count, double apart, std::int64_t operations = 8)
{
    for (int i = 0; i < count; ++i)
        history.add(Seconds(from + apart * i), update(1e-3 * (1.0 + 0.002 * (i % 5)), operations));
    return from + apart * (count - 1);
}

} // namespace

class ProbeHistoryTest : public test::Case {
    Q_OBJECT
private slots:
    void saysNothingBeforeTheFirstUpdate()
    {
        const ProbeHistory history;
        QVERIFY(history.empty());
        QVERIFY(!history.current(Seconds(1.0)));
        QCOMPARE(history.updatesPerSecond(Seconds(1.0)), 0.0);
        QVERIFY(history.trail(Seconds(1.0)).empty() && history.strip(Seconds(1.0)).empty());
    }

    void claimsAnIntervalFromSixUpdatesOn()
    {
        ProbeHistory history;
        double now = feed(history, 0.0, minimumRounds - 1, 0.04);
        QVERIFY(history.current(Seconds(now))->flags.has(Flag::FewReadings));
        now = feed(history, now + 0.04, 1, 0.04);
        const auto sample = history.current(Seconds(now));
        QVERIFY(!sample->flags.has(Flag::FewReadings));
        QCOMPARE(sample->rounds, minimumRounds);
        QCOMPARE(sample->readings, 5 * minimumRounds);
        QVERIFY(sample->low <= sample->time && sample->time <= sample->high);
        QVERIFY(std::abs(sample->time.value() / 1e-3 - 1.0) < 0.01);
    }

    void countsUpdatesOverTheLastSecond_data()
    {
        QTest::addColumn<double>("apart");
        QTest::addColumn<int>("count");
        QTest::newRow("25 a second, for long") << 0.04 << 200;
        QTest::newRow("25 a second, just begun") << 0.04 << 5;
        QTest::newRow("one in two seconds") << 2.0 << 4;
    }
    void countsUpdatesOverTheLastSecond()
    {
        QFETCH(double, apart);
        QFETCH(int, count);
        ProbeHistory history;
        const double now = feed(history, 3.0, count, apart);
        QVERIFY(std::abs(history.updatesPerSecond(Seconds(now)) * apart - 1.0) < 0.05);
    }

    void givesUpTheFiguresOfAPlaceThatItHasLeft()
    {
        ProbeHistory history;
        double now = feed(history, 0.0, 30, 0.04, 8);
        history.add(Seconds(now + 0.04), update(5e-3, 64));
        const auto sample = history.current(Seconds(now + 0.04));
        QCOMPARE(sample->workload.operationsPerElement, std::int64_t{64});
        QCOMPARE(history.updatesHere(), 1);
        QVERIFY(sample->time >= Seconds(5e-3));
        QVERIFY(sample->flags.has(Flag::FewReadings));
        // The rate goes on: it is the probe's, not the place's.
        QVERIFY(history.updatesPerSecond(Seconds(now + 0.04)) > 20.0);
    }

    void keepsASampleOnlyFromAPlaceWhereItStayed()
    {
        ProbeHistory history;
        double now = feed(history, 0.0, ProbeHistory::updatesToKeep - 1, 0.04);
        QVERIFY(!history.worthKeeping(Seconds(now)));
        now = feed(history, now + 0.04, 1, 0.04);
        const auto kept = history.worthKeeping(Seconds(now));
        QVERIFY(kept && kept->rounds == ProbeHistory::updatesToKeep && !kept->flags.has(Flag::FewReadings));
        QCOMPARE(kept->provenance, Provenance::Measured);
    }

    void theTrailFadesAndEndsAtTheProbe()
    {
        ProbeHistory history;
        double now = 0.0;
        for (const std::int64_t operations : {1, 2, 4, 8, 16, 32})
            now = feed(history, now + 0.5, 1, 0.0, operations);
        const auto trail = history.trail(Seconds(now));
        QCOMPARE(trail.size(), std::size_t{4}); // 1.5, 1.0, 0.5 and 0 seconds old
        QCOMPARE(trail.back().workload.operationsPerElement, std::int64_t{32});
        QCOMPARE(trail.back().age, 0.0);
        for (std::size_t i = 1; i < trail.size(); ++i)
            QVERIFY(trail[i].age < trail[i - 1].age);
        // A probe of long runs stands still, but it does not vanish.
        QCOMPARE(history.trail(Seconds(now + 10.0)).size(), std::size_t{1});
    }

    void theStripHoldsThreeSecondsAndAFloodIsCutOff()
    {
        ProbeHistory history;
        double now = feed(history, 0.0, 500, 0.02);
        const auto strip = history.strip(Seconds(now));
        QCOMPARE(strip.size(), std::size_t{151});
        QCOMPARE(strip.back().ago, Seconds(0.0));
        QVERIFY(strip.front().ago <= ProbeHistory::stripLength);
        now = feed(history, now, 100000, 1e-7);
        QVERIFY(history.strip(Seconds(now)).size() <= 1000);
    }
};

RIDGEPOINT_TEST(ProbeHistoryTest)
#include "probe_history_test.moc"
