// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/regime_map_data.h"
#include "core/model/prediction.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

class MapDataTest : public test::Case {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_snapshot = test::syntheticSnapshot();
        m_cursor = test::syntheticCursor();
    }
    void theMapKnowsEveryCellAndItsEdges()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        QCOMPARE(data.cells.size(), m_snapshot.plan.cellCount());
        QCOMPARE(data.measured, data.cells.size());
        QCOMPARE(data.xEdges.size(), data.xs.size() + 1);
        QVERIFY(std::is_sorted(data.xEdges.begin(), data.xEdges.end()));
        for (std::size_t i = 0; i < data.cells.size(); i += 7) {
            const Workload workload = data.workload(i % data.xs.size(), i / data.xs.size());
            QCOMPARE(data.cellOf(workload), std::optional(i));
            QCOMPARE(data.cellAt(
                         {std::log2(workload.operationsPerElement), std::log2(static_cast<double>(workload.elements))}),
                     std::optional(i));
        }
        QVERIFY(!data.cellAt({-100.0, 5.0}));
        QVERIFY(!data.cellAt({std::nan(""), 5.0}));
    }
    void aCoarseMapSaysWhatWasMeasured()
    {
        const RegimeMapData data = regimeMapData(test::syntheticSnapshot({.measuredFraction = 0.06}), m_cursor);
        QVERIFY(data.measured > 0 && data.measured < data.cells.size() / 5);
        QVERIFY(std::all_of(data.cells.begin(), data.cells.end(),
                            [](const MapCell& cell) { return cell.shares.has_value(); }));
    }
    void nothingIsColouredFartherThanTwoCellsFromWhatIsKnown()
    {
        Snapshot few = test::syntheticSnapshot({.measuredFraction = 0.06});
        few.samples = {few.samples.front(), few.samples[few.samples.size() / 2]};
        few.points = {PointAnalysis{.shares = Shares{.memory = 1.0}, .flags = Flag::CacheTransition},
                      PointAnalysis{.shares = Shares{.compute = 1.0}}};
        const RegimeMapData data = regimeMapData(few, m_cursor);
        const int width = static_cast<int>(data.xs.size());
        const int height = static_cast<int>(data.ys.size());
        const auto at = [&](int x, int y) -> const MapCell& {
            return data.cells[static_cast<std::size_t>(y * width + x)];
        };
        const auto isKnown = [&](int x, int y) {
            return at(x, y).state == CellState::Measured || at(x, y).state == CellState::Interpolated;
        };
        int blank = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                bool isNear = false;
                for (int toY = std::max(y - 2, 0); toY <= std::min(y + 2, height - 1); ++toY)
                    for (int toX = std::max(x - 2, 0); toX <= std::min(x + 2, width - 1); ++toX)
                        isNear = isNear || isKnown(toX, toY);
                QCOMPARE(at(x, y).shares.has_value(), isNear);
                blank += isNear ? 0 : 1;
            }
        QVERIFY(blank > width * height / 2 && blank < width * height - 16);
        // A mark stays where it was found.
        QCOMPARE(std::count_if(data.cells.begin(), data.cells.end(), [](const MapCell& cell) { return cell.marked; }),
                 std::ptrdiff_t{1});
    }
    void regionLabelsStandInTheirRegions()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        QCOMPARE(data.labels.size(), std::size_t{3});
        for (const RegionLabel& label : data.labels) {
            const auto cell = data.cellAt(label.place);
            QVERIFY(cell.has_value());
            QCOMPARE(data.cells[*cell].regime, std::optional(label.regime));
            QVERIFY(label.clearance > 0.0);
        }
    }
    void predictedBordersLieWhereTheTermsAreEqual()
    {
        const RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        QVERIFY(data.borders.size() >= 2);
        int checked = 0;
        for (const MapBorder& border : data.borders)
            for (const MapPoint& point : border.line) {
                Workload workload = data.base;
                workload.operationsPerElement = 1;
                workload.elements = std::llround(std::exp2(point.y));
                const auto prediction = predict(workload, m_snapshot.roofs, m_snapshot.device.kind);
                if (workload.elements < 1024)
                    continue; // rounding to whole elements shows
                const double compute = std::log2(prediction->compute.value()) + point.x;
                const double memory = std::log2(prediction->memory.value());
                const double overhead = std::log2(prediction->overhead.value());
                // At a knee the bandwidth jumps within an eighth of a cell; elsewhere two of the terms are equal.
                const double nearest = std::min(std::abs(compute - std::max(memory, overhead)),
                                                std::abs(memory - overhead));
                checked += nearest < 0.05 ? 1 : 0;
            }
        QVERIFY(checked > 50);
    }
    void aDifferenceIsTheRatioOfTimes()
    {
        RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        compareWith(data, test::syntheticSnapshot({.slowdown = 2.0}));
        for (const MapCell& cell : data.cells)
            QVERIFY(std::abs(cell.difference - 0.5) < 1e-9);
    }
    void aDifferenceOfTwoGridsIsTakenBetweenTheOthersCells()
    {
        RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        Snapshot other = test::syntheticSnapshot(
            {.columns = 9, .rows = 9, .slowdown = 2.0}); // every fourth of the values
        compareWith(data, other);
        std::size_t compared = 0;
        for (const MapCell& cell : data.cells) {
            compared += cell.difference > 0.0 ? 1 : 0;
            // Also beside the knees of caches, where the time itself bends by more than twice between two of its cells.
            QVERIFY2(cell.difference > 0.4 && cell.difference < 0.6, qPrintable(QString::number(cell.difference)));
        }
        QCOMPARE(compared, data.cells.size());
        // A cell of its grid that is missing takes along what lies around it, and no more.
        const Workload gone = other.plan.cell(other.plan.cellCount() / 2);
        std::erase_if(other.samples, [&](const Sample& sample) { return sample.workload == gone; });
        data = regimeMapData(m_snapshot, m_cursor);
        compareWith(data, other);
        std::size_t missing = 0;
        for (const MapCell& cell : data.cells)
            missing += cell.difference == 0.0 ? 1 : 0;
        QCOMPARE(missing, std::size_t{7 * 7}); // three to each side of it, of a grid four times as fine
    }
    void whatLiesBetweenTheOthersCellsIsSaidToAndNeedsNeitherPlanNorRoofs()
    {
        Snapshot other = test::syntheticSnapshot({.columns = 9, .rows = 9, .withRoofs = false, .slowdown = 2.0});
        other.plan = {}; // its last map was of other axes
        Sample stray = other.samples.front();
        stray.workload.elements = 12345; // somebody's click beside the grid
        other.samples.push_back(stray);
        RegimeMapData data = regimeMapData(m_snapshot, m_cursor);
        compareWith(data, other);
        std::size_t exact = 0;
        for (const MapCell& cell : data.cells) {
            QVERIFY(cell.difference > 0.2 && cell.difference < 0.8); // over a knee the time itself is a poor guess
            exact += cell.differenceIsBetween ? 0 : 1;
            if (!cell.differenceIsBetween)
                QVERIFY(std::abs(cell.difference - 0.5) < 1e-9);
        }
        QCOMPARE(exact, other.samples.size() - 1);
        const QStringList rows = QString::fromStdString(toCsv(data)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QVERIFY2(rows.front().contains(",residual_as_it_was,share_of_drawn_roof,"), qPrintable(rows.front()));
        QVERIFY(rows.front().endsWith(",time_ratio,time_ratio_interpolated,time_ratio_own_provenance,time_ratio_other_"
                                      "provenance,regime,share_unexplained"));
        QCOMPARE(static_cast<std::size_t>(
                     rows.filter(QRegularExpression(QStringLiteral(",0,[a-z]+,[a-z]+,[a-z-]*,[0-9.e-]*$"))).size()),
                 exact);
    }
    void aCellColouredAfterItsNeighbourHasNoDifference()
    {
        Snapshot few = test::syntheticSnapshot({.columns = 9, .rows = 9});
        for (std::size_t i = few.samples.size(); i-- > 0;)
            if (i % 7 != 0) {
                few.samples.erase(few.samples.begin() + static_cast<std::ptrdiff_t>(i));
                few.points.erase(few.points.begin() + static_cast<std::ptrdiff_t>(i));
            }
        RegimeMapData data = regimeMapData(few, few.plan.base);
        compareWith(data, test::syntheticSnapshot({.columns = 9, .rows = 9, .slowdown = 2.0}));
        std::size_t spread = 0;
        for (const MapCell& cell : data.cells) {
            spread += cell.state == CellState::Spread ? 1 : 0;
            if (cell.state == CellState::Measured)
                QVERIFY(std::abs(cell.difference - 0.5) < 1e-9);
            else
                QCOMPARE(cell.difference, 0.0);
        }
        QVERIFY(spread > 0);
    }

private:
    Snapshot m_snapshot;
    Workload m_cursor;
};

RIDGEPOINT_TEST(MapDataTest)
#include "map_data_test.moc"
