// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/analysis/what_if.h"
#include "core/model/prediction.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

RoofSet device()
{
    RoofSet roofs{.device = "test"};
    for (const auto& [id, value] : {std::pair{"bandwidth.dram", 1e11},
                                    {"compute.fp32.fma", 1e12},
                                    {"launch.wait_each", 10e-6},
                                    {"launch.queued", 2e-6},
                                    {"launch.fixed", 1e-6}})
        roofs.roofs.push_back(
            {.id = id, .kind = *kindOfRoof(id), .value = value, .low = value * 0.9, .high = value * 1.1});
    roofs.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return roofs;
}

} // namespace

class WhatIfTest : public test::Case {
    Q_OBJECT
private slots:
    void multipliesARoofWithItsIntervalAndCallsItPredicted()
    {
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 2.0);
        const RoofSet roofs = whatIf.applied(device());
        QCOMPARE(roofs.find("bandwidth.dram")->value, 2e11);
        QCOMPARE(roofs.find("bandwidth.dram")->low, 1.8e11);
        QVERIFY(roofs.find("bandwidth.dram")->provenance == Provenance::Predicted);
        QCOMPARE(roofs.find("compute.fp32.fma")->value, 1e12);
        QVERIFY(roofs.find("compute.fp32.fma")->provenance == Provenance::Measured);
    }

    void multipliesAllLaunchCostsTogether()
    {
        WhatIf whatIf;
        QCOMPARE(WhatIf::keyOf("launch.queued"), std::string(WhatIf::allLaunches));
        QCOMPARE(WhatIf::keyOf("bandwidth.l2"), std::string("bandwidth.l2"));
        whatIf.set(WhatIf::keyOf("launch.queued"), 0.5);
        const RoofSet roofs = whatIf.applied(device());
        QCOMPARE(roofs.find("launch.wait_each")->value, 5e-6);
        QCOMPARE(roofs.find("launch.queued")->value, 1e-6);
        QCOMPARE(roofs.find("launch.fixed")->value, 0.5e-6);
    }

    void forgetsAFactorOfOneAndBoundsTheRest_data()
    {
        QTest::addColumn<double>("wanted");
        QTest::addColumn<double>("kept");
        QTest::newRow("one takes it away") << 1.0 << 1.0;
        QTest::newRow("nearly one too") << 1.0004 << 1.0;
        QTest::newRow("a half") << 0.5 << 0.5;
        QTest::newRow("too large") << 1e9 << 64.0;
        QTest::newRow("too small") << 1e-9 << 1.0 / 64.0;
        QTest::newRow("zero is refused") << 0.0 << 4.0;
        QTest::newRow("negative is refused") << -2.0 << 4.0;
        QTest::newRow("no number is refused") << std::nan("") << 4.0;
    }
    void forgetsAFactorOfOneAndBoundsTheRest()
    {
        QFETCH(double, wanted);
        QFETCH(double, kept);
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 4.0);
        whatIf.set("bandwidth.dram", wanted);
        QCOMPARE(whatIf.factor("bandwidth.dram"), kept);
        QCOMPARE(whatIf.empty(), kept == 1.0);
        QCOMPARE(whatIf.factor("bandwidth.l1"), 1.0);
    }

    void stepsAlongRoundFactors()
    {
        double factor = 1.0;
        QList<double> up;
        for (int i = 0; i < 9; ++i)
            up << (factor = WhatIf::stepped(factor, 1));
        QCOMPARE(up, (QList<double>{1.25, 1.5, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0, 12.5}));
        QCOMPARE(WhatIf::stepped(factor, -9), 1.0);
        QCOMPARE(WhatIf::stepped(1.0, -3), 0.5);
        QCOMPARE(WhatIf::stepped(1.0 / 1.5, 1), 0.8);
        QCOMPARE(WhatIf::stepped(1.1, 1), 1.25); // between two steps the next
        QCOMPARE(WhatIf::stepped(1.1, -1), 1.0);
        QCOMPARE(WhatIf::stepped(0.9, 1), 1.0);
        QCOMPARE(WhatIf::stepped(0.9, -1), 0.8);
        QCOMPARE(WhatIf::stepped(0.666667, -1), 0.5); // as a field of six decimals has it
        QCOMPARE(WhatIf::stepped(50.0, 5), WhatIf::largestFactor);
        QCOMPARE(WhatIf::stepped(0.02, -5), 1.0 / WhatIf::largestFactor);
    }

    void predictsAnewAndLeavesWhatWasMeasuredAlone()
    {
        std::vector<Sample> samples;
        for (const std::int64_t elements : {1 << 24, 1 << 25, 1 << 26})
            for (const std::int64_t operations : {1, 2, 4}) {
                Sample sample;
                sample.workload = {.elements = elements, .operationsPerElement = operations};
                sample.time = sample.low = sample.high = Seconds(static_cast<double>(elements) * 8e-11);
                samples.push_back(sample);
            }
        std::vector<PointAnalysis> points = analyse(samples, device(), DeviceKind::Cpu);
        const std::vector<PointAnalysis> before = points;
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 2.0);
        predictAgain(samples, points, whatIf.applied(device()), DeviceKind::Cpu);
        for (std::size_t i = 0; i < points.size(); ++i) {
            QVERIFY(points[i].prediction->time < before[i].prediction->time);
            QCOMPARE(*points[i].residual, samples[i].time / points[i].prediction->time);
            QVERIFY(points[i].shares.has_value() == before[i].shares.has_value()
                    && points[i].regime == before[i].regime);
            QVERIFY(points[i].flags == before[i].flags);
            const auto drawn = predict(samples[i].workload, whatIf.applied(device()), DeviceKind::Cpu);
            QCOMPARE(*points[i].shareOfRoof, std::max(drawn->compute, drawn->memory) / samples[i].time);
            QVERIFY(*points[i].shareOfRoof < *before[i].shareOfRoof); // of the roofs that are drawn
        }
        predictAgain(samples, points, RoofSet{.device = "test"}, DeviceKind::Cpu);
        QVERIFY(!points.front().prediction && !points.front().residual && !points.front().shareOfRoof); // no roofs
    }
};

RIDGEPOINT_TEST(WhatIfTest)
#include "what_if_test.moc"
