// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_runner.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/fake_roof_device.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

const std::map<std::string, double> values{{"compute.fp32.fma", 400e9}, {"compute.fp64.fma", 200e9},
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
    FakeTruth truth{.values = values, .noise = 0.1};
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

} // namespace

Q_DECLARE_METATYPE(ridgepoint::DeviceKind)

class LaunchRoofsTest : public Case {
    Q_OBJECT
private slots:
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
    void otherProgramsAreWaitedFor()
    {
        // Of the rounds that the device knows to be disturbed none counts, while three others can be had.
        FakeTruth truth{.values = values};
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
};

RIDGEPOINT_TEST(LaunchRoofsTest)
#include "launch_roofs_test.moc"
