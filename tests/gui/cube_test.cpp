// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/window/bottom_bar.h"
#include "tests/gui/measure_counter.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>

#include <set>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The cube under the sliders: slices, their cache, and places between the cells.
class CubeTest : public FreshFolder {
    Q_OBJECT

    static void waitForTheSlice(MainWindow& window)
    {
        QTRY_VERIFY_WITH_TIMEOUT(
            isMeasured(window, window.engine().cursor.plan()) && !window.engine().controller.running(), patienceMs);
    }

    /// The map on the screen is that of the cursor's slice, and whole.
    static void waitForTheMap(MainWindow& window)
    {
        const auto isShown = [&window] {
            const ChartWidget& map = *window.charts().map();
            return window.charts().map()->isCurrent() && map.input().snapshot
                && map.input().snapshot->plan == window.engine().cursor.plan()
                && window.charts().map()->data().measured == window.engine().cursor.plan().cellCount();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), patienceMs);
    }

    /// A first start, and then the map of operations and size through a chain of sixteen, whose third slider is depth.
    static void openAChain(WindowUnderTest& test)
    {
        test.openAndMeasure();
        test.window->engine().probe.setOn(false);
        Workload chain = test.window->engine().cursor.workload();
        chain.chainLength = 16;
        test.window->engine().cursor.setWorkload(chain);
        test.window->engine().controller.run();
        waitForTheSlice(*test.window);
    }

private slots:
    void everyPairOfDirectionsIsAMapAndTheThirdASlider_data()
    {
        QTest::addColumn<int>("experiment");
        QTest::addColumn<int>("third");
        QTest::newRow("operations and size") << int(MapKind::IntensitySize) << int(AxisKind::Depth);
        QTest::newRow("depth and size") << int(MapKind::DepthSize) << int(AxisKind::Operations);
        QTest::newRow("operations and depth") << int(MapKind::IntensityDepth) << int(AxisKind::Size);
    }
    void everyPairOfDirectionsIsAMapAndTheThirdASlider()
    {
        QFETCH(int, experiment);
        QFETCH(int, third);
        WindowUnderTest test(m_folder->path());
        openAChain(test);
        MainWindow& window = *test.window;
        RegimeMapChart& map = *window.charts().map();
        map.flush();
        QTest::keyClick(&map, Qt::Key_Plus);
        QVERIFY(map.axisRanges().current().zoomed);
        const std::vector<AxisKind> directions = map.axisRanges().kinds();
        window.engine().cursor.setMapKind(static_cast<MapKind>(experiment));
        window.engine().controller.run();
        waitForTheSlice(window);
        waitForTheMap(window);
        QCOMPARE(map.axisRanges().current().zoomed,
                 map.axisRanges().kinds() == directions); // a zoom into sizes shows nothing of depths
        const Plan before = window.engine().cursor.plan();
        QCOMPARE(before.axes.size(), std::size_t{2});
        for (const Axis& axis : before.axes)
            QVERIFY(axis.kind != static_cast<AxisKind>(third) && axis.values.size() > 1);
        QSlider* slider = window.workloadPanel().slider(static_cast<AxisKind>(third))->slider();
        QVERIFY(slider->isEnabled());
        const int steps = slider->value() < slider->maximum() ? 1 : -1;
        QTest::keyClick(slider, steps > 0 ? Qt::Key_Right : Qt::Key_Left);
        QVERIFY(window.engine().cursor.plan().base != before.base && window.engine().cursor.plan().axes == before.axes);
        waitForTheSlice(window); // by itself
        waitForTheMap(window);
    }

    void aSliceThatIsVisitedAgainMeasuresNothingTwice()
    {
        WindowUnderTest test(m_folder->path());
        openAChain(test);
        MainWindow& window = *test.window;
        QSlider* depth = window.workloadPanel().slider(AxisKind::Depth)->slider();
        MeasureCounter counter(window);
        QTest::keyClick(depth, Qt::Key_Right);
        waitForTheSlice(window);
        QVERIFY(!counter.times.empty());
        for (const auto& [workload, times] : counter.times) {
            QCOMPARE(times, 1);
            QCOMPARE(workload.fusionDepth, window.engine().cursor.workload().fusionDepth);
        }
        counter.times.clear();
        QTest::keyClick(depth, Qt::Key_Left);
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().map()->data().base.fusionDepth == 1, patienceMs);
        QTest::keyClick(depth, Qt::Key_Right);
        QTest::keyClick(depth, Qt::Key_Left);
        waitForTheMap(window);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        QVERIFY(counter.times.empty());
    }

    void samplesOfOtherModesAndPrecisionsStay()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(false);
        const Workload first = window.engine().cursor.workload();
        for (const auto& change :
             std::initializer_list<void (*)(Workload&)>{[](Workload& w) { w.launchMode = LaunchMode::Queued; },
                                                        [](Workload& w) { w.precision = Precision::Fp64; }}) {
            Workload other = first;
            change(other);
            window.engine().cursor.setWorkload(other);
            window.engine().controller.run();
            waitForTheSlice(window);
        }
        MeasureCounter counter(window);
        window.engine().cursor.setWorkload(first);
        window.engine().controller.run();
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        QVERIFY(counter.times.empty());
    }

    void aNewSliceShowsWhatLiesBetweenItsNeighboursAtOnce()
    {
        WindowUnderTest test(m_folder->path());
        openAChain(test);
        MainWindow& window = *test.window;
        Workload place = window.engine().cursor.workload();
        place.fusionDepth = 4;
        window.engine().cursor.setWorkload(place);
        window.engine().controller.onFocusChanged();
        waitForTheSlice(window);
        window.engine().controller.setPause(1000000); // what is shown now was not measured
        place.fusionDepth = 2;
        window.engine().cursor.setWorkload(place);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().feed.latest()->plan.base.fusionDepth == 2, patienceMs);
        QCOMPARE(window.engine().feed.latest()->measuredCells, std::size_t{0});
        QTRY_VERIFY_WITH_TIMEOUT(window.charts().map()->data().base.fusionDepth == 2, patienceMs);
        for (const MapCell& cell : window.charts().map()->data().cells)
            QCOMPARE(cell.state, CellState::Interpolated);
        QCOMPARE(window.charts().map()->sliceWords(), QString("interpolated between measured slices"));
    }

    void aRunOnAnotherSliceIsBrokenOffAndTakenUpWhereTheSliderIs()
    {
        WindowUnderTest test(m_folder->path(), "--rate 700"); // a slice takes a second: time to leave it
        openAChain(test);
        MainWindow& window = *test.window;
        QSlider* depth = window.workloadPanel().slider(AxisKind::Depth)->slider();
        QTest::keyClick(depth, Qt::Key_Right);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().controller.running(), patienceMs);
        MeasureCounter counter(window);
        QTRY_VERIFY_WITH_TIMEOUT(counter.times.size() > 5, patienceMs);
        QTest::keyClick(depth, Qt::Key_Right);
        waitForTheSlice(window);
        QVERIFY(!isMeasured(window, [&] {
            Plan left = window.engine().cursor.plan();
            left.base.fusionDepth = 2;
            return left;
        }()));
        QTest::keyClick(depth, Qt::Key_Left); // what was broken off is measured to its end, and nothing of it twice
        waitForTheSlice(window);
        for (const auto& [workload, times] : counter.times)
            QCOMPARE(times, 1);
    }

    void looksOverAWholeNewMapBeforeItGoesIntoAnyCorner()
    {
        WindowUnderTest test(m_folder->path(), "--rate 500");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 40, patienceMs);
        const Plan& map = window.engine().cursor.plan();
        std::set<std::int64_t> sizes;
        for (const SamplePointer& sample : window.engine().session.samples())
            sizes.insert(coordinate(sample->workload, AxisKind::Size));
        for (const Axis& axis : map.axes)
            if (axis.kind == AxisKind::Size)
                QVERIFY2(sizes.contains(axis.values.front()) && sizes.contains(axis.values.back()),
                         "its ends are among the first");
        window.engine().controller.stop();
    }

    void measuresTheNearestPlacesFirstWhereSomebodyGoes()
    {
        WindowUnderTest test(m_folder->path(), "--rate 500");
        MainWindow& window = test.openedWindow();
        std::vector<Workload> order;
        QObject::connect(&window.engine().bench, &BenchProcess::notified, &window,
                         [&](const protocol::Notification& notification) {
                             if (const auto* sample = std::get_if<protocol::SweepSample>(&notification))
                                 order.push_back(sample->sample.workload);
                         });
        QTRY_VERIFY_WITH_TIMEOUT(order.size() > 10 && window.engine().controller.running(), patienceMs);
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Size)->slider(), Qt::Key_Left);
        // After the cells of before the focus arrived, however many, those of the cursor's line come one after the
        // other.
        const auto endOfTheLine = [&]() -> std::size_t {
            const Workload line = moved(window.engine().cursor.workload(), AxisKind::Operations, 1);
            for (std::size_t i = 0, together = 0; i < order.size(); ++i) {
                together = moved(order[i], AxisKind::Operations, 1) == line ? together + 1 : 0;
                if (together == 15)
                    return i;
            }
            return 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(endOfTheLine() > 0, patienceMs);
        QVERIFY2(endOfTheLine() < window.engine().cursor.plan().cellCount() / 2,
                 qPrintable(QString::number(endOfTheLine())));
        window.engine().controller.stop();
    }

    void aClickBetweenTwoPointsOfACurveMeasuresExactlyThere()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(false);
        CurvesChart* curves = window.charts().curves();
        curves->flush();
        const std::size_t before = window.engine().session.samples().size();
        const QRect plot = curves->axisRect(0)->rect();
        // Low in the runtime plot, on the right, there are no points; 40 pixels from the rim lies no value of the
        // slider.
        std::set<std::int64_t> values(window.engine().cursor.axis(AxisKind::Operations).values.begin(),
                                      window.engine().cursor.axis(AxisKind::Operations).values.end());
        int x = plot.right() - 40;
        const auto at = [&](int pixel) {
            return std::llround(curves->axisRect(0)->axis(QCPAxis::atBottom)->pixelToCoord(pixel));
        };
        while (values.contains(at(x)))
            --x;
        const std::int64_t wanted = at(x);
        clickAt(curves, {x, plot.bottom() - 8});
        Workload there = window.engine().cursor.workload();
        there.operationsPerElement = wanted;
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", there) != nullptr, patienceMs);
        QVERIFY(window.engine().session.samples().size() > before);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().cursor.point() == there, patienceMs);
        test.waitForViews();
        QTRY_VERIFY_WITH_TIMEOUT(window.inspector().headline()->text().contains("bound", Qt::CaseInsensitive),
                                 patienceMs);
        // A roof that comes in leaves the place picked, though the slider stands at its neighbour.
        const RoofSet roofs = *window.engine().cursor.roofs();
        window.engine().session.putRoof("cpu", roofs.threads, roofs.roofs.front(), roofs.levels);
        QVERIFY(window.engine().cursor.point() == there);
    }

    void aClickOnAPointAndEnterMeasureItAgain()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(false);
        RegimeMapChart* map = window.charts().map();
        map->flush();
        MeasureCounter counter(window);
        clickAt(map, {map->width() / 2, map->height() / 2});
        const Workload cell = window.engine().cursor.workload();
        QTRY_VERIFY_WITH_TIMEOUT(counter.times[cell] == 1, patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        map->setFocus();
        QTest::keyClick(map, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(counter.times[cell] == 2, patienceMs);
    }

    void aClickIntoAnEmptyMapMeasuresThatCell()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(false);
        test.surroundings.linePauseMs = 1;
        window.engine().controller.setPause(1000000);
        Workload other = window.engine().cursor.workload();
        other.operation = Operation::Exp;
        window.engine().cursor.setWorkload(other);
        RegimeMapChart* map = window.charts().map();
        QTRY_VERIFY_WITH_TIMEOUT(map->data().base.operation == Operation::Exp && map->data().measured == 0, patienceMs);
        map->flush();
        clickAt(map, {map->width() / 2, map->height() / 2});
        const Workload cell = window.engine().cursor.workload();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", cell) != nullptr, patienceMs);
    }

    void sharpensTheMapWhileNothingElseIsAsked()
    {
        WindowUnderTest test(m_folder->path(), "--rate 20000 --unsettled 1");
        test.surroundings.linePauseMs = 1000000; // not before the test has looked
        MainWindow& window = test.measuredWindow();
        const auto isOpen = [&] {
            for (std::size_t i = 0; i < window.engine().cursor.plan().cellCount(); ++i)
                if (window.engine()
                        .session.find("cpu", window.engine().cursor.plan().cell(i))
                        ->flags.has(Flag::IntervalNotReached))
                    return true;
            return false;
        };
        QVERIFY(isOpen());
        QVERIFY2(window.engine().probe.isOn() && window.engine().probe.isOffered(),
                 "what nobody asked for leaves time");
        window.engine().controller.setPause(1);
        QTRY_VERIFY_WITH_TIMEOUT(!isOpen(), patienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        QVERIFY(window.engine().probe.isOn());
    }

    void sharpensNothingBesideAProbeThatSomebodyMoves()
    {
        WindowUnderTest test(m_folder->path(), "--rate 1500 --unsettled 4");
        test.surroundings.linePauseMs = 1000000; // not by itself, for now
        MainWindow& window = test.measuredWindow();
        QVERIFY(window.engine().probe.isOffered());
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.isOn() && !window.engine().probe.isOffered(), patienceMs);
        window.engine().controller.setPause(1);
        window.engine().controller.onFocusChanged();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().probe.history().updatesHere() > 5, patienceMs);
        QVERIFY2(!window.engine().controller.running(), "the probe has the time between");
        window.engine().probe.setOn(false);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().controller.progress().what == MeasureProgress::What::Sharpen,
                                 patienceMs);
        QTest::keyClick(&window, Qt::Key_L, Qt::ControlModifier); // asked for: it takes the time at once
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running() && window.engine().probe.isOn(), patienceMs);
        window.engine().probe.setOn(false);
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().controller.progress().what == MeasureProgress::What::Sharpen,
                                 patienceMs);
    }
};

RIDGEPOINT_GUI_TEST(CubeTest)
#include "cube_test.moc"
