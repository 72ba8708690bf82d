// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/shortfall.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

Workload onThreads(int threads)
{
    Workload workload;
    workload.elements = 1 << 20;
    workload.threads = threads;
    return workload;
}

Sample sample(double time, double half = 0.01)
{
    Sample made;
    made.time = Seconds(time);
    made.low = Seconds(time * (1.0 - half));
    made.high = Seconds(time * (1.0 + half));
    made.rounds = 8;
    return made;
}

} // namespace

/// What measuring one other workload says of a point that no roof limits.
class ShortfallTest : public test::Case {
    Q_OBJECT
private slots:
    void onlyWhatCanBeMeasuredIsATest()
    {
        const auto both = causeTests(onThreads(3), 4 << 20);
        QCOMPARE(both.size(), std::size_t{2});
        QVERIFY(both[0].cause == Cause::Threads && both[1].cause == Cause::Latency);
        QCOMPARE(both[0].other.threads, 1);
        QCOMPARE(both[0].other.elements, onThreads(3).elements);
        QCOMPARE(both[1].other.elements, std::int64_t{4 << 20});
        QCOMPARE(both[1].other.threads, 3);
        const auto oneThread = causeTests(onThreads(1), 4 << 20);
        QVERIFY(oneThread.size() == 1 && oneThread[0].cause == Cause::Latency);
        QVERIFY(causeTests(onThreads(0), (4 << 20) - 1).empty()); // a GPU, a tensor that cannot grow
    }

    void theWholeRangeDecides_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("half"); // of each interval
        QTest::addColumn<int>("verdict");
        const int threads = int(Cause::Threads);
        const int latency = int(Cause::Latency);
        QTest::newRow("half the threads take as long") << threads << 1.0 << 0.01 << int(CauseVerdict::Likely);
        QTest::newRow("half the threads take twice as long") << threads << 2.0 << 0.01 << int(CauseVerdict::Unlikely);
        QTest::newRow("a part of it") << threads << 1.45 << 0.01 << int(CauseVerdict::Open);
        QTest::newRow("as long, but vague") << threads << 1.1 << 0.2 << int(CauseVerdict::Open);
        QTest::newRow("four times the elements, hardly longer") << latency << 1.2 << 0.01 << int(CauseVerdict::Likely);
        QTest::newRow("four times the elements, four times") << latency << 4.0 << 0.01 << int(CauseVerdict::Unlikely);
        QTest::newRow("four times, vague") << latency << 3.1 << 0.1 << int(CauseVerdict::Open);
    }
    void theWholeRangeDecides()
    {
        QFETCH(int, cause);
        QFETCH(double, ratio);
        QFETCH(double, half);
        QFETCH(int, verdict);
        const auto found = judgeCause(Cause(cause), sample(1e-3, half), sample(ratio * 1e-3, half));
        QVERIFY(found);
        QVERIFY(std::abs(found->ratio - ratio) < 1e-9);
        QVERIFY(found->range.low < ratio && ratio < found->range.high);
        QCOMPARE(int(found->verdict), verdict);
    }

    void twoRoundsAreNoEvidence()
    {
        Sample few = sample(1e-3);
        few.rounds = 2;
        few.flags = Flag::FewReadings;
        const auto found = judgeCause(Cause::Threads, few, sample(1e-3));
        QVERIFY(!found || found->verdict == CauseVerdict::Open);
    }
};

RIDGEPOINT_TEST(ShortfallTest)
#include "shortfall_test.moc"
