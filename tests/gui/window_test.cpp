// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/charts/draw/curves_chart.h"
#include "app/charts/draw/regime_map_chart.h"
#include "app/charts/draw/roofline_chart.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/point_facts.h"
#include "app/desktop/lessons/lesson_commands.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/views/sample_table.h"
#include "app/desktop/window/bottom_bar.h"
#include "app/desktop/window/tool_bar.h"
#include "core/analysis/analyse.h"
#include "tests/gui/window_support.h"

#include <QAbstractButton>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QTableView>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The window by mouse and keyboard over a bench that behaves.
class WindowTest : public FreshFolder {
    Q_OBJECT

private slots:
    void measuresRoofsMapAndLineAtTheFirstStartWithoutAClick()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        const RoofSet* roofs = window.engine().cursor.roofs();
        QVERIFY(roofs != nullptr && roofs->find("bandwidth.dram") != nullptr
                && roofs->find("compute.fp32.fma") != nullptr);
        for (std::size_t i = 0; i < window.engine().cursor.plan().cellCount(); ++i)
            QVERIFY(window.engine().session.find("cpu", window.engine().cursor.plan().cell(i)));
        QVERIFY(window.strip().text().contains("ridge"));
        QCOMPARE(window.charts().map()->input().snapshot->generation, window.engine().feed.latest()->generation);
        // The inspector's turn to be painted comes after the charts'.
        QTRY_VERIFY_WITH_TIMEOUT(window.inspector().headline()->text().contains("bound", Qt::CaseInsensitive),
                                 patienceMs);
    }

    void startsBeyondTheLastKneeAndInsideTheMap()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        const RoofSet* roofs = test.window->engine().cursor.roofs();
        QVERIFY(roofs != nullptr);
        const MemoryLevel* level = roofs->levelFor(
            Bytes(static_cast<double>(test.window->engine().cursor.workload().elements) * 4.0));
        QVERIFY(level != nullptr);
        QCOMPARE(level->name, std::string("dram"));
        const auto facts = factsOf(test.window->engine().cursor.point(), test.window->engine().feed.latest(),
                                   test.window->engine().session.lookup("cpu"));
        QVERIFY(facts.analysis && !facts.analysis->flags.has(Flag::Edge));
    }

    void stopsAndRunsByF5()
    {
        WindowUnderTest test(m_folder->path(), "--rate 200 --endless");
        MainWindow& window = test.openedWindow();
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > 5, patienceMs);
        QVERIFY(window.engine().controller.running());
        QTest::keyClick(&window, Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        const std::size_t known = window.engine().session.samples().size();
        QTest::keyClick(&window, Qt::Key_F5);
        QVERIFY2(!window.strip().text().contains("are measured"), qPrintable(window.strip().text()));
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.samples().size() > known, patienceMs);
        QVERIFY(window.engine().controller.running());
        QVERIFY(window.bottomBar().progressText().contains("map", Qt::CaseInsensitive));
    }

    void movesTheSliderByKeysAndTheViewsFollow()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QSlider* slider = window.workloadPanel().slider(AxisKind::Operations)->slider();
        const Workload before = window.engine().cursor.workload();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        const Workload after = window.engine().cursor.workload();
        QVERIFY(after.operationsPerElement > before.operationsPerElement);
        for (const ChartWidget* chart : std::initializer_list<const ChartWidget*>{
                 window.charts().roofline(), window.charts().map(), window.charts().curves()})
            QVERIFY(chart->input().cursor == after && chart->input().selected == after);
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(window.engine().cursor.workload().operationsPerElement, 512);
        QCOMPARE(window.inspector().headline()->text(), QStringLiteral("Compute-bound"));
    }

    void movesTheSliderByTheMouse()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        QSlider* slider = test.window->workloadPanel().slider(AxisKind::Size)->slider();
        clickAt(slider, {8, slider->height() / 2});
        QCOMPARE(test.window->engine().cursor.workload().elements, 1);
        QCOMPARE(test.window->inspector().headline()->text(), QStringLiteral("Overhead-bound"));
    }

    void measuresALineThatIsMissingAfterAPause()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        Workload other = window.engine().cursor.workload();
        other.chainLength = 4;
        window.engine().cursor.setWorkload(other);
        window.engine().controller.run();
        QTRY_VERIFY_WITH_TIMEOUT(!window.engine().controller.running(), patienceMs);
        other.fusionDepth = 4;
        QVERIFY(!window.engine().session.find("cpu", other));
        // As somebody chooses it in the box; chosen by the program it asks for nothing.
        window.charts().chooseCurvesAxis(AxisKind::Depth);
        for (QComboBox* box : window.charts().findChildren<QComboBox*>())
            if (box->currentData().toInt() == static_cast<int>(AxisKind::Depth)
                && box->accessibleName().contains("Axis of the sweep"))
                emit box->activated(box->currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(window.engine().session.find("cpu", other), patienceMs);
    }

    void linksAClickInTheMapWithSlidersTableAndInspector()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.actions_().table->trigger();
        RegimeMapChart* map = window.charts().map();
        map->flush();
        const Workload before = window.engine().cursor.workload();
        // Clicked until the map is laid out in its new, smaller place.
        QTRY_VERIFY_WITH_TIMEOUT(
            (clickAt(map, {map->width() / 2, map->height() / 2}), window.engine().cursor.workload() != before),
            patienceMs);
        const Workload after = window.engine().cursor.workload();
        QCOMPARE(window.workloadPanel().slider(AxisKind::Size)->slider()->value(),
                 static_cast<int>(std::find(window.engine().cursor.axis(AxisKind::Size).values.begin(),
                                            window.engine().cursor.axis(AxisKind::Size).values.end(), after.elements)
                                  - window.engine().cursor.axis(AxisKind::Size).values.begin()));
        const QModelIndexList rows = window.table().view()->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(window.table().view()->model());
        QVERIFY(window.table().model()->sampleAt(proxy->mapToSource(rows[0]).row()).workload == after);
    }

    void linksARowOfTheTableWithTheCharts()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        window.actions_().table->trigger();
        const auto* rows = qobject_cast<const ShownSamples*>(window.table().view()->model());
        window.table().view()->setCurrentIndex(rows->index(3, 0));
        const Workload row = window.table().model()->sampleAt(rows->sampleRow(3)).workload;
        QVERIFY(window.engine().cursor.point() == row);
        QVERIFY(window.charts().roofline()->input().selected == row);
        QVERIFY(window.charts().curves()->input().selected == row);
    }

    void filtersSortsAndCopiesTheTable()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        SampleTable& table = test.window->table();
        QTest::keyClick(test.window.get(), Qt::Key_T, Qt::ControlModifier);
        QVERIFY(table.isVisible());
        const int all = table.view()->model()->rowCount();
        table.filter()->setText("overhead");
        QTRY_VERIFY_WITH_TIMEOUT(table.view()->model()->rowCount() > 0, patienceMs); // regimes come with the analysis
        QVERIFY(table.view()->model()->rowCount() < all);
        table.view()->sortByColumn(SampleTableModel::TimeColumn, Qt::DescendingOrder);
        double last = 1e9;
        const auto* rows = qobject_cast<const ShownSamples*>(table.view()->model());
        for (int row = 0; row < rows->rowCount(); ++row) {
            const double time = table.model()->number(rows->sampleRow(row), SampleTableModel::TimeColumn);
            QVERIFY(time <= last);
            last = time;
        }
        const int shown = table.view()->model()->rowCount();
        const auto copiedLines = [] {
            return QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts).size();
        };
        table.view()->clearSelection();
        test.window->actions_().copyRows->trigger(); // nothing is picked: all that the filter leaves
        QCOMPARE(copiedLines(), 1 + shown);
        QCOMPARE(test.window->strip().text(), QStringLiteral("%1 of %2 rows copied.").arg(shown).arg(all));
        table.view()->selectRow(0);
        test.window->actions_().copyRows->trigger();
        const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[1].count('\t'), SampleTableModel::ColumnCount - 1);
        QCOMPARE(test.window->strip().text(), QStringLiteral("1 of %1 rows copied.").arg(all));
        table.filter()->setText("no such words");
        test.window->actions_().copyRows->trigger();
        QVERIFY2(test.window->strip().text().contains("the filter leaves no row"),
                 qPrintable(test.window->strip().text()));
        table.filter()->clear();
        table.view()->clearSelection();
        test.window->actions_().copyRows->trigger();
        QVERIFY2(test.window->strip().text().contains("select rows"), qPrintable(test.window->strip().text()));
    }

    void reopensTheLastSessionWithoutMeasuring()
    {
        std::size_t known = 0;
        Workload place;
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            QTest::keyClick(test.window->workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
            QTRY_VERIFY_WITH_TIMEOUT(!test.window->engine().controller.running(), patienceMs);
            known = test.window->engine().session.samples().size();
            place = test.window->engine().cursor.workload();
            test.window->close();
        }
        WindowUnderTest test(m_folder->path());
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->engine().bench.state() == BenchState::Ready, patienceMs);
        test.waitForViews();
        QVERIFY(!test.window->engine().controller.running());
        QCOMPARE(test.window->engine().session.samples().size(), known);
        QVERIFY(test.window->engine().cursor.workload() == place);
    }

    void changesTheThemeAtOnce()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        QTest::keyClick(test.window.get(), Qt::Key_3, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(test.window->charts().roofline()->theme().dark);
        QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::darkTheme().window);
        QTest::keyClick(test.window.get(), Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(!test.window->charts().roofline()->theme().dark);
    }

    void enlargesTheTextOfWindowAndChartsAndRemembersIt()
    {
        const auto pixels = [](const WindowUnderTest& test) {
            return test.window->charts().roofline()->theme().fontPixels;
        };
        int large = 0;
        {
            WindowUnderTest test(m_folder->path());
            test.open({1920, 1080});
            const int small = pixels(test);
            const int smallWords = QFontInfo(test.window->inspector().headline()->font()).pixelSize();
            for (int i = 0; i < 3; ++i)
                test.window->actions_().largerText->trigger();
            large = pixels(test);
            QVERIFY(large > small);
            QVERIFY(QFontInfo(test.window->inspector().headline()->font()).pixelSize() > smallWords);
            QVERIFY(test.window->charts().room() != ChartArea::Room::Wide); // what no longer fits becomes a tab
            test.window->close();
        }
        WindowUnderTest test(m_folder->path());
        test.open({1920, 1080});
        QCOMPARE(pixels(test), large);
        for (int i = 0; i < 9; ++i)
            test.window->actions_().smallerText->trigger();
        QCOMPARE(pixels(test), Theme::light().fontPixels);
    }

    void tellsScreenReadersThePointAndTheWayToTheTable()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        for (ChartWidget* chart : std::initializer_list<ChartWidget*>{
                 test.window->charts().roofline(), test.window->charts().map(), test.window->charts().curves()}) {
            chart->flush();
            QTRY_VERIFY2(chart->accessibleDescription().contains("8 fma")
                             && chart->accessibleDescription().contains("Ctrl+T"),
                         qPrintable(chart->accessibleDescription()));
            QTest::keyClick(test.window->workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
            chart->flush();
            QTRY_VERIFY(chart->accessibleDescription().contains("10 fma"));
            QTest::keyClick(test.window->workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Left);
        }
    }

    void keepsChartsReadableInASmallWindow()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow({1366, 768});
        QVERIFY(window.charts().room() == ChartArea::Room::Compact);
        QVERIFY(!window.strip().text().isEmpty());
        QCOMPARE(window.size(), QSize(1366, 768)); // neither the strip nor anything else pushes the bar off the screen
        QVERIFY(window.bottomBar().mapTo(&window, QPoint(0, window.bottomBar().height())).y() <= 768);
        QVERIFY(window.charts().curves()->isVisible()); // the first step of the tour speaks of them
        window.charts().showPage(ChartArea::Page::Charts);
        QVERIFY(!window.charts().curves()->isVisible());
        for (const QWidget* chart :
             std::initializer_list<const QWidget*>{window.charts().roofline(), window.charts().map()})
            QTRY_VERIFY2(chart->isVisible() && chart->width() >= 360 && chart->height() >= 260,
                         qPrintable(QStringLiteral("%1 x %2").arg(chart->width()).arg(chart->height())));
        window.charts().showPage(ChartArea::Page::Curves);
        QVERIFY(window.charts().curves()->isVisible() && !window.charts().map()->isVisible());
        const int narrow = window.charts().width();
        QTest::keyClick(&window, Qt::Key_F9);
        QTRY_VERIFY(window.charts().width() > narrow);
        QTest::keyClick(&window, Qt::Key_F9);
        window.resize(1024, 768);
        window.charts().showPage(ChartArea::Page::Map);
        QTRY_VERIFY(window.charts().map()->isVisible() && !window.charts().roofline()->isVisible());
        QCOMPARE(window.size(), QSize(1024, 768));
        QTRY_VERIFY(window.inspector().mapTo(&window, QPoint(window.inspector().width(), 0)).x() <= 1024);
        QTRY_VERIFY(window.charts().map()->width() >= 360 && window.charts().map()->height() >= 260);
        QVERIFY(window.charts().map()->mapTo(&window.charts(), QPoint()).x() < 18); // its card's margin alone
        window.resize(1700, 1000);
        QTRY_VERIFY(window.charts().curves()->isVisible() && window.charts().map()->isVisible());
    }

    void theRooflineNamesTheSizeThatItShows()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        ChartArea& charts = test.window->charts();
        const auto tellsOfAnother = [&charts] {
            const auto labels = charts.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [](const QLabel* label) { return label->text().startsWith("nearest measured: "); });
        };
        QVERIFY(!tellsOfAnother());
        // As in a first look, which begins with few sizes.
        auto few = std::make_shared<Snapshot>(*test.window->engine().feed.latest());
        const std::int64_t here = test.window->engine().cursor.workload().elements;
        std::erase_if(few->samples, [here](const Sample& sample) { return sample.workload.elements == here; });
        few->points = analyse(few->samples, few->roofs, few->device.kind);
        charts.roofline()->set(&ChartInput::snapshot, SnapshotPointer(few));
        charts.setWarning({}); // the words are made anew
        QVERIFY(tellsOfAnother());
    }

    void cutsNothingWithTheLargestTextInASmallWindow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("the projector's") << QSize(1366, 746);
        QTest::newRow("a netbook's") << QSize(1024, 578);
        QTest::newRow("the smallest") << QSize(880, 540);
    }
    void cutsNothingWithTheLargestTextInASmallWindow()
    {
        QFETCH(QSize, size);
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow(size);
        for (int i = 0; i < 9; ++i)
            window.actions_().largerText->trigger();
        const auto nothingIsCut = [&] {
            for (const QPushButton* button : window.toolBar().findChildren<QPushButton*>())
                if (button->isVisible()
                    && (button->width() < button->sizeHint().width()
                        || button->mapTo(&window, QPoint(button->width(), 0)).x() > window.width()))
                    return false;
            return window.toolBar().runButton()->isVisible() && window.size() == size
                && window.bottomBar().mapTo(&window, QPoint(0, window.bottomBar().height())).y() <= window.height();
        };
        QTRY_VERIFY(nothingIsCut());
        QTest::keyClick(&window, Qt::Key_F9); // the panels in place of the charts
        QTRY_VERIFY(window.workloadPanel().isVisible() && !window.charts().isVisible());
        QTRY_VERIFY(nothingIsCut());
        QTRY_VERIFY(window.inspector().mapTo(&window, QPoint()).x()
                        - window.workloadPanel().mapTo(&window, QPoint(window.workloadPanel().width(), 0)).x()
                    < 60);
        window.strip().tell(Severity::Error, QStringLiteral("A fault."));
        QTRY_VERIFY(window.strip().isVisible()); // also where the charts are not
        QTest::keyClick(&window, Qt::Key_F9);
        QTRY_VERIFY(window.charts().isVisible() && window.strip().isVisible());
        for (int i = 0; i < 9; ++i)
            window.actions_().smallerText->trigger();
        QTRY_VERIFY(nothingIsCut());
    }

    void aFirstWindowFitsItsScreen()
    {
        const MainWindow window(Options{}, WindowSurroundings{.autosaveFolder = m_folder->path(), .deadlines = {}});
        const QSize screen = QGuiApplication::primaryScreen()->availableGeometry().size();
        QVERIFY(screen.width() < 1600 && screen.height() < 980); // or this test shows nothing
        QCOMPARE(window.height(), std::max(window.minimumHeight(), screen.height() - 48));
        QCOMPARE(window.width(), std::max(window.minimumWidth(), screen.width() - 16));
    }

    void lessonsAndLecturesOfOnesOwnAreOpenedInOneMenu()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        QAction* lesson = test.window->actions_().openLesson;
        for (const QAction* menu : test.window->menuBar()->actions()) {
            const QList<QAction*> actions = menu->menu()->actions();
            const qsizetype at = actions.indexOf(lesson);
            QCOMPARE(at >= 0, menu->text() == QStringLiteral("&Lessons"));
            if (at >= 0)
                QCOMPARE(actions.value(at + 1)->text(), QStringLiteral("&Open lecture…"));
        }
    }

    void givesEveryActionAShortcutOfItsOwnAndAToolTip()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        QSet<QString> seen;
        constexpr std::size_t digits = 9; // of the lessons the others are chosen in the menu
        const std::vector<QAction*>& lessons = test.window->findChild<LessonCommands*>()->actions();
        for (const QAction* menu : test.window->menuBar()->actions()) {
            QSet<QChar> letters; // of the underlined ones in this menu
            for (const QAction* action : menu->menu()->actions()) {
                if (const auto at = action->text().indexOf(QLatin1Char('&')); at >= 0) {
                    QVERIFY2(!letters.contains(action->text()[at + 1].toLower()), qPrintable(action->text()));
                    letters.insert(action->text()[at + 1].toLower());
                }
                if (action->isSeparator() || action->menu() != nullptr)
                    continue;
                if (std::find(lessons.begin() + digits, lessons.end(), action) != lessons.end()) {
                    QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->text()));
                    continue;
                }
                QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
                QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->text()));
                QVERIFY2(!seen.contains(action->shortcut().toString()), qPrintable(action->text()));
                seen.insert(action->shortcut().toString());
            }
        }
        QVERIFY(seen.size() > 15);
    }

    void givesEveryControlAnAccessibleName()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        for (const QWidget* control : test.window->findChildren<QWidget*>()) {
            const bool isControl = qobject_cast<const QAbstractButton*>(control)
                                || qobject_cast<const QComboBox*>(control) || qobject_cast<const QSlider*>(control)
                                || qobject_cast<const QTableView*>(control)
                                || qobject_cast<const ChartWidget*>(control);
            const bool isOwn = isControl && !control->objectName().startsWith("qt_")
                            && control->focusPolicy() != Qt::NoFocus && !control->isHidden();
            if (isOwn)
                QVERIFY2(!control->accessibleName().isEmpty(), control->metaObject()->className());
        }
    }

    void closesCleanlyWhileMeasuring()
    {
        WindowUnderTest test(m_folder->path(), "--rate 500 --endless");
        test.open();
        QTRY_VERIFY_WITH_TIMEOUT(test.window->engine().session.samples().size() > 5, patienceMs);
        test.window->close();
        QVERIFY(test.window->engine().bench.state() == BenchState::NotRunning);
        QVERIFY(QFile::exists(test.window->engine().store.autosavePath()));
    }
};

RIDGEPOINT_GUI_TEST(WindowTest)
#include "window_test.moc"
