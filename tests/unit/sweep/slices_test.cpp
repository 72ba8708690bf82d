// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/sample.h"
#include "core/sweep/focus_order.h"
#include "core/sweep/slices.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace ridgepoint;

namespace {

Plan mapAt(int depth)
{
    Plan plan;
    plan.base.chainLength = 16;
    plan.base.fusionDepth = depth;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 64, 7)}, {AxisKind::Size, logSpaced(1, 1 << 12, 7)}};
    return plan;
}

/// A plane in the logarithms of all three coordinates.
double powerLaw(const Workload& workload)
{
    return 1e-6 * std::pow(static_cast<double>(workload.operationsPerElement), 0.4)
         * std::pow(static_cast<double>(workload.elements), 0.7)
         * std::pow(static_cast<double>(workload.fusionDepth), -0.5);
}

Sample sampleOf(const Workload& workload)
{
    Sample sample;
    sample.workload = workload;
    sample.time = sample.median = Seconds(powerLaw(workload));
    sample.low = sample.time * 0.99;
    sample.high = sample.time * 1.01;
    sample.rounds = 6;
    return sample;
}

void measure(std::vector<Sample>& samples, const Plan& plan)
{
    for (std::size_t i = 0; i < plan.cellCount(); ++i)
        samples.push_back(sampleOf(plan.cell(i)));
}

} // namespace

class SlicesTest : public test::Case {
    Q_OBJECT
private slots:
    void namesTheDirectionOfTheThirdSlider()
    {
        QCOMPARE(thirdDirection(mapAt(1)), std::optional(AxisKind::Depth));
        Plan line = mapAt(1);
        line.axes.pop_back();
        QVERIFY(!thirdDirection(line));
    }

    void fillsANewSliceFromThoseOnBothSides()
    {
        std::vector<Sample> measured;
        measure(measured, mapAt(2));
        measure(measured, mapAt(8));
        const auto filled = fillFromSlices(mapAt(4), measured);
        QCOMPARE(filled.size(), mapAt(4).cellCount());
        for (const Sample& sample : filled) {
            QCOMPARE(sample.workload.fusionDepth, 4);
            QVERIFY(sample.flags.has(Flag::Interpolated));
            QVERIFY(std::abs(sample.time.value() / powerLaw(sample.workload) - 1.0) < 1e-9);
            QVERIFY(sample.low < sample.time && sample.high > sample.time);
        }
    }

    void leavesOutWhatTheSliceItselfHas()
    {
        std::vector<Sample> measured;
        measure(measured, mapAt(2));
        measure(measured, mapAt(8));
        measured.push_back(sampleOf(mapAt(4).cell(10)));
        const auto filled = fillFromSlices(mapAt(4), measured);
        QCOMPARE(filled.size(), mapAt(4).cellCount() - 1);
        QVERIFY(std::none_of(filled.begin(), filled.end(),
                             [](const Sample& sample) { return sample.workload == mapAt(4).cell(10); }));
    }

    void extrapolatesNothing_data()
    {
        QTest::addColumn<int>("depth");
        QTest::newRow("below all slices") << 1;
        QTest::newRow("above all slices") << 16;
    }
    void extrapolatesNothing()
    {
        QFETCH(int, depth);
        std::vector<Sample> measured;
        measure(measured, mapAt(2));
        measure(measured, mapAt(8));
        QVERIFY(fillFromSlices(mapAt(depth), measured).empty());
    }

    void takesNoFewPointsForASlice()
    {
        std::vector<Sample> measured;
        measure(measured, mapAt(2));
        for (const std::size_t cell : {0U, 6U, 42U, 48U})
            measured.push_back(sampleOf(mapAt(8).cell(cell)));
        QVERIFY(fillFromSlices(mapAt(4), measured).empty());
    }

    void asksForTheNearestAndMostDoubtfulFirst()
    {
        const Plan plan = mapAt(1);
        const Workload cursor = plan.cell(24); // the middle of seven by seven
        std::map<Workload, Sample> known;
        for (std::size_t i = 0; i < plan.cellCount(); ++i)
            known[plan.cell(i)] = sampleOf(plan.cell(i));
        known.erase(plan.cell(25));                            // one octave right, unknown
        known[plan.cell(23)].flags = Flag::IntervalNotReached; // one octave left, doubtful
        const auto find = [&](const Workload& workload) -> const Sample* {
            const auto found = known.find(workload);
            return found == known.end() ? nullptr : &found->second;
        };
        const auto order = focusOrder(plan, cursor, find, 5);
        QCOMPARE(order.size(), std::size_t{5});
        QVERIFY(order[0] == cursor || order[0] == plan.cell(25)); // as near as nothing: both come at once
        QVERIFY(order[1] == cursor || order[1] == plan.cell(25));
        QCOMPARE(order[2], plan.cell(23));
        QCOMPARE(focusOrder(plan, cursor, find, 1000).size(), plan.cellCount());
    }

    void aSharperSampleIsASettledOneOrOneOfMoreRounds()
    {
        Sample settled = sampleOf(mapAt(1).cell(0));
        Sample few = settled;
        few.rounds = 20;
        few.flags = Flag::IntervalNotReached;
        QVERIFY(isConverged(settled) && !isConverged(few));
        QVERIFY(isMorePrecise(settled, few) && !isMorePrecise(few, settled));
        Sample fewer = few;
        fewer.rounds = 3;
        QVERIFY(isMorePrecise(few, fewer) && !isMorePrecise(fewer, few));
        Sample wide = few;
        wide.rounds = 6;
        Sample noClaim = few;
        noClaim.flags = Flag::FewReadings;
        QVERIFY(hasConfidenceInterval(wide) && !hasConfidenceInterval(noClaim));
        QVERIFY(isMorePrecise(wide, noClaim) && !isMorePrecise(noClaim, wide)); // however many rounds
        settled.rounds = 6;
        Sample longer = settled;
        longer.rounds = 40;
        QVERIFY(isMorePrecise(settled, longer)
                && isMorePrecise(longer, settled)); // the later one of two that are settled
        Sample busy = settled;
        busy.flags = Flag::MachineBusy;
        QVERIFY2(!isMorePrecise(busy, wide) && isMorePrecise(wide, busy),
                 "what other programs slowed is no better for its narrow interval");
        QVERIFY(isMorePrecise(busy, noClaim) && !isMorePrecise(noClaim, busy));
    }

    void ofTwoSamplesTheQuietOneIsKept_data()
    {
        QTest::addColumn<FlagSet>("flags");
        QTest::newRow("other programs") << FlagSet(Flag::MachineBusy);
        QTest::newRow("a lowered clock") << FlagSet(Flag::Throttled);
        QTest::newRow("taken away by the system") << FlagSet(Flag::Preempted);
        QTest::newRow("and not settled either") << (Flag::Preempted | Flag::IntervalNotReached);
    }
    void ofTwoSamplesTheQuietOneIsKept()
    {
        QFETCH(FlagSet, flags);
        const Sample quiet = sampleOf(mapAt(1).cell(0));
        Sample disturbed = quiet;
        disturbed.flags = flags;
        disturbed.rounds = 1000;
        QVERIFY(!isMorePrecise(disturbed, quiet) && isMorePrecise(quiet, disturbed));
        QVERIFY2(isMorePrecise(disturbed, disturbed), "as good as each other: the later one");
    }

    void ofTwoThatAreNotSettledTheFarNarrowerOneIsKept()
    {
        Sample narrow = sampleOf(mapAt(1).cell(0));
        narrow.flags = Flag::IntervalNotReached;
        narrow.rounds = 6;
        narrow.low = narrow.time * 0.97;
        narrow.high = narrow.time * 1.03;
        Sample wide = narrow;
        wide.rounds = 1000;
        wide.low = wide.time * 0.8;
        wide.high = wide.time * 1.3;
        QVERIFY(!isMorePrecise(wide, narrow) && isMorePrecise(narrow, wide));
        wide.low = wide.time * 0.96;
        wide.high = wide.time * 1.05;
        QVERIFY2(isMorePrecise(wide, narrow) && !isMorePrecise(narrow, wide), "hardly wider: by rounds");
    }
};

RIDGEPOINT_TEST(SlicesTest)
#include "slices_test.moc"
