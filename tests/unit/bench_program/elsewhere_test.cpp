// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/elsewhere_rig.h"

#include <QStandardPaths>

#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchProcess;
using test::isRunning;

namespace {

/// Runs the command here, as another machine with a home of its own, behind a shell that talks. FAKE_SSH says what goes
/// wrong.
constexpr const char* fakeSsh = R"(#!/bin/sh
while [ "$1" != -- ]; do shift; done
echo "$2" >> "$FAKE/hosts"
case "$FAKE_SSH" in
says:*) echo "${FAKE_SSH#says:}" >&2; exit 255;;
no-shell) echo "This account is currently not available."; exit 1;;
esac
printf 'Welcome to a shell that talks\nand leaves its last line unfinished: '
echo "and warns" >&2
HOME=$FAKE/home; TMPDIR=$FAKE/tmp; PATH=$FAKE/there:$PATH; export HOME TMPDIR PATH
case "$3" in
*--nonce*)
    case "$FAKE_SSH" in
    soon)
        mkfifo "$FAKE/down"
        exec 4<&0
        sh -c "$3" <&4 >"$FAKE/down" 4<&- &
        awk '{ print; fflush() } / sofar / && ++frames == 2 { exit }' "$FAKE/down"
        kill $!
        echo "client_loop: send disconnect: Broken pipe" >&2
        exit 255;;
    cut:*) sh -c "$3" | head -c "${FAKE_SSH#cut:}"; echo "client_loop: send disconnect: Broken pipe" >&2; exit 255;;
    esac
    echo $$ > "$FAKE/pid";;
esac
exec sh -c "$3"
)";

/// Waits in a queue until somebody writes into a pipe.
constexpr const char* fakeSrun = R"(#!/bin/sh
echo "$*" > "$FAKE/srun"
while case "$1" in -*) true;; *) false;; esac; do shift; done
case "$FAKE_SRUN" in
queue) echo "srun: job 77 queued and waiting for resources" >&2; read -r go < "$FAKE/go";;
says:*) echo "${FAKE_SRUN#says:}" >&2; exit 1;;
esac
SLURMD_NODENAME=c12; export SLURMD_NODENAME
exec "$@"
)";

/// This machine reaches itself, and has a Slurm.
class World : public test::Elsewhere {
public:
    World() : Elsewhere(fakeSsh) {}
    void slurm(const QByteArray& queue) const
    {
        program(QStringLiteral("bin/srun"), fakeSrun);
        program(QStringLiteral("bin/squeue"), "#!/bin/sh\necho '" + queue + "'\n");
        program(QStringLiteral("bin/scancel"), "#!/bin/sh\necho \"$1\" > \"$FAKE/cancelled\"\n");
        QCOMPARE(mkfifo(qPrintable(path(QStringLiteral("go"))), 0600), 0);
    }
};

std::optional<TargetProgress> waitForState(BenchProcess& bench, TargetState state)
{
    const auto found = bench.waitFor([state](const Incoming& incoming) {
        const auto* notification = std::get_if<Notification>(&incoming);
        const auto* progress = notification ? std::get_if<TargetProgress>(notification) : nullptr;
        return progress && progress->state == state;
    });
    return found ? std::optional(std::get<TargetProgress>(std::get<Notification>(*found))) : std::nullopt;
}

const QStringList quickSweep{"sweep", "--device", "cpu", "--threads",  "1",  "--ops",     "1,8",   "--size",
                             "4096",  "--budget", "1s",  "--no-roofs", "-o", "map.ridge", "--csv", "map.csv"};

} // namespace

/// The real program, which reaches this machine by stand-ins for ssh and Slurm.
class ElsewhereTest : public test::Case {
    Q_OBJECT
private slots:
    void whatIsPrintedThereIsPrintedHereAndTheProgramIsCopiedOnce()
    {
        const World world;
        for (int run = 0; run < 2; ++run) {
            BenchProcess bench;
            world.lendTo(bench);
            QCOMPARE(bench.run({"devices", "--json", "--target", "ada@box"}), 0);
            QVERIFY2(bench.out.startsWith("{\"devices\":[") && bench.out.endsWith("]}\n"), bench.out.constData());
            QVERIFY2(bench.err.isEmpty(), bench.err.constData());
        }
        // Looked, copied and ran; then looked and ran.
        QCOMPARE(world.content("hosts").count("ada@box\n"), 5);
        const QDir programs(world.path("home/.cache/ridgepoint"));
        QCOMPARE(programs.entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
        QVERIFY(QDir(world.path("tmp")).isEmpty(QDir::Dirs | QDir::NoDotAndDotDot));
    }
    void filesAreWrittenHereAndTheSessionSaysWhereItWasMeasured()
    {
        const World world;
        BenchProcess bench;
        world.lendTo(bench);
        QCOMPARE(bench.run(quickSweep + QStringList{"--target", "ada@box"}), 0);
        const auto session = readSession(world.path("map.ridge").toStdString());
        QVERIFY2(session.ok(), session.ok() ? "" : session.error().message().c_str());
        QVERIFY(!session->samples.empty());
        QCOMPARE(session->environment.at("measured_on"), std::string("box"));
        QVERIFY(world.content("map.csv").startsWith("device,operation,"));
        QVERIFY(QDir(world.path("tmp")).isEmpty()); // and stay nowhere else
    }
    void whatGoesWrongIsOneSentenceWithWhatToTry_data()
    {
        QTest::addColumn<QString>("ssh");
        QTest::addColumn<QByteArray>("says");
        const QString refused = QStringLiteral("says:ssh: connect to host box port 22: Connection refused");
        QTest::newRow("refused") << refused << QByteArray("nothing answers ssh on that port. Check the port");
        QTest::newRow("changed") << QStringLiteral("says:WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!")
                                 << QByteArray("in which line of which file");
        QTest::newRow("no shell") << QStringLiteral("no-shell")
                                  << QByteArray("\"This account is currently not available\". Try ssh box uname");
    }
    void whatGoesWrongIsOneSentenceWithWhatToTry()
    {
        QFETCH(QString, ssh);
        QFETCH(QByteArray, says);
        const World world;
        BenchProcess bench;
        world.lendTo(bench, ssh);
        QCOMPARE(bench.run({"devices", "--target", "box"}), 3);
        QVERIFY(bench.out.isEmpty());
        QVERIFY2(bench.err.startsWith("ridgepoint-bench: ") && bench.err.count('\n') == 1, bench.err.constData());
        QVERIFY2(bench.err.contains(says), bench.err.constData());
    }
    void anotherMachinesLacksAreTold_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("architecture") << QStringLiteral("there/uname")
                                      << QByteArray("#!/bin/sh\n[ $1 = -m ] && echo riscv64 || echo Linux\n")
                                      << QByteArray("ridgepoint-bench-riscv64");
        QTest::newRow("full disk") << QStringLiteral(
            "there/cat") << QByteArray("#!/bin/sh\necho 'cat: write error: No space left on device' >&2\nexit 1\n")
                                   << QByteArray("does not fit on the disk of box");
        QTest::newRow("noexec") << QStringLiteral("there/chmod") << QByteArray("#!/bin/sh\n")
                                << QByteArray("Set TMPDIR there to a folder from which programs may run.");
        QTest::newRow("a cut copy") << QStringLiteral("there/cat") << QByteArray("#!/bin/sh\nexec head -c 1000\n")
                                    << QByteArray("what was copied in part is not used");
    }
    void anotherMachinesLacksAreTold()
    {
        QFETCH(QString, program);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const World world;
        world.program(program, text);
        BenchProcess bench;
        world.lendTo(bench);
        QCOMPARE(bench.run({"devices", "--target", "box"}), 3);
        QVERIFY2(bench.err.contains(says) && bench.err.count('\n') == 1, bench.err.constData());
        const QDir programs(world.path("home/.cache/ridgepoint"));
        for (const QString& folder : programs.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
            QVERIFY2(QDir(programs.filePath(folder)).isEmpty(), "nothing is left of what failed");
    }
    void aConnectionThatIsCutAnywhereIsTold()
    {
        const World world;
        BenchProcess whole;
        world.lendTo(whole, QStringLiteral("cut:1000000")); // nothing is cut
        QCOMPARE(whole.run({"devices", "--json", "--target", "box"}), 0);
        const auto frames = QByteArray("\x1e").size() + 32; // at least, before and behind the output
        for (const auto length : {0, 10, 40, static_cast<int>(whole.out.size() / 2), static_cast<int>(whole.out.size()),
                                  static_cast<int>(whole.out.size() + frames)}) {
            BenchProcess bench;
            world.lendTo(bench, QStringLiteral("cut:%1").arg(length));
            QCOMPARE(bench.run({"devices", "--json", "--target", "box"}), 3);
            QVERIFY2(whole.out.startsWith(bench.out), bench.out.constData());
            QVERIFY2(bench.err.contains("connection to box"), bench.err.constData());
        }
    }
    void serveTellsItsWayAndRelaysWithoutGaps()
    {
        const World world;
        BenchProcess bench;
        world.lendTo(bench);
        bench.start({"serve", "--target", "box"});
        bench.send(Initialize{.client = "test", .gaps = true});
        for (const TargetState state : {TargetState::Connecting, TargetState::Checking, TargetState::Copying,
                                        TargetState::Starting, TargetState::Ready})
            QVERIFY2(waitForState(bench, state), qPrintable(QString::number(static_cast<int>(state))));
        QVERIFY(bench.waitForAnswer<InitializeResult>());
        bench.send(MeasureRoofs{.device = "cpu", .threads = 1, .only = {"launch.queued"}});
        QVERIFY(bench.waitForAnswer<RoofsResult>());
        for (const Incoming& incoming : bench.messages)
            if (const auto* notification = std::get_if<Notification>(&incoming))
                QVERIFY(!std::holds_alternative<MeasuringGap>(*notification));
        QCOMPARE(bench.nonsense, 0);
        bench.process.closeWriteChannel();
        QCOMPARE(bench.exitStatus(), 0);
        QVERIFY(!isRunning(world.content("pid")));
    }
    void serveTellsAFailureInAMessage()
    {
        const World world;
        BenchProcess bench;
        world.lendTo(bench, QStringLiteral("says:ssh: Could not resolve hostname box: Name or service not known"));
        bench.start({"serve", "--target", "box"});
        const auto failed = bench.waitForNotification<TargetFailed>();
        QVERIFY(failed);
        QCOMPARE(failed->id, std::string("target.unknown-host"));
        QVERIFY(failed->text.find("box") != std::string::npos && !failed->remedy.empty());
        QCOMPARE(bench.exitStatus(), 3);
    }
    void nobodyIsLeftThereWhenThisProcessIsKilled()
    {
        const World world;
        BenchProcess bench;
        world.lendTo(bench);
        bench.start({"serve", "--target", "box"});
        bench.send(Initialize{.client = "test"});
        QVERIFY(bench.waitForAnswer<InitializeResult>());
        const QByteArray pid = world.content("pid");
        QVERIFY(isRunning(pid));
        bench.process.kill();
        QVERIFY(bench.process.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(!isRunning(pid), 10000);
    }
    void cancellingKeepsWhatIsThereSoFar()
    {
        const World world;
        BenchProcess bench;
        world.lendTo(bench);
        bench.start({"sweep", "--device", "cpu", "--threads", "1", "--ops", "1..1024:64", "--size", "1Ki..1Mi:64",
                     "--full", "--budget", "1h", "--no-roofs", "-o", "map.ridge", "--progress", "json", "--target",
                     "box"});
        QVERIFY(bench.process.processId() > 0);
        QByteArray progress; // until something was measured
        while (!progress.contains("\"done\":1")) {
            QVERIFY(bench.process.state() == QProcess::Running);
            bench.process.setReadChannel(QProcess::StandardError);
            bench.process.waitForReadyRead(test::processDeadlineMilliseconds);
            progress += bench.process.readAllStandardError();
        }
        kill(static_cast<pid_t>(bench.process.processId()), SIGINT);
        QCOMPARE(bench.exitStatus(), 4);
        const auto session = readSession(world.path("map.ridge").toStdString());
        QVERIFY2(session.ok() && !session->samples.empty(), bench.err.constData());
    }
    void aSweepThatIsCutIsKeptAsFarAsItCame_data()
    {
        QTest::addColumn<QStringList>("where");
        QTest::newRow("by ssh") << QStringList{"--target", "box"};
        QTest::newRow("by a login node") << QStringList{"--target", "box", "--slurm"};
    }
    void aSweepThatIsCutIsKeptAsFarAsItCame()
    {
        QFETCH(QStringList, where);
        const World world;
        world.slurm("");
        BenchProcess bench;
        world.lendTo(bench, QStringLiteral("soon")); // when the table begins to come, after the session
        QCOMPARE(bench.run(QStringList{"sweep", "--device", "cpu", "--threads", "1", "--ops", "1..1024:64", "--size",
                                       "1Ki..1Mi:64", "--full", "--budget", "1h", "--no-roofs", "-o", "map.ridge",
                                       "--csv", "map.csv"}
                           + where),
                 3);
        const auto session = readSession(world.path("map.ridge").toStdString());
        QVERIFY2(session.ok() && !session->samples.empty(), bench.err.constData());
        QVERIFY(session->environment.contains("incomplete"));
        QVERIFY(!QFile::exists(world.path("map.csv")));
        QVERIFY2(bench.err.contains("Kept of what it had measured: map.ridge with ")
                     && bench.err.contains("What it had not sent yet is lost. Start again."),
                 bench.err.constData());
    }
    void theQueueIsTold()
    {
        const World world;
        world.slurm("76|gpu|Resources|N/A\n77|gpu|Priority|2026-11-27T08:30:00");
        BenchProcess bench;
        world.lendTo(bench, {}, QStringLiteral("queue"));
        bench.start({"serve", "--slurm", "--gpus", "1", "--slurm-extra=--exclusive"});
        bench.send(Initialize{.client = "test"});
        const auto queued = waitForState(bench, TargetState::Queued);
        QVERIFY(queued);
        QCOMPARE(queued->job, std::string("77"));
        QCOMPARE(queued->reason, std::string("Priority"));
        QCOMPARE(queued->position, 2);
        QCOMPARE(queued->start, std::string("2026-11-27T08:30:00"));
        QVERIFY(world.content("srun").contains("--gpus=1 --exclusive /"));
        QFile go(world.path("go"));
        QVERIFY(go.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && go.write("go\n") == 3);
        const auto ready = waitForState(bench, TargetState::Ready);
        QVERIFY(ready && ready->text.find("c12") != std::string::npos);
        QVERIFY(bench.waitForAnswer<InitializeResult>());
        bench.process.closeWriteChannel();
        QCOMPARE(bench.exitStatus(), 0);
        QVERIFY(world.content("cancelled").isEmpty());
    }
    void aJobThatWaitsIsCancelledWithThisProgram_data()
    {
        QTest::addColumn<QStringList>("where");
        QTest::newRow("on this machine") << QStringList{"--slurm"};
        QTest::newRow("on a login node") << QStringList{"--target", "login", "--slurm"};
    }
    void aJobThatWaitsIsCancelledWithThisProgram()
    {
        QFETCH(QStringList, where);
        const World world;
        world.slurm("77|gpu|Priority|N/A");
        BenchProcess bench;
        world.lendTo(bench, {}, QStringLiteral("queue"));
        bench.start(QStringList{"serve"} + where);
        QVERIFY(waitForState(bench, TargetState::Queued));
        bench.process.closeWriteChannel();
        QVERIFY(bench.exitStatus() >= 0);
        QCOMPARE(world.content("cancelled"), QByteArray("77\n"));
    }
    void aQueueThatDoesNotEndIsLeft()
    {
        const World world;
        world.slurm("77|gpu|PartitionTimeLimit|N/A");
        BenchProcess bench;
        world.lendTo(bench, {}, QStringLiteral("queue"));
        QCOMPARE(bench.run({"devices", "--slurm", "--time", "10-0"}), 3);
        QVERIFY2(bench.err.contains("PartitionTimeLimit") && bench.err.contains("it was cancelled"),
                 bench.err.constData());
        QCOMPARE(world.content("cancelled"), QByteArray("77\n"));
    }
    void slurmOnALoginNodeMeasuresOnItsNode()
    {
        const World world;
        world.slurm("");
        BenchProcess bench;
        world.lendTo(bench);
        QCOMPARE(bench.run(quickSweep + QStringList{"--target", "ada@login", "--slurm", "--partition", "gpu"}), 0);
        QVERIFY(world.content("srun").contains("--partition=gpu"));
        const auto session = readSession(world.path("map.ridge").toStdString());
        QVERIFY2(session.ok(), bench.err.constData());
        QCOMPARE(session->environment.at("measured_on"), std::string("login, Slurm node c12"));
    }
    void withoutSlurmThatIsTold()
    {
        const World world;
        BenchProcess bench;
        world.lendTo(bench);
        QProcessEnvironment environment = bench.process.processEnvironment();
        environment.insert(QStringLiteral("PATH"), world.path("bin")); // whatever this machine has
        bench.process.setProcessEnvironment(environment);
        QCOMPARE(bench.run({"devices", "--slurm"}), 3);
        QVERIFY2(bench.err.contains("There is no Slurm on this machine"), bench.err.constData());
        world.slurm("");
        BenchProcess refused;
        world.lendTo(refused, {}, QStringLiteral("says:srun: error: Unable to allocate resources: Invalid partition"));
        QCOMPARE(refused.run({"devices", "--slurm"}), 3);
        QVERIFY2(refused.err.contains("no such partition"), refused.err.constData());
    }
    void theRealSshReachesARealServer();
};

/// A server with keys of its own on a loopback port, for this user.
void ElsewhereTest::theRealSshReachesARealServer()
{
    const QString server = QStringLiteral("/usr/sbin/sshd");
    if (!QFile::exists(server) || QStandardPaths::findExecutable(QStringLiteral("ssh")).isEmpty())
        QSKIP("there is no sshd here: install openssh-server");
    const World world;
    const QString ssh = QStandardPaths::findExecutable(QStringLiteral("ssh"));
    const auto run = [](const QString& program, const QStringList& words) {
        return QProcess::execute(program, words) == 0;
    };
    for (const char* key : {"host", "mine", "other", "locked"})
        QVERIFY(run(
            QStringLiteral("ssh-keygen"),
            {"-q", "-t", "ed25519", "-N", QLatin1String(key) == "locked" ? "open sesame" : "", "-f", world.path(key)}));
    QFile authorized(world.path("authorized"));
    QVERIFY(authorized.open(QIODevice::WriteOnly)
            && authorized.write(world.content("mine.pub") + world.content("locked.pub")) > 0);
    authorized.close();
    const QString port = QString::number(20000 + getpid() % 20000);
    QFile serverFile(world.path("sshd_config"));
    QVERIFY(serverFile.open(QIODevice::WriteOnly));
    serverFile.write(
        QStringLiteral("Port %1\nListenAddress 127.0.0.1\nHostKey %2\nAuthorizedKeysFile %3\nPidFile none\n"
                       "StrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                       "KbdInteractiveAuthentication no\nPermitRootLogin yes\nSetEnv HOME=%4 TMPDIR=%5\n")
            .arg(port, world.path("host"), world.path("authorized"), world.path("home"), world.path("tmp"))
            .toUtf8());
    serverFile.close();
    QDir().mkpath(QStringLiteral("/run/sshd")); // where the package's service would make it
    QProcess sshd;
    sshd.start(server, {"-D", "-e", "-f", world.path("sshd_config")});
    sshd.setReadChannel(QProcess::StandardError);
    QByteArray said;
    while (!said.contains("Server listening") && sshd.waitForReadyRead(10000))
        said += sshd.readAllStandardError();
    if (!said.contains("Server listening"))
        QSKIP(("sshd does not start here: " + said).constData());
    const auto configure = [&](const QString& key, const QByteArray& known) {
        QFile hosts(world.path("known_hosts"));
        QVERIFY(hosts.open(QIODevice::WriteOnly) && hosts.write(known) == known.size());
        QFile file(world.path("ssh_config"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QStringLiteral("Host box\n HostName 127.0.0.1\n Port %1\n IdentityFile %2\n IdentitiesOnly yes\n"
                                  " IdentityAgent none\n UserKnownHostsFile %3\n GlobalKnownHostsFile none\n")
                       .arg(port, world.path(key), world.path("known_hosts"))
                       .toUtf8());
    };
    world.program("bin/ssh", "#!/bin/sh\nexec " + ssh.toUtf8() + " -F \"$FAKE/ssh_config\" \"$@\"\n");
    const auto keyOf = [&](const char* name) {
        return "[127.0.0.1]:" + port.toLatin1() + ' ' + world.content(QLatin1String(name) + QStringLiteral(".pub"));
    };
    const auto failsWith = [&](const char* says) {
        BenchProcess bench;
        world.lendTo(bench);
        bench.start({"serve", "--target", "box"});
        const auto failed = bench.waitForNotification<TargetFailed>();
        QVERIFY(failed);
        QCOMPARE(QString::fromStdString(failed->id), QString::fromLatin1(says));
        QCOMPARE(bench.exitStatus(), 3);
    };
    configure("mine", "");
    failsWith("target.host-key-unknown");
    configure("mine", keyOf("other"));
    failsWith("target.host-key-changed");
    configure("other", keyOf("host"));
    failsWith("target.permission-denied");
    configure("locked", keyOf("host"));
    failsWith("target.permission-denied"); // without anybody to ask
    world.program("bin/askpass", "#!/bin/sh\necho \"$1\" >> \"$FAKE/asked\"\necho open sesame\n");
    BenchProcess asking;
    world.lendTo(asking);
    QProcessEnvironment environment = asking.process.processEnvironment();
    environment.insert(QStringLiteral("SSH_ASKPASS"), world.path("bin/askpass"));
    asking.process.setProcessEnvironment(environment);
    asking.start({"serve", "--target", "box"});
    asking.send(Initialize{.client = "test"});
    QVERIFY(asking.waitForAnswer<InitializeResult>());
    constexpr int longestFolder = 38; // where the connection that all commands share has its socket
    if (asking.folder.path().size() <= longestFolder)
        QCOMPARE(world.content("asked").count("passphrase"), 1);
    else
        QVERIFY(world.content("asked").count("passphrase") > 1);
    asking.process.closeWriteChannel();
    QCOMPARE(asking.exitStatus(), 0);
    configure("mine", keyOf("host"));
    BenchProcess bench;
    world.lendTo(bench);
    QCOMPARE(bench.run(quickSweep + QStringList{"--target", "box"}), 0);
    QVERIFY(QFile::exists(world.path("map.ridge")));
    BenchProcess serving;
    world.lendTo(serving);
    serving.start({"serve", "--target", "box"});
    serving.send(Initialize{.client = "test"});
    QVERIFY(serving.waitForAnswer<InitializeResult>());
    sshd.kill(); // of a session, its own process goes on
    sshd.waitForFinished();
    serving.process.closeWriteChannel();
    QCOMPARE(serving.exitStatus(), 0);
}

RIDGEPOINT_TEST(ElsewhereTest)
#include "elsewhere_test.moc"
