// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What theory says of transfers and of stages that overlap, from made-up costs of known answer.
#include "core/experiment/transfers/host_files.h"
#include "core/experiment/transfers/transfers.h"
#include "tests/support/test_main.h"

#include <QString>
#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

std::array<Seconds, 3> alone(double load, double copy, double compute)
{
    return {Seconds(load), Seconds(copy), Seconds(compute)};
}

/// 200 ns a call, 2 us a mapping and 100 ns a page; a cache of 100 GB/s and a memory of 10 GB/s.
transfers::HostCosts costs()
{
    transfers::HostCosts known{.call = Seconds(200e-9), .map = Seconds(2e-6), .page = Seconds(100e-9)};
    known.roofs = {{4096, BytesPerSecond(100e9)}, {1 << 20, BytesPerSecond(10e9)}};
    known.hasCall = known.hasMap = true;
    return known;
}

} // namespace

class TransferTheoryTest : public test::Case {
    Q_OBJECT
private slots:
    void aTransferTakesItsCallAndItsBytesAtTheRoofOfItsSize()
    {
        // Both buffers: every byte is read and written.
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::inMemory, 4096)->value(), 81.92e-9));
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::byRead, 4096)->value(), 281.92e-9));
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::inMemory, 1 << 20)->value(), 209.7152e-6));
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::byRead, 1 << 20)->value(), 209.9152e-6));
    }
    void aMappingPaysEachPageBesides()
    {
        const auto pages = static_cast<double>((1 << 20) / transfers::pageSize());
        QVERIFY(test::isNear(transfers::predictedTime(costs(), transfers::byMap, 1 << 20)->value(),
                             2e-6 + (pages - 1.0) * 100e-9 + 209.7152e-6));
    }
    void aTransferIsJudgedByWhatWasMeasuredForItsSize()
    {
        // 4 KiB take 81.92 ns of memory and 200 ns of the call; measured, twice as long.
        const auto read = transfers::hostWork(costs(), transfers::byRead, 4096, Seconds(563.84e-9));
        QVERIFY(read.has_value());
        const auto small = judge(*read, {}); // no roof of the device is asked for
        QVERIFY(small.ok());
        QCOMPARE(small->verdict.limit, Regime::Overhead);
        QVERIFY(test::isNear(small->verdict.shareOfRoof, 0.5));
        QVERIFY(test::isNear(small->kernel.bytes.value(), 8192.0));
        QVERIFY(test::isNear(small->device.launch.value(), 200e-9));
        const auto copy = transfers::hostWork(costs(), transfers::inMemory, 1 << 20, Seconds(209.7152e-6));
        QVERIFY(copy.has_value());
        const auto large = judge(*copy, {});
        QVERIFY(large.ok());
        QCOMPARE(large->verdict.limit, Regime::Memory);
        QVERIFY(test::isNear(large->verdict.shareOfRoof, 1.0));
        QVERIFY(test::isNear(large->device.bandwidth.value(), 10e9));
        QVERIFY(!transfers::hostWork(costs(), transfers::byRead, 8192, Seconds(1e-6)));
    }
    void aTransferToAGpuIsJudgedByTheRoofOfItsWay()
    {
        const std::vector<Roof> roofs{{.id = "bandwidth.h2d.pinned", .kind = RoofKind::Bandwidth, .value = 5e10},
                                      {.id = "launch.queued", .kind = RoofKind::Launch, .value = 2e-6}};
        const auto verdict = judge(
            transfers::deviceWork(transfers::deviceCopies[1], 1 << 20, Seconds(2.0 * (2e-6 + 1048576.0 / 5e10))),
            roofs);
        QVERIFY(verdict.ok());
        QVERIFY(test::isNear(verdict->verdict.shareOfRoof, 0.5));
        QVERIFY(test::isNear(verdict->kernel.bytes.value(), 1048576.0));
        QVERIFY(!judge(transfers::deviceWork(transfers::deviceCopies[0], 1 << 20, Seconds(1.0)), roofs)
                     .ok()); // the other way's roof
    }
    void whatIsNotKnownPredictsNothing()
    {
        auto known = costs();
        QVERIFY(!transfers::predictedTime(known, transfers::inMemory, 8192));
        known.hasCall = known.hasMap = false;
        QVERIFY(!transfers::predictedTime(known, transfers::byRead, 4096));
        QVERIFY(!transfers::predictedTime(known, transfers::byMap, 4096));
        QVERIFY(transfers::predictedTime(known, transfers::inMemory, 4096));
    }

    void overlappingTakesTheLongestStageAndTheEndsOfTheOthers()
    {
        // 10 batches of 1, 2 and 3 ms on three processors: 30 ms, and one batch of the others.
        QVERIFY(test::isNear(loading::overlappedTime(alone(10e-3, 20e-3, 30e-3), 10, 3).value(), 33e-3));
        QVERIFY(test::isNear(loading::inTurnTime(alone(10e-3, 20e-3, 30e-3)).value(), 60e-3));
    }
    void onOneProcessorNothingOverlaps()
    {
        QVERIFY(test::isNear(loading::overlappedTime(alone(20e-3, 10e-3, 30e-3), 100, 1).value(), 60e-3));
    }
    void threeStagesOnTwoProcessorsTakeMoreThanHalfOfTheirSum()
    {
        for (const auto& stages : {alone(20e-3, 20e-3, 20e-3), alone(34e-3, 20e-3, 20e-3), alone(5e-3, 40e-3, 9e-3)}) {
            const double time = loading::overlappedTime(stages, 12, 2).value();
            const double sum = loading::inTurnTime(stages).value();
            QVERIFY(time >= sum / 2.0 && time >= std::max({stages[0], stages[1], stages[2]}).value() && time < sum);
            QVERIFY(loading::overlappedTime(stages, 12, 3).value() <= time * (1.0 + 1e-9));
        }
        // By hand, two batches of 1, 1 and 1 s: load 1, load 2 beside copy 1, compute 1 beside copy 2, compute 2.
        QVERIFY(test::isNear(loading::overlappedTime(alone(2.0, 2.0, 2.0), 2, 2).value(), 4.0));
    }
    void moreProcessorsThanStagesChangeNothing()
    {
        QCOMPARE(loading::overlappedTime(alone(20e-3, 20e-3, 20e-3), 1000, 64).value(),
                 loading::overlappedTime(alone(20e-3, 20e-3, 20e-3), 1000, 3).value());
        QVERIFY(test::isNear(loading::overlappedTime(alone(20e-3, 20e-3, 20e-3), 1000, 3).value(), 20.04e-3));
    }
    void sharedMemoryIsALimitOfItsOwn()
    {
        QVERIFY(
            test::isNear(loading::overlappedTime(alone(10e-3, 20e-3, 30e-3), 10, 3, Seconds(50e-3)).value(), 50e-3));
        QVERIFY(
            test::isNear(loading::overlappedTime(alone(10e-3, 20e-3, 30e-3), 10, 3, Seconds(20e-3)).value(), 33e-3));
    }
    void stagesThatTakeNoTimeEnd() { QCOMPARE(loading::overlappedTime(alone(0.0, 0.0, 0.0), 4, 2).value(), 0.0); }
};

RIDGEPOINT_TEST(TransferTheoryTest)
#include "transfer_theory_test.moc"
