// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/failure.h"
#include "tests/support/test_main.h"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::remote;

namespace {

/// That it is what it should be, and two whole sentences.
void isTold(const TargetFailure& failure, const char* id)
{
    QCOMPARE(QString::fromStdString(failure.id), QString::fromLatin1(id));
    QVERIFY2(failure.text.ends_with('.') && failure.remedy.ends_with('.'), (failure.text + failure.remedy).c_str());
    QVERIFY(failure.text.find('\n') == std::string::npos);
}

} // namespace

class FailureTest : public test::Case {
    Q_OBJECT
private slots:
    void sshsWordsAreTold_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<bool>("asks");
        QTest::newRow("target.unknown-host")
            << QByteArray("ssh: Could not resolve hostname gpu: Name or service not known\r\n") << false;
        QTest::newRow("target.refused") << QByteArray("ssh: connect to host gpu port 22: Connection refused\r\n")
                                        << false;
        QTest::newRow("target.timed-out")
            << QByteArray("ssh: connect to host gpu port 22: Connection timed out\r\n") << false;
        QTest::newRow("target.unreachable")
            << QByteArray("ssh: connect to host gpu port 22: No route to host\r\n") << false;
        QTest::newRow("target.host-key-unknown")
            << QByteArray("No ED25519 host key is known for gpu and you have requested strict checking.\r\n"
                          "Host key verification failed.\r\n")
            << true;
        QTest::newRow("target.host-key-changed")
            << QByteArray("@@@@@@@@@@@@@@@\r\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n"
                          "Host key for gpu has changed and you have requested strict checking.\r\n"
                          "Host key verification failed.\r\n")
            << false;
        QTest::newRow("target.permission-denied") << QByteArray("ada@gpu: Permission denied (publickey).\r\n") << true;
        QTest::newRow("target.ssh-configuration")
            << QByteArray("/home/ada/.ssh/config: line 3: Bad configuration option: hots\r\n") << false;
        QTest::newRow("target.connection-failed") << QByteArray("kex_exchange_identification: read: gone\r\n") << false;
    }
    void sshsWordsAreTold()
    {
        QFETCH(QByteArray, words);
        QFETCH(bool, asks);
        const TargetFailure failure = failureOfSsh(words.toStdString(), "ada@gpu");
        isTold(failure, QTest::currentDataTag());
        QVERIFY((failure.text + failure.remedy).find("gpu") != std::string::npos);
        QCOMPARE(wantsAnswer(failure), asks);
    }
    void aProgramThatDoesNotStartIsTold()
    {
        isTold(failureOfStart("bench: /lib64/libc.so.6: version `GLIBC_2.34' not found (required by bench)", "gpu"),
               "target.glibc");
        isTold(failureOfStart("sh: 1: /home/a/bench: Exec format error", "gpu"), "target.architecture");
        isTold(failureOfStart("sh: 1: /home/a/bench: Permission denied", "gpu"), "target.noexec");
        isTold(failureOfStart("Killed", "gpu"), "target.not-started");
        isTold(failureOfShell("This account is currently not available.\n", "gpu"), "target.no-shell");
        isTold(noProgramFor({.system = "Linux", .machine = "riscv64"}, "gpu"), "target.architecture");
        isTold(noProgramFor({.system = "Darwin", .machine = "arm64"}, "gpu"), "target.system");
    }
    void aCopyThatFailsIsTold()
    {
        const auto of = [](const char* step, const char* reason) {
            return failureOfCopy({.step = step, .reason = reason}, "gpu");
        };
        isTold(of("write", "cat: write error: No space left on device"), "target.disk-full");
        isTold(of("folder", "mkdir: cannot create directory: Disk quota exceeded"), "target.disk-full");
        isTold(of("folder", "mkdir: cannot create directory: Read-only file system"), "target.not-writable");
        isTold(of("noexec", ""), "target.noexec");
        isTold(of("owner", ""), "target.not-writable");
        isTold(of("short", ""), "target.connection-lost");
        isTold(of("start", "version `GLIBC_2.34' not found"), "target.glibc");
    }
    void slurmsWordsAreTold()
    {
        isTold(failureOfSrun("srun: error: Unable to allocate resources: Invalid partition specified"),
               "target.slurm-partition");
        isTold(
            failureOfSrun("srun: error: Unable to allocate resources: Requested node configuration is not available"),
            "target.slurm-request");
        isTold(failureOfSrun("srun: error: Unable to allocate resources: Unable to contact slurm controller"),
               "target.slurm-down");
        isTold(failureOfSrun("slurmstepd: error: execve(): /home/a/bench: No such file or directory"),
               "target.slurm-no-program");
        isTold(failureOfSrun("what?"), "target.slurm-failed");
        isTold(stuckInQueue("12", "PartitionTimeLimit"), "target.queue-stuck");
    }
    void whatEndsInTheMiddleIsToldWithWhatCameOfIt()
    {
        const auto gone = [](const Came& came) {
            return lost("client_loop: send disconnect: Broken pipe\r\n", "gpu", came, true);
        };
        const auto says = [](const TargetFailure& failure, const char* words) {
            return (failure.text + ' ' + failure.remedy).find(words) != std::string::npos;
        };
        isTold(gone({}), "target.connection-lost");
        QVERIFY(says(gone({}), "had not sent yet is lost. Start again."));
        QVERIFY(says(gone({.isStream = true}), "came until then is kept. Connect again."));
        QVERIFY(says(gone({.files = "map.ridge"}), "Saved before that: map.ridge. What it had not sent yet is lost."));
        QVERIFY(says(gone({.files = "map.csv", .soFar = "map.ridge with 2 samples"}),
                     "Saved before that: map.csv. Saved what had arrived: map.ridge with 2 samples. What it had "
                     "not sent yet is lost."));
        isTold(lost("", "gpu", {}, true), "target.connection-lost");
        isTold(lost("Killed\n", "gpu", {}, false), "target.died");
        isTold(lost("slurmstepd: error: *** STEP 12.0 ON c1 CANCELLED AT 2026 DUE TO TIME LIMIT ***", "c1", {}, false),
               "target.slurm-time");
    }
};

RIDGEPOINT_TEST(FailureTest)
#include "failure_test.moc"
