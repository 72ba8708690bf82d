// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// What the server does when a failure costs the process its device: a GPU's context that is gone, a driver that hangs.
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/server_rig.h"

#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchRig;
using test::ServerRig;
using test::smallPlan;

class ServerLostTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void aDeviceThatIsLostToTheProcessEndsItWithItsSamplesSent()
    {
        ServerRig rig;
        rig.rig.devices.failAfterBatches = 60;
        rig.rig.devices.failureLasts = true;
        rig.send(StartSweep{.plan = smallPlan()});
        rig.send(MeasureRoofs{.device = "cpu"});
        for (int steps = 0; !rig.server.finished() && steps < 1000000; ++steps)
            rig.server.step();
        QVERIFY(rig.server.finished() && rig.server.lostDevice());
        QCOMPARE(rig.server.lostDevice()->id, std::string("synthetic.broke"));
        QVERIFY(!rig.notifications<SweepSample>().empty());
        rig.server.stop();
        // A run that is told to have ended would not be gone on with: the end of the process says what happened.
        QVERIFY(rig.notifications<SweepFinished>().empty());
        QVERIFY(rig.errors().empty());
    }
    void aDeviceThatIsLostWhileItsRoofsAreMeasuredOrProbedEndsTheProcessToo()
    {
        for (const bool probes : {false, true}) {
            ServerRig rig;
            rig.rig.devices.failAfterBatches = 20;
            rig.rig.devices.failureLasts = true;
            if (probes)
                rig.send(SetProbe{.device = "cpu", .workload = smallPlan().base});
            else
                rig.send(MeasureRoofs{.device = "cpu"});
            for (int steps = 0; !rig.server.finished() && steps < 1000000; ++steps)
                rig.server.step();
            QVERIFY(rig.server.lostDevice());
            QVERIFY(rig.errors().empty());
        }
    }
    void aDeviceThatIsLostWhileItIsOpenedEndsTheProcess_data()
    {
        QTest::addColumn<bool>("hangs");
        QTest::newRow("the driver hangs") << true;
        QTest::newRow("a sticky error (719)") << false;
    }
    void aDeviceThatIsLostWhileItIsOpenedEndsTheProcess()
    {
        QFETCH(bool, hangs);
        ServerRig rig;
        rig.rig.devices.openFailure =
            hangs ? Error{ErrorKind::Timeout, "cuda.hung", "the driver hangs", {}}
                  : Error{ErrorKind::DeviceFailure, "cuda.failed", "unspecified launch failure (CUDA error 719)", {}};
        rig.send(StartSweep{.plan = smallPlan()});
        QCOMPARE(rig.errors().size(), std::size_t{1});
        QVERIFY(rig.server.finished() && rig.server.lostDevice());
    }
    void aDeviceThatCannotBeOpenedForOtherReasonsLeavesTheServerServing()
    {
        ServerRig rig;
        rig.rig.devices.openFailure = Error{ErrorKind::Unavailable, "cuda.device-taken", "another process has it", {}};
        rig.send(StartSweep{.plan = smallPlan()});
        QCOMPARE(rig.errors().size(), std::size_t{1});
        QVERIFY(!rig.server.finished() && !rig.server.lostDevice());
    }
    void serveSaysWhyInItsLastLineAndEndsWithThree()
    {
        BenchRig rig;
        rig.devices.failAfterBatches = 20;
        rig.devices.failureLasts = true;
        int ends[2];
        QCOMPARE(pipe(ends), 0);
        const std::string requests = encodeRequest(1, Initialize{.client = "test"}) + "\n"
                                   + encodeRequest(2, StartSweep{.plan = smallPlan()}) + "\n";
        QCOMPARE(write(ends[1], requests.data(), requests.size()), static_cast<ssize_t>(requests.size()));
        QFile sink(rig.path("said"));
        QVERIFY(sink.open(QIODevice::WriteOnly));
        rig.surroundings.serveInput = ends[0];
        rig.surroundings.serveOutput = sink.handle();
        const test::Ran ran = rig.run({"serve"});
        QCOMPARE(ran.code, 3);
        QVERIFY2(ran.err.endsWith("the synthetic processor broke\n") && ran.err.count('\n') == 1, qPrintable(ran.err));
        close(ends[0]);
        close(ends[1]);
    }
};

RIDGEPOINT_TEST(ServerLostTest)
#include "server_lost_test.moc"
