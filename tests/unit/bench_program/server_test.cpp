// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/server.h"
#include "tests/support/test_main.h"
#include "tests/unit/bench_program/server_rig.h"

#include <QFile>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <unistd.h>

using namespace ridgepoint;
using namespace ridgepoint::protocol;
using test::BenchRig;
using test::ServerRig;
using test::smallPlan;

Q_DECLARE_METATYPE(ridgepoint::protocol::Request)

class ServerTest : public test::Case {
    Q_OBJECT
private slots:
    void initializeListsTheDevices()
    {
        ServerRig rig;
        rig.send(Initialize{.client = "again"});
        const auto* result = rig.answer<InitializeResult>();
        QVERIFY(result);
        QCOMPARE(result->protocolVersion, version);
        QCOMPARE(result->devices.size(), std::size_t{2});
        QVERIFY(result->program.starts_with("ridgepoint-bench"));
    }
    void anotherProtocolVersionIsRefusedByName()
    {
        ServerRig rig;
        rig.send(Initialize{.protocolVersion = version + 7, .client = "future"});
        QCOMPARE(rig.errors().size(), std::size_t{1});
        QVERIFY(rig.errors()[0].error.message().find(std::to_string(version + 7)) != std::string::npos);
    }
    void nothingIsServedBeforeInitialize()
    {
        BenchRig rig;
        std::string said;
        Server server(rig.surroundings, [&](std::string_view lines) { said += lines; });
        server.receive(encodeRequest(1, SetProbe{.device = "cpu"}));
        QVERIFY(said.find("send initialize first") != std::string::npos);
        QVERIFY(!server.busy());
    }
    void roofsArriveOneByOneAndThenAllTogether()
    {
        ServerRig rig;
        rig.send(MeasureRoofs{.device = "cpu", .threads = 2, .only = {"compute.fp32.fma", "bandwidth.dram"}});
        QVERIFY(!rig.answer<RoofsResult>());
        rig.measureToTheEnd();
        const auto* result = rig.answer<RoofsResult>();
        QVERIFY(result);
        QCOMPARE(result->roofs.roofs.size(), std::size_t{2});
        const auto roofs = rig.notifications<RoofMeasured>();
        QVERIFY(roofs.size() >= 2);
        const auto progress = rig.notifications<RoofsProgress>();
        QVERIFY(progress.size() >= 3 && progress.back().fraction > 0.9);
        for (std::size_t i = 1; i < progress.size(); ++i)
            QVERIFY(progress[i].fraction > progress[i - 1].fraction);
    }
    void aMapDoesNotWaitForRoofsThatNoPredictionNeeds_data()
    {
        QTest::addColumn<QString>("only");
        QTest::addColumn<bool>("isReference");
        QTest::addColumn<bool>("isMeasured");
        QTest::newRow("the roofs of a session that knows none") << QString() << false << false;
        QTest::newRow("all of them, asked for on purpose") << QString() << true << true;
        QTest::newRow("that one") << QStringLiteral("compute.int32.add") << false << true;
    }
    void aMapDoesNotWaitForRoofsThatNoPredictionNeeds()
    {
        QFETCH(QString, only);
        QFETCH(bool, isReference);
        QFETCH(bool, isMeasured);
        ServerRig rig;
        rig.rig.devices.besides = {{.id = "compute.int32.add", .kind = RoofKind::Compute, .value = 5e11}};
        rig.send(MeasureRoofs{.device = "cpu",
                              .threads = 2,
                              .only = only.isEmpty() ? std::vector<std::string>{} : std::vector{only.toStdString()},
                              .isReference = isReference});
        rig.measureToTheEnd();
        const auto* result = rig.answer<RoofsResult>();
        QVERIFY(result);
        QCOMPARE(result->roofs.find("compute.int32.add") != nullptr, isMeasured);
        QCOMPARE(result->roofs.find("bandwidth.l2") != nullptr, only.isEmpty());
    }
    void aSweepSendsSamplesThenItsEnd()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan()});
        QVERIFY(rig.answer<RunResult>());
        const std::int64_t run = rig.answer<RunResult>()->run;
        rig.measureToTheEnd();
        std::set<Workload> cells;
        for (const SweepSample& sample : rig.notifications<SweepSample>()) {
            QCOMPARE(sample.run, run);
            cells.insert(sample.sample.workload);
        }
        for (std::size_t i = 0; i < smallPlan().cellCount(); ++i)
            QVERIFY(cells.contains(smallPlan().cell(i)));
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
        QCOMPARE(rig.notifications<SweepFinished>()[0].outcome, SweepOutcome::Done);
        QCOMPARE(rig.notifications<SweepProgress>().back().fraction, 1.0);
    }
    void roofsAndSweepsWaitForEachOther()
    {
        ServerRig rig;
        rig.send(MeasureRoofs{.device = "cpu", .threads = 2, .only = {"launch.queued"}});
        rig.send(StartSweep{.plan = smallPlan()});
        rig.send(StartSweep{.plan = smallPlan()});
        rig.measureToTheEnd();
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{2});
        QCOMPARE(rig.notifications<SweepFinished>()[0].run + 1, rig.notifications<SweepFinished>()[1].run);
        QVERIFY(rig.errors().empty());
    }
    void aSweepWithKnownSamplesMeasuresTheRestOnly()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan()});
        rig.measureToTheEnd();
        std::map<Workload, Sample> best;
        for (const SweepSample& sample : rig.notifications<SweepSample>())
            best[sample.sample.workload] = sample.sample;
        std::vector<Sample> known;
        const Workload missing = smallPlan().cell(7);
        for (const auto& [workload, sample] : best)
            if (workload != missing)
                known.push_back(sample);
        rig.messages.clear();
        const std::size_t half = known.size() / 2;
        rig.send(StartSweep{.plan = smallPlan(),
                            .known = {known.begin(), known.begin() + static_cast<std::ptrdiff_t>(half)},
                            .moreKnown = true});
        QVERIFY(rig.answer<Acknowledged>());
        QVERIFY(!rig.server.busy());
        rig.send(
            StartSweep{.plan = smallPlan(), .known = {known.begin() + static_cast<std::ptrdiff_t>(half), known.end()}});
        rig.measureToTheEnd();
        std::set<Workload> measured;
        for (const SweepSample& sample : rig.notifications<SweepSample>())
            measured.insert(sample.sample.workload);
        QCOMPARE(measured, std::set<Workload>{missing});
    }
    void cancelKeepsTheSamplesAndTellsTheOutcome()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan()});
        const std::int64_t run = rig.answer<RunResult>()->run;
        for (int i = 0; i < 5; ++i)
            rig.server.step();
        rig.send(CancelSweep{run});
        rig.measureToTheEnd();
        QCOMPARE(rig.notifications<SweepFinished>().at(0).outcome, SweepOutcome::Cancelled);
        QVERIFY(!rig.notifications<SweepSample>().empty());
        rig.send(CancelSweep{run});
        QVERIFY2(rig.answer<Acknowledged>(), "cancelling a run that has just ended is no error");
    }
    void aWaitingSweepCanBeCancelledToo()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan()});
        rig.send(StartSweep{.plan = smallPlan()});
        rig.send(CancelSweep{rig.answer<RunResult>()->run});
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
        rig.measureToTheEnd();
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{2});
    }
    void focusMovesCellsToTheFront()
    {
        ServerRig rig;
        Plan plan = smallPlan();
        plan.axes = {{AxisKind::Operations, logSpaced(1, 1024, 17)}, {AxisKind::Size, logSpaced(1024, 1 << 24, 17)}};
        rig.send(StartSweep{.plan = plan});
        const std::int64_t run = rig.answer<RunResult>()->run;
        const Workload wanted = plan.cell(17 * 5 + 3);
        rig.send(FocusSweep{run, {wanted}});
        QVERIFY(rig.answer<Acknowledged>());
        while (rig.server.busy() && rig.notifications<SweepSample>().empty())
            rig.server.step();
        std::set<Workload> first;
        for (const SweepSample& sample : rig.notifications<SweepSample>())
            first.insert(sample.sample.workload);
        QVERIFY(first.contains(wanted));
        rig.server.stop();
    }
    void aProbeComesBeforeTheSweepAndBothGoOn()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan()});
        for (int i = 0; i < 3; ++i)
            rig.server.step();
        const std::size_t before = rig.notifications<SweepSample>().size();
        rig.send(SetProbe{.device = "cpu", .workload = {.elements = 1 << 20, .threads = 2}});
        const std::int64_t run = rig.answer<RunResult>()->run;
        while (rig.notifications<ProbeSample>().empty())
            rig.server.step();
        QCOMPARE(rig.notifications<SweepSample>().size(), before);
        QCOMPARE(rig.notifications<ProbeSample>()[0].run, run);
        for (int steps = 0; rig.notifications<SweepFinished>().empty() && steps < 1000000; ++steps)
            rig.server.step();
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
        QVERIFY(rig.notifications<ProbeSample>().size() > 1);
        QVERIFY(rig.server.busy());
        rig.send(StopProbe{});
        QVERIFY(!rig.server.busy());
    }
    void impossibleRequestsAreInvalidParametersAndNothingStarts_data()
    {
        QTest::addColumn<Request>("request");
        QTest::addColumn<int>("code");
        Plan plan = smallPlan();
        plan.device = "tpu";
        QTest::newRow("an unknown device") << Request(StartSweep{.plan = plan}) << invalidParametersCode;
        plan = smallPlan();
        plan.device = "cuda:0";
        QTest::newRow("a device that cannot be used") << Request(StartSweep{.plan = plan}) << deviceErrorCode;
        plan = smallPlan();
        plan.axes[1].values = {1 << 20, std::int64_t{1} << 40};
        QTest::newRow("sizes beyond the memory") << Request(StartSweep{.plan = plan}) << invalidParametersCode;
        plan = smallPlan();
        plan.base.precision = Precision::Fp16;
        QTest::newRow("a precision that the device lacks")
            << Request(StartSweep{.plan = plan}) << invalidParametersCode;
        QTest::newRow("too many threads for roofs")
            << Request(MeasureRoofs{.device = "cpu", .threads = 1000}) << invalidParametersCode;
        QTest::newRow("a run that never was") << Request(CancelSweep{99}) << invalidParametersCode;
        QTest::newRow("focus on a run that never was") << Request(FocusSweep{99, {}}) << invalidParametersCode;
        QTest::newRow("a probe beyond the memory")
            << Request(SetProbe{.device = "cpu", .workload = {.elements = std::int64_t{1} << 40}})
            << invalidParametersCode;
    }
    void impossibleRequestsAreInvalidParametersAndNothingStarts()
    {
        QFETCH(Request, request);
        ServerRig rig;
        rig.send(request);
        QCOMPARE(rig.errors().size(), std::size_t{1});
        QTEST(rig.errors()[0].code, "code");
        QCOMPARE(rig.errors()[0].id, std::optional<std::int64_t>(rig.lastId));
        QVERIFY(!rig.server.busy());
    }
    void nonsenseIsAnsweredAndTheNextLineServed_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("no JSON") << QByteArray("hello");
        QTest::newRow("bytes") << QByteArray("\x00\xff\xfe\x01", 4);
        QTest::newRow("half an object") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":5");
        QTest::newRow("an array") << QByteArray("[1,2,3]");
        QTest::newRow("an unknown method")
            << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"no/such\",\"params\":{}}");
        QTest::newRow("deep nesting") << QByteArray(100000, '[');
    }
    void nonsenseIsAnsweredAndTheNextLineServed()
    {
        QFETCH(QByteArray, line);
        ServerRig rig;
        rig.server.receive(std::string_view(line.constData(), static_cast<std::size_t>(line.size())));
        QCOMPARE(rig.errors().size(), std::size_t{1});
        rig.send(Initialize{.client = "still there"});
        QVERIFY(rig.answer<InitializeResult>());
    }
    void aRequestWithoutAnIdIsNotAnsweredWhateverComesOfIt_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("carried out") << QByteArray(R"({"jsonrpc":"2.0","method":"probe/stop"})");
        QTest::newRow("an unknown method") << QByteArray(R"({"jsonrpc":"2.0","method":"no/such"})");
        QTest::newRow("a parameter that is missing") << QByteArray(R"({"jsonrpc":"2.0","method":"sweep/cancel"})");
        QTest::newRow("a run that never was")
            << QByteArray(R"({"jsonrpc":"2.0","method":"sweep/cancel","params":{"run":99}})");
        QTest::newRow("roofs that are not there")
            << QByteArray(R"({"jsonrpc":"2.0","method":"roofs/measure","params":{"device":"cpu","only":["x.y"]}})");
    }
    void aRequestWithoutAnIdIsNotAnsweredWhateverComesOfIt()
    {
        QFETCH(QByteArray, line);
        ServerRig rig;
        rig.server.receive(line.toStdString());
        rig.measureToTheEnd();
        QVERIFY(rig.messages.empty());
        rig.send(Initialize{.client = "still there"});
        QVERIFY(rig.answer<InitializeResult>());
    }
    void anotherProgramThatMeasuresIsNamed()
    {
        ServerRig rig;
        const auto lock = DeviceLock::acquire("cpu", "ridgepoint-bench roofs", rig.rig.surroundings.locks);
        QVERIFY(lock.ok());
        rig.send(StartSweep{.plan = smallPlan()});
        QCOMPARE(rig.errors().at(0).error.id, std::string("lock.held"));
        QVERIFY(rig.errors()[0].error.message().find("ridgepoint-bench roofs") != std::string::npos);
    }
    void theDeviceIsLockedOnlyWhileSomethingRuns()
    {
        ServerRig rig;
        const auto isFree = [&] { return DeviceLock::acquire("cpu", "other", rig.rig.surroundings.locks).ok(); };
        QVERIFY(isFree());
        rig.send(StartSweep{.plan = smallPlan()});
        QVERIFY(!isFree());
        rig.measureToTheEnd();
        QVERIFY(isFree());
        rig.send(SetProbe{.device = "cpu", .workload = {.elements = 1024, .threads = 1}});
        QVERIFY(!isFree());
        rig.send(StopProbe{});
        QVERIFY(isFree());
    }
    void aRefusedRequestLeavesNoLockBehind()
    {
        ServerRig rig;
        Plan plan = smallPlan();
        plan.base.precision = Precision::Fp16;
        rig.send(StartSweep{.plan = plan});
        QVERIFY(DeviceLock::acquire("cpu", "other", rig.rig.surroundings.locks).ok());
    }
    void aDeviceThatBreaksEndsTheSweepAndTheServerGoesOn()
    {
        ServerRig rig;
        rig.rig.devices.failAfterBatches = 10;
        rig.send(StartSweep{.plan = smallPlan()});
        rig.measureToTheEnd();
        const auto finished = rig.notifications<SweepFinished>();
        QCOMPARE(finished.size(), std::size_t{1});
        QCOMPARE(finished[0].outcome, SweepOutcome::Failed);
        QVERIFY(finished[0].error && finished[0].error->message().find("broke") != std::string::npos);
        rig.send(Initialize{.client = "still there"});
        QVERIFY(rig.answer<InitializeResult>());
    }
    void stopAnswersWhatStillWaits()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan()});
        rig.send(MeasureRoofs{.device = "cpu"});
        rig.server.step();
        rig.server.stop();
        QVERIFY(!rig.server.busy());
        QCOMPARE(rig.notifications<SweepFinished>().at(0).outcome, SweepOutcome::Cancelled);
        QCOMPARE(rig.errors().at(0).id, std::optional<std::int64_t>(rig.lastId));
        QCOMPARE(rig.errors()[0].error.kind, ErrorKind::Cancelled);
    }
    void tooManyWaitingMeasurementsAreRefused()
    {
        ServerRig rig;
        for (int i = 0; i < 20; ++i)
            rig.send(StartSweep{.plan = smallPlan()});
        QCOMPARE(rig.errors().size(), std::size_t{4});
        QCOMPARE(rig.errors()[0].error.id, std::string("serve.too-many-waiting"));
        rig.server.stop();
    }
    void aDevicesLockGoesWithItsLastJob()
    {
        ServerRig rig;
        rig.rig.devices.gpu = DeviceInfo{
            .id = "cuda:0", .kind = DeviceKind::Cuda, .name = "NVIDIA L4", .available = true};
        rig.send(MeasureRoofs{.device = "cpu", .threads = 2, .only = {"compute.fp32.fma"}});
        const std::int64_t roofs = rig.lastId;
        rig.send(MeasureRoofs{.device = "cuda:0", .threads = 0, .only = {"compute.fp32.fma"}});
        const auto isAnswered = [&] {
            return std::any_of(rig.messages.begin(), rig.messages.end(), [&](const Incoming& incoming) {
                const auto* response = std::get_if<IncomingResponse>(&incoming);
                return response && response->id == roofs;
            });
        };
        QVERIFY(!DeviceLock::acquire("cpu", "another", rig.rig.surroundings.locks).ok());
        while (rig.server.busy() && !isAnswered())
            rig.server.step();
        QVERIFY(isAnswered() && rig.server.busy());
        QVERIFY2(DeviceLock::acquire("cpu", "another", rig.rig.surroundings.locks).ok(),
                 "nothing here measures the processor any more");
        QVERIFY(!DeviceLock::acquire("cuda:0", "another", rig.rig.surroundings.locks).ok());
    }
    void knownSamplesAreBoundedOverAllSweeps()
    {
        BenchRig rig;
        std::vector<std::string> answers;
        Server server(
            rig.surroundings, [&](std::string_view lines) { answers.emplace_back(lines); },
            ServerLimits{.knownOfASweep = 3, .knownInAll = 5});
        server.receive(encodeRequest(1, Initialize{.client = "test"}));
        const auto start = [&](std::size_t known) {
            StartSweep request{.plan = smallPlan(), .known = {}, .moreKnown = false};
            for (std::size_t i = 0; i < known; ++i) {
                request.known.emplace_back();
                request.known.back().workload = request.plan.cell(i);
                request.known.back().time = Seconds(1.0);
            }
            answers.clear();
            server.receive(encodeRequest(2, request));
            return answers.empty() ? std::string() : answers.back();
        };
        QVERIFY(start(4).find("serve.too-many-known\"") != std::string::npos);
        QVERIFY(start(3).find("\"run\":1") != std::string::npos);
        QVERIFY(start(3).find("serve.too-many-known-waiting\"") != std::string::npos);
        QVERIFY2(start(2).find("\"run\":2") != std::string::npos, "what was refused is not kept");
        server.receive(encodeRequest(3, CancelSweep{1}));
        QVERIFY2(start(3).find("\"run\":3") != std::string::npos, "a cancelled sweep's samples count no more");
    }

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
    void aClientThatDrawsWhenItLikesGetsNoGaps()
    {
        ServerRig rig;
        rig.send(StartSweep{.plan = smallPlan(), .known = {}, .moreKnown = false});
        rig.measureToTheEnd();
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
        QVERIFY(rig.notifications<MeasuringGap>().empty());
    }

    void samplesComeRightBeforeAGapAndNothingIsMeasuredInIt()
    {
        ServerRig rig;
        startWithGaps(rig);
        QVERIFY(measureToTheNextGap(rig));
        QVERIFY(rig.server.gap());
        const std::size_t said = rig.messages.size();
        const auto* last = std::get_if<Notification>(&rig.messages.back());
        QVERIFY(last && std::holds_alternative<MeasuringGap>(*last));
        const Seconds before = rig.rig.clock.now();
        rig.server.step();
        QCOMPARE(rig.rig.clock.now().value(), before.value());
        QCOMPARE(rig.messages.size(), said);
    }

    void resumingEndsTheGapAndTheNextComesSoonAtTheBeginningOfARun()
    {
        ServerRig rig;
        startWithGaps(rig);
        const auto first = measureToTheNextGap(rig);
        QVERIFY(first);
        rig.send(ResumeMeasuring{*first});
        QVERIFY(rig.answer<Acknowledged>());
        QVERIFY(!rig.server.gap());
        const Seconds resumed = rig.rig.clock.now();
        const auto second = measureToTheNextGap(rig);
        QVERIFY(second && *second > *first);
        QVERIFY((rig.rig.clock.now() - resumed).value() >= MeasuringGaps::shortPeriod.value());
    }

    void whenARunIsNoLongerNewTheNextGapComesATenthOfASecondLater()
    {
        ServerRig rig;
        Plan plan = smallPlan();
        plan.axes[1].values = {1 << 26, 1 << 27, 1 << 28};
        plan.targetInterval = 1e-6; // never reached: it goes on for longer than two gaps
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(StartSweep{.plan = plan, .known = {}, .moreKnown = false});
        const auto first = measureToTheNextGap(rig);
        QVERIFY(first);
        rig.send(ResumeMeasuring{*first});
        rig.rig.clock.advance(MeasuringGaps::beginning);
        const auto second = measureToTheNextGap(rig);
        QVERIFY(second);
        rig.server.receive(encodeRequest(1000, ResumeMeasuring{*second}));
        const Seconds resumed = rig.rig.clock.now();
        QVERIFY(measureToTheNextGap(rig));
        QVERIFY((rig.rig.clock.now() - resumed).value() >= MeasuringGaps::period.value());
    }

    void halfOfTheTimeIsForDrawingAtTheBeginningAThirdBesideALoneProbeAndElseASeventh()
    {
        const auto pauseAfter = [](Seconds drawn, bool beginning, bool onlyProbe) {
            MeasuringGaps gaps;
            gaps.enable(true);
            gaps.setOnlyProbe(onlyProbe);
            if (beginning)
                gaps.begunRun(Seconds(10.0));
            const std::int64_t gap = gaps.begin(Seconds(10.0));
            const Seconds end = Seconds(10.0) + drawn;
            gaps.resume(gap, end);
            Seconds next = end;
            while (!gaps.due(next))
                next += Seconds(0.0005);
            return (next - end).value();
        };
        const Seconds quick(0.001);
        const Seconds slow(0.03);
        const auto isAbout = [](double pause, double wanted) {
            return pause >= wanted - 1e-9 && pause <= wanted + 0.001;
        };
        QVERIFY(isAbout(pauseAfter(quick, true, false), MeasuringGaps::shortPeriod.value()));
        QVERIFY(isAbout(pauseAfter(quick, false, true), MeasuringGaps::shortPeriod.value()));
        QVERIFY(isAbout(pauseAfter(quick, false, false), MeasuringGaps::period.value()));
        QVERIFY(isAbout(pauseAfter(slow, true, false), slow.value()));
        QVERIFY(isAbout(pauseAfter(slow, false, true), 2.0 * slow.value()));
        QVERIFY(isAbout(pauseAfter(slow, false, false), 6.0 * slow.value()));
    }

    void everySampleComesOnceAndInOrder()
    {
        ServerRig rig;
        startWithGaps(rig);
        while (const auto gap = measureToTheNextGap(rig))
            rig.send(ResumeMeasuring{*gap});
        QVERIFY(!rig.server.busy());
        const auto finished = rig.notifications<SweepFinished>();
        QCOMPARE(finished.size(), std::size_t{1});
        QCOMPARE(finished[0].outcome, SweepOutcome::Done);
        std::set<Workload> cells;
        for (const SweepSample& message : rig.notifications<SweepSample>())
            cells.insert(message.sample.workload);
        const Plan plan = smallPlan();
        for (std::size_t i = 0; i < plan.cellCount(); ++i)
            QVERIFY(cells.contains(plan.cell(i)));
        const auto* last = std::get_if<Notification>(&rig.messages.back());
        QVERIFY(last && std::holds_alternative<SweepFinished>(*last));
    }

    void roofsWaitForTheGapToo()
    {
        ServerRig rig;
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(MeasureRoofs{.device = "cpu", .threads = 2, .only = {"compute.fp32.fma", "bandwidth.dram"}});
        rig.messages.clear();
        int gaps = 0;
        while (const auto gap = measureToTheNextGap(rig)) {
            ++gaps;
            rig.server.receive(encodeRequest(1000 + gaps, ResumeMeasuring{*gap}));
        }
        QVERIFY(gaps > 0);
        QVERIFY(rig.answer<RoofsResult>());
        QVERIFY(rig.notifications<RoofMeasured>().size() >= 2);
    }

    void workWithoutAPauseGoesOnBesideTheDrawing()
    {
        ServerRig rig;
        DeviceInfo gpu = test::syntheticDevice();
        gpu.id = "cuda:0";
        gpu.kind = DeviceKind::Cuda;
        rig.rig.devices.gpu = gpu;
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(StartExperiment{
            .device = "cuda:0", .experiment = "utilisation", .parameters = {{"size", "1Mi"}}, .budget = Seconds(1e4)});
        rig.messages.clear();
        int stood = 0;
        int wentOn = 0;
        while (const auto gap = measureToTheNextGap(rig)) {
            if (rig.server.gap()) {
                ++stood; // for the roofs
                rig.send(ResumeMeasuring{*gap});
                continue;
            }
            ++wentOn;
            const Seconds before = rig.rig.clock.now();
            rig.server.step();
            QVERIFY(rig.rig.clock.now() > before);
        }
        QVERIFY(stood > 0);
        QVERIFY(wentOn > 10);
        QCOMPARE(rig.notifications<ExperimentFinished>().size(), std::size_t{1});
        QCOMPARE(rig.notifications<ExperimentFinished>()[0].outcome, SweepOutcome::Done);
    }

    void stoppingTellsWhatWasMeasuredSinceTheLastGap()
    {
        ServerRig rig;
        startWithGaps(rig);
        const auto gap = measureToTheNextGap(rig);
        QVERIFY(gap);
        rig.send(ResumeMeasuring{*gap});
        rig.messages.clear();
        for (int i = 0; i < 5; ++i)
            rig.server.step();
        rig.server.stop();
        QVERIFY(!rig.notifications<SweepSample>().empty());
        QCOMPARE(rig.notifications<SweepFinished>().size(), std::size_t{1});
    }

    void gapsAreNotTakenFromTheBudget()
    {
        const auto measuredFor = [](bool withGaps) {
            ServerRig rig;
            Plan plan = smallPlan();
            plan.budget = Seconds(2.0);
            plan.axes[1].values = {1 << 26, 1 << 27, 1 << 28};
            plan.targetInterval = 1e-6; // never reached: the budget ends it
            rig.send(Initialize{.client = "window", .gaps = withGaps});
            rig.send(StartSweep{.plan = plan, .known = {}, .moreKnown = false});
            Seconds inGaps;
            while (const auto gap = measureToTheNextGap(rig)) {
                rig.rig.clock.advance(MeasuringGaps::longest * 0.5);
                inGaps += MeasuringGaps::longest * 0.5;
                rig.server.receive(encodeRequest(1000, ResumeMeasuring{*gap}));
            }
            return std::pair(rig.rig.clock.now() - Seconds(1000.0) - inGaps, inGaps);
        };
        const auto [without, none] = measuredFor(false);
        const auto [with, inGaps] = measuredFor(true);
        QCOMPARE(none.value(), 0.0);
        QVERIFY2(inGaps.value() > 0.1, "there were gaps");
        QVERIFY2(std::abs((with - without).value()) < 0.05, qPrintable(QString::number((with - without).value())));
    }

    void aClientThatDoesNotAnswerHoldsNothingUp()
    {
        MeasuringGaps gaps;
        gaps.enable(true);
        QVERIFY(gaps.due(Seconds(5.0)));
        QCOMPARE(gaps.begin(Seconds(5.0)), std::int64_t{1});
        QVERIFY(!gaps.due(Seconds(5.01)));
        QVERIFY(gaps.remaining(Seconds(5.01)).has_value());
        const Seconds over = Seconds(5.0) + MeasuringGaps::longest + Seconds(0.001);
        QVERIFY(!gaps.remaining(over));
        QVERIFY2(!gaps.due(over + MeasuringGaps::period), "a slow client gets fewer gaps");
        QVERIFY(gaps.due(over + Seconds(6.1 * 0.041)));
        gaps.resume(1, over); // comes too late, and changes nothing
        QVERIFY(!gaps.due(over + MeasuringGaps::period));
    }

    void aLateAnswerDoesNotEndTheNextGap()
    {
        MeasuringGaps gaps;
        gaps.enable(true);
        const std::int64_t first = gaps.begin(Seconds(1.0));
        QVERIFY(!gaps.remaining(Seconds(2.0)));
        static_cast<void>(gaps.begin(Seconds(10.0)));
        gaps.resume(first, Seconds(10.001));
        QVERIFY(gaps.remaining(Seconds(10.001)).has_value());
    }

private:
    static void startWithGaps(ServerRig& rig)
    {
        rig.send(Initialize{.client = "window", .gaps = true});
        rig.send(StartSweep{.plan = smallPlan(), .known = {}, .moreKnown = false});
        rig.messages.clear();
    }
    /// Measures until the next gap begins; its number, or nothing when the sweep ended first.
    static std::optional<std::int64_t> measureToTheNextGap(ServerRig& rig)
    {
        const std::size_t before = rig.notifications<MeasuringGap>().size();
        for (int steps = 0; rig.server.busy() && steps < 1000000; ++steps) {
            rig.server.step();
            if (const auto gaps = rig.notifications<MeasuringGap>(); gaps.size() > before)
                return gaps.back().sequence;
        }
        return std::nullopt;
    }
};

RIDGEPOINT_TEST(ServerTest)
#include "server_test.moc"
