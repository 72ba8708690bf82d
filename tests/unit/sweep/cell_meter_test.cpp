// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/measure/backend.h"
#include "core/sweep/cell_meter.h"
#include "tests/support/model_backend.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ridgepoint;
using test::FakeClock;

namespace {

/// A device that tells what a test makes up for every run, and turns no clock by it.
class ScriptedDevice final : public Backend {
public:
    /// What a run of so many repetitions is told to take; `run` counts from 0, for each roof (or all workloads
    /// together) apart.
    using Script = std::function<BatchTiming(int run, std::int64_t repetitions)>;
    /// One repetition of a roof's work does so much of it.
    static constexpr double amount = 1000.0;

    ScriptedDevice() { m_info.id = "cpu"; }

    std::map<std::string, Script> roofs; ///< by id; others cannot be prepared
    Script work;                         ///< of every workload
    std::map<std::string, int> runs;     ///< by id of the roof; of workloads under ""
    std::vector<RoofRequest> requests;

    void setKind(DeviceKind kind) { m_info.kind = kind; }
    [[nodiscard]] const DeviceInfo& info() const override { return m_info; }
    [[nodiscard]] Result<ReadyWork> prepare(const WorkRequest&) override
    {
        return ReadyWork{.work = std::make_unique<Work>(*this, std::string())};
    }
    [[nodiscard]] std::vector<std::string> roofIds() const override { return {}; }
    [[nodiscard]] Result<RoofWork> prepareRoof(const RoofRequest& request) override
    {
        requests.push_back(request);
        if (!roofs.contains(request.id))
            return Error{
                ErrorKind::Unavailable, "scripted.roof", "The device has no roof %1; leave it out.", {request.id}};
        return RoofWork{.kind = *kindOfRoof(request.id),
                        .amount = amount,
                        .method = "made up",
                        .work = std::make_unique<Work>(*this, request.id)};
    }
    [[nodiscard]] std::vector<MemoryLevel> claimedLevels() const override { return {}; }
    [[nodiscard]] Result<bool> selftest(const std::function<void(const SelftestLine&)>&) override { return true; }

private:
    class Work final : public PreparedWork {
    public:
        Work(ScriptedDevice& device, std::string id) : m_device(device), m_id(std::move(id)) {}
        [[nodiscard]] Result<BatchTiming> run(std::int64_t repetitions) override
        {
            return (m_id.empty() ? m_device.work : m_device.roofs.at(m_id))(m_device.runs[m_id]++, repetitions);
        }

    private:
        ScriptedDevice& m_device;
        std::string m_id;
    };

    DeviceInfo m_info;
};

bool isNear(Seconds time, Seconds expected) { return std::abs(time / expected - 1.0) < 1e-9; }

/// One round of work that takes `one`; runs for which `isLossy` lose `lost` of their time, which makes them that much
/// longer or, by more than was lost, shorter.
struct Round {
    template <class IsLossy> Round(Seconds one, double longer, double lost, IsLossy isLossy)
    {
        device.work = [=](int run, std::int64_t repetitions) {
            const Seconds time = one * static_cast<double>(repetitions) * (isLossy(run) ? longer : 1.0);
            return BatchTiming{.time = time, .lost = isLossy(run) ? time * lost : Seconds()};
        };
        isDone = CellMeter(device, clock).visit({}, record).ok();
    }

    FakeClock clock;
    ScriptedDevice device;
    CellRecord record;
    bool isDone = false;
    [[nodiscard]] int runs() { return device.runs[""]; }
};

const std::string memory = bandwidthRoofId("dram");
const std::string rate = computeRoofId(Operation::Fma, Precision::Fp32);
const std::string launch = launchRoofId(LaunchMode::WaitEach);

constexpr double usualBandwidth = 10e9;
constexpr double usualRate = 200e9;
constexpr double usualLaunch = 1e-6;
constexpr Seconds interval{0.4};
constexpr Seconds launchInterval{0.05};

RoofSet roofs()
{
    RoofSet set{.device = "cpu", .threads = 2};
    set.put({.id = memory, .value = usualBandwidth});
    set.put({.id = rate, .kind = RoofKind::Compute, .value = usualRate});
    set.put({.id = launch, .kind = RoofKind::Launch, .value = usualLaunch});
    return set;
}

Workload work(int threads = 2) { return {.threads = threads}; }

/// What a reading of that rate takes, `lost` of which its threads had no processor.
BatchTiming at(double bytesPerSecond, double lost = 0.0)
{
    const Seconds time(ScriptedDevice::amount / bytesPerSecond);
    return {.time = time, .lost = time * lost};
}

bool isNear(double value, double expected) { return std::abs(value / expected - 1.0) < 1e-9; }

/// A processor on which everything is as its roofs say.
struct Rig {
    Rig()
    {
        device.roofs[memory] = [](int, std::int64_t) { return at(usualBandwidth); };
        device.roofs[rate] = [](int, std::int64_t) { return at(usualRate); };
        device.roofs[launch] = [](int, std::int64_t) {
            return BatchTiming{.time = Seconds(ScriptedDevice::amount * usualLaunch)};
        };
    }
    /// Memory's bandwidth by the next look, after one in which it was as usual; how many readings that took goes to
    /// `readings`.
    double bandwidthNext(const ScriptedDevice::Script& script)
    {
        ControlMeter meter(device, clock, roofs(), work());
        meter.lookWhenDue();
        device.runs.clear();
        device.roofs[memory] = script;
        clock.advance(interval);
        meter.lookWhenDue();
        readings = device.runs[memory];
        return meter.readings().bandwidth;
    }

    FakeClock clock;
    ScriptedDevice device;
    int readings = 0;
};

} // namespace

class CellMeterTest : public test::Case {
    Q_OBJECT

private slots:
    /// Of so short a reading what was lost does not tell how much longer it took: 25 us remain of 40, where it is 30.
    void lossyShortReadingsAreTakenAgain()
    {
        const Seconds one(30e-6);
        Round round(one, 4.0 / 3.0, 0.375, [](int run) { return run == 2 || run == 4; });
        QVERIFY(round.isDone);
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QCOMPARE(round.runs(), 1 + 5 + 2); // calibrated by the first
        for (const Reading& reading : round.record.readings.all()) {
            QVERIFY(isNear(reading.time, one));
            QVERIFY(isNear(reading.wall, one));
        }
    }

    void aTenthOfAShortReadingMayBeLost()
    {
        const Seconds one(30e-6);
        Round round(one, 1.0, 0.09, [](int run) { return run > 0; });
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QCOMPARE(round.runs(), 1 + 5);
        for (const Reading& reading : round.record.readings.all()) {
            QVERIFY(isNear(reading.time, one * 0.91));
            QVERIFY(isNear(reading.wall, one));
        }
    }

    /// A machine that is never left alone is measured nevertheless.
    void whereAllShortReadingsAreLossyTheyCount()
    {
        Round round(Seconds(30e-6), 1.5, 0.25, [](int run) { return run > 0; });
        QVERIFY(round.isDone);
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QVERIFY(round.runs() > 1 + 5 && round.runs() <= 1 + 5 + 10);
        for (const Reading& reading : round.record.readings.all())
            QVERIFY(isNear(reading.wall, Seconds(45e-6)));
    }

    void longReadingsAreCorrectedForWhatTheyLost()
    {
        const Seconds one(1e-3);
        Round round(one, 1.5, 1.0 / 3.0, [](int run) { return run == 2; });
        QVERIFY(round.isDone);
        QCOMPARE(round.record.readings.size(), std::size_t(3));
        QCOMPARE(round.runs(), 1 + 3); // none is taken again
        for (const Reading& reading : round.record.readings.all())
            QVERIFY(isNear(reading.time, one));
        QVERIFY(isNear(round.record.readings.all()[1].wall, one * 1.5));
        QVERIFY(isNear(round.record.readings.all()[2].wall, one));
    }

    /// What is long with its loss and short without counts as short.
    void aReadingIsAsLongAsTheTimeThatTheWorkHad()
    {
        const Seconds one(150e-6);
        Round round(one, 2.0, 0.5, [](int run) { return run == 1; });
        QCOMPARE(round.record.readings.size(), std::size_t(5));
        QCOMPARE(round.runs(), 1 + 5 + 1);
        for (const Reading& reading : round.record.readings.all())
            QVERIFY(isNear(reading.wall, one));
    }

    void aRunThatIsItsOwnReadingIsCorrectedToo()
    {
        const Seconds one(5e-3);
        Round round(one, 2.0, 0.5, [](int) { return true; });
        QCOMPARE(round.record.readings.size(), std::size_t(1));
        QCOMPARE(round.runs(), 1);
        QVERIFY(isNear(round.record.readings.all().front().time, one));
        QVERIFY(isNear(round.record.readings.all().front().wall, one * 2.0));
        QVERIFY(isNear(round.record.timer->runTime(), one));
    }

    void whatIsReadIsInTheUnitsOfTheRoofs()
    {
        Rig rig;
        ControlMeter meter(rig.device, rig.clock, roofs(), work());
        QCOMPARE(meter.readings(), ControlReadings{});
        QVERIFY(meter.lookWhenDue());
        QVERIFY(isNear(meter.readings().bandwidth, usualBandwidth));
        QVERIFY(isNear(meter.readings().rate, usualRate));
        QVERIFY(isNear(meter.readings().launch, usualLaunch));
        for (const RoofRequest& request : rig.device.requests)
            QCOMPARE(request.threads, 2);
    }

    void launchesAreLookedAtEightTimesAsOften()
    {
        Rig rig;
        ControlMeter meter(rig.device, rig.clock, roofs(), work());
        QVERIFY(meter.lookWhenDue());
        QVERIFY(!meter.lookWhenDue()); // nothing is due again at once
        std::map<std::string, Seconds> last{
            {memory, rig.clock.now()}, {rate, rig.clock.now()}, {launch, rig.clock.now()}};
        const Seconds step{0.01};
        for (int i = 0; i < 500; ++i) {
            rig.clock.advance(step);
            rig.device.runs.clear();
            const bool hasLooked = meter.lookWhenDue();
            QCOMPARE(hasLooked, !rig.device.runs.empty());
            for (auto& [id, time] : last) {
                const Seconds due = id == launch ? launchInterval : interval;
                const Seconds since = rig.clock.now() - time;
                QVERIFY2(since < due + step * 1.5, id.c_str());
                if (rig.device.runs[id] == 0)
                    continue;
                QVERIFY2(since > due - step * 0.5, id.c_str());
                time = rig.clock.now();
            }
        }
    }

    /// With half of its time taken off, a preempted reading would look like twice the bandwidth.
    void preemptedReadingsAreLeftOut()
    {
        Rig rig;
        const double bandwidth = rig.bandwidthNext(
            [](int run, std::int64_t) { return at(usualBandwidth, run < 3 ? 0.5 : 0.0); });
        QVERIFY(isNear(bandwidth, usualBandwidth));
        QCOMPARE(rig.readings, 4);
    }

    void whereAllArePreemptedTheLastReadingStands()
    {
        Rig rig;
        const double bandwidth = rig.bandwidthNext([](int, std::int64_t) { return at(usualBandwidth / 3.0, 0.5); });
        QVERIFY(isNear(bandwidth, usualBandwidth));
        QVERIFY(rig.readings > 1 && rig.readings < 10); // it gives up soon

        Rig never;
        never.device.roofs[memory] = [](int, std::int64_t) { return at(usualBandwidth, 0.5); };
        ControlMeter meter(never.device, never.clock, roofs(), work());
        QVERIFY(meter.lookWhenDue());
        QCOMPARE(meter.readings().bandwidth, 0.0);
        QVERIFY(isNear(meter.readings().rate, usualRate));
    }

    void aSuddenChangeIsLookedAtAgain_data()
    {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<double>("told");
        QTest::addColumn<int>("readings");
        QTest::newRow("a tenth is chance") << 0.9 << 1.0 << 0.9 << 1;
        QTest::newRow("a lasting half") << 0.5 << 0.5 << 0.5 << 3;
        QTest::newRow("a half that passes") << 0.5 << 1.0 << 1.0 << 2;
        QTest::newRow("faster") << 1.5 << 1.4 << 1.5 << 3;
    }
    void aSuddenChangeIsLookedAtAgain()
    {
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(double, told);
        Rig rig;
        const double bandwidth = rig.bandwidthNext(
            [=](int run, std::int64_t) { return at(usualBandwidth * (run == 0 ? first : second)); });
        QVERIFY2(isNear(bandwidth, usualBandwidth * told), std::to_string(bandwidth).c_str());
        QTEST(rig.readings, "readings");
    }

    /// A launch is better the less it takes.
    void ofTwoLaunchesTheCheaperOneCounts()
    {
        Rig rig;
        ControlMeter meter(rig.device, rig.clock, roofs(), work());
        meter.lookWhenDue();
        rig.device.roofs[launch] = [](int run, std::int64_t) {
            return BatchTiming{.time = Seconds(ScriptedDevice::amount * usualLaunch * (run % 2 == 0 ? 3.0 : 2.0))};
        };
        rig.device.runs.clear();
        rig.clock.advance(launchInterval);
        QVERIFY(meter.lookWhenDue());
        QVERIFY(isNear(meter.readings().launch, 2.0 * usualLaunch));
    }

    void otherDevicesAndThreadsHaveNoControls_data()
    {
        QTest::addColumn<DeviceKind>("kind");
        QTest::addColumn<int>("threads");
        QTest::addColumn<bool>("isControlled");
        QTest::newRow("a processor") << DeviceKind::Cpu << 2 << true;
        QTest::newRow("a processor, threads left open") << DeviceKind::Cpu << 0 << true;
        QTest::newRow("other threads than the roofs'") << DeviceKind::Cpu << 1 << false;
        QTest::newRow("a GPU") << DeviceKind::Cuda << 2 << false;
    }
    void otherDevicesAndThreadsHaveNoControls()
    {
        QFETCH(DeviceKind, kind);
        QFETCH(int, threads);
        QFETCH(bool, isControlled);
        Rig rig;
        rig.device.setKind(kind);
        ControlMeter meter(rig.device, rig.clock, roofs(), work(threads));
        QCOMPARE(meter.lookWhenDue(), isControlled);
        QCOMPARE(meter.readings() != ControlReadings{}, isControlled);
        QCOMPARE(rig.device.requests.empty(), !isControlled);
    }

    void whatCannotBeReadIsNotControlled()
    {
        Rig rig;
        rig.device.roofs.erase(memory);
        RoofSet known = roofs();
        std::erase_if(known.roofs, [](const Roof& roof) { return roof.id == rate; });
        ControlMeter meter(rig.device, rig.clock, known, work());
        QVERIFY(meter.lookWhenDue());
        QCOMPARE(meter.readings(), (ControlReadings{.launch = meter.readings().launch}));
        QVERIFY(isNear(meter.readings().launch, usualLaunch));
    }
};

RIDGEPOINT_TEST(CellMeterTest)
#include "cell_meter_test.moc"
