// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet_folder.h"

#include "core/fleet/fleet_words.h"
#include "core/session/text_file.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

QStringList namesOf(const FleetFolder& folder)
{
    QStringList names;
    for (const FleetNode& node : folder.nodes)
        names << QString::fromStdString(node.name);
    return names;
}

QStringList sentencesOf(const FleetSummary& summary)
{
    QStringList sentences{QString::fromStdString(headlineOf(summary))};
    for (const FleetOutlier& outlier : summary.outliers)
        sentences << QString::fromStdString(sentenceFor(outlier, summary));
    for (const FleetGap& gap : summary.gaps)
        sentences << QString::fromStdString(sentenceFor(gap, summary));
    return sentences;
}

} // namespace

/// A folder of sessions, one a node.
class FleetFolderTest : public Case {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::filesystem::path path(const char* name = "") const
    {
        const std::filesystem::path root = m_folder.path().toStdString();
        return *name == '\0' ? root : root / name;
    }
    [[nodiscard]] bool write(const char* name, const char* text) const { return writeTextFile(text, path(name)).ok(); }

private slots:
    void init()
    {
        failOnQtWarnings();
        std::filesystem::remove_all(path());
        std::filesystem::create_directories(path());
    }

    void saysWhatTheRunSaid()
    {
        const std::map<std::size_t, NodeFault> faults{{2, NodeFault::Hangs}, {5, NodeFault::SlowMemory}};
        QVERIFY(writeSyntheticFleet(path(), 12, faults));
        QVERIFY(write("summary.csv", "") && write("notes.txt", "Monday"));
        std::filesystem::create_directories(path("older.ridge"));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok());
        QCOMPARE(folder->nodes.size(), std::size_t{12});
        QCOMPARE(folder->otherFiles, std::size_t{1});
        QVERIFY(!folder->summaryProblem);
        QCOMPARE(namesOf(*folder).last(), QStringLiteral("node002")); // which has no file
        QVERIFY(folder->sessions.back().empty() && folder->sessions[0] == path("node000.ridge"));
        QCOMPARE(sentencesOf(summariseFleet(folder->nodes)),
                 sentencesOf(summariseFleet(syntheticFleet(12, 1, faults, {}))));
        QVERIFY(sentencesOf(summariseFleet(folder->nodes)).contains(QStringLiteral("node002: nothing")));
    }
    void sessionsWithoutASummaryAreAFleetToo()
    {
        QVERIFY(writeSyntheticFleet(path(), 3));
        std::filesystem::remove(path("summary.json"));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok() && !folder->summaryProblem);
        QCOMPARE(namesOf(*folder), (QStringList{"node000", "node001", "node002"}));
    }
    void aFileThatCannotBeReadIsANodeThatFailed()
    {
        QVERIFY(writeSyntheticFleet(path(), 2) && write("node007.ridge", "{\"format\""));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok());
        QCOMPARE(namesOf(*folder).last(), QStringLiteral("node007"));
        QVERIFY(folder->sessions.back().empty());
        const FleetSummary summary = summariseFleet(folder->nodes);
        QCOMPARE(summary.measured, std::size_t{2});
        const QString said = sentencesOf(summary).last();
        QVERIFY2(said.startsWith("node007: its session cannot be read: "), qPrintable(said));
    }
    void aRunThatWasBrokenOffHasItsSessionAndTheReason()
    {
        QVERIFY(writeSyntheticFleet(path(), 2));
        QVERIFY(write("summary.json", R"({"missing":[
                    {"node":"node001","error":{"kind":"timeout","id":"a","text":"ended after %1","arguments":["9 s"]}},
                    {"node":"node000","roof":"bandwidth.l3","error":{"kind":"timeout","id":"b","text":"b","arguments":[]}}
                   ]})"));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok());
        QVERIFY(!folder->summaryProblem);
        QCOMPARE(namesOf(*folder), (QStringList{"node000", "node001"}));
        QVERIFY(!folder->nodes[0].failure); // of which a roof alone is missing
        QVERIFY(folder->nodes[1].failure && !folder->sessions[1].empty() && !folder->nodes[1].roofs.empty());
        QCOMPARE(folder->nodes[1].failure->message(), std::string("ended after 9 s"));
    }
    void aNameThatNoFileCanHaveIsFoundByItsFile()
    {
        QVERIFY(writeSyntheticFleet(path(), 1));
        std::filesystem::rename(path("node000.ridge"), path("me_host_22.ridge"));
        QVERIFY(write("summary.json", R"({"missing":[
            {"node":"me:host:22","error":{"kind":"timeout","id":"a","text":"late","arguments":[]}}]})"));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok());
        QCOMPARE(namesOf(*folder), QStringList{"me:host:22"});
        QVERIFY(folder->nodes[0].failure && !folder->sessions[0].empty());
        QVERIFY(write("me_host_22.ridge", "{")); // nor is it two nodes where the file cannot be read
        const auto broken = readFleetFolder(path());
        QVERIFY(broken.ok());
        QCOMPARE(namesOf(*broken), QStringList{"me:host:22"});
        QVERIFY(broken->sessions[0].empty());
    }
    void namesThatLeadToOneFileAreTwoNodes()
    {
        QVERIFY(writeSyntheticFleet(path(), 1));
        std::filesystem::rename(path("node000.ridge"), path("a_b.ridge"));
        QVERIFY(write("summary.json", R"({"missing":[
            {"node":"a:b","error":{"kind":"timeout","id":"a","text":"late","arguments":[]}},
            {"node":"a b","error":{"kind":"timeout","id":"a","text":"later","arguments":[]}},
            {"node":"a b","error":{"kind":"timeout","id":"a","text":"again","arguments":[]}}]})"));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok());
        QCOMPARE(namesOf(*folder), (QStringList{"a:b", "a b"}));
        QVERIFY(!folder->sessions[0].empty() && folder->sessions[1].empty());
        QCOMPARE(folder->nodes[1].failure->message(), std::string("later"));
    }
    void readingEndsWhenItIsNotWanted()
    {
        QVERIFY(writeSyntheticFleet(path(), 3));
        QStringList asked;
        const auto folder = readFleetFolder(path(), [&asked](std::size_t read, std::size_t all) {
            asked << QStringLiteral("%1 of %2").arg(read).arg(all);
            return asked.size() < 3;
        });
        QVERIFY(!folder.ok() && folder.error().kind == ErrorKind::Cancelled);
        QCOMPARE(asked, (QStringList{"0 of 3", "1 of 3", "2 of 3"}));
        QVERIFY(readFleetFolder(path(), [](std::size_t, std::size_t) { return true; }).ok());
    }
    void aDamagedSummaryIsToldAndTheSessionsAreThere_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("no list") << QByteArray("{}");
        QTest::newRow("another list") << QByteArray(R"({"missing":[7]})");
        QTest::newRow("no reason") << QByteArray(R"({"missing":[{"node":"a"}]})");
    }
    void aDamagedSummaryIsToldAndTheSessionsAreThere()
    {
        QFETCH(QByteArray, text);
        QVERIFY(writeSyntheticFleet(path(), 2) && write("summary.json", text.constData()));
        const auto folder = readFleetFolder(path());
        QVERIFY(folder.ok() && folder->summaryProblem);
        QCOMPARE(folder->nodes.size(), std::size_t{2});
    }
    void aFolderWithoutSessionsIsRefused()
    {
        QVERIFY(write("notes.txt", "Monday"));
        const auto none = readFleetFolder(path());
        QVERIFY(!none.ok() && none.error().id == "fleet.empty-folder");
        const auto gone = readFleetFolder(path("gone"));
        QVERIFY(!gone.ok() && gone.error().id == "fleet.no-folder");
        QVERIFY(
            write("summary.json",
                  R"({"missing":[{"node":"a","error":{"kind":"timeout","id":"a","text":"late","arguments":[]}}]})"));
        const auto failed = readFleetFolder(path());
        QVERIFY(failed.ok());
        QCOMPARE(sentencesOf(summariseFleet(failed->nodes)).last(), QStringLiteral("a: late"));
    }
    void theUsualNodeIsTheOneNearestToTheMedians()
    {
        std::vector<FleetNode> fleet = syntheticFleet(5, 1, {}, {.betweenNodes = 0.0});
        const double factors[]{0.9, 1.1, 1.0, 0.94, 1.05};
        for (std::size_t node = 0; node < fleet.size(); ++node)
            for (Roof& roof : fleet[node].roofs.front().roofs)
                roof.value *= factors[node];
        FleetFolder folder{.nodes = fleet, .sessions = {"0", "1", "2", "3", "4"}};
        const FleetSummary summary = summariseFleet(fleet);
        const std::string& name = fleet.front().devices.front().name;
        QCOMPARE(usualNode(summary, folder, "cpu", name), std::optional<std::size_t>(2));
        folder.sessions[2].clear(); // and cannot be opened
        QCOMPARE(usualNode(summary, folder, "cpu", name), std::optional<std::size_t>(4));
        QCOMPARE(usualNode(summary, folder, "cpu", "another"), std::optional<std::size_t>());
    }
};

RIDGEPOINT_TEST(FleetFolderTest)
#include "fleet_folder_test.moc"
