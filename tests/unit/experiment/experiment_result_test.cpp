// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/frame/experiment_result.h"
#include "core/experiment/frame/point_work.h"
#include "tests/support/test_main.h"

#include <QString>

#include <cmath>
#include <vector>

using namespace ridgepoint;

namespace {

std::vector<Roof> pointRoofs()
{
    return {{.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = 40e9},
            {.id = "bandwidth.dram.copy", .kind = RoofKind::Bandwidth, .value = 50e9},
            {.id = "compute.fp32.fma", .kind = RoofKind::Compute, .value = 400e9},
            {.id = "compute.fp32.exp", .kind = RoofKind::Compute, .value = 4e9},
            {.id = "launch.wait_each", .kind = RoofKind::Launch, .value = 1e-6}};
}

double speedupOf(const OwnKernelVerdict& verdict, LeverKind kind)
{
    for (const Lever& lever : verdict.levers)
        if (lever.kind == kind)
            return lever.speedup;
    return 0.0;
}

} // namespace

class ResultTest : public test::Case {
    Q_OBJECT
private slots:
    void aSharperPointTakesThePlaceOfTheEarlierOne()
    {
        ExperimentResult result;
        QVERIFY(result.put({.series = "measured", .label = "a", .y = 1.0}));
        QVERIFY(result.put({.series = "measured", .label = "b", .y = 2.0}));
        QVERIFY(result.put({.series = "measured", .label = "a", .y = 3.0}));
        // What is predicted of the same place is another number.
        QVERIFY(result.put({.series = "measured", .label = "a", .y = 4.0, .provenance = Provenance::Predicted}));
        QCOMPARE(result.points.size(), std::size_t{3});
        QCOMPARE(result.find("a")->y, 3.0);
        QCOMPARE(result.find("a", Provenance::Predicted)->y, 4.0);
        QVERIFY(result.find("c") == nullptr);
    }
    void holdsNoMorePointsThanAFileMay()
    {
        ExperimentResult result;
        for (std::size_t i = 0; i < maximumExperimentPoints; ++i)
            QVERIFY(result.put({.series = "s", .x = static_cast<double>(i), .y = 1.0}));
        QVERIFY(!result.put({.series = "s", .x = -1.0, .y = 1.0}));
        QVERIFY(result.put({.series = "s", .x = 7.0, .y = 2.0}));
        QCOMPARE(result.points.size(), maximumExperimentPoints);
    }
    void numbersReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("bandwidth") << 62.4e9 << "B/s"
                                   << "62.4 GB/s";
        QTest::newRow("time") << 4.3e-3 << "s"
                              << "4.30 ms";
        QTest::newRow("share") << 0.125 << "%"
                               << "12.5 %";
        QTest::newRow("factor") << 2.0 << "x"
                                << "2.00×";
        QTest::newRow("large factor") << 195.0 << "x"
                                      << "195×";
        QTest::newRow("very large factor") << 20000.0 << "x"
                                           << "20000×";
        QTest::newRow("a factor that nobody knows to six digits") << 167999.3 << "x"
                                                                  << "168000×";
        QTest::newRow("a factor of four digits") << 5792.6 << "x"
                                                 << "5790×";
        QTest::newRow("a factor that is counted") << 1024.0 << "x"
                                                  << "1024×";
        QTest::newRow("a factor of too many digits") << 1e200 << "x"
                                                     << "1.00e+200×";
        QTest::newRow("a factor of two digits") << 20.0 << "x"
                                                << "20.0×";
        QTest::newRow("an intensity") << 6.83 << "FLOP/B"
                                      << "6.83 FLOP/B";
        QTest::newRow("an intensity below one") << 0.125 << "FLOP/B"
                                                << "1/8 FLOP/B";
        QTest::newRow("an intensity that is no fraction") << 0.0713 << "FLOP/B"
                                                          << "0.0713 FLOP/B";
        QTest::newRow("no intensity") << 0.0 << "FLOP/B"
                                      << "0 FLOP/B";
        QTest::newRow("memory") << 134217728.0 << "B"
                                << "128 MiB";
        QTest::newRow("rounds into the next prefix") << 999.9e6 << "B/s"
                                                     << "1.00 GB/s";
        QTest::newRow("a count, whole") << 1024.0 << ""
                                        << "1024";
        QTest::newRow("a count, not whole") << 4.25 << ""
                                            << "4.25";
        QTest::newRow("nothing") << 0.0 << "s"
                                 << "0 s";
    }
    void numbersReadAsPeopleWriteThem()
    {
        QFETCH(double, value);
        QFETCH(QString, unit);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(quantityText(value, unit.toStdString())), text);
    }
    void aSentenceHasItsNumbers()
    {
        const Finding finding{"%1: %2, which is %3 too high.", {"In the cache", {1e12, "B/s"}, {2.5, "x"}}};
        QCOMPARE(findingText(finding), std::string("In the cache: 1.00 TB/s, which is 2.50× too high."));
    }
    void aPointOfTheCubeIsJudgedByItsOwnCounts()
    {
        // 5e6 floats: 40 MB moved in 1 ms, 10 MFLOP in 25 us, one launch.
        const Workload workload{.elements = 5'000'000};
        const PointWork point = pointWork(workload, Seconds(2e-3));
        QVERIFY(point.work == envelopeWork(workload));
        const auto verdict = judge(point, pointRoofs());
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->verdict.limit, Regime::Memory);
        QVERIFY(std::abs(verdict->verdict.memory.value() - 1e-3) < 1e-12);
        QVERIFY(std::abs(verdict->verdict.compute.value() - 25e-6) < 1e-12);
        QVERIFY(std::abs(verdict->verdict.shareOfRoof - 0.5005) < 1e-6);
        QVERIFY(std::abs(speedupOf(verdict->verdict, LeverKind::DoubleBandwidth) - 2.0 / 1.5) < 1e-6);
        QCOMPARE(speedupOf(verdict->verdict, LeverKind::DoubleCompute), 1.0);
    }
    void anOperatorIsRuledByItsDearestKind()
    {
        // Four additions and one exponential a number, of which the latter takes 250 us against 160 of moving.
        const PointWork softmax = pointWork({.which = OperatorKind::Softmax, .rows = 1000, .columns = 1000},
                                            Seconds(1e-3));
        QCOMPARE(softmax.computeRoof, std::string("compute.fp32.exp"));
        QCOMPARE(judge(softmax, pointRoofs())->verdict.limit, Regime::Compute);
        QCOMPARE(pointWork({.which = OperatorKind::LayerNorm, .rows = 10, .columns = 10}, Seconds(1e-3)).computeRoof,
                 std::string("compute.fp32.add"));
        const PointWork exp = pointWork({.which = OperatorKind::Exp, .rows = 1000, .columns = 1000}, Seconds(1e-3));
        QCOMPARE(exp.computeRoof, std::string("compute.fp32.exp"));
        QCOMPARE(exp.bandwidthRoof, std::string("bandwidth.dram.copy"));
        QCOMPARE(judge(exp, pointRoofs())->verdict.limit, Regime::Compute); // 250 us against 160
        QCOMPARE(exp.work.accessesPerElement, 2.0);
        QCOMPARE(exp.work.operationsPerElement, 1.0);
    }
    void whatFitsInACacheIsRuledByThatCache()
    {
        RoofSet known{.threads = 2};
        known.levels = {{.name = "l2", .capacity = Bytes(1e6)}, {.name = "dram", .capacity = Bytes(HUGE_VAL)}};
        const auto copyOf = [&](std::int64_t rows) {
            return pointWork({.which = OperatorKind::Copy, .rows = rows, .columns = 100}, Seconds(1e-3), known)
                .bandwidthRoof;
        };
        QCOMPARE(copyOf(1000), std::string("bandwidth.l2")); // 800 kB
        QCOMPARE(copyOf(2000), std::string("bandwidth.dram.copy"));
        const auto product = [&](std::int64_t n) {
            return pointWork({.rows = n, .columns = n, .inner = n}, Seconds(1e-3), known, "launch.queued");
        };
        QCOMPARE(product(100).bandwidthRoof, std::string("bandwidth.l2"));
        QCOMPARE(product(1000).bandwidthRoof, std::string("bandwidth.dram"));
        QCOMPARE(product(1000).launchRoof, std::string("launch.queued"));
        QCOMPARE(product(1000).work.operationsPerElement, 2000.0);
        QCOMPARE(product(1000).work.accessesPerElement, 3.0);
        QCOMPARE(pointWork(GradientCall{.elements = 1000}, Seconds(1e-3), known).bandwidthRoof,
                 std::string("bandwidth.l2"));
    }
    void whatOnlyMovesNeedsNoComputeRoof()
    {
        const PointWork copy = pointWork({.which = OperatorKind::Copy, .rows = 1000, .columns = 1000}, Seconds(1e-3));
        QVERIFY(copy.computeRoof.empty());
        const auto verdict = judge(copy, pointRoofs());
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->verdict.compute, Seconds(0.0));
        QVERIFY(std::abs(verdict->verdict.memory.value() - 160e-6) < 1e-12);
        QCOMPARE(pointWork({.which = OperatorKind::Sum, .rows = 10, .columns = 10}, Seconds(1e-3)).bandwidthRoof,
                 std::string("bandwidth.dram.read"));
    }
    void aChainHasTheBytesOfBothPasses()
    {
        const GradientCall call{.degree = 3, .length = 4, .elements = 1000};
        const PointWork point = pointWork(call, Seconds(1e-3));
        QCOMPARE(point.work.accessesPerElement, 11.0);
        QCOMPARE(point.work.operationsPerElement, 4.0 * 6 + 4.0 * 4);
        QCOMPARE(point.work.launches, 2.0);
    }
    void aMissingRoofIsNamed()
    {
        const auto verdict = judge(pointWork({.which = OperatorKind::Cos, .rows = 10, .columns = 10}, Seconds(1.0)),
                                   pointRoofs());
        QVERIFY(!verdict.ok());
        QVERIFY(QString::fromStdString(verdict.error().message()).contains("compute.fp32.cos"));
        QVERIFY(!judge(pointWork(Workload{}, Seconds(1.0), "bandwidth.l7"), pointRoofs()).ok());
        QVERIFY(!judge(pointWork(Workload{}, Seconds(0.0)), pointRoofs()).ok()); // no time, nothing to judge
    }
};

RIDGEPOINT_TEST(ResultTest)
#include "experiment_result_test.moc"
