// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/power_roof.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace ridgepoint;

namespace {

/// GB/s, GFLOP/s and W of each line of te42kyfo/gpu-benches, gpu-roofline/h200.txt.
constexpr std::array<std::array<double, 3>, 55> h200{{
    {3759, 940, 572},   {3780, 1890, 578},  {3763, 2822, 583},  {3779, 4724, 597},  {3760, 8459, 615},
    {3735, 15874, 650}, {3629, 22683, 675}, {3232, 26667, 653}, {2690, 27571, 595}, {2323, 28456, 558},
    {2029, 28920, 526}, {2204, 35812, 583}, {2002, 36541, 562}, {1838, 37227, 547}, {1700, 37819, 531},
    {1578, 38276, 519}, {1475, 38727, 511}, {1365, 38569, 501}, {1303, 39404, 495}, {1213, 39109, 491},
    {1155, 39570, 479}, {1095, 39692, 473}, {1045, 39981, 467}, {989, 39827, 467},  {954, 40308, 463},
    {910, 40254, 455},  {876, 40524, 450},  {837, 40399, 450},  {813, 40870, 443},  {784, 40956, 442},
    {761, 41269, 440},  {727, 40898, 439},  {709, 41309, 431},  {690, 41602, 433},  {667, 41499, 425},
    {642, 41232, 428},  {629, 41687, 422},  {611, 41706, 422},  {595, 41795, 421},  {575, 41519, 420},
    {566, 42006, 414},  {548, 41818, 415},  {536, 41925, 412},  {520, 41724, 413},  {512, 42115, 408},
    {500, 42103, 408},  {488, 42129, 405},  {474, 41817, 409},  {469, 42329, 405},  {456, 42111, 403},
    {447, 42092, 402},  {436, 41961, 402},  {432, 42426, 396},  {425, 42558, 398},  {415, 42442, 396},
}};

std::vector<PowerReading> published()
{
    std::vector<PowerReading> readings;
    for (const auto& [bandwidth, rate, watts] : h200)
        readings.push_back({BytesPerSecond(bandwidth * 1e9), FlopsPerSecond(rate * 1e9), watts});
    return readings;
}

RoofSet measuredRoofs()
{
    RoofSet roofs;
    roofs.put({.id = "bandwidth.dram.sustained", .kind = RoofKind::Bandwidth, .value = 4e12, .watts = 580.0});
    roofs.put({.id = "compute.fp32.fma.sustained", .kind = RoofKind::Compute, .value = 60e12, .watts = 460.0});
    return roofs;
}

} // namespace

class PowerRoofTest : public test::Case {
    Q_OBJECT
private slots:
    void theLogOfAnH200IsALine()
    {
        const std::vector<PowerReading> readings = published();
        const auto model = fitPower(readings);
        QVERIFY(model);
        QVERIFY(std::abs(model->idleWatts - 105.4) < 1.0);
        QVERIFY(std::abs(model->joulesPerByte * 1e12 - 122.4) < 1.0);
        QVERIFY(std::abs(model->joulesPerFlop * 1e12 - 5.81) < 0.05);
        std::vector<double> off;
        for (const PowerReading& reading : readings)
            off.push_back(std::abs(model->wattsAt(reading.bandwidth, reading.rate) / reading.watts - 1.0));
        std::sort(off.begin(), off.end());
        QVERIFY(off.back() < 0.025);
        QVERIFY(off[off.size() / 2] < 0.01);
    }
    void theRidgeOfAnH200IsAbove700W()
    {
        const auto model = fitPower(published());
        QVERIFY(model);
        const BytesPerSecond bandwidth(4.3e12);
        const FlopsPerSecond rate(64e12);
        QVERIFY(model->wattsAt(bandwidth, rate) > 900.0);
        const FlopsPerByte ridge = rate / bandwidth;
        const FlopsPerSecond kept = keptUp(*model, 700.0, bandwidth, rate, ridge);
        QVERIFY(kept > rate * 0.6 && kept < rate * 0.7);
        QVERIFY(std::abs(model->wattsAt(BytesPerSecond(kept.value() / ridge.value()), kept) - 700.0) < 1e-6);
        QCOMPARE(keptUp(*model, 1200.0, bandwidth, rate, ridge), rate);
        QCOMPARE(keptUp(*model, 700.0, bandwidth, rate, FlopsPerByte(0.125)), FlopsPerSecond(0.125 * 4.3e12));
        QCOMPARE(keptUp(*model, model->idleWatts / 2.0, bandwidth, rate, ridge), FlopsPerSecond());
    }
    void aDeviceIsDescribedByThreeReadings()
    {
        const auto model = powerModelOf(measuredRoofs(), "compute.fp32.fma", 100.0);
        QVERIFY(model);
        QVERIFY(std::abs(model->wattsAt({}, {}) - 100.0) < 1e-6);
        QVERIFY(std::abs(model->wattsAt(BytesPerSecond(4e12), {}) - 580.0) < 1e-6);
        QVERIFY(std::abs(model->wattsAt({}, FlopsPerSecond(60e12)) - 460.0) < 1e-6);
    }
    void whatIsNotKnownIsNotGuessed()
    {
        QVERIFY(!powerModelOf(measuredRoofs(), "compute.fp32.fma", 0.0));
        QVERIFY(!powerModelOf(measuredRoofs(), "compute.fp64.fma", 100.0));
        QVERIFY(
            !powerModelOf(measuredRoofs(), "compute.fp32.fma", 600.0)); // more than memory drew: no power of this work
        RoofSet silent = measuredRoofs();
        for (Roof& roof : silent.roofs)
            roof.watts = 0.0;
        QVERIFY(!powerModelOf(silent, "compute.fp32.fma", 100.0));
        QVERIFY(!fitPower({}));
        const std::array alike{PowerReading{BytesPerSecond(1e12), FlopsPerSecond(2e12), 300.0},
                               PowerReading{BytesPerSecond(2e12), FlopsPerSecond(4e12), 500.0},
                               PowerReading{BytesPerSecond(4e12), FlopsPerSecond(8e12), 900.0}};
        QVERIFY(!fitPower(alike)); // bytes and operations in step: nobody can tell which of them drew it
    }
};

RIDGEPOINT_TEST(PowerRoofTest)
#include "power_roof_test.moc"
