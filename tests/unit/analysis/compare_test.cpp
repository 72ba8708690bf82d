// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/compare.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using namespace ridgepoint;

namespace {

Sample sample(double time, double half)
{
    Sample made;
    made.time = Seconds(time);
    made.low = Seconds(time * (1.0 - half));
    made.high = Seconds(time * (1.0 + half));
    return made;
}

Roof roof(const std::string& id, double value, Provenance provenance = Provenance::Measured)
{
    return {.id = id, .kind = *kindOfRoof(id), .value = value, .low = value, .high = value, .provenance = provenance};
}

bool near(double value, double wanted) { return std::abs(value - wanted) <= 1e-9 * std::abs(wanted); }

Sample sampleAt(std::int64_t elements, double time, double half = 0.0)
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

/// Times and roofs beside each other, and what a tensor of twice the size tells.
class CompareTest : public test::Case {
    Q_OBJECT
private slots:
    void saysHowMuchFasterAndWithin()
    {
        const auto comparison = compareTimes(sample(3.8e-3, 0.01), sample(1e-3, 0.02));
        QVERIFY(comparison);
        QVERIFY(near(comparison->speedup, 3.8));
        const double root = std::numbers::sqrt2;
        QVERIFY(near(comparison->range.low, 3.8 * (1.0 - 0.01 * root) / (1.0 + 0.02 * root)));
        QVERIFY(near(comparison->range.high, 3.8 * (1.0 + 0.01 * root) / (1.0 - 0.02 * root)));
        QVERIFY(comparison->differs && comparison->claimsCoverage);
    }
    void aDifferenceWithinTheWidenedIntervalsIsNone()
    {
        // 2.5 % apart with 1 % each: apart as they stand, and not once widened by the root of two.
        QVERIFY(!compareTimes(sample(1.025e-3, 0.01), sample(1e-3, 0.01))->differs);
        QVERIFY(compareTimes(sample(1.04e-3, 0.01), sample(1e-3, 0.01))->differs);
        QVERIFY(compareTimes(sample(1e-3, 0.01), sample(1.04e-3, 0.01))->differs); // slower differs too
    }
    void fewReadingsClaimNoCoverage()
    {
        Sample few = sample(1e-3, 0.0);
        few.flags = Flag::FewReadings;
        QVERIFY(!compareTimes(few, sample(2e-3, 0.0))->claimsCoverage);
        QVERIFY(!compareTimes(sample(2e-3, 0.0), few)->claimsCoverage);
    }
    void oddIntervalsGiveNoEndlessSpeedup()
    {
        Sample wide = sample(1e-3, 0.0);
        wide.low = Seconds(0.0);
        const auto comparison = compareTimes(sample(1e-3, 0.0), wide);
        QVERIFY(comparison);
        QVERIFY(std::isfinite(comparison->range.high));
        QVERIFY(!compareTimes(sample(0.0, 0.0), sample(1.0, 0.0)));
        QVERIFY(!compareTimes(sample(1.0, 0.0), sample(std::numeric_limits<double>::quiet_NaN(), 0.0)));
        QVERIFY(!compareTimes(sample(-1.0, 0.0), sample(1.0, 0.0)));
    }
    void theWidenedRangeCoversTheTrueRatioOfTwoRuns()
    {
        // Each run's interval is made to cover its own truth in 95 of 100; the runs themselves drift apart by as much.
        std::mt19937 random(7);
        std::normal_distribution<double> normal;
        constexpr double spread = 0.01;
        int covered = 0;
        constexpr int pairs = 4000;
        for (int i = 0; i < pairs; ++i) {
            const auto run = [&] { return sample(1e-3 * std::exp(spread * normal(random)), 1.96 * spread); };
            const auto comparison = compareTimes(run(), run());
            covered += comparison->range.low <= 1.0 && comparison->range.high >= 1.0 ? 1 : 0;
        }
        QVERIFY2(covered >= pairs * 94 / 100, qPrintable(QString::number(covered)));
    }
    void putsRoofsOfSeveralDevicesSideBySide()
    {
        std::vector<RoofSet> sets(2);
        sets[0].device = "cpu";
        sets[0].roofs = {roof("launch.queued", 1e-6), roof("compute.fp32.cos", 1e10), roof("bandwidth.dram", 5e10),
                         roof("compute.fp32.fma", 2e11)};
        sets[1].device = "h200";
        sets[1].roofs = {roof("bandwidth.dram", 4.8e12, Provenance::Datasheet),
                         roof("compute.fp32.fma", 66.9e12, Provenance::Published),
                         roof("compute.fp16.matrix", 989e12, Provenance::Datasheet)};
        const RoofTable table = compareRoofs(sets);
        QCOMPARE(table.devices, (std::vector<std::string>{"cpu", "h200"}));
        std::vector<std::string> ids;
        for (const RoofTable::Row& row : table.roofs) {
            ids.push_back(row.id);
            QCOMPARE(row.values.size(), std::size_t(2));
            QCOMPARE(row.provenances.size(), std::size_t(2));
        }
        QCOMPARE(ids, (std::vector<std::string>{"bandwidth.dram", "compute.fp32.cos", "compute.fp32.fma",
                                                "compute.fp16.matrix", "launch.queued"}));
        QCOMPARE(table.roofs[0].values[1], std::optional(4.8e12));
        QCOMPARE(table.roofs[0].provenances[1], Provenance::Datasheet);
        QVERIFY(!table.roofs[4].values[1]);            // no cost of a launch is made up
        QCOMPARE(table.ridges.size(), std::size_t(2)); // cos counts operations, not FLOP
        QCOMPARE(table.ridges[0].id, std::string("compute.fp32.fma"));
        QVERIFY(near(*table.ridges[0].values[0], 4.0));
        QVERIFY(near(*table.ridges[0].values[1], 66.9 / 4.8));
        QCOMPARE(table.ridges[0].provenances[1], Provenance::Datasheet); // the lesser claim of the two
        QVERIFY(!table.ridges[1].values[0]);
    }
    void anEmptyOrUnusableSetIsNoCrash()
    {
        QVERIFY(compareRoofs({}).roofs.empty());
        std::vector<RoofSet> sets(1);
        sets[0].roofs = {roof("compute.fp32.fma", 1e12), roof("bandwidth.dram", 0.0)};
        QVERIFY(!compareRoofs(sets).ridges[0].values[0]);
    }
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
        const std::vector<Sample> samples{sampleAt(2000, twice * 1e-5), sampleAt(1000, 1e-5), sampleAt(4000, 1.0)};
        const auto test = doublingTest(samples[1].workload, samples);
        QVERIFY(test);
        QCOMPARE(int(test->verdict), verdict);
        QVERIFY(!test->uncertain);
        QVERIFY(std::abs(test->growth - twice) < 1e-12);
        QVERIFY(std::abs(test->range.low - twice) < 1e-12 && std::abs(test->range.high - twice) < 1e-12);
    }
    void saysWhenTheIntervalsAllowAnotherVerdict()
    {
        const std::vector<Sample> samples{sampleAt(1000, 1e-5, 0.05), sampleAt(2000, 1.05e-5, 0.05)};
        const auto test = doublingTest(samples[0].workload, samples);
        QVERIFY(test);
        QCOMPARE(test->verdict, DoublingVerdict::Overhead);
        QVERIFY(test->uncertain); // up to 1.16
        QVERIFY(test->range.low < test->growth && test->growth < test->range.high);
    }
    void aRangeThatHoldsNearlyEverythingTellsNothing()
    {
        const std::vector<Sample> samples{sampleAt(1000, 1e-5, 0.5), sampleAt(2000, 2.5e-5, 0.5)};
        const auto test = doublingTest(samples[0].workload, samples);
        QVERIFY(test && test->uncertain && test->tellsNothing);
        const std::vector<Sample> close{sampleAt(1000, 1e-5, 0.05), sampleAt(2000, 1.05e-5, 0.05)};
        QVERIFY(!doublingTest(close[0].workload, close)->tellsNothing); // one of two neighbours
        const std::vector<Sample> work{sampleAt(1000, 1e-5, 0.06), sampleAt(2000, 2e-5, 0.06)};
        QVERIFY(doublingTest(work[0].workload, work)->uncertain
                && !doublingTest(work[0].workload, work)->tellsNothing); // 1.77 to 2.26 is work
    }
    void anIntervalThatDoesNotHoldItsTimeIsNotBelieved()
    {
        Sample once = sampleAt(1000, 1e-5);
        once.low = once.high = Seconds(); // a file without intervals
        const std::vector<Sample> samples{once, sampleAt(2000, 2e-5)};
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
        std::vector<Sample> samples{sampleAt(1000, 1e-5)};
        QVERIFY(!doublingTest(samples[0].workload, samples));
        samples.push_back(sampleAt(2000, 1e-5));
        samples.back().flags = Flag::Interpolated;
        QVERIFY(!doublingTest(samples[0].workload, samples));
        samples.back() = sampleAt(2000, 0.0);
        QVERIFY(!doublingTest(samples[0].workload, samples));
        samples.back() = sampleAt(2000, 1e-5);
        samples.back().workload.operationsPerElement = 2; // another workload
        QVERIFY(!doublingTest(samples[0].workload, samples));
        QVERIFY(!doublingTest({.elements = maximumElements}, samples));
        QVERIFY(!doublingTest({}, {}));
    }
};

RIDGEPOINT_TEST(CompareTest)
#include "compare_test.moc"
