// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/stats/readings.h"
#include "core/sweep/roof_runner.h"
#include "core/sweep/sweep_runner.h"
#include "gpu/cuda_backend.h"
#include "gpu/runtime/cuda_measured_device.h"
#include "gpu/runtime/sustained_work.h"
#include "gpu/runtime/threaded_backend.h"
#include "tests/gpu/runtime/fake_cuda.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <set>

using namespace ridgepoint;
using test::FakeCuda;

namespace {

constexpr std::uint64_t second = 1'000'000'000;

/// Work whose time is a list of numbers, one a run.
class ListedWork final : public PreparedWork {
public:
    ListedWork(std::shared_ptr<FakeCuda> cuda, double secondsOfOne) : m_cuda(std::move(cuda)), m_one(secondsOfOne) {}
    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const double time = m_one * static_cast<double>(repetitions);
        m_cuda->advance(time);
        total += time;
        m_one *= 1.01; // it slows down as it gets warm
        return BatchTiming{.time = Seconds(time), .flags = {}, .clock = Hertz(1e9)};
    }
    double total = 0.0;

private:
    std::shared_ptr<FakeCuda> m_cuda;
    double m_one;
};

CudaDeviceSetup setupWithMemory()
{
    CudaDeviceSetup setup = test::fakeSetup();
    setup.info.memory = Bytes(static_cast<double>(std::uint64_t{1} << 30));
    return setup;
}

std::unique_ptr<Backend> idleBackend(const std::shared_ptr<FakeCuda>& cuda)
{
    cuda->computes = false;
    cuda->keepsLog = false;
    cuda->launchSeconds = 1e-3;
    const CudaDeviceSetup setup = setupWithMemory();
    return std::move(
        makeThreadedBackend(factsOf(setup, {}), [cuda, setup] { return openMeasuredDevice(cuda, setup, {}); }).value());
}

} // namespace

class RoofsTest : public ridgepoint::test::Case {
    Q_OBJECT
private slots:
    void everyRoofHasAnIdOfTheContractOnce()
    {
        const DeviceFacts facts = factsOf(test::fakeSetup(), {.ids = {"compute.bf16.matrix"}, .prepare = {}});
        std::set<std::string> seen;
        for (const std::string& id : facts.roofIds) {
            QVERIFY2(kindOfRoof(id).ok(), id.c_str());
            QVERIFY2(seen.insert(id).second, id.c_str());
        }
        for (const char* id : {"bandwidth.l2", "bandwidth.dram", "bandwidth.dram.copy", "bandwidth.h2d",
                               "bandwidth.d2h.pinned", "launch.fixed", "compute.fp32.fma", "compute.fp64.add",
                               "compute.bf16.mul.sustained", "compute.bf16.matrix.sustained"})
            QVERIFY2(seen.contains(id), id);
        for (const char* id : {"bandwidth.dram.sustained", "bandwidth.l1", "bandwidth.l2.read", "compute.int32.mad",
                               "compute.int32.add", "latency.l1", "latency.dram"})
            QVERIFY2(seen.contains(id), id);
        for (const char* id : {"launch.queued.sustained", "bandwidth.l2.sustained", "latency.l1.sustained",
                               "compute.int32.mad.sustained", "bandwidth.dram.kn"})
            QVERIFY2(!seen.contains(id), id);
    }
    void sustainedRoofsComeLast()
    {
        const DeviceFacts facts = factsOf(test::fakeSetup(), {});
        const auto isSustained = [](const std::string& id) { return id.ends_with(".sustained"); };
        QVERIFY(std::is_partitioned(facts.roofIds.begin(), facts.roofIds.end(),
                                    [&](const std::string& id) { return !isSustained(id); }));
        QVERIFY(isSustained(facts.roofIds.back()));
    }
    void theLevelsAreL2AndDramForAllThreadsTogether()
    {
        const DeviceFacts facts = factsOf(test::fakeSetup(), {});
        QCOMPARE(facts.claimedLevels.size(), std::size_t{2});
        QCOMPARE(facts.claimedLevels[0].name, std::string("l2"));
        QVERIFY(!facts.claimedLevels[0].perThread && std::isinf(facts.claimedLevels[1].capacity.value()));
    }
    void everyRoofIsMeasuredOnADeviceThatHasThemAll()
    {
        auto cuda = std::make_shared<FakeCuda>();
        const auto backend = idleBackend(cuda);
        const test::FakeClock clock;
        RoofRunner runner(*backend, 0, {}, clock);
        while (runner.step()) {
        }
        QVERIFY2(!runner.error(), runner.error() ? runner.error()->message().c_str() : "");
        for (const UnavailableRoof& roof : runner.roofs().unavailable)
            QVERIFY2(roof.id.starts_with("bandwidth.l2"),
                     (roof.id + ": " + roof.reason.message()).c_str()); // the fake has no caches
        for (const std::string& id : backend->roofIds())
            QVERIFY2(id.starts_with("bandwidth.l2") || runner.roofs().find(id) != nullptr, id.c_str());
        QVERIFY(runner.roofs().find("compute.fp32.fma.sustained")->method.find("2 s") != std::string::npos);
    }
    void aVariantIsMeasuredOnlyWhereItIsNamed()
    {
        auto cuda = std::make_shared<FakeCuda>();
        const auto backend = idleBackend(cuda);
        const test::FakeClock clock;
        const std::vector<std::string> variants = backend->variantRoofIds();
        QVERIFY(std::find(variants.begin(), variants.end(), "bandwidth.dram.evict_first") != variants.end());
        RoofRunner runner(*backend, 0, {"bandwidth.dram", "bandwidth.dram.evict_first", "bandwidth.dram.kn"}, clock);
        while (runner.step()) {
        }
        QVERIFY2(!runner.error(), runner.error() ? runner.error()->message().c_str() : "");
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{3});
        QVERIFY(runner.roofs().find("bandwidth.dram.kn")->value > 0.0);
        RoofRunner unknown(*backend, 0, {"bandwidth.dram.vectors9"}, clock);
        QVERIFY(!unknown.step() && unknown.error());
        QVERIFY2(unknown.error()->message().find("bandwidth.dram.vectors8") != std::string::npos,
                 unknown.error()->message().c_str());
    }
    void theSameCellIsTimedByEitherClock()
    {
        auto cuda = std::make_shared<FakeCuda>();
        cuda->computes = false;
        const auto device = openMeasuredDevice(cuda, test::fakeSetup(), {});
        const auto host = (*device)->prepareRoof({.id = std::string(hostClockTimingId), .footprint = Bytes(1 << 20)});
        const auto events = (*device)->prepareRoof({.id = std::string(eventTimingId), .footprint = Bytes(1 << 20)});
        QVERIFY(host.ok() && events.ok());
        const auto between = [&](PreparedWork& work) {
            static_cast<void>(work.run(1)); // fills and warms up
            cuda->log.clear();
            static_cast<void>(work.run(2));
            const auto first = std::find(cuda->log.begin(), cuda->log.end(), "now");
            return std::vector<std::string>(first + 1, std::find(first + 1, cuda->log.end(), "now"));
        };
        const std::string pass = "launch rp_chain_fma_f32_k1";
        QVERIFY(between(*host->work) == (std::vector<std::string>{pass, pass, "wait"}));
        QVERIFY(between(*events->work)
                == (std::vector<std::string>{"record", pass, pass, "record", "wait", "elapsed"}));
        // The wait is the host's alone.
        cuda->waitSeconds = 1e-3;
        QVERIFY(host->work->run(1)->time > Seconds(1e-3));
        QVERIFY(events->work->run(1)->time < Seconds(1e-3));
    }
    void aMapIsSweptOnTheDeviceInEveryMode_data()
    {
        QTest::addColumn<int>("mode");
        for (const LaunchMode mode : allLaunchModes)
            QTest::newRow(nameOf(mode).data()) << static_cast<int>(mode);
    }
    void aMapIsSweptOnTheDeviceInEveryMode()
    {
        QFETCH(int, mode);
        auto cuda = std::make_shared<FakeCuda>();
        const auto backend = idleBackend(cuda);
        cuda->launchSeconds = 1e-5;
        Plan plan;
        plan.device = "cuda:0";
        plan.base = Workload{.elements = 1 << 16, .chainLength = 4, .launchMode = static_cast<LaunchMode>(mode)};
        plan.axes = {{AxisKind::Operations, {1, 2, 4, 8, 16}}, {AxisKind::Size, {1 << 10, 1 << 13, 1 << 16}}};
        plan.strategy = Strategy::Full;
        const test::FakeClock clock;
        SweepRunner runner(*backend, plan, {}, clock);
        while (runner.step()) {
        }
        QVERIFY2(!runner.error(), runner.error() ? runner.error()->message().c_str() : "");
        QCOMPARE(runner.progress().measuredCells, std::int64_t{15});
        for (const Sample& sample : runner.samples())
            QVERIFY(sample.time > Seconds(0.0) && sample.workload.threads == 0);
    }
    void aSustainedRateIsThatOfTheSecondHalfOfTwoSeconds()
    {
        auto cuda = std::make_shared<FakeCuda>();
        const auto device = CudaDevice::open(cuda, test::fakeSetup());
        auto listed = std::make_unique<ListedWork>(cuda, 1e-3);
        const ListedWork& work = *listed;
        SustainedWork sustained(*device, std::move(listed));
        const auto first = sustained.run(1);
        QVERIFY(first.ok());
        const double spent = work.total;
        QVERIFY2(spent >= 2.0 && spent < 2.6, QByteArray::number(spent).constData());
        QVERIFY2(first->time.value() > 1.05e-3, "the first, cold half is left out");
        std::set<double> readings;
        for (int i = 0; i < 40; ++i)
            readings.insert(sustained.run(10)->time.value());
        QCOMPARE(work.total, spent); // the two seconds are spent once
        QVERIFY(readings.size() >= 5 && readings.size() <= 15);
    }
    void aSustainedRateTellsPowerAndHeatAtItsEnd()
    {
        auto cuda = std::make_shared<FakeCuda>();
        CudaDeviceSetup setup = test::fakeSetup();
        int asked = 0;
        setup.management.moment = [&] {
            ++asked;
            return GpuMoment{.watts = 698.0, .celsius = 61.0};
        };
        const auto device = CudaDevice::open(cuda, setup);
        SustainedWork sustained(*device, std::make_unique<ListedWork>(cuda, 1e-3));
        QCOMPARE(sustained.run(1)->watts, 698.0);
        QCOMPARE(sustained.run(5)->watts, 698.0);
        QCOMPARE(sustained.run(1)->celsius, std::optional(61.0));
        QCOMPARE(asked, 1);
    }
    void aSustainedRoofWithoutAnyTimeEnds()
    {
        auto cuda = std::make_shared<FakeCuda>();
        const auto device = CudaDevice::open(cuda, test::fakeSetup());
        SustainedWork sustained(*device, std::make_unique<ListedWork>(cuda, 0.0));
        QVERIFY(sustained.run(1).ok());
    }
    void clocksAreComparedWithinTheSameMultiprocessor()
    {
        std::vector<ClockReading> before(4);
        std::vector<ClockReading> after(4);
        before[0] = {.nanoseconds = second, .cycles = 1'000'000};
        after[0] = {.nanoseconds = second + second / 100, .cycles = 1'000'000 + 18'000'000};
        before[1] = {.nanoseconds = second, .cycles = 900'000'000'000};
        after[1] = {.nanoseconds = second + second / 100, .cycles = 900'000'000'000 + 18'000'000};
        before[2] = {.nanoseconds = second, .cycles = 5}; // not seen afterwards
        after[3] = {.nanoseconds = second, .cycles = 5};  // not seen before
        QCOMPARE(clockBetween(before, after).value(), 1.8e9);
    }
    void aClockIsUnknownWhereNothingCanBeCompared_data()
    {
        QTest::addColumn<quint64>("nanoseconds");
        QTest::addColumn<quint64>("cycles");
        QTest::newRow("too short a time for the timer's steps") << quint64{second + 1000} << quint64{5000};
        QTest::newRow("a timer that went back") << quint64{second - 5} << quint64{5000};
        QTest::newRow("a counter that stands") << quint64{2 * second} << quint64{1000};
        QTest::newRow("nothing seen") << quint64{0} << quint64{0};
    }
    void aClockIsUnknownWhereNothingCanBeCompared()
    {
        QFETCH(quint64, nanoseconds);
        QFETCH(quint64, cycles);
        const ClockReading before{.nanoseconds = second, .cycles = 1000};
        const ClockReading after{.nanoseconds = nanoseconds, .cycles = cycles};
        QCOMPARE(clockBetween(std::span(&before, 1), std::span(&after, 1)).value(), 0.0);
        QCOMPARE(clockBetween({}, {}).value(), 0.0);
    }
    void aThrottledSampleIsKeptAndFlaggedAndTheLibraryIsNotAskedForEverySample()
    {
        auto cuda = std::make_shared<FakeCuda>();
        int asked = 0;
        CudaDeviceSetup setup = test::fakeSetup();
        setup.management.clockEvents = [&]() -> std::optional<ClockEvents> {
            ++asked;
            return clockEventsFrom(asked == 1 ? 0x4 : 0x1);
        };
        const auto device = CudaDevice::open(cuda, setup);
        for (int i = 0; i < 100; ++i) {
            BatchTiming timing;
            (*device)->clocks().tell(timing);
            QCOMPARE(timing.isSlowdownKnown, i == 0);
            QCOMPARE(timing.flags.has(Flag::Throttled), i == 0);
            QCOMPARE(timing.heldBackBy, std::string(i == 0 ? "power cap" : ""));
        }
        QCOMPARE(asked, 1);
        cuda->advance(0.06);
        BatchTiming timing;
        (*device)->clocks().tell(timing);
        QVERIFY(timing.isSlowdownKnown && timing.flags.empty());
        QCOMPARE(timing.heldBackBy, std::string()); // idle holds nothing back
        QCOMPARE(asked, 2);
    }
    void whatRanAtTheHighestClockWasNotHeldBack_data()
    {
        QTest::addColumn<double>("ofTheHighest");
        QTest::addColumn<bool>("isFlagged");
        QTest::newRow("at its highest, though a reason is still given") << 0.995 << false;
        QTest::newRow("below") << 0.95 << true;
        QTest::newRow("beyond what the device tells") << 1.05 << true;
    }
    void whatRanAtTheHighestClockWasNotHeldBack()
    {
        QFETCH(double, ofTheHighest);
        auto cuda = std::make_shared<FakeCuda>();
        CudaDeviceSetup setup = test::fakeSetup();
        setup.info.gpu.emplace().clock = Hertz(cuda->clockHertz / ofTheHighest);
        setup.management.clockEvents = []() -> std::optional<ClockEvents> { return clockEventsFrom(0x4); };
        const auto device = CudaDevice::open(cuda, setup);
        QCOMPARE((*device)->clocks().lookBefore(), cudaOk);
        cuda->advance(1e-3);
        QCOMPARE((*device)->clocks().lookAfter(), cudaOk);
        BatchTiming timing;
        (*device)->clocks().tell(timing);
        QVERIFY(timing.clock > Hertz());
        QTEST(timing.flags.has(Flag::Throttled), "isFlagged");
        QCOMPARE(timing.heldBackBy.empty(), !timing.flags.has(Flag::Throttled));
    }
    void ofTwoCellsInTurnTheOneThatIsHeldBackAloneIsFlagged()
    {
        auto cuda = std::make_shared<FakeCuda>();
        bool isHungry = false;
        CudaDeviceSetup setup = test::fakeSetup();
        setup.management.clockEvents = [&]() -> std::optional<ClockEvents> {
            return clockEventsFrom(isHungry ? 0x4 : 0x0);
        };
        const auto device = CudaDevice::open(cuda, setup);
        Readings hungry;
        Readings frugal;
        for (int i = 0; i < 2000; ++i) {
            isHungry = i % 2 == 0;
            cuda->advance(
                0.75e-3); // an odd number of readings between two questions, so that each of both is asked for
            BatchTiming timing{.time = Seconds(0.5e-3), .flags = {}, .clock = {}};
            (*device)->clocks().tell(timing);
            (isHungry ? hungry : frugal)
                .add(timing.time, timing.flags, timing.clock, timing.time, timing.isSlowdownKnown);
        }
        QVERIFY(hungry.flags().has(Flag::Throttled) && hungry.flags().has(Flag::PowerLimited));
        QVERIFY(frugal.flags().empty());
    }
    void aLibraryThatAnswersSlowlyIsAskedLess()
    {
        auto cuda = std::make_shared<FakeCuda>();
        int asked = 0;
        CudaDeviceSetup setup = test::fakeSetup();
        setup.management.clockEvents = [&]() -> std::optional<ClockEvents> {
            ++asked;
            cuda->advance(5e-3);
            return std::nullopt;
        };
        const auto device = CudaDevice::open(cuda, setup);
        for (const auto& [later, times] :
             {std::pair{0.0, 1}, std::pair{0.5, 1}, std::pair{0.51, 2}, std::pair{0.9, 2}}) {
            cuda->advance(later);
            static_cast<void>((*device)->clocks().events());
            QCOMPARE(asked, times);
        }
    }
    void withoutTheLibraryNothingIsFlagged()
    {
        auto cuda = std::make_shared<FakeCuda>();
        CudaDeviceSetup setup = test::fakeSetup();
        setup.management.clockEvents = []() -> std::optional<ClockEvents> { return std::nullopt; };
        for (const CudaDeviceSetup& each : {setup, test::fakeSetup()}) {
            BatchTiming timing;
            (*CudaDevice::open(cuda, each))->clocks().tell(timing);
            QVERIFY(timing.flags.empty() && timing.heldBackBy.empty());
        }
    }
};

RIDGEPOINT_TEST(RoofsTest)
#include "roofs_test.moc"
