// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/explore_actions.h"
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/inspect/readings_view.h"
#include "app/desktop/views/chart_area.h"
#include "tests/gui/window_support.h"

#include <QAction>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenuBar>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// Pins in the window, by keyboard and menu.
class PinTest : public FreshFolder {
    Q_OBJECT

    static std::size_t pinned(const MainWindow& window)
    {
        return const_cast<MainWindow&>(window).exploration().pins().pins()->size();
    }
    static QMenu* exploreMenu(const MainWindow& window)
    {
        for (const QAction* action : window.menuBar()->actions())
            if (action->menu()->title() == QStringLiteral("E&xplore"))
                return action->menu();
        return nullptr;
    }

private slots:
    void pinsByTheKeyboardAndComparesWhatComesNext()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier);
        QCOMPARE(pinned(window), std::size_t{1});
        QVERIFY(window.strip().text().contains("Pinned as A"));
        const Pin& pin = window.exploration().pins().pins()->front();
        QVERIFY(pin.sample && pin.point == window.engine().cursor.point());
        for (const ChartWidget* chart : window.charts().charts())
            QVERIFY(chart->input().pins == window.exploration().pins().pins());
        const auto* histogram = window.inspector().findChild<const ReadingsView*>();
        QVERIFY(!histogram->pinnedHistogram().counts.empty());
        QCOMPARE(histogram->pinnedHistogram().low, histogram->histogram().low);
        QVERIFY(window.inspector().comparison()->isHidden()); // the same sample compares with nothing
        QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_End);
        QVERIFY(!window.inspector().comparison()->isHidden());
        QVERIFY2(window.inspector().comparison()->text().contains("B takes"),
                 qPrintable(window.inspector().comparison()->text()));
    }

    void aPointIsPinnedOnceUntilItIsMeasuredAgain()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier);
        QCOMPARE(pinned(window), std::size_t{1});
        QVERIFY2(window.strip().text().contains("already pinned as A"), qPrintable(window.strip().text()));
        auto* slider = window.workloadPanel().slider(AxisKind::Operations)->slider();
        QTest::keyClick(slider, Qt::Key_Right);
        QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier); // another point
        QCOMPARE(pinned(window), std::size_t{2});
        QVERIFY(window.strip().text().contains("Pinned as B"));
        QTest::keyClick(slider, Qt::Key_Left);
        QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier); // not the last one, but pinned all the same
        QCOMPARE(pinned(window), std::size_t{2});
        QVERIFY(window.strip().text().contains("already pinned as A"));
    }

    void removesThemByKeyAndMenu()
    {
        WindowUnderTest test(m_folder->path());
        MainWindow& window = test.measuredWindow();
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(window.workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
            QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier);
        }
        QCOMPARE(pinned(window), std::size_t{3});
        QMenu* menu = exploreMenu(window);
        QVERIFY(menu != nullptr);
        QMenu* list = menu->findChild<QMenu*>();
        QCOMPARE(list->actions().size(), 3);
        QVERIFY(list->actions()[1]->text().startsWith("&B"));
        list->actions()[1]->trigger();
        QTRY_COMPARE(pinned(window), std::size_t{2});
        QVERIFY2(window.strip().text().contains("Pinned as C"), "the pin that the strip tells of is still there");
        QCOMPARE(window.exploration().pins().pins()->back().name, std::string("C"));
        QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(pinned(window), std::size_t{1});
        QVERIFY2(!window.strip().text().contains("Pinned"), qPrintable(window.strip().text()));
        QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
        QCOMPARE(pinned(window), std::size_t{0});
        QVERIFY(!list->isEnabled());
    }

    void takesNoMorePinsThanCanBeToldApart()
    {
        WindowUnderTest test(m_folder->path());
        test.openAndMeasure();
        for (std::size_t i = 0; i < mostPins + 2; ++i) {
            QTest::keyClick(test.window->workloadPanel().slider(AxisKind::Operations)->slider(), Qt::Key_Right);
            test.window->exploration().actions().pin->trigger();
        }
        QCOMPARE(pinned(*test.window), mostPins);
        QVERIFY(!test.window->exploration().actions().pin->isEnabled());
    }

    void saysThatThereIsNothingToPinYet()
    {
        WindowUnderTest test(m_folder->path());
        test.open();
        test.window->exploration().actions().pin->trigger();
        QCOMPARE(pinned(*test.window), std::size_t{0});
        QVERIFY(test.window->strip().text().contains("measure first"));
    }

    void comesBackWithTheSession()
    {
        PinList before;
        {
            WindowUnderTest test(m_folder->path());
            test.openAndMeasure();
            test.window->exploration().actions().pin->trigger();
            before = test.window->exploration().pins().pins();
            test.window->close();
        }
        WindowUnderTest test(m_folder->path());
        test.open();
        QTRY_COMPARE(pinned(*test.window), std::size_t{1});
        const Pin& was = before->front();
        const Pin& is = test.window->exploration().pins().pins()->front();
        QCOMPARE(is.name, was.name);
        QVERIFY(is.point == was.point && is.sample && is.sample->keptReadings == was.sample->keptReadings);
        QCOMPARE(is.sample->time.value(), was.sample->time.value());
        for (const AxisKind axis : allAxisKinds) {
            QCOMPARE(is.line(axis).size(), was.line(axis).size());
            for (std::size_t i = 0; i < is.line(axis).size(); ++i)
                QVERIFY(is.line(axis)[i].workload == was.line(axis)[i].workload
                        && is.line(axis)[i].time == was.line(axis)[i].time
                        && is.line(axis)[i].interpolated() == was.line(axis)[i].interpolated());
        }
        test.window->engine().store.startNew();
        QCOMPARE(pinned(*test.window), std::size_t{0});
    }

    void keepsWhereEachTimeComesFrom()
    {
        Workload work;
        work.elements = 4096;
        work.operationsPerElement = 8;
        work.threads = 2;
        Pin pin{.name = "A", .point = work, .sample = {}, .lines = {}};
        pin.lines[0] = {pinnedPoint(work, Seconds(1e-3), Seconds(1e-3), Seconds(1e-3), {}, Provenance::Published),
                        pinnedPoint(moved(work, AxisKind::Operations, 2), Seconds(1e-3), Seconds(1e-3), Seconds(1e-3),
                                    {}, Provenance::Predicted)};
        pin.sample = Sample{};
        pin.sample->workload = work;
        pin.sample->time = pin.sample->median = pin.sample->low = pin.sample->high = Seconds(1e-3);
        pin.sample->provenance = Provenance::Published;
        const auto back = pinsFromJson(pinsToJson({pin}));
        QCOMPARE(back.size(), std::size_t{1});
        QCOMPARE(back[0].sample->provenance, Provenance::Published);
        QCOMPARE(back[0].lines[0].size(), std::size_t{2});
        QCOMPARE(back[0].lines[0][0].provenance, Provenance::Published);
        QCOMPARE(back[0].lines[0][1].provenance, Provenance::Predicted);
    }

    void leavesOutWhatIsNoPin()
    {
        const auto read = [](const char* json) { return pinsFromJson(QJsonDocument::fromJson(json).array()).size(); };
        QCOMPARE(read("[1, \"x\", {}, {\"name\":\"A\"}]"), std::size_t{0});
        const char* good =
            R"([{"name":"A","operation":"fma","precision":"fp32","launch_mode":"queued","elements":64,"operations_per_element":2,)"
            R"("chain_length":1,"fusion_depth":1,"threads":2,"lines":{"operations":[[1,1,64,1e-6,1e-6,1e-6,0],[0,1,64,1,1,1,0],[2,1,64,-1,1,1,0],"no"]}}])";
        const auto pins = pinsFromJson(QJsonDocument::fromJson(good).array());
        QCOMPARE(pins.size(), std::size_t{1});
        QCOMPARE(pins[0].line(AxisKind::Operations).size(), std::size_t{1});
        QVERIFY(!pins[0].sample);
    }
};

RIDGEPOINT_GUI_TEST(PinTest)
#include "pin_test.moc"
