// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Shares and their intervals on a cube of operations, depths and sizes whose regimes are known and whose readings are
// noisy. What is true of a cell is what analysis finds of the same cube without noise. Seeds are fixed.
#include "core/analysis/agreement.h"
#include "core/analysis/analyse.h"
#include "core/model/cost.h"
#include "core/stats/summary.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace ridgepoint;

namespace {

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

class NoisyCubeTest : public test::Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_TEST(NoisyCubeTest)
#include "noisy_cube_test.moc"
