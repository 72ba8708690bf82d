// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/analysis/levers.h"
#include "core/analysis/what_if.h"
#include "core/model/prediction.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

Roof roof(const std::string& id, double value)
{
    return {.id = id, .kind = *kindOfRoof(id), .value = value, .low = value * 0.9, .high = value * 1.1};
}

/// Round numbers, so that every prediction below can be done in one's head.
RoofSet device()
{
    RoofSet roofs{.device = "test"};
    roofs.roofs = {roof("bandwidth.dram", 1e11),      roof("compute.fp32.fma", 1e12),  roof("compute.fp16.fma", 2e12),
                   roof("compute.tf32.matrix", 8e12), roof("launch.wait_each", 10e-6), roof("launch.queued", 2e-6),
                   roof("launch.graph", 1e-6)};
    roofs.levels = {{.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return roofs;
}

/// A chain of sixteen over a thousand elements, waited for sixteen times: 160 us of launches, 1.28 us of memory.
Workload overheadBound() { return {.elements = 1000, .chainLength = 16, .launchMode = LaunchMode::WaitEach}; }
/// The same chain over 2^28 elements: 0.34 s of memory.
Workload memoryBound()
{
    return {.elements = std::int64_t{1} << 28, .chainLength = 16, .launchMode = LaunchMode::WaitEach};
}
Workload computeBound() { return {.elements = std::int64_t{1} << 28, .operationsPerElement = 4096}; }

std::vector<Lever> levers(const Workload& workload, const RoofSet& roofs = device(), const LeverLimits& limits = {})
{
    auto found = leversOf(workload, roofs, DeviceKind::Cpu, limits);
    return found ? std::move(*found) : std::vector<Lever>{};
}

const Lever* find(const std::vector<Lever>& levers, LeverKind kind)
{
    for (const Lever& lever : levers)
        if (lever.kind == kind)
            return &lever;
    return nullptr;
}

bool near(double value, double wanted) { return std::abs(value - wanted) <= 1e-9 * std::abs(wanted); }

RoofSet plainDevice()
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

class LeversTest : public test::Case {
    Q_OBJECT
private slots:
    void anOverheadBoundPointIsHelpedByFewerAndCheaperLaunches()
    {
        const auto found = levers(overheadBound(), device(), {.largestElements = 1024000});
        const double now = 160e-6 + 1.28e-6;
        const Lever* fuse = find(found, LeverKind::FuseDeeper);
        QVERIFY(fuse != nullptr && fuse->workload);
        QCOMPARE(fuse->workload->fusionDepth, 16);
        QVERIFY(near(fuse->speedup, now / (10e-6 + 0.08e-6)));
        QVERIFY(near(find(found, LeverKind::GraphLaunches)->speedup, now / (16e-6 + 1.28e-6)));
        QVERIFY(near(find(found, LeverKind::QueueLaunches)->speedup, now / (32e-6 + 1.28e-6)));
        QVERIFY(near(find(found, LeverKind::HalveLaunch)->speedup, now / (80e-6 + 1.28e-6)));
        QCOMPARE(find(found, LeverKind::HalveLaunch)->roof, std::string("launch.wait_each"));
        QVERIFY(!find(found, LeverKind::DoubleCompute)->helps());
        QVERIFY(!find(found, LeverKind::DoubleBandwidth)->helps());
        const Lever* bigger = find(found, LeverKind::BiggerTensor);
        QVERIFY(bigger != nullptr && bigger->workload);
        QCOMPARE(bigger->workload->elements, std::int64_t{1024000});
        QVERIFY(near(bigger->speedup, 1024.0 * now / (160e-6 + 1024 * 1.28e-6)));
        QCOMPARE(found.front().kind, LeverKind::BiggerTensor);
        QCOMPARE(found[1].kind, LeverKind::FuseDeeper);
    }
    void aMemoryBoundPointIsHelpedByFusionPrecisionAndBandwidth()
    {
        const auto found = levers(memoryBound());
        QCOMPARE(found.front().kind, LeverKind::FuseDeeper);
        QVERIFY(found.front().speedup > 15.9 && found.front().speedup <= 16.0);
        QVERIFY(find(found, LeverKind::DoubleBandwidth)->speedup > 1.99
                && find(found, LeverKind::DoubleBandwidth)->speedup < 2.0);
        const Lever* precision = find(found, LeverKind::LowerPrecision);
        QVERIFY(precision != nullptr && precision->workload);
        QCOMPARE(precision->workload->precision, Precision::Fp16); // bf16 has no roof here
        QVERIFY(precision->speedup > 1.99);
        QVERIFY(!find(found, LeverKind::DoubleCompute)->helps());
        QVERIFY(!find(found, LeverKind::MatrixUnit)->helps());
        QVERIFY(!find(found, LeverKind::BiggerTensor)->helps());
    }
    void aMemoryBoundPointIsHelpedByTheNextNearerLevelAsFarAsComputingAllows()
    {
        RoofSet roofs = device();
        roofs.put(roof("bandwidth.l3", 4e11));
        roofs.levels.insert(roofs.levels.begin(), {.name = "l3", .capacity = Bytes(32 << 20)});
        Workload workload = memoryBound();
        workload.chainLength = 1;
        const auto found = levers(workload, roofs);
        const Lever* nearer = find(found, LeverKind::NearerLevel);
        QVERIFY(nearer != nullptr && nearer == &found.front());
        QVERIFY(!nearer->workload); // another algorithm
        QCOMPARE(nearer->roof, std::string("bandwidth.l3"));
        QVERIFY(nearer->speedup > 3.99 && nearer->speedup < 4.0);
        QCOMPARE(nearer->limitAfter, Regime::Memory);
        workload.operationsPerElement = 20; // half of the time that memory takes
        QVERIFY(near(find(levers(workload, roofs), LeverKind::NearerLevel)->speedup,
                     find(levers(workload, roofs), LeverKind::DoubleBandwidth)->speedup));
        workload.operationsPerElement = 38; // which leave next to nothing of it
        QVERIFY(find(levers(workload, roofs), LeverKind::NearerLevel) == nullptr);
        // Nothing is made up where no level is nearer, or where memory is not the limit.
        workload.operationsPerElement = 1;
        workload.elements = 1 << 20; // 8 MiB: in L3
        QVERIFY(find(levers(workload, roofs), LeverKind::NearerLevel) == nullptr);
        QVERIFY(find(levers(memoryBound()), LeverKind::NearerLevel) == nullptr);
        QVERIFY(find(levers(computeBound(), roofs), LeverKind::NearerLevel) == nullptr);
        QVERIFY(find(levers(overheadBound(), roofs), LeverKind::NearerLevel) == nullptr);
    }
    void aComputeBoundPointIsHelpedByTheMatrixUnitUntilMemoryBinds()
    {
        const auto found = levers(computeBound());
        const Lever* matrix = find(found, LeverKind::MatrixUnit);
        QVERIFY(matrix != nullptr);
        QCOMPARE(matrix->roof, std::string("compute.tf32.matrix"));
        QVERIFY(!matrix->workload); // another algorithm
        QVERIFY(matrix->speedup > 7.9 && matrix->speedup <= 8.0);
        QCOMPARE(matrix->limitAfter, Regime::Compute);
        QCOMPARE(found.front().kind, LeverKind::MatrixUnit);
        QVERIFY(find(found, LeverKind::DoubleCompute)->speedup > 1.99);
        QVERIFY(!find(found, LeverKind::DoubleBandwidth)->helps());
        QVERIFY(find(found, LeverKind::FuseDeeper) == nullptr); // a chain of one

        Workload nearTheRidge = computeBound();
        nearTheRidge.operationsPerElement = 80; // twice the ridge of 40
        const auto bound = levers(nearTheRidge);
        QVERIFY(find(bound, LeverKind::MatrixUnit)->speedup < 2.01);
        QCOMPARE(find(bound, LeverKind::MatrixUnit)->limitAfter, Regime::Memory);
    }
    void fusesNoDeeperThanHelps()
    {
        Workload workload = memoryBound();
        workload.operationsPerElement = 8; // at depth 8 compute binds, and 16 is no faster
        QCOMPARE(find(levers(workload), LeverKind::FuseDeeper)->workload->fusionDepth, 8);
        workload.chainLength = 7; // prime: all or nothing
        QCOMPARE(find(levers(workload), LeverKind::FuseDeeper)->workload->fusionDepth, 7);
        workload.fusionDepth = 7;
        QVERIFY(find(levers(workload), LeverKind::FuseDeeper) == nullptr);
    }
    void growsNoFurtherThanMemoryAndNoFurtherThanHelps()
    {
        QVERIFY(find(levers(overheadBound(), device(), {.largestElements = 1999}), LeverKind::BiggerTensor) == nullptr);
        QCOMPARE(find(levers(overheadBound(), device(), {.largestElements = 5000}), LeverKind::BiggerTensor)
                     ->workload->elements,
                 std::int64_t{4000});
        // Launches are 1 % of the time at 12.5 million elements; twice the next size is within 2 % of the best.
        const auto far = find(levers(overheadBound()), LeverKind::BiggerTensor)->workload->elements;
        QVERIFY(far > 1000000 && far < 100000000);
    }
    void aCacheThatATensorLeavesIsNoReasonToGrow()
    {
        RoofSet roofs = device();
        roofs.put(roof("bandwidth.l2", 4e11));
        roofs.levels.insert(roofs.levels.begin(), {.name = "l2", .capacity = Bytes(1 << 20)});
        Workload workload = overheadBound();
        workload.elements = 1 << 18; // 1 MiB: all of the cache; launches are a third of the time
        workload.launchMode = LaunchMode::Graph;
        QVERIFY(find(levers(workload, roofs), LeverKind::BiggerTensor)->speedup < 1.0);
    }
    void everyKnobsTimeIsThePredictionOfItsWorkload_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("processor") << int(DeviceKind::Cpu);
        QTest::newRow("GPU") << int(DeviceKind::Cuda);
    }
    void everyKnobsTimeIsThePredictionOfItsWorkload()
    {
        QFETCH(int, kind);
        const auto deviceKind = static_cast<DeviceKind>(kind);
        for (const Workload& workload : {overheadBound(), memoryBound(), computeBound()}) {
            const auto found = leversOf(workload, device(), deviceKind);
            QVERIFY(found.ok());
            double last = std::numeric_limits<double>::infinity();
            for (const Lever& lever : *found) {
                QVERIFY(std::isfinite(lever.speedup) && lever.speedup > 0.0);
                QVERIFY(lever.speedup <= last); // best first
                last = lever.speedup;
                QCOMPARE(lever.before, predict(workload, device(), deviceKind)->time);
                if (!lever.workload)
                    continue;
                QVERIFY(validate(*lever.workload).ok());
                QCOMPARE(lever.after, predict(*lever.workload, device(), deviceKind)->time);
            }
        }
    }
    void ofEqualLeversTheOneThatCanBeTriedComesFirst()
    {
        // Where launches cost nothing to speak of, neither graph nor half the launch cost changes anything.
        Workload workload = memoryBound();
        workload.launchMode = LaunchMode::Queued;
        RoofSet free = device();
        for (const LaunchMode mode : allLaunchModes)
            free = scaled(std::move(free), launchRoofId(mode), 1e-24);
        const auto found = leversOf(workload, free, DeviceKind::Cuda);
        QVERIFY(found.ok());
        const Lever* graph = find(*found, LeverKind::GraphLaunches);
        const Lever* halve = find(*found, LeverKind::HalveLaunch);
        QCOMPARE(graph->speedup, 1.0);
        QCOMPARE(halve->speedup, 1.0);
        QVERIFY(graph < halve);
        QVERIFY(find(*found, LeverKind::QueueLaunches) == nullptr); // it is queued already
    }
    void aLeverWithoutItsRoofIsLeftOut()
    {
        RoofSet roofs = device();
        std::erase_if(roofs.roofs, [](const Roof& r) {
            return r.id == "launch.graph" || r.id == "compute.fp16.fma" || r.id == "compute.tf32.matrix";
        });
        const auto found = levers(memoryBound(), roofs);
        QVERIFY(!found.empty());
        for (const LeverKind kind : {LeverKind::GraphLaunches, LeverKind::LowerPrecision, LeverKind::MatrixUnit})
            QVERIFY(find(found, kind) == nullptr);
    }
    void saysWhichRoofIsMissingAndWhichWorkloadIsWrong()
    {
        RoofSet roofs = device();
        std::erase_if(roofs.roofs, [](const Roof& r) { return r.id == "bandwidth.dram"; });
        const auto found = leversOf(memoryBound(), roofs, DeviceKind::Cpu);
        QVERIFY(!found.ok());
        QVERIFY(found.error().message().find("bandwidth.dram") != std::string::npos);
        Workload wrong = memoryBound();
        wrong.fusionDepth = 3;
        QVERIFY(!leversOf(wrong, device(), DeviceKind::Cpu).ok());
        wrong = memoryBound();
        wrong.elements = 0;
        QVERIFY(!leversOf(wrong, device(), DeviceKind::Cpu).ok());
    }
    void aScaledRoofIsNoLongerCalledMeasured()
    {
        const RoofSet roofs = scaled(device(), "bandwidth.dram", 2.0);
        QCOMPARE(roofs.find("bandwidth.dram")->value, 2e11);
        QVERIFY(near(roofs.find("bandwidth.dram")->low, 1.8e11));
        QCOMPARE(roofs.find("bandwidth.dram")->provenance, Provenance::Predicted);
        QCOMPARE(roofs.find("compute.fp32.fma")->provenance, Provenance::Measured);
        QCOMPARE(scaled(device(), "bandwidth.l9", 2.0).roofs.size(), device().roofs.size());
    }
    void leversHaveNames()
    {
        QCOMPARE(nameOf(LeverKind::FuseDeeper), std::string_view("fuse-deeper"));
        QCOMPARE(nameOf(LeverKind::HalveLaunch), std::string_view("halve-launch"));
        QCOMPARE(nameOf(LeverKind::NearerLevel), std::string_view("nearer-level"));
    }

    void findsTheLargestSizeWellInsideOverheadWhereAKnobHelps()
    {
        // One pass of 8 B and 2 FLOP an element, waited for: 10 us of launch against N 8e-11 s of memory. Four fifths
        // of that are launching at 31 250 elements, and queued launches cost a fifth; at 2^16, where they help as well,
        // one third of it is memory.
        const Workload large{.elements = std::int64_t{1} << 26, .launchMode = LaunchMode::WaitEach};
        const std::vector<std::int64_t> sizes{1 << 10, 1 << 14, 1 << 16, 1 << 20, 1 << 26};
        const auto found = helpableSize(large, sizes, device(), DeviceKind::Cpu, 2.0);
        QVERIFY(found.has_value());
        QCOMPARE(found->elements, std::int64_t{1} << 14);
        Workload same = *found;
        same.elements = large.elements;
        QVERIFY(same == large); // nothing else is touched
        // Never a larger one, and none where nothing helps.
        Workload small = large;
        small.elements = 1 << 12;
        QCOMPARE(helpableSize(small, sizes, device(), DeviceKind::Cpu, 2.0)->elements, std::int64_t{1} << 10);
        QVERIFY(!helpableSize(large, sizes, device(), DeviceKind::Cpu, 1e6));
        QVERIFY(!helpableSize(large, {}, device(), DeviceKind::Cpu, 2.0));
        QVERIFY(!helpableSize(large, sizes, {.device = "nothing"}, DeviceKind::Cpu, 2.0));
    }
    void findsTheSmallestSizeWhereNoneIsWellInsideOverhead()
    {
        const Workload large{.elements = std::int64_t{1} << 26, .launchMode = LaunchMode::WaitEach};
        const std::vector<std::int64_t> sizes{1 << 15, 1 << 16, 1 << 26}; // 21 % and more of the time is memory
        const auto found = helpableSize(large, sizes, device(), DeviceKind::Cpu, 2.0);
        QVERIFY(found.has_value());
        QCOMPARE(found->elements, std::int64_t{1} << 15);
    }
    void overlappedLaunchesAreWellInsideOverheadOnlyWhereTheyOutweighTheWork()
    {
        // On a GPU's queue 2 us a launch are hidden behind N 8e-11 s of memory from 25 000 elements on. Just below that
        // the whole time is launching, and yet it is a close call.
        const Workload large{.elements = std::int64_t{1} << 26, .chainLength = 16, .launchMode = LaunchMode::Queued};
        const std::vector<std::int64_t> sizes{1 << 10, 1 << 12, 24000, 1 << 26};
        const auto found = helpableSize(large, sizes, device(), DeviceKind::Cuda, 2.0);
        QVERIFY(found.has_value());
        QCOMPARE(found->elements, std::int64_t{1} << 12);
    }
    void multipliesARoofWithItsIntervalAndCallsItPredicted()
    {
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 2.0);
        const RoofSet roofs = whatIf.applied(plainDevice());
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
        const RoofSet roofs = whatIf.applied(plainDevice());
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
        std::vector<PointAnalysis> points = analyse(samples, plainDevice(), DeviceKind::Cpu);
        const std::vector<PointAnalysis> before = points;
        WhatIf whatIf;
        whatIf.set("bandwidth.dram", 2.0);
        predictAgain(samples, points, whatIf.applied(plainDevice()), DeviceKind::Cpu);
        for (std::size_t i = 0; i < points.size(); ++i) {
            QVERIFY(points[i].prediction->time < before[i].prediction->time);
            QCOMPARE(*points[i].residual, samples[i].time / points[i].prediction->time);
            QVERIFY(points[i].shares.has_value() == before[i].shares.has_value()
                    && points[i].regime == before[i].regime);
            QVERIFY(points[i].flags == before[i].flags);
            const auto drawn = predict(samples[i].workload, whatIf.applied(plainDevice()), DeviceKind::Cpu);
            QCOMPARE(*points[i].shareOfRoof, std::max(drawn->compute, drawn->memory) / samples[i].time);
            QVERIFY(*points[i].shareOfRoof < *before[i].shareOfRoof); // of the roofs that are drawn
        }
        predictAgain(samples, points, RoofSet{.device = "test"}, DeviceKind::Cpu);
        QVERIFY(!points.front().prediction && !points.front().residual && !points.front().shareOfRoof); // no roofs
    }
};

RIDGEPOINT_TEST(LeversTest)
#include "levers_test.moc"
