// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/own_kernel.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

constexpr EnvelopeDevice device{
    .bandwidth = BytesPerSecond(1e12), .compute = FlopsPerSecond(1e13), .launch = Seconds(5e-6)};

bool near(double value, double wanted) { return std::abs(value - wanted) <= 1e-9 * std::abs(wanted); }

const Lever* find(const OwnKernelVerdict& verdict, LeverKind kind)
{
    for (const Lever& lever : verdict.levers)
        if (lever.kind == kind)
            return &lever;
    return nullptr;
}

} // namespace

class OwnKernelTest : public test::Case {
    Q_OBJECT
private slots:
    void judgesAMemoryBoundKernel()
    {
        const auto verdict = judge(
            {.name = "copy", .flops = Flops(1e9), .bytes = Bytes(1e10), .launches = 1, .time = Seconds(12.5e-3)},
            device);
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->limit, Regime::Memory);
        QVERIFY(near(verdict->intensity.value(), 0.1));
        QVERIFY(near(verdict->bandwidth.value(), 8e11));
        QVERIFY(near(verdict->rate.value(), 8e10));
        QVERIFY(near(verdict->predicted.value(), 10.005e-3));
        QVERIFY(near(verdict->shareOfRoof, 10.005 / 12.5));
        QCOMPARE(verdict->levers.front().kind, LeverKind::DoubleBandwidth);
        QVERIFY(near(verdict->levers.front().speedup, 12.5 / 7.5)); // the 2.5 ms that no roof accounts for stay
        QVERIFY(near(find(*verdict, LeverKind::ReachRoofs)->speedup, 12.5 / 10.005));
        QVERIFY(!find(*verdict, LeverKind::DoubleCompute)->helps());
        QVERIFY(find(*verdict, LeverKind::GraphLaunches) == nullptr); // there is one launch
    }
    /// The times in a profile hold no launch: charged for them, a thousand kernels of 6 us would outrun their roofs.
    void aKernelOfAProfilePaysNoLaunch()
    {
        OwnKernel kernel{
            .name = "short", .flops = Flops(1e9), .bytes = Bytes(1e10), .launches = 1000, .time = Seconds(12.5e-3)};
        const auto typed = judge(kernel, device);
        kernel.source = "trace.json";
        const auto imported = judge(kernel, device);
        QVERIFY(typed.ok() && imported.ok());
        QVERIFY(typed->overhead > Seconds() && imported->overhead == Seconds());
        QVERIFY(near(imported->predicted.value(), 10e-3));
        for (const LeverKind kind : {LeverKind::GraphLaunches, LeverKind::HalveLaunch})
            QVERIFY(find(*imported, kind) == nullptr || !find(*imported, kind)->helps());
    }
    void theLevelThatTakesLongestLimits()
    {
        EnvelopeDevice cached = device;
        cached.caches = {BytesPerSecond(2e13), BytesPerSecond(4e12), BytesPerSecond()}; // no L3
        OwnKernel kernel{.name = "mine",
                         .flops = Flops(1e9),
                         .bytes = Bytes(1e10),
                         .launches = 0,
                         .time = Seconds(20e-3),
                         .throughCaches = {Bytes(1e11), Bytes(6e10), Bytes(5e10)}};
        const auto verdict = judge(kernel, cached);
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->limit, Regime::Memory);
        QCOMPARE(verdict->levels.size(), std::size_t{3}); // of L3 the device says nothing
        QCOMPARE(verdict->levels[0].traffic.roof, std::string("bandwidth.l2"));
        QVERIFY(near(verdict->levels[0].time().value(), 15e-3));
        QCOMPARE(verdict->levels[1].traffic.roof, std::string("bandwidth.dram"));
        QCOMPARE(verdict->levels[2].traffic.roof, std::string("bandwidth.l1"));
        QVERIFY(near(verdict->memory.value(), 15e-3));
        QVERIFY(near(verdict->predicted.value(), 15e-3));
        QVERIFY(near(find(*verdict, LeverKind::DoubleBandwidth)->speedup, 20.0 / 12.5));
        // A device of which only memory is known judges by that.
        QVERIFY(near(judge(kernel, device)->memory.value(), 10e-3));
        // What stays in a cache is judged there.
        kernel.bytes = Bytes();
        QVERIFY(near(judge(kernel, cached)->memory.value(), 15e-3));
        kernel.throughCaches[1] = Bytes(-1.0);
        QVERIFY(!judge(kernel, cached).ok());
    }
    void theHighestFiguresOfMemoryTellWhatIsImpossible()
    {
        EnvelopeDevice cached = device;
        cached.caches[1] = BytesPerSecond(4e12);
        cached.highestOfCaches[1] = BytesPerSecond(5e12);
        cached.highestOfCaches[0] = BytesPerSecond(9e12); // a level without a roof judges nothing
        OwnKernel kernel{.name = "add",
                         .flops = Flops(1e8),
                         .bytes = Bytes(1e10),
                         .launches = 1,
                         .time = Seconds(8e-3),
                         .source = "profile.csv"};
        QVERIFY(near(judge(kernel, cached)->shareOfRoof, 1.25) && near(judge(kernel, cached)->shareOfHighest, 1.25));
        cached.highest = BytesPerSecond(1.25e12);
        QVERIFY(near(judge(kernel, cached)->shareOfRoof, 1.25) && near(judge(kernel, cached)->shareOfHighest, 1.0));
        kernel.throughCaches = {Bytes(1e12), Bytes(5e10), Bytes()};
        QVERIFY(near(judge(kernel, cached)->shareOfRoof, 12.5 / 8.0));
        QVERIFY(near(judge(kernel, cached)->shareOfHighest, 10.0 / 8.0)); // of L2; DRAM would take 8 ms
    }
    /// Of a matrix product whose operations nobody counted, its bytes alone say nothing about computing.
    void flopThatAreNotKnownPromiseNothing()
    {
        OwnKernel kernel{
            .name = "gemm", .bytes = Bytes(1e10), .launches = 10, .time = Seconds(20e-3), .source = "profile.csv"};
        const auto copy = judge(kernel, device); // its 0 FLOP are known
        QVERIFY(copy.ok() && !copy->flopsUnknown);
        QVERIFY(find(*copy, LeverKind::DoubleBandwidth)->helps() && find(*copy, LeverKind::ReachRoofs) != nullptr);
        kernel.flopsUnknown = true;
        const auto verdict = judge(kernel, device);
        QVERIFY(verdict.ok() && verdict->flopsUnknown);
        QVERIFY(near(verdict->shareOfRoof, 0.5));
        for (const LeverKind kind : {LeverKind::DoubleCompute, LeverKind::DoubleBandwidth, LeverKind::ReachRoofs})
            QVERIFY(find(*verdict, kind) == nullptr);
        kernel.bytes = Bytes();
        QVERIFY(!judge(kernel, device).ok()); // there is nothing but a time
    }
    /// Likewise of one whose FLOP were counted and whose bytes were not; who types a kernel without bytes moves none.
    void bytesThatAreNotKnownPromiseNothing()
    {
        OwnKernel kernel{.name = "gemm", .flops = Flops(1e11), .launches = 1, .time = Seconds(20e-3)};
        const auto typed = judge(kernel, device);
        QVERIFY(typed.ok() && !typed->bytesUnknown);
        QVERIFY(find(*typed, LeverKind::DoubleCompute) != nullptr && find(*typed, LeverKind::ReachRoofs) != nullptr);
        kernel.source = "perf.csv";
        QVERIFY(!lacksBytes(kernel)); // the user typed that it moves none
        kernel.work = WorkOrigin::Counted;
        const auto verdict = judge(kernel, device);
        QVERIFY(verdict.ok() && verdict->bytesUnknown && !verdict->isOfAllCounts());
        for (const LeverKind kind : {LeverKind::DoubleCompute, LeverKind::DoubleBandwidth, LeverKind::ReachRoofs})
            QVERIFY(find(*verdict, kind) == nullptr);
        kernel.throughCaches = {Bytes(1e9), Bytes(), Bytes()}; // a cache's are known
        QVERIFY(!lacksBytes(kernel));
    }
    void theFartherLevelLimitsWhereTwoTakeAsLong()
    {
        EnvelopeDevice cached = device;
        cached.caches[1] = BytesPerSecond(2e12);
        const auto verdict = judge({.flops = Flops(1),
                                    .bytes = Bytes(1e10),
                                    .launches = 0,
                                    .time = Seconds(1),
                                    .throughCaches = {Bytes(), Bytes(2e10), Bytes()}},
                                   cached);
        QCOMPARE(verdict->levels.front().traffic.roof, std::string("bandwidth.dram"));
    }
    void judgesManySmallLaunches()
    {
        const auto verdict = judge(
            {.name = "layers", .flops = Flops(1e8), .bytes = Bytes(1e8), .launches = 200, .time = Seconds(2e-3)},
            device);
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->limit, Regime::Overhead);
        QCOMPARE(verdict->levers.front().kind, LeverKind::GraphLaunches);
        QVERIFY(near(verdict->levers.front().speedup, 2000.0 / (2000.0 - 995.0)));
        QCOMPARE(verdict->levers.front().limitAfter, Regime::Memory);
        QVERIFY(near(find(*verdict, LeverKind::HalveLaunch)->speedup, 2000.0 / 1500.0));
    }
    void judgesAComputeBoundKernelThatMovesNothing()
    {
        const auto verdict = judge({.flops = Flops(1e12), .launches = 1, .time = Seconds(0.2)}, device);
        QVERIFY(verdict.ok());
        QCOMPARE(verdict->limit, Regime::Compute);
        QVERIFY(std::isinf(verdict->intensity.value()));
        QCOMPARE(verdict->levers.front().kind, LeverKind::ReachRoofs); // which allow a tenth of its time
        QCOMPARE(verdict->levers[1].kind, LeverKind::DoubleCompute);
    }
    void bytesOfCachesAloneNeedADeviceThatHasOne()
    {
        const OwnKernel kernel{.name = "mine",
                               .flops = Flops(1e9),
                               .launches = 0,
                               .time = Seconds(1),
                               .throughCaches = {Bytes(), Bytes(), Bytes(2e10)}};
        const EnvelopeDevice none{.bandwidth = BytesPerSecond(1e11), .compute = FlopsPerSecond(1e12)};
        const auto refused = judge(kernel, none); // the time of its bytes is not known, and is not none
        QVERIFY(!refused.ok());
        QVERIFY(refused.error().message().find("mine") != std::string::npos);
        EnvelopeDevice cached = none;
        cached.caches[2] = BytesPerSecond(1e11);
        QCOMPARE(judge(kernel, cached)->memory, Seconds(0.2));
    }
    void aKernelFasterThanItsRoofsIsShownAsSuch()
    {
        const auto verdict = judge({.flops = Flops(1), .bytes = Bytes(1e10), .launches = 1, .time = Seconds(5e-3)},
                                   device);
        QVERIFY(verdict.ok());
        QVERIFY(verdict->shareOfRoof > 2.0); // a cache, or a wrong count
        QVERIFY(find(*verdict, LeverKind::ReachRoofs) == nullptr);
    }
    void aDeviceWithoutALaunchCostGivesNoEndlessSpeedup()
    {
        EnvelopeDevice free = device;
        free.launch = Seconds(0.0);
        const auto verdict = judge({.launches = 10, .time = Seconds(1.0)}, free);
        QVERIFY(verdict.ok());
        for (const Lever& lever : verdict->levers)
            QCOMPARE(lever.speedup, 1.0);
    }
    void launchesAddToTheWorkHoweverManyThereAre()
    {
        EnvelopeDevice chained = device;
        chained.fixed = Seconds(1e-5);
        // 10 ms of traffic; 1000 launches of 5 us are half of that, 4000 the double.
        const auto memory = judge({.bytes = Bytes(1e10), .launches = 1000, .time = Seconds(0.02)}, chained);
        QVERIFY(memory.ok());
        QVERIFY(std::abs(memory->predicted.value() - 0.01501) < 1e-9);
        QCOMPARE(memory->limit, Regime::Memory);
        const auto bound = judge({.bytes = Bytes(1e10), .launches = 4000, .time = Seconds(0.02)}, chained);
        QVERIFY(bound.ok());
        QVERIFY(std::abs(bound->predicted.value() - 0.03001) < 1e-9);
        QCOMPARE(bound->limit, Regime::Overhead);
        for (const Lever& lever : bound->levers) {
            if (lever.kind == LeverKind::DoubleBandwidth)
                QVERIFY(std::abs(lever.speedup - 0.03001 / 0.02501) < 1e-6);
            if (lever.kind == LeverKind::GraphLaunches)
                QVERIFY(std::abs(lever.speedup - 0.03001 / 0.010015) < 1e-6);
            if (lever.kind == LeverKind::HalveLaunch) // what a chain costs once is halved too
                QVERIFY(std::abs(lever.speedup - 0.03001 / 0.020005) < 1e-6);
        }
    }
    void refusesWhatCannotBeJudged_data()
    {
        QTest::addColumn<double>("flops");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<double>("launches");
        QTest::addColumn<double>("time");
        QTest::addColumn<double>("bandwidth");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("no time") << 1.0 << 1.0 << 1.0 << 0.0 << 1.0;
        QTest::newRow("a time that is no number") << 1.0 << 1.0 << 1.0 << nan << 1.0;
        QTest::newRow("negative FLOP") << -1.0 << 1.0 << 1.0 << 1.0 << 1.0;
        QTest::newRow("endless bytes") << 1.0 << std::numeric_limits<double>::infinity() << 1.0 << 1.0 << 1.0;
        QTest::newRow("nothing to judge by") << 0.0 << 0.0 << 0.0 << 1.0 << 1.0;
        QTest::newRow("a device without bandwidth") << 1.0 << 1.0 << 1.0 << 1.0 << 0.0;
    }
    void refusesWhatCannotBeJudged()
    {
        QFETCH(double, flops);
        QFETCH(double, bytes);
        QFETCH(double, launches);
        QFETCH(double, time);
        QFETCH(double, bandwidth);
        EnvelopeDevice other = device;
        other.bandwidth = BytesPerSecond(bandwidth);
        const auto verdict = judge(
            {.name = "mine", .flops = Flops(flops), .bytes = Bytes(bytes), .launches = launches, .time = Seconds(time)},
            other);
        QVERIFY(!verdict.ok());
        QCOMPARE(verdict.error().kind, ErrorKind::InvalidInput);
        QVERIFY(verdict.error().message().starts_with("mine: "));
    }
};

RIDGEPOINT_TEST(OwnKernelTest)
#include "own_kernel_test.moc"
