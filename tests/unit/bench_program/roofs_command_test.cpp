// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

QByteArray textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// `roofs` into files, and out of a session that exists.
class RoofsCommandTest : public test::Case {
    Q_OBJECT
private slots:
    void measuredRoofsGoIntoTheFileThatIsNamed()
    {
        BenchRig rig;
        const QString session = rig.path(QStringLiteral("a.ridge"));
        const Ran ran = rig.run({"roofs", "--device", "cpu", "-o", session.toStdString()});
        QVERIFY2(ran.code == 0 && ran.err.isEmpty() && ran.out.isEmpty(), qPrintable(ran.out + ran.err));
        const auto read = readSession(session.toStdString());
        QVERIFY(read.ok());
        QCOMPARE(read->roofs.size(), std::size_t{1});
        QVERIFY(read->roofs.front().find("bandwidth.dram") != nullptr);
        QCOMPARE(read->devices.front().id, std::string("cpu"));
        QVERIFY(!read->created.empty() && !read->environment.empty());

        const QString table = rig.path(QStringLiteral("a.csv"));
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "--only", "launch.queued", "-o", table.toStdString()}).code, 0);
        const QByteArray lines = textOf(table);
        QVERIFY2(lines.startsWith("device,threads,id,value,") && lines.count('\n') == 2, lines.constData());
        QVERIFY2(lines.contains(",4,launch.queued,"), lines.constData());
    }

    void aSessionsRoofsAreWrittenForOtherPrograms()
    {
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", session}).code, 0);
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        const QString architecture = rig.path(QStringLiteral("a.json"));
        const Ran ran = rig.run({"roofs", "--from", session, "-o", architecture.toStdString()});
        QVERIFY2(ran.code == 0 && ran.out.isEmpty(), qPrintable(ran.err));
        const QJsonObject json = QJsonDocument::fromJson(textOf(architecture)).object();
        const auto saved = readSession(session);
        QVERIFY(saved);
        const Roof* memory = saved->roofs.front().find("bandwidth.dram");
        QVERIFY(memory != nullptr);
        QCOMPARE(json["mem_bw_gbps"].toDouble(), memory->value / 1e9);
        QVERIFY(json["max_achievable_tflops"].toObject()["vector_fp32"].toDouble() > 0.0);

        const QString table = rig.path(QStringLiteral("b.csv"));
        QCOMPARE(rig.run({"roofs", "--from", session, "-o", table.toStdString()}).code, 0);
        QVERIFY(textOf(table).contains(",bandwidth.dram,"));
        QVERIFY(rig.run({"roofs", "--from", session}).out.contains("  bandwidth.dram "));
        QVERIFY(rig.run({"roofs", "--from", session, "--json"}).out.startsWith("{\"device\":\"cpu\",\"threads\":4,"));
        QCOMPARE(batches, 0); // nothing was measured
    }

    // Mutation: comparing names alone.
    void theSessionItselfIsNotOverwritten()
    {
        BenchRig rig;
        const QString session = rig.path(QStringLiteral("a.ridge"));
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", session.toStdString()}).code, 0);
        const QByteArray before = textOf(session);
        const QString link = rig.path(QStringLiteral("a.json"));
        QVERIFY(QFile::link(session, link));
        const Ran ran = rig.run({"roofs", "--from", session.toStdString(), "-o", link.toStdString()});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("is the session of --from"), qPrintable(ran.err));
        QCOMPARE(textOf(session), before);
    }

    void amongSeveralSetsOneIsChosen()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", path}).code, 0);
        Session session = *readSession(path);
        session.roofs.push_back(session.roofs.front());
        session.roofs.back().threads = 1;
        QVERIFY(writeSession(session, path).ok());
        const std::string out = rig.path(QStringLiteral("a.json")).toStdString();
        const Ran several = rig.run({"roofs", "--from", path, "-o", out});
        QCOMPARE(several.code, 2);
        QVERIFY2(
            several.err.contains("cpu (4 threads), cpu (1 thread); choose one of them with --device and --threads"),
            qPrintable(several.err));
        QVERIFY(!QFile::exists(QString::fromStdString(out)));
        QCOMPARE(rig.run({"roofs", "--from", path, "--threads", "1", "-o", out}).code, 0);
        QVERIFY(textOf(QString::fromStdString(out)).contains(", 1 thread, "));
        const Ran other = rig.run({"roofs", "--from", path, "--device", "cuda:0"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("it has those of cpu (4 threads)"), qPrintable(other.err));
        const std::string table = rig.path(QStringLiteral("a.csv")).toStdString();
        QCOMPARE(rig.run({"roofs", "--from", path, "-o", table}).code, 0); // a table holds all of them
        QVERIFY(textOf(QString::fromStdString(table)).contains(",1,bandwidth.dram,"));
    }

    void whatCannotBeWrittenIsSaidAndNothingIsLost()
    {
        BenchRig rig;
        const std::string empty = rig.path(QStringLiteral("empty.ridge")).toStdString();
        QVERIFY(writeSession(Session{}, empty).ok());
        const std::string out = rig.path(QStringLiteral("a.json")).toStdString();
        const Ran none = rig.run({"roofs", "--from", empty, "-o", out});
        QCOMPARE(none.code, 2);
        QVERIFY2(none.err.contains("has no roofs; measure some with"), qPrintable(none.err));

        // One launch cost is no architecture; what was measured is printed then.
        const Ran launch = rig.run({"roofs", "--device", "cpu", "--only", "launch.queued", "-o", out});
        QCOMPARE(launch.code, 2);
        QVERIFY2(launch.err.contains("have no bandwidth.dram"), qPrintable(launch.err));
        QVERIFY2(launch.out.contains("launch.queued"), qPrintable(launch.out));
        QVERIFY(!QFile::exists(QString::fromStdString(out)));
    }

    void aRunThatIsStoppedBeforeItsFirstRoofLeavesTheFile()
    {
        BenchRig rig;
        const QString table = rig.path(QStringLiteral("a.csv"));
        QFile earlier(table);
        QVERIFY(earlier.open(QIODevice::WriteOnly));
        earlier.write("earlier");
        earlier.close();
        rig.interruption.request();
        const Ran ran = rig.run({"roofs", "--device", "cpu", "-o", table.toStdString()});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("before any roof"), qPrintable(ran.err));
        QCOMPARE(textOf(table), QByteArray("earlier"));
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("neither a device nor a session") << QStringList{} << "or --from FILE.ridge";
        QTest::newRow("an unknown ending") << QStringList{"--device", "cpu", "-o", "a.html"} << "must end in .ridge";
        QTest::newRow("some of a session") << QStringList{"--only", "launch.queued"} << "--from measures nothing";
        QTest::newRow("a session of a session") << QStringList{"-o", "b.ridge"} << "ends in .csv or .json";
        QTest::newRow("threads without sense") << QStringList{"--threads", "two"} << "--threads: ";
    }
    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"roofs", "--device", "cpu", "-o", session}).code, 0);
        std::vector<std::string> all{"roofs"};
        if (!words.isEmpty() && words.front() != "--device")
            all.insert(all.end(), {"--from", session});
        for (const QString& word : words)
            all.push_back(word.toStdString());
        const Ran ran = rig.run(all);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.out.isEmpty() && ran.err.count('\n') == 1 && ran.err.contains(says), qPrintable(ran.err));
    }
};

RIDGEPOINT_TEST(RoofsCommandTest)
#include "roofs_command_test.moc"
