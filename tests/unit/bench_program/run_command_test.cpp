// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/own_kernels_csv.h"
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QFile>
#include <QRegularExpression>

#include <array>
#include <cmath>

#include <fcntl.h>
#include <unistd.h>

using namespace ridgepoint;
using test::BenchRig;
using test::Ran;

namespace {

/// Tells one run of a region whose time in ns is what the first argument of the script says.
const std::string tellsTriad = "printf '{\"ridgepoint\":1,\"name\":\"triad\",\"begin_ns\":0,\"ns\":%d,\"flops\":20,"
                               "\"bytes\":240}\\n' $1 >&$RIDGEPOINT_REGIONS_FD";

/// Another standard input until its end.
class InputOf {
public:
    explicit InputOf(int descriptor) : m_before(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))
    {
        dup2(descriptor, STDIN_FILENO);
        close(descriptor);
    }
    ~InputOf()
    {
        m_before < 0 ? close(STDIN_FILENO) : dup2(m_before, STDIN_FILENO);
        if (m_before >= 0)
            close(m_before);
    }
    InputOf(const InputOf&) = delete;
    InputOf& operator=(const InputOf&) = delete;

private:
    int m_before;
};

int openedToRead(const std::string& path) { return open(path.c_str(), O_RDONLY | O_CLOEXEC); }

} // namespace

class RunCommandTest : public test::Case {
    Q_OBJECT
private slots:
    void placesRegionsUnderMeasuredRoofs()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        const Ran ran = rig.run({"run", "-o", path, "--", "sh", "-c", tellsTriad, "sh", "5000"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(ran.out, QString()); // standard output is the program's
        const QRegularExpression row(QStringLiteral("triad +1 +5.00 \u00b5s +20.0 FLOP +240 B +declared"));
        QVERIFY2(ran.err.contains(row) && ran.err.contains("1 run, 1 kernel"), qPrintable(ran.err));
        const auto session = readSession(path);
        QVERIFY(session.ok());
        QCOMPARE(session->ownKernels.size(), std::size_t{1});
        QCOMPARE(session->roofs.size(), std::size_t{1});
        QVERIFY(session->roofs[0].find("bandwidth.dram"));
        QVERIFY(!session->devices.empty() && !session->environment.empty());

        // The roofs that are there are not measured again.
        int batches = 0;
        rig.devices.onBatch = [&](int count) { batches = count; };
        QCOMPARE(rig.run({"run", "--append", "-o", path, "--", "sh", "-c", tellsTriad, "sh", "1"}).code, 0);
        QCOMPARE(batches, 0);
        QCOMPARE(readSession(path)->ownKernels.size(), std::size_t{2});
        QCOMPARE(rig.run({"run", "-o", path, "--", "true"}).code, 2); // it exists
        const std::string bare = rig.path(QStringLiteral("b.ridge")).toStdString();
        QCOMPARE(rig.run({"run", "--no-roofs", "-o", bare, "--", "sh", "-c", tellsTriad, "sh", "1"}).code, 0);
        QCOMPARE(batches, 0);
        QVERIFY(readSession(bare)->roofs.empty());
    }
    void aProgramWithoutRegionsIsOneKernel()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"run", "--no-roofs", "-o", path, "--", "sh", "-c", "exit 0"}).code, 0);
        const auto session = readSession(path);
        QCOMPARE(session->ownKernels.size(), std::size_t{1});
        QCOMPARE(session->ownKernels[0].name, std::string("exit 0"));
    }
    // Mutations: a kernel without the processor's name; the question for another machine behind that for the roofs.
    void kernelsAreOfThisMachinesProcessor()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        QCOMPARE(rig.run({"run", "--no-roofs", "-o", path, "--", "sh", "-c", tellsTriad, "sh", "1"}).code, 0);
        auto session = readSession(path);
        QVERIFY(session.ok());
        const DeviceInfo here = rig.devices.list().front();
        QCOMPARE(session->ownKernels[0].device, here.name);
        session->devices = {here};
        session->devices[0].name = "Another processor";
        QVERIFY(writeSession(*session, path));
        const Ran ran = rig.run({"run", "--no-roofs", "--append", "-o", path, "--", "true"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("measured on Another processor, not on this machine"), qPrintable(ran.err));
    }
    void passesTheStatusOnAndKeepsWhatThereIs()
    {
        const InputOf nothing(openedToRead("/dev/null"));
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        const Ran ran = rig.run(
            {"run", "--no-roofs", "--repeat", "5", "-o", path, "--", "sh", "-c", tellsTriad + "; exit 3", "sh", "7"});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("1 run,") && ran.err.contains("exited with status 3; the runs after it"),
                 qPrintable(ran.err));
        QCOMPARE(readSession(path)->ownKernels.size(), std::size_t{1});
        QCOMPARE(rig.run({"run", "--", "sh", "-c", "kill -TERM $$"}).code, 143);
        const Ran missing = rig.run({"run", "--", "/no/such/program"});
        QCOMPARE(missing.code, 127);
        QVERIFY2(missing.err.contains("\"/no/such/program\" cannot be started"), qPrintable(missing.err));
        QCOMPARE(missing.err.count('\n'), 1);
        QCOMPARE(rig.run({"run", "--", "/etc/passwd"}).code, 126);
    }
    // Mutations: a head without rows; what happened said by a remark and by the last line.
    void aRunThatFailsBeforeAnyRegionIsSaidOnce()
    {
        const InputOf nothing(openedToRead("/dev/null"));
        BenchRig rig;
        const Ran ran = rig.run({"run", "--repeat", "3", "--", "sh", "-c", "exit 7"});
        QCOMPARE(ran.code, 7);
        QCOMPARE(ran.err, QStringLiteral("ridgepoint-bench: exit 7: 1 run, 0 kernels\n"
                                         "  The program exited with status 7 before marking any region; its time is "
                                         "not used, and the runs after it were left out.\n"));
        const Ran once = rig.run({"run", "--", "sh", "-c", "exit 7"});
        QVERIFY2(once.err.endsWith("before marking any region; its time is not used.\n"), qPrintable(once.err));
    }
    void repeatsAndVaries()
    {
        const InputOf nothing(openedToRead("/dev/null"));
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        const Ran ran = rig.run({"run", "--no-roofs", "--repeat", "2", "--vary", "size=1Ki..8Ki:4", "-o", path, "--",
                                 "sh", "-c", tellsTriad, "sh", "{size}"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QVERIFY2(ran.err.contains("8 runs, 4 kernels"), qPrintable(ran.err));
        QVERIFY2(ran.err.contains("triad: the time follows size from 1 Ki to 8 Ki (slope 1.00)."), qPrintable(ran.err));
        const auto session = readSession(path);
        QCOMPARE(session->ownKernels.size(), std::size_t{4});
        QCOMPARE(session->notes, std::string("triad: the time follows size from 1 Ki to 8 Ki (slope 1.00). Size alone "
                                             "cannot tell compute from memory: vary the operations on each element, "
                                             "too (--vary ops=\u2026)."));
        QCOMPARE(session->ownKernels[1].name, std::string("triad, size = 2 Ki"));
        QVERIFY(std::abs(session->ownKernels[1].time.value() - 2048e-9) < 1e-15);
        QCOMPARE(session->ownKernels[1].slopes.size(), std::size_t{1});
        QVERIFY(std::abs(session->ownKernels[1].slopes[0].value - 1.0) < 1e-9);
    }
    void whatSlopesTellIsAddedToTheNotes()
    {
        const InputOf nothing(openedToRead("/dev/null"));
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        Session before;
        before.created = "2026-01-01T00:00:00Z";
        before.notes = "of the night of the storm";
        QVERIFY(writeSession(before, path).ok());
        const Ran ran = rig.run({"run", "--no-roofs", "--repeat", "2", "--vary", "n=1Ki..8Ki:4", "-o", path, "--append",
                                 "--", "sh", "-c", tellsTriad, "sh", "{n}"});
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(readSession(path)->notes, std::string("of the night of the storm\ntriad: the time follows n from 1 Ki "
                                                       "to 8 Ki (slope 1.00)."));
        const Ran once = rig.run(
            {"run", "--no-roofs", "-o", path, "--append", "--", "sh", "-c", tellsTriad, "sh", "5"});
        QVERIFY2(once.code == 0, qPrintable(once.err));
        QVERIFY(readSession(path)->notes.ends_with("(slope 1.00).")); // which tells of no slope
    }
    // Mutation: no way back to the beginning of the input.
    void eachRunReadsTheInput()
    {
        BenchRig rig;
        const std::string file = rig.path(QStringLiteral("input")).toStdString();
        const std::string seen = rig.path(QStringLiteral("seen")).toStdString();
        QFile input(QString::fromStdString(file));
        QVERIFY(input.open(QIODevice::WriteOnly) && input.write("first\nsecond\n") > 0);
        input.close();
        const InputOf redirected(openedToRead(file));
        QCOMPARE(lseek(STDIN_FILENO, 6, SEEK_SET), off_t{6}); // not from the beginning of the file
        QCOMPARE(rig.run({"run", "--repeat", "3", "--", "sh", "-c", "cat >> '" + seen + "'"}).code, 0);
        QCOMPARE(test::contentOf(QString::fromStdString(seen)), QByteArray("second\nsecond\nsecond\n"));
    }
    void aPipeIsReadByOneRunOnly()
    {
        BenchRig rig;
        std::array<int, 2> ends{-1, -1};
        QCOMPARE(pipe2(ends.data(), O_CLOEXEC), 0);
        close(ends[1]);
        const InputOf redirected(ends[0]);
        const Ran ran = rig.run({"run", "--repeat", "2", "--", "true"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("the first run would take all of it"), qPrintable(ran.err));
        QCOMPARE(ran.err.count('\n'), 1);
        QCOMPARE(rig.run({"run", "--", "true"}).code, 0);
    }
    // Mutation: the session of before the run is written.
    void whatWasSavedMeanwhileStays()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        const std::string other = rig.path(QStringLiteral("b.ridge")).toStdString();
        const auto runInto = [&](const std::string& file, const char* time, const std::string& more, bool measures) {
            std::vector<std::string> words{"run", "--append", "-o", file, "--", "sh", "-c", tellsTriad + more, "sh"};
            if (!measures)
                words.insert(words.begin() + 1, "--no-roofs");
            words.emplace_back(time);
            return rig.run(words).code;
        };
        QCOMPARE(runInto(path, "1000", "", true), 0);
        QCOMPARE(runInto(other, "2000", "", false), 0);
        QCOMPARE(runInto(other, "3000", "", false), 0);
        QCOMPARE(runInto(path, "4000", "; cp '" + other + "' '" + path + "'", true), 0);
        const auto session = readSession(path);
        QVERIFY(session.ok());
        QCOMPARE(session->ownKernels.size(), std::size_t{3});
        QVERIFY(std::abs(session->ownKernels[0].time.value() - 2000e-9) < 1e-15);
        QVERIFY(std::abs(session->ownKernels[2].time.value() - 4000e-9) < 1e-15);
        QCOMPARE(session->roofs.size(), std::size_t{1}); // measured before, and the other session had none
    }
    // Mutation: a file that was written meanwhile is replaced.
    void aFileWrittenMeanwhileIsNotReplaced()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        qputenv("TMPDIR", rig.path("").toLocal8Bit());
        const Ran ran = rig.run({"run", "--no-roofs", "-o", path, "--", "sh", "-c",
                                 tellsTriad + "; echo mine > '" + path + "'", "sh", "7"});
        qunsetenv("TMPDIR");
        QVERIFY(ran.code != 0);
        QCOMPARE(test::contentOf(QString::fromStdString(path)), QByteArray("mine\n"));
        const auto saved = QRegularExpression(QStringLiteral("The session was saved as (.*) instead")).match(ran.err);
        QVERIFY2(saved.hasMatch(), qPrintable(ran.err));
        QCOMPARE(readSession(saved.captured(1).toStdString())->ownKernels.size(), std::size_t{1});
    }
    void aFullSessionKeepsTheLongest()
    {
        BenchRig rig;
        const std::string path = rig.path(QStringLiteral("a.ridge")).toStdString();
        Session session;
        session.created = "2026-01-02T03:04:05Z";
        session.ownKernels.assign(maximumOwnKernels - 1,
                                  {.name = "k", .flops = Flops(1.0), .launches = 1.0, .time = Seconds(1.0)});
        QVERIFY(writeSession(session, path).ok());
        const std::vector<std::string> words{
            "run",        "--no-roofs",
            "--launches", "--append",
            "-o",         path,
            "--",         "sh",
            "-c",         tellsTriad + ";set -- 9000;" + tellsTriad + ";set -- 40;" + tellsTriad,
            "sh",         "50"};
        const Ran ran = rig.run(words);
        QVERIFY2(ran.code == 0 && ran.err.contains("2 kernels were left out, the shortest"), qPrintable(ran.err));
        const auto full = readSession(path);
        QVERIFY(full.ok());
        QCOMPARE(full->ownKernels.size(), maximumOwnKernels);
        QCOMPARE(full->ownKernels.back().name, std::string("triad #2"));
        const Ran refused = rig.run(words);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("holds 100000 kernels already"), qPrintable(refused.err));
    }
    void theProgramsOwnOptionsAreItsOwn()
    {
        BenchRig rig;
        const std::string file = rig.path(QStringLiteral("words")).toStdString();
        QCOMPARE(rig.run({"run", "--", "sh", "-c", "printf '%s,' \"$@\" > '" + file + "'", "sh", "--repeat",
                          "--x=", "--", "sweep", "--help"})
                     .code,
                 0);
        QCOMPARE(test::contentOf(QString::fromStdString(file)), QByteArray("--repeat,--x=,--,sweep,--help,"));
    }
    void refusesWhatMakesNoSense_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("nothing") << QStringList{} << "COMMAND: missing";
        QTest::newRow("nothing behind --") << QStringList{"--"} << "COMMAND: missing";
        QTest::newRow("no placeholder") << QStringList{"--vary", "size=1..8:4", "--", "true"}
                                        << "{size} does not occur in the command; put it where the value goes";
        QTest::newRow("twice") << QStringList{"--vary", "n=1,2", "--vary", "n=3", "--", "true", "{n}"}
                               << "is varied twice";
        QTest::newRow("too many") << QStringList{"--vary", "a=1..1Gi:999", "--vary", "b=1..1Gi:999",
                                                 "--",     "true",         "{a}{b}"}
                                  << "more than 10000 combinations";
        QTest::newRow("append to nothing") << QStringList{"--append", "--", "true"} << "--append: needs a session";
        QTest::newRow("no session") << QStringList{"-o", "x.csv", "--", "true"} << "must end in .ridge";
    }
    void refusesWhatMakesNoSense()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        BenchRig rig;
        std::vector<std::string> texts{"run"};
        for (const QString& word : words)
            texts.push_back(word.toStdString());
        const Ran ran = rig.run(texts);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
        QCOMPARE(ran.err.count('\n'), 1);
    }
    void isCancelledBeforeARun()
    {
        BenchRig rig;
        rig.interruption.request();
        const Ran ran = rig.run({"run", "--", "true"});
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("cancelled after 0 runs"), qPrintable(ran.err));
    }
};

RIDGEPOINT_TEST(RunCommandTest)
#include "run_command_test.moc"
