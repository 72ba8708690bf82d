// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/analyse.h"
#include "core/model/prediction.h"
#include "core/sweep/roof_runner.h"
#include "core/sweep/sweep_runner.h"
#include "gpu/plan/kernel_list.h"
#include "gpu/plan/tiling.h"
#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/device_thread.h"
#include "gpu/runtime/guarded_api.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <future>
#include <limits>
#include <mutex>
#include <thread>

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

constexpr double application = 10e-9; ///< of a block to its tile
constexpr double launching = 2e-6;
constexpr double bandwidth = 1e12;

/// A GPU on which a multiprocessor works on one block after the other, each for as long as any other.
class BlockwiseCuda final : public FakeCuda {
public:
    CudaStatus launch(const BoundLaunch& launch, StreamHandle stream) override
    {
        launchSeconds = launching + workOf(launchedBy(launch));
        return FakeCuda::launch(launch, stream);
    }

private:
    [[nodiscard]] static double workOf(const Launched& launched)
    {
        const KernelInfo* kernel = ridgepoint::findKernel(launched.kernel);
        if (kernel == nullptr || kernel->family != KernelFamily::Chain)
            return 0.0;
        const auto number = [&](std::size_t index) { return static_cast<std::uint32_t>(launched.values.at(index)); };
        const double applications = kernel->applications != 0 ? kernel->applications
                                                              : number(5) * roundApplications + number(6);
        const double waves = std::ceil(launched.grid.x / static_cast<double>(test::fakeSetup().shape.multiprocessors));
        return std::max(waves * applications * application, launched.grid.x * 2.0 * tileBytes / bandwidth);
    }
};

std::unique_ptr<Backend> blockwiseBackend()
{
    auto cuda = std::make_shared<BlockwiseCuda>();
    cuda->computes = false;
    cuda->keepsLog = false;
    const CudaDeviceSetup setup = test::fakeSetup();
    return std::move(
        makeThreadedBackend(factsOf(setup, {}), [cuda, setup] { return openMeasuredDevice(cuda, setup, {}); }).value());
}

/// What a sweep measures first, but for the bandwidth, which is given.
RoofSet measuredRoofs(Backend& backend)
{
    const test::FakeClock clock;
    RoofRunner runner(backend, 0, {"compute.fp32.fma", "launch.queued", "launch.queued.device"}, clock);
    while (runner.step()) {
    }
    RoofSet roofs = runner.roofs();
    roofs.put(
        {.id = "bandwidth.dram", .kind = RoofKind::Bandwidth, .value = bandwidth, .low = bandwidth, .high = bandwidth});
    return roofs;
}

const DeviceThread::Patience plenty{.deadline = Seconds(60.0), .mention = {}, .remark = {}};

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
    void aRateBringsTheLatencyOfItsOperation()
    {
        const auto backend = blockwiseBackend();
        const RoofSet roofs = measuredRoofs(*backend);
        const Roof* latency = roofs.find("latency.fp32.fma");
        QVERIFY(latency != nullptr && latency->kind == RoofKind::Latency);
        QVERIFY2(std::abs(latency->value / application - 1.0) < 0.01, qPrintable(QString::number(latency->value)));
        QVERIFY2(latency->method.find("one block") != std::string::npos, latency->method.c_str());
    }
    void tensorsOfFewBlocksAreUnderFilledAndTakeAsLongAsPredicted()
    {
        const auto backend = blockwiseBackend();
        const RoofSet roofs = measuredRoofs(*backend);
        Plan plan{
            .device = "cuda:0", .base = {.launchMode = LaunchMode::Queued}, .axes = {}, .strategy = Strategy::Full};
        plan.axes = {{AxisKind::Operations, {1, 4, 16, 64, 256, 1024, 4096}},
                     {AxisKind::Size, {1 << 11, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}}};
        const test::FakeClock clock;
        SweepRunner runner(*backend, plan, {}, clock);
        while (runner.step()) {
        }
        QVERIFY2(!runner.error(), runner.error() ? runner.error()->message().c_str() : "");
        const std::vector<Sample> samples = runner.samples();
        QCOMPARE(samples.size(), std::size_t{42});

        RoofSet without = roofs;
        std::erase_if(without.roofs, [](const Roof& roof) { return roof.kind == RoofKind::Latency; });
        const std::vector<PointAnalysis> points = analyse(samples, roofs, DeviceKind::Cuda);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Workload& workload = samples[i].workload;
            const QByteArray place = QByteArray::number(qint64{workload.elements}) + " x "
                                   + QByteArray::number(qint64{workload.operationsPerElement});
            const double ratio = samples[i].time / predict(workload, roofs, DeviceKind::Cuda)->time;
            QVERIFY2(std::abs(ratio - 1.0) < 0.05, place + ": " + QByteArray::number(ratio));
            if (workload.operationsPerElement < 4096)
                continue;
            const bool isSmall = workload.elements == 1 << 11; // one block for four multiprocessors
            if (isSmall)
                QVERIFY(samples[i].time / predict(workload, without, DeviceKind::Cuda)->time > 3.0);
            if (isSmall || workload.elements == 1 << 20) {
                QVERIFY2(points[i].regime == (isSmall ? Regime::UnderFilled : Regime::Compute), place.constData());
                QVERIFY2(!points[i].flags.has(Flag::Ambiguous), place.constData());
            }
        }
    }
    void callsRunInOneThreadOfTheirOwnInOrder()
    {
        DeviceThread thread;
        std::vector<int> order;
        const auto first = thread.call<std::thread::id>(plenty, [&] {
            order.push_back(1);
            return std::this_thread::get_id();
        });
        thread.post([&] { order.push_back(2); });
        const auto second = thread.call<std::thread::id>(plenty, [&] {
            order.push_back(3);
            return std::this_thread::get_id();
        });
        QVERIFY(first && second && *first == *second && *first != std::this_thread::get_id());
        QVERIFY((order == std::vector<int>{1, 2, 3}));
        QVERIFY(!thread.stuck());
    }
    void whatACallOwnsEndsInTheThreadBeforeItsResultIsSeen()
    {
        DeviceThread thread;
        std::thread::id endedIn;
        std::thread::id ranIn;
        {
            std::shared_ptr<int> owned(new int(5), [&](int* value) {
                endedIn = std::this_thread::get_id();
                delete value;
            });
            QCOMPARE(thread.call<int>(plenty,
                                      [&ranIn, held = std::move(owned)] {
                                          ranIn = std::this_thread::get_id();
                                          return *held;
                                      }),
                     std::optional(5));
        }
        QVERIFY(endedIn == ranIn && endedIn != std::thread::id());
    }
    void aResultThatCannotBeCopiedComesBack()
    {
        DeviceThread thread;
        const auto result = thread.call<std::unique_ptr<int>>(plenty, [] { return std::make_unique<int>(3); });
        QVERIFY(result && **result == 3);
    }
    void aCallThatDoesNotComeBackIsLeftBehind()
    {
        auto release = std::make_shared<std::promise<void>>();
        auto after = std::make_shared<std::atomic<bool>>(false);
        {
            DeviceThread thread;
            const auto waited = thread.call<int>({.deadline = Seconds(0.01), .mention = {}, .remark = {}}, [release] {
                release->get_future().wait();
                return 1;
            });
            QVERIFY(!waited && thread.stuck() && DeviceThread::anyStuck());
            thread.post([after] { *after = true; });
            QVERIFY(!thread.call<int>(plenty, [] { return 2; }));
        } // does not wait
        release->set_value();
        QVERIFY(!*after);
    }
    void lettingGoThatDoesNotComeBackIsLeftBehindToo()
    {
        auto release = std::make_shared<std::promise<void>>();
        auto after = std::make_shared<std::atomic<bool>>(false);
        {
            DeviceThread thread(Seconds(0.01));
            thread.post([release] { release->get_future().wait(); });
            thread.post([after] { *after = true; });
        } // waits for a hundredth of a second and no longer
        QVERIFY(DeviceThread::anyStuck());
        release->set_value();
        QVERIFY(!*after);
    }
    void aDeadlineBeyondWhatTheClockCanHoldIsADeadlineAllTheSame()
    {
        DeviceThread thread;
        for (const double seconds : {1e12, 1e300, std::numeric_limits<double>::infinity()})
            QVERIFY(thread.call<int>({.deadline = Seconds(seconds), .mention = {}, .remark = {}}, [] { return 1; }));
    }
    void aRemarkIsMadeOnceWhileACallTakesLong()
    {
        DeviceThread thread;
        std::promise<void> release;
        int remarks = 0;
        const auto result = thread.call<int>({.deadline = Seconds(60.0),
                                              .mention = Seconds(0.005),
                                              .remark =
                                                  [&] {
                                                      ++remarks;
                                                      release.set_value();
                                                  }},
                                             [&] {
                                                 release.get_future().wait();
                                                 return 4;
                                             });
        QCOMPARE(result, std::optional(4));
        QCOMPARE(remarks, 1);
    }
    void aQuickCallIsNotRemarkedOn()
    {
        DeviceThread thread;
        int remarks = 0;
        QVERIFY(thread.call<int>({.deadline = Seconds(60.0), .mention = Seconds(30.0), .remark = [&] { ++remarks; }},
                                 [] { return 1; }));
        QCOMPARE(remarks, 0);
    }
    void whatWaitsIsDoneBeforeTheThreadEnds()
    {
        int done = 0;
        {
            DeviceThread thread;
            for (int i = 0; i < 100; ++i)
                thread.post([&] { ++done; });
        }
        QCOMPARE(done, 100);
    }
};

RIDGEPOINT_TEST(FaultsTest)
#include "faults_test.moc"
