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

} // namespace

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
};

RIDGEPOINT_TEST(GpuRoofsTest)
#include "gpu_roofs_test.moc"
