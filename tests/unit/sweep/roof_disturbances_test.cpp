// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"
#include "tests/unit/sweep/roof_run.h"

#include <QTest>

#include <string>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What becomes of a roof in whose rounds something else was on the device.
class RoofDisturbancesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void flagsWhatDisturbedMostRounds_data()
    {
        QTest::addColumn<Flag>("flag");
        QTest::newRow("other programs") << Flag::MachineBusy;
        QTest::newRow("preemption") << Flag::Preempted;
        QTest::newRow("a lowered clock") << Flag::Throttled;
    }
    void flagsWhatDisturbedMostRounds()
    {
        QFETCH(Flag, flag);
        RoofRun device;
        device.truth.noise = 2.0; // a preemption that costs nothing would be no flag
        device.truth.flags = [=](const std::string& id, int) {
            return id == "launch.fixed" ? FlagSet{} : FlagSet(flag);
        };
        device.truth.otherLoad = 0.4;
        const RoofRunner runner = device.run();
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY2(roof.flags.has(flag) == (roof.id != "launch.fixed"), roof.id.c_str());
        QVERIFY(isClose(runner.roofs().otherLoad.value_or(0.0), 0.4, 1e-9));
    }
    void preemptionThatCostsNothingIsNoFlag()
    {
        RoofRun device;
        device.truth.flags = [](const std::string&, int) { return FlagSet(Flag::Preempted); };
        const RoofRunner runner = device.run({"compute.fp32.cos"});
        QCOMPARE(toString(runner.roofs().roofs.front().flags), std::string());
    }
    void aFewDisturbedBatchesAreNoFlag()
    {
        RoofRun device;
        device.truth.flags = [](const std::string&, int batch) {
            return batch % 3 == 0 ? FlagSet(Flag::Preempted) : FlagSet{};
        };
        device.truth.flaggedSlowdown = 3.0;
        const RoofRunner runner = device.run();
        for (const Roof& roof : runner.roofs().roofs)
            QCOMPARE(toString(roof.flags), std::string());
        QVERIFY(!runner.roofs().otherLoad);
    }
    void whatOnlyADisturbanceSlowedIsNoStateOfTheMachine_data()
    {
        QTest::addColumn<bool>("isAll");
        QTest::newRow("half of the rounds: the range of the others") << false;
        QTest::newRow("all of them: the range of the quartiles") << true;
    }
    void whatOnlyADisturbanceSlowedIsNoStateOfTheMachine()
    {
        QFETCH(const bool, isAll);
        RoofRun device;
        constexpr int halfWay = 21; // batches: those that calibrate, and four a round; a slow one ends its round
        device.truth.flags = [=](const std::string&, int batch) {
            return isAll || batch >= halfWay ? FlagSet(Flag::Preempted) : FlagSet{};
        };
        device.truth.flaggedSlowdown = isAll ? 1.0 : 8.0;
        int batches = 0;
        device.truth.slower = [&](const std::string&, Seconds) {
            return ++batches >= halfWay && batches <= halfWay + 1 && isAll ? 8.0 : 1.0;
        };
        const RoofRunner runner = device.run({"compute.fp32.cos"});
        const Roof& roof = runner.roofs().roofs.front();
        QVERIFY(isClose(roof.value, 7e9, 1e-9));
        QVERIFY2(roof.low > 0.9 * roof.value && roof.low <= roof.high, std::to_string(roof.low).c_str());
        QVERIFY(batches > halfWay);
    }
    void launchCostsComeFromTheQuietRounds()
    {
        RoofRun device;
        // Calibration and five of the eight rounds beside another program: so slow that one batch ends a round.
        device.truth.flags = [](const std::string& id, int batch) {
            return id.starts_with("launch.") && batch < 6 ? FlagSet(Flag::MachineBusy) : FlagSet{};
        };
        device.truth.flaggedSlowdown = 100.0;
        const RoofRunner runner = device.run();
        const Roof* launch = runner.roofs().find("launch.wait_each");
        QVERIFY2(isClose(launch->value, 400e-9, 1e-9), std::to_string(launch->value).c_str());
        QVERIFY2(launch->high < 1e-6, "what other programs slowed down is no state of the machine");
        QCOMPARE(toString(launch->flags), std::string()); // three quiet rounds are enough for a median
    }
    void roundsThatDifferWidelyAreFlagged()
    {
        RoofRun device;
        device.truth.noise = 4.0;
        // The 25th percentile of a launch round evens readings out: every second round is slow as a whole.
        device.truth.flags = [](const std::string& id, int batch) {
            return id.starts_with("launch.") && batch / 32 % 2 == 1 ? FlagSet(Flag::Edge) : FlagSet{};
        };
        device.truth.flaggedSlowdown = 4.0;
        const RoofRunner runner = device.run({"launch.wait_each", "compute.fp32.cos"});
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY2(roof.flags.has(Flag::IntervalNotReached), roof.id.c_str());
        device.truth.flags = {};
        device.truth.noise = 0.1;
        const RoofRunner steady = device.run();
        for (const Roof& roof : steady.roofs().roofs)
            QVERIFY2(!roof.flags.has(Flag::IntervalNotReached), roof.id.c_str());
    }
    void fewRoundsAreSaidToBeFew()
    {
        RoofRun device;
        const RoofRunner runner = device.run({"compute.fp32.cos"});
        QVERIFY(device.published.front().flags.has(Flag::FewReadings));
        QVERIFY(runner.roofs().roofs.front().flags.empty());
    }
};

RIDGEPOINT_TEST(RoofDisturbancesTest)
#include "roof_disturbances_test.moc"
