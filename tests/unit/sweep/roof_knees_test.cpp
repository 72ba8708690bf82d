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

/// Whether a request is of the curve over the footprint, and not of a roof.
bool isOfCurve(const RoofRequest& request) { return request.window > Bytes(0.0) && request.window < Bytes(64 * MiB); }

RoofSet roofsOf(std::function<double(const RoofRequest&)> part)
{
    FakeTruth truth{.values = {{"compute.fp32.fma", 400e9},
                               {"compute.fp64.fma", 200e9},
                               {"launch.wait_each", 400e-9},
                               {"launch.fixed", 90e-9}}};
    truth.part = std::move(part);
    FakeClock clock;
    FakeBackend backend(truth, clock);
    RoofRunner runner(backend, 2, {}, clock);
    while (runner.step()) {
    }
    return runner.error() ? RoofSet{} : runner.roofs();
}

} // namespace

class RoofKneesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void aMemoryThatWasSlowForAMomentIsNoLevel()
    {
        // Beyond 360 MiB the curve shows 40 % of memory's rate; its roof, measured later over as much, shows all of it.
        const RoofSet roofs = roofsOf([](const RoofRequest& request) {
            return isOfCurve(request) && request.footprint > Bytes(360 * MiB) ? 0.4 : 1.0;
        });
        QCOMPARE(roofs.levels.size(), std::size_t{4});
        QVERIFY(std::abs(roofs.find("bandwidth.dram")->value / 60e9 - 1.0) < 1e-9);
        const double knee = roofs.levels[2].capacity.value() / MiB;
        QVERIFY2(knee > 80.0 && knee < 190.0, std::to_string(knee).c_str());
        QCOMPARE(roofs.levelFor(Bytes(256 * MiB))->name, std::string("dram"));
    }
    void aKneeThatMayLieAnywhereIsSaidToBeUnsure()
    {
        // Readings within the cache at the rate of memory: the cache may end there, too.
        const RoofSet roofs = roofsOf([](const RoofRequest& request) {
            return isOfCurve(request) && request.footprint > Bytes(20 * MiB) && request.footprint < Bytes(40 * MiB)
                     ? 0.56
                     : 1.0;
        });
        const std::string& method = roofs.find("bandwidth.l3")->method;
        QVERIFY2(method.find("; ends somewhere between ") != std::string::npos, method.c_str());
        const RoofSet sure = roofsOf({});
        for (const Roof& roof : sure.roofs)
            QCOMPARE(roof.method, std::string("made up"));
    }
};

RIDGEPOINT_TEST(RoofKneesTest)
#include "roof_knees_test.moc"
