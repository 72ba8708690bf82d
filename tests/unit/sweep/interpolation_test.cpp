// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/sample.h"
#include "core/sweep/focus_order.h"
#include "core/sweep/grid.h"
#include "core/sweep/interpolation.h"
#include "core/sweep/plan.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

using namespace ridgepoint;

namespace {

Plan mapPlan()
{
    Plan plan;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, 11)}, {AxisKind::Size, logSpaced(1, 1 << 16, 17)}};
    return plan;
}

Sample sampleOfCell(const Plan& plan, std::size_t cell, double time)
{
    Sample sample;
    sample.workload = plan.cell(cell);
    sample.device = plan.device;
    sample.time = sample.median = Seconds(time);
    sample.low = Seconds(time * 0.99);
    sample.high = Seconds(time * 1.01);
    sample.rounds = 6;
    return sample;
}

/// The corners of the map, and of it every fourth cell along each axis.
std::vector<std::size_t> latticeCells()
{
    std::vector<std::size_t> cells;
    for (const std::size_t y : {0U, 4U, 8U, 12U, 16U})
        for (const std::size_t x : {0U, 5U, 10U})
            cells.push_back(y * 11 + x);
    return cells;
}

/// Whether a cell of the map is within two of one that was measured, along each axis.
bool isNear(std::size_t cell, const std::set<std::size_t>& measured)
{
    const auto steps = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
    return std::any_of(measured.begin(), measured.end(), [&](std::size_t other) {
        return steps(cell % 11, other % 11) <= 2 && steps(cell / 11, other / 11) <= 2;
    });
}

/// A power law: a plane in the logarithms.
double powerLaw(const Workload& workload)
{
    return 1e-6 * std::pow(static_cast<double>(workload.operationsPerElement), 0.3)
         * std::pow(static_cast<double>(workload.elements), 0.8);
}

Plan mapAt(int depth)
{
    Plan plan;
    plan.base.chainLength = 16;
    plan.base.fusionDepth = depth;
    plan.axes = {{AxisKind::Operations, logSpaced(1, 64, 7)}, {AxisKind::Size, logSpaced(1, 1 << 12, 7)}};
    return plan;
}

/// A plane in the logarithms of all three coordinates.
double cubeLaw(const Workload& workload)
{
    return 1e-6 * std::pow(static_cast<double>(workload.operationsPerElement), 0.4)
         * std::pow(static_cast<double>(workload.elements), 0.7)
         * std::pow(static_cast<double>(workload.fusionDepth), -0.5);
}

Sample sampleOf(const Workload& workload)
{
    Sample sample;
    sample.workload = workload;
    sample.time = sample.median = Seconds(cubeLaw(workload));
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

class InterpolationTest : public test::Case {
    Q_OBJECT
private slots:
    void fillsAPowerLawExactlyFromALattice()
    {
        const Plan plan = mapPlan();
        std::vector<Sample> lattice;
        for (const std::size_t cell : latticeCells())
            lattice.push_back(sampleOfCell(plan, cell, powerLaw(plan.cell(cell))));
        const auto filled = fillInterpolated(plan, lattice);
        QCOMPARE(filled.size(), plan.cellCount() - lattice.size());
        for (const Sample& sample : filled) {
            QVERIFY(std::abs(sample.time.value() / powerLaw(sample.workload) - 1.0) < 1e-9);
            QVERIFY(sample.flags.has(Flag::Interpolated));
            QVERIFY(sample.low <= sample.time && sample.time <= sample.high);
            QCOMPARE(sample.readings, 0);
        }
    }
    void whatIsFilledInHasTheStateOfItsNeighbours()
    {
        const Plan plan = mapPlan();
        std::vector<Sample> lattice;
        for (const std::size_t cell : latticeCells())
            lattice.push_back(sampleOfCell(plan, cell, powerLaw(plan.cell(cell))));
        for (Sample& sample : lattice)
            sample.controls = {.bandwidth = 66e9, .rate = 0.0, .launch = 80e-9};
        const auto alike = fillInterpolated(plan, lattice);
        QVERIFY(!alike.empty());
        for (const Sample& sample : alike) {
            QVERIFY(std::abs(sample.controls.bandwidth / 66e9 - 1.0) < 1e-9
                    && std::abs(sample.controls.launch / 80e-9 - 1.0) < 1e-9);
            QCOMPARE(sample.controls.rate, 0.0); // nobody read it
        }
        lattice[lattice.size() / 2].controls = {}; // a live probe's, beside which nothing is read
        for (const Sample& sample : fillInterpolated(plan, lattice))
            QVERIFY(std::abs(sample.controls.bandwidth / 66e9 - 1.0) < 1e-9);
        lattice[lattice.size() / 2].controls.bandwidth = 66e9;
        for (std::size_t i = 0; i < lattice.size(); i += 2)
            lattice[i].controls.bandwidth = 132e9;
        bool isBetween = false;
        for (const Sample& sample : fillInterpolated(plan, lattice)) {
            QVERIFY(sample.controls.bandwidth >= 66e9 * 0.999 && sample.controls.bandwidth <= 132e9 * 1.001);
            isBetween = isBetween || (sample.controls.bandwidth > 70e9 && sample.controls.bandwidth < 120e9);
        }
        QVERIFY(isBetween);
    }
    void timesAndStatesOfWhatIsFilledInBelongTogether()
    {
        // All of it takes twice as long where memory gives half: the times in the reference state are alike, wherever
        // the corners.
        const Plan plan = mapPlan();
        std::vector<Sample> lattice;
        for (const std::size_t cell : latticeCells())
            lattice.push_back(sampleOfCell(plan, cell, 1e-3));
        for (std::size_t i = 0; i < lattice.size(); i += 2) {
            lattice[i].controls.bandwidth = 50e9;
            lattice[i].time = lattice[i].median = lattice[i].low = lattice[i].high = Seconds(2e-3);
        }
        for (std::size_t i = 1; i < lattice.size(); i += 2)
            lattice[i].controls.bandwidth = 100e9;
        for (const Sample& sample : fillInterpolated(plan, lattice))
            QVERIFY(std::abs(sample.time.value() * sample.controls.bandwidth / 1e8 - 1.0) < 1e-9);
    }
    void anyScatteredCellsWill()
    {
        const Plan plan = mapPlan();
        for (unsigned seed = 0; seed < 30; ++seed) {
            std::mt19937 random(seed);
            std::uniform_int_distribution<std::size_t> any(0, plan.cellCount() - 1);
            std::set<std::size_t> cells{0U, 10U, 16U * 11U, 16U * 11U + 10U};
            for (unsigned i = 0; i < 3 * seed; ++i)
                cells.insert(any(random));
            std::vector<Sample> measured;
            for (const std::size_t cell : cells)
                measured.push_back(sampleOfCell(plan, cell, powerLaw(plan.cell(cell))));
            std::set<Workload> seen;
            for (const Sample& sample : measured)
                QVERIFY(seen.insert(sample.workload).second);
            for (const Sample& sample : fillInterpolated(plan, measured)) {
                QVERIFY(seen.insert(sample.workload).second);
                QVERIFY(std::abs(sample.time.value() / powerLaw(sample.workload) - 1.0) < 1e-9);
            }
            for (std::size_t cell = 0; cell < plan.cellCount(); ++cell)
                QCOMPARE(seen.contains(plan.cell(cell)), isNear(cell, cells));
        }
    }
    void aRowIsNotSmearedOverTheMap()
    {
        const Plan plan = mapPlan();
        std::vector<Sample> measured{sampleOfCell(plan, 0, powerLaw(plan.cell(0))),
                                     sampleOfCell(plan, 10, powerLaw(plan.cell(10)))};
        for (std::size_t x = 0; x < 11; ++x)
            measured.push_back(sampleOfCell(plan, 16 * 11 + x, powerLaw(plan.cell(16 * 11 + x))));
        const Grid grid(plan);
        std::set<int> rows;
        for (const Sample& sample : fillInterpolated(plan, measured))
            rows.insert(grid.placeOf(*grid.find(sample.workload))[1]);
        QCOMPARE(rows, (std::set<int>{0, 1, 2, 14, 15}));
    }
    void nothingIsExtrapolated()
    {
        const Plan plan = mapPlan();
        const std::vector<Sample> one{sampleOfCell(plan, 5 * 11 + 5, 1e-3)};
        QVERIFY(fillInterpolated(plan, one).empty());
        QVERIFY(fillInterpolated(plan, {}).empty());
        const std::vector<Sample> row{sampleOfCell(plan, 2, 1e-3), sampleOfCell(plan, 6, 2e-3)};
        QCOMPARE(fillInterpolated(plan, row).size(), std::size_t{3});
        const std::vector<Sample> farApart{sampleOfCell(plan, 1, 1e-3), sampleOfCell(plan, 9, 2e-3)};
        QCOMPARE(fillInterpolated(plan, farApart).size(), std::size_t{4});
    }
    void aCornerThatWasNotMeasuredLeavesItsBoxesOpen()
    {
        const Plan plan = mapPlan();
        std::vector<Sample> measured;
        for (const std::size_t cell : {0U, 5U, 10U, 4U * 11U, 8U * 11U, 12U * 11U, 16U * 11U})
            measured.push_back(sampleOfCell(plan, cell, powerLaw(plan.cell(cell))));
        // The two sides between measured corners, and nothing of what only a made-up fourth corner would hold up.
        QCOMPARE(fillInterpolated(plan, measured).size(), std::size_t{8 + 12});
        for (const Sample& sample : fillInterpolated(plan, measured)) {
            QVERIFY(sample.workload.operationsPerElement == 1 || sample.workload.elements == 1);
            QVERIFY(std::abs(sample.time.value() / powerLaw(sample.workload) - 1.0) < 1e-9);
        }
        measured.push_back(sampleOfCell(plan, 8 * 11 + 5, powerLaw(plan.cell(8 * 11 + 5))));
        for (const Sample& sample : fillInterpolated(plan, measured))
            QVERIFY(std::abs(sample.time.value() / powerLaw(sample.workload) - 1.0) < 1e-9);
    }
    void aBendWidensTheIntervals()
    {
        Plan plan;
        plan.axes = {{AxisKind::Operations, {1, 2, 4, 8, 16}}, {AxisKind::Size, {64, 128}}};
        std::vector<Sample> straight;
        std::vector<Sample> bent;
        for (const std::size_t cell : {0U, 2U, 4U, 5U, 7U, 9U}) {
            straight.push_back(sampleOfCell(plan, cell, 1e-6));
            bent.push_back(sampleOfCell(plan, cell, cell % 5 == 2 ? 3e-6 : 1e-6));
        }
        const auto widest = [](const std::vector<Sample>& samples) {
            double width = 0.0;
            for (const Sample& sample : samples)
                width = std::max(width, (sample.high - sample.low) / sample.time);
            return width;
        };
        QVERIFY(widest(fillInterpolated(plan, bent)) > 2.0 * widest(fillInterpolated(plan, straight)));
    }
    void foreignAndHostileSamplesAreIgnored()
    {
        const Plan plan = mapPlan();
        std::vector<Sample> samples{sampleOfCell(plan, 0, 1e-3), sampleOfCell(plan, 2, 1e-3)};
        samples.push_back(sampleOfCell(plan, 1, 0.0));
        samples.push_back(sampleOfCell(plan, 1, std::numeric_limits<double>::quiet_NaN()));
        samples.push_back(sampleOfCell(plan, 1, 7.0));
        samples.back().device = "cuda:0";
        samples.push_back(sampleOfCell(plan, 1, 7.0));
        samples.back().flags = Flag::Interpolated;
        samples.push_back(sampleOfCell(plan, 1, 7.0));
        samples.back().workload.precision = Precision::Fp64;
        const auto filled = fillInterpolated(plan, samples);
        QCOMPARE(filled.size(), std::size_t{1});
        QVERIFY(std::abs(filled[0].time.value() - 1e-3) < 1e-9);
        QVERIFY(fillInterpolated(Plan{}, samples).empty());
    }
    void neighboursAreFilledToo()
    {
        Plan line;
        line.axes = {{AxisKind::Size, {64, 128, 256, 512, 1024}}};
        line.base.operationsPerElement = 8;
        std::vector<Sample> measured;
        for (const Plan& plan : neighbourPlans(line))
            for (const std::size_t cell : {0U, 4U})
                measured.push_back(sampleOfCell(plan, cell, powerLaw(plan.cell(cell))));
        QCOMPARE(fillInterpolated(line, measured).size(), std::size_t{6});
    }
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
            QVERIFY(std::abs(sample.time.value() / cubeLaw(sample.workload) - 1.0) < 1e-9);
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

RIDGEPOINT_TEST(InterpolationTest)
#include "interpolation_test.moc"
