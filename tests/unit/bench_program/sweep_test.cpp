// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

Ran sweep(BenchRig& rig, const QStringList& options)
{
    std::vector<std::string> words{"sweep", "--device", "cpu"};
    for (const QString& option : options)
        words.push_back(option.toStdString());
    return rig.run(words);
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class SweepTest : public test::Case {
    Q_OBJECT
private slots:
    void tellsTheSummaryBesideTheFileWhereAskedFor()
    {
        BenchRig rig;
        const QString file = rig.path("line.ridge");
        const Ran ran = sweep(
            rig, {"--ops", "1..16:3", "--size", "64Ki", "--full", "--threads", "2", "--summary", "-o", file});
        QVERIFY2(ran.code == 0 && QFile::exists(file), qPrintable(ran.err));
        QVERIFY2(QRegularExpression("cells: +3 of 3 measured in [0-9.]+ [a-z]?s\n").match(ran.out).hasMatch(),
                 qPrintable(ran.out));
    }
    void measuresNoRoofsWhereNoneAreWanted()
    {
        BenchRig rig;
        const QString file = rig.path("line.ridge");
        const QString table = rig.path("line.csv");
        const Ran ran = sweep(rig, {"--ops", "62", "--size", "64Ki", "--full", "--threads", "2", "--no-roofs", "-o",
                                    file, "--csv", table});
        QVERIFY2(ran.code == 0 && ran.err.isEmpty(), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QCOMPARE(session->roofs.size(), std::size_t{1});
        QVERIFY(session->roofs[0].roofs.empty() && session->roofs[0].unavailable.empty()
                && session->roofs[0].levels.empty());
        // The cell that was asked for before its neighbours: a profiler that looks at one launch sees that one.
        QVERIFY(!session->samples.empty());
        QCOMPARE(session->samples.front().workload.operationsPerElement, std::int64_t{62});
        QVERIFY(contentOf(table).count('\n') > 1);
    }
    void savesEverythingThatAReaderOfTheSessionNeeds()
    {
        BenchRig rig;
        const QString file = rig.path("map.ridge");
        const Ran ran = sweep(rig,
                              {"--ops", "1..256:9", "--size", "64Ki..64Mi:6", "--full", "--threads", "2", "-o", file});
        QVERIFY2(ran.code == 0 && ran.out.isEmpty() && ran.err.isEmpty(), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QCOMPARE(session->devices.size(), std::size_t{1});
        QCOMPARE(session->roofs.size(), std::size_t{1});
        QVERIFY(session->roofs[0].find("bandwidth.dram") && session->roofs[0].find("compute.fp32.fma")
                && session->roofs[0].find("launch.wait_each"));
        QVERIFY(!session->roofs[0].levels.empty());
        QCOMPARE(session->plans.size(), std::size_t{1});
        QCOMPARE(session->plans[0].cellCount(), std::size_t{54});
        QCOMPARE(session->plans[0].base.threads, 2);
        QVERIFY(session->samples.size() >= 54);
        for (const Sample& sample : session->samples)
            QVERIFY(!sample.flags.has(Flag::Interpolated));
        for (const char* key :
             {"operating_system", "kernel", "device", "isa", "threads", "governor", "compiler", "version"})
            QVERIFY2(session->environment.contains(key), key);
        QVERIFY(session->created.ends_with("Z"));
    }
    void csvHasTheContractsColumnsAndOneLineASample()
    {
        BenchRig rig;
        const QString file = rig.path("map.csv");
        const Ran ran = sweep(rig, {"--ops", "1..64:5", "--size", "1Mi,4Mi,16Mi", "--full", "--csv", file});
        QCOMPARE(ran.code, 0);
        QVERIFY(ran.out.contains("regimes found"));
        const QList<QByteArray> lines = contentOf(file).trimmed().split('\n');
        QVERIFY(lines.size() >= 1 + 15);
        QVERIFY(lines[0].startsWith("device,operation,precision,elements,"));
        QVERIFY(lines[0].trimmed().endsWith(
            "regime_predicted,time_predicted_s,time_reference_s,provenance,share_unexplained"));
        for (const QByteArray& line : lines)
            QCOMPARE(line.count(','), lines[0].count(','));
        const QByteArray all = contentOf(file);
        QVERIFY(all.contains(",compute,") && all.contains(",memory,"));
    }
    void withoutAFileTheSummaryNamesRegimesRidgeAndOverhead()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1..1024:11", "--size", "1Ki..64Mi:9", "--full"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        for (const char* part : {"regimes found:", "compute", "memory", "overhead", "ridge point:", "FLOP/B",
                                 "overhead floor:", "per launch"})
            QVERIFY2(ran.out.contains(part), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("10.0 FLOP/B") || ran.out.contains("10 FLOP/B") || ran.out.contains("9.9"),
                 qPrintable(ran.out));
    }
    void jsonIsOneObjectAndOnlyThat()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1,8", "--json"});
        QCOMPARE(ran.code, 0);
        QJsonParseError error;
        const QJsonObject session = QJsonDocument::fromJson(ran.out.toUtf8(), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        QCOMPARE(session["format"].toString(), QStringLiteral("ridgepoint-session"));
    }
    void axesThatAreNotNamedAreHeld_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("chain");
        QTest::addColumn<int>("depth");
        QTest::addColumn<qint64>("operations");
        QTest::newRow("operations named") << QStringList{"--ops", "2,4"} << 1 << 1 << qint64{2};
        QTest::newRow("depth named: the chain becomes 16") << QStringList{"--depth", "1..16:5"} << 16 << 1 << qint64{1};
        QTest::newRow("a chain of its own") << QStringList{"--depth", "1,3", "--chain", "12"} << 12 << 1 << qint64{1};
        QTest::newRow("one value beside a range")
            << QStringList{"--depth", "1,2", "--ops", "8"} << 16 << 1 << qint64{8};
    }
    void axesThatAreNotNamedAreHeld()
    {
        QFETCH(QStringList, options);
        BenchRig rig;
        const QString file = rig.path("a.ridge");
        const Ran ran = sweep(rig, options + QStringList{"-o", file});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY(session.ok());
        const Workload first = session->plans[0].cell(0);
        QTEST(first.chainLength, "chain");
        QTEST(first.fusionDepth, "depth");
        QTEST(static_cast<qint64>(first.operationsPerElement), "operations");
        QCOMPARE(first.threads, test::syntheticThreads);
        // Four times the 32 MiB of the synthetic last cache, in floats.
        const double floats = static_cast<double>(first.elements);
        QVERIFY2(floats >= 24.0 * (1 << 20) && floats <= 48.0 * (1 << 20), qPrintable(QString::number(floats)));
    }
    void impossiblePlansAreRefusedBeforeMeasuring_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing to vary") << QStringList{} << "--ops 1..1024:17";
        QTest::newRow("a reversed range") << QStringList{"--ops", "8..1:3"} << "8..1:3";
        QTest::newRow("no count") << QStringList{"--ops", "1..8"} << "1..8";
        QTest::newRow("zero") << QStringList{"--size", "0"} << "0";
        QTest::newRow("not a number") << QStringList{"--size", "big"} << "big";
        QTest::newRow("a size beyond the memory") << QStringList{"--size", "1Mi..16Gi:5"} << "16 GiB";
        QTest::newRow("an absurd number of cells")
            << QStringList{"--ops", "1..1Mi:60000", "--size", "1..1Gi:60000"} << "cells";
        QTest::newRow("an unknown operation") << QStringList{"--op", "sin", "--ops", "1,2"} << "fma, mul, add";
        QTest::newRow("a mistyped operation") << QStringList{"--op", "fmaa", "--ops", "1,2"} << "did you mean fma?";
        QTest::newRow("an unknown precision") << QStringList{"--precision", "int8", "--ops", "1,2"} << "fp32";
        QTest::newRow("a precision that the device lacks")
            << QStringList{"--precision", "bf16", "--ops", "1,2"} << "bf16";
        QTest::newRow("an unknown launch mode") << QStringList{"--launch", "later", "--ops", "1,2"} << "queued";
        QTest::newRow("a chain of nothing") << QStringList{"--chain", "0", "--ops", "1,2"} << "--chain";
        QTest::newRow("a budget of nothing") << QStringList{"--budget", "0s", "--ops", "1,2"} << "6s";
        QTest::newRow("two strategies") << QStringList{"--full", "--adaptive", "--ops", "1,2"} << "--adaptive";
        QTest::newRow("a folder that is not there")
            << QStringList{"--ops", "1,2", "-o", "/nonexistent-folder/a.ridge"} << "/nonexistent-folder";
        QTest::newRow("a folder in place of a file") << QStringList{"--ops", "1,2", "--csv", "/tmp"} << "/tmp";
        QTest::newRow("standard output in place of a session file")
            << QStringList{"--ops", "1,2", "-o", "-"} << "--json";
        QTest::newRow("standard output in place of a table")
            << QStringList{"--ops", "1,2", "--csv", "-"} << "give a file";
        QTest::newRow("a device in place of a file") << QStringList{"--ops", "1,2", "-o", "/dev/null"} << "/dev/null";
        QTest::newRow("no thread") << QStringList{"--ops", "1,2", "--threads", "0"} << "1 to 4";
    }
    void impossiblePlansAreRefusedBeforeMeasuring()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, says);
        BenchRig rig;
        int batches = 0;
        rig.devices.onBatch = [&](int) { ++batches; };
        const Ran ran = sweep(rig, options);
        QCOMPARE(ran.code, 2);
        QCOMPARE(batches, 0);
        QVERIFY(ran.out.isEmpty());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
    void oneFileForBothOutputsIsRefused()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1,2", "-o", rig.path("x"), "--csv", rig.path("x")});
        QCOMPARE(ran.code, 2);
    }
    void interruptingSavesWhatIsThereAndIsStatusFour()
    {
        BenchRig rig;
        const QString file = rig.path("part.ridge");
        int roofBatches = 0;
        rig.devices.onBatch = [&](int count) { roofBatches = count; };
        QCOMPARE(rig.run({"roofs", "--device", "cpu"}).code, 0);
        rig.devices.onBatch = [&](int count) {
            if (count > roofBatches + 200)
                rig.interruption.request();
        };
        const Ran ran = sweep(rig, {"--ops", "1..1024:33", "--size", "1Ki..64Mi:33", "--full", "-o", file});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("cancelled") && ran.err.contains("part.ridge"), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY(session.ok());
        QVERIFY(!session->samples.empty());
        QVERIFY(session->samples.size() < 33 * 33);
    }
    void aSessionThatCannotBeWrittenWhereItShouldIsSavedElsewhere()
    {
        BenchRig rig;
        const QString shared = rig.path("shared");
        const QString gone = rig.path("gone");
        QVERIFY(QDir().mkpath(shared) && QDir().mkpath(gone));
        // What another user could lay into a shared folder: a link of a name that is easy to guess.
        const QString victim = rig.path("victim");
        QVERIFY(QFile(victim).open(QIODevice::WriteOnly));
        QVERIFY(QFile::link(victim,
                            shared + "/ridgepoint-" + QString::number(QCoreApplication::applicationPid()) + ".ridge"));
        rig.devices.onBatch = [&](int) { QDir(gone).removeRecursively(); };
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", shared.toLocal8Bit());
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "-o", gone + "/map.ridge"});
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("The session was saved as " + shared), qPrintable(ran.err));
        QCOMPARE(contentOf(victim), QByteArray());
        const QStringList folders = QDir(shared).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QCOMPARE(folders.size(), 1);
        QVERIFY(readSession((shared + '/' + folders[0] + "/map.ridge").toStdString()).ok());
    }
    void interruptingTheRoofsStillSavesASession()
    {
        BenchRig rig;
        const QString file = rig.path("none.ridge");
        rig.devices.onBatch = [&](int) { rig.interruption.request(); };
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "-o", file});
        QCOMPARE(ran.code, 4);
        QVERIFY(readSession(file.toStdString()).ok());
    }
    void whatWasMeasuredBeforeStaysWhereTheNextRunMeasuresNothing()
    {
        BenchRig rig;
        const QString file = rig.path("kept.ridge");
        const QString csv = rig.path("kept.csv");
        QCOMPARE(sweep(rig, {"--ops", "1..8:3", "-o", file, "--csv", csv}).code, 0);
        const auto before = readSession(file.toStdString());
        QVERIFY(before.ok() && !before->samples.empty());
        rig.devices.onBatch = [&](int) { rig.interruption.request(); };
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "-o", file, "--csv", csv});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("before any sample"), qPrintable(ran.err));
        const auto after = readSession(file.toStdString());
        QVERIFY(after.ok());
        QCOMPARE(after->samples.size(), before->samples.size());
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        QVERIFY(table.readAll().count('\n') > 3);
    }
    void aCancelledRunThatCannotBeSavedDoesNotClaimToBe()
    {
        BenchRig rig;
        const QString folder = rig.path("gone");
        QVERIFY(QDir().mkdir(folder));
        rig.devices.onBatch = [&](int) {
            QDir(folder).removeRecursively();
            rig.interruption.request();
        };
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", rig.path("").toLocal8Bit()); // the table is saved elsewhere
        const Ran ran = sweep(rig, {"--ops", "1..8:3", "--csv", folder + "/a.csv", "-o", rig.path("a.ridge")});
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.count('\n') == 1 && !ran.err.contains("cancelled"), qPrintable(ran.err));
    }
    void theRidgePointIsInTheOperationsOwnUnit()
    {
        BenchRig rig;
        const Ran cosine = sweep(rig, {"--ops", "1,2", "--op", "cos"});
        QVERIFY2(cosine.out.contains(" op/B (compute.fp32.cos"), qPrintable(cosine.out));
        const Ran fma = sweep(rig, {"--ops", "1,2"});
        QVERIFY2(fma.out.contains(" FLOP/B (compute.fp32.fma"), qPrintable(fma.out));
    }
    void aDeviceThatBreaksKeepsTheSamplesAndIsStatusThree()
    {
        BenchRig rig;
        const QString file = rig.path("broken.ridge");
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        QCOMPARE(sweep(rig, {"--ops", "1..1024:17", "--size", "1Ki..64Mi:17", "--full", "-o", file}).code, 0);
        rig.devices.failAfterBatches = batches * 3 / 4;
        const Ran ran = sweep(rig, {"--ops", "1..1024:17", "--size", "1Ki..64Mi:17", "--full", "-o", file});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("the synthetic processor broke"), qPrintable(ran.err));
        const auto session = readSession(file.toStdString());
        QVERIFY(session.ok() && !session->samples.empty());
    }
    void theBudgetEndsASweepAndTheSummarySaysSo()
    {
        BenchRig rig;
        const Ran ran = sweep(rig, {"--ops", "1..1024:33", "--size", "1Mi..512Mi:33", "--full", "--budget", "200ms"});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("--budget gives more time"), qPrintable(ran.out));
    }
};

RIDGEPOINT_TEST(SweepTest)
#include "sweep_test.moc"
