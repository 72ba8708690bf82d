// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/power_roof.h"
#include "core/analysis/roof_state_offer.h"
#include "core/analysis/roof_warning.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

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

/// GB/s, GFLOP/s and W of each line of te42kyfo/gpu-benches, gpu-roofline/h200.txt.
constexpr std::array<std::array<double, 3>, 55> h200{{
    {3759, 940, 572},   {3780, 1890, 578},  {3763, 2822, 583},  {3779, 4724, 597},  {3760, 8459, 615},
    {3735, 15874, 650}, {3629, 22683, 675}, {3232, 26667, 653}, {2690, 27571, 595}, {2323, 28456, 558},
    {2029, 28920, 526}, {2204, 35812, 583}, {2002, 36541, 562}, {1838, 37227, 547}, {1700, 37819, 531},
    {1578, 38276, 519}, {1475, 38727, 511}, {1365, 38569, 501}, {1303, 39404, 495}, {1213, 39109, 491},
    {1155, 39570, 479}, {1095, 39692, 473}, {1045, 39981, 467}, {989, 39827, 467},  {954, 40308, 463},
    {910, 40254, 455},  {876, 40524, 450},  {837, 40399, 450},  {813, 40870, 443},  {784, 40956, 442},
    {761, 41269, 440},  {727, 40898, 439},  {709, 41309, 431},  {690, 41602, 433},  {667, 41499, 425},
    {642, 41232, 428},  {629, 41687, 422},  {611, 41706, 422},  {595, 41795, 421},  {575, 41519, 420},
    {566, 42006, 414},  {548, 41818, 415},  {536, 41925, 412},  {520, 41724, 413},  {512, 42115, 408},
    {500, 42103, 408},  {488, 42129, 405},  {474, 41817, 409},  {469, 42329, 405},  {456, 42111, 403},
    {447, 42092, 402},  {436, 41961, 402},  {432, 42426, 396},  {425, 42558, 398},  {415, 42442, 396},
}};

std::vector<PowerReading> published()
{
    std::vector<PowerReading> readings;
    for (const auto& [bandwidth, rate, watts] : h200)
        readings.push_back({BytesPerSecond(bandwidth * 1e9), FlopsPerSecond(rate * 1e9), watts});
    return readings;
}

RoofSet measuredRoofs()
{
    RoofSet roofs;
    roofs.put({.id = "bandwidth.dram.sustained", .kind = RoofKind::Bandwidth, .value = 4e12, .watts = 580.0});
    roofs.put({.id = "compute.fp32.fma.sustained", .kind = RoofKind::Compute, .value = 60e12, .watts = 460.0});
    return roofs;
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
                                            << "1 of 5 roofs (bandwidth.l1) varies widely";
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
    void theLogOfAnH200IsALine()
    {
        const std::vector<PowerReading> readings = published();
        const auto model = fitPower(readings);
        QVERIFY(model);
        QVERIFY(std::abs(model->idleWatts - 105.4) < 1.0);
        QVERIFY(std::abs(model->joulesPerByte * 1e12 - 122.4) < 1.0);
        QVERIFY(std::abs(model->joulesPerFlop * 1e12 - 5.81) < 0.05);
        std::vector<double> off;
        for (const PowerReading& reading : readings)
            off.push_back(std::abs(model->wattsAt(reading.bandwidth, reading.rate) / reading.watts - 1.0));
        std::sort(off.begin(), off.end());
        QVERIFY(off.back() < 0.025);
        QVERIFY(off[off.size() / 2] < 0.01);
    }
    void theRidgeOfAnH200IsAbove700W()
    {
        const auto model = fitPower(published());
        QVERIFY(model);
        const BytesPerSecond bandwidth(4.3e12);
        const FlopsPerSecond rate(64e12);
        QVERIFY(model->wattsAt(bandwidth, rate) > 900.0);
        const FlopsPerByte ridge = rate / bandwidth;
        const FlopsPerSecond kept = keptUp(*model, 700.0, bandwidth, rate, ridge);
        QVERIFY(kept > rate * 0.6 && kept < rate * 0.7);
        QVERIFY(std::abs(model->wattsAt(BytesPerSecond(kept.value() / ridge.value()), kept) - 700.0) < 1e-6);
        QCOMPARE(keptUp(*model, 1200.0, bandwidth, rate, ridge), rate);
        QCOMPARE(keptUp(*model, 700.0, bandwidth, rate, FlopsPerByte(0.125)), FlopsPerSecond(0.125 * 4.3e12));
        QCOMPARE(keptUp(*model, model->idleWatts / 2.0, bandwidth, rate, ridge), FlopsPerSecond());
    }
    void aDeviceIsDescribedByThreeReadings()
    {
        const auto model = powerModelOf(measuredRoofs(), "compute.fp32.fma", 100.0);
        QVERIFY(model);
        QVERIFY(std::abs(model->wattsAt({}, {}) - 100.0) < 1e-6);
        QVERIFY(std::abs(model->wattsAt(BytesPerSecond(4e12), {}) - 580.0) < 1e-6);
        QVERIFY(std::abs(model->wattsAt({}, FlopsPerSecond(60e12)) - 460.0) < 1e-6);
    }
    void whatIsNotKnownIsNotGuessed()
    {
        QVERIFY(!powerModelOf(measuredRoofs(), "compute.fp32.fma", 0.0));
        QVERIFY(!powerModelOf(measuredRoofs(), "compute.fp64.fma", 100.0));
        QVERIFY(
            !powerModelOf(measuredRoofs(), "compute.fp32.fma", 600.0)); // more than memory drew: no power of this work
        RoofSet silent = measuredRoofs();
        for (Roof& roof : silent.roofs)
            roof.watts = 0.0;
        QVERIFY(!powerModelOf(silent, "compute.fp32.fma", 100.0));
        QVERIFY(!fitPower({}));
        const std::array alike{PowerReading{BytesPerSecond(1e12), FlopsPerSecond(2e12), 300.0},
                               PowerReading{BytesPerSecond(2e12), FlopsPerSecond(4e12), 500.0},
                               PowerReading{BytesPerSecond(4e12), FlopsPerSecond(8e12), 900.0}};
        QVERIFY(!fitPower(alike)); // bytes and operations in step: nobody can tell which of them drew it
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
