// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/level_traffic.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ridgepoint;

namespace {

constexpr double mega = 1e6;

RoofSet processor()
{
    RoofSet roofs{.device = "cpu", .threads = 1};
    for (const char* level : {"l1", "l2", "l3", "dram"})
        roofs.put({.id = bandwidthRoofId(level), .kind = RoofKind::Bandwidth, .value = 1e10});
    roofs.levels = {{.name = "l1", .capacity = Bytes(0.03 * mega)},
                    {.name = "l2", .capacity = Bytes(1 * mega)},
                    {.name = "l3", .capacity = Bytes(30 * mega)},
                    {.name = "dram", .capacity = Bytes(std::numeric_limits<double>::infinity())}};
    return roofs;
}

/// Two passes over a tensor of so many bytes.
Workload twoPasses(double bytes) { return {.elements = static_cast<std::int64_t>(bytes / 4.0), .chainLength = 2}; }

} // namespace

class LevelTrafficTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }
    void whatALevelServesGoesThroughEveryNearerOne_data()
    {
        QTest::addColumn<double>("footprint");
        QTest::addColumn<int>("levels");
        QTest::newRow("in L1") << 0.02 * mega << 1;
        QTest::newRow("in L2") << 0.5 * mega << 2;
        QTest::newRow("in L3") << 20.0 * mega << 3;
        QTest::newRow("in memory") << 400.0 * mega << 4;
    }
    void whatALevelServesGoesThroughEveryNearerOne()
    {
        QFETCH(double, footprint);
        QFETCH(int, levels);
        const auto traffic = trafficOf(twoPasses(footprint), processor());
        QCOMPARE(traffic.size(), static_cast<std::size_t>(levels));
        const char* const names[] = {"bandwidth.l1", "bandwidth.l2", "bandwidth.l3", "bandwidth.dram"};
        for (std::size_t i = 0; i < traffic.size(); ++i) {
            QCOMPARE(traffic[i].roof, std::string(names[i]));
            QCOMPARE(traffic[i].bytes, Bytes(2.0 * 2.0 * footprint)); // read and written, twice
        }
    }
    void ofWhatACacheKeepsOnlyTheRestComesFromMemory()
    {
        RoofSet roofs = processor();
        roofs.levels[2].kept = Bytes(24 * mega);
        const Workload workload = twoPasses(48 * mega);
        const auto shared = roofs.sharedServiceOf(Bytes(48 * mega));
        QVERIFY(shared && shared->fromCache > 0.1 && shared->fromCache < 0.9);
        const auto traffic = trafficOf(workload, roofs);
        QCOMPARE(traffic.size(), std::size_t{4});
        QCOMPARE(traffic[2].bytes, Bytes(192 * mega));
        QVERIFY(std::abs(traffic[3].bytes.value() - 192 * mega * (1.0 - shared->fromCache)) < 1.0);
        // Within its capacity too, where it cannot hold all.
        QCOMPARE(trafficOf(twoPasses(28 * mega), roofs).size(),
                 roofs.sharedServiceOf(Bytes(28 * mega)) ? std::size_t{4} : std::size_t{3});
    }
    void onAGpuAllGoesThroughTheFirstLevelToo()
    {
        RoofSet roofs = processor();
        roofs.levels.erase(roofs.levels.begin()); // of which no pass finds anything in it
        const auto traffic = trafficOf(twoPasses(20 * mega), roofs);
        QCOMPARE(traffic.size(), std::size_t{3});
        QCOMPARE(traffic.front(), (LevelTraffic{"bandwidth.l1", Bytes(80 * mega)}));
    }
    void aLevelWithoutARoofIsLeftOut()
    {
        RoofSet roofs = processor();
        std::erase_if(roofs.roofs, [](const Roof& roof) { return roof.id == "bandwidth.l2"; });
        QCOMPARE(trafficOf(twoPasses(400 * mega), roofs).size(), std::size_t{3});
    }
    void withoutLevelsMemoryAloneIsKnown()
    {
        RoofSet roofs = processor();
        roofs.levels.clear();
        const auto traffic = trafficOf(twoPasses(400 * mega), roofs);
        QCOMPARE(traffic.size(), std::size_t{1});
        QCOMPARE(traffic.front().roof, std::string("bandwidth.dram"));
        QVERIFY(trafficOf(twoPasses(mega), RoofSet{}).empty());
    }
};

RIDGEPOINT_TEST(LevelTrafficTest)
#include "level_traffic_test.moc"
