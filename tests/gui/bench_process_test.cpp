// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/measure/bench_process.h"
#include "tests/gui/gui_support.h"

#include <QFile>

#include <csignal>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// What a bench said, collected by plain connections: the protocol's types need no meta types for that.
struct Heard {
    explicit Heard(BenchProcess& bench)
    {
        QObject::connect(&bench, &BenchProcess::initialized, &bench,
                         [this](const auto& result) { initialized = result; });
        QObject::connect(&bench, &BenchProcess::failed, &bench,
                         [this](const Error& error) { failures.push_back(error); });
        QObject::connect(&bench, &BenchProcess::responded, &bench,
                         [this](std::int64_t id, const auto&) { answered.push_back(id); });
        QObject::connect(&bench, &BenchProcess::refused, &bench,
                         [this](std::int64_t id, const Error&) { refused.push_back(id); });
        QObject::connect(&bench, &BenchProcess::notified, &bench, [this](const protocol::Notification& notification) {
            samples += std::holds_alternative<protocol::SweepSample>(notification) ? 1 : 0;
            finished = finished || std::holds_alternative<protocol::SweepFinished>(notification);
        });
    }
    std::optional<protocol::InitializeResult> initialized;
    std::vector<Error> failures;
    std::vector<std::int64_t> answered;
    std::vector<std::int64_t> refused;
    int samples = 0;
    bool finished = false;
};

} // namespace

class BenchProcessTest : public Case {
    Q_OBJECT

    static Plan plan(int values)
    {
        Plan plan;
        plan.base.elements = 1 << 20;
        plan.base.threads = 4;
        plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, values)}};
        return plan;
    }
    static QString script(QTemporaryDir& folder, const char* text)
    {
        const QString path = folder.filePath("bench");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(text);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

private slots:
    void saysHelloAndListsDevices()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench());
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        QVERIFY(bench.state() == BenchState::Ready);
        QCOMPARE(heard.initialized->devices.size(), 1U);
    }
    void tellsItsChildWhichProgramTheWindowIs()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench());
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        QVERIFY(test::contentOf(QStringLiteral("/proc/%1/environ").arg(bench.processId()))
                    .split('\0')
                    .contains("RIDGEPOINT_WINDOW=" + QByteArray::number(QCoreApplication::applicationPid())));
    }

    void hasSshAskThroughThisProgramOnTheWayToAMachine()
    {
        BenchProcess bench;
        BenchCommand command = fakeBench({"--stays", "--states", "checking"});
        command.target = Machine{.host = "gpu01"};
        std::vector<protocol::TargetState> states;
        connect(&bench, &BenchProcess::targetProgressed, &bench,
                [&states](const protocol::TargetProgress& progress) { states.push_back(progress.state); });
        bench.start(command);
        QTRY_VERIFY_WITH_TIMEOUT(states.size() > 2, patienceMs);
        QVERIFY(states.front() == protocol::TargetState::Checking);
        QVERIFY(bench.state() == BenchState::Starting);
        const QList<QByteArray> variables =
            test::contentOf(QStringLiteral("/proc/%1/environ").arg(bench.processId())).split('\0');
        QVERIFY(variables.contains("SSH_ASKPASS=" + QCoreApplication::applicationFilePath().toLocal8Bit()));
        QVERIFY(variables.contains("SSH_ASKPASS_REQUIRE=force") && variables.contains("RIDGEPOINT_ASKPASS=1"));
    }
    void aWayOnWhichNothingIsHeardEnds()
    {
        BenchProcess bench({std::chrono::milliseconds(300), std::chrono::milliseconds(300)});
        Heard heard(bench);
        QTemporaryDir folder;
        BenchCommand command{script(folder, "#!/bin/sh\nexec cat > /dev/null\n"), {}};
        command.target = Machine{.host = "gpu01"};
        bench.start(command);
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QVERIFY(heard.failures[0].kind == ErrorKind::Timeout);
    }
    void saysWhyAMachineCannotBeMeasuredAndWhatToTry()
    {
        BenchProcess bench;
        Heard heard(bench);
        BenchCommand command = fakeBench({"--fails"});
        command.target = Machine{.host = "gpu01"};
        bench.start(command);
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QCOMPARE(heard.failures[0].id, std::string("target.refused"));
        QCOMPARE(heard.failures[0].message(), std::string("Nothing answers for --target gpu01. Is it switched on?"));
    }
    void takesOverAChildThatAnotherOneStarted()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench());
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        heard.initialized.reset();
        const qint64 before = bench.processId();
        BenchProcess other;
        bench.take(other); // which has none
        QVERIFY(!heard.initialized && bench.processId() == before);
        BenchCommand command = fakeBench({"--rate", "100000"});
        command.target = Machine{.host = "gpu01"};
        other.start(command);
        QTRY_VERIFY_WITH_TIMEOUT(other.state() == BenchState::Ready, patienceMs);
        const qint64 child = other.processId();
        bench.take(other);
        QVERIFY(heard.initialized && heard.failures.empty());
        QCOMPARE(bench.processId(), child);
        QVERIFY(bench.target() == Machine{.host = "gpu01"});
        QVERIFY(other.state() == BenchState::NotRunning && other.processId() == 0);
        QVERIFY(::kill(static_cast<pid_t>(before), 0) != 0);
        bench.send(protocol::StartSweep{plan(20), {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.finished, patienceMs);
        QCOMPARE(heard.samples, static_cast<int>(plan(20).cellCount()));
    }

    void deliversEverySampleOfASweepInOrderAndItsEnd()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--rate", "100000"}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        const auto id = bench.send(protocol::StartSweep{plan(20), {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.finished, patienceMs);
        QCOMPARE(heard.answered, std::vector{id});
        QCOMPARE(heard.samples, static_cast<int>(plan(20).cellCount()));
    }

    void reportsARefusedRequestAndGoesOn()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--busy"}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        const auto id = bench.send(protocol::StartSweep{plan(5), {}, false});
        QTRY_COMPARE_WITH_TIMEOUT(heard.refused, std::vector{id}, patienceMs);
        QVERIFY(bench.state() == BenchState::Ready);
        QVERIFY(heard.failures.empty());
    }

    void keepsTheSamplesThatADyingChildSentAndSaysHowItDied()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--crash-after", "7", "--rate", "100000"}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        bench.send(protocol::StartSweep{plan(20), {}, false});
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QCOMPARE(heard.samples, 7);
        QVERIFY(heard.failures[0].id.starts_with("bench.crashed"));
        QVERIFY(heard.failures[0].message().find("signal 9") != std::string::npos);
        QVERIFY(bench.state() == BenchState::Failed);
    }

    void killsAChildThatFallsSilent()
    {
        BenchProcess bench({std::chrono::seconds(20), std::chrono::milliseconds(200)});
        Heard heard(bench);
        bench.start(fakeBench({"--hang"}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        const qint64 child = bench.processId();
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QVERIFY(heard.failures[0].kind == ErrorKind::Timeout);
        QVERIFY(::kill(static_cast<pid_t>(child), 0) != 0);
    }

    void neverTakesMoreThanASliceOfAFloodInOneTurn()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--flood"}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        bench.send(protocol::StartSweep{plan(20), {}, false});
        QTRY_VERIFY_WITH_TIMEOUT(heard.samples > 2000, patienceMs);
        // A timer of the window still gets its turns while the flood goes on.
        int turns = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, &timer, [&turns] { ++turns; });
        timer.start(0);
        const int before = heard.samples;
        QTRY_VERIFY_WITH_TIMEOUT(turns >= 20 && heard.samples > before, patienceMs);
        QVERIFY(heard.failures.empty());
        bench.shutDown();
        QVERIFY(bench.state() == BenchState::NotRunning);
    }

    void suffersSomeGarbageAndEndsAChildThatSpeaksMuch()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--garbage", "--rate", "100000"}));
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        bench.send(protocol::StartSweep{plan(400), {}, false});
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QVERIFY(heard.failures[0].kind == ErrorKind::Corrupt);
        QVERIFY(heard.samples > 10);
    }

    void saysWhichVersionEachSideSpeaks()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--wrong-version"}));
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        const std::string message = heard.failures[0].message();
        QCOMPARE(QString::fromStdString(heard.failures[0].id), QStringLiteral("bench.wrong-version"));
        QVERIFY(message.find("version 999") != std::string::npos);
        QVERIFY(message.find("version " + std::to_string(protocol::version)) != std::string::npos);
    }

    void saysThatAProgramCannotBeStarted()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start({"/no/such/bench", {}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QVERIFY(heard.failures[0].message().find("/no/such/bench") != std::string::npos);
    }

    void repeatsTheLastWordsOfAProgramThatEnds()
    {
        QTemporaryDir folder;
        BenchProcess bench;
        Heard heard(bench);
        bench.start({script(folder, "#!/bin/sh\necho no licence for this host >&2\nexit 7\n"), {}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QVERIFY(heard.failures[0].message().find("exit status 7") != std::string::npos);
        QVERIFY(heard.failures[0].message().find("no licence for this host") != std::string::npos);
        QVERIFY(heard.failures[0].message().find("--bench") != std::string::npos);
    }

    void aProgramThatEndsUnaskedIsNoMeasuringProgram()
    {
        QTemporaryDir folder;
        BenchProcess bench;
        Heard heard(bench);
        const QString program = script(folder, "#!/bin/sh\nexit 0\n");
        bench.start({program, {}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QCOMPARE(heard.failures[0].id, std::string("bench.never-answered"));
        QVERIFY(heard.failures[0].message().find(program.toStdString()) != std::string::npos);
    }

    void endsAnEndlessLineInBoundedMemory()
    {
        QTemporaryDir folder;
        BenchProcess bench({std::chrono::milliseconds(1500), std::chrono::milliseconds(1500)});
        Heard heard(bench);
        bench.start({script(folder, "#!/bin/sh\nexec tr '\\0' x < /dev/zero\n"), {}});
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        QVERIFY(!heard.initialized);
    }

    void startsAgainAfterAFailureWithTheOldChildGone()
    {
        BenchProcess bench;
        Heard heard(bench);
        bench.start(fakeBench({"--wrong-version"}));
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1U, patienceMs);
        bench.start(fakeBench());
        QTRY_VERIFY_WITH_TIMEOUT(heard.initialized, patienceMs);
        QCOMPARE(heard.failures.size(), 1U);
    }
};

RIDGEPOINT_GUI_TEST(BenchProcessTest)
#include "bench_process_test.moc"
