// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/cpu/access_choice.h"

#include "core/cpu/operation_numbers.h"
#include "tests/support/test_main.h"

#include <array>
#include <cstring>

using namespace ridgepoint;

class AccessChoiceTest : public test::Case {
    Q_OBJECT
private slots:
    void theFastestIsTakenWhereItGainsEnough_data()
    {
        QTest::addColumn<double>("one");
        QTest::addColumn<double>("two");
        QTest::addColumn<double>("ahead");
        QTest::addColumn<int>("chosen");
        QTest::newRow("prefetch gains") << 1.2 << 1.1 << 1.0 << static_cast<int>(MemoryAccess::TwoStreamsAhead);
        QTest::newRow("prefetch costs a quarter") << 0.75 << 0.8 << 1.0 << static_cast<int>(MemoryAccess::OneStream);
        QTest::newRow("two streams are the best") << 0.8 << 0.75 << 1.0 << static_cast<int>(MemoryAccess::TwoStreams);
        QTest::newRow("a gain that may be chance")
            << 0.98 << 0.99 << 1.0 << static_cast<int>(MemoryAccess::TwoStreamsAhead);
    }
    void theFastestIsTakenWhereItGainsEnough()
    {
        QFETCH(double, one);
        QFETCH(double, two);
        QFETCH(double, ahead);
        QFETCH(int, chosen);
        int trials = 0;
        const auto access = fastestAccess([&](MemoryAccess tried) {
            const double time = tried == MemoryAccess::OneStream  ? one
                              : tried == MemoryAccess::TwoStreams ? two
                                                                  : ahead;
            return Seconds(time * (trials++ % 4 == 0 ? 3e-4 : 1e-4)); // whatever disturbs a trial only slows it down
        });
        QCOMPARE(static_cast<int>(access), chosen);
    }
    void anAccessThatIsQuickOnceIsNotTaken()
    {
        // The machine was free for one trial of five: what that one access took then says nothing of the others.
        int round = 0;
        const auto access = fastestAccess([&](MemoryAccess tried) {
            round += tried == MemoryAccess::OneStream ? 1 : 0;
            return Seconds(tried == MemoryAccess::OneStream && round == 2 ? 1e-4 : 2e-4);
        });
        QVERIFY(access == MemoryAccess::TwoStreamsAhead);
    }
    void slowTrialsAreFew()
    {
        int trials = 0;
        static_cast<void>(fastestAccess([&](MemoryAccess) {
            ++trials;
            return Seconds(1.0);
        }));
        QCOMPARE(trials, 9);
    }
    void isKnownForTheSmallestAndTheLargest()
    {
        CpuDevice device(*chosenInstructionSet(), 2);
        Team& team = **device.team(2);
        QVERIFY(accessFor(device, team, 1024) == MemoryAccess::OneStream);
        QVERIFY(accessFor(device, team, std::size_t{1} << 30U) == MemoryAccess::TwoStreamsAhead);
        QVERIFY(team.roofMemory.expired());
    }
    void isTheSameWheneverItIsAskedFor()
    {
        // The choice holds for the process: a device that is opened anew, as for a sweep after the roofs, has the same.
        const auto choice = [] {
            CpuDevice device(*chosenInstructionSet(), 2);
            return accessFor(device, **device.team(2), 512 * 1024);
        };
        const MemoryAccess first = choice();
        for (int i = 0; i < 5; ++i)
            QVERIFY(choice() == first);
    }
    void aSweepsCellGoesOverMemoryAsTheRoofOfItsFootprint()
    {
        const auto device = std::make_shared<CpuDevice>(*chosenInstructionSet(), 2);
        for (const std::int64_t elements : {1 << 10, 1 << 17, 1 << 20, 1 << 25}) {
            const auto cell = pointwiseChain(device,
                                             Workload{.operation = Operation::Fma, .elements = elements, .threads = 2});
            QVERIFY(cell.ok());
            const MemoryAccess access = accessFor(*device, *cell->team,
                                                  static_cast<std::size_t>(elements) * sizeof(float));
            QVERIFY(cell->chain.kernel == device->kernels().of(Operation::Fma, Precision::Fp32, access));
        }
    }
    void tryingLeavesTheNumbersAsTheyWere()
    {
        CpuDevice device(*chosenInstructionSet(), 1);
        Team& team = **device.team(1);
        const auto memory = RoofMemory::of(team, 1 << 20);
        QVERIFY(memory.ok());
        static_cast<void>(accessFor(device, team, 1 << 20));
        alignas(lineBytes) std::array<float, 256> expected;
        fillUniform(expected.data(), sizeof expected, 0, Precision::Fp32);
        QVERIFY(std::memcmp((*memory)->part(0), expected.data(), sizeof expected) == 0);
    }
};

RIDGEPOINT_TEST(AccessChoiceTest)
#include "access_choice_test.moc"
