// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
// The order of the measuring calls, as a device would see it.
#include "gpu/plan/roof_plan.h"
#include "gpu/runtime/cuda_errors.h"
#include "gpu/runtime/gated_timer.h"
#include "gpu/runtime/cuda_launch_roofs.h"
#include "gpu/runtime/planned_work.h"
#include "gpu/runtime/service_kernels.h"
#include "gpu/runtime/transfer_works.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

using Log = std::vector<std::string>;

const std::string look = std::string("launch ") + clockKernelName;
const Log lookedAt{look, "wait"};

QByteArray words(const Log& log)
{
    std::string all;
    for (const std::string& line : log)
        all += (all.empty() ? "" : ", ") + line;
    return QByteArray::fromStdString(all);
}

/// An open device whose log is empty.
struct Rig {
    std::shared_ptr<FakeCuda> cuda = std::make_shared<FakeCuda>();
    std::shared_ptr<CudaDevice> device = CudaDevice::open(cuda, test::fakeSetup()).value();

    Rig() { cuda->log.clear(); }
    std::unique_ptr<PlannedWork> prepare(const Workload& workload, bool isLong = false)
    {
        auto plan = planWorkload(workload, device->setup().shape);
        return std::move(PlannedWork::create(device, std::move(*plan),
                                             {.mode = workload.launchMode, .what = "work", .isLong = isLong})
                             .value());
    }
    /// What was called between the two looks at the host's clock, and how often the clock was read.
    Log timedPart(int* clockReads = nullptr) const
    {
        const auto first = std::find(cuda->log.begin(), cuda->log.end(), "now");
        const auto second = first == cuda->log.end() ? first : std::find(first + 1, cuda->log.end(), "now");
        if (clockReads != nullptr)
            *clockReads = static_cast<int>(std::count(cuda->log.begin(), cuda->log.end(), "now"));
        return first == cuda->log.end() ? Log{} : Log(first + 1, second);
    }
    Log before() const { return {cuda->log.begin(), std::find(cuda->log.begin(), cuda->log.end(), "now")}; }
};

/// What timing by events puts around such calls.
Log betweenEvents(Log calls)
{
    calls.insert(calls.begin(), "record");
    calls.insert(calls.end(), {"record", "wait", "elapsed"});
    return calls;
}

Workload workloadOf(LaunchMode mode, int chain = 3, std::int64_t k = 2)
{
    return {.operation = Operation::Fma,
            .elements = 1000,
            .operationsPerElement = k,
            .chainLength = chain,
            .launchMode = mode};
}

const std::string pass = "launch rp_chain_fma_f32_k2";

} // namespace

class OrderTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void theFirstRunFillsWarmsUpAndLooksAtTheClocksBeforeItIsTimed()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        const Log expected{
            "findKernel rp_fill_f32", "launch rp_fill_f32", "wait", pass, pass, pass, "wait", look, "wait"};
        QVERIFY2(rig.before() == expected, words(rig.before()).constData());
    }
    void theEventsStandRightBeforeTheFirstSubmitAndRightAfterTheLast()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        QVERIFY(work->run(1).ok());
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        const Log expected{look,     "wait", "now",     "record", pass, pass,  pass,
                           "record", "wait", "elapsed", "now",    look, "wait"};
        QVERIFY2(rig.cuda->log == expected, words(rig.cuda->log).constData());
    }
    void aDeviceThatWasIdleIsKeptBusyUntilItsClockStandsBeforeItIsTimed()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        QVERIFY(work->run(1).ok());
        rig.cuda->advance(2.0);
        rig.cuda->spinSeconds = 0.02;
        rig.cuda->clockRises = true; // by a tenth each time it is kept busy, five times
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        const Log before = rig.before();
        const auto spins = std::count(before.begin(), before.end(), std::string("launch ") + blockKernelName);
        QVERIFY2(spins >= 6 && spins <= 8, words(before).constData());
        QVERIFY(rig.timedPart() == betweenEvents({pass, pass, pass}));
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        QCOMPARE(std::count(rig.cuda->log.begin(), rig.cuda->log.end(), std::string("launch ") + blockKernelName), 0);
    }
    void aClockThatNeverStandsHoldsNothingUpForLong()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        rig.cuda->spinSeconds = 0.02;
        rig.cuda->clockRises = true;
        rig.cuda->risesLeft = 1000000;
        rig.cuda->advance(2.0);
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        QCOMPARE(std::count(rig.cuda->log.begin(), rig.cuda->log.end(), std::string("launch ") + blockKernelName), 10);
    }
    void theTimeIsThatBetweenTheEventsWithoutTheWait()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        const auto timing = work->run(4);
        QVERIFY(timing.ok());
        const double expected = 12 * rig.cuda->launchSeconds;
        QVERIFY2(timing->time.value() >= expected && timing->time.value() < expected * 1.1,
                 QByteArray::number(timing->time.value()).constData());
    }
    void queuedPassesAreWaitedForOnceAfterAllRepetitions()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        QVERIFY(work->run(5).ok());
        const Log expected = betweenEvents(Log(15, pass));
        QVERIFY2(rig.timedPart() == expected, words(rig.timedPart()).constData());
    }
    void waitEachWaitsForEveryPass()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::WaitEach));
        QVERIFY(work->run(2).ok());
        Log expected;
        for (int i = 0; i < 6; ++i)
            expected.insert(expected.end(), {pass, "wait"});
        QVERIFY2(rig.timedPart() == expected, words(rig.timedPart()).constData());
    }
    void aGraphIsInstantiatedOutsideTheTimedPartAndReplayed()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Graph));
        const std::string node = "capture rp_chain_fma_f32_k2";
        const Log prepared{"beginCapture", node, node, node, "endCapture", "instantiate", "releaseGraph"};
        const auto captured = std::search(rig.cuda->log.begin(), rig.cuda->log.end(), prepared.begin(), prepared.end());
        QVERIFY2(captured != rig.cuda->log.end(), words(rig.cuda->log).constData());
        rig.cuda->log.clear();
        QVERIFY(work->run(3).ok());
        const Log replayed = betweenEvents({"launchGraph 3", "launchGraph 3", "launchGraph 3"});
        QVERIFY2(rig.timedPart() == replayed, words(rig.timedPart()).constData());
        QCOMPARE(std::count(rig.cuda->log.begin(), rig.cuda->log.end(), "instantiate"), 0);
    }
    void everyCallGoesToOneStreamInEveryMode_data()
    {
        QTest::addColumn<int>("mode");
        for (const LaunchMode mode : allLaunchModes)
            QTest::newRow(nameOf(mode).data()) << static_cast<int>(mode);
    }
    void everyCallGoesToOneStreamInEveryMode()
    {
        QFETCH(int, mode);
        Rig rig;
        const auto work = rig.prepare(workloadOf(static_cast<LaunchMode>(mode), 8));
        QVERIFY(work->run(3).ok());
        QCOMPARE(rig.cuda->strayCalls, 0);
    }
    void anAlternatingChainOfOddLengthIsMirroredEverySecondTime()
    {
        Rig rig;
        Workload workload = workloadOf(LaunchMode::Queued, 1, 1);
        workload.operation = Operation::Add;
        const auto work = rig.prepare(workload);
        QVERIFY(work->run(2).ok()); // with the warm-up three repetitions: the data are one too large
        const auto* data = static_cast<const float*>(static_cast<const void*>(
            rig.device->memory().place({tensorBuffer(1000, Precision::Fp32, InitialContent::Uniform)})[0]));
        const auto largest = [&] { return *std::max_element(data, data + 1000); };
        QVERIFY(largest() > 1.0F);
        QVERIFY(work->run(1).ok());
        QVERIFY(largest() < 1.0F);
        QVERIFY(work->run(2001).ok());
        QVERIFY(largest() < 2.0F);
    }
    void aLongChainIsItsOwnWarmUp()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued), true);
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        const Log before = rig.before();
        QVERIFY2(std::count(before.begin(), before.end(), pass) == 0, words(before).constData());
    }
    void anotherWorksDataAreFilledAgainAndOnesOwnAreNot()
    {
        Rig rig;
        const auto first = rig.prepare(workloadOf(LaunchMode::Queued));
        const auto second = rig.prepare(workloadOf(LaunchMode::Queued));
        const auto fills = [&] { return std::count(rig.cuda->log.begin(), rig.cuda->log.end(), "launch rp_fill_f32"); };
        QVERIFY(first->run(1).ok() && first->run(1).ok());
        QCOMPARE(fills(), 1);
        QVERIFY(second->run(1).ok() && first->run(1).ok());
        QCOMPARE(fills(), 3);
    }
    void memoryThatMovedIsBoundAgainBeforeTheTimedPart()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Graph));
        QVERIFY(work->run(1).ok());
        Workload larger = workloadOf(LaunchMode::Queued);
        larger.elements = 100000;
        const auto other = rig.prepare(larger);
        rig.cuda->log.clear();
        QVERIFY(work->run(1).ok());
        const Log before = rig.before();
        QVERIFY(std::count(before.begin(), before.end(), "instantiate") == 1);
        QVERIFY(rig.timedPart() == betweenEvents({"launchGraph 3"}));
        QVERIFY(other->run(1).ok());
    }
    void twoTensorsAreNeverThereAtOnce()
    {
        Rig rig;
        rig.cuda->freeBytes = std::uint64_t{400} << 20;
        Workload workload = workloadOf(LaunchMode::Queued);
        workload.elements = 50 << 20; // 200 MiB
        const auto small = rig.prepare(workloadOf(LaunchMode::Queued));
        const auto large = rig.prepare(workload);
        QVERIFY(rig.cuda->allocatedBytes <= std::uint64_t{201} << 20);
    }
    void everythingIsGivenBack()
    {
        auto cuda = std::make_shared<FakeCuda>();
        {
            Rig rig;
            cuda = rig.cuda;
            const auto work = rig.prepare(workloadOf(LaunchMode::Graph));
            QVERIFY(work->run(1).ok());
            GatedTimer timer(rig.device);
            QVERIFY(timer.time(1, "timing", [&] { return work->submit(1); }).ok());
            const auto copies = prepareTransferRoof(rig.device,
                                                    {.id = "bandwidth.h2d.pinned", .footprint = Bytes(4096)});
            QVERIFY(copies.ok() && copies->method.ends_with("; timed by the host's clock"));
        }
        QCOMPARE(cuda->liveHandles, 0);
        QCOMPARE(cuda->allocatedBytes, std::uint64_t{0});
    }
    void theDeviceAloneIsTimedBetweenEventsBehindAGate()
    {
        Rig rig;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        QVERIFY(work->run(1).ok());
        GatedTimer timer(rig.device);
        QVERIFY(timer.time(3, "timing", [&] { return work->submit(1); }).ok());
        rig.cuda->log.clear();
        QVERIFY(timer.time(3, "timing", [&] { return work->submit(1); }).ok());
        const Log expected{
            std::string("launch ") + blockKernelName, "record", pass, pass, pass, "record", "wait", "elapsed"};
        QVERIFY2(rig.cuda->log == expected, words(rig.cuda->log).constData());
    }
    void moreThan512LaunchesBehindAGateAreRefusedBeforeAnyIsSubmitted()
    {
        Rig rig;
        GatedTimer timer(rig.device);
        bool submitted = false;
        const auto submit = [&] {
            submitted = true;
            return cudaOk;
        };
        const auto refused = timer.time(513, "timing", submit);
        QVERIFY(!refused.ok() && refused.error().id == "cuda.gated-launches");
        QVERIFY(!timer.time(0, "timing", submit).ok());
        QVERIFY(!submitted && rig.cuda->log.empty());
        QVERIFY(timer.time(512, "timing", submit).ok());
    }
    void aGateThatOpenedByItselfSpoilsTheReadingAndNothingElse()
    {
        Rig rig;
        GatedTimer timer(rig.device);
        void* gate = nullptr;
        const auto late = timer.time(1, "timing", [&] {
            gate = rig.cuda->lastHostMemory;
            *static_cast<std::uint32_t*>(gate) = 2; // what the kernel writes when its time is up
            return cudaOk;
        });
        QVERIFY(!late.ok() && late.error().id == "cuda.gate-opened");
        QVERIFY(!rig.device->lost());
        QVERIFY(timer.time(1, "timing", [] { return cudaOk; }).ok());
    }
    void theGateOpensEvenWhenSubmittingFails()
    {
        Rig rig;
        GatedTimer timer(rig.device);
        QVERIFY(!timer.time(1, "timing", [] { return CudaStatus{1}; }).ok());
        QCOMPARE(*static_cast<std::uint32_t*>(rig.cuda->lastHostMemory), 1U);
        QCOMPARE(rig.cuda->log.back(), std::string("wait"));
    }
    void launchRoofsAreChainsOfAThousandPassesOverOneTile_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("one");
        QTest::addColumn<int>("calls");
        QTest::addColumn<int>("amount");
        QTest::newRow("queued") << "launch.queued"
                                << "launch rp_chain_fma_f32_k1" << 1024 << 1024;
        QTest::newRow("graph") << "launch.graph"
                               << "launchGraph 1024" << 1 << 1024;
        QTest::newRow("wait-each") << "launch.wait_each"
                                   << "launch rp_chain_fma_f32_k1" << 16 << 16;
    }
    void launchRoofsAreChainsOfAThousandPassesOverOneTile()
    {
        QFETCH(QString, id);
        QFETCH(QString, one);
        QFETCH(int, calls);
        QFETCH(int, amount);
        Rig rig;
        const auto roof = prepareLaunchRoof(rig.device, id.toStdString());
        QVERIFY2(roof.ok(), roof.ok() ? "" : roof.error().message().c_str());
        QCOMPARE(roof->amount, static_cast<double>(amount));
        rig.cuda->log.clear();
        QVERIFY(roof->work->run(1).ok());
        const Log timed = rig.timedPart();
        QCOMPARE(std::count(timed.begin(), timed.end(), one.toStdString()), calls);
        QCOMPARE(std::count(timed.begin(), timed.end(), "wait"), id == "launch.wait_each" ? 16 : 1);
        QCOMPARE(timed.back(), std::string(id == "launch.wait_each" ? "wait" : "elapsed"));
    }
    void theGapBetweenKernelsIsTimedBehindAGate()
    {
        Rig rig;
        const auto roof = prepareLaunchRoof(rig.device, std::string(deviceGapRoofId));
        QVERIFY2(roof.ok(), roof.ok() ? "" : roof.error().message().c_str());
        QCOMPARE(roof->amount, static_cast<double>(GatedTimer::mostLaunches));
        QVERIFY(roof->work->run(1).ok());
        const auto launchesOfTwo = [&] {
            rig.cuda->log.clear();
            const auto timing = roof->work->run(2);
            const Log& log = rig.cuda->log;
            return timing.ok() && timing->time > Seconds() && std::count(log.begin(), log.end(), "elapsed") == 2
                     ? std::count(log.begin(), log.end(), "launch rp_chain_fma_f32_k1")
                     : 0;
        };
        QCOMPARE(launchesOfTwo(), 2 * GatedTimer::mostLaunches);
        const auto other = prepareLaunchRoof(rig.device, "launch.graph");
        QVERIFY(other.ok() && other->work->run(1).ok());
        QCOMPARE(launchesOfTwo(), 3 * GatedTimer::mostLaunches); // made ready again: the memory was another work's
    }
    void whatAChainCostsOnceIsTakenFromGraphsOfOneAndTwo()
    {
        Rig rig;
        const auto roof = prepareLaunchRoof(rig.device, "launch.fixed");
        QVERIFY(roof.ok());
        const auto timing = roof->work->run(7);
        QVERIFY(timing.ok() && timing->time > Seconds(0.0) && timing->differenceOf > Seconds(0.0));
        const auto count = [&](const char* call) {
            return std::count(rig.cuda->log.begin(), rig.cuda->log.end(), call);
        };
        QCOMPARE(count("launchGraph 1"), 8);
        QCOMPARE(count("launchGraph 2"), 8);
    }
    void copiesAreWaitedForOnceAndKnowTheirDirection()
    {
        for (const std::string& id : transferRoofIds()) {
            Rig rig;
            const auto roof = prepareTransferRoof(rig.device, {.id = id, .footprint = Bytes(65536)});
            QVERIFY(roof.ok());
            QCOMPARE(roof->amount, 65536.0);
            rig.cuda->log.clear();
            QVERIFY(roof->work->run(3).ok());
            QVERIFY(rig.timedPart() == (Log{"copy", "copy", "copy", "wait"}));
        }
    }
    void theClockOfASampleIsThatOfTheMultiprocessors()
    {
        Rig rig;
        rig.cuda->launchSeconds = 1e-3;
        rig.cuda->clockHertz = 1.98e9;
        const auto work = rig.prepare(workloadOf(LaunchMode::Queued));
        const auto timing = work->run(10);
        QVERIFY(timing.ok());
        QVERIFY2(std::abs(timing->clock.value() / 1.98e9 - 1.0) < 1e-3,
                 QByteArray::number(timing->clock.value()).constData());
    }
};

RIDGEPOINT_TEST(OrderTest)
#include "order_test.moc"
