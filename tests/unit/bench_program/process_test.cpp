// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/process_rig.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <csignal>

#include <sys/resource.h>
#include <unistd.h>

using namespace ridgepoint;
using test::BenchProcess;

class ProcessTest : public test::Case {
    Q_OBJECT

    /// Until the cells are measured, behind the roofs.
    static bool waitForSweep(BenchProcess& bench)
    {
        QByteArray seen;
        while (!seen.contains("\"phase\":\"sweep\"")) {
            bench.process.setReadChannel(QProcess::StandardError);
            if (!bench.process.canReadLine() && !bench.process.waitForReadyRead(test::processDeadlineMilliseconds))
                return false;
            seen += bench.process.readAllStandardError();
        }
        return true;
    }

private slots:
    void devicesPrintsOneObjectAndKeepsStandardErrorClean()
    {
        BenchProcess bench;
        QCOMPARE(bench.run({"devices", "--json"}), 0);
        QVERIFY2(bench.err.isEmpty(), bench.err.constData());
        QJsonParseError error;
        const QJsonArray devices = QJsonDocument::fromJson(bench.out, &error).object()["devices"].toArray();
        QCOMPARE(error.error, QJsonParseError::NoError);
        const QJsonObject cpu = devices.at(0).toObject();
        QCOMPARE(cpu["id"].toString(), QStringLiteral("cpu"));
        QCOMPARE(cpu["kind"].toString(), QStringLiteral("cpu"));
        QVERIFY(cpu["available"].toBool() && cpu["threads"].toInt() >= 1 && !cpu["name"].toString().isEmpty());
        QVERIFY(cpu["memory_bytes"].toDouble() > 0.0 && !cpu["isa"].toString().isEmpty());
        const QJsonObject gpu = devices.at(1).toObject();
        QCOMPARE(gpu["id"].toString(), QStringLiteral("cuda:0"));
        QVERIFY(gpu["available"].toBool() || !gpu["reason"].toString().isEmpty());
    }
    void badUsageIsStatusTwoAndOneLine_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("nothing") << QStringList{};
        QTest::newRow("an unknown subcommand") << QStringList{"measure"};
        QTest::newRow("an unknown option") << QStringList{"devices", "--yaml"};
        QTest::newRow("a missing value") << QStringList{"sweep", "--device"};
        QTest::newRow("an unknown device") << QStringList{"selftest", "--device", "fpga"};
        QTest::newRow("an unknown roof") << QStringList{"roofs", "--device", "cpu", "--only", "compute.fp32.sin"};
        QTest::newRow("a bad range") << QStringList{"sweep", "--device", "cpu", "--ops", "9..1:2"};
        QTest::newRow("a size beyond the memory") << QStringList{"sweep", "--device", "cpu", "--size", "1Mi..1Ti:3"};
        QTest::newRow("a precision that no CPU kernel has")
            << QStringList{"sweep", "--device", "cpu", "--precision", "fp16", "--ops", "1,2"};
        QTest::newRow("a depth that does not divide the chain")
            << QStringList{"sweep", "--device", "cpu", "--ops", "1,2", "--depth", "3"};
        QTest::newRow("a name too long for a file")
            << QStringList{"sweep", "--device", "cpu", "--ops", "1,2", "-o", QString(300, 'n')};
        QTest::newRow("an unwritable file")
            << QStringList{"sweep", "--device", "cpu", "--ops", "1,2", "-o", "/proc/a.ridge"};
    }
    void badUsageIsStatusTwoAndOneLine()
    {
        QFETCH(QStringList, words);
        BenchProcess bench;
        QCOMPARE(bench.run(words), 2);
        QVERIFY(bench.out.isEmpty());
        QVERIFY2(bench.err.count('\n') == 1 && bench.err.endsWith('\n'), bench.err.constData());
    }
    void anUnusableDeviceIsStatusThree()
    {
        BenchProcess devices;
        QCOMPARE(devices.run({"devices", "--json"}), 0);
        if (QJsonDocument::fromJson(devices.out).object()["devices"].toArray().at(1).toObject()["available"].toBool())
            QSKIP("skipped: this machine has a usable GPU");
        BenchProcess bench;
        QCOMPARE(bench.run({"roofs", "--device", "cuda:0"}), 3);
        QVERIFY(bench.out.isEmpty() && bench.err.count('\n') == 1);
    }
    void aTinySweepWritesSessionAndCsv()
    {
        BenchProcess bench;
        const QString session = bench.folder.filePath("a.ridge");
        const QString csv = bench.folder.filePath("a.csv");
        QCOMPARE(bench.run({"sweep", "--device", "cpu", "--ops", "1,16", "--size", "4Ki,16Ki", "--budget", "60s", "-o",
                            session, "--csv", csv}),
                 0);
        // On a busy machine it warns, which is no fault of the program's.
        QVERIFY2(bench.out.isEmpty() && (bench.err.isEmpty() || bench.err.startsWith("ridgepoint-bench: warning: ")),
                 bench.err.constData());
        const auto read = readSession(session.toStdString());
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().message().c_str());
        QVERIFY(!read->samples.empty()); // how many the budget allows is the machine's affair
        QVERIFY(read->roofs.at(0).find("launch.wait_each"));
        QCOMPARE(test::contentOf(csv).count('\n'), static_cast<qsizetype>(read->samples.size()) + 1); // and the heads
    }
    void interruptingASweepSavesAndIsStatusFour()
    {
        BenchProcess bench;
        const QString session = bench.folder.filePath("part.ridge");
        bench.start({"sweep", "--device", "cpu", "--no-roofs", "--ops", "1..1024:33", "--size", "1Ki..1Mi:33", "--full",
                     "--progress", "json", "-o", session});
        QVERIFY(waitForSweep(bench));
        ::kill(static_cast<pid_t>(bench.process.processId()), SIGINT);
        QCOMPARE(bench.exitStatus(), 4);
        QVERIFY2(bench.err.contains("cancelled") && bench.err.contains("part.ridge"), bench.err.constData());
        const auto read = readSession(session.toStdString());
        QVERIFY(read.ok() && !read->samples.empty());
    }
    void aSignalThatComesTwiceAtOnceIsAskedOnce()
    {
        // As timeout(1) sends it: to the program, and to its group.
        BenchProcess bench;
        const QString session = bench.folder.filePath("part.ridge");
        bench.start({"sweep", "--device", "cpu", "--no-roofs", "--ops", "1..1024:33", "--size", "1Ki..1Mi:33", "--full",
                     "--progress", "json", "-o", session});
        QVERIFY(waitForSweep(bench));
        for (int time = 0; time < 2; ++time)
            ::kill(static_cast<pid_t>(bench.process.processId()), SIGTERM);
        QCOMPARE(bench.exitStatus(), 4);
        QVERIFY(readSession(session.toStdString()).ok());
    }
    void anIgnoredSignalStaysIgnored()
    {
        BenchProcess bench;
        bench.process.setChildProcessModifier([] { std::signal(SIGHUP, SIG_IGN); }); // as nohup does
        bench.start({"sweep", "--device", "cpu", "--no-roofs", "--ops", "1,16", "--size", "4Ki,16Ki", "--budget",
                     "500ms", "--progress", "json"});
        QVERIFY(waitForSweep(bench));
        ::kill(static_cast<pid_t>(bench.process.processId()), SIGHUP);
        QCOMPARE(bench.exitStatus(), 0);
    }
    void aSignalIsSentOnToTheProgramThatRuns()
    {
        // The program decides how it ends. Mutation: takeSignal() without kill(), which waits until the deadline.
        BenchProcess bench;
        bench.start({"run", "--", "sh", "-c", "trap 'exit 9' TERM; echo ready; read line"});
        QCOMPARE(bench.nextLine().value_or(QByteArray()), QByteArray("ready\n"));
        ::kill(static_cast<pid_t>(bench.process.processId()), SIGTERM);
        QCOMPARE(bench.exitStatus(), 9);
        QVERIFY2(bench.err.contains("exited with status 9"), bench.err.constData());
    }
    void aProgramThatWasStoppedIsSaidToBe()
    {
        BenchProcess bench;
        bench.start({"run", "--", "sh", "-c", "echo ready; exec tail -f /dev/null"});
        QCOMPARE(bench.nextLine().value_or(QByteArray()), QByteArray("ready\n"));
        ::kill(static_cast<pid_t>(bench.process.processId()), SIGTERM);
        QCOMPARE(bench.exitStatus(), 143); // a script is told
        QVERIFY2(bench.err.contains("The program was stopped."), bench.err.constData());
        QVERIFY2(!bench.err.contains("143"), bench.err.constData());
    }
    void aProgramKeepsItsOwnOutputAndInput()
    {
        BenchProcess bench;
        bench.start({"run", "--", "sh", "-c", "cat; echo own >&2; exit 3"});
        bench.process.write("line\n");
        bench.process.closeWriteChannel();
        QCOMPARE(bench.exitStatus(), 3);
        QCOMPARE(bench.out, QByteArray("line\n"));
        QVERIFY2(bench.err.startsWith("own\nridgepoint-bench: "), bench.err.constData());
    }
    void aSecondProgramIsToldWhoMeasures()
    {
        BenchProcess first;
        first.start({"serve"});
        first.send(protocol::Initialize{.client = "test"});
        QVERIFY(first.waitForAnswer<protocol::InitializeResult>());
        first.send(protocol::SetProbe{.device = "cpu", .workload = {.elements = 4096, .threads = 1}});
        QVERIFY(first.waitForAnswer<protocol::RunResult>());
        BenchProcess second;
        QProcessEnvironment environment = second.process.processEnvironment();
        environment.insert("XDG_RUNTIME_DIR", first.folder.path());
        second.process.setProcessEnvironment(environment);
        QCOMPARE(second.run({"roofs", "--device", "cpu", "--only", "launch.queued"}), 3);
        QVERIFY2(second.err.contains("process " + QByteArray::number(first.process.processId())
                                     + " (ridgepoint-bench serve)"),
                 second.err.constData());
        first.process.closeWriteChannel();
        QCOMPARE(first.exitStatus(), 0);
    }
    void aFileThatMayNotGrowLargeEnoughIsStatusThreeAndOneLine()
    {
        BenchProcess bench;
        bench.process.setChildProcessModifier([] {
            const rlimit limit{1024, 1024};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        });
        const QString session = bench.folder.filePath("a.ridge");
        QCOMPARE(bench.run({"sweep", "--device", "cpu", "--no-roofs", "--ops", "1,16", "--size", "4Ki,16Ki", "--budget",
                            "200ms", "-o", session}),
                 3);
        QVERIFY2(bench.err.contains("no space left to write " + session.toUtf8()), bench.err.constData());
        QVERIFY(!QFile::exists(session));
    }
    void resultsThatCannotBePrintedAreAFailure()
    {
        BenchProcess bench;
        bench.process.setStandardOutputFile("/dev/full");
        QCOMPARE(bench.run({"devices", "--json"}), 3);
        QVERIFY(bench.err.contains("standard output"));
    }
    void linksNothingBesideLibcAndItsKin()
    {
        if (QStringLiteral(RIDGEPOINT_SANITIZER).size() > 0)
            QSKIP("skipped: a sanitizer's run-time library is dynamic");
        QProcess ldd;
        ldd.start("ldd", {QStringLiteral(RIDGEPOINT_BENCH_PROGRAM)});
        QVERIFY(ldd.waitForFinished());
        const QList<QByteArray> lines = ldd.readAllStandardOutput().trimmed().split('\n');
        QVERIFY(lines.size() >= 2);
        for (const QByteArray& line : lines) {
            const QByteArray name = line.trimmed().split(' ').first();
            const bool kin = name.startsWith("linux-vdso") || name.startsWith("libc.so") || name.startsWith("libm.so")
                          || name.contains("ld-linux") || name.startsWith("libpthread.so")
                          || name.startsWith("libdl.so") || name.startsWith("librt.so");
            QVERIFY2(kin, line.constData());
        }
    }
};

RIDGEPOINT_TEST(ProcessTest)
#include "process_test.moc"
