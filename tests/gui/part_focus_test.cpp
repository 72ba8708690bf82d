// SPDX-FileCopyrightText: Ridgepoint contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/base/message_strip.h"
#include "app/desktop/base/slider_row.h"
#include "app/desktop/base/window_actions.h"
#include "app/desktop/explore/exploration.h"
#include "app/desktop/explore/first_steps.h"
#include "app/desktop/explore/what_if_bar.h"
#include "app/desktop/explore/workload_panel.h"
#include "app/desktop/inspect/inspector_panel.h"
#include "app/desktop/views/chart_area.h"
#include "app/desktop/window/tool_bar.h"
#include "tests/gui/explore_support.h"
#include "tests/gui/measured_window.h"

#include <QAction>
#include <QComboBox>
#include <QPushButton>
#include <QSlider>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

/// The keyboard's ways through the window: Tab from control to control, F4 from part to part.
class PartFocusTest : public MeasuredWindow {
    Q_OBJECT

    [[nodiscard]] QWidget* focus() const { return window().focusWidget(); }
    [[nodiscard]] QSlider* slider() const { return window().workloadPanel().slider(AxisKind::Operations)->slider(); }
    [[nodiscard]] bool isIn(const QWidget& part) const { return &part == focus() || part.isAncestorOf(focus()); }
    void press(Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QTest::keyClick(&window(), Qt::Key_F4, modifiers);
    }

private slots:
    void init() { openAtRest(); }

    void oneKeyGoesFromPartToPart()
    {
        QTRY_COMPARE_WITH_TIMEOUT(window().firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        window().strip().closeButton()->click(); // or its message comes back below
        slider()->setFocus();
        window().strip().tell(Severity::Error, QStringLiteral("failed"), QStringLiteral("Mend"), [] {});
        press();
        QCOMPARE(focus(), window().strip().actionButton());
        press();
        QVERIFY(isIn(window().charts()));
        press();
        QVERIFY(isIn(window().inspector()));
        press();
        QVERIFY(isIn(window().toolBar()));
        press();
        QCOMPARE(focus(), slider());
        window().charts().map()->setFocus();
        press(Qt::ShiftModifier);
        press();
        QCOMPARE(focus(), window().charts().map()); // where it was in this part
        window().strip().dismiss();
        press(Qt::ShiftModifier);
        QCOMPARE(focus(), slider()); // without a message that part is passed over
        window().actions_().whatIf->trigger();
        QCOMPARE(focus(), window().whatIfBar().box(0));
        press(Qt::ShiftModifier);
        QCOMPARE(focus(), slider());
        press();
        QCOMPARE(focus(), window().whatIfBar().box(0));
    }

    void aMessageIsEnteredByItsButton()
    {
        QTRY_COMPARE_WITH_TIMEOUT(window().firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        window().strip().closeButton()->click();
        slider()->setFocus();
        window().strip().tell(Severity::Error, QStringLiteral("failed"));
        press();
        QCOMPARE(focus(), window().strip().closeButton()); // there is no other
        press();
        window().strip().tell(Severity::Error, QStringLiteral("failed again"), QStringLiteral("Mend"), [] {});
        press(Qt::ShiftModifier);
        QCOMPARE(focus(), window().strip().actionButton());
    }

    void guessingIsEnteredByItsBox()
    {
        QTRY_COMPARE_WITH_TIMEOUT(window().firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        window().strip().closeButton()->click();
        QTest::keyClick(&window(), Qt::Key_G, Qt::ControlModifier);
        slider()->setFocus();
        press();
        QCOMPARE(focus(), window().exploration().guessLevel());
        QVERIFY2(window().exploration().guessLevel()->currentText().startsWith("Help: "),
                 qPrintable(window().exploration().guessLevel()->currentText()));
        QTest::keyClick(focus(), Qt::Key_Tab);
        QCOMPARE(focus(), window().exploration().guessStrip()->closeButton());
    }

    void escapeDismissesTheMessageThatHasTheKeyboard()
    {
        QTRY_COMPARE_WITH_TIMEOUT(window().firstSteps().step(), FirstSteps::Step::Drag, patienceMs);
        slider()->setFocus();
        QTest::keyClick(focus(), Qt::Key_Escape); // goes on to the window
        QCOMPARE(window().firstSteps().step(), FirstSteps::Step::Drag);
        press();
        QCOMPARE(focus(), window().strip().closeButton());
        QTest::keyClick(focus(), Qt::Key_Escape);
        QCOMPARE(window().firstSteps().step(), FirstSteps::Step::None);
        QVERIFY(!window().strip().isVisible());
    }

    void arrowsGoFromButtonToButtonAndNoFurther()
    {
        const Workload before = window().engine().cursor.workload();
        const auto isButton = [this] { return qobject_cast<QPushButton*>(focus()) != nullptr; };
        QPushButton* run = window().toolBar().runButton();
        run->setFocus();
        QTest::keyClick(run, Qt::Key_Right);
        QVERIFY(focus() != run && isButton());
        QTest::keyClick(focus(), Qt::Key_Left);
        QCOMPARE(focus(), run);
        QTest::keyClick(run, Qt::Key_Left); // before it stands a list
        QCOMPARE(focus(), run);
        for (int i = 0; i < 12; ++i) { // the last is before the sliders
            QTest::keyClick(focus(), Qt::Key_Right);
            QVERIFY(isButton());
        }
        QVERIFY(window().engine().cursor.workload() == before);
    }

    void tabReachesEveryControlAndComesBack_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("all charts") << QSize(1600, 980);
        QTest::newRow("one chart") << QSize(900, 576);
    }
    void tabReachesEveryControlAndComesBack()
    {
        QFETCH(QSize, size);
        window().resize(size);
        window().actions_().whatIf->trigger();
        window().strip().tell(Severity::Error, QStringLiteral("failed"), QStringLiteral("Mend"), [] {});
        QCoreApplication::processEvents();
        QList<QWidget*> wanted;
        for (QWidget* each : window().findChildren<QWidget*>())
            if (each->window() == &window() && each->isVisible() && each->isEnabled()
                && (each->focusPolicy() & Qt::TabFocus) != 0 && each->focusProxy() == nullptr)
                wanted << each;
        QVERIFY(wanted.size() > 15);
        slider()->setFocus();
        QList<QWidget*> reached;
        do {
            reached << focus();
            QTest::keyClick(focus(), Qt::Key_Tab);
        } while (focus() != slider() && reached.size() <= wanted.size());
        for (QWidget* each : wanted)
            QVERIFY2(reached.contains(each), qPrintable(each->accessibleName() + each->metaObject()->className()));
        QCOMPARE(focus(), slider());
        // In the order in which the parts stand.
        const auto at = [&](QWidget* each) { return reached.indexOf(each); };
        QVERIFY(at(slider()) < at(window().strip().actionButton()));
        QVERIFY(at(window().strip().actionButton()) < at(window().whatIfBar().box(0)));
        QWidget* chart = window().charts().roofline();
        QVERIFY(at(window().whatIfBar().box(2)) < at(chart));
        if (auto* tabs = window().charts().findChild<QTabBar*>(); tabs->isVisible())
            QVERIFY(at(tabs) < at(chart));
        const auto isOf = [](const QWidget& part) {
            return [&part](const QWidget* each) { return part.isAncestorOf(each); };
        };
        const auto inspector = std::find_if(reached.begin(), reached.end(), isOf(window().inspector()));
        QVERIFY(inspector != reached.end() && at(chart) < at(*inspector));
        const auto tools = std::find_if(reached.begin(), reached.end(), isOf(window().toolBar()));
        QVERIFY(tools != reached.end() && at(*inspector) < at(*tools));
    }
};

RIDGEPOINT_GUI_TEST(PartFocusTest)
#include "part_focus_test.moc"
