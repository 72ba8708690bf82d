// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_words.h"

#include "core/fleet/fleet_export.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// Every roof exactly as many times as fast as on the first node.
std::vector<FleetNode> exactFleet(std::size_t nodes)
{
    return syntheticFleet(nodes, 1, {}, {.betweenNodes = 0.0, .isOfGpus = true});
}

QString firstOutlier(const std::vector<FleetNode>& fleet)
{
    const FleetSummary summary = summariseFleet(fleet);
    return summary.outliers.empty() ? QString()
                                    : QString::fromStdString(sentenceFor(summary.outliers.front(), summary));
}

void slowDown(FleetNode& node, const std::string& start, double factor)
{
    for (Roof& roof : node.roofs.front().roofs)
        if (roof.id.starts_with(start)) {
            roof.value *= factor;
            roof.low *= factor;
            roof.high *= factor;
        }
}

} // namespace

/// What is said of a fleet, and its files.
class FleetWordsTest : public Case {
    Q_OBJECT
private slots:
    void namesTheFigureThatTells()
    {
        std::vector<FleetNode> fleet = exactFleet(64);
        slowDown(fleet[17], "compute.fp32.fma", 0.79);
        fleet[17].devices.front().gpu->powerLimitWatts = 350.0;
        QCOMPARE(firstOutlier(fleet), "node017: fp32 fma 21 % under the median of 64 nodes; power limit 350 W "
                                      "where the others have 700 W");
    }
    void countsTheOtherRoofsAndSaysWhatMostHave()
    {
        std::vector<FleetNode> fleet = exactFleet(8);
        slowDown(fleet[2], "compute.fp32.fma", 0.5);
        slowDown(fleet[2], "compute.fp32.mul", 0.8);
        fleet[2].environment["kernel"] = "Linux 5.0";
        fleet[3].environment["kernel"] = "Linux 5.1";
        QCOMPARE(firstOutlier(fleet), "node002: fp32 fma 50 % under the median of 8 nodes, 1 more roof outside; "
                                      "kernel Linux 5.0 where most have Linux 6.1");
    }
    void everythingIsSaidOfANode()
    {
        std::vector<FleetNode> fleet = exactFleet(8);
        slowDown(fleet[2], "compute.fp32.fma", 0.5);
        std::erase_if(fleet[2].roofs.front().roofs, [](const Roof& roof) { return roof.id == "bandwidth.l3"; });
        const FleetSummary summary = summariseFleet(fleet);
        const std::vector<std::string> said = sentencesFor(2, summary);
        QCOMPARE(said.size(), std::size_t{2});
        QVERIFY2(said[0].starts_with("node002: fp32 fma 50 % under "), said[0].c_str());
        QCOMPARE(said[1], std::string("node002: L3 was not measured: its session does not have it"));
        QVERIFY(sentencesFor(3, summary).empty());
    }
    void flagsAndLoadAreSaid()
    {
        std::vector<FleetNode> fleet = exactFleet(8);
        slowDown(fleet[2], "bandwidth.dram", 0.6);
        RoofSet& roofs = fleet[2].roofs.front();
        roofs.otherLoad = 0.35;
        for (Roof& roof : roofs.roofs)
            roof.flags = Flag::MachineBusy;
        const QString said = firstOutlier(fleet);
        QVERIFY2(said.contains("; flagged machine-busy, load of other programs 35 % where the others have 0 %"),
                 qPrintable(said));
    }
    void halfTheMemoryIsSaid()
    {
        const QString said = firstOutlier(syntheticFleet(16, 1, {{4, NodeFault::HalfMemory}}, {.betweenNodes = 0.0}));
        QVERIFY2(said.contains("; memory alone is half as fast: maybe half of its memory channels are populated; "
                               "memory 8 GiB where the others have 16 GiB"),
                 qPrintable(said));
    }
    void headlinesCount()
    {
        const auto headline = [](std::size_t nodes, const std::map<std::size_t, NodeFault>& faults) {
            return QString::fromStdString(headlineOf(summariseFleet(syntheticFleet(nodes, 1, faults, {}))));
        };
        QCOMPARE(headline(16, {}), "16 of 16 nodes measured, none falls outside.");
        QCOMPARE(headline(16, {{3, NodeFault::SlowMemory}, {4, NodeFault::Dies}}),
                 "15 of 16 nodes measured, 1 falls outside.");
        QCOMPARE(headline(2, {}),
                 "2 of 2 nodes measured; 4 with a device of one name are needed to tell which one falls outside.");
        std::vector<FleetNode> fleet = exactFleet(8);
        slowDown(fleet[2], "compute.fp32.fma", 0.5);
        for (FleetNode& node : fleet) { // a second device that is alike
            node.devices.push_back(node.devices.front());
            node.roofs.push_back(node.roofs.front());
            node.devices.back().id = node.roofs.back().device = "cuda:1";
        }
        const FleetSummary summary = summariseFleet(fleet);
        QCOMPARE(summary.outliers.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(headlineOf(summary)), "8 of 8 nodes measured, 1 falls outside.");
    }
    void theTableHasALineForEachValueAndEachGap()
    {
        const std::vector<FleetNode> fleet = syntheticFleet(4, 1, {{1, NodeFault::Dies}}, {.betweenNodes = 0.0});
        const FleetSummary summary = summariseFleet(fleet);
        const QStringList lines = QString::fromStdString(fleetToCsv(summary)).trimmed().split('\n');
        QCOMPARE(lines.front(),
                 "node,device,device_name,roof,value,unit,low,high,median,spread,deviation,outside,reason");
        QCOMPARE(lines.size(), static_cast<qsizetype>(1 + 3 * summary.roofs.size() + 1));
        QVERIFY(lines[1].startsWith("node000,cpu,Synthetic processor (made-up numbers),"));
        QVERIFY2(lines[1].endsWith(",0,0,0,"), qPrintable(lines[1]));
        QCOMPARE(lines.back(), "node001,,,,,,,,,,,,nothing");
        for (const QString& line : lines)
            QCOMPARE(line.count(','), 12);
    }
    void theObjectHasOutliersAndGaps()
    {
        const FleetSummary summary = summariseFleet(
            syntheticFleet(64, 1, {{17, NodeFault::LowPower}, {3, NodeFault::Hangs}}, {.isOfGpus = true}));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(fleetToJson(summary))).object();
        QCOMPARE(json["format"].toString(), "ridgepoint-fleet");
        QCOMPARE(json["nodes"].toArray().size(), 64);
        QCOMPARE(json["measured"].toInt(), 63);
        QCOMPARE(json["roofs"].toArray().size(), static_cast<qsizetype>(summary.roofs.size()));
        const QJsonObject outlier = json["outliers"].toArray().at(0).toObject();
        QCOMPARE(outlier["node"].toString(), "node017");
        QCOMPARE(outlier["facts"].toArray().at(0).toObject()["here"].toString(), "350 W");
        QVERIFY(outlier["text"].toString().startsWith("node017: "));
        QVERIFY(outlier["roofs"].toArray().at(0).toObject()["id"].toString().startsWith("compute."));
        QVERIFY(!outlier["text"].toString().contains("compute.")); // for people
        const QJsonObject missing = json["missing"].toArray().at(0).toObject();
        QCOMPARE(missing["node"].toString(), "node003");
        QCOMPARE(missing["error"].toObject()["id"].toString(), "test.nothing");
    }
    void ofTooFewNodesThereIsNoLimit()
    {
        const FleetSummary summary = summariseFleet(syntheticFleet(3, 1, {}, {}));
        const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(fleetToJson(summary))).object();
        QVERIFY(json["roofs"].toArray().at(0).toObject()["limit"].isNull());
    }
};

RIDGEPOINT_TEST(FleetWordsTest)
#include "fleet_words_test.moc"
