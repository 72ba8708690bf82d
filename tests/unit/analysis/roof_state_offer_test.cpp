// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/roof_state_offer.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <limits>

using namespace ridgepoint;

class RoofStateOfferTest : public QObject {
    Q_OBJECT

    const RoofPlace m_memory{"cpu", 2, "bandwidth.dram"};
    const Interval m_known{116e9, 118e9};
    const RoofPlace m_launch{"cpu", 2, "launch.wait_each"};

    static double seenIn(const RoofStateOffer& offers)
    {
        return offers.offerFor("cpu", 2).value_or(RoofEvidence{}).seen;
    }

private slots:
    void init() { test::failOnQtWarnings(); }

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

RIDGEPOINT_TEST(RoofStateOfferTest)
#include "roof_state_offer_test.moc"
