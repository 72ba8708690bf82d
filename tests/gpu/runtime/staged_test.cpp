// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// Loading, copying and computing on a device that does nothing before it is waited for, and on one that does all at
// once.
#include "gpu/runtime/cuda_staged_work.h"

#include "core/model/operands.h"
#include "gpu/plan/element.h"
#include "gpu/plan/workload_plan.h"
#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/loading_thread.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/queued_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <future>
#include <thread>

using namespace ridgepoint;
using test::FakeCuda;
using test::QueuedCuda;

namespace {

constexpr int batches = 7;
constexpr int applications = 11;
constexpr std::size_t numbers = 3001; // not a whole number of vectors

float numberOf(int batch, std::size_t i) { return 0.125F * static_cast<float>(batch) + 0.001F * static_cast<float>(i); }

Result<void> loadNumbers(int batch, std::span<std::byte> to)
{
    auto* const out = reinterpret_cast<float*>(to.data());
    for (std::size_t i = 0; i < to.size() / sizeof(float); ++i)
        out[i] = numberOf(batch, i);
    return {};
}

float computed(float number)
{
    double x = static_cast<double>(number);
    for (int i = 0; i < applications; ++i)
        x = rounded(reference(Operation::Fma, x, 1,
                              i % 2 != 0 ? swapped(operandsOf(Operation::Fma, Precision::Fp32))
                                         : operandsOf(Operation::Fma, Precision::Fp32)),
                    Precision::Fp32);
    return static_cast<float>(x);
}

template <class Cuda> struct Rig {
    std::shared_ptr<Cuda> cuda = std::make_shared<Cuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, test::fakeSetup()).value();
    StagedRequest request{.batchBytes = numbers * sizeof(float), .batches = batches, .buffers = 2, .load = loadNumbers};

    [[nodiscard]] Result<std::unique_ptr<StagedWork>> prepare() { return prepareStagedWork(device, request); }
    /// What the device's buffers hold: the numbers of these batches, computed with once.
    [[nodiscard]] bool holds(int even, int odd) const
    {
        const BufferPlan plan = tensorBuffer(numbers, Precision::Fp32, InitialContent::Unspecified);
        const std::vector<std::byte*> places = device->memory().place({plan, plan});
        for (std::size_t slot = 0; slot < places.size(); ++slot)
            for (std::size_t i = 0; i < numbers; ++i)
                if (reinterpret_cast<const float*>(places[slot])[i] != computed(numberOf(slot == 0 ? even : odd, i)))
                    return false;
        return true;
    }
    /// Where in the log the nth of these lines is (from 0); the log's end where there is none.
    [[nodiscard]] std::ptrdiff_t place(const std::string& line, int nth) const
    {
        auto at = std::find(cuda->log.begin(), cuda->log.end(), line);
        for (int i = 0; i < nth && at != cuda->log.end(); ++i)
            at = std::find(at + 1, cuda->log.end(), line);
        return at - cuda->log.begin();
    }
    [[nodiscard]] auto count(const std::string& line) const
    {
        return std::count(cuda->log.begin(), cuda->log.end(), line);
    }
};

const std::string didCompute = "did launch rp_chain_fma_f32_kn";

template <class Cuda> void checkNumbers(StagedOrder order)
{
    Rig<Cuda> rig;
    auto work = rig.prepare();
    QVERIFY2(work.ok(), work.ok() ? "" : work.error().message().c_str());
    for (int again = 0; again < 3; ++again) {
        const auto run = (*work)->run(order, applications);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().message().c_str());
        QVERIFY(rig.holds(batches - 1, batches - 2));
        QVERIFY(run->timing.time > Seconds());
        QCOMPARE(run->loads.size(), std::size_t{batches});
        QCOMPARE(run->copies.size(), std::size_t{batches});
        QCOMPARE(run->computes.size(), std::size_t{batches});
        for (std::size_t i = 0; i < run->copies.size(); ++i) {
            QVERIFY(run->copies[i].end > run->copies[i].begin && run->computes[i].begin >= run->copies[i].end
                    && run->computes[i].end > run->computes[i].begin);
            QVERIFY(i < 2 || run->copies[i].begin >= run->computes[i - 2].end);
            QVERIFY(run->loads[i].end >= run->loads[i].begin
                    && (i == 0 || run->loads[i].begin >= run->loads[i - 1].end));
        }
    }
}

} // namespace

class StagedTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyBatchIsComputedWithOnce_data()
    {
        QTest::addColumn<bool>("overlaps");
        QTest::newRow("in turn") << false;
        QTest::newRow("overlapped") << true;
    }
    void everyBatchIsComputedWithOnce()
    {
        QFETCH(bool, overlaps);
        checkNumbers<FakeCuda>(overlaps ? StagedOrder::Overlapped : StagedOrder::InTurn);
        checkNumbers<QueuedCuda>(overlaps ? StagedOrder::Overlapped : StagedOrder::InTurn);
    }
    void noBufferIsOverwrittenBeforeItsNextStageIsDone()
    {
        Rig<QueuedCuda> rig;
        auto work = rig.prepare();
        rig.cuda->log.clear();
        std::vector<float> copied; // the first number of each
        rig.cuda->onCopy = [&](const void* from) { copied.push_back(*static_cast<const float*>(from)); };
        QVERIFY((*work)->run(StagedOrder::Overlapped, applications).ok());
        QCOMPARE(rig.count("did copy"), batches);
        QCOMPARE(rig.count(didCompute), batches);
        QCOMPARE(copied.size(), std::size_t{batches});
        for (int batch = 0; batch < batches; ++batch) {
            // The staging buffer still held this batch, and the device's had been computed with.
            QCOMPARE(copied[static_cast<std::size_t>(batch)], numberOf(batch, 0));
            QVERIFY(rig.place("did copy", batch) < rig.place(didCompute, batch));
            QVERIFY(batch < 2 || rig.place(didCompute, batch - 2) < rig.place("did copy", batch));
        }
    }
    void theNextCopyIsSubmittedBeforeComputingIsWaitedFor()
    {
        Rig<QueuedCuda> rig;
        auto work = rig.prepare();
        rig.cuda->log.clear();
        rig.cuda->namesStreams = true;
        QVERIFY((*work)->run(StagedOrder::Overlapped, applications).ok());
        // In streams of their own: the copies in the second, computing in the device's.
        QCOMPARE(rig.count("copy @2"), batches);
        QCOMPARE(rig.count("launch rp_chain_fma_f32_kn @1"), batches);
        for (int batch = 0; batch + 1 < batches; ++batch) {
            QVERIFY(rig.place("launch rp_chain_fma_f32_kn @1", batch) < rig.place("copy @2", batch + 1));
            QVERIFY(rig.place("copy @2", batch + 1) < rig.place(didCompute, batch));
        }
        // The device's stream is waited for at the end alone.
        const auto begin = rig.place("copy @2", 0);
        const auto first = std::find(rig.cuda->log.begin() + begin, rig.cuda->log.end(), "wait @1");
        QVERIFY(first - rig.cuda->log.begin() > rig.place("launch rp_chain_fma_f32_kn @1", batches - 1));
    }
    void inTurnTheNextBatchIsLoadedOnceTheOneBeforeIsComputedWith()
    {
        Rig<QueuedCuda> rig;
        rig.request.load = [log = &rig.cuda->log](int batch, std::span<std::byte> to) {
            log->push_back("load");
            return loadNumbers(batch, to);
        };
        auto work = rig.prepare();
        rig.cuda->log.clear();
        QVERIFY((*work)->run(StagedOrder::InTurn, applications).ok());
        QCOMPARE(rig.count("load"), batches);
        for (int batch = 0; batch < batches; ++batch) {
            QVERIFY(rig.place("load", batch) < rig.place("copy", batch));
            QVERIFY(batch + 1 == batches || rig.place(didCompute, batch) < rig.place("load", batch + 1));
        }
    }
    void aStageByItselfDoesNothingElse_data()
    {
        QTest::addColumn<int>("order");
        QTest::addColumn<int>("loads");
        QTest::addColumn<int>("copies");
        QTest::addColumn<int>("computes");
        QTest::newRow("load") << static_cast<int>(StagedOrder::LoadOnly) << batches << 0 << 0;
        QTest::newRow("copy") << static_cast<int>(StagedOrder::CopyOnly) << 0 << batches << 0;
        QTest::newRow("compute") << static_cast<int>(StagedOrder::ComputeOnly) << 0 << 0 << batches;
    }
    void aStageByItselfDoesNothingElse()
    {
        QFETCH(int, order);
        QFETCH(int, loads);
        QFETCH(int, copies);
        QFETCH(int, computes);
        Rig<QueuedCuda> rig;
        int loaded = 0;
        rig.request.load = [&](int batch, std::span<std::byte> to) {
            ++loaded;
            return loadNumbers(batch, to);
        };
        auto work = rig.prepare();
        rig.cuda->log.clear();
        const auto run = (*work)->run(static_cast<StagedOrder>(order), applications);
        QVERIFY(run.ok());
        QCOMPARE(loaded, loads);
        QCOMPARE(rig.count("did copy"), copies);
        QCOMPARE(rig.count(didCompute), computes);
        QCOMPARE(static_cast<int>(run->loads.size()), loads);
        QCOMPARE(static_cast<int>(run->copies.size()), copies);
        QCOMPARE(static_cast<int>(run->computes.size()), computes);
    }
    void everyFailureIsToldAndGivesEverythingBack_data()
    {
        QTest::addColumn<QString>("call");
        QTest::addColumn<int>("nth");
        QTest::addColumn<QString>("what");
        for (const char* call : {"allocate", "memoryInfo"})
            QTest::newRow(call) << call << 0 << "the buffers of the stages";
        QTest::newRow("allocateHost") << "allocateHost" << 1 << "allocating host memory";
        QTest::newRow("findKernel") << "findKernel" << 0 << "preparing the computing stage";
        for (const char* call : {"createStream", "createEvent"})
            QTest::newRow(call) << call << 0 << "preparing stages that overlap";
        QTest::newRow("a later createEvent") << "createEvent" << 9 << "preparing stages that overlap";
        QTest::newRow("copy while preparing") << "copy" << 1 << "preparing stages that overlap";
        QTest::newRow("record while running") << "record" << 20 << "loading, copying and computing batches";
        for (const char* call : {"copy", "launch", "follow", "waitFor", "elapsed"})
            QTest::addRow("%s while running", call) << call << 5 << "loading, copying and computing batches";
        QTest::newRow("wait while running") << "wait" << 4 << "loading, copying and computing batches";
    }
    void everyFailureIsToldAndGivesEverythingBack()
    {
        QFETCH(QString, call);
        QFETCH(int, nth);
        QFETCH(QString, what);
        Rig<QueuedCuda> rig;
        const int handles = rig.cuda->liveHandles;
        const std::uint64_t before = rig.cuda->allocatedBytes;
        rig.cuda->failAt(call.toStdString(), nth, 1);
        {
            auto work = rig.prepare();
            auto run = work.ok() ? (*work)->run(StagedOrder::Overlapped, applications)
                                 : Result<StagedRun>(work.error());
            QVERIFY(!run.ok());
            const QString said = QString::fromStdString(run.error().message());
            QCOMPARE(run.error().kind, ErrorKind::DeviceFailure);
            QVERIFY2(said.contains(what) && said.contains("Measure again"), qPrintable(said));
            // It did not last: the next run's numbers are right.
            if (work.ok()) {
                QVERIFY((*work)->run(StagedOrder::Overlapped, applications).ok());
                QVERIFY(rig.holds(batches - 1, batches - 2));
            }
        }
        // What is left is the block of memory that all works of a device share.
        QCOMPARE(rig.cuda->liveHandles, handles + (rig.cuda->allocatedBytes > before ? 1 : 0));
        rig.device.reset();
        QCOMPARE(rig.cuda->liveHandles, 0);
    }
    void withoutPageLockedMemoryTheReasonIsTheSystems()
    {
        Rig<FakeCuda> rig;
        rig.cuda->failAt("allocateHost", 0, cudaStatus::outOfMemory);
        const auto work = rig.prepare();
        QVERIFY(!work.ok());
        QCOMPARE(work.error().kind, ErrorKind::Unavailable);
        QVERIFY2(work.error().message().find("ulimit -l") != std::string::npos, work.error().message().c_str());
    }
    void whatLoadingFailsWithIsToldAsItCame_data()
    {
        QTest::addColumn<int>("order");
        QTest::newRow("alone") << static_cast<int>(StagedOrder::LoadOnly);
        QTest::newRow("in turn") << static_cast<int>(StagedOrder::InTurn);
        QTest::newRow("overlapped") << static_cast<int>(StagedOrder::Overlapped);
    }
    void whatLoadingFailsWithIsToldAsItCame()
    {
        QFETCH(int, order);
        Rig<QueuedCuda> rig;
        bool fails = true;
        rig.request.load = [&fails](int batch, std::span<std::byte> to) {
            return batch == 3 && fails
                     ? Result<void>(Error{ErrorKind::DeviceFailure, "test.load", "No more to read.", {}})
                     : loadNumbers(batch, to);
        };
        auto work = rig.prepare();
        const auto run = (*work)->run(static_cast<StagedOrder>(order), applications);
        QVERIFY(!run.ok());
        QCOMPARE(run.error().id, std::string("test.load"));
        fails = false;
        QVERIFY((*work)->run(StagedOrder::Overlapped, applications).ok());
        QVERIFY(rig.holds(batches - 1, batches - 2));
    }
    void whatCannotBeStagedIsRefused()
    {
        Rig<FakeCuda> rig;
        const StagedRequest good = rig.request;
        for (const auto& spoil : std::vector<std::function<void(StagedRequest&)>>{
                 [](StagedRequest& one) { one.batchBytes = 0; }, [](StagedRequest& one) { one.batchBytes = 6; },
                 [](StagedRequest& one) { one.batches = 0; }, [](StagedRequest& one) { one.batches = 100000; },
                 [](StagedRequest& one) { one.buffers = 0; }, [](StagedRequest& one) { one.buffers = batches + 1; },
                 [](StagedRequest& one) { one.load = {}; }}) {
            rig.request = good;
            spoil(rig.request);
            const auto refused = rig.prepare();
            QVERIFY(!refused.ok());
            QCOMPARE(refused.error().kind, ErrorKind::InvalidInput);
        }
        rig.request = good;
        auto work = rig.prepare();
        QCOMPARE((*work)->run(StagedOrder::InTurn, 0).error().kind, ErrorKind::InvalidInput);
    }
    void anotherWorkMayHaveTheMemoryInBetween()
    {
        Rig<QueuedCuda> rig;
        auto work = rig.prepare();
        QVERIFY((*work)->run(StagedOrder::Overlapped, applications).ok());
        // It grows, and so it moves.
        QVERIFY(
            rig.device->reserve({tensorBuffer(1 << 20, Precision::Fp32, InitialContent::Unspecified)}, "another").ok());
        QVERIFY((*work)->run(StagedOrder::Overlapped, applications).ok());
        QVERIFY(rig.holds(batches - 1, batches - 2));
    }
    void theBackendRunsItInTheDevicesThreadAndLoadsByAnother()
    {
        const auto cuda = std::make_shared<QueuedCuda>();
        std::thread::id device;
        cuda->onUseDevice = [&] { device = std::this_thread::get_id(); };
        {
            auto backend = makeThreadedBackend(factsOf(test::fakeSetup(), {}),
                                               [cuda] { return openMeasuredDevice(cuda, test::fakeSetup(), {}); });
            QVERIFY(backend.ok());
            std::thread::id loader;
            auto work = (*backend)->prepareStaged(
                {.batchBytes = 4096, .batches = 4, .load = [&](int batch, std::span<std::byte> to) {
                     loader = std::this_thread::get_id();
                     return loadNumbers(batch, to);
                 }});
            QVERIFY(work.ok() && (*work)->run(StagedOrder::Overlapped, applications).ok());
            QVERIFY(loader != device && loader != std::this_thread::get_id());
            QVERIFY((*work)->run(StagedOrder::InTurn, applications).ok());
            QVERIFY(loader == device);
            // A failure that ends the context is the device's end.
            cuda->failAt("copy", 2, 719);
            QCOMPARE((*work)->run(StagedOrder::Overlapped, applications).error().id, std::string("cuda.context-lost"));
            QVERIFY((*backend)->needsNewProcess());
            const std::size_t calls = cuda->log.size();
            QCOMPARE((*work)->run(StagedOrder::Overlapped, applications).error().id, std::string("cuda.context-lost"));
            QCOMPARE((*backend)->prepareStaged({.batchBytes = 4096, .batches = 4, .load = loadNumbers}).error().id,
                     std::string("cuda.context-lost"));
            QCOMPARE(cuda->log.size(), calls);
        }
    }
    void aLoadingThreadEndsThoughNobodyTakesWhatItLoaded()
    {
        int loaded = 0;
        {
            LoadingThread loader(100, 2, [&](int) -> Result<void> {
                ++loaded;
                return {};
            });
            QVERIFY(loader.start().ok());
            QVERIFY(loader.waitFor(1).ok());
        }
        QCOMPARE(loaded, 2); // no further than there are buffers
    }
    // The last, for the thread that hangs stays behind.
    void aDeviceThatHangsIsATimeoutAndKeepsWhatLoadingUses()
    {
        const auto cuda = std::make_shared<QueuedCuda>();
        std::promise<void> door;
        const auto file = std::make_shared<int>();
        {
            auto backend = makeThreadedBackend(factsOf(test::fakeSetup(), {}),
                                               [cuda] { return openMeasuredDevice(cuda, test::fakeSetup(), {}); },
                                               {.run = Seconds(0.2)});
            auto work = (*backend)->prepareStaged(
                {.batchBytes = 4096, .batches = 4, .load = [file](int batch, std::span<std::byte> to) {
                     return loadNumbers(batch, to);
                 }});
            QVERIFY(work.ok());
            cuda->onWait = [open = door.get_future().share()] { open.wait(); };
            const auto hung = (*work)->run(StagedOrder::Overlapped, applications);
            QVERIFY(!hung.ok());
            QCOMPARE(hung.error().id, std::string("cuda.hung"));
            QVERIFY((*backend)->needsNewProcess());
        } // letting go waits for nobody
        QVERIFY(file.use_count() > 1);
        door.set_value();
    }
};

RIDGEPOINT_TEST(StagedTest)
#include "staged_test.moc"
