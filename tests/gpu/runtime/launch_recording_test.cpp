// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_launch_recording.h"

#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

/// An open device with a chain of three small kernels.
struct Rig {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, test::fakeSetup()).value();
    Workload workload;
    std::unique_ptr<PlannedWork> work;

    explicit Rig(LaunchMode mode)
        : workload{.elements = 1000, .operationsPerElement = 2, .chainLength = 3, .launchMode = mode}
    {
        auto plan = planWorkload(workload, device->setup().shape);
        work = PlannedWork::create(device, std::move(*plan), {.mode = workload.launchMode, .what = "work"}).value();
    }
    [[nodiscard]] auto count(const std::string& call) const
    {
        return std::count(cuda->log.begin(), cuda->log.end(), call);
    }
};

int countOf(const LaunchRecording& recording, HostDoing doing)
{
    return static_cast<int>(std::count_if(recording.host.begin(), recording.host.end(),
                                          [&](const HostSpan& span) { return span.doing == doing; }));
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

class LaunchRecordingTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyLaunchHasItsPlaceOnBothLanes_data() { addModes(); }
    void everyLaunchHasItsPlaceOnBothLanes()
    {
        QFETCH(int, mode);
        QFETCH(int, submits);
        QFETCH(int, waits);
        Rig rig(allLaunchModes[static_cast<std::size_t>(mode)]);
        const int handles = rig.cuda->liveHandles;
        const auto recording = recordByEvents(*rig.device, *rig.work);
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
        QVERIFY(method.contains(mode == 2 ? "one span" : "an event before and after each kernel"));
        QCOMPARE(rig.cuda->liveHandles, handles); // its events were given back
    }
    void aMeasurementRecordsTwoEventsHoweverManyLaunches()
    {
        Rig rig(LaunchMode::Queued);
        QVERIFY(rig.work->run(3).ok());
        QCOMPARE(rig.count("record"), 2);
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
        const auto recording = recordByEvents(*rig.device, *rig.work);
        QVERIFY(!recording.ok());
        QVERIFY2(recording.error().message().find("recording launches") != std::string::npos,
                 recording.error().message().c_str());
        QCOMPARE(rig.cuda->liveHandles, handles);
    }

    void onALostDeviceNothingIsCalledAnyMore()
    {
        Rig rig(LaunchMode::Queued);
        rig.cuda->failAt("wait", 2, cudaStatus::illegalAddress); // behind those of the fill and the warm-up
        QVERIFY(!recordByEvents(*rig.device, *rig.work).ok());
        QVERIFY(rig.device->lost().has_value());
        const auto calls = rig.cuda->log.size();
        QVERIFY(!recordByEvents(*rig.device, *rig.work).ok());
        QCOMPARE(rig.cuda->log.size(), calls);
    }
};

RIDGEPOINT_TEST(LaunchRecordingTest)
#include "launch_recording_test.moc"
