// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/analysis/elasticity.h"
#include "core/analysis/shares.h"
#include "core/model/cost.h"
#include "core/model/prediction.h"
#include "core/stats/summary.h"
#include "tests/support/agreement.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace ridgepoint;

Q_DECLARE_METATYPE(ridgepoint::Regime)

namespace {

Sample sampleAt(std::int64_t elements, std::int64_t operations, double time)
{
    Sample sample;
    sample.workload.elements = elements;
    sample.workload.operationsPerElement = operations;
    sample.time = sample.median = Seconds(time);
    sample.low = Seconds(time * 0.995);
    sample.high = Seconds(time * 1.005);
    sample.rounds = 8;
    sample.readings = 40;
    return sample;
}

/// T = max(N k / P, N / W) + t on powers of two.
double modelTime(std::int64_t elements, std::int64_t operations)
{
    const auto n = static_cast<double>(elements);
    return std::max(n * static_cast<double>(operations) / 1e11, n / 6e9) + 1e-6;
}

std::vector<Sample> modelGrid()
{
    std::vector<Sample> samples;
    for (int size = 0; size <= 26; ++size)
        for (int operations = 0; operations <= 10; ++operations)
            samples.push_back(sampleAt(std::int64_t{1} << size, std::int64_t{1} << operations,
                                       modelTime(std::int64_t{1} << size, std::int64_t{1} << operations)));
    return samples;
}

const PointAnalysis& pointAt(const std::vector<Sample>& samples, const std::vector<PointAnalysis>& points,
                             std::int64_t elements, std::int64_t operations)
{
    for (std::size_t i = 0; i < samples.size(); ++i)
        if (samples[i].workload.elements == elements && samples[i].workload.operationsPerElement == operations)
            return points[i];
    qFatal("no such sample");
}

double sumOf(const Shares& shares)
{
    return shares.compute + shares.memory + shares.overhead + shares.underFilled + shares.unexplained;
}

RoofSet modelRoofs()
{
    RoofSet roofs;
    roofs.device = "cpu";
    roofs.put({.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 2e11});
    roofs.put({.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 4.8e10});
    roofs.put({.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-6});
    return roofs;
}

// Shares and their intervals on a cube of operations, depths and sizes whose regimes are known and whose readings are
// noisy. What is true of a cell is what analysis finds of the same cube without noise. Seeds are fixed.

constexpr int chain = 16;
/// What a person reads off a share; where a share is nothing at all, an interval may end that much beside it.
constexpr double readable = 0.002;

/// What a share is of, in the order of PointAnalysis::intervals.
constexpr Regime regimes[] = {Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled};

/// T = L (max(F/P, B/W) + t): 100 GFLOP/s, 20 GB/s, 2 us.
double trueTime(const Workload& workload)
{
    const Cost cost = costOf(workload);
    return std::max(cost.flops.value() / 1e11, cost.bytes.value() / 2e10) + static_cast<double>(cost.launches) * 2e-6;
}

std::vector<Workload> cube()
{
    std::vector<Workload> cells;
    for (const int depth : {1, 2, 4, 8, 16})
        for (int size = 6; size <= 26; ++size)
            for (int operations = 0; operations <= 9; ++operations)
                cells.push_back({.elements = std::int64_t{1} << size,
                                 .operationsPerElement = std::int64_t{1} << operations,
                                 .chainLength = chain,
                                 .fusionDepth = depth});
    return cells;
}

/// Readings of eight rounds that are off by `between` each, five in a round that vary by `within`.
Sample noisySample(const Workload& workload, double within, double between, std::mt19937& random)
{
    std::normal_distribution<double> normal(0.0, 1.0);
    Readings readings;
    for (int round = 0; round < 8; ++round) {
        readings.beginRound();
        const double shift = between * normal(random);
        for (int i = 0; i < 5; ++i)
            readings.add(Seconds(trueTime(workload) * std::exp(shift + within * normal(random))));
    }
    return sampleOf(workload, "cpu", readings);
}

std::vector<PointAnalysis> analysed(double within, double between, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<Sample> samples;
    for (const Workload& workload : cube())
        samples.push_back(noisySample(workload, within, between, random));
    return analyse(samples, {}, DeviceKind::Cpu);
}

} // namespace

class AnalyseTest : public test::Case {
    Q_OBJECT
private slots:
    void slopesNameTheRegime_data()
    {
        QTest::addColumn<double>("slopeOperations");
        QTest::addColumn<double>("slopeSize");
        QTest::addColumn<Regime>("regime");
        QTest::addColumn<bool>("cacheTransition");
        QTest::newRow("time follows both: compute") << 1.0 << 1.0 << Regime::Compute << false;
        QTest::newRow("time follows size only: memory") << 0.0 << 1.0 << Regime::Memory << false;
        QTest::newRow("time follows nothing: overhead") << 0.0 << 0.0 << Regime::Overhead << false;
        QTest::newRow("time follows work per element only: under-filled") << 0.9 << 0.0 << Regime::UnderFilled << false;
        QTest::newRow("a slope above 1.1: a cache transition") << 0.1 << 1.5 << Regime::Memory << true;
        QTest::newRow("slightly above one is noise") << 0.1 << 1.05 << Regime::Memory << false;
        QTest::newRow("falling time is held to flat") << -0.5 << -0.1 << Regime::Overhead << false;
    }
    void slopesNameTheRegime()
    {
        QFETCH(double, slopeOperations);
        QFETCH(double, slopeSize);
        const auto measured = sharesFrom({slopeOperations, 0.01}, {slopeSize, 0.01});
        QTEST(measured.shares.largest(), "regime");
        QTEST(measured.flags.has(Flag::CacheTransition), "cacheTransition");
        QVERIFY(std::abs(sumOf(measured.shares) - 1.0) < 1e-12);
        QVERIFY(!measured.flags.has(Flag::Ambiguous));
        QCOMPARE(measured.flags.has(Flag::UnderFilled), measured.shares.largest() == Regime::UnderFilled);
    }
    void sharesFollowTheFormulas()
    {
        const Shares shares = sharesFrom({0.3, 0.0}, {0.8, 0.0}).shares;
        QCOMPARE(shares.compute, 0.3);
        QCOMPARE(shares.memory, 0.5);
        QVERIFY(std::abs(shares.overhead - 0.2) < 1e-12);
        QCOMPARE(shares.underFilled, 0.0);
        const Shares scaled = sharesFrom({0.5, 0.0}, {2.0, 0.0}).shares;
        QCOMPARE(scaled.compute, 0.25);
        QCOMPARE(scaled.memory, 0.75);
        QCOMPARE(scaled.overhead, 0.0);
    }
    void sharesSumToOneWhateverTheSlopes()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> slope(-3.0, 5.0);
        for (int i = 0; i < 10000; ++i) {
            const auto measured = sharesFrom({slope(random), 0.1}, {slope(random), 0.2});
            QVERIFY(std::abs(sumOf(measured.shares) - 1.0) < 1e-9);
            for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead, Regime::UnderFilled}) {
                const Interval interval = measured.intervals[static_cast<std::size_t>(regime)];
                QVERIFY(measured.shares.of(regime) >= 0.0);
                QVERIFY(interval.low <= measured.shares.of(regime) + 1e-12);
                QVERIFY(interval.high >= measured.shares.of(regime) - 1e-12);
            }
        }
    }
    void noIntervalIsWiderThanTheOthersLeaveIt()
    {
        // Time that hardly follows the size, and nobody knows how it follows the operations.
        const auto measured = sharesFrom({0.0, 0.87}, {0.13, 0.10});
        double low = 0.0;
        double high = 0.0;
        for (const Interval& each : measured.intervals) {
            low += each.low;
            high += each.high;
        }
        for (std::size_t i = 0; i < measured.intervals.size(); ++i) {
            const Interval& each = measured.intervals[i];
            const double share = measured.shares.of(static_cast<Regime>(i));
            QVERIFY(each.low <= share && share <= each.high);
            QVERIFY(each.high <= 1.0 - (low - each.low) + 1e-12 && each.low >= 1.0 - (high - each.high) - 1e-12);
        }
        QVERIFY(measured.intervals[0].high < 0.24); // 0.77 at least are overhead
    }
    void overlappingIntervalsAreAmbiguous()
    {
        QVERIFY(sharesFrom({0.0, 0.1}, {0.55, 0.1}).flags.has(Flag::Ambiguous));
        QVERIFY(!sharesFrom({0.0, 0.01}, {0.55, 0.01}).flags.has(Flag::Ambiguous));
    }
    void aWideThirdShareIsAmbiguousToo()
    {
        // Memory 0.5 (0.34 to 0.66), compute 0.3 exactly, overhead 0.2 (0.04 to 0.36): the smallest reaches the
        // largest.
        const auto measured = sharesFrom({0.3, 0.0}, {0.8, 0.16});
        QCOMPARE(measured.regime, Regime::Memory);
        QVERIFY(measured.flags.has(Flag::Ambiguous));
        QVERIFY(!sharesFrom({0.3, 0.0}, {0.8, 0.14}).flags.has(Flag::Ambiguous));
    }
    void aMachineNearItsRoofIsNotUnderFilled()
    {
        const Slope operations{0.9, 0.02};
        const Slope size{0.3, 0.02};
        QCOMPARE(sharesFrom(operations, size).regime, Regime::UnderFilled);
        QCOMPARE(sharesFrom(operations, size, 0.79).regime, Regime::UnderFilled);
        const auto full = sharesFrom(operations, size, 0.8);
        QCOMPARE(full.regime, Regime::Compute);
        QVERIFY(!full.flags.has(Flag::UnderFilled));
        QVERIFY(!full.flags.has(Flag::Ambiguous)); // what it cannot be makes nothing doubtful
        QCOMPARE(runnerUp(full.shares, Regime::Compute, 0.8), std::optional(Regime::Overhead));
        QCOMPARE(runnerUp(full.shares, Regime::Compute, std::nullopt), std::optional(Regime::UnderFilled));
        QCOMPARE(runnerUp(full.shares, Regime::UnderFilled, std::nullopt), std::optional(Regime::Compute));
        QCOMPARE(runnerUp(full.shares, Regime::Compute, 0.8, {true, true, false, true}), std::optional(Regime::Memory));
        QVERIFY(!runnerUp(full.shares, Regime::Compute, 0.8, {true, false, false, true}));
    }

    void labelsAGridOfKnownBorders()
    {
        const auto samples = modelGrid();
        const auto points = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        QCOMPARE(pointAt(samples, points, 1 << 26, 1).regime, std::optional(Regime::Memory));
        QCOMPARE(pointAt(samples, points, 1 << 26, 1024).regime, std::optional(Regime::Compute));
        QCOMPARE(pointAt(samples, points, 1, 1).regime, std::optional(Regime::Overhead));
        QCOMPARE(pointAt(samples, points, 64, 8).regime, std::optional(Regime::Overhead));
        for (const PointAnalysis& point : points)
            QVERIFY(point.shares && std::abs(sumOf(*point.shares) - 1.0) < 1e-9);
    }
    void marksOneSidedSlopesAtTheEdge()
    {
        const auto samples = modelGrid();
        const auto points = analyse(samples, {}, DeviceKind::Cpu);
        QVERIFY(pointAt(samples, points, 1 << 26, 8).flags.has(Flag::Edge));
        QVERIFY(pointAt(samples, points, 1 << 20, 1).flags.has(Flag::Edge));
        QVERIFY(!pointAt(samples, points, 1 << 20, 8).flags.has(Flag::Edge));
    }
    void predictsAndComparesWhereTheRoofsAreKnown()
    {
        const auto samples = modelGrid();
        const auto points = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        const PointAnalysis& point = pointAt(samples, points, 1 << 26, 1);
        QVERIFY(point.prediction && point.residual);
        QCOMPARE(point.prediction->limit, Regime::Memory);
        QVERIFY(std::abs(*point.residual - 1.0) < 1e-9);
        for (const PointAnalysis& without : analyse(samples, {}, DeviceKind::Cpu))
            QVERIFY(!without.prediction && !without.residual && !without.shareOfRoof);
    }
    void tellsWhatShareOfTheRooflineWasReached()
    {
        auto samples = modelGrid();
        const auto points = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        // The model is at its roofs but for the launch: all of it in DRAM, hardly anything of a kernel of one element.
        QVERIFY(*pointAt(samples, points, 1 << 26, 1).shareOfRoof > 0.99);
        QVERIFY(*pointAt(samples, points, 1 << 26, 1024).shareOfRoof > 0.99);
        QVERIFY(*pointAt(samples, points, 1, 1).shareOfRoof < 0.01);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const auto predicted = predict(samples[i].workload, modelRoofs(), DeviceKind::Cpu);
            QVERIFY(std::abs(*points[i].shareOfRoof - std::max(predicted->compute, predicted->memory) / samples[i].time)
                    < 1e-12);
            samples[i].time = samples[i].time * 2.0;
        }
        const auto slower = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        for (std::size_t i = 0; i < samples.size(); ++i)
            QVERIFY(std::abs(*slower[i].shareOfRoof * 2.0 / *points[i].shareOfRoof - 1.0) < 1e-12);
    }
    void orderOfTheSamplesDoesNotMatter()
    {
        auto samples = modelGrid();
        const auto points = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        std::vector<std::size_t> order(samples.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::mt19937 random(3);
        std::shuffle(order.begin(), order.end(), random);
        std::vector<Sample> shuffled;
        for (const std::size_t i : order)
            shuffled.push_back(samples[i]);
        const auto again = analyse(shuffled, modelRoofs(), DeviceKind::Cpu);
        for (std::size_t i = 0; i < order.size(); ++i) {
            QCOMPARE(again[i].regime, points[order[i]].regime);
            QVERIFY(again[i].flags == points[order[i]].flags);
        }
        for (const AxisKind axis : {AxisKind::Operations, AxisKind::Size}) {
            const auto slopes = slopesAlong(axis, samples);
            const auto slopesAgain = slopesAlong(axis, shuffled);
            for (std::size_t i = 0; i < order.size(); ++i)
                QCOMPARE(slopesAgain[i]->value, slopes[order[i]]->value);
        }
    }
    void othersAreNoNeighbours()
    {
        std::vector<Sample> samples{sampleAt(1024, 1, 1e-6), sampleAt(2048, 1, 2e-6), sampleAt(1024, 2, 1e-6)};
        samples[1].workload.precision = Precision::Fp64;
        samples[2].device = "cuda:0";
        for (const PointAnalysis& point : analyse(samples, {}, DeviceKind::Cpu))
            QVERIFY(!point.shares && !point.regime);
        for (const AxisKind axis : {AxisKind::Operations, AxisKind::Size})
            for (const auto& slope : slopesAlong(axis, samples))
                QVERIFY(!slope);
    }
    void aMeasuredSampleOutweighsItsInterpolatedTwin()
    {
        std::vector<Sample> samples{sampleAt(1024, 1, 1e-6), sampleAt(2048, 1, 2e-6), sampleAt(2048, 1, 9e-6)};
        samples[2].flags |= Flag::Interpolated;
        samples.push_back(samples[2]); // two plans that overlap fill the same cell twice
        const auto slopes = slopesAlong(AxisKind::Size, samples);
        QVERIFY(slopes[0] && std::abs(slopes[0]->value - 1.0) < 1e-9);
    }
    void hostileSamplesNeitherCrashNorSpread()
    {
        auto samples = modelGrid();
        const auto clean = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        const std::size_t count = samples.size();
        for (const double time : {0.0, -1.0, nan, infinity, -infinity})
            samples.push_back(sampleAt(1 << 10, 8, time));
        samples.push_back(sampleAt(0, 0, 1e-6));
        samples.push_back(sampleAt(-5, 3, 1e-6));
        Sample inverted = sampleAt(1 << 11, 3, 1e-6);
        std::swap(inverted.low, inverted.high);
        samples.push_back(inverted);
        inverted.low = inverted.high = Seconds(nan);
        samples.push_back(inverted);
        const auto points = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].shares) {
                QVERIFY(std::isfinite(sumOf(*points[i].shares)));
            }
            if (i < count && samples[i].workload.operationsPerElement != 8 && samples[i].workload.elements != 1 << 11) {
                QCOMPARE(points[i].regime, clean[i].regime);
            }
        }
        for (std::size_t i = count; i < count + 5; ++i)
            QVERIFY(!points[i].shares);
    }
    void manySamplesOnOneLineTakeNoQuadraticTime()
    {
        // 100 000 samples within one octave: each has all others as neighbours. Quadratic work would be 10^10 steps,
        // past the test's time limit; no time is asserted.
        std::vector<Sample> samples;
        for (std::int64_t i = 0; i < 100000; ++i)
            samples.push_back(sampleAt(100000 + i, 1, 1e-9 * static_cast<double>(100000 + i)));
        const auto begin = std::chrono::steady_clock::now();
        const auto points = analyse(samples, modelRoofs(), DeviceKind::Cpu);
        qInfo("100 000 samples on one line: %.0f ms",
              std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        QCOMPARE(points.size(), samples.size());
        const auto slopes = slopesAlong(AxisKind::Size, samples);
        for (const std::size_t i : {std::size_t{1}, std::size_t{50000}, std::size_t{99998}})
            QVERIFY(slopes[i] && std::abs(slopes[i]->value - 1.0) < 1e-4);
    }

    void agreementLeavesMarkedCellsOut()
    {
        std::vector<PointAnalysis> a(4);
        std::vector<PointAnalysis> b(4);
        for (std::size_t i = 0; i < 4; ++i)
            a[i].regime = b[i].regime = Regime::Memory;
        b[1].regime = Regime::Compute;
        b[2].regime = Regime::Compute;
        a[2].flags = Flag::Ambiguous;
        b[3].regime.reset();
        const Agreement agreement = agreementOf(a, b);
        QCOMPARE(agreement.compared, std::size_t{2});
        QCOMPARE(agreement.agreeing, std::size_t{1});
        QCOMPARE(agreement.excluded, std::size_t{2});
        QCOMPARE(agreement.fraction(), 0.5);
        QCOMPARE(agreementOf({}, {}).fraction(), 1.0);
    }
    void theCubeHasEveryRegime()
    {
        const std::vector<Workload> cells = cube();
        const auto points = analysed(0.0, 0.0, 1);
        for (const Regime regime : {Regime::Compute, Regime::Memory, Regime::Overhead})
            QVERIFY(std::count_if(points.begin(), points.end(),
                                  [regime](const PointAnalysis& point) { return point.regime == regime; })
                    > 100);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Cost cost = costOf(cells[i]);
            const double work = std::max(cost.flops.value() / 1e11, cost.bytes.value() / 2e10);
            const double launches = static_cast<double>(cost.launches) * 2e-6;
            // Far from every border the label is the term that rules.
            if (launches > 8.0 * work) {
                QCOMPARE(points[i].regime, std::optional(Regime::Overhead));
            } else if (work > 8.0 * launches && cost.flops.value() / 1e11 > 4.0 * cost.bytes.value() / 2e10) {
                QCOMPARE(points[i].regime, std::optional(Regime::Compute));
            } else if (work > 8.0 * launches && cost.flops.value() / 1e11 < 0.25 * cost.bytes.value() / 2e10) {
                QCOMPARE(points[i].regime, std::optional(Regime::Memory));
            }
        }
    }

    void intervalsOfSharesCoverTheTruth_data()
    {
        QTest::addColumn<double>("within");
        QTest::addColumn<double>("between");
        QTest::newRow("quiet") << 0.002 << 0.002;
        QTest::newRow("a usual machine") << 0.01 << 0.01;
        QTest::newRow("rounds that drift") << 0.005 << 0.03;
        QTest::newRow("noisy readings") << 0.05 << 0.01;
    }
    void intervalsOfSharesCoverTheTruth()
    {
        QFETCH(double, within);
        QFETCH(double, between);
        const auto truth = analysed(0.0, 0.0, 1);
        for (const PointAnalysis& point : truth)
            QVERIFY(point.shares.has_value());
        std::vector<double> widths;
        int covered = 0;
        int asked = 0;
        for (unsigned seed = 1; seed <= 5; ++seed) {
            const auto points = analysed(within, between, seed);
            for (std::size_t i = 0; i < points.size(); ++i)
                for (std::size_t part = 0; part < std::size(regimes); ++part) {
                    const Interval& interval = points[i].intervals[part];
                    const double share = truth[i].shares->of(regimes[part]);
                    ++asked;
                    covered += interval.low <= share + readable && share <= interval.high + readable ? 1 : 0;
                    widths.push_back(interval.high - interval.low);
                }
        }
        std::nth_element(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2), widths.end());
        const double median = widths[widths.size() / 2];
        const double coverage = static_cast<double>(covered) / asked;
        qInfo("%s: %.1f %% covered, half of the intervals narrower than %.3f", QTest::currentDataTag(),
              100.0 * coverage, median);
        QVERIFY(coverage >= 0.95);
        QVERIFY(median < 8.0 * (within + between)); // an interval that spans everything covers everything
    }

    void labelsStayWhatTheyAreOutsideAmbiguousCells()
    {
        const auto truth = analysed(0.0, 0.0, 1);
        for (unsigned seed = 1; seed <= 5; ++seed) {
            const auto points = analysed(0.01, 0.01, seed);
            const Agreement agreement = agreementOf(truth, points);
            qInfo("seed %u: %.2f %% of %zu cells agree, %zu are ambiguous or marked", seed,
                  100.0 * agreement.fraction(), agreement.compared, agreement.excluded);
            QVERIFY(agreement.fraction() >= 0.98);
            QVERIFY(agreement.compared >= points.size() * 3 / 4); // not by calling everything ambiguous
        }
    }
};

RIDGEPOINT_TEST(AnalyseTest)
#include "analyse_test.moc"
