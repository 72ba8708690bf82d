// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/launch_recording.h"

#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/gpu/runtime/fake_profiler.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using test::FakeCuda;
using test::FakeProfiler;
using test::FakeProfiling;

namespace {

/// An open device with a chain of three small kernels, and a profiler.
struct Rig {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, test::fakeSetup()).value();
    FakeProfiling profiling{.cuda = cuda, .failing = {}, .calls = {}};
    Workload workload;
    WorkMaker make;

    explicit Rig(LaunchMode mode) : workload{.elements = 1000, .operationsPerElement = 2, .chainLength = 3, .launchMode = mode}
    {
        // The device's memory stays with it once it is reserved, so that handles can be counted before and after.
        make = [this] {
            auto plan = planWorkload(workload, device->setup().shape);
            return PlannedWork::create(device, std::move(*plan), {.mode = workload.launchMode, .what = "work"});
        };
        static_cast<void>(make());
    }
    [[nodiscard]] auto count(const std::string& call) const { return std::count(cuda->log.begin(), cuda->log.end(), call); }
    [[nodiscard]] Result<LaunchRecording> record() { return recordOn(*device, make, FakeProfiler::opener(profiling)); }
};

int countOf(const LaunchRecording& recording, HostDoing doing)
{
    return static_cast<int>(std::count_if(recording.host.begin(), recording.host.end(), [&](const HostSpan& span) { return span.doing == doing; }));
}

void addModes()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<int>("submits");
    QTest::addColumn<int>("waits");
    QTest::newRow("each is waited for") << 0 << 3 << 3;
    QTest::newRow("queued: one wait at the end") << 1 << 3 << 1;
    QTest::newRow("a graph is handed over once") << 2 << 1 << 1;
}

} // namespace

class LaunchRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void everyLaunchHasItsPlaceOnBothLanes_data() { addModes(); }
    void everyLaunchHasItsPlaceOnBothLanes()
    {
        QFETCH(int, mode);
        QFETCH(int, submits);
        QFETCH(int, waits);
        Rig rig(allLaunchModes[static_cast<std::size_t>(mode)]);
        const int handles = rig.cuda->liveHandles;
        const auto recording = recordByEvents(*rig.device, rig.make);
        QVERIFY(recording.ok());
        QCOMPARE(countOf(*recording, HostDoing::Submits), submits);
        QCOMPARE(countOf(*recording, HostDoing::Waits), waits);
        QCOMPARE(recording->device.size(), std::size_t{1});
        const std::vector<RecordedSpan>& kernels = recording->device.front().spans;
        QCOMPARE(static_cast<int>(kernels.size()), submits);
        Seconds last{-1.0};
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            QVERIFY(kernels[i].begin >= last && kernels[i].end > kernels[i].begin);
            last = kernels[i].end;
        }
        for (const HostSpan& span : recording->host)
            QVERIFY(span.span.end > span.span.begin && span.span.begin > Seconds());
        const QByteArray method = QByteArray::fromStdString(recording->method);
        QVERIFY2(method.startsWith("device spans recorded by events;"), method.constData());
        QVERIFY(method.contains(mode == 2 ? "one stretch" : "an event before and behind each kernel"));
        QCOMPARE(rig.cuda->liveHandles, handles); // its events were given back
    }
    void aMeasurementRecordsNoEvents()
    {
        Rig rig(LaunchMode::Queued);
        QVERIFY((*rig.make())->run(3).ok());
        QCOMPARE(rig.count("record"), 0);
    }
    void aFailureIsNamedAndGivesTheEventsBack_data()
    {
        QTest::addColumn<QByteArray>("call");
        for (const char* call : {"record", "elapsed"})
            QTest::newRow(call) << QByteArray(call);
    }
    void aFailureIsNamedAndGivesTheEventsBack()
    {
        QFETCH(QByteArray, call);
        Rig rig(LaunchMode::Queued);
        const int handles = rig.cuda->liveHandles;
        rig.cuda->failAt(call.toStdString(), 1, cudaStatus::outOfMemory);
        const auto recording = recordByEvents(*rig.device, rig.make);
        QVERIFY(!recording.ok());
        QVERIFY2(recording.error().message().find("recording launches") != std::string::npos, recording.error().message().c_str());
        QCOMPARE(rig.cuda->liveHandles, handles);
    }

    void aProfilerTellsOfEveryKernelAndNoEventIsRecorded_data() { addModes(); }
    void aProfilerTellsOfEveryKernelAndNoEventIsRecorded()
    {
        QFETCH(int, mode);
        QFETCH(int, submits);
        QFETCH(int, waits);
        Rig rig(allLaunchModes[static_cast<std::size_t>(mode)]);
        const int handles = rig.cuda->liveHandles;
        const auto recording = rig.record();
        QVERIFY(recording.ok());
        QVERIFY2(recording->method.starts_with("device spans recorded by FAKE; every kernel by itself"), recording->method.c_str());
        QCOMPARE(countOf(*recording, HostDoing::Submits), submits);
        QCOMPARE(countOf(*recording, HostDoing::Waits), waits);
        QCOMPARE(recording->device.front().spans.size(), std::size_t{3}); // of a graph too
        QVERIFY(recording->host.front().span.begin == Seconds());
        QVERIFY(!rig.profiling.sawEvents);
        QCOMPARE(rig.profiling.calls, (std::vector<std::string>{"start", "take", "stop"}));
        QCOMPARE(rig.profiling.handlesAtStop, handles); // the work and its graph were gone
    }
    void whereTheProfilerFailsEventsRecordAndTheReasonIsSaid_data()
    {
        QTest::addColumn<QByteArray>("failing");
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("calls");
        QTest::newRow("it is not there") << QByteArray("open") << "libfake.so.1 not found" << 0;
        QTest::newRow("it refuses") << QByteArray("start") << "start failed" << 1;
        QTest::newRow("its clock") << QByteArray("timestamp") << "timestamp failed" << 2;
        QTest::newRow("its records") << QByteArray("take") << "take failed" << 3;
    }
    void whereTheProfilerFailsEventsRecordAndTheReasonIsSaid()
    {
        QFETCH(QByteArray, failing);
        QFETCH(QString, words);
        QFETCH(int, calls);
        Rig rig(LaunchMode::Queued);
        rig.profiling.failing = failing.toStdString();
        const auto recording = rig.record();
        QVERIFY(recording.ok());
        QVERIFY2(QString::fromStdString(recording->method).startsWith("device spans recorded by events: " + words + "; an event before"), recording->method.c_str());
        QCOMPARE(recording->device.front().spans.size(), std::size_t{3});
        QCOMPARE(static_cast<int>(rig.profiling.calls.size()), calls);
        QVERIFY(calls < 2 || rig.profiling.calls.back() == "stop"); // what was started is stopped before events record
    }
    void recordsThatAreNotTheChainsAreNotShown_data()
    {
        QTest::addColumn<int>("kernels");
        QTest::addColumn<int>("lost");
        QTest::addColumn<QString>("words");
        QTest::newRow("some were lost") << 3 << 1 << "FAKE lost 1 of its records";
        QTest::newRow("none of a kernel") << 0 << 0 << "FAKE told of 0 kernels where 3 ran";
    }
    void recordsThatAreNotTheChainsAreNotShown()
    {
        QFETCH(int, kernels);
        QFETCH(int, lost);
        QFETCH(QString, words);
        Rig rig(LaunchMode::Graph);
        rig.profiling.kernels = static_cast<std::size_t>(kernels);
        rig.profiling.lost = static_cast<std::size_t>(lost);
        const auto recording = rig.record();
        QVERIFY(recording.ok());
        QVERIFY2(QString::fromStdString(recording->method).startsWith("device spans recorded by events: " + words + ";"), recording->method.c_str());
        QCOMPARE(recording->device.front().spans.size(), std::size_t{1});
    }
    void aProfilerThatStaysIsTold()
    {
        Rig rig(LaunchMode::Queued);
        rig.profiling.failing = "stop";
        const auto recording = rig.record();
        QVERIFY(recording.ok());
        QVERIFY2(recording->method.ends_with("the profiler stays in this process, which may lengthen later launches: stop failed"), recording->method.c_str());
    }
    /// Also where events had to record instead: all later times are measured with it.
    void aProfilerThatFailedAndStaysIsTold()
    {
        Rig rig(LaunchMode::Queued);
        rig.profiling.failing = "take stop";
        const auto recording = rig.record();
        QVERIFY(recording.ok());
        QVERIFY2(recording->method.find("recorded by events: take failed; the profiler stays in this process") != std::string::npos, recording->method.c_str());
    }
    void onALostDeviceNothingIsCalledAnyMore()
    {
        Rig rig(LaunchMode::Queued);
        rig.cuda->failAt("wait", 2, cudaStatus::illegalAddress); // behind those of the fill and the warm-up
        const auto recording = rig.record();
        QVERIFY(!recording.ok());
        QVERIFY(rig.device->lost().has_value());
        QCOMPARE(rig.profiling.calls, std::vector<std::string>{"start"});
    }
    void onlyTheRecordingOfATimelineAsksForTheProfiler_data()
    {
        QTest::addColumn<bool>("profiled");
        QTest::newRow("a timing") << false;
        QTest::newRow("a timeline") << true;
    }
    void onlyTheRecordingOfATimelineAsksForTheProfiler()
    {
        QFETCH(bool, profiled);
        Rig rig(LaunchMode::Queued);
        const auto device = openMeasuredDevice(rig.cuda, test::fakeSetup(), {}, FakeProfiler::opener(rig.profiling));
        QVERIFY(device.ok());
        QVERIFY((*(*device)->prepare(rig.workload))->run(2).ok());
        QVERIFY(rig.profiling.calls.empty());
        QVERIFY((*device)->recordLaunches(rig.workload, profiled ? RecordedBy::Profiler : RecordedBy::Itself).ok());
        QCOMPARE(!rig.profiling.calls.empty(), profiled);
    }
};

QTEST_GUILESS_MAIN(LaunchRecordingTest)
#include "launch_recording_test.moc"
