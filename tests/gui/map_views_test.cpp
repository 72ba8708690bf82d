// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/presenter_mode.h"
#include "app/desktop/views/map_views.h"
#include "tests/gui/explore_support.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QMenuBar>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// What the regime map shows, by menu, keys and box; its lines and its legend; and that a session keeps the choice.
class MapViewsTest : public FreshFolder {
    Q_OBJECT

    static QComboBox* boxOf(MainWindow& window)
    {
        for (QComboBox* box : window.charts().findChildren<QComboBox*>())
            if (box->accessibleName() == QStringLiteral("What the map shows"))
                return box;
        return nullptr;
    }

    static int checkedViews(MainWindow& window)
    {
        int count = 0;
        for (const MapView view : {MapView::Regime, MapView::Residual, MapView::Runtime, MapView::Roof})
            count += window.mapViews().action({view, Regime::Memory})->isChecked();
        for (const Regime share : {Regime::Memory, Regime::Compute, Regime::Overhead})
            count += window.mapViews().action({MapView::Share, share})->isChecked();
        return count;
    }

private slots:
    void keysChooseWhatTheMapShows_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("view");
        QTest::addColumn<int>("share");
        QTest::newRow("residual") << int(Qt::Key_2) << int(MapView::Residual) << int(Regime::Memory);
        QTest::newRow("share of memory") << int(Qt::Key_3) << int(MapView::Share) << int(Regime::Memory);
        QTest::newRow("share of compute") << int(Qt::Key_4) << int(MapView::Share) << int(Regime::Compute);
        QTest::newRow("share of overhead") << int(Qt::Key_5) << int(MapView::Share) << int(Regime::Overhead);
        QTest::newRow("runtime") << int(Qt::Key_6) << int(MapView::Runtime) << int(Regime::Memory);
        QTest::newRow("achieved over roof") << int(Qt::Key_7) << int(MapView::Roof) << int(Regime::Memory);
    }
    void keysChooseWhatTheMapShows()
    {
        QFETCH(int, key);
        QFETCH(int, view);
        QFETCH(int, share);
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.openedWindow();
        QTest::keyClick(&window, static_cast<Qt::Key>(key), Qt::ControlModifier);
        const MapChoice wanted{static_cast<MapView>(view), static_cast<Regime>(share)};
        QCOMPARE(window.charts().map()->view(), wanted.view);
        if (wanted.view == MapView::Share)
            QCOMPARE(window.charts().map()->choice().share, wanted.share);
        QVERIFY(window.mapViews().action(wanted)->isChecked());
        QCOMPARE(checkedViews(window), 1);
        QTest::keyClick(&window, static_cast<Qt::Key>(key), Qt::ControlModifier); // once more changes nothing
        QCOMPARE(window.charts().map()->view(), wanted.view);
        QCOMPARE(checkedViews(window), 1);
        QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(window.charts().map()->view(), MapView::Regime);
    }

    void theTabOfTheMapComesToTheFront()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow({1366, 768});
        ChartArea& charts = window.charts();
        charts.showPage(ChartArea::Page::Curves);
        QVERIFY(!charts.map()->isVisible());
        QTest::keyClick(&window, Qt::Key_6, Qt::ControlModifier);
        QCOMPARE(charts.map()->view(), MapView::Runtime);
        QVERIFY(charts.map()->isVisible() && charts.page() == ChartArea::Page::Charts);
        charts.showPage(ChartArea::Page::Table);
        QTest::keyClick(&window, Qt::Key_F6);
        QVERIFY(charts.map()->isVisible() && window.mapViews().runtimeLines()->isChecked());
        window.resize(1024, 768);
        QTRY_VERIFY_WITH_TIMEOUT(!charts.map()->isVisible(), patienceMs); // the roofline has the tab to itself
        QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
        QVERIFY(charts.map()->isVisible() && charts.page() == ChartArea::Page::Map);
    }

    void boxAndMenuFollowEachOther()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.openedWindow();
        QComboBox* box = boxOf(window);
        QVERIFY(box != nullptr);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End); // the last one, runtime
        QVERIFY(window.mapViews().action({MapView::Runtime, Regime::Memory})->isChecked());
        // By mouse, in the menu.
        QMenu* menu = window.actions_().viewMenu();
        menu->popup(window.mapToGlobal(QPoint(10, 10)));
        QAction* compute = window.mapViews().action({MapView::Share, Regime::Compute});
        clickAt(menu, menu->actionGeometry(compute).center());
        QCOMPARE(window.charts().map()->view(), MapView::Share);
        QVERIFY(box->currentText().contains(QStringLiteral("compute")));
        QCOMPARE(checkedViews(window), 1);
    }

    void linesOfEqualRuntimeAndShareComeAndGo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        RegimeMapChart* map = window.charts().map();
        QVERIFY(map->isoLines().empty());
        const QImage before = map->grab().toImage();
        QTest::keyClick(&window, Qt::Key_F6);
        map->flush();
        QVERIFY(map->isoLines().size() >= 2);
        QVERIFY(window.mapViews().runtimeLines()->isChecked());
        QVERIFY(map->grab().toImage() != before);
        QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
        QTest::keyClick(&window, Qt::Key_F7);
        map->flush();
        QVERIFY(!window.mapViews().runtimeLines()->isChecked() && window.mapViews().shareLines()->isChecked());
        QCOMPARE(map->iso(), (IsoChoice{IsoLines::Share, Regime::Compute}));
        for (const IsoLine& line : map->isoLines())
            QVERIFY(line.value > 0.0 && line.value < 1.0);
        QTest::keyClick(&window, Qt::Key_5, Qt::ControlModifier); // the lines follow the share that is shown
        QCOMPARE(map->iso().share, Regime::Overhead);
        QTest::keyClick(&window, Qt::Key_F7);
        map->flush();
        QVERIFY(map->isoLines().empty() && !window.mapViews().shareLines()->isChecked());
    }

    void theTriangleMarksTheSelectedAndTheHoveredCell()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.engine().probe.setOn(false);
        RegimeMapChart* map = window.charts().map();
        map->flush();
        const auto key = map->triangle();
        QVERIFY(key.has_value());
        // Two cells that lie far apart in the triangle.
        const auto placeOf = [&](Regime regime) {
            for (const MapCell& cell : map->data().cells)
                if (cell.shares && cell.state == CellState::Measured && cell.shares->of(regime) > 0.9)
                    return std::pair{map->input().snapshot->samples[cell.index].workload, *key->place(*cell.shares)};
            return std::pair{Workload{}, QPointF()};
        };
        const auto [memory, memoryPlace] = placeOf(Regime::Memory);
        const auto [compute, computePlace] = placeOf(Regime::Compute);
        QVERIFY(QLineF(memoryPlace, computePlace).length() > 20.0);
        const auto around = [&](QPointF place) {
            const double scale = map->devicePixelRatioF();
            return map->grab().toImage().copy(QRectF((place - QPointF(6, 6)) * scale, QSizeF(12, 12) * scale).toRect());
        };
        map->set(&ChartInput::selected, memory);
        map->flush();
        const QImage unmarked = around(computePlace);
        hoverAt(map, pixelOf(*map, compute));
        QVERIFY(around(computePlace) != unmarked);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(map, &leave);
        QCOMPARE(around(computePlace), unmarked);
        map->setFocus(); // by keyboard the selection moves, and its mark with it
        const QImage marked = around(memoryPlace);
        map->set(&ChartInput::selected, compute);
        map->flush();
        QVERIFY(around(memoryPlace) != marked);
        QVERIFY(around(computePlace) != unmarked);
        QTest::keyClick(&window, Qt::Key_6, Qt::ControlModifier);
        QVERIFY(!map->triangle()); // a scale stands in its place
    }

    void keysWorkWhilePresentingToo()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_F11);
        QVERIFY(window.exploration().presenter().active());
        QTest::keyClick(&window, Qt::Key_PageDown);
        QTRY_COMPARE_WITH_TIMEOUT(window.charts().alone(), static_cast<ChartWidget*>(window.charts().map()),
                                  patienceMs);
        QTest::keyClick(&window, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(window.charts().map()->view(), MapView::Residual);
        QTest::keyClick(&window, Qt::Key_F6);
        QCOMPARE(window.charts().map()->iso().lines, IsoLines::Runtime);
    }

    void aSessionKeepsViewAndLines()
    {
        const QString path = m_folder->filePath(QStringLiteral("kept.ridge"));
        {
            WindowUnderTest test(m_folder->path());
            MainWindow& window = test.measuredWindow();
            QTest::keyClick(&window, Qt::Key_5, Qt::ControlModifier);
            QTest::keyClick(&window, Qt::Key_F7);
            QSignalSpy saved(&window.engine().store, &SessionStore::saved);
            window.engine().store.saveAs(path);
            QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, patienceMs);
            QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
            QTest::keyClick(&window, Qt::Key_F7);
        }
        WindowUnderTest test(m_folder->path());
        test.options.session = path;
        MainWindow& window = test.openedWindow();
        QTRY_COMPARE_WITH_TIMEOUT(window.charts().map()->choice(), (MapChoice{MapView::Share, Regime::Overhead}),
                                  patienceMs);
        QCOMPARE(window.charts().map()->iso(), (IsoChoice{IsoLines::Share, Regime::Overhead}));
        QVERIFY(window.mapViews().action({MapView::Share, Regime::Overhead})->isChecked());
        QVERIFY(window.mapViews().shareLines()->isChecked());
        window.mapViews().restore("{\"map_view\":\"mood\",\"map_iso_lines\":7}"); // of a damaged file nothing is taken
        QCOMPARE(window.charts().map()->choice(), (MapChoice{MapView::Share, Regime::Overhead}));
    }
};

RIDGEPOINT_GUI_TEST(MapViewsTest)
#include "map_views_test.moc"
