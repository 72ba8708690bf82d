// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_summary.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

std::set<std::string> outliersIn(const FleetSummary& summary)
{
    std::set<std::string> names;
    for (const FleetOutlier& outlier : summary.outliers)
        names.insert(summary.nodes[outlier.node]);
    return names;
}

std::set<std::string> missingIn(const FleetSummary& summary)
{
    std::set<std::string> names;
    for (const FleetGap& gap : summary.gaps)
        names.insert(summary.nodes[gap.node]);
    return names;
}

/// The roof of that id of a node.
Roof& roofOf(FleetNode& node, const char* id) { return *std::ranges::find(node.roofs.front().roofs, id, &Roof::id); }

const std::map<std::size_t, NodeFault> noFaults{};

} // namespace

/// Which nodes of a fleet are named, and which are not.
class FleetSummaryTest : public Case {
    Q_OBJECT
private slots:
    // Mutations: a factor of 2 instead of 6 robust deviations; mean and standard deviation instead of median and MAD.
    void namesExactlyThoseThatLieHangOrDie_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<bool>("isOfGpus");
        for (const int nodes : {4, 64, 256}) {
            QTest::addRow("%d processors", nodes) << nodes << false;
            QTest::addRow("%d GPUs", nodes) << nodes << true;
        }
    }
    void namesExactlyThoseThatLieHangOrDie()
    {
        QFETCH(int, nodes);
        QFETCH(bool, isOfGpus);
        const FleetNoise noise{.betweenNodes = nodes == 4 ? 0.005 : 0.01, .isOfGpus = isOfGpus};
        const std::vector<NodeFault> faults{NodeFault::SlowMemory, NodeFault::Hangs, NodeFault::LowPower,
                                            NodeFault::Dies, NodeFault::BoastsSpeed};
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            // Another fault comes first with each seed, so that the one of four nodes has each in turn.
            std::vector<NodeFault> turned = faults;
            std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(seed % turned.size()),
                        turned.end());
            const auto faulty = everyTwentieth(static_cast<std::size_t>(nodes), turned);
            std::set<std::string> lie;
            std::set<std::string> giveNothing;
            for (const auto& [node, fault] : faulty)
                (fault == NodeFault::Hangs || fault == NodeFault::Dies ? giveNothing : lie)
                    .insert(syntheticNodeName(node));
            const FleetSummary summary = summariseFleet(
                syntheticFleet(static_cast<std::size_t>(nodes), seed, faulty, noise));
            // Of three nodes that are left none can be named, but then none lies.
            QCOMPARE(outliersIn(summary), lie);
            QCOMPARE(missingIn(summary), giveNothing);
            QCOMPARE(summary.measured, static_cast<std::size_t>(nodes) - giveNothing.size());
        }
    }
    // Fleets without a fault, in which every name is a false alarm. Mutations: no correction for few values; no
    // deviation of the other roofs of the kind; no range of rounds.
    void namesNoNoise_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<double>("betweenNodes");
        QTest::addColumn<double>("ofRounds");
        for (const int nodes : {4, 5, 8, 16, 64}) {
            QTest::addRow("%d alike", nodes) << nodes << 0.005 << 0.02;
            QTest::addRow("%d that differ by binning", nodes) << nodes << 0.03 << 0.02;
            QTest::addRow("%d with wide ranges", nodes) << nodes << 0.10 << 0.25;
        }
    }
    void namesNoNoise()
    {
        QFETCH(int, nodes);
        QFETCH(double, betweenNodes);
        QFETCH(double, ofRounds);
        int falseAlarms = 0;
        const std::uint64_t seeds = 100;
        for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
            const FleetSummary summary = summariseFleet(syntheticFleet(
                static_cast<std::size_t>(nodes), seed, noFaults, {.betweenNodes = betweenNodes, .ofRounds = ofRounds}));
            falseAlarms += summary.outliers.empty() ? 0 : 1;
        }
        QCOMPARE(falseAlarms, 0);
    }
    void aNodeWhoseRoundsReachTheMedianIsNotNamed()
    {
        std::vector<FleetNode> fleet = syntheticFleet(16, 1, noFaults, {});
        Roof& roof = roofOf(fleet[3], "bandwidth.dram");
        const double usual = roof.value;
        roof.value = roof.low = 0.7 * usual;
        roof.high = 0.72 * usual;
        QCOMPARE(outliersIn(summariseFleet(fleet)), std::set<std::string>{"node003"});
        roof.high = 1.1 * usual; // it was as fast as the others in one round
        QVERIFY(outliersIn(summariseFleet(fleet)).empty());
    }
    void machinesOfOneModelMayDifferALittle()
    {
        std::vector<FleetNode> fleet = syntheticFleet(64, 1, noFaults, {.betweenNodes = 0.0, .ofRounds = 0.0});
        const double usual = roofOf(fleet[3], "bandwidth.dram").value;
        const auto makeIt = [&](double value) {
            Roof& roof = roofOf(fleet[3], "bandwidth.dram");
            roof.value = roof.low = roof.high = value;
        };
        makeIt(usual / 1.07);
        QVERIFY(outliersIn(summariseFleet(fleet)).empty());
        makeIt(usual / 1.09);
        QCOMPARE(outliersIn(summariseFleet(fleet)), std::set<std::string>{"node003"});
    }
    void whereRoundsDifferWidelyALittleMoreIsNotNamed()
    {
        std::vector<FleetNode> fleet = syntheticFleet(64, 1, noFaults, {.betweenNodes = 0.0, .ofRounds = 0.2});
        Roof& roof = roofOf(fleet[3], "bandwidth.dram");
        const double usual = roof.value;
        roof.value = roof.low = roof.high = 0.85 * usual; // by chance its few rounds agree
        QVERIFY(outliersIn(summariseFleet(fleet)).empty());
        roof.value = roof.low = roof.high = 0.75 * usual;
        QCOMPARE(outliersIn(summariseFleet(fleet)), std::set<std::string>{"node003"});
    }
    void ofThreeNoneIsNamed()
    {
        std::vector<FleetNode> fleet = syntheticFleet(3, 1, {{1, NodeFault::SlowMemory}}, {});
        const FleetSummary summary = summariseFleet(fleet);
        QVERIFY(summary.outliers.empty());
        QVERIFY(std::isinf(summary.roofs.front().limit));
        QVERIFY(summary.roofs.front().spread.median > 0.0);
    }
    void medianAndSpreadAreOfTheNodes()
    {
        std::vector<FleetNode> fleet = syntheticFleet(5, 1, noFaults, {});
        const std::vector<double> values{80.0, 99.0, 100.0, 101.0, 200.0};
        for (std::size_t i = 0; i < values.size(); ++i)
            roofOf(fleet[i], "bandwidth.dram").value = values[i];
        const FleetSummary summary = summariseFleet(fleet);
        const auto roof = std::ranges::find(summary.roofs, "bandwidth.dram", &FleetRoof::roof);
        QVERIFY(isNear(roof->spread.median, 100.0));
        // Deviations 0, ln 1.01, ln (100/99), ln 1.25, ln 2: the third, with the correction for five values.
        QVERIFY(isNear(roof->spread.deviation, 1.4826 * 1.206 * std::log(100.0 / 99.0)));
    }
    void tellsThePowerLimit()
    {
        const FleetSummary summary = summariseFleet(
            syntheticFleet(64, 1, {{17, NodeFault::LowPower}}, {.isOfGpus = true}));
        QCOMPARE(summary.outliers.size(), std::size_t{1});
        const FleetOutlier& outlier = summary.outliers.front();
        QCOMPARE(outlier.facts.size(), std::size_t{1});
        QVERIFY(outlier.facts.front() == (FleetFact{"power limit", "350 W", "700 W", true}));
        QVERIFY(!outlier.isHalfTheMemory);
        QVERIFY(std::abs(outlier.roofs.front().share + 0.34) < 0.04);
    }
    void halfTheChannelsAreSupposedOnlyWhereTheEvidenceSaysSo_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("isSupposed");
        QTest::newRow("half of memory alone") << "" << true;
        QTest::newRow("beside other programs") << "load" << false;
        QTest::newRow("in a disturbed moment") << "flags" << false;
        QTest::newRow("arithmetic is slow too") << "compute" << false;
        QTest::newRow("nothing else was measured") << "only" << false;
        QTest::newRow("a quarter less") << "quarter" << false;
    }
    void halfTheChannelsAreSupposedOnlyWhereTheEvidenceSaysSo()
    {
        QFETCH(QString, change);
        QFETCH(bool, isSupposed);
        const NodeFault fault = change == "quarter" ? NodeFault::SlowMemory : NodeFault::HalfMemory;
        std::vector<FleetNode> fleet = syntheticFleet(32, 1, {{9, fault}}, {});
        RoofSet& roofs = fleet[9].roofs.front();
        if (change == "load")
            roofs.otherLoad = 0.4;
        for (Roof& roof : roofs.roofs) {
            if (change == "flags" && roof.kind == RoofKind::Bandwidth)
                roof.flags = Flag::MachineBusy;
            if (change == "compute" && roof.kind == RoofKind::Compute)
                roof.value = roof.high = 0.5 * roof.value;
        }
        if (change == "only")
            for (FleetNode& node : fleet)
                std::erase_if(node.roofs.front().roofs, [](const Roof& roof) { return roof.id != "bandwidth.dram"; });
        const FleetSummary summary = summariseFleet(fleet);
        QCOMPARE(outliersIn(summary), std::set<std::string>{"node009"});
        QCOMPARE(summary.outliers.front().isHalfTheMemory, isSupposed);
    }
    void aDeviceOfAnotherNameIsNamedAndNotCompared()
    {
        std::vector<FleetNode> fleet = syntheticFleet(16, 1, {{5, NodeFault::HalfMemory}}, {});
        fleet[5].devices.front().name = "Another processor";
        const FleetSummary summary = summariseFleet(fleet);
        QCOMPARE(outliersIn(summary), std::set<std::string>{"node005"});
        QVERIFY(summary.outliers.front().roofs.empty());
        QCOMPARE(summary.outliers.front().facts.front().here, std::string("Another processor"));
    }
    void twoKindsOfNodesAreComparedEachWithItsKind()
    {
        std::map<std::size_t, NodeFault> faults;
        for (std::size_t node = 0; node < 32; node += 2)
            faults[node] = NodeFault::HalfMemory;
        std::vector<FleetNode> fleet = syntheticFleet(32, 1, faults, {});
        for (std::size_t node = 0; node < 32; node += 2)
            fleet[node].devices.front().name = "Another processor";
        QVERIFY(summariseFleet(fleet).outliers.empty());
    }
    void aRoofThatOneNodeLacksIsAGap()
    {
        std::vector<FleetNode> fleet = syntheticFleet(8, 1, noFaults, {});
        RoofSet& roofs = fleet[2].roofs.front();
        std::erase_if(roofs.roofs, [](const Roof& roof) { return roof.id == "bandwidth.dram"; });
        roofs.unavailable = {{"bandwidth.dram", Error{.id = "test.broke", .text = "it broke"}}};
        const FleetSummary summary = summariseFleet(fleet);
        QCOMPARE(summary.gaps.size(), std::size_t{1});
        QCOMPARE(summary.gaps.front().node, std::size_t{2});
        QCOMPARE(summary.gaps.front().roof, std::string("bandwidth.dram"));
        QCOMPARE(summary.gaps.front().reason.id, std::string("test.broke"));
    }
    void aFleetOfNothingIsSummarised()
    {
        QVERIFY(summariseFleet({}).roofs.empty());
        const std::vector<FleetNode> fleet(2, FleetNode{.name = "empty"});
        const FleetSummary summary = summariseFleet(fleet);
        QCOMPARE(summary.measured, std::size_t{0});
        QCOMPARE(summary.gaps.size(), std::size_t{2});
    }
    void valuesThatAreNoRateCountForNothing()
    {
        std::vector<FleetNode> fleet = syntheticFleet(8, 1, noFaults, {});
        roofOf(fleet[1], "bandwidth.dram").value = 0.0;
        roofOf(fleet[2], "bandwidth.dram").value = std::nan("");
        const FleetSummary summary = summariseFleet(fleet);
        const auto roof = std::ranges::find(summary.roofs, "bandwidth.dram", &FleetRoof::roof);
        QCOMPARE(roof->points.size(), std::size_t{6});
        QVERIFY(summary.outliers.empty());
        QCOMPARE(summary.gaps.size(), std::size_t{2});
    }
};

RIDGEPOINT_TEST(FleetSummaryTest)
#include "fleet_summary_test.moc"
