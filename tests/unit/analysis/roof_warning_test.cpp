// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_warning.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;

namespace {

/// Four roofs, the flags going to the first ones.
RoofSet roofsWith(std::initializer_list<FlagSet> flags)
{
    RoofSet set{.device = "cpu", .threads = 2};
    for (const char* id :
         {"bandwidth.l1", "bandwidth.dram", "compute.fp32.fma", "compute.fp32.cos", "launch.wait_each"})
        set.put({.id = id, .kind = *kindOfRoof(id), .value = 1.0});
    std::size_t at = 0;
    for (const FlagSet one : flags)
        set.roofs[at++].flags = one;
    return set;
}

} // namespace

class RoofWarningTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void quietRoofsNeedNoWarning_data()
    {
        QTest::addColumn<RoofSet>("roofs");
        QTest::newRow("no roofs at all") << RoofSet{};
        QTest::newRow("none flagged") << roofsWith({});
        QTest::newRow("not all rounds yet") << roofsWith({Flag::FewReadings, Flag::FewReadings});
        RoofSet beside = roofsWith({});
        beside.otherLoad = 0.3; // on a machine with more processors than the roofs use
        RoofSet many = roofsWith({});
        for (const Precision precision : {Precision::Fp32, Precision::Fp64})
            for (const Operation operation : allOperations)
                many.put({.id = computeRoofId(operation, precision), .kind = RoofKind::Compute, .value = 1.0});
        many.roofs.back().flags = Flag::Preempted;
        QTest::newRow("one among many") << many;
        QTest::newRow("others used processors that we leave free") << beside;
    }
    void quietRoofsNeedNoWarning()
    {
        QFETCH(RoofSet, roofs);
        QVERIFY(!roofWarning(roofs));
    }

    void saysWhatDisturbedTheRoofs_data()
    {
        QTest::addColumn<RoofSet>("roofs");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("says");
        RoofSet busy = roofsWith({Flag::MachineBusy, Flag::MachineBusy | Flag::Preempted, Flag::Throttled});
        QTest::newRow("busy, by an unknown share") << busy << "roofs.machine-busy-unknown"
                                                   << "2 of 5 roofs were measured (bandwidth.l1, bandwidth.dram)";
        busy.otherLoad = 0.001;
        QTest::newRow("busy, by a share that rounds to nothing") << busy << "roofs.machine-busy-unknown"
                                                                 << "2 of 5 roofs";
        busy.otherLoad = 0.434;
        QTest::newRow("busy") << busy << "roofs.machine-busy"
                              << "used 43 % of the processor";
        QTest::newRow("throttled") << roofsWith({Flag::Preempted, Flag::Throttled}) << "roofs.throttled"
                                   << "1 of 5 roofs were measured (bandwidth.dram)";
        QTest::newRow("preempted, more roofs than a line names")
            << roofsWith({Flag::Preempted, Flag::Preempted, Flag::Preempted, Flag::Preempted}) << "roofs.preempted"
            << "4 of 5 roofs were measured (bandwidth.l1, bandwidth.dram, compute.fp32.fma …)";
        QTest::newRow("rounds that differ") << roofsWith({Flag::IntervalNotReached}) << "roofs.unsteady"
                                            << "1 of 5 roofs (bandwidth.l1)";
    }
    void saysWhatDisturbedTheRoofs()
    {
        QFETCH(RoofSet, roofs);
        QFETCH(QString, says);
        const auto warning = roofWarning(roofs);
        QVERIFY(warning.has_value());
        QTEST(QString::fromStdString(warning->id), "id");
        const QString text = QString::fromStdString(warning->message());
        QVERIFY2(text.contains(says), qPrintable(text));
        QVERIFY2(!text.contains("%1") && !text.contains("%2") && !text.contains("%3") && !text.contains('\n'),
                 qPrintable(text));
    }
    void namesRoofsByTheWordsGiven()
    {
        const auto warning = roofWarning(roofsWith({Flag::Throttled, Flag::Throttled}),
                                         [](std::string_view id) { return "<" + std::string(id) + ">"; });
        QVERIFY(warning.has_value());
        const QString text = QString::fromStdString(warning->message());
        QVERIFY2(text.contains("(<bandwidth.l1>, <bandwidth.dram>)"), qPrintable(text));
    }
};

RIDGEPOINT_TEST(RoofWarningTest)
#include "roof_warning_test.moc"
