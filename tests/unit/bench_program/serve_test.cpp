// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/process_rig.h"

#include <csignal>
#include <set>

#include <fcntl.h>
#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchProcess;

namespace {

Plan tinyPlan()
{
    Plan plan;
    plan.base = Workload{.elements = 4096, .threads = 1};
    plan.axes = {{AxisKind::Operations, {1, 8, 64}}, {AxisKind::Size, {1024, 4096, 16384}}};
    plan.strategy = Strategy::Full;
    plan.budget = Seconds(1.0);
    return plan;
}

/// Longer than any test waits for it.
Plan endlessPlan()
{
    Plan plan = tinyPlan();
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, 64)}, {AxisKind::Size, logSpaced(1024, 1 << 20, 64)}};
    plan.budget = Seconds(3600.0);
    return plan;
}

void startServe(BenchProcess& bench)
{
    bench.start({"serve"});
    bench.send(Initialize{.client = "test"});
    QVERIFY(bench.waitForAnswer<InitializeResult>());
}

} // namespace

/// Conversations with the real program on the real processor.
class ServeTest : public test::Case {
    Q_OBJECT
private slots:
    void measuresOneRoof()
    {
        BenchProcess bench;
        startServe(bench);
        bench.send(MeasureRoofs{.device = "cpu", .threads = 1, .only = {"launch.queued"}});
        const auto result = bench.waitForAnswer<RoofsResult>();
        QVERIFY(result);
        QCOMPARE(result->roofs.roofs.size(), std::size_t{1});
        QVERIFY(result->roofs.roofs[0].value > 0.0);
    }
    void measuresATinyPlanToItsEnd()
    {
        BenchProcess bench;
        startServe(bench);
        bench.send(StartSweep{.plan = tinyPlan()});
        const auto run = bench.waitForAnswer<RunResult>();
        QVERIFY(run);
        const auto finished = bench.waitForNotification<SweepFinished>();
        QVERIFY(finished);
        QCOMPARE(finished->run, run->run);
        QVERIFY(finished->outcome == SweepOutcome::Done || finished->outcome == SweepOutcome::BudgetSpent);
        std::set<Workload> measured;
        for (const Incoming& incoming : bench.messages)
            if (const auto* notification = std::get_if<Notification>(&incoming))
                if (const auto* sample = std::get_if<SweepSample>(notification))
                    measured.insert(sample->sample.workload);
        for (std::size_t i = 0; i < tinyPlan().cellCount(); ++i)
            QVERIFY(measured.contains(tinyPlan().cell(i)));
    }
    void answersWhileItMeasures()
    {
        BenchProcess bench;
        startServe(bench);
        const Plan plan = endlessPlan();
        bench.send(StartSweep{.plan = plan});
        const auto run = bench.waitForAnswer<RunResult>();
        QVERIFY(run);
        QVERIFY(bench.waitForNotification<SweepSample>());
        bench.send(FocusSweep{run->run, {plan.cell(77)}});
        QVERIFY(bench.waitForAnswer<Acknowledged>());
        bench.send(SetProbe{.device = "cpu", .workload = {.elements = 2048, .threads = 1}});
        QVERIFY(bench.waitForAnswer<RunResult>());
        QVERIFY(bench.waitForNotification<ProbeSample>());
        QVERIFY2(bench.waitForNotification<SweepSample>(), "the sweep goes on beside the probe");
        QVERIFY2(bench.waitForNotification<Heartbeat>(), "it shows that it lives while it measures");
        bench.send(StopProbe{});
        QVERIFY(bench.waitForAnswer<Acknowledged>());
        bench.send(CancelSweep{run->run});
        const auto finished = bench.waitForNotification<SweepFinished>();
        QVERIFY(finished);
        QCOMPARE(finished->outcome, SweepOutcome::Cancelled);
        bench.send(Shutdown{});
        QVERIFY(bench.waitForAnswer<Acknowledged>());
        QCOMPARE(bench.exitStatus(), 0);
    }
    void nonsenseAndOverlongLinesGetAnErrorAndTheNextLineIsServed()
    {
        BenchProcess bench;
        startServe(bench);
        bench.sendLine("nonsense");
        auto error = bench.waitForError();
        QVERIFY(error && !error->id);
        QCOMPARE(error->code, parseErrorCode);
        bench.sendLine(QByteArray(3 * static_cast<int>(maximumLineBytes), 'x'));
        error = bench.waitForError();
        QVERIFY(error);
        QCOMPARE(error->error.id, std::string("protocol.line-too-long"));
        bench.send(Initialize{.client = "still there"});
        QVERIFY(bench.waitForAnswer<InitializeResult>());
    }
    void aLastLineWithoutItsNewlineIsServedToo()
    {
        BenchProcess bench;
        startServe(bench);
        bench.process.write(QByteArray::fromStdString(encodeRequest(++bench.lastId, StopProbe{})));
        bench.process.closeWriteChannel();
        QVERIFY(bench.waitForAnswer<Acknowledged>());
        QCOMPARE(bench.exitStatus(), 0);
    }
    void theEndOfTheInputStopsWhatRuns()
    {
        BenchProcess bench;
        startServe(bench);
        bench.send(StartSweep{.plan = endlessPlan()});
        QVERIFY(bench.waitForNotification<SweepSample>());
        bench.process.closeWriteChannel();
        QCOMPARE(bench.exitStatus(), 0);
    }
    void anEmptyInputIsAQuietEnd()
    {
        BenchProcess bench;
        QCOMPARE(bench.run({"serve"}), 0);
        QVERIFY2(bench.err.isEmpty(), bench.err.constData());
    }
    void aReaderThatGoesAwayEndsItQuietly()
    {
        BenchProcess bench;
        QProcess reader; // takes three lines, then closes the pipe
        bench.process.setStandardOutputProcess(&reader);
        bench.start({"serve"});
        reader.start("head", {"-n", "3"});
        bench.send(Initialize{.client = "test"});
        bench.send(StartSweep{.plan = endlessPlan()});
        QVERIFY(reader.waitForFinished(test::processDeadlineMilliseconds));
        QCOMPARE(bench.exitStatus(), 0);
        QVERIFY2(bench.err.isEmpty(), bench.err.constData());
    }
    void anOutputThatTakesNothingIsAFailure()
    {
        BenchProcess bench;
        bench.process.setStandardOutputFile("/dev/full");
        bench.start({"serve"});
        bench.send(Initialize{.client = "test"});
        bench.process.closeWriteChannel();
        QCOMPARE(bench.exitStatus(), 3);
        QVERIFY2(bench.err.contains("standard output") && bench.err.count('\n') == 1, bench.err.constData());
    }
    void anOutputThatIsLostEndsItAlsoWhileNothingIsAskedOfIt()
    {
        BenchProcess bench;
        bench.process.setStandardOutputFile("/dev/full");
        bench.start({"serve"});
        QCOMPARE(bench.exitStatus(), 3); // its input stays open and silent
    }
    void closedStandardDescriptorsAreNotTakenForItsOwnFiles()
    {
        BenchProcess noInput;
        noInput.process.setChildProcessModifier([] { ::close(STDIN_FILENO); });
        noInput.start({"serve"});
        QCOMPARE(noInput.exitStatus(), 0);
        BenchProcess noOutput;
        noOutput.process.setChildProcessModifier([] {
            ::close(STDIN_FILENO);
            ::close(STDOUT_FILENO);
        });
        QCOMPARE(noOutput.run({"devices"}), 3);
        QVERIFY2(noOutput.err.contains("standard output"), noOutput.err.constData());
    }
    void shutdownDoesNotWaitForAClientThatReadsNothing()
    {
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
        while (::write(ends[1], "x", 1) == 1) {
        } // full from the start
        BenchProcess bench;
        bench.process.setChildProcessModifier([&] { ::dup2(ends[1], STDOUT_FILENO); });
        bench.start({"serve"});
        bench.send(Shutdown{});
        QCOMPARE(bench.exitStatus(), 0); // while the input stays open, too
        ::close(ends[0]);
        ::close(ends[1]);
    }
    void aTerminationSignalEndsItAsCancelled()
    {
        BenchProcess bench;
        startServe(bench);
        bench.send(StartSweep{.plan = endlessPlan()});
        QVERIFY(bench.waitForNotification<SweepSample>());
        ::kill(static_cast<pid_t>(bench.process.processId()), SIGTERM);
        QCOMPARE(bench.exitStatus(), 4);
    }
};

RIDGEPOINT_TEST(ServeTest)
#include "serve_test.moc"
