// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fake_bench/fake_server.h"
#include "core/model/prediction.h"
#include "tests/support/synthetic_device.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/process_rig.h"

#include <algorithm>
#include <set>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchProcess;

namespace {

Plan map()
{
    Plan plan;
    plan.base = Workload{.threads = 2};
    plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, 9)}, {AxisKind::Size, logSpaced(1024, 1 << 26, 9)}};
    return plan;
}

/// Starts a fake bench and its sweep.
void startSweep(BenchProcess& bench, const QStringList& options)
{
    bench.start(options + QStringList{"serve"});
    bench.send(Initialize{.client = "test"});
    QVERIFY(bench.waitForAnswer<InitializeResult>());
    bench.send(StartSweep{.plan = map()});
}

} // namespace

/// What tests of the window rely on: the fake bench behaves, and misbehaves, as it says.
class FakeBenchTest : public test::Case {
    Q_OBJECT
private slots:
    void coarseCellsComeBeforeFineOnesAndEachOnce()
    {
        const auto order = test::coarseToFine(map());
        QCOMPARE(order.size(), std::size_t{81});
        QCOMPARE(std::set<std::size_t>(order.begin(), order.end()).size(), std::size_t{81});
        QCOMPARE(std::set<std::size_t>(order.begin(), order.begin() + 4), (std::set<std::size_t>{0, 8, 72, 80}));
    }
    void syntheticTimesShowAllThreeRegimes()
    {
        std::set<Regime> limits;
        for (std::size_t i = 0; i < map().cellCount(); ++i) {
            const auto prediction = predict(map().cell(i), test::syntheticRoofs(2), DeviceKind::Cpu);
            QVERIFY(prediction.ok());
            limits.insert(prediction->limit);
            const double ratio = test::syntheticTime(map().cell(i)) / prediction->time;
            QVERIFY2(ratio >= 0.999 && ratio < 1.2, qPrintable(QString::number(ratio)));
        }
        QCOMPARE(limits, (std::set<Regime>{Regime::Compute, Regime::Memory, Regime::Overhead}));
    }
    void answersASweepToItsEnd()
    {
        BenchProcess bench(QStringLiteral(FAKE_BENCH_PROGRAM));
        startSweep(bench, {});
        const auto finished = bench.waitForNotification<SweepFinished>();
        QVERIFY(finished);
        QCOMPARE(finished->outcome, SweepOutcome::Done);
        bench.process.closeWriteChannel();
        QCOMPARE(bench.exitStatus(), 0);
    }
    void crashAfterDiesBySignal()
    {
        BenchProcess bench(QStringLiteral(FAKE_BENCH_PROGRAM));
        startSweep(bench, {"--crash-after", "5"});
        while (bench.waitForNotification<SweepSample>()) {
        }
        bench.process.waitForFinished();
        QCOMPARE(bench.process.exitStatus(), QProcess::CrashExit);
        const auto samples = std::count_if(bench.messages.begin(), bench.messages.end(), [](const Incoming& incoming) {
            const auto* notification = std::get_if<Notification>(&incoming);
            return notification && std::holds_alternative<SweepSample>(*notification);
        });
        QCOMPARE(samples, 5);
    }
    void garbageIsBetweenWholeMessages()
    {
        BenchProcess bench(QStringLiteral(FAKE_BENCH_PROGRAM));
        startSweep(bench, {"--garbage"});
        QVERIFY(bench.waitForNotification<SweepFinished>());
        QVERIFY(bench.nonsense > 10);
    }
    void wrongVersionClaimsAFutureProtocol()
    {
        BenchProcess bench(QStringLiteral(FAKE_BENCH_PROGRAM));
        bench.start({"--wrong-version", "serve"});
        bench.send(Initialize{.client = "test"});
        const auto result = bench.waitForAnswer<InitializeResult>();
        QVERIFY(result && result->protocolVersion > version);
    }
    void busyRefusesToMeasureAndNamesTheHolder()
    {
        BenchProcess bench(QStringLiteral(FAKE_BENCH_PROGRAM));
        startSweep(bench, {"--busy"});
        const auto error = bench.waitForError();
        QVERIFY(error);
        QCOMPARE(error->error.id, std::string("lock.held"));
    }
    void unknownOptionsAreRefused()
    {
        BenchProcess bench(QStringLiteral(FAKE_BENCH_PROGRAM));
        QCOMPARE(bench.run({"--dance"}), 2);
        BenchProcess other(QStringLiteral(FAKE_BENCH_PROGRAM));
        QCOMPARE(other.run({"--crash-after"}), 2);
    }
};

RIDGEPOINT_TEST(FakeBenchTest)
#include "fake_bench_test.moc"
