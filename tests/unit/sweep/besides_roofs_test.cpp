// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0

// Roofs that no prediction needs: where they are measured, and when.

#include "core/sweep/roof_runner.h"
#include "tests/support/test_main.h"
#include "tests/unit/sweep/fake_roof_device.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

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

class BesidesRoofsTest : public Case {
    Q_OBJECT
private slots:
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

RIDGEPOINT_TEST(BesidesRoofsTest)
#include "besides_roofs_test.moc"
