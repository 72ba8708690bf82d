// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QFile>
#include <QRegularExpression>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

std::string importSample(const char* name)
{
    return std::string(RIDGEPOINT_SOURCE_DIR) + "/tests/samples/import/" + name;
}

// In one piece: moc 6.4 counts the braces in raw text.
constexpr const char* steeringNames =
    R"({"results":[{"command":"\u001b]0;x\u0007\u009b31m\u202e\u00b5","mean":1},{"command":"\u001b","mean":1e-13}]})";

} // namespace

class ImportCommandTest : public test::Case {
    Q_OBJECT
private slots:
    void printsTheKernelsAndWritesThemIntoASession()
    {
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        const Ran ran = rig.run(
            {"import", importSample("nvbench.json"), importSample("google_benchmark.json"), "-o", session});
        QCOMPARE(ran.err, QString());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("nvbench.json: nvbench, Example GPU, 2 kernels\n"), qPrintable(ran.out));
        const QRegularExpression row(QStringLiteral("copy \\[T=F32 Elements=1048576\\] +1 +8.00 \u00b5s +- +8.39 MB "
                                                    "+declared\n"));
        QVERIFY2(ran.out.contains(row), qPrintable(ran.out));
        // A level is called as its roof is.
        QVERIFY2(ran.out.contains(QRegularExpression(QStringLiteral("kernel +launches +time +FLOP +DRAM +work\n"))),
                 qPrintable(ran.out));
        QVERIFY2(ran.out.contains("nvbench counts no FLOP"), qPrintable(ran.out));
        QVERIFY2(ran.out.indexOf("product/median only") < ran.out.indexOf("copy/1048576"), qPrintable(ran.out));

        const auto read = readSession(session);
        QVERIFY(read.ok());
        QVERIFY(!read->created.empty());
        QCOMPARE(read->ownKernels.size(), std::size_t{5});
        QCOMPARE(read->ownKernels.front().source, std::string("nvbench.json"));
        QVERIFY(read->ownKernels.front().work == WorkOrigin::Declared);

        QCOMPARE(rig.run({"import", importSample("hyperfine.json"), "--append", "-o", session}).code, 0);
        QCOMPARE(readSession(session)->ownKernels.size(), std::size_t{7});
        // Nothing is replaced without a word. Mutation: the test for a session that exists, in check().
        const Ran onto = rig.run({"import", importSample("hyperfine.json"), "-o", session});
        QCOMPARE(onto.code, 2);
        QVERIFY2(onto.err.contains("exists already") && onto.err.contains("--append"), qPrintable(onto.err));
        QCOMPARE(readSession(session)->ownKernels.size(), std::size_t{7});
    }

    // Mutations: printable() around the name, the path, the remark or the message.
    void nothingInAFileSteersTheTerminal()
    {
        BenchRig rig;
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(rig.path(name));
            if (file.open(QIODevice::WriteOnly))
                file.write(text);
            return file.fileName().toStdString();
        };
        const std::string path = write(QStringLiteral("a\x1b[31m.json"), steeringNames);
        const Ran ran = rig.run({"import", path});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains(QStringLiteral("   ]0;x ?31m?\u00b5 ")), qPrintable(ran.out));
        QVERIFY2(ran.out.contains("a?[31m.json: hyperfine") && ran.out.contains("left out, the first of them \" \""),
                 qPrintable(ran.out));
        const Ran bad = rig.run({"import", write(QStringLiteral("b\u009b\u2066.json"), "{}")});
        QCOMPARE(bad.code, 2);
        QVERIFY2(bad.err.contains("b??.json"), qPrintable(bad.err));
        for (const QString& text : {ran.out, ran.err, bad.err})
            for (const QChar letter : text)
                QVERIFY(letter == '\n' || letter.category() != QChar::Other_Control);
    }

    // Mutation: nothingIn() left out.
    void aFileWithoutAKernelThatCanBeKeptFails()
    {
        BenchRig rig;
        QFile file(rig.path(QStringLiteral("none.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"results":[{"command":"short","mean":1e-13}]})");
        file.close();
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        const Ran ran = rig.run({"import", file.fileName().toStdString(), "-o", session});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, QString());
        QVERIFY2(ran.err.contains("none.json: no kernel") && ran.err.contains("a time above 1e-12 s"),
                 qPrintable(ran.err));
        QVERIFY(!QFile::exists(QString::fromStdString(session)));
    }

    void aFileThatCannotBeReadLeavesTheSessionAsItWas()
    {
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"import", importSample("nvbench.json"), "-o", session}).code, 0);
        QFile bad(rig.path(QStringLiteral("bad.json")));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write("{}");
        bad.close();
        const Ran ran = rig.run(
            {"import", importSample("hyperfine.json"), bad.fileName().toStdString(), "--append", "-o", session});
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, QString());
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY2(
            ran.err.contains("bad.json is not in a format Ridgepoint can import. It reads files of Nsight Compute, "),
            qPrintable(ran.err));
        QVERIFY2(ran.err.endsWith(" Nothing was imported.\n"), qPrintable(ran.err)); // nor of the file that was fine
        QCOMPARE(readSession(session)->ownKernels.size(), std::size_t{2});
        const Ran forced = rig.run({"import", bad.fileName().toStdString(), "--format", "hyperfine"});
        QVERIFY2(forced.code == 2 && forced.err.contains("results: there is no such array"), qPrintable(forced.err));
        QVERIFY2(!forced.err.contains("Nothing was imported"), qPrintable(forced.err)); // it was alone
    }

    void whatIsKnownOfAFileThatIsRefusedIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("a session") << QByteArray("{\"format\":\"ridgepoint-session\",\"version\":1}")
                                   << "is a Ridgepoint session: open it with File › Open.";
        QTest::newRow("no benchmark") << QByteArray("{\"benchmarks\":[]}")
                                      << "is of Google Benchmark and has no benchmark: run it again";
        QTest::newRow("no event") << QByteArray("{\"traceEvents\": [], \"displayTimeUnit\": \"ms\"}")
                                  << "is a trace and has no event: ";
        QTest::newRow("a trace of something else") << QByteArray("{\"traceEvents\": [{\"name\":\"x\"}]}")
                                                   << "their first line has at least the columns flops and time_s.";
        QTest::newRow("a table without time_s") << QByteArray("name,flops,bytes\ncopy,0,8e8\n")
                                                << "their first line has at least the columns flops and time_s.";
        QTest::newRow("a table of own kernels") << QByteArray("flops;time_s\r\n1e9;0.5\r\n")
                                                << "a.json is a table of own kernels: in Ridgepoint's window File › ";
    }
    void whatIsKnownOfAFileThatIsRefusedIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        BenchRig rig;
        QFile file(rig.path(QStringLiteral("a.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const Ran ran = rig.run({"import", file.fileName().toStdString()});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }

    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("no file") << QStringList{} << "FILE: missing; give a file to import, also compressed";
        QTest::newRow("append to nothing") << QStringList{"x.json", "--append"} << "--append: needs a session";
        QTest::newRow("no session") << QStringList{"x.json", "-o", "x.csv"} << "must end in .ridge";
        QTest::newRow("onto itself") << QStringList{"x.ridge", "-o", "x.ridge"} << "is a file to import";
        QTest::newRow("not there") << QStringList{"/no/such/x.json"} << "could not be opened";
    }
    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        BenchRig rig;
        std::vector<std::string> texts{"import"};
        for (const QString& word : words)
            texts.push_back(word.toStdString());
        const Ran ran = rig.run(texts);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
        QCOMPARE(ran.out, QString());
    }

    void stopsWhenItIsCancelled()
    {
        BenchRig rig;
        const std::string session = rig.path(QStringLiteral("a.ridge")).toStdString();
        rig.interruption.request();
        QCOMPARE(rig.run({"import", importSample("nvbench.json"), "-o", session}).code, 4);
        QVERIFY(!QFile::exists(QString::fromStdString(session)));
    }
};

RIDGEPOINT_TEST(ImportCommandTest)
#include "import_command_test.moc"
