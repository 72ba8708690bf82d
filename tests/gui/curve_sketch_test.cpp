// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/curve_sketch.h"
#include "tests/support/test_main.h"

#include <QTest>

#include <cmath>

using namespace ridgepoint;

namespace {

const std::vector<double> octaves{2.0, 4.0, 8.0, 16.0};

} // namespace

/// A curve that is drawn by mouse or keys, without a chart.
class CurveSketchTest : public test::Case {
    Q_OBJECT
private slots:
    void whatTheMousePassesOverIsDrawnAnew()
    {
        CurveSketch sketch;
        sketch.beginStroke();
        for (const double x : {1.0, 2.0, 4.0, 8.0})
            sketch.draw({x, 1.0});
        sketch.draw({2.0, 5.0}); // back over 4
        QCOMPARE(sketch.curve(), (std::vector<CurvePlace>{{1.0, 1.0}, {2.0, 5.0}, {8.0, 1.0}}));
        QCOMPARE(sketch.hand().value(), (CurvePlace{2.0, 5.0}));
        // A new stroke passes over nothing on its way there.
        sketch.beginStroke();
        sketch.draw({16.0, 3.0});
        QCOMPARE(sketch.curve().size(), std::size_t{4});
        QCOMPARE(sketch.marks(1).lines.front().back(), (PlotPlace{1, 16.0, 3.0}));
        QVERIFY(!sketch.marks(1).place);
    }
    void aStrokeOrAPointIsTakenBack()
    {
        CurveSketch sketch;
        QVERIFY(!sketch.undo() && !sketch.canUndo());
        sketch.beginStroke();
        sketch.draw({1.0, 1.0});
        QCOMPARE(sketch.marks(0).place.value(), (PlotPlace{0, 1.0, 1.0})); // a line of one place is none
        sketch.draw({4.0, 2.0});
        const auto stroke = sketch.curve();
        sketch.beginStroke();
        sketch.draw({8.0, 4.0});
        QVERIFY(sketch.undo());
        QCOMPARE(sketch.curve(), stroke);
        sketch.beginStroke(); // in which nothing is drawn
        QVERIFY(sketch.undo() && sketch.empty() && !sketch.canUndo());
    }
    void aCurveBeginsWhereItIsTold()
    {
        CurveSketch sketch(CurvePlace{1.0, 1.0});
        QCOMPARE(sketch.marks(0).place.value(), (PlotPlace{0, 1.0, 1.0}));
        sketch.beginStroke();
        sketch.draw({0.9, 7.0});
        QVERIFY(sketch.empty() && !sketch.canUndo());
        sketch.draw({4.0, 2.0});
        QCOMPARE(sketch.curve(), (std::vector<CurvePlace>{{1.0, 1.0}, {4.0, 2.0}}));
    }
    void aCurveEndsWhereItIsTold()
    {
        CurveSketch sketch(CurvePlace{1.0, 1.0}, 16.0);
        sketch.beginStroke();
        sketch.draw({40.0, 2.0});
        QCOMPARE(sketch.curve().back(), (CurvePlace{16.0, 2.0}));
    }
    void keysMoveTheCurveFromTheHandOn()
    {
        CurveSketch sketch(CurvePlace{1.0, 1.0});
        sketch.move(Qt::Key_Right, octaves, 1.0);
        QCOMPARE(sketch.curve().size(), octaves.size() + 1);
        QCOMPARE(sketch.hand().value(), (CurvePlace{4.0, 1.0}));
        sketch.move(Qt::Key_Right, octaves, 1.0); // which draws nothing, and is no step
        for (int i = 0; i < 6; ++i)
            sketch.move(Qt::Key_Up, octaves, 1.0);
        QCOMPARE(sketch.curve()[2], (CurvePlace{4.0, 1.0}));
        QVERIFY(std::abs(sketch.curve()[3].value - 2.0) < 1e-9 && std::abs(sketch.curve()[4].value - 2.0) < 1e-9);
        QCOMPARE(sketch.marks(0).place->x, 8.0);
        for (int i = 0; i < 6; ++i)
            QVERIFY(sketch.undo());
        QCOMPARE(sketch.curve()[4].value, 1.0);
        QVERIFY(sketch.undo() && sketch.empty() && !sketch.hand());
    }
    void keysKeepItOnItsAxis()
    {
        CurveSketch sketch(CurvePlace{1.0, 1.0});
        for (int i = 0; i < 50; ++i)
            sketch.move(Qt::Key_Up, octaves, 1.0, Interval{0.5, 32.0});
        QCOMPARE(sketch.curve().back().value, 32.0);
        for (int i = 0; i < 100; ++i)
            sketch.move(Qt::Key_Down, octaves, 1.0, Interval{0.5, 32.0});
        QCOMPARE(sketch.curve().back().value, 0.5);
    }
};

RIDGEPOINT_TEST(CurveSketchTest)
#include "curve_sketch_test.moc"
