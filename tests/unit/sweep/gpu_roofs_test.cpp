// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_runner.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/fake_roof_device.h"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

Q_DECLARE_METATYPE(ridgepoint::DeviceKind)

namespace {

/// A millisecond each, a third more at first; batches that are shorter than a GPU's may be claim twice the rate.
class HastyWork final : public PreparedWork {
public:
    explicit HastyWork(int slowRuns) : m_slowRuns(slowRuns) {}
    Result<BatchTiming> run(std::int64_t repetitions) override
    {
        const Seconds time(static_cast<double>(repetitions) * 1e-3 * (m_slowRuns-- > 0 ? 1.3 : 1.0));
        return BatchTiming{.time = time >= Seconds(10e-3) ? time : time / 2.0, .flags = {}, .clock = {}};
    }

private:
    int m_slowRuns;
};

const std::map<std::string, double> values{
    {"compute.fp32.fma", 400e9}, {"compute.fp64.fma", 200e9}, {"launch.queued", 2e-6}};

const std::map<std::string, double> launchValues{{"compute.fp32.fma", 400e9}, {"compute.fp64.fma", 200e9},
                                                 {"compute.fp32.cos", 7e9},   {"compute.fp32.exp", 9e9},
                                                 {"launch.graph", 150e-9},    {"launch.wait_each", 200e-9}};
constexpr double slowState = 5.0;

bool isLaunch(const std::string& id) { return id.starts_with("launch."); }

/// Roofs of a made-up device, and when its launches were timed.
struct Measured {
    RoofSet roofs;
    Seconds begin;
    Seconds end;
    std::vector<Seconds> launches;

    [[nodiscard]] Seconds took() const { return end - begin; }
    [[nodiscard]] const Roof& launch() const { return *roofs.find("launch.graph"); }
    [[nodiscard]] bool tellsTheQuietValue() const { return std::abs(launch().value / 150e-9 - 1.0) < 0.15; }
};

/// `slower` of a launch at so many seconds after the start; `kind` decides whose work is to be measured.
Measured measure(const std::function<double(double)>& slower, std::vector<std::string> only = {},
                 DeviceKind kind = DeviceKind::Cpu)
{
    FakeTruth truth{.values = launchValues, .noise = 0.1};
    FakeClock clock;
    Measured measured;
    measured.begin = clock.now();
    truth.slower = [&](const std::string& id, Seconds now) {
        if (!isLaunch(id))
            return 1.0;
        measured.launches.push_back(now);
        return slower((now - measured.begin).value());
    };
    FakeBackend backend(truth, clock);
    backend.setKind(kind);
    RoofRunner runner(backend, 2, std::move(only), clock);
    while (runner.step()) {
    }
    measured.end = clock.now();
    measured.roofs = runner.roofs();
    return measured;
}

double never(double) { return 1.0; }

struct Run {
    FakeTruth truth;
    FakeClock clock;
    FakeBackend backend{truth, clock};

    RoofRunner run(std::vector<std::string> only)
    {
        RoofRunner runner(backend, 2, std::move(only), clock);
        for (int steps = 0; runner.step() && steps < 100000; ++steps) {
        }
        return runner;
    }
    /// Of the last request for a roof.
    [[nodiscard]] double footprintOf(const char* id) const
    {
        double footprint = 0.0;
        for (const RoofRequest& request : backend.requests)
            if (request.id == id)
                footprint = request.footprint.value();
        return footprint;
    }
};

bool isClose(double value, double truth, double tolerance) { return std::abs(value / truth - 1.0) <= tolerance; }

} // namespace

/// Roofs of GPUs, of launches and of what no prediction needs: where they are measured, and when.
class GpuRoofsTest : public Case {
    Q_OBJECT
private slots:
    void memoryIsGoneOverTwoGibibytesAtATime()
    {
        FakeTruth truth{.values = values};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        backend.setKind(DeviceKind::Cuda);
        RoofRunner runner(backend, 2, {"bandwidth.dram"}, clock);
        while (runner.step()) {
        }
        QCOMPARE(backend.requests.back().id, std::string("bandwidth.dram"));
        QCOMPARE(backend.requests.back().footprint.value(), 2048 * MiB);
    }
    void anotherTrafficOfALevelHasItsFootprint()
    {
        FakeTruth truth{.values = values};
        truth.values["bandwidth.l2.read"] = 1.0;
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"bandwidth.l2", "bandwidth.l2.read"}, clock);
        while (runner.step()) {
        }
        const auto footprintOf = [&](const char* id) {
            // The last one: others are of the curve.
            return std::find_if(backend.requests.rbegin(), backend.requests.rend(),
                                [&](const RoofRequest& request) { return request.id == id; })
                ->footprint;
        };
        QVERIFY(footprintOf("bandwidth.l2") > Bytes(0.0));
        QCOMPARE(footprintOf("bandwidth.l2.read"), footprintOf("bandwidth.l2"));
    }
    void aVariantIsMeasuredWhereItIsNamedAndKnownByNoOtherName()
    {
        FakeTruth truth{.values = values};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner all(backend, 2, {}, clock);
        while (all.step()) {
        }
        QVERIFY(all.roofs().find("bandwidth.dram.kn") == nullptr);
        RoofRunner named(backend, 2, {"bandwidth.dram.kn"}, clock);
        while (named.step()) {
        }
        QVERIFY(named.roofs().find("bandwidth.dram.kn") != nullptr && named.roofs().roofs.size() == 1);
        QVERIFY(backend.requests.back().footprint > Bytes(128 * MiB)); // as of other traffic of memory
        RoofRunner unknown(backend, 2, {"bandwidth.dram.kx"}, clock);
        QVERIFY(!unknown.step());
        QVERIFY2(unknown.error()->message().find("bandwidth.dram.kn") != std::string::npos,
                 unknown.error()->message().c_str());
    }
    void everyRoofOfAGpuHasAllItsRounds()
    {
        FakeTruth truth{.values = values};
        for (int i = 0; i < 100; ++i)
            truth.values["compute.fp32.made_up_" + std::to_string(i)] = 400e9;
        FakeClock clock;
        FakeBackend backend(truth, clock);
        backend.setKind(DeviceKind::Cuda);
        RoofRunner runner(backend, 2, {}, clock);
        while (runner.step()) {
        }
        QVERIFY(clock.now() > Seconds(1010.0)); // longer than a processor's may take
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY2(!roof.flags.has(Flag::FewReadings), roof.id.c_str());
    }
    void loadingALibraryForLongCostsNoRounds()
    {
        FakeTruth truth{.values = values, .preparing = {{"compute.fp32.fma", Seconds(30.0)}}};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"compute.fp32.fma", "launch.queued"}, clock);
        while (runner.step()) {
        }
        QVERIFY(clock.now() > Seconds(1030.0));
        for (const Roof& roof : runner.roofs().roofs)
            QVERIFY2(!roof.flags.has(Flag::FewReadings), roof.id.c_str());
    }
    void noBatchOfARateIsShorterThanTenMilliseconds_data()
    {
        QTest::addColumn<int>("slowRuns");
        for (const int slowRuns : {0, 1, 2, 3, 4})
            QTest::addRow("%d slow runs", slowRuns) << slowRuns;
    }
    void noBatchOfARateIsShorterThanTenMilliseconds()
    {
        QFETCH(int, slowRuns);
        RoofMeter meter(
            "compute.fp32.fma",
            {.kind = RoofKind::Compute, .amount = 1e-3, .method = {}, .work = std::make_unique<HastyWork>(slowRuns)},
            DeviceKind::Cuda);
        for (int round = 0; round < 3; ++round)
            QVERIFY(meter.measureRound().ok());
        QVERIFY2(std::abs(meter.roof().value - 1.0) < 1e-9, qPrintable(QString::number(meter.roof().value)));
    }
    void computeRoofsTellTheirClock()
    {
        FakeTruth truth{.values = values, .clock = Hertz(1.965e9)};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"compute.fp32.fma", "launch.queued"}, clock);
        while (runner.step()) {
        }
        QCOMPARE(runner.roofs().find("compute.fp32.fma")->method, std::string("made up, at 1965 MHz"));
        QCOMPARE(runner.roofs().find("launch.queued")->method, std::string("made up"));

        truth.watts = 698.4;
        truth.celsius = 61.3;
        RoofRunner drawing(backend, 2, {"compute.fp32.fma"}, clock);
        while (drawing.step()) {
        }
        QCOMPARE(drawing.roofs().find("compute.fp32.fma")->method, std::string("made up, at 1965 MHz, 698 W, 61 °C"));
    }
    void aRoofIsThrottledByTheBatchesThatWereAskedFor()
    {
        class SeldomAskedWork final : public PreparedWork {
        public:
            Result<BatchTiming> run(std::int64_t repetitions) override
            {
                BatchTiming timing{.time = Seconds(static_cast<double>(repetitions) * 1e-3),
                                   .flags = {},
                                   .clock = {},
                                   .isSlowdownKnown = m_runs++ % 5 == 0};
                if (timing.isSlowdownKnown)
                    timing.flags |= Flag::Throttled;
                return timing;
            }

        private:
            int m_runs = 0;
        };
        RoofMeter meter(
            "compute.fp32.fma",
            {.kind = RoofKind::Compute, .amount = 1e-3, .method = {}, .work = std::make_unique<SeldomAskedWork>()},
            DeviceKind::Cuda);
        for (int round = 0; round < 8; ++round)
            QVERIFY(meter.measureRound().ok());
        QVERIFY(meter.roof().flags.has(Flag::Throttled));
    }
    void aThrottledRoofTellsWhatHeldItBack()
    {
        FakeTruth truth{.values = values, .clock = Hertz(1.41e9)};
        truth.flags = [](const std::string&, int) { return FlagSet(Flag::Throttled); };
        truth.heldBackBy = "power cap, heat (driver)";
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"compute.fp32.fma"}, clock);
        while (runner.step()) {
        }
        const Roof* roof = runner.roofs().find("compute.fp32.fma");
        QVERIFY(roof->flags.has(Flag::Throttled));
        QCOMPARE(roof->method, std::string("made up, at 1410 MHz, clocks held back by power cap, heat (driver)"));
    }
    void roundsLieOverAllOfTheMeasuring()
    {
        const Measured quiet = measure(never);
        QVERIFY(quiet.launches.front() == quiet.begin);
        QVERIFY((quiet.end - quiet.launches.back()).value() < 0.1 * quiet.took().value());
        // Whatever lasts for half of it, wherever, meets some of them and leaves others alone.
        for (std::size_t i = 1; i < quiet.launches.size(); ++i)
            QVERIFY((quiet.launches[i] - quiet.launches[i - 1]).value() < 0.5 * quiet.took().value());
    }
    void aSpellGivesTheQuietValue_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<ridgepoint::DeviceKind>("kind");
        for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda}) {
            const char* name = kind == DeviceKind::Cpu ? "processor" : "GPU";
            QTest::addRow("%s: the beginning", name) << 0.0 << 0.3 << kind;
            QTest::addRow("%s: all but the beginning", name) << 0.01 << 1.0 << kind;
            QTest::addRow("%s: all but the end", name) << 0.0 << 0.97 << kind;
            QTest::addRow("%s: the middle", name) << 0.2 << 0.8 << kind;
        }
    }
    void aSpellGivesTheQuietValue()
    {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(ridgepoint::DeviceKind, kind);
        const double all = measure(never, {}, kind).took().value();
        const Measured beside = measure([&](double at) { return at >= from * all && at < to * all ? slowState : 1.0; },
                                        {}, kind);
        QVERIFY2(beside.tellsTheQuietValue(), std::to_string(beside.launch().value).c_str());
        QCOMPARE(toString(beside.launch().flags), std::string());
        QVERIFY2(beside.launch().high > 0.9 * slowState * 150e-9, "the range holds what was seen");
    }
    void aQuietMachineTakesNoLonger()
    {
        const Measured quiet = measure(never);
        // Calibrating, and eight rounds of 32 batches, of each of the two.
        QVERIFY2(quiet.launches.size() <= 2 * (8 * 32 + 8), std::to_string(quiet.launches.size()).c_str());
        QCOMPARE(toString(quiet.launch().flags), std::string());
    }
    void roundsThatGoOnDisagreeingAreFlagged()
    {
        const double all = measure(never).took().value();
        int batch = 0;
        const Measured restless = measure([&](double) { return batch++ / 32 % 2 == 0 ? slowState : 1.0; },
                                          {"launch.graph"});
        QVERIFY(restless.launch().flags.has(Flag::IntervalNotReached));
        QVERIFY(restless.launch().low < 1.2 * 150e-9 && restless.launch().high > 0.9 * slowState * 150e-9);
        QVERIFY2(restless.took().value() < all + 3.0, "it is given up on");
    }
    void oneFasterRoundIsNoSpell()
    {
        int batch = 0;
        const Measured lucky = measure([&](double) { return batch++ / 40 == 3 ? 1.0 : slowState; }, {"launch.graph"});
        QVERIFY2(std::abs(lucky.launch().value / (slowState * 150e-9) - 1.0) < 0.15,
                 std::to_string(lucky.launch().value).c_str());
        QVERIFY(lucky.launch().low < 1.2 * 150e-9);
        QCOMPARE(toString(lucky.launch().flags), std::string());
        QVERIFY2(batch > 10 * 32 && batch < 20 * 32, "it was looked for again, and not for long");
    }
    void whatIsFixedPerChainMayComeOutTooSmallAsWell()
    {
        // The difference of two times: where the second one is disturbed, hardly anything is left of it.
        FakeTruth truth{.values = {{"compute.fp64.fma", 200e9}, {"launch.fixed", 90e-9}, {"launch.graph", 150e-9}}};
        FakeClock clock;
        int batch = 0;
        int others = 0;
        truth.slower = [&](const std::string& id, Seconds) {
            others += id == "launch.graph" ? 1 : 0;
            return id != "launch.fixed" ? 1.0 : ++batch % 3 == 0 ? 0.01 : 1.0;
        };
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"launch.fixed", "launch.graph"}, clock);
        while (runner.step()) {
        }
        const Roof& fixed = *runner.roofs().find("launch.fixed");
        QVERIFY2(std::abs(fixed.value / 90e-9 - 1.0) < 1e-9, std::to_string(fixed.value).c_str());
        QVERIFY2(others <= 8 * 32 + 8, "it is no reason to measure on");
    }
    void whatIsFixedPerChainScattersAsTheTimesThatItIsTheDifferenceOf()
    {
        // Every other round is `high` times as long as it is, the others `low` times.
        const auto isUnsteady = [](double differenceOf, double low = 1.0, double high = 2.0) {
            FakeTruth truth{.values = {{"compute.fp64.fma", 200e9}, {"launch.fixed", 90e-9}}};
            truth.differenceOf = differenceOf;
            FakeClock clock;
            int batch = 0;
            truth.slower = [&](const std::string& id, Seconds) {
                return id != "launch.fixed" ? 1.0 : batch++ / 32 % 2 == 0 ? high : low;
            };
            FakeBackend backend(truth, clock);
            RoofRunner runner(backend, 2, {"launch.fixed"}, clock);
            while (runner.step()) {
            }
            return runner.roofs().find("launch.fixed")->flags.has(Flag::IntervalNotReached);
        };
        QVERIFY(!isUnsteady(8.0)); // of what was timed that is an eighth
        QVERIFY(!isUnsteady(1.5, 1.0, 1.5));
        QVERIFY(isUnsteady(1.5));
        QVERIFY(isUnsteady(8.0, 0.11, 4.8)); // 10 and 430 of 700 ns
        QVERIFY(isUnsteady(8.0, 0.05, 1.0)); // half of it is noise
        QVERIFY(isUnsteady(0.0));            // a device that does not tell
    }
    void otherProgramsAreWaitedFor()
    {
        // Of the rounds that the device knows to be disturbed none counts, while three others can be had.
        FakeTruth truth{.values = launchValues};
        FakeClock clock;
        const Seconds begin = clock.now();
        truth.flags = [&](const std::string& id, int) {
            return isLaunch(id) && clock.now() - begin < Seconds(1.5) ? FlagSet(Flag::MachineBusy) : FlagSet{};
        };
        truth.flaggedSlowdown = slowState;
        FakeBackend backend(truth, clock);
        const auto run = [&] {
            RoofRunner runner(backend, 2, {"launch.graph", "compute.fp32.fma", "bandwidth.dram"}, clock);
            while (runner.step()) {
            }
            return runner.roofs();
        };
        const RoofSet roofs = run();
        QVERIFY2(clock.now() - begin > Seconds(1.5), "the spell outlasts the usual rounds");
        QVERIFY(std::abs(roofs.find("launch.graph")->value / 150e-9 - 1.0) < 1e-9);
        QCOMPARE(toString(roofs.find("launch.graph")->flags), std::string());
    }
    void loadsAreTimedInsideTheLevelAsOneThreadHasIt()
    {
        Run device;
        device.truth.values = {
            {"latency.l1", 1e-9}, {"latency.l2", 4e-9}, {"latency.l3", 14e-9}, {"latency.dram", 100e-9}};
        const RoofRunner runner = device.run({"latency.l1", "latency.l2", "latency.l3", "latency.dram"});
        QVERIFY(!runner.error());
        const auto& levels = runner.roofs().levels; // found by the curve, though no bandwidth was asked for
        QCOMPARE(levels.size(), std::size_t{4});
        QCOMPARE(device.footprintOf("latency.l1"), levels[0].capacity.value() / 2.0);
        QCOMPARE(device.footprintOf("latency.l2"), std::sqrt(levels[0].capacity.value() * levels[1].capacity.value()));
        QCOMPARE(device.footprintOf("latency.l3"), std::sqrt(levels[1].capacity.value() * levels[2].capacity.value()));
        QVERIFY(device.footprintOf("latency.dram") >= 2.0 * 480 * MiB);
        for (const auto& [id, value] : device.truth.values) {
            QVERIFY2(runner.roofs().find(id)->kind == RoofKind::Latency, id.c_str());
            QVERIFY2(isClose(runner.roofs().find(id)->value, value, 1e-9), id.c_str());
        }
    }
    void aLevelThatTheCurveDoesNotShowHasNoLatency()
    {
        Run device;
        device.truth.values = {{"latency.l3", 14e-9}};
        device.truth.memoryLimit = Bytes(1 * MiB); // where the curve ends
        const RoofRunner runner = device.run({"latency.l3"});
        QCOMPARE(runner.roofs().unavailable.size(), std::size_t{1});
        QCOMPARE(runner.roofs().unavailable.front().reason.id, std::string("roof.level-not-seen"));
    }
    void otherTrafficOfACacheIsMeasuredWhereItsRoofIs()
    {
        Run device;
        device.truth.values = {{"bandwidth.l2.copy", 0.0}};
        const RoofRunner runner = device.run({"bandwidth.l2", "bandwidth.l2.copy"});
        QCOMPARE(runner.done(), 2);
        QCOMPARE(device.footprintOf("bandwidth.l2.copy"), device.footprintOf("bandwidth.l2"));
    }
    void whatNoPredictionNeedsIsNotInTheFirstPicture()
    {
        for (const char* id : {"latency.l1", "latency.dram", "compute.int8.dot", "compute.int8.matrix",
                               "compute.int64.mul", "bandwidth.l1.read", "bandwidth.l3.write"})
            QVERIFY2(isBesides(id), id);
        for (const char* id : {"latency.fp32.fma", "compute.fp32.add", "compute.bf16.matrix", "bandwidth.l1",
                               "bandwidth.dram", "bandwidth.dram.copy", "bandwidth.h2d.pinned", "launch.fixed"})
            QVERIFY2(!isBesides(id), id);
        Run device;
        device.truth.values = {
            {"bandwidth.l1.read", 0.0}, {"latency.l1", 1e-9}, {"compute.fp32.fma", 400e9}, {"compute.fp64.fma", 200e9}};
        RoofRunner runner(device.backend, 2, {}, device.clock);
        while (!runner.hasFirstPicture())
            QVERIFY(runner.step());
        for (const char* id : {"bandwidth.l1.read", "latency.l1"})
            QVERIFY2(runner.roofs().find(id) == nullptr, id);
        QVERIFY(runner.roofs().find("compute.fp32.fma") != nullptr);
        while (runner.step()) {
        }
        for (const char* id : {"bandwidth.l1.read", "latency.l1"}) {
            QVERIFY2(runner.roofs().find(id) != nullptr, id);
            QVERIFY2(runner.roofs().find(id)->flags.empty(), id); // of enough rounds to claim a range
        }
    }
};

RIDGEPOINT_TEST(GpuRoofsTest)
#include "gpu_roofs_test.moc"
