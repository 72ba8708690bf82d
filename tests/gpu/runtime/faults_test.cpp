// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/guarded_api.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

const Workload smallWork{.operation = Operation::Fma,
                         .elements = 4096,
                         .operationsPerElement = 4,
                         .chainLength = 2,
                         .launchMode = LaunchMode::Queued};

/// A door that a test opens, for calls that hang.
class Door {
public:
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_isOpen; });
    }
    void open()
    {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isOpen = false;
};

Result<std::unique_ptr<Backend>> openOn(const std::shared_ptr<FakeCuda>& cuda,
                                        CudaDeviceSetup setup = test::fakeSetup(), DeviceDeadlines deadlines = {})
{
    return makeThreadedBackend(
        factsOf(setup, {}), [cuda, setup] { return openMeasuredDevice(cuda, setup, {}); }, deadlines);
}

} // namespace

class FaultsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyEndingStatusIsKnown()
    {
        for (const CudaStatus status : {700, 702, 710, 714, 715, 716, 717, 718, 719, 721, 810, 999})
            QVERIFY2(endsTheProcess(status), QByteArray::number(status).constData());
        for (const CudaStatus status : {0, 1, 2, 3, 9, 35, 98, 209, 701, 720, 900, 901})
            QVERIFY2(!endsTheProcess(status), QByteArray::number(status).constData());
    }
    void saysHowBusyTheDriverCallsTheGpuOrWhyNot()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        const auto without = openOn(std::make_shared<FakeCuda>(), setup);
        QCOMPARE((*without)->busyShare().error().id, std::string("cuda.no-management"));
        setup.management.busyShare = [] { return std::optional<double>(); };
        const auto mute = openOn(std::make_shared<FakeCuda>(), setup);
        QCOMPARE((*mute)->busyShare().error().id, std::string("cuda.busy-not-told"));
        setup.management.busyShare = [] { return std::optional(0.97); };
        const auto cuda = std::make_shared<FakeCuda>();
        auto telling = openOn(cuda, setup);
        QCOMPARE((*telling)->busyShare().value(), 0.97);
        QVERIFY(!(*telling)->needsNewProcess());
        auto work = (*telling)->prepare(smallWork);
        cuda->failAt("wait", 0, 719);
        QVERIFY(!work->run(1).ok());
        QCOMPARE((*telling)->busyShare().error().id,
                 std::string("cuda.context-lost")); // a lost device is asked nothing
    }
    void aFaultWhileRunningEndsTheWayToTheDevice_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("id");
        QTest::newRow("illegal address") << 700 << "cuda.context-lost";
        QTest::newRow("launch timeout") << 702 << "cuda.kernel-stopped";
        QTest::newRow("launch failure") << 719 << "cuda.context-lost";
        QTest::newRow("memory error") << 214 << "cuda.memory-fault";
        QTest::newRow("off the bus") << 999 << "cuda.device-vanished";
        QTest::newRow("no device any more") << 100 << "cuda.device-vanished";
        QTest::newRow("taken by another meanwhile") << 46 << "cuda.device-taken";
        QTest::newRow("MPS ended") << 810 << "cuda.mps-ended";
    }
    void aFaultWhileRunningEndsTheWayToTheDevice()
    {
        QFETCH(int, status);
        QFETCH(QString, id);
        auto cuda = std::make_shared<FakeCuda>();
        auto backend = openOn(cuda);
        QVERIFY(backend.ok());
        auto work = (*backend)->prepare(smallWork);
        QVERIFY(work.ok() && work->run(1).ok());
        QVERIFY(!(*backend)->needsNewProcess());
        cuda->failAt("launch", 4, status);
        Result<BatchTiming> failed = work->run(1);
        for (int i = 0; i < 5 && failed.ok(); ++i)
            failed = work->run(1);
        QVERIFY(!failed.ok());
        QCOMPARE(failed.error().kind, ErrorKind::DeviceFailure);
        QCOMPARE(QString::fromStdString(failed.error().id), id);
        QVERIFY((*backend)->needsNewProcess());
        // Nothing calls the device any more, and everything fails with what was the cause.
        const std::size_t calls = cuda->log.size();
        QCOMPARE(work->run(1).error().id, failed.error().id);
        QCOMPARE((*backend)->prepare(smallWork).error().id, failed.error().id);
        QCOMPARE((*backend)->prepareRoof({.id = "bandwidth.dram"}).error().id, failed.error().id);
        QCOMPARE((*backend)->selftest([](const SelftestLine&) {}).error().id, failed.error().id);
        QCOMPARE(cuda->log.size(), calls);
    }
    void lettingGoOfALostDeviceCallsNothingEither_data()
    {
        QTest::addColumn<QString>("call");
        for (const char* call :
             {"launch", "wait", "launchGraph", "allocate", "endCapture", "instantiate", "copy", "allocateHost"})
            QTest::newRow(call) << call;
    }
    void lettingGoOfALostDeviceCallsNothingEither()
    {
        QFETCH(QString, call);
        auto cuda = std::make_shared<FakeCuda>();
        std::size_t calls = 0;
        {
            auto backend = openOn(cuda);
            QVERIFY(backend.ok());
            Workload workload = smallWork;
            auto queued = (*backend)->prepare(workload);
            QVERIFY(queued.ok() && queued->run(1).ok());
            cuda->failAt(call.toStdString(), 0, 719);
            workload.launchMode = LaunchMode::Graph;
            workload.elements *= 4; // the memory grows
            auto graph = (*backend)->prepare(workload);
            if (graph.ok())
                static_cast<void>(graph->run(1));
            static_cast<void>((*backend)->prepareRoof({.id = "bandwidth.h2d.pinned"}));
            QVERIFY((*backend)->needsNewProcess());
            QVERIFY(anyDeviceLost());
            calls = cuda->log.size();
        } // works, memory and stream are let go of here
        QCOMPARE(cuda->log.size(), calls);
    }
    void aDeviceThatIsLostWhileItIsOpenedIsNotCalledAgain()
    {
        auto cuda = std::make_shared<FakeCuda>();
        cuda->failAt("wait", 0, 719);
        QVERIFY(!openOn(cuda).ok());
        QCOMPARE(cuda->log.back(), std::string("wait"));
    }
    void everyCallThatFailsIsReportedWithWhatItWasDoing_data()
    {
        QTest::addColumn<QString>("call");
        for (const char* call : {"findKernel", "launch", "wait", "beginCapture", "endCapture", "instantiate",
                                 "launchGraph", "allocate", "memoryInfo"})
            QTest::newRow(call) << call;
    }
    void everyCallThatFailsIsReportedWithWhatItWasDoing()
    {
        QFETCH(QString, call);
        auto cuda = std::make_shared<FakeCuda>();
        auto backend = openOn(cuda);
        cuda->failAt(call.toStdString(), 0, 719);
        Workload workload = smallWork;
        workload.launchMode = LaunchMode::Graph;
        auto work = (*backend)->prepare(workload);
        const Error error = work.ok() ? work->run(1).error() : work.error();
        QCOMPARE(error.id, std::string("cuda.context-lost"));
        QVERIFY2(error.message().find("fma fp32") != std::string::npos, error.message().c_str());
        QVERIFY2(error.message().find("CUDA error 719") != std::string::npos, error.message().c_str());
    }
    void aFailureThatDoesNotLastLeavesTheDeviceUsable()
    {
        auto cuda = std::make_shared<FakeCuda>();
        auto backend = openOn(cuda);
        auto work = (*backend)->prepare(smallWork);
        QVERIFY(work->run(1).ok());
        cuda->failAt("launch", 0, 701);
        const auto failed = work->run(1);
        QVERIFY(!failed.ok() && failed.error().id == "cuda.call-failed");
        QVERIFY(!(*backend)->needsNewProcess());
        QVERIFY(work->run(1).ok());
    }
    void tooLittleMemoryNamesWhatIsNeededAndWhatIsFree()
    {
        auto cuda = std::make_shared<FakeCuda>();
        cuda->freeBytes = std::uint64_t{1} << 30;
        auto backend = openOn(cuda);
        Workload workload = smallWork;
        workload.elements = std::int64_t{1} << 29; // 2 GiB
        const auto refused = (*backend)->prepare(workload);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, ErrorKind::Unavailable);
        QCOMPARE(refused.error().id, std::string("cuda.out-of-memory"));
        QVERIFY2(refused.error().message().find("2 GiB") != std::string::npos, refused.error().message().c_str());
        QVERIFY2(refused.error().message().find("1 GiB") != std::string::npos, refused.error().message().c_str());
        QVERIFY(std::count(cuda->log.begin(), cuda->log.end(), "allocate 2147483648") == 0);
        QVERIFY(!(*backend)->needsNewProcess());
        QVERIFY((*backend)->prepare(smallWork).ok());
    }
    void memoryThatOthersTookMeanwhileIsNoLostDevice()
    {
        auto cuda = std::make_shared<FakeCuda>();
        auto backend = openOn(cuda);
        cuda->failAt("allocate", 0, cudaStatus::outOfMemory);
        const auto refused = (*backend)->prepare(smallWork);
        QVERIFY(!refused.ok() && refused.error().id == "cuda.out-of-memory");
        QVERIFY((*backend)->prepare(smallWork).ok());
    }
    void anExclusiveDeviceThatIsTakenIsNamedSo()
    {
        auto cuda = std::make_shared<FakeCuda>();
        cuda->failAt("useDevice", 0, cudaStatus::devicesUnavailable);
        const auto backend = openOn(cuda);
        QVERIFY(!backend.ok());
        QCOMPARE(backend.error().kind, ErrorKind::Unavailable);
        QCOMPARE(backend.error().id, std::string("cuda.device-taken"));
    }
    void aBuildWithoutCodeForTheDeviceSaysSo()
    {
        auto cuda = std::make_shared<FakeCuda>();
        cuda->failAt("findKernel", 0, cudaStatus::noKernelImage);
        const auto backend = openOn(cuda);
        QVERIFY(!backend.ok());
        QCOMPARE(backend.error().kind, ErrorKind::Unsupported);
    }
    void aHangIsATimeoutAndTheCallerGoesOn()
    {
        auto cuda = std::make_shared<FakeCuda>();
        auto door = std::make_shared<Door>();
        {
            auto backend = openOn(cuda, test::fakeSetup(), {.run = Seconds(1.0)});
            auto work = (*backend)->prepare(smallWork);
            QVERIFY(work.ok() && work->run(1).ok());
            cuda->onWait = [door] { door->wait(); };
            const auto hung = work->run(1);
            QVERIFY(!hung.ok());
            QCOMPARE(hung.error().kind, ErrorKind::Timeout);
            QCOMPARE(hung.error().id, std::string("cuda.hung"));
            QVERIFY((*backend)->needsNewProcess());
            QVERIFY(DeviceThread::anyStuck());
            QCOMPARE((*backend)->prepare(smallWork).error().id, std::string("cuda.hung"));
            QCOMPARE(work->run(1).error().id, std::string("cuda.hung"));
        }             // letting go of work and backend waits for nobody
        door->open(); // the call comes back late, to nobody
    }
    void aHangWhileOpeningIsATimeout()
    {
        auto cuda = std::make_shared<FakeCuda>();
        auto door = std::make_shared<Door>();
        cuda->onWait = [door] { door->wait(); };
        cuda->onUseDevice = [door] { door->wait(); };
        const auto backend = openOn(cuda, test::fakeSetup(), {.open = Seconds(0.02)});
        QVERIFY(!backend.ok());
        QCOMPARE(backend.error().kind, ErrorKind::Timeout);
        door->open();
    }
    void kernelsThatWouldHoldUpADisplayAreNotRun()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.highestRate = FlopsPerSecond(1e13);
        setup.highestBandwidth = BytesPerSecond(3e11);
        Workload workload = smallWork;
        workload.elements = 1 << 20;
        workload.operationsPerElement = 1 << 20;
        workload.chainLength = 1;
        QVERIFY(leastPassTime(workload, setup) > Seconds(0.05));
        setup.kernelsAreTimedOut = true;
        auto backend = openOn(std::make_shared<FakeCuda>(), setup);
        const auto refused = (*backend)->prepare(workload);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, ErrorKind::Unavailable);
        QCOMPARE(refused.error().id, std::string("cuda.display"));
        QVERIFY((*backend)->prepare(smallWork).ok());
    }
    void bytesOfOnePassBoundItsTimeToo()
    {
        CudaDeviceSetup setup = test::fakeSetup();
        setup.highestBandwidth = BytesPerSecond(8e9);
        const Workload workload{
            .operation = Operation::Fma, .elements = 1000000, .operationsPerElement = 1, .chainLength = 4};
        QCOMPARE(leastPassTime(workload, setup).value(), 1e-3);
        QCOMPARE(leastPassTime(workload, test::fakeSetup()).value(), 0.0);
    }
    void whatADeviceCannotDoIsRefusedByName()
    {
        auto backend = openOn(std::make_shared<FakeCuda>());
        Workload workload = smallWork;
        workload.operation = Operation::Cos;
        workload.precision = Precision::Fp16;
        QCOMPARE((*backend)->prepare(workload).error().kind, ErrorKind::Unsupported);
        workload = smallWork;
        workload.fusionDepth = 3;
        QCOMPARE((*backend)->prepare(workload).error().kind, ErrorKind::InvalidInput);
        QCOMPARE((*backend)->prepareRoof({.id = "compute.fp8.sin"}).error().kind, ErrorKind::Unsupported);
        QVERIFY(!(*backend)->needsNewProcess());
    }
};

RIDGEPOINT_TEST(FaultsTest)
#include "faults_test.moc"
