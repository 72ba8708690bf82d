// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/tile_waves.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

class TileWavesTest : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnQtWarnings(); }

    void theLiteraturesExampleIsOneWaveAndThenTwo()
    {
        constexpr TileShape a100{256, 128};
        const TileWaves full = tileWaves(1792, 1792, a100, 108);
        QCOMPARE(full.tiles, std::int64_t{98});
        QCOMPARE(full.waves, std::int64_t{1});
        QCOMPARE(full.filled, 1.0);
        QVERIFY(std::abs(full.efficiency() - 98.0 / 108.0) < 1e-12);
        const TileWaves more = tileWaves(1793, 1793, a100, 108);
        QCOMPARE(more.tiles, std::int64_t{120});
        QCOMPARE(more.waves, std::int64_t{2});
        QVERIFY(std::abs(more.occupied - 120.0 / 216.0) < 1e-12);
        QVERIFY(more.efficiency() < 0.55);
    }
    void aMatrixSmallerThanATileTakesAWholeOne()
    {
        const TileWaves one = tileWaves(1, 1, {96, 96}, 4);
        QCOMPARE(one.tiles, std::int64_t{1});
        QVERIFY(std::abs(one.filled - 1.0 / 9216.0) < 1e-15);
        QCOMPARE(one.occupied, 0.25);
    }
    void withinTheFirstWaveATileMoreCostsNothing()
    {
        const auto wavesOf = [](std::int64_t n) { return tileWaves(n, n, ownGpuTile, 132); };
        QCOMPARE(wavesOf(1408).waves, std::int64_t{1});
        for (const std::int64_t edge : {1408, 2048, 2432, 2816})
            QCOMPARE(wavesOf(edge + 1).waves, wavesOf(edge).waves + 1);
        QVERIFY(std::abs(wavesOf(1409).efficiency() / wavesOf(1408).efficiency() - 0.5) < 1e-3);
        // One tile and four of them: no slower for a row more.
        QVERIFY(wavesOf(129).efficiency() > wavesOf(128).efficiency());
    }
    void tilesCostTheirWholeAreaWhereverTheMatrixEnds()
    {
        const TileCost exact = tileCost({.rows = 128, .columns = 256, .inner = 10}, {128, 128});
        QCOMPARE(exact.multiplyAdds, 128.0 * 256 * 10);
        QCOMPARE(exact.read.value(), 4.0 * 2 * 256 * 10);
        const TileCost more = tileCost({.rows = 129, .columns = 257, .inner = 10}, {128, 128});
        QCOMPARE(more.multiplyAdds, 3 * exact.multiplyAdds);
        QCOMPARE(more.read.value(), 3 * exact.read.value());
        QCOMPARE(more.written.value(), 4.0 * 129 * 257);
        QCOMPARE(tileCost({.rows = 1, .columns = 1, .inner = 1, .batch = 5}, {2, 3}).multiplyAdds, 30.0);
    }
    void noEfficiencyIsAboveOne()
    {
        for (std::int64_t n = 1; n < 700; n += 13)
            for (const std::int64_t workers : {1, 2, 7}) {
                const TileWaves waves = tileWaves(n, n + 5, {96, 32}, workers);
                QVERIFY(waves.efficiency() > 0.0 && waves.efficiency() <= 1.0 + 1e-12);
            }
    }
};

RIDGEPOINT_TEST(TileWavesTest)
#include "tile_waves_test.moc"
