// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/data/iso_lines.h"
#include "app/charts/draw/map_legend.h"
#include "app/charts/draw/map_lines.h"
#include "app/charts/draw/map_colors.h"
#include "app/charts/style/label_placement.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using namespace ridgepoint;

namespace {

/// A map of 9 x 7 cells at powers of two, whose cells are what `fill` makes of their coordinates.
template <class Fill> RegimeMapData mapOf(Fill fill)
{
    RegimeMapData data;
    const auto axis = [](std::vector<std::int64_t>& values, std::vector<double>& edges, int count) {
        edges.push_back(-0.5);
        for (int i = 0; i < count; ++i) {
            values.push_back(std::int64_t{1} << i);
            edges.push_back(i + 0.5);
        }
    };
    axis(data.xs, data.xEdges, 9);
    axis(data.ys, data.yEdges, 7);
    for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 9; ++x)
            data.cells.push_back(fill(x, y));
    return data;
}

MapCell timed(double seconds, CellState state = CellState::Measured)
{
    MapCell cell;
    cell.state = state;
    cell.seconds = seconds;
    return cell;
}

std::size_t pointsOf(const std::vector<IsoLine>& lines)
{
    std::size_t count = 0;
    for (const IsoLine& iso : lines)
        for (const MapLine& line : iso.lines)
            count += line.size();
    return count;
}

} // namespace

class MapLinesTest : public test::Case {
    Q_OBJECT
private slots:
    void aRingIsOneClosedLine()
    {
        std::vector<double> axis;
        for (int i = 0; i <= 20; ++i)
            axis.push_back(i - 10.0);
        std::vector<double> field;
        for (const double y : axis)
            for (const double x : axis)
                field.push_back(std::hypot(x, y) - 6.5);
        const auto lines = zeroLines(axis, axis, field);
        QCOMPARE(lines.size(), std::size_t{1});
        QVERIFY(lines.front().size() > 30);
        QCOMPARE(lines.front().front().x, lines.front().back().x);
        QCOMPARE(lines.front().front().y, lines.front().back().y);
        for (const MapPoint& point : lines.front())
            QVERIFY(std::abs(std::hypot(point.x, point.y) - 6.5) < 0.1);
    }
    void aLineThroughCornersIsNotBroken()
    {
        // The field is exactly zero at the corners on the diagonal.
        const std::vector<double> axis{0.0, 1.0, 2.0, 3.0, 4.0};
        std::vector<double> field;
        for (const double y : axis)
            for (const double x : axis)
                field.push_back(y - x);
        const auto lines = zeroLines(axis, axis, field);
        QCOMPARE(lines.size(), std::size_t{1});
        for (const MapPoint& point : lines.front())
            QCOMPARE(point.x, point.y);
    }
    void squaresWithAnUnknownCornerHaveNoLine()
    {
        const std::vector<double> axis{0.0, 1.0, 2.0, 3.0};
        std::vector<double> field;
        for (const double y : axis)
            for (const double x : axis)
                field.push_back(x == 3.0 ? std::numeric_limits<double>::quiet_NaN() : y - 1.5);
        const auto lines = zeroLines(axis, axis, field);
        QCOMPARE(lines.size(), std::size_t{1});
        for (const MapPoint& point : lines.front())
            QVERIFY(point.y == 1.5 && point.x <= 2.0);
    }

    void isoTimesAreDecadesOrFiner_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QList<double>>("wanted");
        QTest::newRow("decades") << 3e-6 << 5e-3 << QList<double>{1e-5, 1e-4, 1e-3};
        QTest::newRow("nearly octaves below two decades") << 3e-6 << 4e-5 << QList<double>{5e-6, 1e-5, 2e-5};
        QTest::newRow("the ends are no lines") << 1e-6 << 1e-3 << QList<double>{1e-5, 1e-4};
        QTest::newRow("nothing between") << 3e-6 << 4e-6 << QList<double>{};
        QTest::newRow("one time") << 1e-6 << 1e-6 << QList<double>{};
        QTest::newRow("no times") << 0.0 << 1.0 << QList<double>{};
        QTest::newRow("no number") << std::nan("") << 1.0 << QList<double>{};
    }
    void isoTimesAreDecadesOrFiner()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(QList<double>, wanted);
        const std::vector<double> times = isoTimes(low, high);
        QCOMPARE(std::ssize(times), wanted.size());
        for (std::size_t i = 0; i < times.size(); ++i)
            QVERIFY(std::abs(times[i] / wanted[static_cast<qsizetype>(i)] - 1.0) < 1e-9);
    }
    void manyDecadesGetFewLines() { QVERIFY(isoTimes(1e-9, 1e9).size() <= 9 && isoTimes(1e-9, 1e9).size() >= 5); }

    void runtimeLinesLieWhereTheTimeIs()
    {
        // T = 1 us k N: lines fall at 45 degrees in the logarithms.
        const RegimeMapData data = mapOf([](int x, int y) { return timed(1e-6 * std::exp2(x + y)); });
        const auto lines = runtimeLines(data);
        QCOMPARE(lines.size(), std::size_t{4}); // 10 us to 10 ms of 1 us to 16 ms
        for (const IsoLine& iso : lines)
            for (const MapLine& line : iso.lines)
                for (const MapPoint& point : line)
                    QVERIFY(std::abs(point.x + point.y - std::log2(iso.value / 1e-6)) < 1e-9);
        QVERIFY(pointsOf(lines) > 20);
    }
    void runtimeLinesKeepOffWhatIsNotKnown()
    {
        const RegimeMapData data = mapOf([](int x, int y) {
            return timed(1e-6 * std::exp2(x + y), x > 4    ? CellState::Spread
                                                  : y == 2 ? CellState::Interpolated
                                                           : CellState::Measured);
        });
        const auto lines = runtimeLines(data);
        QVERIFY(pointsOf(lines) > 5);
        for (const IsoLine& iso : lines)
            for (const MapLine& line : iso.lines)
                for (const MapPoint& point : line)
                    QVERIFY(point.x <= 4.0);
        QVERIFY(runtimeLines(mapOf([](int, int) { return MapCell{}; })).empty());
        QVERIFY(runtimeLines(RegimeMapData{}).empty());
    }
    void noRuntimeLineCrossesAPlateau()
    {
        // Small tensors all take 10 us but for half a percent up and down; beyond, time grows with the size.
        const RegimeMapData data = mapOf([](int x, int y) {
            return timed(y < 4 ? 1e-5 * ((x + y) % 2 == 0 ? 1.005 : 0.995) : 1e-5 * std::exp2(3.0 * (y - 3)));
        });
        const auto lines = runtimeLines(data);
        QVERIFY(!lines.empty());
        for (const IsoLine& iso : lines)
            for (const MapLine& line : iso.lines)
                for (const MapPoint& point : line)
                    QVERIFY(point.y > 1.0);
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const IsoLine& iso) { return iso.value > 1e-4; }));
    }
    void shareLinesFollowTheShareAndNotItsNoise()
    {
        const RegimeMapData data = mapOf([](int x, int y) {
            MapCell cell = timed(1e-6);
            cell.shares = Shares{.compute = x / 8.0, .memory = 1.0 - x / 8.0};
            if (x == 1 && y == 5)
                cell.shares = Shares{.compute = 1.0}; // a lone cell that is none of it
            return cell;
        });
        const auto lines = shareLines(data, Regime::Compute);
        QCOMPARE(lines.size(), std::size_t{3});
        for (const IsoLine& iso : lines) {
            QCOMPARE(iso.lines.size(), std::size_t{1});
            for (const MapPoint& point : iso.lines.front())
                if (point.y < 3.5)
                    QVERIFY(std::abs(point.x - 8.0 * iso.value) < 1e-9);
        }
        QVERIFY(shareLines(data, Regime::Overhead).empty());
        QVERIFY(shareLines(RegimeMapData{}, Regime::Memory).empty());
    }

    void theNameOfABorderLiesInNoThirdRegion()
    {
        const RegimeMapData data = mapOf([](int x, int) {
            MapCell cell;
            if (x < 6)
                cell.regime = x < 3 ? Regime::Overhead : Regime::Memory;
            return cell; // from 6 on not known yet
        });
        const auto liesBetween = [&](std::vector<MapPoint> places) {
            return liesIn(data, {Regime::Memory, Regime::Compute}, places);
        };
        QVERIFY(liesBetween({{4.0, 2.0}, {7.0, 2.0}}));
        QVERIFY(!liesBetween({{4.0, 2.0}, {1.0, 2.0}}));
        QVERIFY(liesBetween({{-40.0, 2.0}})); // beside the map
        QVERIFY(liesIn(data, {Regime::Overhead, Regime::Memory}, std::vector<MapPoint>{{1.0, 2.0}, {4.0, 2.0}}));
    }
    void bordersNameTheRegimesOnBothSides()
    {
        const Snapshot snapshot = test::syntheticSnapshot();
        const RegimeMapData data = regimeMapData(snapshot, test::syntheticCursor());
        int pairs = 0;
        for (const auto& sides : {std::pair{Regime::Memory, Regime::Compute},
                                  {Regime::Overhead, Regime::Compute},
                                  {Regime::Memory, Regime::Overhead}})
            pairs += std::any_of(data.borders.begin(), data.borders.end(), [&](const MapBorder& border) {
                return border.first == sides.first && border.second == sides.second;
            });
        QVERIFY(pairs >= 2);
        for (const MapBorder& border : data.borders)
            for (const MapPoint& point : border.line) {
                const auto cell = data.cellAt(point);
                QVERIFY(cell && snapshot.points[data.cells[*cell].index].prediction);
                QVERIFY(border.first != border.second);
            }
    }

    void theTriangleGoesThereAndBack_data()
    {
        QTest::addColumn<double>("compute");
        QTest::addColumn<double>("memory");
        QTest::addColumn<double>("overhead");
        QTest::addColumn<QPointF>("place");
        QTest::newRow("compute at the top") << 1.0 << 0.0 << 0.0 << QPointF(0.5, 0.0);
        QTest::newRow("memory at the left") << 0.0 << 1.0 << 0.0 << QPointF(0.0, 1.0);
        QTest::newRow("overhead at the right") << 0.0 << 0.0 << 1.0 << QPointF(1.0, 1.0);
        QTest::newRow("a mixture") << 0.5 << 0.3 << 0.2 << QPointF(0.45, 0.5);
    }
    void theTriangleGoesThereAndBack()
    {
        QFETCH(double, compute);
        QFETCH(double, memory);
        QFETCH(double, overhead);
        QFETCH(QPointF, place);
        const auto weights = ternaryWeights({.compute = compute, .memory = memory, .overhead = overhead});
        QVERIFY(weights.has_value());
        QVERIFY(QLineF(ternaryPlace(*weights), place).length() < 1e-12);
        const TernaryWeights back = weightsAtTernary(ternaryPlace(*weights));
        for (std::size_t i = 0; i < back.size(); ++i)
            QVERIFY(std::abs(back[i] - (*weights)[i]) < 1e-12);
    }
    void anUnderFilledPointLiesAtComputeAndNothingNowhere()
    {
        const auto weights = ternaryWeights({.compute = 0.25, .underFilled = 0.75});
        QVERIFY(weights && (*weights)[0] == 1.0);
        QVERIFY(!ternaryWeights({}));
        const TernaryWeights outside = weightsAtTernary({0.0, 0.0});
        QVERIFY(*std::min_element(outside.begin(), outside.end()) < 0.0);
    }

    void aSimplifiedLineKeepsItsShape()
    {
        QPolygonF line;
        for (int i = 0; i <= 100; ++i)
            line << QPointF(i, i <= 50 ? 0.0 : i - 50.0);
        const QPolygonF fewer = simplified(line, 0.5);
        QCOMPARE(fewer.size(), 3);
        QCOMPARE(fewer[1], QPointF(50.0, 0.0));
        QCOMPARE(simplified(line.mid(0, 2), 0.5).size(), 2);
    }
    void labelsFollowAStraightPartOfALine_data()
    {
        QTest::addColumn<QPolygonF>("line");
        QTest::addColumn<double>("degrees");
        QTest::newRow("level") << QPolygonF{{0, 10}, {200, 10}} << 0.0;
        QTest::newRow("level, drawn from the right") << QPolygonF{{200, 10}, {0, 10}} << 0.0;
        QTest::newRow("upright reads from the bottom") << QPolygonF{{10, 0}, {10, 200}} << -90.0;
        QTest::newRow("rising") << QPolygonF{{0, 100}, {100, 0}} << -45.0;
        QTest::newRow("a bend near one end") << QPolygonF{{0, 0}, {20, 90}, {220, 90}} << 0.0;
    }
    void labelsFollowAStraightPartOfALine()
    {
        QFETCH(QPolygonF, line);
        QFETCH(double, degrees);
        const auto on = placesAlong(line, {60, 12});
        QVERIFY(!on.empty());
        QVERIFY(std::abs(on.front().degrees - degrees) < 2.0);
        const auto beside = placesAlong(line, {60, 12}, 3.0);
        QVERIFY(!beside.empty());
        for (const OrientedBox& box : beside)
            for (qsizetype i = 0; i + 1 < line.size(); ++i)
                QVERIFY(line.size() > 2 || !overlap(box, QLineF(line[i], line[i + 1])));
    }
    void noLabelWhereTheLineIsShortOrCrooked()
    {
        QVERIFY(placesAlong({{0, 0}, {40, 0}}, {60, 12}).empty());
        QPolygonF saw;
        for (int i = 0; i < 40; ++i)
            saw << QPointF(i * 5.0, i % 2 == 0 ? 0.0 : 30.0);
        QVERIFY(placesAlong(saw, {60, 12}).empty());
        QVERIFY(placesAlong({}, {60, 12}).empty());
        QVERIFY(placesBeside({}, {60, 12}, 3.0).empty());
        const QPolygonF stairs{{0, 100}, {0, 60}, {30, 60}, {30, 20}, {50, 20}, {50, 0}};
        const auto beside = placesBeside(stairs, {60, 12}, 3.0);
        QVERIFY(placesAlong(stairs, {60, 12}, 3.0).empty() && !beside.empty());
        const auto isFree = [&](const OrientedBox& box) {
            for (qsizetype i = 0; i + 1 < stairs.size(); ++i)
                if (overlap(box, QLineF(stairs[i], stairs[i + 1])))
                    return false;
            return box.degrees == 0.0;
        };
        QVERIFY2(std::any_of(beside.begin(), beside.end(), isFree),
                 "a name upright beside the steps, crossed by none of them");
    }

    void namesOfViewsComeBack()
    {
        for (const char* name :
             {"regime", "residual", "share:memory", "share:compute", "share:overhead", "roof", "runtime"})
            QCOMPARE(nameOf(*mapChoiceNamed(name)), std::string(name));
        for (const char* name : {"none", "runtime", "share:memory", "share:compute", "share:overhead"})
            QCOMPARE(nameOf(*isoChoiceNamed(name)), std::string(name));
        QCOMPARE(mapChoiceNamed("share")->share, Regime::Memory);
        for (const char* name : {"", "mood", "share:", "share:under-filled", "runtime:compute", "difference"}) {
            QVERIFY(!mapChoiceNamed(name));
            QVERIFY(!isoChoiceNamed(name));
        }
    }
};

RIDGEPOINT_TEST(MapLinesTest)
#include "map_lines_test.moc"
