// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_state_offer.h"
#include "core/analysis/roof_warning.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <limits>

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

class RoofWarningTest : public test::Case {
    Q_OBJECT

private slots:
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

private:
    const RoofPlace m_memory{"cpu", 2, "bandwidth.dram"};
    const Interval m_known{116e9, 118e9};
    const RoofPlace m_launch{"cpu", 2, "launch.wait_each"};

    static double seenIn(const RoofStateOffer& offers)
    {
        return offers.offerFor("cpu", 2).value_or(RoofEvidence{}).seen;
    }

private slots:

    void doesNotOfferAStateThatIsKnown()
    {
        RoofStateOffer offers;
        for (const double seen : {66e9, 70e9, 68e9, 64e9, 67e9, 65e9})
            offers.read({m_memory, seen, 117e9}, {62e9, 118e9});
        QVERIFY(!offers.offerFor("cpu", 2));
        for (const double seen : {46e9, 45e9, 44e9, 47e9, 48e9})
            offers.read({m_memory, seen, 117e9}, {62e9, 118e9});
        QCOMPARE(seenIn(offers), 46e9);
        offers.read({m_memory, 63e9, 117e9}, {62e9, 118e9});
        QVERIFY2(!offers.offerFor("cpu", 2), "back in a state that is known");
    }

    void offersAStateThatLasts()
    {
        RoofStateOffer offers;
        for (const double seen : {66e9, 70e9, 68e9, 60e9}) {
            offers.read({m_memory, seen, 117e9}, m_known);
            offers.read({m_memory, seen, 117e9}, m_known); // beside another sample: no further look
        }
        QVERIFY2(!offers.offerFor("cpu", 2), "four looks may be a passing moment");
        offers.read({m_memory, 67e9, 117e9}, m_known);
        QCOMPARE(seenIn(offers), 67e9); // the median
        offers.read({m_memory, 110e9, 117e9}, m_known);
        QVERIFY2(!offers.offerFor("cpu", 2), "it is over");
        for (const double seen : {66e9, 70e9, 68e9, 200e9, 60e9, 61e9})
            offers.read({m_memory, seen, 117e9}, m_known);
        QVERIFY2(!offers.offerFor("cpu", 2), "to and fro is no state");
        offers.read({m_memory, std::numeric_limits<double>::quiet_NaN(), 117e9}, m_known);
        offers.read({m_memory, 0.0, 117e9}, m_known);
        QVERIFY(!offers.offerFor("cpu", 2));
        for (const double seen : {62e9, 63e9, 64e9})
            offers.read({m_memory, seen, 117e9}, m_known);
        QCOMPARE(seenIn(offers), 62e9);
        offers.keep(m_memory);
        offers.read({m_memory, 65e9, 117e9}, m_known);
        QVERIFY(!offers.offerFor("cpu", 2));
    }
    void offersARoofThatIsContradictedUntilItsValueIsAnother()
    {
        RoofStateOffer offers;
        offers.see({m_memory, 66e9, 117e9});
        const auto offer = offers.offerFor("cpu", 2);
        QVERIFY(offer && offer->place == m_memory);
        QCOMPARE(offer->seen, 66e9);
        QCOMPARE(offer->reference, 117e9);
        offers.setReference(m_memory, 117e9);
        QVERIFY2(offers.offerFor("cpu", 2), "nothing has changed");
        offers.setReference(m_memory, 68e9);
        QVERIFY(!offers.offerFor("cpu", 2));
        offers.see({m_memory, 100e9, 68e9});
        QCOMPARE(seenIn(offers), 100e9);
    }

    void evidenceAtTheReferenceOffersNothingAndEndsAnOffer_data()
    {
        QTest::addColumn<double>("seen");
        QTest::addColumn<bool>("isOffered");
        QTest::newRow("the same") << 100e9 << false;
        QTest::newRow("a little slower") << 96e9 << false;
        QTest::newRow("a little faster") << 104e9 << false;
        QTest::newRow("slower") << 94e9 << true;
        QTest::newRow("faster") << 106e9 << true;
        QTest::newRow("nothing") << 0.0 << true; // no evidence at all: what was offered before stays
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << true;
    }
    void evidenceAtTheReferenceOffersNothingAndEndsAnOffer()
    {
        QFETCH(double, seen);
        QFETCH(bool, isOffered);
        RoofStateOffer offers;
        offers.see({m_memory, 50e9, 100e9});
        offers.see({m_memory, seen, 100e9});
        QCOMPARE(offers.offerFor("cpu", 2).has_value(), isOffered);
    }

    void whatIsKeptIsNotOfferedAgainBeforeRoofsAreMeasuredOnPurpose()
    {
        RoofStateOffer offers;
        offers.see({m_memory, 66e9, 117e9});
        offers.keep(m_memory);
        offers.see({m_memory, 60e9, 117e9});
        QVERIFY(!offers.offerFor("cpu", 2));
        offers.see({m_launch, 4e-7, 1.5e-7});
        QCOMPARE(seenIn(offers), 4e-7); // each roof for itself
        offers.forgetKept();
        offers.setReference(m_launch, 4e-7);
        offers.see({m_memory, 60e9, 117e9});
        QCOMPARE(seenIn(offers), 60e9);
        offers.keep(m_memory);
        offers.clear();
        offers.see({m_memory, 60e9, 117e9});
        QCOMPARE(seenIn(offers), 60e9);
    }

    void offersOneAfterTheOtherAndOnlyThoseOfWhatIsLookedAt()
    {
        RoofStateOffer offers;
        offers.see({m_launch, 4e-7, 1.5e-7});
        offers.see({m_memory, 66e9, 117e9});
        QVERIFY(offers.offerFor("cpu", 2)->place == m_launch);
        offers.keep(m_launch);
        QVERIFY(offers.offerFor("cpu", 2)->place == m_memory);
        QVERIFY(!offers.offerFor("cpu", 1) && !offers.offerFor("cuda:0", 2));
    }

    void figuresFollowTheStateAndNotEveryReading()
    {
        RoofStateOffer offers;
        offers.see({m_memory, 66e9, 117e9});
        offers.see({m_memory, 70e9, 117e9});
        QCOMPARE(seenIn(offers), 66e9);
        offers.see({m_memory, 90e9, 117e9});
        QCOMPARE(seenIn(offers), 90e9);
    }
};

RIDGEPOINT_TEST(RoofWarningTest)
#include "roof_warning_test.moc"
