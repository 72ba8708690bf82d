// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/fleet_request.h"
#include "core/fleet/fleet_folder.h"
#include "core/fleet/node_report.h"
#include "tests/support/synthetic_fleet.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/bench_rig.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace ridgepoint;
using test::BenchRig;
using test::NodeFault;
using test::Ran;
using test::syntheticNodeName;

namespace {

/// A variable of this process's environment, for as long as it lives.
class FleetVariable {
public:
    FleetVariable(const char* name, const QByteArray& value) : m_name(name), m_before(qgetenv(name))
    {
        qputenv(name, value);
    }
    ~FleetVariable()
    {
        if (m_before.isNull())
            qunsetenv(m_name);
        else
            qputenv(m_name, m_before);
    }
    FleetVariable(const FleetVariable&) = delete;
    FleetVariable& operator=(const FleetVariable&) = delete;

private:
    const char* m_name;
    QByteArray m_before;
};

/// `fleet` with these options, which measures roofs.
Ran ranFleet(BenchRig& rig, const QStringList& options)
{
    std::vector<std::string> words{"fleet"};
    for (const QString& option : options)
        words.push_back(option.toStdString());
    for (const char* word : {"--", "roofs", "--device", "cpu"})
        words.emplace_back(word);
    return rig.run(words);
}

/// The same through the fake srun, into the rig's folder "fleet".
Ran ranSlurm(BenchRig& rig, int nodes, const QByteArray& faults, const QString& limit = "1s")
{
    const FleetVariable path("PATH", QByteArray(FAKE_SRUN_FOLDER) + ":" + qgetenv("PATH"));
    const FleetVariable wrong("FAKE_SRUN", faults);
    return ranFleet(rig, {"--slurm", "--nodes", QString::number(nodes), "--limit", limit, "-o", rig.path("fleet")});
}

QJsonObject summaryOf(const BenchRig& rig)
{
    QFile file(rig.path("fleet/summary.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// The names in one of the summary's lists.
std::set<std::string> namedIn(const QJsonObject& summary, const char* list)
{
    std::set<std::string> names;
    for (const QJsonValue entry : summary[QLatin1String(list)].toArray())
        names.insert(entry.toObject()["node"].toString().toStdString());
    return names;
}

/// Why a node is in the summary's list of those without a result.
QString reasonOf(const QJsonObject& summary, std::size_t node)
{
    for (const QJsonValue entry : summary["missing"].toArray())
        if (entry.toObject()["node"].toString().toStdString() == syntheticNodeName(node))
            return entry.toObject()["error"].toObject()["id"].toString();
    return {};
}

std::set<std::string> sessionsOf(const BenchRig& rig)
{
    std::set<std::string> names;
    for (const QString& file : QDir(rig.path("fleet")).entryList({"*.ridge"}))
        names.insert(file.chopped(6).toStdString());
    return names;
}

/// A program that takes the options of a node's run: what it does with $out and $host is up to the script.
std::filesystem::path scriptedProgram(const BenchRig& rig, const QByteArray& script)
{
    QFile file(rig.path("program"));
    if (!file.open(QIODevice::WriteOnly))
        return {};
    file.write("#!/bin/sh\nwhile [ $# -gt 0 ]; do\n case $1 in -o) out=$2;; --target) host=$2;; --no-history) "
               "alone=1;; esac\n shift\ndone\n"
               + script);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName().toStdString();
}

/// A session file that a script can copy.
QByteArray savedNodeSession(const BenchRig& rig, const QString& name, NodeFault fault)
{
    const QString path = rig.path(name);
    static_cast<void>(writeSession(test::syntheticNodeSession(qHash(name), fault, {}), path.toStdString()));
    return path.toUtf8();
}

/// Whether a process still computes or waits.
bool isAlive(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    return file.open(QIODevice::ReadOnly) && !file.readAll().contains(") Z ");
}

/// The first child of a process.
qint64 childOf(qint64 process)
{
    QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(process));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').front().toLongLong() : 0;
}

/// What comes of the report of `fleet --node`, as srun would label it.
std::optional<NodeReport> reportedBy(BenchRig& rig, const QString& limit)
{
    const Ran ran = ranFleet(rig, {"--node", "word0000", "--limit", limit});
    NodeReports reports("word0000");
    bool isDone = false;
    for (const QString& line : ran.out.split('\n')) {
        std::size_t task = 0;
        isDone = reports.take("0: " + line.toStdString(), task) == NodeReports::Step::Done || isDone;
    }
    return isDone && ran.code == 0 ? reports.takeReport(0) : std::nullopt;
}

} // namespace

/// Many nodes, gathered and summarised.
class FleetCommandTest : public test::Case {
    Q_OBJECT
private slots:
    void namesExactlyTheNodesAtFaultOf256()
    {
        BenchRig rig;
        QByteArray faults;
        std::set<std::string> lie;
        std::set<std::string> giveNothing;
        const std::vector<QByteArray> kinds{"hang", "die", "slow", "boast", "cut"};
        for (std::size_t node = 10, i = 0; node < 256; node += 20, ++i) {
            const QByteArray& kind = kinds[i % kinds.size()];
            faults += QByteArray::number(static_cast<int>(node)) + ":" + kind + ",";
            (kind == "slow" || kind == "boast" ? lie : giveNothing).insert(syntheticNodeName(node));
        }
        const Ran ran = ranSlurm(rig, 256, faults);
        QVERIFY2(ran.code == 3, qPrintable(ran.err));
        const QJsonObject summary = summaryOf(rig);
        QCOMPARE(summary["nodes"].toArray().size(), 256);
        QCOMPARE(namedIn(summary, "outliers"), lie);
        QCOMPARE(namedIn(summary, "missing"), giveNothing);
        QCOMPARE(reasonOf(summary, 10), "fleet.limit");
        QCOMPARE(reasonOf(summary, 30), "fleet.status");
        QCOMPARE(reasonOf(summary, 90), "fleet.broken-report");
        QCOMPARE(sessionsOf(rig).size(), 256 - giveNothing.size());
        for (const std::string& node : giveNothing)
            QVERIFY(!sessionsOf(rig).contains(node));
        for (const std::string& node : lie)
            QVERIFY2(ran.out.contains(QString::fromStdString(node) + ": "), qPrintable(ran.out));
        QVERIFY(ran.out.contains("the device fell off the bus (status 3)"));
        QVERIFY2(ran.out.contains("  wait-each launch ") && !ran.out.contains("launch.wait_each"), qPrintable(ran.out));
        QFile table(rig.path("fleet/summary.csv"));
        QVERIFY(table.open(QIODevice::ReadOnly) && table.readAll().count('\n') > 256);
    }
    void theStatusTellsWhatCameOfIt_data()
    {
        QTest::addColumn<QByteArray>("faults");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("reason"); // of node 2
        QTest::newRow("all alike") << QByteArray() << 0 << "";
        QTest::newRow("one outside") << QByteArray("2:slow") << 1 << "";
        QTest::newRow("one died") << QByteArray("2:die") << 3 << "fleet.status";
        QTest::newRow("one died and one outside") << QByteArray("2:die,3:slow") << 3 << "fleet.status";
        QTest::newRow("one was lost") << QByteArray("2:lose") << 3 << "fleet.lost";
    }
    void theStatusTellsWhatCameOfIt()
    {
        QFETCH(QByteArray, faults);
        QFETCH(int, code);
        QFETCH(QString, reason);
        BenchRig rig;
        const Ran ran = ranSlurm(rig, 8, faults, "5min");
        QVERIFY2(ran.code == code, qPrintable(ran.err));
        QCOMPARE(reasonOf(summaryOf(rig), 2), reason);
    }
    void aNodeThatNeverBeginsIsMissing()
    {
        BenchRig rig;
        const Ran ran = ranSlurm(rig, 8, "2:absent", "5min");
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.out.contains("node 8 of 8: it never began"), qPrintable(ran.out));
        QCOMPARE(sessionsOf(rig).size(), std::size_t{7});
    }
    // The fake srun interrupts this process once five nodes have reported, and goes on only if it is not ended.
    void anInterruptionKeepsWhatWasGathered()
    {
        BenchRig rig;
        rig.interruption.catchSignals();
        const Ran ran = ranSlurm(rig, 8, "5:interrupt", "5min");
        QVERIFY2(ran.code == 4, qPrintable(ran.err));
        QCOMPARE(sessionsOf(rig).size(), std::size_t{5});
        QCOMPARE(summaryOf(rig)["measured"].toInt(), 5);
        QVERIFY(ran.err.contains("cancelled; the sessions of 5 nodes are in"));
    }
    // Mutation: no PR_SET_PDEATHSIG.
    void whereItIsKilledSrunIsAskedToEnd()
    {
        const QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", QStringLiteral(FAKE_SRUN_FOLDER ":") + environment.value("PATH"));
        environment.insert("FAKE_SRUN", "1:hang");
        QProcess fleet;
        fleet.setProcessEnvironment(environment);
        fleet.start(RIDGEPOINT_BENCH_PROGRAM, {"fleet", "--slurm", "--nodes", "2", "-o", folder.filePath("fleet"), "--",
                                               "roofs", "--device", "cpu"});
        QTRY_VERIFY(QFile::exists(folder.filePath("fleet/node000.ridge"))); // srun writes
        const qint64 srun = childOf(fleet.processId());
        QVERIFY(srun > 0 && isAlive(srun));
        fleet.kill();
        QVERIFY(fleet.waitForFinished());
        QTRY_VERIFY(!isAlive(srun));
    }
    void tasksThatWereNotAskedForAreLeftOut()
    {
        BenchRig rig;
        const FleetVariable more("FAKE_SRUN_MORE", "3");
        const Ran ran = ranSlurm(rig, 4, {}, "5min");
        QVERIFY2(ran.code == 0, qPrintable(ran.err));
        QCOMPARE(summaryOf(rig)["nodes"].toArray().size(), 4);
    }
    void whatSrunRefusesIsSaid()
    {
        BenchRig rig;
        const Ran ran = ranSlurm(rig, 8, "refuse");
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("invalid partition specified: nowhere"), qPrintable(ran.err));
        QVERIFY(!QFile::exists(rig.path("fleet")));
    }
    void withoutSlurmSrunIsNotFound()
    {
        BenchRig rig;
        const FleetVariable path("PATH", "/nowhere");
        const Ran ran = ranFleet(rig, {"--slurm", "--nodes", "4", "-o", rig.path("fleet")});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.contains("\"srun\" was not found; install it, or add its folder to PATH"),
                 qPrintable(ran.err));
    }
    void hostsAreMeasuredEachByAProcess()
    {
        BenchRig rig;
        const QByteArray good = savedNodeSession(rig, "good.ridge", NodeFault::None);
        const QByteArray slow = savedNodeSession(rig, "slow.ridge", NodeFault::SlowMemory);
        rig.surroundings.program = scriptedProgram(
            rig, "[ -n \"$alone\" ] || exit 3\n" // the best of a day hides a slow node
                 "case $host in\n"
                 "*slow) cp '"
                     + slow
                     + "' $out;;\n"
                       "*dies) echo 'ridgepoint-bench: no route to host' >&2; exit 3;;\n"
                       "*silent) ;;\n"
                       "*torn) echo '{\"format\"' > $out;;\n"
                       "*) cp '"
                     + good + "' $out;;\nesac\n");
        QStringList hosts;
        for (int i = 0; i < 40; ++i)
            hosts += QStringLiteral("me@node%1%2")
                         .arg(i)
                         .arg(i == 3    ? "dies"
                              : i == 5  ? "slow"
                              : i == 7  ? "silent"
                              : i == 35 ? "torn"
                                        : "");
        const Ran ran = ranFleet(rig, {"--hosts", hosts.join(','), "-o", rig.path("fleet")});
        QVERIFY2(ran.code == 3, qPrintable(ran.err));
        const QJsonObject summary = summaryOf(rig);
        QCOMPARE(summary["nodes"].toArray().size(), 40);
        QCOMPARE(namedIn(summary, "outliers"), std::set<std::string>{"me@node5slow"});
        QCOMPARE(namedIn(summary, "missing"),
                 (std::set<std::string>{"me@node3dies", "me@node7silent", "me@node35torn"}));
        QVERIFY2(ran.out.contains("me@node3dies: no route to host (status 3)"), qPrintable(ran.out));
        QVERIFY(QFile::exists(rig.path("fleet/me@node0.ridge")));
    }
    void aHostThatHangsIsEndedWithAllThatItStarted()
    {
        BenchRig rig;
        const QByteArray note = rig.path("pid").toUtf8();
        rig.surroundings.program = scriptedProgram(rig, "sleep 1000 &\necho $! > '" + note + "'\nwait\n");
        const Ran ran = ranFleet(rig, {"--hosts", "a", "--limit", "500ms", "-o", rig.path("fleet")});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.out.contains("a: no result within 0.5 s, so that it was ended"), qPrintable(ran.out));
        QFile file(rig.path("pid"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const qint64 started = file.readAll().trimmed().toLongLong();
        QVERIFY(started > 0);
        QTRY_VERIFY(!isAlive(started));
    }
    void anInterruptionLetsHostsSaveWhatTheyHave()
    {
        BenchRig rig;
        const QByteArray good = savedNodeSession(rig, "good.ridge", NodeFault::None);
        rig.interruption.catchSignals();
        // Saves when it is interrupted, as a sweep does, and has this process interrupted once that is set up.
        rig.surroundings.program = scriptedProgram(rig, "trap 'cp \"" + good
                                                            + "\" $out; exit 4' INT\n"
                                                              "sleep 1000 &\nkill -INT $PPID\nwait\n");
        const Ran ran = ranFleet(rig, {"--hosts", "a", "--limit", "5min", "-o", rig.path("fleet")});
        QVERIFY2(ran.code == 4, qPrintable(ran.err));
        QCOMPARE(sessionsOf(rig), std::set<std::string>{"a"});
        QCOMPARE(summaryOf(rig)["measured"].toInt(), 1);
    }
    void aNodeReportsItsSession()
    {
        BenchRig rig;
        const QByteArray good = savedNodeSession(rig, "good.ridge", NodeFault::None);
        rig.surroundings.program = scriptedProgram(rig, "echo noise\ncp '" + good + "' $out\n");
        const FleetVariable name("SLURMD_NODENAME", "node17");
        const auto report = reportedBy(rig, "5min");
        QVERIFY(report.has_value());
        QCOMPARE(report->name, std::string("node17"));
        QCOMPARE(report->status, 0);
        QFile file(QString::fromUtf8(good));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QByteArray::fromStdString(report->session), file.readAll());
    }
    void aNodeReportsWhyItHasNone_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("limit");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("message");
        QTest::newRow("it failed") << QByteArray("echo 'ridgepoint-bench: no such device' >&2; exit 2") << "5min" << 2
                                   << "no such device";
        QTest::newRow("it crashed") << QByteArray("kill -SEGV $$") << "5min" << 139 << "";
        QTest::newRow("it hangs") << QByteArray("sleep 1000") << "300ms" << NodeReport::statusOfLimit << "";
    }
    void aNodeReportsWhyItHasNone()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, limit);
        QFETCH(int, status);
        QFETCH(QString, message);
        BenchRig rig;
        rig.surroundings.program = scriptedProgram(rig, script + "\n");
        const auto report = reportedBy(rig, limit);
        QVERIFY(report.has_value());
        QCOMPARE(report->status, status);
        QCOMPARE(QString::fromStdString(report->message), message);
        QVERIFY(report->session.empty());
    }
    void commandLinesThatMakeNoSenseAreRefused_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("says");
        QTest::newRow("nowhere") << "-- roofs --device cpu"
                                 << "--hosts: write either --hosts A,B,C or --slurm";
        QTest::newRow("both") << "--slurm --nodes 2 --hosts a -- roofs --device cpu"
                              << "--hosts: write either";
        QTest::newRow("no number") << "--slurm -- roofs --device cpu"
                                   << "--nodes: missing";
        QTest::newRow("hosts with nodes") << "--hosts a --nodes 2 -- roofs --device cpu"
                                          << "--slurm: missing";
        QTest::newRow("another command") << "--hosts a -- serve"
                                         << "\"serve\" is not what a fleet measures";
        QTest::newRow("its own output") << "--hosts a -- sweep --device cpu -o x.ridge"
                                        << "-o: each node's session";
        QTest::newRow("its own output in one word") << "--hosts a -- roofs --output=x.ridge"
                                                    << "--output=x.ridge: each";
        QTest::newRow("an option that is none") << "--hosts a -- roofs --device cpu --fast"
                                                << "--fast: unknown option";
        QTest::newRow("no value") << "--hosts a -- sweep --device cpu --ops"
                                  << "--ops";
        QTest::newRow("an option for ssh") << "--hosts -oProxyCommand=x -- roofs"
                                           << "is not a list of hosts";
        QTest::newRow("the same host twice") << "--hosts a,b,a -- roofs"
                                             << "names a host twice";
    }
    void commandLinesThatMakeNoSenseAreRefused()
    {
        QFETCH(QString, words);
        QFETCH(QString, says);
        BenchRig rig;
        std::vector<std::string> all{"fleet"};
        for (const QString& word : words.split(' '))
            all.push_back(word.toStdString());
        const Ran ran = rig.run(all);
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(says), qPrintable(ran.err));
    }
    void aFolderWithFilesIsRefused()
    {
        BenchRig rig;
        QVERIFY(QDir().mkdir(rig.path("fleet")));
        QFile file(rig.path("fleet/old.ridge"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const Ran ran = ranFleet(rig, {"--hosts", "a", "-o", rig.path("fleet")});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("is not empty"), qPrintable(ran.err));
    }
    void srunIsAskedForWholeNodes()
    {
        FleetRequest request{.slurm = true,
                             .nodes = 64,
                             .partition = "gpu",
                             .gpus = 2,
                             .time = "30",
                             .slurmExtra = {"--account=physics"},
                             .limit = Seconds(90.0),
                             .folder = {},
                             .command = {"roofs", "--device", "cuda:0"}};
        const std::vector<std::string> words = srunWords(request, "/opt/bench", "word0000", false);
        for (const char* word : {"--label", "--nodes=64", "--ntasks-per-node=1", "--exclusive", "--kill-on-bad-exit=0",
                                 "--partition=gpu", "--gpus-per-node=2", "--time=30", "--account=physics"})
            QVERIFY2(std::ranges::find(words, word) != words.end(), word);
        const std::vector<std::string> end{"/opt/bench", "fleet", "--node", "word0000", "--limit",
                                           "90s",        "--",    "roofs",  "--device", "cuda:0"};
        QVERIFY(words.size() > end.size());
        QVERIFY(std::equal(end.rbegin(), end.rend(), words.rbegin()));
        // Within a job that is for the steps of that job to say.
        const std::vector<std::string> inJob = srunWords(request, "/opt/bench", "word0000", true);
        QVERIFY(std::ranges::find(inJob, "--exclusive") == inJob.end());
    }
    void namesOfFilesAreHarmless_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("file");
        QTest::newRow("plain") << "node17"
                               << "node17.ridge";
        QTest::newRow("of a user") << "me@node17.example"
                                   << "me@node17.example.ridge";
        QTest::newRow("a path") << "../../etc/passwd"
                                << "_.._.._etc_passwd.ridge";
        QTest::newRow("an address") << "[::1]:22"
                                    << "___1__22.ridge";
        QTest::newRow("nothing") << ""
                                 << "_.ridge";
    }
    void namesOfFilesAreHarmless()
    {
        QFETCH(QString, node);
        QFETCH(QString, file);
        QCOMPARE(QString::fromStdString(sessionFileOf(node.toStdString())), file);
    }
};

RIDGEPOINT_TEST(FleetCommandTest)
#include "fleet_command_test.moc"
