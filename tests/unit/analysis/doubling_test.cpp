// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/doubling.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

Sample sample(std::int64_t elements, double time, double half = 0.0)
{
    Sample made;
    made.workload.elements = elements;
    made.time = Seconds(time);
    made.low = Seconds(time * (1.0 - half));
    made.high = Seconds(time * (1.0 + half));
    made.rounds = 6;
    return made;
}

} // namespace

class DoublingTestTest : public test::Case {
    Q_OBJECT
private slots:
    void tellsOverheadFromWork_data()
    {
        QTest::addColumn<double>("twice");
        QTest::addColumn<int>("verdict");
        QTest::newRow("the same time: overhead") << 1.0 << int(DoublingVerdict::Overhead);
        QTest::newRow("a tenth more: overhead") << 1.1 << int(DoublingVerdict::Overhead);
        QTest::newRow("less time: overhead and noise") << 0.97 << int(DoublingVerdict::Overhead);
        QTest::newRow("half more: between") << 1.5 << int(DoublingVerdict::Between);
        QTest::newRow("twice: work") << 2.0 << int(DoublingVerdict::Proportional);
        QTest::newRow("thrice: it left a cache") << 3.0 << int(DoublingVerdict::LeavesCache);
    }
    void tellsOverheadFromWork()
    {
        QFETCH(double, twice);
        QFETCH(int, verdict);
        const std::vector<Sample> samples{sample(2000, twice * 1e-5), sample(1000, 1e-5), sample(4000, 1.0)};
        const auto test = doublingTest(samples[1].workload, samples);
        QVERIFY(test);
        QCOMPARE(int(test->verdict), verdict);
        QVERIFY(!test->uncertain);
        QVERIFY(std::abs(test->growth - twice) < 1e-12);
        QVERIFY(std::abs(test->range.low - twice) < 1e-12 && std::abs(test->range.high - twice) < 1e-12);
    }
    void saysWhenTheIntervalsAllowAnotherVerdict()
    {
        const std::vector<Sample> samples{sample(1000, 1e-5, 0.05), sample(2000, 1.05e-5, 0.05)};
        const auto test = doublingTest(samples[0].workload, samples);
        QVERIFY(test);
        QCOMPARE(test->verdict, DoublingVerdict::Overhead);
        QVERIFY(test->uncertain); // up to 1.16
        QVERIFY(test->range.low < test->growth && test->growth < test->range.high);
    }
    void aRangeThatHoldsNearlyEverythingTellsNothing()
    {
        const std::vector<Sample> samples{sample(1000, 1e-5, 0.5), sample(2000, 2.5e-5, 0.5)};
        const auto test = doublingTest(samples[0].workload, samples);
        QVERIFY(test && test->uncertain && test->tellsNothing);
        const std::vector<Sample> close{sample(1000, 1e-5, 0.05), sample(2000, 1.05e-5, 0.05)};
        QVERIFY(!doublingTest(close[0].workload, close)->tellsNothing); // one of two neighbours
        const std::vector<Sample> work{sample(1000, 1e-5, 0.06), sample(2000, 2e-5, 0.06)};
        QVERIFY(doublingTest(work[0].workload, work)->uncertain
                && !doublingTest(work[0].workload, work)->tellsNothing); // 1.77 to 2.26 is work
    }
    void anIntervalThatDoesNotHoldItsTimeIsNotBelieved()
    {
        Sample once = sample(1000, 1e-5);
        once.low = once.high = Seconds(); // a file without intervals
        const std::vector<Sample> samples{once, sample(2000, 2e-5)};
        const auto test = doublingTest(once.workload, samples);
        QVERIFY(test);
        QVERIFY(std::abs(test->range.low - 2.0) < 1e-12 && std::abs(test->range.high - 2.0) < 1e-12);
    }
    void contradictsAVerdictByItsWholeRange()
    {
        const auto grown = [](DoublingVerdict verdict, double low, double high) {
            return DoublingTest{.growth = (low + high) / 2.0, .range = {low, high}, .verdict = verdict};
        };
        for (const Regime work : {Regime::Compute, Regime::Memory}) {
            QVERIFY(contradicts(grown(DoublingVerdict::Overhead, 1.0, 1.05), work));
            QVERIFY(contradicts(grown(DoublingVerdict::Between, 1.3, 1.45), work));
            QVERIFY(!contradicts(grown(DoublingVerdict::Between, 1.3, 1.55), work));
            QVERIFY(!contradicts(grown(DoublingVerdict::Proportional, 1.9, 2.1), work));
        }
        for (const Regime idle : {Regime::Overhead, Regime::UnderFilled}) {
            QVERIFY(!contradicts(grown(DoublingVerdict::Overhead, 1.0, 1.05), idle));
            QVERIFY(!contradicts(grown(DoublingVerdict::Between, 1.45, 1.7), idle));
            QVERIFY(contradicts(grown(DoublingVerdict::Between, 1.55, 1.7), idle));
            QVERIFY(contradicts(grown(DoublingVerdict::LeavesCache, 2.5, 3.0), idle));
        }
    }
    void needsBothSizesMeasured()
    {
        std::vector<Sample> samples{sample(1000, 1e-5)};
        QVERIFY(!doublingTest(samples[0].workload, samples));
        samples.push_back(sample(2000, 1e-5));
        samples.back().flags = Flag::Interpolated;
        QVERIFY(!doublingTest(samples[0].workload, samples));
        samples.back() = sample(2000, 0.0);
        QVERIFY(!doublingTest(samples[0].workload, samples));
        samples.back() = sample(2000, 1e-5);
        samples.back().workload.operationsPerElement = 2; // another workload
        QVERIFY(!doublingTest(samples[0].workload, samples));
        QVERIFY(!doublingTest({.elements = maximumElements}, samples));
        QVERIFY(!doublingTest({}, {}));
    }
};

RIDGEPOINT_TEST(DoublingTestTest)
#include "doubling_test.moc"
