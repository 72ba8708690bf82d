// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/roof_runner.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/fake_roof_device.h"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

/// Sustained ids first in the device's order, to see that they come last all the same.
const std::map<std::string, double> values{{"bandwidth.dram.sustained", 50e9},
                                           {"compute.bf16.fma.sustained", 300e9},
                                           {"compute.fp32.cos", 7e9},
                                           {"compute.fp32.fma", 400e9},
                                           {"compute.fp32.fma.sustained", 380e9},
                                           {"compute.fp64.fma", 200e9},
                                           {"launch.queued", 2e-6}};

} // namespace

class SustainedRoofsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void areMeasuredWhenAllOthersHaveTheirRounds()
    {
        FakeTruth truth{.values = values};
        FakeClock clock;
        std::vector<std::string> batches;
        truth.flags = [&](const std::string& id, int) {
            batches.push_back(id);
            return FlagSet{};
        };
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {}, clock);
        while (runner.step()) {
        }
        QVERIFY(!runner.error());
        const auto isSustained = [](const std::string& id) { return id.ends_with(".sustained"); };
        const auto first = std::find_if(batches.begin(), batches.end(), isSustained);
        QVERIFY(first != batches.begin() && first != batches.end());
        QVERIFY2(std::all_of(first, batches.end(), isSustained),
                 "nothing else is measured once the device is being heated");
        for (const auto& [id, value] : values)
            QVERIFY2(runner.roofs().find(id) != nullptr, id.c_str());
        QCOMPARE(runner.done(), runner.total());
        QCOMPARE(runner.fraction(), 1.0);
    }
    void haveAllTheirRoundsHoweverLateItIs()
    {
        // Seconds each are what they take, and no sign of a busy machine that all must hurry on.
        FakeTruth truth{.values = values};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {}, clock);
        truth.flags = [&](const std::string& id, int) {
            if (id.ends_with(".sustained"))
                clock.time += Seconds(1.0);
            return FlagSet{};
        };
        while (runner.step()) {
        }
        for (const auto& [id, value] : values)
            QVERIFY2(!runner.roofs().find(id)->flags.has(Flag::FewReadings), id.c_str());
    }
    void aloneTheyAreMeasuredToo()
    {
        FakeTruth truth{.values = values};
        FakeClock clock;
        FakeBackend backend(truth, clock);
        RoofRunner runner(backend, 2, {"compute.fp32.fma.sustained"}, clock);
        while (runner.step()) {
        }
        QCOMPARE(runner.roofs().roofs.size(), std::size_t{1});
        QVERIFY(std::abs(runner.roofs().roofs[0].value / 380e9 - 1.0) < 1e-9);
    }
};

RIDGEPOINT_TEST(SustainedRoofsTest)
#include "sustained_roofs_test.moc"
