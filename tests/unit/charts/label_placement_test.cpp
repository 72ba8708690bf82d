// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/charts/draw/dot_names.h"
#include "app/charts/style/clip.h"
#include "app/charts/style/label_placement.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace ridgepoint;

class PlacementTest : public test::Case {
    Q_OBJECT
private slots:
    void turnedBoxesOverlapOnlyWhereTheyMeet()
    {
        const OrientedBox level{{0, 0}, 10, 2, 0};
        QVERIFY(overlap(level, OrientedBox{{4, 0}, 10, 2, 0}));
        QVERIFY(!overlap(level, OrientedBox{{10, 0}, 10, 2, 0})); // they touch
        QVERIFY(!overlap(level, OrientedBox{{6, 6}, 10, 2, 45})); // their bounding boxes overlap, they do not
        QVERIFY(overlap(level, OrientedBox{{0, 0}, 1, 1, 30}));
        QVERIFY(overlap(level, QLineF(0, -5, 0, 5)));
        QVERIFY(!overlap(level, QLineF(6, -5, 6, 5)));
    }
    void aLineIsCutWhereBoxesLie()
    {
        const std::vector<OrientedBox> boxes{{{50, 40}, 20, 10, 0},  // 35 to 45
                                             {{52, 43}, 20, 10, 0},  // 38 to 48, over the first one
                                             {{50, 70}, 10, 10, 45}, // a corner up and one down
                                             {{80, 20}, 10, 10, 0}}; // beside it
        const auto pieces = outsideOf(boxes, QLineF(50, 100, 50, 0));
        QCOMPARE(pieces.size(), std::size_t{3});
        const double half = 5.0 * std::sqrt(2.0);
        const double ends[] = {100.0, 70.0 + half, 70.0 - half, 48.0, 35.0, 0.0};
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            QVERIFY(std::abs(pieces[i].y1() - ends[2 * i]) < 1e-9 && std::abs(pieces[i].y2() - ends[2 * i + 1]) < 1e-9);
            QCOMPARE(pieces[i].x1(), 50.0);
        }
        QVERIFY(outsideOf(boxes, QLineF(50, 37, 50, 43)).empty());
        QCOMPARE(outsideOf({}, QLineF(0, 0, 9, 9)).size(), std::size_t{1});
        // A polyline falls into as few parts as boxes make of it.
        const auto parts = outsideOf(boxes, QPolygonF{{0, 90}, {50, 90}, {50, 60}, {50, 50}, {0, 50}});
        QCOMPARE(parts.size(), std::size_t{2});
        QCOMPARE(parts[0].size(), 3);
        QVERIFY(std::abs(parts[0].last().y() - (70.0 + half)) < 1e-9);
        QCOMPARE(parts[1].size(), 4);
        QCOMPARE(parts[1].last(), QPointF(0, 50));
    }
    void aNameStandsByItsLineAndBehindNoOther()
    {
        // Three lines meet at (0, 0): the named one goes to the right, the others up and down to the left.
        const std::vector<QPolygonF> named{{{0, 0}, {100, 0}}};
        const std::vector<QLineF> others{{0, 0, -50, -50}, {0, 0, -50, 50}};
        const OrientedBox above{{50, -8}, 40, 10, 0};
        const OrientedBox below{{90, 8}, 40, 10, 0};
        const OrientedBox across{{-10, -14}, 40, 10, 0}; // of another line
        const OrientedBox behind{{-45, 0}, 40, 10, 0};   // between the others, at the end of its own
        const auto left = placesBy(named, others, {above, behind, across, below});
        QCOMPARE(left.size(), std::size_t{2});
        QCOMPARE(left[0].center, above.center);
        QCOMPARE(left[1].center, below.center);
        QCOMPARE(placesBy(named, {}, {above, behind}).size(), std::size_t{2});
    }
    void labelsAlongParallelLinesNeverOverlap()
    {
        LabelPlacer placer(QRectF(0, 0, 400, 300));
        std::vector<OrientedBox> placed;
        std::vector<QLineF> lines;
        for (int i = 0; i < 6; ++i)
            lines.emplace_back(10 + 12 * i, 290, 250 + 12 * i, 20);
        for (const QLineF& line : lines)
            placer.avoid(line);
        for (const QLineF& line : lines)
            if (const auto box = placer.placeAlong(line, QSizeF(90, 12), 3.0, 0.5)) {
                for (const OrientedBox& other : placed)
                    QVERIFY(!overlap(*box, other));
                for (const QPointF& corner : box->corners())
                    QVERIFY(QRectF(0, 0, 400, 300).contains(corner));
                QVERIFY(!overlap(*box, line));
                placed.push_back(*box);
            }
        QVERIFY(placed.size() >= 4);
    }
    void aLabelThatFitsNowhereIsLeftOut()
    {
        LabelPlacer placer(QRectF(0, 0, 50, 50));
        QVERIFY(!placer.placeAlong(QLineF(0, 25, 50, 25), QSizeF(80, 10), 2.0, 0.5));
        placer.block(QRectF(0, 0, 50, 50));
        QVERIFY(!placer.placeAlong(QLineF(0, 25, 50, 25), QSizeF(20, 10), 2.0, 0.5));
    }
    void aLabelThatWouldBeStruckThroughStandsBeyondTheEndOrNowhere()
    {
        LabelPlacer placer(QRectF(0, 0, 400, 300));
        const QLineF line(10, 290, 200, 100);
        const QLineF close(4, 284, 194, 94); // eight pixels and a half beside it
        placer.avoid(line);
        placer.avoid(close);
        QVERIFY(!placer.placeAlong(line, QSizeF(60, 12), 2.0, 0.5, true, 0));
        const auto beyond = placer.placeBeyond(line, QSizeF(60, 12), 5.0);
        QVERIFY(beyond.has_value());
        QVERIFY(!overlap(*beyond, line) && !overlap(*beyond, close));
        QVERIFY(beyond->center.x() > 200.0 && beyond->center.y() < 100.0);
        QVERIFY2(!placer.placeBeyond(close, QSizeF(60, 12), 5.0), "over the first one's");
        QVERIFY(placer.placeAlong(line, QSizeF(60, 12), 2.0, 0.5).has_value()); // where crossing is no matter
        QVERIFY2(!placer.placeBeyond(QLineF(300, 100, 390, 10), QSizeF(60, 12), 5.0), "outside the plot");
    }
    void aPlaceFreeOfLinesIsPreferred()
    {
        LabelPlacer placer(QRectF(0, 0, 100, 100));
        placer.avoid(QLineF(0, 20, 100, 20));
        const OrientedBox candidates[] = {{{50, 20}, 20, 10, 0}, {{50, 60}, 20, 10, 0}};
        const auto box = placer.place(candidates);
        QVERIFY(box.has_value());
        QCOMPARE(box->center.y(), 60.0);
    }
    void findingAPlaceTellsItsCrossingsAndTakesNothing()
    {
        LabelPlacer placer(QRectF(0, 0, 100, 100));
        placer.avoid(QLineF(0, 20, 100, 20));
        placer.avoid(QLineF(0, 22, 100, 22));
        const OrientedBox crossed[] = {{{50, 20}, 20, 10, 0}};
        for (int i = 0; i < 2; ++i) {
            const auto found = placer.find(crossed);
            QVERIFY(found.has_value());
            QCOMPARE(found->crossings, 2);
        }
        QVERIFY(placer.place(crossed));
        QVERIFY(!placer.find(crossed)); // which is taken now
    }
    void linesAreCutAtTheRectangle_data()
    {
        QTest::addColumn<QLineF>("line");
        QTest::addColumn<bool>("visible");
        QTest::newRow("inside") << QLineF(10, 10, 20, 20) << true;
        QTest::newRow("through") << QLineF(-50, 50, 150, 50) << true;
        QTest::newRow("along the edge") << QLineF(0, -5, 0, 105) << true;
        QTest::newRow("past a corner") << QLineF(-10, 5, 5, -20) << false;
        QTest::newRow("outside, level") << QLineF(-10, 200, 300, 200) << false;
        QTest::newRow("not finite") << QLineF(std::nan(""), 0, 10, 10) << false;
    }
    void linesAreCutAtTheRectangle()
    {
        QFETCH(QLineF, line);
        const auto cut = clipped(line, QRectF(0, 0, 100, 100));
        QTEST(cut.has_value(), "visible");
        if (cut)
            for (const QPointF& end : {cut->p1(), cut->p2()})
                QVERIFY(QRectF(-1e-9, -1e-9, 100 + 2e-9, 100 + 2e-9).contains(end));
    }
    void polygonsAreCutAtTheRectangle()
    {
        const QPolygonF cut = clippedPolygon(QPolygonF{QPointF(-50, -50), QPointF(200, -50), QPointF(50, 200)},
                                             QRectF(0, 0, 100, 100));
        QVERIFY(cut.size() >= 4);
        for (const QPointF& point : cut)
            QVERIFY(QRectF(-1e-6, -1e-6, 100 + 2e-6, 100 + 2e-6).contains(point));
        QVERIFY(
            clippedPolygon(QPolygonF{QPointF(200, 200), QPointF(300, 200), QPointF(200, 300)}, QRectF(0, 0, 100, 100))
                .isEmpty());
    }
    void aBoxBesideAnAreaCoversNoneOfIt_data()
    {
        QTest::addColumn<QRectF>("area");
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("in the middle") << QRectF(190, 140, 20, 20) << QSizeF(120, 60);
        QTest::newRow("at the right") << QRectF(370, 140, 20, 20) << QSizeF(120, 60);
        QTest::newRow("in a corner") << QRectF(380, 0, 20, 20) << QSizeF(120, 60);
        QTest::newRow("too wide for either side") << QRectF(190, 140, 20, 20) << QSizeF(300, 60);
        QTest::newRow("too wide, at the upper edge") << QRectF(190, 0, 20, 20) << QSizeF(300, 60);
        QTest::newRow("a large cell") << QRectF(0, 100, 150, 100) << QSizeF(200, 60);
    }
    void aBoxBesideAnAreaCoversNoneOfIt()
    {
        QFETCH(QRectF, area);
        QFETCH(QSizeF, size);
        const QRectF room(0, 0, 400, 300);
        const QRectF box = boxBeside(area, size, room);
        QCOMPARE(box.size(), size);
        QVERIFY(room.contains(box));
        QVERIFY2(!box.intersects(area), "the cell is read together with its words");
    }
    void aBoxWithoutRoomBesideAnAreaStaysInTheRoom()
    {
        const QRectF room(0, 0, 400, 300);
        QVERIFY(room.contains(boxBeside(QRectF(50, 50, 300, 200), QSizeF(380, 200), room)));
    }
    void aBoxCoversLabelsLastAndElseStandsLowOnTheRight()
    {
        const QRectF room(0, 0, 400, 300);
        const QSizeF size(100, 60);
        QCOMPARE(boxCoveringLeast(size, room, {}, {}), QRectF(QPointF(300, 240), size));
        const std::vector<OrientedBox> right{{QPointF(350, 150), 100.0, 300.0, 0.0}};
        const QRectF beside = boxCoveringLeast(size, room, right, {});
        QVERIFY(room.contains(beside) && beside.right() <= 300.0 && beside.bottom() == 300.0);
        const std::vector<QLineF> lines{QLineF(0, 290, 300, 290), QLineF(0, 280, 300, 280)};
        const QRectF above = boxCoveringLeast(size, room, right, lines);
        QVERIFY(above.right() <= 300.0 && above.bottom() <= 280.0);
        const std::vector<OrientedBox> all{{QPointF(350, 150), 100.0, 300.0, 0.0},
                                           {QPointF(150, 120), 300.0, 240.0, 0.0}};
        const QRectF crossed = boxCoveringLeast(size, room, all, lines); // rather two lines than a label
        QVERIFY(crossed.right() <= 300.0 && crossed.top() >= 240.0);
    }
    void aPolylineThatLeavesAndReturnsComesBackInParts()
    {
        const auto parts = clippedPolyline(
            QPolygonF{QPointF(10, 10), QPointF(10, -50), QPointF(60, -50), QPointF(60, 40), QPointF(70, 50)},
            QRectF(0, 0, 100, 100));
        QCOMPARE(parts.size(), std::size_t{2});
        QCOMPARE(parts[1].size(), 3);
    }
    void dotsAtOnePlaceShareAName()
    {
        const std::vector<NamedDot> dots{{{100, 52}, "relu", 0, Qt::blue},
                                         {{100, 50}, "copy", 0, Qt::blue},
                                         {{103, 58}, "gelu", 0, Qt::blue},
                                         {{100, 58}, "copy", 0, Qt::blue},
                                         {{160, 50}, "sum", 0, Qt::blue}};
        const std::vector<DotName> names = sharedNames(dots, 9.0);
        QCOMPARE(names.size(), std::size_t{2});
        QCOMPARE(names[0].words.join(QLatin1Char(' ')), QStringLiteral("copy relu gelu")); // from the highest down
        QCOMPARE(names[0].around(), QRectF(100, 50, 3, 8));
        QCOMPARE(names[1].words, QStringList{QStringLiteral("sum")});
    }
    void aRowOfDotsIsNoOnePlace()
    {
        std::vector<NamedDot> dots;
        for (int i = 0; i < 12; ++i)
            dots.push_back({QPointF(100.0 + 8.0 * i, 50.0), QString::number(i), 0, Qt::blue});
        for (const DotName& name : sharedNames(dots, 9.0))
            QVERIFY(name.around().width() <= 27.0);
    }
    /// "kernel = launch" of three modes, all at the end of one dashed line.
    void oneNameOfSeveralSeriesIsWrittenOnce()
    {
        const std::vector<NamedDot> dots{{{100, 50}, "crossing", 0, Qt::blue},
                                         {{112, 56}, "crossing", 1, Qt::green},
                                         {{300, 56}, "crossing", 2, Qt::red}};
        const std::vector<DotName> names = sharedNames(dots, 9.0);
        QCOMPARE(names.size(), std::size_t{2});
        QCOMPARE(names[0].dots.size(), std::size_t{2});
        QVERIFY(!names[0].color.isValid() && names[1].color.isValid());
    }
    void otherSeriesKeepTheirNames()
    {
        const std::vector<NamedDot> dots{{{100, 50}, "own", 0, Qt::blue}, {{100, 50}, "library", 1, Qt::green}};
        QCOMPARE(sharedNames(dots, 9.0).size(), std::size_t{2});
    }
};

RIDGEPOINT_TEST(PlacementTest)
#include "label_placement_test.moc"
